"""Syllable nuclei, nPVI and pauses against curves drawn and numbers worked by hand."""

from itertools import pairwise

import numpy as np
import parselmouth
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.prosody.energy import Span
from scoring.prosody.measurable import NotMeasurableError
from scoring.prosody.pitch import PitchTrack, pitch_track
from scoring.prosody.rhythm import Intensity, intensity_of, npvi, nuclei, nucleus_npvi, pauses
from tests.scoring.prosody.made import RATE, silence, sung

STEP_S = 0.002


def drawn(*corners: tuple[float, float]) -> Intensity:
    """Return the intensity that runs straight from corner (s, dB) to corner."""
    times_s = np.arange(0, corners[-1][0] + STEP_S / 2, STEP_S)
    return Intensity(times_s, np.interp(times_s, *np.array(corners).T))


def voiced_throughout(seconds: float, but: tuple[float, float] = (9.0, 9.0)) -> PitchTrack:
    times_s = np.arange(0, seconds, 0.01)
    inside = (times_s >= but[0]) & (times_s <= but[1])
    return PitchTrack(times_s, np.where(inside, np.nan, 120.0), 60, 700)


def test_peaks_with_dips_of_2_db_are_nuclei() -> None:
    curve = drawn((0, 40), (0.1, 70), (0.2, 67.9), (0.3, 69.9), (0.4, 68.0), (0.5, 69.5), (0.6, 40))
    # The second and the third peak are parted by 1.9 and 1.5 dB only.
    assert nuclei(curve, voiced_throughout(0.6)) == pytest.approx([0.1, 0.3])


def test_peaks_without_voice_or_far_below_the_loud_ones_are_none() -> None:
    curve = drawn((0, 20), (0.1, 70), (0.2, 30), (0.3, 60), (0.4, 20), (0.5, 42), (0.6, 20), (0.7, 70), (0.8, 20))
    assert 42 < curve.threshold_db < 45  # 25 dB below what 99 of 100 values stay below
    assert nuclei(curve, voiced_throughout(0.8)) == pytest.approx([0.1, 0.3, 0.7])
    assert nuclei(curve, voiced_throughout(0.8, but=(0.25, 0.35))) == pytest.approx([0.1, 0.7])


def test_syllables_that_were_made_are_found_where_they_are() -> None:
    lengths = [0.2, 0.3, 0.2, 0.4, 0.25, 0.3]
    sound = sung([0, 2, 1, 3, -1, 0], syllable_s=lengths)
    middles = np.cumsum(lengths) - np.array(lengths) / 2

    found = nuclei(intensity_of(sound, RATE), pitch_track(sound, RATE))

    assert found == pytest.approx(middles, abs=0.02)


def test_intensity_is_praats() -> None:
    sound = sung([0, 2, 1])
    direct = parselmouth.Sound(sound.astype(np.float64), RATE).to_intensity(50.0, 0.002)
    found = intensity_of(sound, RATE)
    assert np.array_equal(found.levels_db, direct.values[0])
    assert np.array_equal(found.times_s, direct.xs())
    with pytest.raises(NotMeasurableError, match="needs 128 ms, the sound has 30 ms"):
        intensity_of(sound[:480], RATE)


def test_npvi_by_hand() -> None:
    assert npvi(np.array([0.2, 0.2, 0.2])) == pytest.approx(0.0, abs=1e-12)
    # |0.2 − 0.1| / 0.15 and |0.1 − 0.3| / 0.2
    assert npvi(np.array([0.2, 0.1, 0.3])) == pytest.approx(100 * (2 / 3 + 1) / 2)
    # A short one and a long one in turn: each pair gives 2/3.
    assert npvi(np.array([0.1, 0.2, 0.1, 0.2])) == pytest.approx(200 / 3)
    with pytest.raises(NotMeasurableError, match="fewer than two intervals"):
        npvi(np.array([0.2]))


@given(st.lists(st.floats(0.01, 10), min_size=2, max_size=12), st.floats(0.1, 10))
def test_npvi_is_bounded_and_knows_no_tempo(intervals: list[float], tempo: float) -> None:
    value = npvi(np.array(intervals))
    slow = [abs(a - b) / ((a + b) / 2) for a, b in pairwise(intervals)]
    assert value == pytest.approx(100 * sum(slow) / len(slow), abs=1e-9)
    assert 0 <= value <= 200
    assert npvi(tempo * np.array(intervals)) == pytest.approx(value, abs=1e-9)
    assert npvi(np.array(intervals[::-1])) == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_under_four_nuclei_there_is_no_rhythm(count: int) -> None:
    with pytest.raises(NotMeasurableError, match=f"^{count} of at least 4 syllable nuclei$"):
        nucleus_npvi(np.linspace(0.1, 0.9, count))


def test_pauses_are_stretches_of_03_s_inside() -> None:
    curve = drawn(
        (0, 20), (0.499, 20), (0.5, 70), (0.6, 70), (0.601, 20), (0.899, 20), (0.9, 70), (1, 70), (1.001, 20), (1.4, 20)
    )
    quiet = Intensity(np.append(curve.times_s, [1.402, 1.404]), np.append(curve.levels_db, [70, 70]))
    assert [round(each.duration_s, 2) for each in pauses(quiet, Span(0.5, 1.5))] == [0.4]
    assert [round(each.duration_s, 2) for each in pauses(quiet, Span(0.0, 1.5))] == [0.5, 0.4]
    assert pauses(curve, Span(2.0, 3.0)) == ()


def test_a_pause_that_was_made_is_found() -> None:
    sound = np.concatenate([sung([0, 2, 1]), silence(0.8), sung([1, 2])])
    (found,) = pauses(intensity_of(sound, RATE), Span(0.0, 2.0))
    # Windows of 128 ms reach into it from both sides.
    assert found.duration_s == pytest.approx(0.8, abs=0.15)
