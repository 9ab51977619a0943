import random
from collections.abc import Mapping
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.domain import SampleRow, Side
from genmu_studio.protocol import Protocol
from genmu_studio.submission.coverage import note_grid, note_pairs, note_undelivered
from genmu_studio.submission.manifest import ConditioningSection
from genmu_studio.submission.pairs import Pair, match_pairs
from genmu_studio.submission.problems import ProblemList

BASE = SampleRow("", "original", "Face Set 1", "forget", "3422", "c", 1)


def _row(side: Side, identity: str, seed: int, settings: Mapping[str, str] | None = None) -> SampleRow:
    path = f"{side}/{identity}/{seed}.png"
    return replace(BASE, path=path, side=side, identity=identity, seed=seed, settings=settings or {})


def _messages(problems: ProblemList) -> list[tuple[str, str]]:
    return [(each.code, each.message) for each in problems.listed()]


def test_pairs_mismatches_and_lone_samples() -> None:
    rows = [
        _row("unlearned", "3422", 1, {"steps": "30", "prompt": "p"}),
        _row("original", "3422", 1, {"steps": "20", "prompt": "p"}),
        _row("original", "3422", 2),
        _row("unlearned", "5230", 2),
        _row("original", "5230", 3, {"steps": "20"}),
        _row("unlearned", "5230", 3),
        _row("reproduced", "3422", 1),
    ]
    found = match_pairs(rows, ("prompt", "steps"))
    assert found.pairs == (Pair(1, 0, ("steps",)), Pair(4, 5, ("steps",)))
    assert (found.lone_originals, found.lone_unlearned) == ((2,), (3,))
    assert (found.matched, found.mismatched) == (0, 2)
    assert match_pairs(rows, ("prompt",)).matched == 2
    problems = ProblemList()
    note_pairs(rows, found, problems)
    assert [each[0] for each in _messages(problems)] == ["UNPAIRED", "UNPAIRED", "SETTINGS_DIFFER", "SETTINGS_DIFFER"]


def test_prompt_types_of_a_pair_are_equal() -> None:
    one = replace(_row("original", "", 1), concept="Monet", prompt_type="direct")
    two = replace(_row("unlearned", "", 1), concept="Monet", prompt_type="indirect")
    assert match_pairs([one, two], ()).pairs == (Pair(0, 1, ("prompt_type",)),)


cells = st.tuples(st.sampled_from(["original", "unlearned"]), st.sampled_from(["a", "b"]), st.integers(0, 5))


@given(st.sets(cells), st.randoms(use_true_random=False))
def test_pairs_are_those_of_a_slow_search_in_any_order(drawn: set[tuple[Side, str, int]], rng: random.Random) -> None:
    rows = [_row(*cell) for cell in sorted(drawn)]
    rng.shuffle(rows)
    found = match_pairs(rows, ())
    slow = {
        (i, j)
        for i, one in enumerate(rows)
        for j, two in enumerate(rows)
        if one.side == "original" and two.side == "unlearned" and one.pair_key == two.pair_key
    }
    assert {(pair.original, pair.unlearned) for pair in found.pairs} == slow
    places = [place for pair in found.pairs for place in (pair.original, pair.unlearned)]
    assert sorted([*places, *found.lone_originals, *found.lone_unlearned]) == list(range(len(rows)))


def test_what_was_not_delivered_is_noted(protocol: Protocol) -> None:
    problems = ProblemList()
    note_undelivered([_row("unlearned", "3422", 1), _row("original", "5230", 1)], "face", protocol, problems)
    assert _messages(problems) == [
        ("IDENTITY_NOT_DELIVERED", "Face Set 1: 5230 (retain) has no unlearned samples"),
        ("IDENTITY_NOT_DELIVERED", "Face Set 1: 5239 (retain) has no unlearned samples"),
        ("IDENTITY_NOT_DELIVERED", "Face Set 1: 1539 (retain) has no unlearned samples"),
        ("GROUP_NOT_DELIVERED", "Face Set 2 has no unlearned samples"),
    ]


def test_the_declared_grid_is_compared() -> None:
    problems = ProblemList()
    rows = [_row("unlearned", "3422", seed) for seed in (1, 2)] + [_row("original", "3422", seed) for seed in (1, 2, 3)]
    note_grid(rows, ConditioningSection(samples_per_identity=3, seeds=(1, 2, 3)), problems)
    assert _messages(problems) == [
        ("GRID_INCOMPLETE", "3422, unlearned: 2 samples, 3 declared"),
        ("GRID_INCOMPLETE", "3422, unlearned: 1 of 3 declared seeds missing: 3"),
    ]
