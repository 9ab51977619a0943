"""What can be wrong with a sound that is scored all the same, and how much of it is speech.

Limits were set on 50 utterances of 10 LibriSpeech speakers and on changed copies of them (values below).
"""

import numpy as np

from scoring.codes import Code
from scoring.limits import SHORT_SPEECH_S
from scoring.types import FloatArray

# Speech = frames of 25 ms, every 10 ms, whose energy is within this many dB of the loudest frame.
TRIM_DB = 40.0
# CLIPPED: share of samples at 0.999 of full scale or above. The voices: none at all.
CLIPPED_SHARE = 0.001
CLIPPED_LEVEL = 0.999
# DC: mean in units of full scale, or of the peak where that is higher. The voices: at most 0.0033.
DC_OFFSET = 0.02
# ANTIPHASE: energy of the channels' mean, in units of what unrelated channels leave. For two: a correlation of −0.8.
ANTIPHASE_SHARE = 0.2
# LOW_BANDWIDTH: energy density at 4.3 … 7.5 kHz against 0.1 … 3.8 kHz. The voices: −26 dB or more; brought to 8 kHz and
# back, −94 dB or less, in 16 bits −64 dB or less. (Interpolation without a filter leaves mirror images: not noticed.)
LOW_BANDWIDTH_DB = -50.0
_SPEECH_BAND_HZ = (100, 3800)
_UPPER_BAND_HZ = (4300, 7500)
_SPECTRUM_FRAMES = 256


def audio_flags(channels: FloatArray, mono: FloatArray, rate: int, speech_s: float) -> tuple[Code, ...]:
    """Return CLIPPED, DC, LOW_BANDWIDTH, SHORT as they hold. channels : (n, c); mono : (n,), as scored; rate in Hz."""
    level = np.abs(channels)
    full_scale = max(1.0, float(level.max()))
    found = {
        Code.CLIPPED: bool((level >= CLIPPED_LEVEL).mean() > CLIPPED_SHARE),
        Code.DC: abs(float(mono.mean(dtype=np.float64))) > DC_OFFSET * full_scale,
        Code.LOW_BANDWIDTH: upper_band_db(mono, rate) < LOW_BANDWIDTH_DB,
        Code.SHORT: speech_s < SHORT_SPEECH_S,
    }
    return tuple(code for code, holds in found.items() if holds)


def cancels_out(channels: FloatArray, mean: FloatArray) -> bool:
    """Whether the channels (n, c) cancel each other in their mean (n,)."""
    energy = float(np.square(channels, dtype=np.float64).mean())
    left_over = float(np.square(mean, dtype=np.float64).mean()) * channels.shape[1]
    return energy > 0 and left_over < ANTIPHASE_SHARE * energy


def speech_duration_s(mono: FloatArray, rate: int) -> float:
    """Return the seconds of speech in `mono` (n,) at `rate` Hz: 10 ms per frame of 25 ms within 40 dB of the loudest.

    The rule hears energy only: steady noise counts as speech. Never more than the duration.
    """
    block = max(1, rate // 200)
    count = len(mono) // block
    if count < 5:
        return len(mono) / rate
    blocks = mono[: count * block].reshape(count, block)
    energy = np.einsum("ij,ij->i", blocks, blocks, dtype=np.float64)
    frames = np.convolve(energy, np.ones(5), mode="valid")[::2]
    loud = int((frames > frames.max() * 10 ** (-TRIM_DB / 10)).sum())
    # The last frame lasts 25 ms, not 10: a sound that is loud throughout counts whole.
    return len(mono) / rate if loud == len(frames) else loud * 2 * block / rate


def upper_band_db(mono: FloatArray, rate: int) -> float:
    """Return the energy density above 4.3 kHz in dB re that of the speech band, over up to 256 evenly spaced frames."""
    size = 1 << (rate // 32).bit_length()
    if rate / 2 <= _UPPER_BAND_HZ[0]:
        return -np.inf
    if len(mono) < size:
        mono = np.pad(mono, (0, size - len(mono)))
    starts = np.linspace(0, len(mono) - size, min(_SPECTRUM_FRAMES, len(mono) // size)).astype(int)
    frames = mono[starts[:, None] + np.arange(size)] * np.hanning(size)
    power = np.square(np.abs(np.fft.rfft(frames, axis=1))).mean(axis=0)
    frequency = np.fft.rfftfreq(size, 1 / rate)
    speech, upper = (power[(frequency > low) & (frequency < high)] for low, high in (_SPEECH_BAND_HZ, _UPPER_BAND_HZ))
    return float(10 * np.log10((upper.mean() + 1e-30) / (speech.mean() + 1e-30)))
