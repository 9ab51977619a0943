"""Two sounds on one time axis: a stretched copy is followed and differs by nothing; why some are not aligned."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.sounds.aligning import Alignment, align_sounds, middles
from genmu_studio.sounds.measuring import Unmeasured
from scoring.types import FloatArray
from tests.core.sounds.test_measuring import RATE, written


def tune(syllable_s: float, gain: float = 0.3) -> FloatArray:
    """Return six vowels of other pitch and colour, each as long."""
    parts = []
    for f0_hz, colour_hz in ((120, 400), (150, 900), (110, 1500), (170, 700), (130, 2200), (100, 500)):
        time_s = np.arange(round(syllable_s * RATE)) / RATE
        weights = [np.exp(-(((number * f0_hz - colour_hz) / 300) ** 2)) + 0.02 for number in range(1, 30)]
        waves = [w * np.sin(2 * np.pi * f0_hz * number * time_s) for number, w in enumerate(weights, start=1)]
        tone = np.sum(waves, axis=0)
        parts.append(tone / np.abs(tone).max() * np.hanning(len(time_s)))
    return (gain * np.concatenate(parts)).astype(np.float32)


def test_a_slower_copy_is_followed_syllable_by_syllable(tmp_path: Path) -> None:
    original = written(tmp_path / "a.wav", tune(0.25))
    slower = written(tmp_path / "b.wav", tune(0.35, gain=0.15))
    found = align_sounds(original, slower)
    assert isinstance(found, Alignment)
    middles_s = (np.arange(6) + 0.5) * 0.25
    np.testing.assert_allclose(found.to_unlearned(middles_s), middles_s * 1.4, atol=0.04)
    np.testing.assert_allclose(found.to_original(middles_s * 1.4), middles_s, atol=0.04)
    # Half as loud, yet as loud throughout: nothing differs.
    assert np.median(np.abs(found.level_db.values)) < 1.5
    assert np.median(np.abs(found.semitones.values[found.semitones.present])) < 0.3


def test_beyond_its_ends_it_goes_on_in_step(tmp_path: Path) -> None:
    media = written(tmp_path / "a.wav", tune(0.2))
    found = align_sounds(media, media)
    assert isinstance(found, Alignment)
    np.testing.assert_allclose(found.to_unlearned(np.array([-0.5, 0.3, 9.0])), [-0.5, 0.3, 9.0], atol=1e-9)
    np.testing.assert_allclose(found.semitones.values, 0, atol=1e-6)
    np.testing.assert_allclose(found.level_db.values, 0, atol=1e-6)


def test_a_silent_side_is_named(tmp_path: Path) -> None:
    sound = written(tmp_path / "a.wav", tune(0.2))
    silent = written(tmp_path / "b.wav", np.zeros(RATE, np.float32))
    found = align_sounds(sound, silent)
    assert isinstance(found, Unmeasured)
    assert found.reason.startswith("the unlearned sound: ")
    found = align_sounds(silent, sound)
    assert isinstance(found, Unmeasured)
    assert found.reason.startswith("the original sound: ")


def test_too_long_sounds_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    media = written(tmp_path / "a.wav", tune(0.2))
    monkeypatch.setattr("scoring.prosody.alignment.MAX_CELLS", 100)
    found = align_sounds(media, media)
    assert isinstance(found, Unmeasured)
    assert "too long to be aligned" in found.reason


@given(st.lists(st.sampled_from([(1, 0), (0, 1), (1, 1)]), max_size=60))
def test_of_every_path_both_times_never_fall(steps: list[tuple[int, int]]) -> None:
    path = np.concatenate([np.zeros((1, 2), np.int64), np.cumsum(np.array(steps or [(0, 0)]), axis=0)])
    rows_s, columns_s = middles(path)
    assert len(rows_s) == path[-1, 0] + 1
    assert (np.diff(rows_s) > 0).all()
    assert (np.diff(columns_s) >= 0).all()
    slow = [np.mean([column for row, column in path if row == number]) for number in range(len(rows_s))]
    if not steps:
        slow = [0.0]
    np.testing.assert_allclose(columns_s, np.array(slow) * 0.01, atol=1e-12)
