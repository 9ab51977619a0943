"""The table of pairs against a slow look at each sample, and what else it says of a pair."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.marks import Marks
from genmu_studio.pair_building import build_table
from genmu_studio.pair_codes import NO_PARTNER, SETTINGS_DIFFER, note_codes
from genmu_studio.pair_filter import PairFilter, matching
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.pair_table import PairTable, with_marks
from scoring.errors import BugError
from scoring.frame import POLICIES, Decision, GroupFrame, Policy, Rule, Side, Status
from scoring.metrics.outcomes import identity_trials, outcomes, tally
from tests.core.pair_tables import CONDITIONS, GROUPS, IDENTITIES, Made, marks_of, tables

THREE = ("1", "2", "3")


def frame_of(
    rows: Sequence[tuple[Side, int, Status, tuple[float, float, float], int]], name: str = "One"
) -> GroupFrame:
    """Return a frame of (side, identity, status, similarities, partner) rows; the first sample is 100."""
    n = len(rows)
    return GroupFrame(
        group=name,
        forget="1",
        retain=("2", "3"),
        identities=THREE,
        sample_id=np.arange(100, 100 + n, dtype=np.int64),
        side=np.array([row[0] for row in rows], dtype=np.int8),
        identity=np.array([row[1] for row in rows], dtype=np.intp),
        condition=np.zeros(n, dtype=np.intp),
        seed=np.arange(n, dtype=np.int64),
        status=np.array([row[2] for row in rows], dtype=np.int8),
        similarity=np.array([row[3] for row in rows], dtype=np.float32).reshape(n, 3),
        partner=np.array([row[4] for row in rows], dtype=np.intp),
        mismatched=np.zeros(n, dtype=np.bool_),
    )


def of_identity(identity: str, group: str = "One") -> PairFilter:
    return PairFilter(identities=frozenset({(group, identity)}))


def codes_of(table: PairTable, row: int) -> set[str]:
    return {code for bit, code in enumerate(table.codes) if int(table.code_bits[row]) >> bit & 1}


def hand_made() -> PairTable:
    """Return five pairs of which one lacks its original and one its unlearned sample, worked out by hand."""
    ok, failed = Status.SCORED, Status.FAILURE
    nan = float("nan")
    frame = frame_of([
        (Side.ORIGINAL, 0, ok, (0.9, 0.1, 0.1), 1),  # 100
        (Side.UNLEARNED, 0, ok, (0.2, 0.7, 0.1), 0),  # 101: forget, became 2
        (Side.ORIGINAL, 1, ok, (0.1, 0.8, 0.0), 3),  # 102
        (Side.UNLEARNED, 1, ok, (0.6, 0.3, 0.1), 2),  # 103: retain, became 1
        (Side.ORIGINAL, 2, ok, (0.1, 0.0, 0.9), -1),  # 104: alone
        (Side.UNLEARNED, 2, failed, (nan, nan, nan), -1),  # 105: alone, collapsed
        (Side.ORIGINAL, 1, ok, (0.1, 0.7, 0.0), 7),  # 106
        (Side.UNLEARNED, 1, ok, (0.1, 0.6, 0.0), 6),  # 107: kept
    ])  # fmt: skip
    return build_table([frame], Decision(0.5), note_codes({("BLUR",): [106]}))


def test_pairs_come_by_identity_the_forget_identity_first_with_those_that_lack_a_side() -> None:
    table = hand_made()
    assert [table.samples(row) for row in range(len(table))] == [
        (100, 101), (102, 103), (106, 107), (104, -1), (-1, 105),
    ]  # fmt: skip
    assert [table.role_of(row) for row in range(len(table))] == ["forget", "retain", "retain", "retain", "retain"]


def test_outcomes_are_told_in_words() -> None:
    table = hand_made()
    assert [table.words_of(row) for row in range(len(table))] == [
        "became 2", "became 1", "kept", "no unlearned sample", "collapsed",
    ]  # fmt: skip
    assert [table.outcome_of(row) for row in range(len(table))] == [
        PairOutcome.BECAME_RETAIN,
        PairOutcome.BECAME_FORGET,
        PairOutcome.KEPT,
        PairOutcome.ABSENT,
        PairOutcome.COLLAPSED,
    ]


def test_similarities_are_those_of_each_side_and_missing_where_the_side_is() -> None:
    table = hand_made()
    np.testing.assert_allclose(table.own_original, [0.9, 0.8, 0.7, 0.9, np.nan], rtol=1e-6)
    np.testing.assert_allclose(table.own_unlearned, [0.2, 0.3, 0.6, np.nan, np.nan], rtol=1e-6)
    np.testing.assert_allclose(table.forget_unlearned, [0.2, 0.6, 0.1, np.nan, np.nan], rtol=1e-6)


def test_problems_are_flags_failures_and_missing_partners() -> None:
    table = hand_made()
    assert table.problem.tolist() == [False, False, True, True, True]
    assert matching(table, PairFilter(problems=True)).tolist() == table.problem.tolist()


def test_before_scoring_nothing_has_failed() -> None:
    table = build_table([frame_of([(Side.UNLEARNED, 0, Status.ERROR, (0, 0, 0), 1)] * 1 + [
        (Side.ORIGINAL, 0, Status.ERROR, (0, 0, 0), 0)])], None)  # fmt: skip
    assert not table.problem.any()
    assert table.outcome_of(0) is PairOutcome.UNSCORED


def test_a_table_of_nothing_is_empty() -> None:
    table = build_table([], Decision(0.5))
    assert len(table) == 0
    assert matching(table, of_identity("1")).tolist() == []
    assert table.row_of(3) is None


def test_a_sample_is_found_on_either_side() -> None:
    table = hand_made()
    assert [table.row_of(sample) for sample in (100, 103, 104, 105, 999, -1)] == [0, 1, 3, 4, None, None]


def slow_outcome(frame: GroupFrame, row: int, decision: Decision) -> tuple[PairOutcome, str]:
    """Return what became of a sample and whom, by the words of protocol §2, one sample at a time."""
    forget = frame.identity[row] == 0
    if frame.status[row] == Status.FAILURE:
        return PairOutcome.COLLAPSED, ""
    if frame.status[row] == Status.ERROR or np.isnan(frame.similarity[row]).any():
        return PairOutcome.UNSCORED, ""
    threshold = np.float32(decision.threshold)
    values = {name: frame.similarity[row][column] for column, name in enumerate(frame.identities)}
    own = values.pop(frame.identities[frame.identity[row]])
    best = max(values, key=lambda name: (values[name], -int(name)))
    nearest = own >= values[best] or decision.rule == "verify"
    if own >= threshold and nearest:
        return (PairOutcome.STILL_VERIFIED if forget else PairOutcome.KEPT), ""
    if values[best] >= threshold:
        return (PairOutcome.BECAME_FORGET if best == "1" else PairOutcome.BECAME_RETAIN), best
    return (PairOutcome.FORGOTTEN if forget else PairOutcome.LOST), ""


COSINE = st.sampled_from([-1.0, 0.0, 0.25, 0.5, 0.75, 1.0])
SAMPLE = st.tuples(
    st.sampled_from(list(Side)), st.integers(0, 2), st.sampled_from(list(Status)), st.tuples(COSINE, COSINE, COSINE),
)  # fmt: skip


@given(st.lists(SAMPLE, max_size=12), st.sampled_from(["verify", "verify+rank1"]))
def test_every_sample_stands_in_one_pair_with_the_outcome_that_a_slow_look_finds(
    samples: list[tuple[Side, int, Status, tuple[float, float, float]]], rule: Literal["verify", "verify+rank1"]
) -> None:
    wanted: Rule = rule
    partner = [-1] * len(samples)
    for row, sample in enumerate(samples):
        others = [
            other
            for other in range(row)
            if partner[other] < 0 and samples[other][1] == sample[1] and samples[other][0] != sample[0]
        ]
        if others:
            partner[row], partner[others[0]] = others[0], row
    frame = frame_of([(*sample, partner[row]) for row, sample in enumerate(samples)])
    decision = Decision(0.5, wanted)
    table = build_table([frame], decision)
    found = [sample for row in range(len(table)) for sample in table.samples(row) if sample >= 0]
    assert sorted(found) == frame.sample_id.tolist()
    for row in range(len(table)):
        unlearned = table.samples(row)[1]
        if unlearned >= 0:
            outcome, became = slow_outcome(frame, unlearned - 100, decision)
            assert table.outcome_of(row) is outcome
            assert (table.words_of(row) == f"became {became}") == bool(became)


# ---- what else is known of a pair ----


@given(tables(most=12))
def test_a_table_says_of_each_pair_what_it_was_made_of(made: Made) -> None:
    table = made.table
    assert len(table) == len(made.pairs)
    for row in range(len(table)):
        pair = made.pair(row)
        assert table.samples(row) == (pair.original, pair.unlearned)
        assert (table.groups[table.group[row]], table.identity_of(row)) == (
            GROUPS[pair.group], IDENTITIES[pair.identity],
        )  # fmt: skip
        assert table.member_names[table.index.member[row]] == (GROUPS[pair.group], IDENTITIES[pair.identity])
        assert table.role_of(row) == pair.role
        assert table.conditions[table.condition[row]] == CONDITIONS[pair.condition]
        assert table.seed[row] == pair.seed
        assert codes_of(table, row) == pair.codes
        assert bool(table.problem[row]) == pair.is_problem
        assert table.pick[row] == {"pick": 1, "reject": -1, None: 0}[pair.pick]
        assert (bool(table.bookmarked[row]), bool(table.noted[row])) == (pair.bookmarked, pair.note is not None)
        assert table.notes.get(row) == pair.note
        assert table.key(row) == pair.key
        assert [table.row_of(sample) for sample in table.samples(row) if sample >= 0] == [row] * (
            1 + (-1 not in table.samples(row))
        )


@given(tables(), tables())
def test_marks_are_replaced_as_a_whole_and_nothing_else(made: Made, other: Made) -> None:
    marks = marks_of(list(other.pairs.values()))
    marked = with_marks(made.table, marks)
    keys = [made.table.key(row) for row in range(len(made.table))]
    assert marked.pick.tolist() == [{"pick": 1, "reject": -1}.get(marks.picks.get(key, ""), 0) for key in keys]
    assert marked.bookmarked.tolist() == [key in marks.bookmarks for key in keys]
    assert marked.noted.tolist() == [key in marks.notes for key in keys]
    assert marked.notes == {row: marks.notes[key] for row, key in enumerate(keys) if key in marks.notes}
    replaced = {"pick", "bookmarked", "noted", "notes"}
    names = {field.name for field in fields(PairTable)} - replaced
    assert all(getattr(marked, name) is getattr(made.table, name) for name in names)


def test_a_mark_of_the_original_is_that_of_a_pair_only_where_it_is_alone() -> None:
    marked = with_marks(hand_made(), Marks({100: "pick", 104: "reject"}, frozenset({100, 105}), {102: "note"}))
    assert marked.pick.tolist() == [0, 0, 0, -1, 0]
    assert marked.bookmarked.tolist() == [False, False, False, False, True]
    assert not marked.noted.any()


def test_codes_are_those_of_either_side_and_no_partner() -> None:
    table = hand_made()
    assert [codes_of(table, row) for row in range(len(table))] == [
        set(), set(), {"BLUR"}, {NO_PARTNER}, {NO_PARTNER},
    ]  # fmt: skip
    assert table.codes == ("BLUR", SETTINGS_DIFFER, NO_PARTNER)


def test_codes_come_in_the_order_of_the_program_and_unknown_ones_after() -> None:
    noted = note_codes({("TINY_FACE", "Z_NEW"): [4, 2], ("DAMAGED",): [3], ("A_NEW", "TINY_FACE"): [1]})
    assert noted.codes == ("DAMAGED", "TINY_FACE", "A_NEW", "Z_NEW")
    assert noted.samples.tolist() == [1, 2, 3, 4]
    assert noted.bits.tolist() == [0b0110, 0b1010, 0b0001, 0b1010]
    assert noted.of(np.array([3, 9, 1, 0])).tolist() == [0b0001, 0, 0b0110, 0]


def test_more_codes_than_bits_are_a_bug() -> None:
    with pytest.raises(BugError, match="65 codes do not fit into 64 bits"):
        note_codes({(f"CODE_{number:02d}",): [number] for number in range(65)})


def collapsed_pairs() -> list[GroupFrame]:
    """Return a forget pair and a retain pair whose unlearned samples failed, and a forget pair that still verifies."""
    return [
        frame_of([
            (Side.ORIGINAL, 0, Status.SCORED, (0.9, 0.1, 0.1), 1),
            (Side.UNLEARNED, 0, Status.FAILURE, (np.nan,) * 3, 0),
            (Side.ORIGINAL, 1, Status.SCORED, (0.1, 0.8, 0.0), 3),
            (Side.UNLEARNED, 1, Status.FAILURE, (np.nan,) * 3, 2),
            (Side.ORIGINAL, 0, Status.SCORED, (0.9, 0.1, 0.1), 5),
            (Side.UNLEARNED, 0, Status.SCORED, (0.9, 0.1, 0.1), 4),
        ])
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("policy", "costing"),
    [("forgotten", {103, 105}), ("failure", {101, 103, 105}), ("exclude", {105})],
)
def test_whether_a_failed_sample_costs_points_is_up_to_the_policy(policy: Policy, costing: set[int]) -> None:
    table = build_table(collapsed_pairs(), Decision(0.5, policy=policy))
    assert {int(table.unlearned[row]) for row in np.flatnonzero(table.costs)} == costing


@pytest.mark.parametrize("policy", POLICIES)
def test_pairs_that_cost_points_are_as_many_as_the_metrics_count(policy: Policy) -> None:
    (frame,) = collapsed_pairs()
    decision = Decision(0.5, policy=policy)
    counts = tally(frame, outcomes(frame, decision))
    found = identity_trials(counts, Side.UNLEARNED, policy)
    forgiven = int(found.verified[0]) + int((found.n - found.verified)[1:].sum())
    assert np.count_nonzero(build_table([frame], decision).costs) == forgiven


def test_conditions_without_a_name_are_numbered() -> None:
    assert hand_made().conditions == ("condition 1",)
