"""The crossfade: its level for alike and unlike sounds, its ends, and that nothing leads it astray."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from genmu_studio.playback.crossfade import FADE_S, crossfaded, fade_gains
from scoring.types import FloatArray
from tests.core.playback.made import RATE, level_db

FRAMES = round(FADE_S * RATE)
finite = arrays(np.float32, (24, 2), elements=st.floats(-1, 1, width=32))


def pairs_of(correlation: float, count: int) -> tuple[FloatArray, FloatArray]:
    """Return (count, FRAMES) of two noises of level 0.1 each, correlated so."""
    one, other = 0.1 * np.random.default_rng(1).standard_normal((2, count, FRAMES))
    mixed = correlation * one + np.sqrt(1 - correlation**2) * other
    return one.astype(np.float32), mixed.astype(np.float32)


def test_gains_are_of_equal_power_and_never_quite_at_an_end() -> None:
    down, up = fade_gains(FRAMES)
    np.testing.assert_allclose(down**2 + up**2, 1)
    np.testing.assert_allclose(down, up[::-1])
    assert 1 > down[0] > down[-1] > 0
    assert 0.005 <= FADE_S <= 0.010


@pytest.mark.parametrize("correlation", [1.0, 0.9, 0.5, 0.0, -0.3])
def test_the_level_holds_within_half_a_decibel_throughout_however_alike_two_sounds_are(correlation: float) -> None:
    old, new = pairs_of(correlation, 400)
    faded = np.stack([crossfaded(o[:, None], n[:, None])[:, 0] for o, n in zip(old, new, strict=True)])
    for part in np.split(faded, 12, axis=1):
        assert abs(level_db(part) + 20) < 0.5


def test_without_that_measure_the_level_would_not_hold() -> None:
    old, new = pairs_of(1.0, 400)
    down, up = fade_gains(FRAMES)
    assert level_db((old * down + new * up)[:, 200:280]) + 20 > 2.5


@given(finite)
def test_from_a_sound_to_itself_nothing_is_heard(values: FloatArray) -> None:
    np.testing.assert_allclose(crossfaded(values, values), values, rtol=0, atol=1e-6)


def test_between_unlike_levels_the_power_goes_on_a_straight_way() -> None:
    old, new = pairs_of(0.5, 600)
    faded = np.stack([crossfaded(o[:, None], 4 * n[:, None])[:, 0] for o, n in zip(old, new, strict=True)])
    down, up = fade_gains(FRAMES)
    wanted_db = 10 * np.log10(down**2 * 0.01 + up**2 * 0.16)
    for part, goal in zip(np.split(faded, 8, axis=1), np.split(wanted_db, 8), strict=True):
        assert abs(level_db(part) - 10 * np.log10(np.mean(10 ** (goal / 10)))) < 0.5


@given(finite, finite)
def test_whatever_two_sounds_are_the_way_between_them_is_finite_and_bounded(old: FloatArray, new: FloatArray) -> None:
    faded = crossfaded(old, new)
    assert faded.dtype == np.float32
    assert np.isfinite(faded).all()
    assert np.abs(faded).max() <= np.sqrt(5) * np.sqrt(2) + 1e-5
    # Near its ends it is what it comes from and goes to.
    assert np.abs(crossfaded(np.repeat(old, 40, axis=0), np.repeat(new, 40, axis=0))[0] - old[0]).max() < 0.02


def test_to_and_from_silence_the_sound_only_fades() -> None:
    loud = np.ones((FRAMES, 1), np.float32)
    silent = np.zeros((FRAMES, 1), np.float32)
    down, up = fade_gains(FRAMES)
    np.testing.assert_allclose(crossfaded(loud, silent)[:, 0], down, atol=1e-6)
    np.testing.assert_allclose(crossfaded(silent, loud)[:, 0], up, atol=1e-6)
    assert not crossfaded(silent, silent).any()
