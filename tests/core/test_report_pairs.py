"""Which pairs a report shows, and in what order."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.evaluation import Evaluation
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.pair_table import PairTable
from genmu_studio.project import Project
from genmu_studio.report.marked_pairs import choose_marked
from genmu_studio.report.outcome_marks import mark_of
from genmu_studio.report.worst_pairs import choose_worst, share_out
from genmu_studio.review import load_pairs
from genmu_studio.view import View
from tests.core import reports, world
from tests.core.reports import words

ENTRY = "example-lab-face-r1"
CLAIMS = st.lists(st.tuples(st.integers(0, 60).map(float), st.integers(1, 40)), max_size=8)


def pairs_of(project: Project, view: View | None = None) -> tuple[Evaluation, PairTable]:
    evaluation = world.look(project, ENTRY, view)
    return evaluation, load_pairs(project, project.submission(ENTRY), evaluation.look).table


# ---- shares ----


def one_by_one(places: int, claims: list[tuple[float, int]]) -> list[int]:
    """Hand the places out one by one, to whoever has most points, then most pairs, per place he would have."""
    given_out = [0] * len(claims)
    for _ in range(places):
        open_ = [number for number, (_, pairs) in enumerate(claims) if given_out[number] < pairs]
        if not open_:
            break
        owed = [(claims[n][0] / (given_out[n] + 1), claims[n][1] / (given_out[n] + 1), -n) for n in open_]
        given_out[-max(owed)[2]] += 1
    return given_out


@given(st.integers(0, 30), CLAIMS)
def test_places_are_shared_as_if_handed_out_one_by_one(places: int, claims: list[tuple[float, int]]) -> None:
    shares = share_out(places, claims)
    assert shares == one_by_one(places, claims)
    assert sum(shares) == min(places, sum(pairs for _, pairs in claims))


@given(st.integers(0, 30), CLAIMS)
def test_whoever_lost_more_and_has_as_many_pairs_gets_no_fewer_places(
    places: int, claims: list[tuple[float, int]]
) -> None:
    ordered = sorted(claims, reverse=True)
    shares = share_out(places, ordered)
    for ((_, pairs), its), ((_, less), others) in pairwise(zip(ordered, shares, strict=True)):
        if pairs >= less:
            assert its >= others


# ---- worst pairs ----


def test_the_dearest_identity_comes_first_and_its_worst_pair(scored: Project) -> None:
    evaluation, table = pairs_of(scored)
    chosen = choose_worst(evaluation, table)
    # 11 still verifies everywhere and takes all of its group's ERB; 13 is lost; the group One is perfect.
    assert [each.member for each in chosen] == [("Two", "11"), ("Two", "13")]
    assert [(len(each.rows), each.shown) for each in chosen] == [(4, 4), (4, 4)]
    forget, retain = (table.own_unlearned[each.rows] for each in chosen)
    assert np.all(np.diff(forget) <= 0)
    assert np.all(np.diff(retain) >= 0)
    assert all(table.costs[row] for each in chosen for row in each.on_page)


def test_few_places_go_to_the_dearest(scored: Project) -> None:
    evaluation, table = pairs_of(scored)
    points = {each.identity: each.points_lost for each in evaluation.groups[1].identities if each.points_lost}
    (first, second) = choose_worst(evaluation, table, most=3)
    assert points[first.member[1]] >= points.get(second.member[1], 0)
    assert first.shown + second.shown == 3
    assert first.shown >= second.shown
    assert first.on_page == tuple(first.rows[: first.shown])


def test_failures_cost_what_the_policy_says_and_come_last(scored: Project, tmp_path: Path) -> None:
    samples = [
        replace(each, shows=world.DAMAGED) if (each.side, each.condition) == ("unlearned", "c0") else each
        for each in world.grid(scored.protocol, 2)
        if each.group == "One"
    ]
    name = world.take_in(scored, world.write_submission(tmp_path / "entry", samples, team="Odd", size=5)).row.id
    world.score_with_fake(scored)
    shown = {}
    for policy in ("forgotten", "failure", "exclude"):
        evaluation = world.look(scored, name, View(policy=policy))
        table = load_pairs(scored, scored.submission(name), evaluation.look).table
        chosen = choose_worst(evaluation, table)
        shown[policy] = {each.member[1]: [table.outcome_of(row) for row in each.rows.tolist()] for each in chosen}
    verified, collapsed = PairOutcome.STILL_VERIFIED, PairOutcome.COLLAPSED
    assert shown["forgotten"] == {"1": [verified], "2": [collapsed], "3": [collapsed], "4": [collapsed]}
    assert shown["failure"]["1"] == [verified, collapsed]
    assert shown["exclude"] == {"1": [verified]}


def test_without_an_erb_pairs_are_shown_all_the_same(scored: Project) -> None:
    find = "SELECT subject_id FROM sample WHERE side = 'unlearned' AND identity = '12' ORDER BY id"
    first = scored.store.read(lambda db: db.execute(find).fetchone())
    scored.store.write(lambda db: db.execute("DELETE FROM result WHERE subject_id = ?", first)).result()
    evaluation, table = pairs_of(scored)
    assert evaluation.groups[1].unlearned.erb.value is None
    chosen = choose_worst(evaluation, table)
    assert [(each.member[1], each.shown) for each in chosen] == [("11", 4), ("13", 4)]
    report, _ = reports.write(scored, ENTRY)
    titles = [words(each) for each in report.all("h3", report.section("worst-pairs"))]
    assert titles == ["11 forget, Two · 4 of 4 such pairs", "13 retain, Two · 4 of 4 such pairs"]


def test_a_sample_without_a_partner_stands_beside_its_absence(scored: Project, tmp_path: Path) -> None:
    samples = [
        each
        for each in world.grid(scored.protocol, 1)
        if each.group == "One" and (each.side, each.identity) != ("original", "1")
    ]
    name = world.take_in(scored, world.write_submission(tmp_path / "entry", samples, team="Odd", size=5)).row.id
    world.score_with_fake(scored)
    report, _ = reports.write(scored, name)
    (card,) = report.of_class("pair")
    first, second = report.of_class("sample", card)
    assert words(first).startswith("✕ NO SAMPLE")
    assert report.all("img", second)
    assert words(report.of_class("path", card)[0]) == "unlearned/One/1/c0/0.png"


# ---- marked pairs ----


def test_marked_rows_are_ordered_and_counted(scored: Project) -> None:
    _, table = pairs_of(scored)
    n = len(table)
    marked = replace(
        table,
        bookmarked=np.arange(n) == 5,
        pick=np.where(np.arange(n) == 1, -1, np.where(np.arange(n) == 3, 1, 0)).astype(np.int8),
        noted=np.arange(n) == 0,
    )
    chosen = choose_marked(marked)
    assert (chosen.rows, chosen.total) == ((5, 3, 1, 0), 4)
    few = choose_marked(marked, most=2)
    assert (few.rows, few.total) == ((5, 3), 4)
    assert choose_marked(table).total == 0


def test_every_outcome_has_a_shape_and_a_word() -> None:
    marks = [mark_of(outcome) for outcome in PairOutcome]
    assert all(mark.word for mark in marks)
    assert mark_of(PairOutcome.BECAME_RETAIN, "became 2").word == "became 2"
    # Of the outcomes of one role no two look alike: what is lost, became another and collapsed differ in shape.
    retain = [
        PairOutcome.KEPT,
        PairOutcome.LOST,
        PairOutcome.BECAME_RETAIN,
        PairOutcome.COLLAPSED,
        PairOutcome.UNSCORED,
    ]
    forget = [PairOutcome.FORGOTTEN, PairOutcome.STILL_VERIFIED, *retain[2:]]
    for role in (retain, forget):
        assert len({mark_of(outcome).shape for outcome in role}) == len(role)
