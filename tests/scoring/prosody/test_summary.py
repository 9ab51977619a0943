"""The numbers of one sound, against how it was made."""

import numpy as np
import pytest

from scoring.prosody.contours import contours_of
from scoring.prosody.summary import SUMMARY, summary_of
from tests.scoring.prosody.made import RATE, noise, silence, sung, tone


def test_a_sound_is_described_as_it_was_made() -> None:
    lengths = [0.2, 0.3, 0.2, 0.3, 0.2]
    said = sung([0, 2, 0, 2, 0], base_hz=150, syllable_s=lengths)
    sound = np.concatenate([silence(0.5), said, silence(0.8), said, silence(0.4)])

    found = {name: part.value for name, part in summary_of(contours_of(sound, RATE)).items()}

    assert tuple(found) == SUMMARY
    assert found["f0_median_hz"] == pytest.approx(150 * 2 ** (1 / 12), rel=0.02)
    assert found["f0_mean_hz"] == pytest.approx(159, rel=0.02)
    assert found["f0_sd_semitones"] == pytest.approx(0.6, abs=0.3)
    assert found["f0_range_semitones"] == pytest.approx(2.0, abs=0.3)
    assert found["trimmed_s"] == pytest.approx(1.2 + 0.8 + 1.2, abs=0.1)
    assert found["voiced_share"] == pytest.approx(2.4 / 3.2, abs=0.08)
    assert found["syllables"] == 10
    assert found["syllables_per_s"] == pytest.approx(10 / 3.2, rel=0.05)
    assert found["pauses"] == 1
    assert found["pause_share"] == pytest.approx(0.8 / 3.2, abs=0.06)
    intervals = np.diff(np.concatenate([np.cumsum(lengths) - np.array(lengths) / 2 + start for start in (0, 2.0)]))
    expected = 100 * np.mean(np.abs(np.diff(intervals)) / ((intervals[1:] + intervals[:-1]) / 2))
    assert found["npvi"] == pytest.approx(expected, rel=0.1)


def test_level_is_of_the_trimmed_sound() -> None:
    loud, padded = tone(200, 1.0, 0.5), np.concatenate([silence(1.0), tone(200, 1.0, 0.5), silence(2.0)])
    level = 20 * np.log10(0.5) - 3.01
    for sound in (loud, padded):
        assert summary_of(contours_of(sound, RATE))["level_dbfs"].value == pytest.approx(level, abs=0.2)


def test_unvoiced_frames_pull_no_mean_down() -> None:
    found = summary_of(contours_of(np.concatenate([tone(200, 1.0), noise(1.0)]), RATE))
    assert found["f0_mean_hz"].value == pytest.approx(200, abs=0.5)
    assert found["f0_sd_semitones"].value == pytest.approx(0, abs=0.05)


def test_noise_has_no_pitch_and_says_so() -> None:
    found = summary_of(contours_of(noise(1.0), RATE))
    for name in ("f0_mean_hz", "f0_median_hz", "f0_sd_semitones", "f0_range_semitones"):
        assert found[name].value is None
        assert found[name].reason == "nothing is voiced"
    assert found["voiced_share"].value == 0
    assert found["syllables"].value == 0
    assert found["npvi"].reason == "0 of at least 4 syllable nuclei"
    assert all(part.value is None or np.isfinite(part.value) for part in found.values())
