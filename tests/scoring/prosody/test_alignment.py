"""The warping path against a slow recursion, and its bounds of memory."""

import tracemalloc
from functools import cache
from math import dist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.prosody.alignment import cepstra, warping_path
from scoring.prosody.measurable import NotMeasurableError
from tests.scoring.prosody.made import RATE, silence, sung, tone

LENGTHS = st.integers(1, 8)


def slow_cost(first: np.ndarray, second: np.ndarray) -> float:
    """Return the cost of the cheapest path, from the last cell back, by the definition."""

    @cache
    def to(i: int, j: int) -> float:
        here = dist(first[i], second[j])
        before = [to(*cell) for cell in ((i - 1, j - 1), (i - 1, j), (i, j - 1)) if min(cell) >= 0]
        return here + (min(before) if before else 0.0)

    return to(len(first) - 1, len(second) - 1)


def cost_of(path: np.ndarray, first: np.ndarray, second: np.ndarray) -> float:
    return sum(dist(first[i], second[j]) for i, j in path)


@given(LENGTHS, LENGTHS, st.integers(0, 10_000), st.booleans())
def test_no_path_is_cheaper(n: int, m: int, seed: int, has_ties: bool) -> None:
    rng = np.random.default_rng(seed)
    first, second = (rng.normal(size=(length, 3)) for length in (n, m))
    if has_ties:
        first, second = np.rint(first), np.rint(second)

    path = warping_path(first, second)

    assert path[0].tolist() == [0, 0]
    assert path[-1].tolist() == [n - 1, m - 1]
    assert {tuple(step) for step in np.diff(path, axis=0).tolist()} <= {(1, 1), (1, 0), (0, 1)}
    assert cost_of(path, first, second) == pytest.approx(slow_cost(first, second), abs=1e-9)
    assert cost_of(warping_path(second, first), second, first) == pytest.approx(slow_cost(first, second), abs=1e-9)


@given(LENGTHS, st.booleans())
def test_a_sound_is_aligned_with_itself_along_the_diagonal(n: int, is_constant: bool) -> None:
    frames = np.zeros((n, 2)) if is_constant else np.random.default_rng(n).normal(size=(n, 2))
    assert warping_path(frames, frames).tolist() == [[k, k] for k in range(n)]


def test_what_is_said_slower_is_found_again() -> None:
    melody = [0, 4, 2, 7, 3]
    slow, fast = (sung(melody, syllable_s=seconds) for seconds in (0.4, 0.2))
    path = warping_path(cepstra(fast, RATE), cepstra(slow, RATE))
    assert np.median(np.abs(path[:, 1] - 2 * path[:, 0])) <= 3


def test_coefficients_are_standardised() -> None:
    found = cepstra(sung([0, 4, 2, 7, 3]), RATE)
    assert found.shape == (126, 13)
    assert found.mean(axis=0) == pytest.approx(0, abs=1e-9)
    assert found.std(axis=0) == pytest.approx(1)


@pytest.mark.parametrize("sound", [silence(0.5), tone(200, 0.5)], ids=["silence", "tone"])
def test_coefficients_of_dull_sounds_are_finite(sound: np.ndarray) -> None:
    assert np.isfinite(cepstra(sound, RATE)).all()


def test_they_do_not_hear_how_loud_a_sound_is() -> None:
    sound = sung([0, 4, 2, 7, 3])
    assert cepstra(sound, RATE) == pytest.approx(cepstra(np.float32(0.25) * sound, RATE), abs=1e-6)


def test_two_sounds_of_20_s_take_little_memory() -> None:
    frames = np.random.default_rng(0).normal(size=(2000, 13))
    tracemalloc.start()
    try:
        path = warping_path(frames, frames[::-1].copy())
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(path) >= 2000
    assert peak_bytes < 16e6


def test_what_would_take_too_much_is_refused_before_it_is_begun() -> None:
    with pytest.raises(NotMeasurableError, match="200 s and 100 s are too long to be aligned"):
        warping_path(np.zeros((20_000, 13)), np.zeros((10_000, 13)))
