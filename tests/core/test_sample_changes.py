"""Samples of two tables that ended otherwise, against a slow comparison by name; turns; 100,000 pairs."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from math import isnan
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.pair_building import build_table
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.pair_table import NO_SAMPLE, PairTable
from genmu_studio.sample_changes import ChangedSample, SampleChanges, Turn, compare_samples
from scoring.frame import Decision
from tests.core.made_pairs import GroupOf, frame_of, table_of
from tests.core.pair_tables import tables

Key = tuple[str, str, str, int]
Fate = tuple[str, PairOutcome, str, float, int]  # role, outcome, words, similarity to the own template, sample


def fates(table: PairTable) -> dict[Key, Fate]:
    """Return what became of each unlearned sample, by what was asked for."""
    found: dict[Key, Fate] = {}
    for row in range(len(table)):
        if table.unlearned[row] == NO_SAMPLE:
            continue
        key = (
            table.groups[table.group[row]],
            table.identity_of(row),
            table.conditions[table.condition[row]],
            int(table.seed[row]),
        )
        own = float(table.own_unlearned[row])
        fate = (table.role_of(row), table.outcome_of(row), table.words_of(row), own, table.samples(row)[1])
        found.setdefault(key, fate)
    return found


def slow_changes(before: Mapping[Key, Fate], after: Mapping[Key, Fate]) -> dict[Key, tuple[Fate, Fate]]:
    return {
        key: (fate, after[key])
        for key, fate in before.items()
        if key in after and (fate[1], fate[2]) != (after[key][1], after[key][2])
    }


def known(value: float) -> float | None:
    return None if isnan(value) else value


def key_of(changed: ChangedSample) -> Key:
    return changed.group, changed.identity, changed.condition, changed.seed


def has_one_sample_per_key(table: PairTable) -> bool:
    """Whether the table is one that a submission can have: an import takes no key twice on one side."""
    return len(fates(table)) == np.count_nonzero(table.unlearned != NO_SAMPLE)


def check(before: PairTable, after: PairTable, changes: SampleChanges) -> None:
    first, second = fates(before), fates(after)
    expected = slow_changes(first, second)
    assert changes.matched == len(first.keys() & second.keys())
    assert changes.only_first == len(first.keys() - second.keys())
    assert changes.only_second == len(second.keys() - first.keys())
    assert len(changes.changed) == len(expected)
    assert {key_of(each) for each in changes.changed} == expected.keys()
    for each in changes.changed:
        one, other = expected[key_of(each)]
        assert each == ChangedSample(
            *key_of(each)[:2],
            one[0],
            *key_of(each)[2:],
            samples=(one[4], other[4]),
            outcomes=(one[1], other[1]),
            words=(one[2], other[2]),
            similarities=(known(one[3]), known(other[3])),
        )


def moves(changes: SampleChanges) -> list[float]:
    """Return by how much each similarity moved, infinitely far down the list where it cannot be said."""
    pairs = [each.similarities for each in changes.changed]
    return [-1.0 if a is None or b is None else abs(float(np.float32(b) - np.float32(a))) for a, b in pairs]


one_per_key = tables().map(lambda made: made.table).filter(has_one_sample_per_key)


@given(one_per_key, one_per_key)
def test_it_is_what_a_slow_comparison_by_name_finds(before: PairTable, after: PairTable) -> None:
    changes = compare_samples(before, after)
    check(before, after, changes)
    assert moves(changes) == sorted(moves(changes), reverse=True)


@given(one_per_key, one_per_key)
def test_the_other_way_round_everything_is_mirrored(before: PairTable, after: PairTable) -> None:
    there, back = compare_samples(before, after), compare_samples(after, before)
    assert (there.matched, there.only_first, there.only_second) == (back.matched, back.only_second, back.only_first)
    assert list(there.changed) == [
        replace(
            each,
            samples=each.samples[::-1],
            outcomes=each.outcomes[::-1],
            words=each.words[::-1],
            similarities=each.similarities[::-1],
        )
        for each in back.changed
    ]


@given(one_per_key)
def test_a_table_and_itself_differ_in_nothing(table: PairTable) -> None:
    changes = compare_samples(table, table)
    assert (changes.matched, changes.only_first, changes.only_second) == (len(fates(table)), 0, 0)
    assert len(changes.changed) == 0
    assert changes.changed.turns() == {}


def shared_names(first: float, second: float) -> PairTable:
    """Return two groups that share every identity and condition; similarity of identity 2 in each of them."""
    return table_of(
        [GroupOf("One", ("1", "2"), {"1": 0.2, "2": first}), GroupOf("Two", ("1", "2"), {"1": 0.2, "2": second})],
        conditions=2,
        seeds=1,
        names={0: "view", 1: "other view"},
    )


def test_a_condition_that_several_groups_share_does_not_mix_them() -> None:
    changes = compare_samples(shared_names(0.8, 0.8), shared_names(0.8, 0.2))
    assert changes.matched == 8
    assert [key_of(each) for each in changes.changed] == [("Two", "2", "other view", 42), ("Two", "2", "view", 42)]
    assert {each.words for each in changes.changed} == {("kept", "lost")}


def test_identities_groups_and_conditions_that_are_numbered_otherwise_are_the_same_by_name() -> None:
    one, two = GroupOf("One", ("1", "2", "3"), {"1": 0.2}), GroupOf("Two", ("11", "2", "3"), {"11": 0.2})
    before = table_of([one, two], conditions=2, seeds=2, names={0: "a", 1: "b"})
    after = table_of(
        [two, replace(one, similarity={"1": 0.2, "3": 0.2})], conditions=2, seeds=2, names={0: "b", 1: "a"}
    )
    assert before.identities != after.identities
    changes = compare_samples(before, after)
    check(before, after, changes)
    assert (changes.matched, changes.only_first, changes.only_second) == (24, 0, 0)
    assert {key_of(each)[:2] for each in changes.changed} == {("One", "3")}


def test_who_became_another_person_than_before_has_changed() -> None:
    def became(column: int) -> PairTable:
        frame = frame_of(GroupOf("One", ("1", "2", "3")), conditions=1, seeds=1, first=1)
        similarity = np.full_like(frame.similarity, 0.1)
        similarity[:, column] = 0.9
        return build_table([replace(frame, similarity=similarity)], Decision(0.5))

    changes = compare_samples(became(1), became(2))
    assert [(each.identity, each.words) for each in changes.changed if each.identity == "1"] == [
        ("1", ("became 2", "became 3"))
    ]


def test_turns_are_counted_and_those_that_took_one_stay_in_order() -> None:
    before = table_of([GroupOf("One", ("1", "2", "3"), {"1": 0.8, "2": 0.8})], conditions=2, seeds=3)
    after = table_of([GroupOf("One", ("1", "2", "3"), {"1": 0.2, "2": 0.3, "3": 0.75})], conditions=2, seeds=3)
    changed = compare_samples(before, after).changed
    turns = changed.turns()
    forgotten = Turn("forget", PairOutcome.STILL_VERIFIED, PairOutcome.FORGOTTEN)
    lost = Turn("retain", PairOutcome.KEPT, PairOutcome.LOST)
    assert turns == {forgotten: 6, lost: 6}
    assert list(changed.that_took(lost)) == [each for each in changed if each.identity == "2"]
    assert list(changed.that_took(forgotten)) == [each for each in changed if each.identity == "1"]
    assert list(changed[2:4]) == list(changed)[2:4]


@given(one_per_key, one_per_key)
def test_turns_are_what_counting_one_by_one_gives(before: PairTable, after: PairTable) -> None:
    changed = compare_samples(before, after).changed
    turns = changed.turns()
    assert turns == Counter(Turn(each.role, *each.outcomes) for each in changed)
    assert list(turns.values()) == sorted(turns.values(), reverse=True)
    for turn, n in turns.items():
        took = changed.that_took(turn)
        assert len(took) == n
        assert list(took) == [each for each in changed if Turn(each.role, *each.outcomes) == turn]
        assert [took.place_of(each.samples[0]) for each in took] == list(range(n))
    assert changed.place_of(-7) is None


def test_samples_that_only_one_has_are_counted_and_not_compared() -> None:
    group = GroupOf("One", ("1", "2"), {"1": 0.2})
    few, many = table_of([group], conditions=1, seeds=3), table_of([group], conditions=2, seeds=2)
    changes = compare_samples(few, many)
    assert (changes.matched, changes.only_first, changes.only_second) == (4, 2, 4)
    empty = build_table([], Decision(0.5))
    assert compare_samples(few, empty).only_first == 6
    assert compare_samples(empty, empty).matched == 0


def test_those_that_nothing_was_acquired_of_come_last() -> None:
    group = GroupOf("One", ("1", "2"), {"1": 0.2, "2": 0.8})
    before = table_of([group], conditions=1, seeds=4)
    after = table_of([replace(group, similarity={"1": 0.9, "2": 0.2})], conditions=1, seeds=4)
    own = after.own_unlearned.copy()
    own[0] = np.nan
    changed = compare_samples(before, replace(after, own_unlearned=own)).changed
    assert len(changed) == 8
    before_it, after_it = changed[-1].similarities
    assert before_it == pytest.approx(0.1)
    assert after_it is None
    assert all(None not in each.similarities for each in changed[:-1])


def test_100_000_pairs_take_less_than_two_seconds() -> None:
    people = tuple(str(number) for number in range(100))
    before = table_of([GroupOf("One", people)], conditions=25, seeds=40)
    after = replace(before, outcome=np.full(len(before), PairOutcome.COLLAPSED, dtype=np.int8))
    began = perf_counter()
    changes = compare_samples(before, after)
    turns = changes.changed.turns()
    shown = list(changes.changed[:50])
    assert perf_counter() - began < 2
    assert (changes.matched, len(changes.changed), sum(turns.values()), len(shown)) == (100_000, 100_000, 100_000, 50)


@st.composite
def halves(draw: st.DrawFn) -> tuple[PairTable, PairTable]:
    table = draw(one_per_key)
    return table, replace(table, outcome=np.array(draw(st.permutations(table.outcome.tolist())), dtype=np.int8))


@given(halves())
def test_only_outcomes_make_a_change(pair: tuple[PairTable, PairTable]) -> None:
    before, after = pair
    check(before, after, compare_samples(before, after))
