"""People's figures in the window: on the card of the overview and in the leaderboard, said to be theirs, never old."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from genmu_studio.domain import EvaluatorRow
from genmu_studio.leaderboard import LeaderboardRow
from genmu_studio.preservation import PreservedValue
from genmu_studio.project import Project
from scoring.types import MetricValue
from tests.core.labelling import people_world as people
from ui.main_window import MainWindow
from ui.models.leaderboard_model import COLUMN_OF, OF_PEOPLE, LeaderboardModel
from ui.theme import GRID_PX
from ui.views.overview import OverviewView
from ui.views.submissions import SubmissionsView
from ui.widgets.figure import Figure
from ui.widgets.leaderboard_table import LeaderboardTable
from ui.widgets.preserved_card import PreservedCard

WAIT_MS = 20_000
SOURCE = f"people (campaign {people.CAMPAIGN})"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return people.make(tmp_path_factory.mktemp("people"), answered=False)


@pytest.fixture
def project(window: MainWindow, folder: Path, tmp_path: Path) -> Project:
    """Return a project in which nobody has answered yet, open in the window."""
    opened = Project.open(people.copied(folder, tmp_path), "write")
    window.context.set_project(opened)
    window.context.select(opened.submission(people.ENTRY).id)
    return opened


@pytest.fixture
def answered(folder: Path, tmp_path: Path) -> Iterator[Project]:
    (tmp_path / "apart").mkdir()
    with Project.open(people.copied(folder, tmp_path / "apart"), "write") as opened:
        people.answer(opened)
        yield opened


def overview(window: MainWindow, qtbot: QtBot) -> OverviewView:
    window.show_view("overview")
    page = window.page
    assert isinstance(page, OverviewView)
    qtbot.waitUntil(lambda: page.shown is not None and not page.context.is_busy, timeout=WAIT_MS)
    return page


def board(window: MainWindow, qtbot: QtBot) -> LeaderboardTable:
    window.show_view("submissions")
    page = window.page
    assert isinstance(page, SubmissionsView)
    qtbot.waitUntil(lambda: page.table.isVisible() and page.table.model().rowCount() == 2, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not page.context.is_busy, timeout=WAIT_MS)
    return page.table


def told(card: PreservedCard) -> dict[str, str]:
    lines = [
        each.accessibleDescription().splitlines()[0] for each in card.findChildren(Figure) if each.isVisibleTo(card)
    ]
    return dict(line.rsplit(" ", 1) for line in lines)


def texts(card: PreservedCard) -> str:
    return "\n".join(each.text() for each in card.findChildren(QLabel) if each.isVisibleTo(card))


def cell(table: LeaderboardTable, name: str, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> str:
    model = table.model()
    assert isinstance(model, LeaderboardModel)
    place = model.place_of(next(row.submission.id for row in model.entries if row.submission.id == people.ENTRY))
    assert place is not None
    return str(model.index(place, COLUMN_OF[name]).data(role))


def test_the_card_shows_them_once_somebody_has_answered(window: MainWindow, project: Project, qtbot: QtBot) -> None:
    page = overview(window, qtbot)
    assert told(page.preserved) == {}
    window.show_view("submissions")
    people.answer(project)
    page = overview(window, qtbot)
    qtbot.waitUntil(lambda: told(page.preserved) != {}, timeout=WAIT_MS)
    assert told(page.preserved) == {
        "AR by people": repr(people.AR),
        "AR by people smile": "50.0",
        "AR by people age": "0.0",
        "MOS unlearned by people": repr(people.MOS),
        "MOS original by people": repr(people.MOS_ORIGINAL),
    }
    said = texts(page.preserved)
    for words in (
        "3 judged values, coverage 21.4 %", "4 votes, 2 files, 2 annotators", "1 vote, 1 file, 1 annotator",
        "95 % interval 1.00 to 5.00", "▲ 3 of 14 values judged", "▲ no interval: one rater; 1 of 7 files rated",
    ):  # fmt: skip
        assert words in said, words
    assert said.count(SOURCE) == 3
    # That people judged does not mean that an evaluator has: measuring is offered all the same.
    assert page.preserved.score_all.isVisible()
    assert "No evaluator has measured yet" in said


def test_the_card_follows_labels_that_come_while_it_is_shown(
    window: MainWindow, project: Project, answered: Project, tmp_path: Path, qtbot: QtBot
) -> None:
    page = overview(window, qtbot)
    assert told(page.preserved) == {}
    answered.labelling.export(answered.labelling.campaign(people.CAMPAIGN), tmp_path / "labels.jsonl")
    project.labelling.merge(tmp_path / "labels.jsonl")
    qtbot.waitUntil(lambda: told(page.preserved).get("AR by people") == repr(people.AR), timeout=WAIT_MS)


def test_the_leaderboard_shows_them_and_says_whose_they_are(window: MainWindow, project: Project, qtbot: QtBot) -> None:
    table = board(window, qtbot)
    hidden = {name: table.isColumnHidden(place) for name, place in OF_PEOPLE.items()}
    assert hidden == {"AR people": True, "SAR people": True, "MOS": True, "labelled": False}
    assert cell(table, "labelled") == "0 %"
    order = [str(table.model().index(row, 1).data()) for row in range(2)]

    window.show_view("overview")
    people.answer(project)
    table = board(window, qtbot)
    qtbot.waitUntil(lambda: not table.isColumnHidden(OF_PEOPLE["MOS"]), timeout=WAIT_MS)
    assert not table.isColumnHidden(OF_PEOPLE["AR people"])
    assert table.isColumnHidden(OF_PEOPLE["SAR people"])
    assert (cell(table, "AR"), cell(table, "MOS"), cell(table, "labelled")) == ("people 25.0", "4.00", "5 %")
    needed_px = table.fontMetrics().horizontalAdvance(cell(table, "AR"))
    assert table.columnWidth(COLUMN_OF["AR"]) >= needed_px + 2 * GRID_PX
    tip = Qt.ItemDataRole.ToolTipRole
    for words in (repr(people.AR), "3 of 14 values judged", SOURCE, "never ranked"):
        assert words in cell(table, "AR", tip), words
    for words in (repr(people.MOS), "interval 1.00 to 5.00", "n 4", "scale 1 to 5", SOURCE):
        assert words in cell(table, "MOS", tip), words
    assert "2 of 42 entries finished" in cell(table, "labelled", tip)
    assert [str(table.model().index(row, 1).data()) for row in range(2)] == order


def test_an_evaluators_figure_stands_where_people_have_none(answered: Project, qtbot: QtBot) -> None:
    rows = {row.submission.id: row for row in answered.leaderboard("face")}
    mine, other = (rows[answered.submission(name).id] for name in (people.ENTRY, people.OTHER))
    by = measured(mine)
    model = LeaderboardModel()
    model.show_rows([replace(row, preserved={"AR": by}) for row in (mine, other)])

    def said(row: int, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> str:
        return str(model.index(row, COLUMN_OF["AR"]).data(role))

    assert (said(0), said(1)) == ("people 25.0", "80.0")
    tip = said(0, Qt.ItemDataRole.ToolTipRole)
    assert tip.index(SOURCE) < tip.index("80.0") < tip.index(by.evaluator.name)
    assert "no pair has a value on both ends" in said(1, Qt.ItemDataRole.ToolTipRole)


def measured(row: LeaderboardRow) -> PreservedValue:
    assert row.evaluation is not None
    evaluator: EvaluatorRow = row.evaluation.evaluator
    return PreservedValue(row.people["AR"].info, MetricValue(80.0, 7), evaluator, "somewhere")
