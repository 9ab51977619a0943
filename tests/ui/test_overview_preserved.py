"""The card of what is kept besides identity: its numbers are those of `genmu metrics`, and it offers to measure."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from genmu_studio.metrics_json import preservation_json
from genmu_studio.overview.preserved import preserved
from genmu_studio.project import Project
from scoring.types import Measurement, MetricValue
from tests.core import spoken_world as spoken
from tests.ui.spoken_window import look_at
from ui.main_window import MainWindow
from ui.views.overview import OverviewView
from ui.widgets.figure import Figure
from ui.widgets.preserved_card import PreservedCard

WAIT_MS = 20_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return spoken.make(tmp_path_factory.mktemp("spoken"))


@pytest.fixture(scope="module")
def bare_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return spoken.make(tmp_path_factory.mktemp("bare"), measured=False)


def overview(window: MainWindow, qtbot: QtBot) -> OverviewView:
    window.show_view("overview")
    page = window.page
    assert isinstance(page, OverviewView)
    qtbot.waitUntil(lambda: page.shown is not None and not page.context.is_busy, timeout=WAIT_MS)
    return page


def told(card: PreservedCard) -> dict[str, str]:
    """Return the first line of what each figure tells on demand, by the name it is told with."""
    lines = [each.accessibleDescription().splitlines()[0] for each in card.findChildren(Figure) if not each.isHidden()]
    return dict(line.rsplit(" ", 1) for line in lines)


def texts(card: PreservedCard) -> str:
    return "\n".join(each.text() for each in card.findChildren(QLabel) if not each.isHidden())


def json_of(project: Project) -> Any:
    found = project.preserved(project.submission(spoken.ENTRY))
    return preservation_json(MetricValue(None, reason="of no matter here"), found)


def test_every_number_is_that_of_genmu_metrics(window: MainWindow, folder: Path, tmp_path: Path, qtbot: QtBot) -> None:
    project = look_at(window, folder, tmp_path)
    page = overview(window, qtbot)
    data = json_of(project)
    names = {
        "PPS": "PPS", "PPS F0": "PPS_f0", "PPS energy": "PPS_energy", "PPS duration": "PPS_duration",
        "PPS rhythm": "PPS_rhythm", "WER": "WER", "Distill_MOS": "Distill_MOS", "DNSMOS": "DNSMOS",
    }  # fmt: skip
    assert told(page.preserved) == {told_as: repr(data[name]["value"]) for told_as, name in names.items()}


def test_floor_coverage_edits_and_originals_stand_beside(
    window: MainWindow, folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    look_at(window, folder, tmp_path)
    said = texts(overview(window, qtbot).preserved)
    for words in (
        "floor 25.0, of unlike sentences", "13 of 15 pairs measured", "0 inserted, 10 deleted, 0 substituted",
        "original 0.0", "original 4.00, change −0.80", "original 3.25, change −0.75",
        "▲ 2 pairs not measurable; few conditions", "95 % interval 4.2 to 30.1",
    ):  # fmt: skip
        assert words in said
    assert said.count("▲ light stand-in") == 3
    assert "pps_praat\nreference method, without weights" in said
    assert "official" not in said


def test_measuring_all_aspects_is_offered_where_none_was(
    window: MainWindow, bare_folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    project = look_at(window, bare_folder, tmp_path)
    page = overview(window, qtbot)
    assert page.preserved.isVisible()
    assert page.preserved.blocks == []
    action = window.table["score_aspects"]
    action.triggered.disconnect()
    button = page.preserved.score_all
    assert button.accessibleName() == action.iconText()
    with qtbot.waitSignal(action.triggered):
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Space)
    spoken.measure(project, "naturalness_distillmos", lambda heard: Measurement({"distill_mos": 2.0}))
    qtbot.waitUntil(lambda: told(page.preserved) == {"Distill_MOS": "2.0"}, timeout=WAIT_MS)
    assert not button.isVisible()


def test_attributes_of_faces_are_offered_to_be_measured(scored_window: MainWindow, qtbot: QtBot) -> None:
    page = overview(scored_window, qtbot)
    qtbot.waitUntil(page.preserved.isVisible, timeout=WAIT_MS)
    assert page.preserved.blocks == []
    assert page.preserved.score_all.isVisible()
    project = page.context.project
    assert project is not None
    found = preserved(project, project.submissions()[0])
    assert (found.values, found.can_be_measured) == ((), True)


def test_blocks_stand_side_by_side_as_far_as_there_is_room(
    window: MainWindow, folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    look_at(window, folder, tmp_path)
    card = overview(window, qtbot).preserved
    places = []
    for width in (1000, 420, 230):
        card.setMinimumWidth(0)
        card.resize(width, 700)
        card.body.activate()
        places.append(len({block.x() for block in card.blocks}))
    assert places == [4, 2, 1]
