"""Another face of a picture is chosen in the window: similarity, outcome and ERB follow everywhere, and come back."""

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from genmu_studio.pair_details import faces_of
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.project import Project
from tests.core import two_faces
from tests.core.two_faces import TWO_FACES, A
from tests.ui.keyboard import ALT, CTRL, SHIFT, click
from tests.ui.review_desk import is_large, press, project_of, rest, review, shown_text, table_of, wait
from ui.main_window import MainWindow
from ui.views.overview import OverviewView
from ui.views.review import ReviewView
from ui.widgets.thumbnails import FULL, Picture

PICKED = "1 sample is measured on a face that a person picked"


@pytest.fixture(scope="module")
def two_faces_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("two-faces")
    two_faces.make(folder)
    return folder


@pytest.fixture
def page(window: MainWindow, two_faces_folder: Path, tmp_path: Path, qtbot: QtBot) -> ReviewView:
    """Return the view, the pair whose picture shows two faces large, its pictures decoded and its faces known."""
    shutil.copytree(two_faces_folder, tmp_path / "copy")
    window.context.set_project(two_faces.open_moved(tmp_path / "copy"))
    page = review(window, qtbot)
    window.show_view("review", {"sample": sample_of(page)})
    assert is_large(page)
    wait(qtbot, lambda: page.pair._facts is not None)
    wait(qtbot, lambda: isinstance(page.thumbnails.get(sample_of(page), FULL), Picture))
    return page


def window_of(page: ReviewView) -> MainWindow:
    window = page.window()
    assert isinstance(window, MainWindow)
    return window


def sample_of(page: ReviewView) -> int:
    return int(two_faces.sample_of(project_of(page), A))


@dataclass(frozen=True)
class Seen:
    """What a person sees of the pair and of the score."""

    own: float
    outcome: PairOutcome
    erb: float | None


def seen(page: ReviewView, qtbot: QtBot) -> Seen:
    context = page.context
    wait(qtbot, lambda: context.evaluation() is not None and not context.is_busy)
    evaluation = context.evaluation()
    assert evaluation is not None
    row = table_of(page).row_of(sample_of(page))
    assert row is not None
    return Seen(float(table_of(page).own_unlearned[row]), table_of(page).outcome_of(row), evaluation.track.erb.value)


def choose_by_keys(page: ReviewView, qtbot: QtBot) -> None:
    """Let the other face count, and wait until it does everywhere."""
    window = window_of(page)
    press(page, Qt.Key.Key_F, modifiers=ALT)
    assert window.jobs.current is not None
    wait(qtbot, lambda: window.jobs.current is None)
    rest(page, qtbot)


def said_by_the_command_line(folder: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "genmu_studio.cli", "metrics", "--json", str(folder), "--submission", A]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    (numbers,) = json.loads(ended.stdout)["submissions"]
    assert isinstance(numbers, dict)
    return numbers


def test_another_face_moves_everything_survives_a_restart_and_is_undone(page: ReviewView, qtbot: QtBot) -> None:
    window, folder = window_of(page), project_of(page).folder
    before = seen(page, qtbot)
    assert (before.outcome, before.erb) == (PairOutcome.BECAME_RETAIN, 100)
    assert "became 2" in shown_text(page.dock)

    choose_by_keys(page, qtbot)
    after = seen(page, qtbot)
    assert after.outcome == PairOutcome.STILL_VERIFIED
    assert after.own > before.own + 0.3
    assert after.erb == pytest.approx(200 / 3)
    assert is_large(page)
    wait(qtbot, lambda: "forget: still verified" in shown_text(page.dock))
    wait(qtbot, lambda: "measured on a face that a person picked" in shown_text(page.dock))
    assert [face.is_chosen for face in faces_of(page.pair._facts.unlearned)] == [False, True]  # type: ignore[union-attr]  # waited for
    numbers = said_by_the_command_line(folder)
    assert numbers["track_value"]["ERB"]["value"] == after.erb
    assert numbers["outcomes"]["forget"]["still_verified"] == 1
    assert numbers["notes"] == [PICKED]
    window.show_view("overview")
    assert isinstance(window.page, OverviewView)
    overview = window.page
    wait(qtbot, lambda: overview.shown is not None and overview.erb.erb.text() == f"{after.erb:.1f}")
    assert f"▲ {PICKED}" in shown_text(overview)

    window.context.set_project(None)
    window.context.set_project(Project.open(folder))
    page = review(window, qtbot)
    assert seen(page, qtbot) == after
    press(page, Qt.Key.Key_Z, modifiers=CTRL)
    wait(qtbot, lambda: "Undone: Other face of 1, seed 0" in window.status._said.text())
    assert seen(page, qtbot) == before
    numbers = said_by_the_command_line(folder)
    assert numbers["track_value"]["ERB"]["value"] == 100
    assert numbers["notes"] == []
    press(page, Qt.Key.Key_Z, modifiers=CTRL | SHIFT)
    wait(qtbot, lambda: "Redone" in window.status._said.text())
    assert seen(page, qtbot) == after


def test_a_face_is_chosen_by_a_click_and_taken_back_where_that_is_said(page: ReviewView, qtbot: QtBot) -> None:
    window = window_of(page)
    before = seen(page, qtbot)
    canvas = page.pair.canvas
    other = next(face for face in faces_of(page.pair._facts.unlearned) if not face.is_chosen)  # type: ignore[union-attr]  # waited for
    points = (QPoint(x, y) for x in range(0, canvas.width(), 4) for y in range(0, canvas.height(), 4))
    at = next(point for point in points if canvas.faces.at(point.toPointF()) == ("unlearned", other))
    QTest.mouseMove(canvas, at)
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at)
    assert window.jobs.current is not None
    assert canvas._busy == "measuring the other face…"
    wait(qtbot, lambda: window.jobs.current is None)
    assert canvas._busy == ""
    notice = window.notices.notices[0]
    where = "it counts for 2 samples in 2 submissions."
    assert notice.text == f"Another face was chosen in the picture of 1, seed 0: {where}"
    assert seen(page, qtbot).outcome == PairOutcome.STILL_VERIFIED
    with qtbot.waitSignal(page.context.data_changed):
        click(next(button for button in window.notices.findChildren(QPushButton) if button.text() == "Undo"))
    assert seen(page, qtbot) == before
    assert project_of(page).undo_titles()[0] is None


def test_the_button_of_the_notice_takes_back_no_other_step(page: ReviewView, qtbot: QtBot) -> None:
    window = window_of(page)
    choose_by_keys(page, qtbot)
    chosen = seen(page, qtbot)
    press(page, Qt.Key.Key_P)
    wait(qtbot, lambda: project_of(page).undo_titles()[0] == "Pick 1, seed 0")
    click(next(button for button in window.notices.findChildren(QPushButton) if button.text() == "Undo"))
    wait(qtbot, lambda: window.notices.notices[0].text.startswith("Something else was done since"))
    assert project_of(page).undo_titles()[0] == "Pick 1, seed 0"
    assert seen(page, qtbot) == chosen


def test_in_a_read_only_project_no_face_is_chosen(
    window: MainWindow, two_faces_folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    shutil.copytree(two_faces_folder, tmp_path / "copy")
    two_faces.open_moved(tmp_path / "copy").close()
    window.context.set_project(Project.open(tmp_path / "copy" / "project.genmu", "read"))
    page = review(window, qtbot)
    window.show_view("review", {"sample": sample_of(page)})
    wait(qtbot, lambda: page.pair._facts is not None)
    press(page, Qt.Key.Key_F, modifiers=ALT)
    assert window.jobs.current is None
    assert window.notices.notices[0].text == "Marks cannot be changed: the project is read-only."


def test_a_refusal_is_said_and_nothing_changes(page: ReviewView, qtbot: QtBot) -> None:
    """The picture is gone, wherever it was: it cannot be measured anew."""
    window = window_of(page)
    before = seen(page, qtbot)
    for team in ("A", "B"):
        (project_of(page).folder.parent / team / TWO_FACES.path).unlink()
    choose_by_keys(page, qtbot)
    assert len(window.notices.notices) == 1
    assert "Another face" not in window.notices.notices[0].text
    assert seen(page, qtbot) == before
    assert project_of(page).undo_titles() == (None, None)
    assert page.pair.canvas._busy == ""
