"""PPS on voices: what it says where the truth is known, in medians over utterances of the demo and of real speakers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
import soxr

from scoring.prosody.contours import Contours, contours_of
from scoring.prosody.preservation import Preservation, preservation
from scoring.types import FloatArray
from tests.scoring.prosody.conftest import Spoken
from tests.scoring.prosody.made import RATE, said_again

PARTS = ("pps", "f0", "energy", "duration", "rhythm")
# How far pairs of two sentences of one speaker lie below a shifted voice at least, in points: PPS, and its F0 part.
LEAST_GAP, LEAST_F0_GAP = 25, 50


@dataclass(frozen=True, slots=True)
class Utterance:
    speaker: str
    samples: FloatArray
    contours: Contours


# Of some utterances and a number of semitones, the median of each part.
Shifted = Callable[[Sequence[Utterance], float], Mapping[str, float]]


def listened_to(spoken: Spoken) -> list[Utterance]:
    return [
        Utterance(speaker, samples, contours_of(samples, RATE))
        for speaker, said in spoken.items()
        for samples in said.values()
    ]


@pytest.fixture(scope="module")
def demo(demo_spoken: Spoken) -> list[Utterance]:
    return listened_to(demo_spoken)


@pytest.fixture(scope="module")
def real(real_spoken: Spoken) -> list[Utterance]:
    return listened_to(real_spoken)


@pytest.fixture(params=["demo", pytest.param("real", marks=pytest.mark.voices)])
def utterances(request: pytest.FixtureRequest) -> list[Utterance]:
    found: list[Utterance] = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="module")
def shifted() -> Shifted:
    """Return the medians of what a shift by some semitones keeps, each worked out once."""
    known: dict[tuple[int, float], Mapping[str, float]] = {}

    def medians_of(utterances: Sequence[Utterance], semitones: float) -> Mapping[str, float]:
        key = (id(utterances), semitones)
        if key not in known:
            known[key] = medians(changed(utterances, partial(said_again, shift_semitones=semitones)))
        return known[key]

    return medians_of


def changed(utterances: Sequence[Utterance], change: Callable[[FloatArray], FloatArray]) -> list[Preservation]:
    """Return what is kept of each utterance when `change` has been made to it."""
    return [preservation(each.contours, contours_of(change(each.samples), RATE)) for each in utterances]


def medians(kept: Sequence[Preservation]) -> dict[str, float]:
    """Return the median of each part over the pairs where it is measurable, most of them."""
    found = {}
    for name in PARTS:
        values = [value for each in kept if (value := getattr(each, name).value) is not None]
        assert len(values) >= 0.9 * len(kept)
        found[name] = float(np.median(values))
    return found


def test_every_utterance_keeps_all_of_itself(utterances: list[Utterance]) -> None:
    for each in utterances:
        kept = preservation(each.contours, each.contours)
        for name in PARTS:
            part = getattr(kept, name)
            assert part.value == pytest.approx(100) or "syllable nuclei" in part.reason


def test_on_one_tone_no_melody_is_left_and_all_else_is(utterances: list[Utterance]) -> None:
    found = medians(changed(utterances, partial(said_again, shift_semitones=None)))
    assert found["f0"] <= 2
    assert min(found["energy"], found["duration"], found["rhythm"]) >= 90


@pytest.mark.parametrize("semitones", [-3, 3])
def test_higher_or_lower_with_all_else_kept_is_kept(
    utterances: list[Utterance], shifted: Shifted, semitones: float
) -> None:
    assert min(shifted(utterances, semitones).values()) >= 90


def test_at_half_speed_half_the_duration_is_kept(utterances: list[Utterance]) -> None:
    found = medians(changed(utterances, lambda samples: soxr.resample(samples, RATE, 2 * RATE)))
    assert found["duration"] == pytest.approx(50, abs=1)


def test_other_sentences_of_the_same_voice_lie_far_below(utterances: list[Utterance], shifted: Shifted) -> None:
    pairs = [(one, other) for one, other in pairwise(utterances) if one.speaker == other.speaker]
    floor = medians([preservation(one.contours, other.contours) for one, other in pairs])
    kept = shifted(utterances, 3)

    assert floor["pps"] <= kept["pps"] - LEAST_GAP
    assert floor["f0"] <= kept["f0"] - LEAST_F0_GAP
