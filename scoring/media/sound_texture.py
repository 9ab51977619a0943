"""Sounds that are no speech although they are loud: steady noise, hum and tones. For the audit, on its own.

No flag of the loader: what that finds belongs to the results of every evaluator, and would make them all stale.

Limits were set on 80 sentences of the demo's voices and 50 utterances of 10 LibriSpeech speakers. Noise that is
switched or swells like syllables, and noise with a voice above it, is not noticed.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from scoring.types import FloatArray

# STEADY: the level of frames, 95th over 10th percentile, in dB. Voices 27.9 or more; under white noise as strong as
# they are 9 to 11, 5 dB stronger 5.9 to 6.7. White, pink and brown noise 1.5, 2.6 and 5.2; hum and tones 0.1 or less.
STEADY_DB = 8.0
# NOISE, of what is steady: the median spectral flatness of loud frames. White, pink and brown noise 0.57, 0.39 and
# 0.11; hum and tones below 0.001, but for a buzz of equal harmonics (0.34), which sounds like noise.
NOISE_FLATNESS = 0.05
_FRAME_S = 0.032
_BAND_HZ = (100.0, 3800.0)
_LOUD_SHARE = 0.01
_FLOOR_SHARE = 1e-6
_FRAMES_AT_MOST = 4096

Fault = Literal["steady noise", "steady tone"]


@dataclass(frozen=True, slots=True)
class SoundTexture:
    """What a sound is like, frame by frame, between 100 and 3,800 Hz.

    level_range_db : 95th over 10th percentile of the level of frames. flatness : geometric over arithmetic mean of the
    power spectrum, 0 (tones) … 1 (white), the median of the frames within 20 dB of the loudest.
    """

    level_range_db: float
    flatness: float

    @property
    def fault(self) -> Fault | None:
        """What makes the sound no speech, or None."""
        if self.level_range_db >= STEADY_DB:
            return None
        return "steady noise" if self.flatness >= NOISE_FLATNESS else "steady tone"


def sound_texture(mono: FloatArray, rate: int) -> SoundTexture | None:
    """Return the texture of a sound (n,) at `rate` Hz; None where it is silent or shorter than ten frames of 32 ms.

    Of a long sound 4,096 evenly spaced frames are looked at.
    """
    size = round(_FRAME_S * rate)
    places = np.arange(0, len(mono) - size + 1, size // 2)
    if len(places) < 10:
        return None
    if len(places) > _FRAMES_AT_MOST:
        places = np.linspace(0, places[-1], _FRAMES_AT_MOST).astype(np.intp)
    frames = mono[places[:, np.newaxis] + np.arange(size)].astype(np.float64) * np.hanning(size)
    frequency = np.fft.rfftfreq(size, 1 / rate)
    inside = (frequency >= _BAND_HZ[0]) & (frequency <= _BAND_HZ[1])
    power = np.square(np.abs(np.fft.rfft(frames, axis=1)[:, inside]))
    energy = power.sum(axis=1)
    loudest = float(energy.max())
    if not loudest > 0 or not np.isfinite(loudest):
        return None
    low, high = np.percentile(10 * np.log10(energy / loudest + _FLOOR_SHARE), [10, 95])
    loud = power[energy > _LOUD_SHARE * loudest]
    tiny = np.finfo(np.float64).tiny
    flatness = np.exp(np.log(np.maximum(loud, tiny)).mean(axis=1)) / loud.mean(axis=1)
    return SoundTexture(float(high - low), float(np.median(flatness)))
