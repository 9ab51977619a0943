"""The leaderboard as a table model: what a cell says, sorting, what is greyed."""

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester

from genmu_studio.domain import SubmissionId
from genmu_studio.leaderboard import LeaderboardRow
from genmu_studio.project import Project
from scoring.types import MetricValue
from tests.core import world
from ui.models.leaderboard_flags import flags_of
from ui.models.leaderboard_model import COLUMNS, ERB, FLAGS, RANK, TEAM, LeaderboardModel
from ui.numbers import percent
from ui.widgets.interval_bar import DIMMED, VALUE
from ui.widgets.segments import SEGMENTS

COMPLETE = next(place for place, column in enumerate(COLUMNS) if column.title == "complete")
RECEIVED = next(place for place, column in enumerate(COLUMNS) if column.title == "received UTC")
DESCENDING = Qt.SortOrder.DescendingOrder


@pytest.fixture
def scored(scored_folder: Path, tmp_path: Path) -> Iterator[Project]:
    yield from _opened_copy(scored_folder, tmp_path)


@pytest.fixture
def unscored(unscored_folder: Path, tmp_path: Path) -> Iterator[Project]:
    yield from _opened_copy(unscored_folder, tmp_path)


def _opened_copy(folder: Path, to: Path) -> Iterator[Project]:
    shutil.copytree(folder, to / "project.genmu")
    with Project.open(to / "project.genmu") as project:
        yield project


def _example_lab(project: Project) -> LeaderboardRow:
    return next(row for row in project.leaderboard("face") if row.submission.team == "Example Lab")


def _made(project: Project, **changes: object) -> LeaderboardRow:
    row = _example_lab(project)
    assert row.evaluation is not None
    erb = changes.pop("erb", row.evaluation.track.erb)
    assert isinstance(erb, MetricValue)
    evaluation = replace(row.evaluation, track=replace(row.evaluation.track, erb=erb))
    rank: Any = changes.pop("rank", row.rank)
    reason: Any = changes.pop("reason", row.reason)
    submission = replace(row.submission, **changes)  # type: ignore[arg-type]  # names of its fields
    return LeaderboardRow(submission, evaluation, rank, reason)


def _row(project: Project, name: str, rank: int | None, erb: float | None, reason: str | None = None) -> LeaderboardRow:
    value = MetricValue(erb, 8, interval=None if erb is None else (erb - 5, erb + 5), reason="why")
    return _made(project, id=SubmissionId(name), team=name, rank=rank, erb=value, reason=reason)


@pytest.fixture
def rows(scored: Project) -> tuple[LeaderboardRow, ...]:
    return (
        _row(scored, "alpha", 1, 90.0),
        _row(scored, "beta", 2, 70.0),
        _row(scored, "gamma", 2, 70.0),
        _row(scored, "late", None, 95.0, "received after the deadline"),
        _row(scored, "none", None, None, "ERB not computable: why"),
    )


def _teams(model: LeaderboardModel) -> list[str]:
    return [model.row_at(n).submission.team for n in range(model.rowCount())]


def _texts(model: LeaderboardModel, row: int) -> list[object]:
    return [model.index(row, column).data() for column in range(model.columnCount())]


def test_it_is_a_sound_model(rows: Iterable[LeaderboardRow], qtmodeltester: ModelTester) -> None:
    model = LeaderboardModel()
    model.show_rows(tuple(rows))
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]  # pytest-qt has none for it
    model.sort(ERB, DESCENDING)
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]  # pytest-qt has none for it


def test_a_row_says_what_the_core_says(scored: Project) -> None:
    row = _example_lab(scored)
    assert row.evaluation is not None
    model = LeaderboardModel()
    model.show_rows((row,))
    track = row.evaluation.track
    texts = _texts(model, 0)
    assert texts[:3] == [str(row.rank), "Example Lab", "1"]
    assert track.ea.value is not None
    assert texts[3:7] == [
        percent(track.erb.value), percent(100 - track.ea.value), percent(track.ra.value),
        percent(row.evaluation.gp.value),
    ]  # fmt: skip
    assert texts[7:12] == ["–"] * 5  # AR, SAR, PPS and WER, which nobody measured, and MOS, for which nobody was asked
    assert texts[13:] == ["–", "–", "fake, for tests only", "✓ yes", "01 Jul 00:00"]
    assert model.index(0, ERB).data(VALUE) == track.erb
    assert repr(track.erb.value) in model.index(0, ERB).data(Qt.ItemDataRole.ToolTipRole)


def test_unranked_entries_stay_and_say_why(rows: tuple[LeaderboardRow, ...]) -> None:
    model = LeaderboardModel()
    model.show_rows(rows)
    assert _teams(model) == ["alpha", "beta", "gamma", "late", "none"]
    assert model.index(3, RANK).data() == "–"
    assert model.index(3, ERB).data() == "95.0"
    assert "received after the deadline" in model.index(3, TEAM).data()
    assert [segment.text for segment in model.index(3, TEAM).data(SEGMENTS)[1]] == ["received after the deadline"]
    assert [model.index(n, ERB).data(DIMMED) for n in range(5)] == [False, False, False, True, True]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (Qt.SortOrder.AscendingOrder, ["beta", "gamma", "alpha", "late", "none"]),
        (DESCENDING, ["late", "alpha", "beta", "gamma", "none"]),
    ],
)
def test_sorted_by_erb_what_has_none_goes_last_and_equal_ones_keep_their_order(
    rows: tuple[LeaderboardRow, ...], order: Qt.SortOrder, expected: list[str]
) -> None:
    model = LeaderboardModel()
    model.show_rows(rows)
    kept = QPersistentModelIndex(model.index(0, TEAM))
    model.sort(ERB, order)
    assert _teams(model) == expected
    assert kept.row() == expected.index("alpha")
    model.show_rows(rows[::-1])
    assert model.row_at(0).submission.team == expected[0] or order is not DESCENDING


def test_stale_numbers_are_greyed_until_new_ones_come(rows: tuple[LeaderboardRow, ...]) -> None:
    model = LeaderboardModel()
    model.show_rows(rows)
    model.set_stale()
    assert all(model.index(n, ERB).data(DIMMED) for n in range(5))
    model.show_rows(rows)
    assert not model.index(0, ERB).data(DIMMED)


def test_a_team_of_markup_is_shown_literally(scored: Project) -> None:
    name = "<b>x</b><img src=x>"
    model = LeaderboardModel()
    model.show_rows((_row(scored, name, 1, 50.0),))
    assert model.index(0, TEAM).data().startswith(name)
    assert model.index(0, TEAM).data(SEGMENTS)[0][0].text == name
    tip = model.index(0, TEAM).data(Qt.ItemDataRole.ToolTipRole)
    assert "<img" not in tip
    assert "&lt;b&gt;x&lt;/b&gt;" in tip


def test_an_entry_without_results_shows_dashes(unscored: Project) -> None:
    model = LeaderboardModel()
    model.show_rows(tuple(unscored.leaderboard("face")))
    assert _texts(model, 0)[3:7] == ["–"] * 4
    assert "not scored yet" in model.index(0, TEAM).data()
    assert model.index(0, FLAGS).data(SEGMENTS)[0][0].color == "muted"


def test_flags_name_what_was_found_the_gravest_first(tmp_path: Path) -> None:
    samples = [
        replace(each, settings={"steps": "20" if each.side == "original" or each.identity != "1" else "30"})
        for each in world.grid(world.one_group())
    ]
    samples.append(world.Sample("original", "One", "9", "x", 0, shows="1"))
    with Project.create(tmp_path / "project.genmu", world.one_group()) as project:
        world.take_in(project, world.write_submission(tmp_path / "entry", samples, manifest=world.HEAD))
        (row,) = project.leaderboard("face")
    flags = flags_of(row)
    assert [(flag.color, flag.word) for flag in flags] == [("bad", "1 import error"), ("what_if", "2 mismatched")]
    assert "IDENTITY_UNKNOWN" in flags[0].text
    model = LeaderboardModel()
    model.show_rows((row,))
    assert [segment.text for segment in model.index(0, FLAGS).data(SEGMENTS)[0]] == ["■ 1 import error", "+1"]
    assert model.index(0, COMPLETE).data() == "✕ no"
    assert "weights" in model.index(0, COMPLETE).data(Qt.ItemDataRole.ToolTipRole)


def test_no_time_of_receipt_is_said(unscored: Project) -> None:
    row = _example_lab(unscored)
    model = LeaderboardModel()
    model.show_rows((replace(row, submission=replace(row.submission, received_at_utc=None)),))
    assert model.index(0, RECEIVED).data() == "not noted"
