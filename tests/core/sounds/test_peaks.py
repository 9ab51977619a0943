"""The outline of sounds: exact against the slow way, at every zoom, from the sound or from the cache."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.sounds.kept_arrays import CACHE_FOLDER
from genmu_studio.sounds.peaks import BIN_FRAMES, Peaks, curve, kept_peaks, peaks_of, read_peaks, rough_curve
from scoring.types import FloatArray, Media

CLICK_S, RATE, LONG = 25.72, 44_100, 2_000_000


@pytest.fixture(scope="module")
def clicked() -> tuple[FloatArray, int]:
    """Return two million frames of faint noise in which a single one is a click, and which one."""
    noise = 0.01 * np.random.default_rng(3).uniform(-1, 1, LONG).astype(np.float32)
    at = round(CLICK_S * RATE)
    noise[at] = 0.9
    return noise, at


@pytest.mark.parametrize("columns", [1, 7, 640, 1200, 3840])
def test_a_click_among_two_million_frames_is_reached_when_zoomed_out(
    clicked: tuple[FloatArray, int], columns: int
) -> None:
    mono, at = clicked
    for drawn in (curve(mono, peaks_of(mono), 0, LONG, columns), rough_curve(peaks_of(mono), 0, LONG, columns)):
        column = int(np.searchsorted(drawn.edges, at, side="right")) - 1
        assert drawn.high[column] == np.float32(0.9)
        assert len(drawn.high) == columns
        assert np.flatnonzero(drawn.high > 0.5).tolist() in ([column], [column - 1, column], [column, column + 1])
    assert curve(mono, peaks_of(mono), 0, LONG, columns).high.argmax() == column


@pytest.mark.parametrize("width", [10, 500, 20_000, 700_000])
def test_a_click_stays_while_one_zooms_and_pans(clicked: tuple[FloatArray, int], width: int) -> None:
    mono, at = clicked
    peaks = peaks_of(mono)
    for start in (at - width + 1, at - width // 2, at):
        assert curve(mono, peaks, start, start + width, 900).high.max() == np.float32(0.9)
    for start in (at - width, at + 1):
        assert curve(mono, peaks, start, start + width, 900).high.max() < 0.02


@given(
    st.integers(0, 3000), st.integers(-50, 3100), st.integers(-50, 3100), st.integers(1, 60), st.integers(0, 2**32 - 1)
)
def test_the_curve_equals_the_slow_one(length: int, start: int, end: int, columns: int, seed: int) -> None:
    mono = np.random.default_rng(seed).standard_normal(length).astype(np.float32)
    peaks = peaks_of(mono)
    drawn = curve(mono, peaks, start, end, columns)
    first, last = max(0, min(start, length)), max(0, min(end, length))
    if last <= first:
        assert len(drawn.low) == len(drawn.high) == 0
        return
    assert (drawn.edges[0], drawn.edges[-1]) == (first, last)
    assert len(drawn.low) == len(drawn.edges) - 1 == min(columns, last - first)
    widths = np.diff(drawn.edges)
    assert widths.min() >= 1
    assert widths.max() - widths.min() <= 1
    parts = [mono[left:right] for left, right in zip(drawn.edges[:-1], drawn.edges[1:], strict=True)]
    assert drawn.low.tolist() == [part.min() for part in parts]
    assert drawn.high.tolist() == [part.max() for part in parts]


@given(st.integers(1, 3000), st.integers(0, 3000), st.integers(1, 3000), st.integers(1, 60))
def test_the_rough_curve_reaches_what_the_exact_one_does_and_looks_little_farther(
    length: int, start: int, width: int, columns: int
) -> None:
    mono = np.random.default_rng(length).standard_normal(length).astype(np.float32)
    peaks = peaks_of(mono)
    exact, rough = curve(mono, peaks, start, start + width, columns), rough_curve(peaks, start, start + width, columns)
    np.testing.assert_array_equal(exact.edges, rough.edges)
    for column, (left, right) in enumerate(zip(exact.edges[:-1], exact.edges[1:], strict=True)):
        around = mono[max(0, left - BIN_FRAMES + 1) : right + BIN_FRAMES - 1]
        assert around.min() <= rough.low[column] <= exact.low[column]
        assert exact.high[column] <= rough.high[column] <= around.max()


@given(st.integers(0, 500))
def test_each_bin_holds_its_own_frames(length: int) -> None:
    mono = np.random.default_rng(length).standard_normal(length).astype(np.float32)
    peaks = peaks_of(mono)
    bins = [mono[start : start + BIN_FRAMES] for start in range(0, length, BIN_FRAMES)]
    assert peaks.frames == length
    assert peaks.low.tolist() == [each.min() for each in bins]
    assert peaks.high.tolist() == [each.max() for each in bins]
    assert peaks.low.dtype == peaks.high.dtype == np.float32


def test_the_cache_gives_the_outline_before_the_sound_is_decoded(
    clicked: tuple[FloatArray, int], tmp_path: Path
) -> None:
    mono, _ = clicked
    media = Media("/nowhere/long.wav", "audio", "ab" * 32)
    assert read_peaks(tmp_path, media) is None
    made = kept_peaks(tmp_path, media, mono)
    found = read_peaks(tmp_path, media)
    assert isinstance(found, Peaks)
    assert found.frames == LONG
    np.testing.assert_array_equal(found.low, made.low)
    np.testing.assert_array_equal(found.high, made.high)
    assert rough_curve(found, 0, LONG, 800).high.max() == np.float32(0.9)
    (path,) = (tmp_path / CACHE_FOLDER).rglob("*.*")
    assert path.stat().st_size < LONG  # an eighth of the sound


def test_an_outline_of_another_sound_is_not_taken(tmp_path: Path) -> None:
    media = Media("/nowhere/a.wav", "audio", "cd" * 32)
    kept_peaks(tmp_path, media, np.ones(100, np.float32))
    other = kept_peaks(tmp_path, media, np.zeros(40, np.float32))  # were the content not what its SHA-256 says
    assert other.frames == 40
    assert read_peaks(tmp_path, media) is not None
