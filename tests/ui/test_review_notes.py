"""Notes in the window: written by keys, found again, and never lost, whatever the person does next."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from genmu_studio.project import Project
from genmu_studio.store import connection
from scoring.errors import UserError
from tests.ui.keyboard import CTRL, type_text
from tests.ui.review_desk import (
    FIRST,
    SECOND,
    active,
    click_tile,
    focus,
    press,
    project_of,
    review,
    settle,
    steps,
    stored,
    table_of,
    wait,
    window_of,
)
from ui.main_window import MainWindow
from ui.views.review import ReviewView


@pytest.fixture
def page(scored_window: MainWindow, qtbot: QtBot) -> ReviewView:
    return review(scored_window, qtbot)


def test_a_note_is_written_by_keys_and_found(page: ReviewView, qtbot: QtBot) -> None:
    click_tile(page, 6)
    press(page, Qt.Key.Key_T)
    assert page.inspector.note.edit.hasFocus()
    type_text(focus(), "Strange ear")
    press(page, Qt.Key.Key_Escape)
    assert page.grid.hasFocus()
    wait(qtbot, lambda: table_of(page).notes == {6: "Strange ear"})
    assert stored(page).notes == {table_of(page).key(6): "Strange ear"}
    assert steps(page)[0] == f"Note on {active(page)[0]}, seed 0"
    assert page.inspector.note.state == "saved"
    press(page, Qt.Key.Key_Slash)
    type_text(focus(), "strange")
    press(page, Qt.Key.Key_Return)
    wait(qtbot, lambda: page.grid.rows.tolist() == [6])


def test_keys_of_the_view_are_letters_while_a_note_is_written(page: ReviewView, qtbot: QtBot) -> None:
    press(page, Qt.Key.Key_T)
    type_text(focus(), "pxbgd")
    press(page, Qt.Key.Key_Return, modifiers=CTRL)  # scores nowhere: it is done writing
    assert page.grid.hasFocus()
    settle(page, qtbot)
    assert window_of(page).jobs.current is None
    assert stored(page).notes == {table_of(page).key(0): "pxbgd"}
    assert not table_of(page).pick.any()


def test_a_note_that_is_being_written_is_kept_when_the_person_goes_on(page: ReviewView, qtbot: QtBot) -> None:
    press(page, Qt.Key.Key_T)
    type_text(focus(), "first")
    click_tile(page, 1)
    settle(page, qtbot)
    assert stored(page).notes == {table_of(page).key(0): "first"}
    assert page.inspector.note.edit.toPlainText() == ""


def test_a_note_that_is_being_written_is_kept_when_another_submission_is_shown(page: ReviewView, qtbot: QtBot) -> None:
    key = table_of(page).key(0)
    press(page, Qt.Key.Key_T)
    type_text(focus(), "before I forget")
    press(page, Qt.Key.Key_Tab, modifiers=CTRL)
    assert page.context.submission is not None
    assert page.context.submission.id == SECOND
    settle(page, qtbot)
    assert stored(page).notes == {key: "before I forget"}
    assert stored(page, SECOND).notes == {}
    assert page.inspector.note.unkept == 0


def test_a_note_that_is_being_written_is_kept_when_another_project_is_opened(
    page: ReviewView, qtbot: QtBot, scored_folder: Path, tmp_path: Path
) -> None:
    first, key = project_of(page).folder, table_of(page).key(0)
    shutil.copytree(scored_folder, tmp_path / "other.genmu")
    press(page, Qt.Key.Key_T)
    type_text(focus(), "of the first project")
    page.context.set_project(Project.open(tmp_path / "other.genmu"))
    wait(qtbot, lambda: page.table is not None and not page.pairs.waits_for_scores)
    assert page.inspector.note.edit.toPlainText() == ""
    page.inspector.note.flush()
    settle(page, qtbot)
    assert stored(page).notes == {}
    with Project.open(first, "read") as project:
        assert project.marks(project.submission(FIRST)).notes == {key: "of the first project"}


def test_a_note_that_is_being_written_is_kept_when_the_window_closes(page: ReviewView, qtbot: QtBot) -> None:
    folder, key = project_of(page).folder, table_of(page).key(0)
    press(page, Qt.Key.Key_T)
    type_text(focus(), "good night")
    assert page.inspector.note.unkept == 1
    window_of(page).close()
    with Project.open(folder, "read") as project:
        assert project.marks(project.submission(FIRST)).notes == {key: "good night"}


def test_a_note_on_a_full_disk_stays_and_is_kept_when_there_is_room(
    page: ReviewView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = window_of(page)

    def refuse(self: connection.Writer, function: object) -> object:
        raise UserError("the disk is full: nothing was saved", "Free some space and try again.")

    press(page, Qt.Key.Key_T)
    type_text(focus(), "important")
    with monkeypatch.context() as patched:
        patched.setattr(connection.Writer, "write", refuse)
        press(page, Qt.Key.Key_Escape)
        wait(qtbot, lambda: window.notices.notices)
    assert window.notices.notices[0].text == "the disk is full: nothing was saved"
    assert page.inspector.note.state == "not saved yet"
    click_tile(page, 1)
    settle(page, qtbot)
    assert stored(page).notes == {table_of(page).key(0): "important"}
