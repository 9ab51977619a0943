"""The axes that all sounds of the desk share, so that they can be compared by eye."""

from collections.abc import Sequence
from typing import NamedTuple

from genmu_studio.sounds.spectrogram import Spectrogram, loudest_db
from ui.models.sound_settings import SoundSettings
from ui.widgets.sound.answers import Answers
from ui.widgets.sound.lane_items import Limits

_LEAST_PEAK = 0.01
_HEADROOM = 1.04


class Scales(NamedTuple):
    """peak : of the loudest waveform. pitch : None while none is known or shown. top_db : of the strongest grey."""

    peak: float
    band: Limits
    pitch: Limits | None
    top_db: float


def scales_of(answers: Sequence[Answers], settings: SoundSettings) -> Scales:
    """Return the axes in which all of these sounds have room."""
    sounds = [each.sound.sound for each in answers if each.sound is not None]
    peak = max((each.peak for each in sounds), default=1.0)
    half_rate = max((each.rate / 2 for each in sounds), default=settings.spectrum.high_hz)
    high_hz = min(settings.spectrum.high_hz, half_rate)
    low_hz = min(settings.spectrum.low_hz, high_hz / 2)
    spectra = [each.whole for each in answers if isinstance(each.whole, Spectrogram)]
    top_db = max((loudest_db(each) for each in spectra), default=0.0)
    return Scales(max(peak, _LEAST_PEAK) * _HEADROOM, Limits(low_hz, high_hz), _pitch(answers, settings), top_db)


def _pitch(answers: Sequence[Answers], settings: SoundSettings) -> Limits | None:
    found = [each.found_pitch for each in answers if each.found_pitch is not None]
    if not settings.panes.pitch or not found:
        return None
    return Limits(min(each.floor_hz for each in found), max(each.ceiling_hz for each in found))
