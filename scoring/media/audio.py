"""Sounds: mono float32 at the wanted rate from every file that people submit, or the true reason why not.

Formats read: WAV (RIFF and RF64), FLAC, OGG (Vorbis, Opus), MP3, AIFF. Everything is measured before resampling, so
that failures and flags do not depend on the wanted rate. libsndfile takes the encoder's delay off MP3 (CASES K5).
"""

import io
from dataclasses import dataclass

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

from scoring.codes import Code
from scoring.limits import MIN_SPEECH_S, SILENT_PEAK_DBFS
from scoring.media.audio_flags import audio_flags, cancels_out, speech_duration_s
from scoring.media.completeness import ends_early
from scoring.media.files import read_media_bytes
from scoring.media.sniffing import named_otherwise, require_format
from scoring.types import FloatArray, Media, SampleError, SampleFailure

# Of all channels together, and again after resampling: 400 MB of float32; 34 minutes of stereo at 24 kHz.
MAX_SAMPLES = 100_000_000
_LOWEST_RATE, _HIGHEST_RATE = 1_000, 768_000
_SILENCE_PEAK = 10 ** (SILENT_PEAK_DBFS / 20)
AUDIO_FORMATS = ("wav", "flac", "ogg", "mp3", "aiff")
# libsndfile's numbers for: format not recognised, encoding not supported, not implemented.
_UNSUPPORTED = (1, 4, 18)
# libsndfile reports about this many frames where the header leaves the length open.
UNKNOWN_LENGTH = 2**62


@dataclass(frozen=True, slots=True)
class LoadedAudio:
    """A decoded sound.

    samples : float32 (n,), mono, at `rate` Hz, full scale ±1 (a float file may exceed it). source_rate, channels : of
    the file. channel_used : "mono", "mean" or "left". duration_s : of the file. speech_s : what an energy trim leaves.
    flags : WRONG_FORMAT, CLIPPED, DC, ANTIPHASE, LOW_BANDWIDTH, SHORT. notes : plain sentences on what was done.
    format : of the content, as `sniff` names it.
    """

    samples: FloatArray
    rate: int
    source_rate: int
    channels: int
    channel_used: str
    duration_s: float
    speech_s: float
    flags: tuple[Code, ...]
    notes: tuple[str, ...]
    format: str


@dataclass(frozen=True, eq=False, slots=True)
class DecodedAudio:
    """A sound as its file holds it. channels : float32 (n, c). mono : float32 (n,). flags : WRONG_FORMAT, ANTIPHASE."""

    channels: FloatArray
    mono: FloatArray
    rate: int
    channel_used: str
    flags: tuple[Code, ...]
    format: str

    @property
    def duration_s(self) -> float:
        """How long it lasts."""
        return len(self.mono) / self.rate


class SoundStream(io.BytesIO):
    """Bytes for libsndfile, which seeks before the start of files that are cut within their header."""

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        """Move to `offset`, at least to the start."""
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self.tell(), io.SEEK_END: len(self.getbuffer())}[whence]
        return super().seek(max(0, start + offset))


def load_audio(media: Media, rate: int | None = 16_000) -> LoadedAudio:
    """Return the sound of `media` as mono at `rate` Hz; None keeps the file's own rate.

    Channels are averaged; where they cancel each other the left one is taken (ANTIPHASE).
    SampleError: MISSING, CHANGED, EMPTY, TOO_LARGE, UNREADABLE, TRUNCATED, DAMAGED, NONFINITE, SILENT, TOO_SHORT.
    """
    sound = decode_audio(media)
    channels, mono, source_rate, flags = sound.channels, sound.mono, sound.rate, sound.flags
    speech_s, failure = measure_speech(mono, source_rate)
    if failure is not None:
        raise SampleError(failure.code, failure.message, flags)
    flags += audio_flags(channels, mono, source_rate, speech_s)
    peak = float(np.abs(channels).max())
    notes: tuple[str, ...] = (f"its peak is {peak:.2f}, above full scale",) if peak > 1.0 else ()
    samples = _resampled(mono, source_rate, rate or source_rate, flags)
    if len(samples) != len(mono):
        notes += (f"resampled from {source_rate} Hz to {rate} Hz",)
    return LoadedAudio(
        samples=samples,
        rate=rate or source_rate,
        source_rate=source_rate,
        channels=channels.shape[1],
        channel_used=sound.channel_used,
        duration_s=sound.duration_s,
        speech_s=speech_s,
        flags=flags,
        notes=notes,
        format=sound.format,
    )


def decode_audio(media: Media) -> DecodedAudio:
    """Return the sound of `media` at its own rate, also where it is silent or too short to be measured.

    SampleError: MISSING, CHANGED, EMPTY, TOO_LARGE, UNREADABLE, TRUNCATED, DAMAGED, NONFINITE.
    """
    data = read_media_bytes(media)
    content = require_format(data, AUDIO_FORMATS, "sounds")
    flags: tuple[Code, ...] = (Code.WRONG_FORMAT,) if named_otherwise(media.path, content) else ()
    channels, rate = _decode(data, content, flags)
    if not np.isfinite(channels).all():
        raise SampleError(Code.NONFINITE, "it holds NaN or infinite values", flags)
    mono, channel_used = _mixed_down(channels)
    if channel_used == "left":
        flags += (Code.ANTIPHASE,)
    return DecodedAudio(channels, mono, rate, channel_used, flags, content)


def _decode(data: bytes, content: str, flags: tuple[Code, ...]) -> tuple[FloatArray, int]:
    """Return the samples (frames, channels) and the rate in Hz."""
    stream = SoundStream(data)
    promised = 0
    try:
        with soundfile.SoundFile(stream) as sound:
            promised, rate = sound.frames, sound.samplerate
            _check_header(sound, content, flags)
            samples: FloatArray = sound.read(dtype="float32", always_2d=True)
    except soundfile.LibsndfileError as error:
        # FLAC's decoder calls the end of the file and damage alike; how far it had read tells them apart.
        cut_short = ends_early(data, content) or (promised > 0 and stream.tell() >= len(data))
        code = Code.UNREADABLE if error.code in _UNSUPPORTED else Code.DAMAGED
        raise _failure(Code.TRUNCATED if cut_short else code, content, error.error_string, flags) from error
    # A whole page of OGG is lost with its end, so that a file cut short may give no sample although it holds some.
    if len(samples) == 0 and not (content == "ogg" and ends_early(data, content)):
        raise SampleError(Code.EMPTY, f"the {content.upper()} file holds a header and no samples", flags)
    if len(samples) < promised or ends_early(data, content):
        raise _failure(Code.TRUNCATED, content, f"only {len(samples) / rate:.2f} s are there", flags)
    return samples, rate


def _check_header(sound: soundfile.SoundFile, content: str, flags: tuple[Code, ...]) -> None:
    """Refuse, before anything is decoded, what the header says to be too large or impossible."""
    if sound.frames >= UNKNOWN_LENGTH:
        message = f"{content.upper()} files whose header leaves the length open are not read"
        raise SampleError(Code.UNREADABLE, message, flags)
    if sound.frames * sound.channels > MAX_SAMPLES:
        message = f"{sound.frames * sound.channels:,} samples; at most {MAX_SAMPLES:,} are read"
        raise SampleError(Code.TOO_LARGE, message, flags)
    if not _LOWEST_RATE <= sound.samplerate <= _HIGHEST_RATE:
        raise SampleError(Code.DAMAGED, f"its header claims a sample rate of {sound.samplerate} Hz", flags)


def _failure(code: Code, content: str, reason: str, flags: tuple[Code, ...]) -> SampleError:
    what = {Code.TRUNCATED: "is cut short", Code.UNREADABLE: "has an encoding that is not read"}.get(code, "is damaged")
    return SampleError(code, f"the {content.upper()} file {what}: {reason}", flags)


def _mixed_down(channels: FloatArray) -> tuple[FloatArray, str]:
    """Return (mono (n,), which channel): the mean of several, or the left one where their mean cancels."""
    if channels.shape[1] == 1:
        return channels[:, 0], "mono"
    mean: FloatArray = channels.mean(axis=1, dtype=np.float64).astype(np.float32)
    return (np.ascontiguousarray(channels[:, 0]), "left") if cancels_out(channels, mean) else (mean, "mean")


def measure_speech(mono: FloatArray, rate: int) -> tuple[float, SampleFailure | None]:
    """Return the seconds of speech in `mono` (n,), and SILENT or TOO_SHORT where that is too little to be measured."""
    # A constant offset is no sound: the peak is taken from the mean.
    peak = float(np.abs(mono - mono.mean(dtype=np.float64)).max())
    if peak < _SILENCE_PEAK:
        return 0.0, SampleFailure(Code.SILENT, f"its peak is {20 * np.log10(max(peak, 1e-10)):.0f} dBFS")
    speech_s = speech_duration_s(mono, rate)
    if speech_s < MIN_SPEECH_S:
        return speech_s, SampleFailure(Code.TOO_SHORT, f"{speech_s:.2f} s of speech; {MIN_SPEECH_S} s are needed")
    return speech_s, None


def _resampled(mono: FloatArray, source_rate: int, rate: int, flags: tuple[Code, ...]) -> FloatArray:
    if source_rate == rate:
        return mono
    if len(mono) * rate / source_rate > MAX_SAMPLES:
        raise SampleError(Code.TOO_LARGE, f"at {rate} Hz it would have more than {MAX_SAMPLES:,} samples", flags)
    resampled: NDArray[np.float32] = soxr.resample(mono, source_rate, rate)
    return resampled
