"""Levels against a loop, and where a sound begins and ends."""

import numpy as np
import pytest

from scoring.prosody.energy import frame_times_s, levels_db, trimmed
from scoring.prosody.measurable import NotMeasurableError
from tests.scoring.prosody.made import RATE, noise, silence, tone


def slow_levels(samples: np.ndarray) -> list[float]:
    signal = [float(value) for value in samples]
    mean = sum(signal) / len(signal)
    found = []
    for middle in range(0, len(signal) + 1, 160):
        inside = signal[max(0, middle - 200) : middle + 200]
        found.append(10 * np.log10(max(sum((value - mean) ** 2 for value in inside) / 400, 1e-20)))
    return found


@pytest.mark.parametrize("length", [1, 159, 160, 161, 399, 1000, 1601])
def test_levels_equal_a_loop(length: int) -> None:
    samples = noise(1.0)[:length] + np.float32(0.2)
    assert levels_db(samples, RATE) == pytest.approx(slow_levels(samples), abs=1e-6)


def test_a_tone_at_full_scale_is_3_db_below_it_and_an_offset_is_no_level() -> None:
    levels = levels_db(tone(200, 0.5, amplitude=1.0) + np.float32(0.5), RATE)
    assert levels[5:-5] == pytest.approx(-3.01, abs=0.1)
    assert len(frame_times_s(len(levels))) == 51
    assert frame_times_s(3).tolist() == [0.0, 0.01, 0.02]


def test_silence_around_a_sound_is_trimmed() -> None:
    sound = np.concatenate([silence(0.4), tone(200, 1.0), silence(0.7)])
    span = trimmed(levels_db(sound, RATE))
    assert span.start_s == pytest.approx(0.4, abs=0.015)
    assert span.duration_s == pytest.approx(1.0, abs=0.03)


def test_what_lies_30_db_below_belongs_to_it_and_no_less() -> None:
    assert trimmed(np.array([-31.0, -30.0, 0.0, -50.0, -29.0, -30.1])).start_s == pytest.approx(0.01)
    assert trimmed(np.array([-31.0, -30.0, 0.0, -50.0, -29.0, -30.1])).end_s == pytest.approx(0.05)
    assert trimmed(np.array([-90.0])).duration_s == pytest.approx(0.01)


def test_silence_has_no_duration() -> None:
    with pytest.raises(NotMeasurableError, match="silent"):
        trimmed(levels_db(silence(0.5), RATE))
