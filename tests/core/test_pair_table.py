"""The table of pairs against a slow look at each sample; filters, orders, facts and nearest identities."""

import json
from collections.abc import Sequence
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.evaluation import View
from genmu_studio.pair_codes import SETTINGS_DIFFER, note_codes
from genmu_studio.pair_filter import PairFilter, matching
from genmu_studio.pair_table import PairOutcome, PairTable, build_table, count_outcomes
from genmu_studio.project import Project
from genmu_studio.review import ReviewPairs, load_pairs, pair_facts, sample_media
from scoring.frame import Decision, GroupFrame, Rule, Side, Status
from tests.core import world

IDENTITIES = ("1", "2", "3")


def frame_of(
    rows: Sequence[tuple[Side, int, Status, tuple[float, float, float], int]], name: str = "One"
) -> GroupFrame:
    """Return a frame of (side, identity, status, similarities, partner) rows; the first sample is 100."""
    n = len(rows)
    return GroupFrame(
        group=name,
        forget="1",
        retain=("2", "3"),
        identities=IDENTITIES,
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
    assert count_outcomes(table, matching(table, of_identity("1"))) == {}
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
    everything = np.ones(len(table), dtype=np.bool_)
    assert sum(count_outcomes(table, everything).values()) == len(table)


# ---- from a project ----


def pairs_of(project: Project, view: View | None = None) -> ReviewPairs:
    evaluation = world.look(project, "example-lab-face-r1", view)
    return load_pairs(project, evaluation.submission, evaluation)


def test_the_table_counts_what_the_metrics_count(scored: Project) -> None:
    pairs = pairs_of(scored)
    assert pairs.evaluation is not None
    assert len(pairs.table) == 28
    for group in pairs.evaluation.groups:
        members = [member for member in pairs.table.member_names if member[0] == group.group]
        counts = count_outcomes(pairs.table, matching(pairs.table, PairFilter(identities=frozenset(members))))
        known = group.outcomes
        assert counts.get(PairOutcome.FORGOTTEN, 0) == known["forget"]["forgotten"]
        assert counts.get(PairOutcome.STILL_VERIFIED, 0) == known["forget"]["still_verified"]
        assert counts.get(PairOutcome.KEPT, 0) == known["retain"]["kept"]
        assert counts.get(PairOutcome.LOST, 0) == known["retain"]["lost"]
        assert counts.get(PairOutcome.BECAME_RETAIN, 0) == (
            known["forget"]["became_retain"] + known["retain"]["became_retain"]
        )


def test_the_table_follows_the_lens(scored: Project) -> None:
    strict = pairs_of(scored, View(threshold="1.0")).table
    assert count_outcomes(strict, matching(strict, of_identity("11", "Two")))[PairOutcome.FORGOTTEN] == 4


def test_pairs_can_be_looked_at_before_scoring(unscored: Project) -> None:
    pairs = load_pairs(unscored, unscored.submission("example-lab-face-r1"), None)
    assert len(pairs.table) == 28
    assert set(pairs.table.outcome.tolist()) == {PairOutcome.UNSCORED}
    assert not pairs.table.problem.any()
    facts = pair_facts(unscored, pairs, 0)
    assert facts.original is not None
    assert facts.original.status == ""
    assert facts.nearest_original == ()


def test_facts_of_both_sides_are_those_in_the_store(scored: Project) -> None:
    pairs = pairs_of(scored)
    row = int(np.flatnonzero(matching(pairs.table, of_identity("1")))[0])
    facts = pair_facts(scored, pairs, row)
    assert facts.original is not None
    assert facts.unlearned is not None
    assert (facts.original.id, facts.unlearned.id) == pairs.table.samples(row)
    assert facts.unlearned.path == "unlearned/One/1/c0/0.png"
    assert facts.unlearned.status == "ok"
    assert facts.unlearned.media == sample_media(scored, [facts.unlearned.id])[facts.unlearned.id]
    assert next(near.identity for near in facts.nearest_original) == "1"
    assert next(near.identity for near in facts.nearest_unlearned) == "2"
    assert {near.kind for near in facts.nearest_unlearned} <= {"own", "forget", "retain", "cohort"}
    own = next(near for near in facts.nearest_original if near.kind == "own")
    assert own.similarity == pytest.approx(float(pairs.table.own_original[row]))


def test_flags_and_settings_that_differ_are_problems(scored: Project) -> None:
    pairs = pairs_of(scored)
    assert not pairs.table.problem.any()
    flagged_id, differs_id = pairs.table.samples(3)[1], pairs.table.samples(5)[1]
    digest = pairs.evaluator_digest

    def mark(db: object) -> None:
        execute = db.execute  # type: ignore[attr-defined]  # a Database, as the store gives it
        execute(
            "UPDATE result SET flags_json = ? WHERE evaluator_digest = ? AND subject_id = "
            "(SELECT subject_id FROM sample WHERE id = ?)",
            [json.dumps(["BLUR"]), digest, flagged_id],
        )
        execute("UPDATE pair SET differing_json = ? WHERE unlearned_id = ?", [json.dumps(["guidance"]), differs_id])

    scored.store.write(mark).result()
    with Project.open(scored.folder, "read") as project:
        pairs = pairs_of(project)
        assert np.flatnonzero(pairs.table.problem).tolist() == [3, 5]
        assert np.flatnonzero(pairs.table.mismatched).tolist() == [5]
        assert codes_of(pairs.table, 3) == {"BLUR"}
        assert codes_of(pairs.table, 5) == {SETTINGS_DIFFER}
        assert pair_facts(project, pairs, 5).differing == ("guidance",)
