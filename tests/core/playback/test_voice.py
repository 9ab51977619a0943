"""A sound as it passes: its end, loops that cannot be, and loops that are entered from before."""

import numpy as np
import pytest

from genmu_studio.playback.voice import SEAM_S, Voice
from tests.core.playback.made import RATE, noise

SEAM = round(SEAM_S * RATE)


def read(voice: Voice, frames: int) -> list[float]:
    block = np.full((frames, 1), 9.0, np.float32)
    voice.read(block)
    values: list[float] = block[:, 0].tolist()
    return values


@pytest.mark.parametrize("loop", [(5, 5), (5, 5 + 2 * SEAM - 1), (0, 0), (2000, 1000)])
def test_a_loop_too_short_for_its_seam_is_none(loop: tuple[int, int]) -> None:
    values = noise(0.1, 1)
    voice = Voice(values[:, None], len(values), 0, loop, RATE)
    assert read(voice, len(values)) == values.tolist()
    assert voice.ended


def test_only_what_came_round_begins_with_a_fade() -> None:
    values = noise(0.1, 1)
    voice = Voice(values[:, None], len(values), 100, (500, 2000), RATE)
    before = read(voice, 1900 - SEAM)
    assert before == values[100 : 2000 - SEAM].tolist()
    seam = read(voice, 2 * SEAM)
    assert voice.frame == 500 + SEAM
    own = [*values[2000 - SEAM : 2000], *values[500 : 500 + SEAM]]
    gains = np.array(seam) / np.array(own)
    np.testing.assert_allclose(gains, gains[::-1], atol=1e-4)
    assert (np.diff(gains[:SEAM]) < 0).all()
    assert 0 < gains[SEAM] < 0.02


def test_a_sound_that_begins_behind_a_loop_passes_to_its_end() -> None:
    values = noise(0.1, 1)
    voice = Voice(values[:, None], 6000, 2000, (500, 2000), RATE)
    assert read(voice, 4100) == [*values[2000:].tolist(), *[0.0] * (4100 - len(values) + 2000)]
    assert voice.ended
    assert read(voice, 10) == [0.0] * 10
    assert voice.frame == 6000
