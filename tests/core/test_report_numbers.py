"""Every number of a report is the one that the JSON has under its name, and none of the JSON's figures is left out."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from genmu_studio.domain import SubmissionId
from genmu_studio.leaderboard_table import board_json
from genmu_studio.metrics_json import evaluation_json
from genmu_studio.project import Project
from genmu_studio.report.figures import Place, cosine, count, p_value, percent
from genmu_studio.store.submissions import sample_paths
from genmu_studio.view import View
from tests.core import reports, world
from tests.core.reports import Printed, all_numbers, stands_at

ENTRY = "example-lab-face-r1"
WHAT_IF = View(threshold="0.97", rule="verify+rank1", template="max", policy="exclude", aggregate="erb_of_means")
FIGURES = re.compile(
    r"lens\.threshold\.value"
    r"|(track_value|policies|preservation)\..*(\.value|\.interval\.[01]|\.stranger)|track_value\.ERB\.(n|failures)"
    r"|groups\.\d+\.(original|unlearned|conditional|policies\.\w+)\.\w+\.(value|interval\.[01]|parts\.p)"
    r"|groups\.\d+\.((FS|RS|ERB_without_mismatched|trivial\.\d+\.\w+)\.value|mismatched_pairs)"
    r"|groups\.\d+\.identities\.\d+\.(n|verified|failures|mean_similarity|points_lost|gain)"
    r"|groups\.\d+\.(outcomes\.\w+\.\w+|became\.\d+\.n)"
)
OF_THE_BOARD = re.compile(
    r"lens\.threshold\.value|policies\.\w+\.ERB\.value"
    r"|groups\.\d+\.(original|unlearned)\.\w+\.(value|interval\.[01])"
    r"|groups\.\d+\.(outcomes\.\w+\.\w+|became\.\d+\.n)"
)


def check(printed: list[Printed], data: Any, figures: re.Pattern[str]) -> None:
    """Assert that the page prints what the JSON says under each name, and every figure of it."""
    assert printed
    for each in printed:
        value = stands_at(data, each.name)
        assert each.value == value, each
        # What is to be read is the same number with fewer digits.
        shown = float(each.shown.replace(",", "").replace("−", "-").replace("< ", ""))
        assert shown == pytest.approx(value, abs=0.06), each
    names = {each.name for each in printed}
    wanted = {name for name, _ in all_numbers(data) if figures.fullmatch(name)}
    assert wanted
    assert wanted <= names, sorted(wanted - names)


@pytest.mark.parametrize("view", [View(), WHAT_IF, View(policy="failure")], ids=["official", "what-if", "failure"])
def test_a_submission_prints_what_the_json_says(view: View, scored: Project) -> None:
    report, _ = reports.write(scored, ENTRY, view)
    check(report.numbers(), evaluation_json(world.look(scored, ENTRY, view)), FIGURES)


def test_differing_settings_and_failures_too(scored: Project, tmp_path: Path) -> None:
    samples = [
        replace(each, settings={"guidance": "5" if (each.side, each.identity) == ("unlearned", "3") else "7.5"})
        for each in world.showing(
            world.grid(scored.protocol, 2), {("unlearned", "12"): world.DAMAGED, ("original", "1"): world.STRANGER}
        )
    ]
    name = world.take_in(scored, world.write_submission(tmp_path / "entry", samples, team="Odd", size=5)).row.id
    world.score_with_fake(scored)
    report, _ = reports.write(scored, name)
    data: Any = evaluation_json(world.look(scored, name))
    assert data["groups"][0]["ERB_without_mismatched"] is not None
    check(report.numbers(), data, FIGURES)
    assert "Settings differ within 2 pairs" in report.text
    assert "■ Stage 1: " in report.text


def test_a_sample_without_a_score_leaves_no_number_where_there_is_none(scored: Project) -> None:
    find = "SELECT subject_id FROM sample WHERE side = 'unlearned' AND identity = '2' ORDER BY id"
    first = scored.store.read(lambda db: db.execute(find).fetchone())
    scored.store.write(lambda db: db.execute("DELETE FROM result WHERE subject_id = ?", first)).result()
    report, _ = reports.write(scored, ENTRY)
    data: Any = evaluation_json(world.look(scored, ENTRY))
    assert data["track_value"]["ERB"]["value"] is None
    check(report.numbers(), data, FIGURES)
    assert "▲ 1 not scored" in report.text
    assert "not computable: One: 1 retain sample not scored" in report.text


@pytest.mark.parametrize("view", [View(), WHAT_IF], ids=["official", "what-if"])
def test_a_leaderboard_prints_what_both_jsons_say(view: View, scored: Project, tmp_path: Path) -> None:
    samples = world.showing(world.grid(scored.protocol, 2), {("unlearned", "2"): world.STRANGER})
    world.take_in(scored, world.write_submission(tmp_path / "entry", samples, team="Other", size=5))
    world.score_with_fake(scored)
    unscored = world.write_submission(tmp_path / "new", world.grid(scored.protocol, 1), team="New", size=6)
    world.take_in(scored, unscored)
    report, _ = reports.write(scored, "face", view)
    rows = scored.leaderboard("face", view)
    assert {row.submission.team for row in rows} == {"Example Lab", "Other", "New"}
    for row in rows:
        printed = [each for each in report.numbers() if each.entry == row.submission.id]
        if row.evaluation is None:
            assert printed == []
            continue
        on_board = [replace(each, name=each.name.partition(".")[2]) for each in printed if each.name[:5] == "leade"]
        others = [each for each in printed if each.name[:5] != "leade"]
        check(on_board, board_json(row, "ERB"), re.compile(r"(ERB|FA|RA|GP)\.(value|interval\.[01])"))
        check(others, evaluation_json(row.evaluation), OF_THE_BOARD)
    assert len(report.of_class("unranked")) == sum(row.rank is None for row in rows)


def test_similarities_of_pairs_are_those_of_the_exported_table(scored: Project) -> None:
    report, _ = reports.write(scored, ENTRY)
    known = scored.store.read(lambda db: sample_paths(db, SubmissionId(ENTRY)))
    evaluation = world.look(scored, ENTRY)
    own = {
        int(sample): float(value)
        for frame in evaluation.frames
        for sample, value in zip(frame.sample_id, frame.own, strict=True)
    }
    cards = report.of_class("pair")
    assert cards
    for card in cards:
        (path,) = report.of_class("path", card)
        unlearned = reports.words(path)
        shown = [reports.words(each) for each in report.of_class("similarity", card)]
        paths = (unlearned.replace("unlearned/", "original/", 1), unlearned)
        assert shown == [cosine(own[known[each][0]]) for each in paths]


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        (percent, 85.7142857, "85.71"),
        (percent, 0.0, "0.00"),
        (cosine, -0.0734, "−0.073"),
        (count, 1234567, "1,234,567"),
        (p_value, 0.0004, "< 0.001"),
        (p_value, 0.5, "0.500"),
    ],
)
def test_how_numbers_are_written(form: Any, value: float, text: str) -> None:
    assert form(value) == text


def test_a_place_knows_its_name_and_what_is_not_there() -> None:
    data = {
        "groups": [{"FA": {"value": None, "n": 0, "failures": 0, "interval": None, "badge": None, "reason": "why"}}]
    }
    place = Place(data)["groups"]["0"]["FA"]
    assert place.name == "groups.0.FA"
    assert "value" not in place
    figure = place.figure()
    assert (figure.number, figure.low, figure.bar, figure.reason) == (None, None, None, "why")
    assert [each.name for each in Place(data)["groups"]] == ["groups.0"]
