"""Mildly changed copies of pictures and sounds, which no person would call another: what an honest verifier shrugs off.

A sample that was made to deceive one verifier may give itself away under them (`metrics.diagnostics.score_shift`). Each
copy is a file of its own, the same bytes from the same input every time; metadata are left behind.

Measured with the light evaluators on 16 samples each of the demo, cosine of a copy's embedding to the sample's: SFace:
blur 0.97 or more, JPEG 0.91 or more; GE2E: low-pass and µ-law 0.99 or more, noise 0.92 or more.
"""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from zlib import crc32

import numpy as np
import soundfile
from PIL import Image, ImageFilter

from scoring.media.audio import load_audio
from scoring.media.images import load_image
from scoring.types import FloatArray, Media

# [ours] σ of the blur, of the shorter side: 1 pixel of 256. Far below the 8/512 at which BLUR begins.
BLUR_SHARE = 1 / 256
JPEG_QUALITIES = (75, 50)
# [ours] Of a sound: kept up to so many Hz, which is what a telephone of wide band carries; noise below its own level.
LOWPASS_HZ = 7000.0
NOISE_BELOW_DB = 30.0
_LOWPASS_TAPS = 127


@dataclass(frozen=True, slots=True)
class Perturbed:
    """A changed copy: its `name` ("blur", "JPEG 75", …), its bytes, and the suffix of their format."""

    name: str
    data: bytes
    suffix: str


def perturbed(media: Media) -> tuple[Perturbed, ...]:
    """Return the changed copies of a picture or a sound; SampleError as `load_image` and `load_audio` raise it.

    Pictures: a Gaussian blur (PNG), JPEG of quality 75 and 50. Sounds, mono at their own rate, 16 bits (WAV): low-pass
    at 7 kHz, white noise 30 dB below, µ-law and back.
    """
    return _changed_picture(media) if media.kind == "image" else _changed_sound(media)


def _changed_picture(media: Media) -> tuple[Perturbed, ...]:
    picture = Image.fromarray(load_image(media).rgb)
    blurred = picture.filter(ImageFilter.GaussianBlur(BLUR_SHARE * min(picture.size)))
    return (
        Perturbed("blur", _saved(blurred, "PNG", compress_level=1), ".png"),
        *(Perturbed(f"JPEG {each}", _saved(picture, "JPEG", quality=each), ".jpg") for each in JPEG_QUALITIES),
    )


def _saved(picture: Image.Image, format_name: str, **options: int) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, format_name, **options)
    return stream.getvalue()


def _changed_sound(media: Media) -> tuple[Perturbed, ...]:
    sound = load_audio(media, rate=None)
    return tuple(
        Perturbed(name, _wave(change(sound.samples, sound.rate), sound.rate), ".wav")
        for name, change in _SOUND_CHANGES.items()
    )


def _wave(samples: FloatArray, rate: int) -> bytes:
    stream = io.BytesIO()
    # A float WAV would carry the time at which it was written.
    soundfile.write(stream, np.clip(samples, -1.0, 1.0), rate, format="WAV", subtype="PCM_16")
    return stream.getvalue()


def _lowpassed(samples: FloatArray, rate: int) -> FloatArray:
    """Return the sound without what lies above 7 kHz: a windowed sinc, whose delay is taken off."""
    if rate / 2 <= LOWPASS_HZ:
        return samples
    places = np.arange(_LOWPASS_TAPS) - _LOWPASS_TAPS // 2
    kernel = np.sinc(2 * LOWPASS_HZ / rate * places) * np.hamming(_LOWPASS_TAPS)
    padded = np.pad(samples, _LOWPASS_TAPS // 2)
    return np.convolve(padded, kernel / kernel.sum(), mode="valid").astype(np.float32)


def _noisy(samples: FloatArray, _rate: int) -> FloatArray:
    """Return the sound under white noise 30 dB below its level; which noise, the samples decide."""
    rng = np.random.default_rng(crc32(samples.tobytes()))
    level = np.sqrt(np.square(samples, dtype=np.float64).mean()) * 10 ** (-NOISE_BELOW_DB / 20)
    return np.asarray(samples + level * rng.standard_normal(len(samples)), dtype=np.float32)


def _through_mu_law(samples: FloatArray, rate: int) -> FloatArray:
    """Return the sound after 8 bits of µ-law (ITU-T G.711) and back, as libsndfile has it."""
    stream = io.BytesIO()
    soundfile.write(stream, np.clip(samples, -1.0, 1.0), rate, format="WAV", subtype="ULAW")
    back: FloatArray = soundfile.read(io.BytesIO(stream.getvalue()), dtype="float32")[0]
    return back


_SOUND_CHANGES: Mapping[str, Callable[[FloatArray, int], FloatArray]] = {
    "low-pass": _lowpassed,
    "noise": _noisy,
    "µ-law": _through_mu_law,
}
