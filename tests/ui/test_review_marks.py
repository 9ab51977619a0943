"""Picks, bookmarks and notes in the window: seen at once, stored as one step, taken back and done again."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from sqlite_utils import Database

from genmu_studio.domain import SubmissionId
from genmu_studio.marks import Mark
from genmu_studio.project import Project
from genmu_studio.protocol import load_protocol
from tests.core import world
from tests.ui.keyboard import CTRL, SHIFT, click
from tests.ui.review_desk import (
    FIRST,
    SECOND,
    active,
    click_tile,
    click_value,
    counts,
    is_large,
    left,
    press,
    project_of,
    rest,
    review,
    shown_text,
    steps,
    stored,
    table_of,
    wait,
    window_of,
)
from ui.main_window import MainWindow
from ui.views.review import ReviewView

HOSTILE = "<b>x</b> & \u202ey"


@pytest.fixture
def page(scored_window: MainWindow, qtbot: QtBot) -> ReviewView:
    return review(scored_window, qtbot)


# ---- one step each ----


def test_a_selection_is_picked_in_one_step(page: ReviewView, qtbot: QtBot) -> None:
    click_tile(page, 1)
    click_tile(page, 4, SHIFT)
    rows = page.grid.selected_rows.tolist()
    assert len(rows) == 4
    press(page, Qt.Key.Key_P)
    wait(qtbot, lambda: table_of(page).pick[rows].tolist() == [1, 1, 1, 1])
    assert stored(page).picks == {table_of(page).key(row): "pick" for row in rows}
    assert steps(page) == ("Pick 4 pairs", None)
    assert page.grid.selected_rows.tolist() == rows  # for the next thing that is done to them
    press(page, Qt.Key.Key_X)
    wait(qtbot, lambda: table_of(page).pick[rows].tolist() == [-1] * 4)
    press(page, Qt.Key.Key_U)
    wait(qtbot, lambda: not table_of(page).pick.any())
    assert stored(page).picks == {}
    assert steps(page) == ("Clear pick of 4 pairs", None)


def test_without_a_selection_the_pair_that_is_looked_at_is_meant(page: ReviewView, qtbot: QtBot) -> None:
    click_tile(page, 2)
    press(page, Qt.Key.Key_X)
    wait(qtbot, lambda: table_of(page).pick[2] == -1)
    identity, _ = active(page)
    assert steps(page)[0] == f"Reject {identity}, seed 0"
    assert page.inspector.marks.buttons["reject"].isChecked()
    click(page.inspector.marks.buttons["reject"])  # pressing what is set takes it back
    wait(qtbot, lambda: table_of(page).pick[2] == 0)
    assert not page.inspector.marks.buttons["reject"].isChecked()


def test_in_the_large_view_only_the_pair_that_is_seen_is_meant(page: ReviewView, qtbot: QtBot) -> None:
    press(page, Qt.Key.Key_A, modifiers=CTRL)
    click_tile(page, 3, CTRL)  # no longer selected, and looked at
    press(page, Qt.Key.Key_Return)
    assert is_large(page)
    press(page, Qt.Key.Key_P)
    wait(qtbot, lambda: np.any(table_of(page).pick))
    assert table_of(page).pick.nonzero()[0].tolist() == [3]


def test_bookmarks_are_set_where_one_is_missing_and_else_removed(page: ReviewView, qtbot: QtBot) -> None:
    click_tile(page, 0)
    press(page, Qt.Key.Key_B)
    wait(qtbot, lambda: table_of(page).bookmarked.sum() == 1)
    press(page, Qt.Key.Key_Right, modifiers=CTRL | SHIFT)
    press(page, Qt.Key.Key_B)
    wait(qtbot, lambda: table_of(page).bookmarked.sum() == 2)
    assert steps(page)[0] == "Bookmark 2 pairs"
    press(page, Qt.Key.Key_B)
    wait(qtbot, lambda: not table_of(page).bookmarked.any())
    assert stored(page).bookmarks == frozenset()
    assert steps(page)[0] == "Remove bookmark of 2 pairs"


def test_marks_are_counted_and_filtered_by(page: ReviewView, qtbot: QtBot) -> None:
    click_tile(page, 5)
    press(page, Qt.Key.Key_B)
    wait(qtbot, lambda: counts(page, "marks")["bookmarked"] == 1)
    click_value(page, "marks", "bookmarked")
    assert left(page) == "1 of 14 pairs"
    assert page.grid.rows.tolist() == [5]
    page.grid.setFocus()
    press(page, Qt.Key.Key_B)  # while the filter shows it
    wait(qtbot, lambda: left(page) == "0 of 14 pairs")
    assert "No pair passes the filter" in shown_text(page)


def test_the_next_unmarked_pair_is_found_among_those_that_are_shown(page: ReviewView, qtbot: QtBot) -> None:
    keys = [table_of(page).key(row) for row in (1, 2, 4)]
    project_of(page).mark("Pick", [Mark("pick", key, "pick") for key in keys]).result()
    wait(qtbot, lambda: table_of(page).pick.sum() == 3)
    for key, row in ((Qt.Key.Key_D, 3), (Qt.Key.Key_D, 5), (Qt.Key.Key_A, 3), (Qt.Key.Key_A, 0), (Qt.Key.Key_A, 0)):
        press(page, key, modifiers=SHIFT)
        assert active(page)[1] == row


# ---- taking back ----


def test_steps_are_undone_and_done_again_and_the_window_says_which(page: ReviewView, qtbot: QtBot) -> None:
    window = window_of(page)
    click_tile(page, 0)
    press(page, Qt.Key.Key_P)
    click_tile(page, 1)
    press(page, Qt.Key.Key_B)
    wait(qtbot, lambda: table_of(page).bookmarked[1])
    first, second = (f"{table_of(page).identity_of(row)}, seed 0" for row in (0, 1))
    wait(qtbot, lambda: window.table["undo"].toolTip().count("Bookmark"))
    assert window.table["undo"].text() == f"Undo: Bookmark {second}\tCtrl+Z"
    assert f"Undo: Bookmark {second}" in window.table["undo"].toolTip()
    assert window.table["redo"].text().startswith("Redo\t")

    press(page, Qt.Key.Key_Z, modifiers=CTRL)
    wait(qtbot, lambda: not table_of(page).bookmarked.any())
    wait(qtbot, lambda: window.status._said.text() == f"Undone: Bookmark {second}")
    wait(qtbot, lambda: window.table["undo"].text() == f"Undo: Pick {first}\tCtrl+Z")
    assert window.table["redo"].text().startswith(f"Redo: Bookmark {second}")
    press(page, Qt.Key.Key_Z, modifiers=CTRL)
    wait(qtbot, lambda: not table_of(page).pick.any())
    wait(qtbot, lambda: window.table["undo"].text() == "Undo\tCtrl+Z")
    press(page, Qt.Key.Key_Z, modifiers=CTRL)
    wait(qtbot, lambda: window.status._said.text() == "Nothing to undo")

    press(page, Qt.Key.Key_Z, modifiers=CTRL | SHIFT)
    wait(qtbot, lambda: table_of(page).pick[0] == 1)
    wait(qtbot, lambda: window.table["redo"].text().startswith("Redo: Bookmark"))
    press(page, Qt.Key.Key_Y, modifiers=CTRL)
    wait(qtbot, lambda: table_of(page).bookmarked[1])
    wait(qtbot, lambda: window.status._said.text() == f"Redone: Bookmark {second}")
    assert stored(page).bookmarks == {table_of(page).key(1)}


def test_undo_reaches_back_across_a_restart(page: ReviewView, qtbot: QtBot) -> None:
    window, folder = window_of(page), project_of(page).folder
    press(page, Qt.Key.Key_P)
    wait(qtbot, lambda: table_of(page).pick[0] == 1)
    window.context.set_project(None)
    assert window.table["undo"].text() == "Undo\tCtrl+Z"
    assert not window.table["undo"].isEnabled()
    window.context.set_project(Project.open(folder))
    wait(qtbot, lambda: page.table is not None and not page.pairs.waits_for_scores)
    assert table_of(page).pick[0] == 1
    press(page, Qt.Key.Key_Z, modifiers=CTRL)
    wait(qtbot, lambda: table_of(page).pick[0] == 0)


def test_what_is_undone_in_another_view_is_undone_here(page: ReviewView, qtbot: QtBot) -> None:
    window = window_of(page)
    press(page, Qt.Key.Key_P)
    wait(qtbot, lambda: table_of(page).pick[0] == 1)
    window.show_view("overview")
    press(window, Qt.Key.Key_Z, modifiers=CTRL)
    wait(qtbot, lambda: stored(page).picks == {})
    rest(page, qtbot)
    window.show_view("review")
    assert table_of(page).pick[0] == 0
    assert not page.inspector.marks.buttons["pick"].isChecked()


def test_the_status_line_says_when_a_mark_was_saved(page: ReviewView, qtbot: QtBot) -> None:
    window = window_of(page)
    assert window.status._saved.text() == ""
    press(page, Qt.Key.Key_P)
    wait(qtbot, window.status._saved.text)
    assert window.status._saved.text().startswith("saved ")
    assert len(window.status._saved.text()) == len("saved 14:03:22")
    press(page, Qt.Key.Key_Z, modifiers=CTRL)
    wait(qtbot, lambda: "Undone" in window.status._said.text())
    press(page, Qt.Key.Key_X)
    wait(qtbot, lambda: not window.status._said.text())  # what was said is about the step before


@pytest.fixture
def hostile(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> ReviewView:
    """Return the view of a project in which an identity has a long name with markup, tabs and line breaks."""
    name = f"{HOSTILE}\tand\nmore {20 * 'long '}"
    folder = tmp_path / "hostile"
    protocol = world.one_group()
    hostile = load_protocol().with_only_groups([world.ONE.model_copy(update={"forget": name})], "hostile")
    world.write_submission(folder / "entry", world.grid(protocol, conditions=1))
    with Project.create(folder / "hostile.genmu", protocol) as project:
        world.take_in(project, folder / "entry")

        def rename(db: Database) -> None:
            db.execute("UPDATE sample SET identity = ? WHERE identity = '1'", [name])

        project.store.write(rename).result()
    world.put_under(folder / "hostile.genmu", hostile)
    window.context.set_project(Project.open(folder / "hostile.genmu"))
    return review(window, qtbot)


def test_a_hostile_name_is_literal_and_short_in_menus_and_tooltips(hostile: ReviewView, qtbot: QtBot) -> None:
    window = window_of(hostile)
    row = next(row for row in range(len(table_of(hostile))) if HOSTILE in table_of(hostile).identity_of(row))
    hostile.walk.look_at(row)
    press(hostile, Qt.Key.Key_P)
    wait(qtbot, lambda: "Pick" in window.table["undo"].text())
    text, keys = window.table["undo"].text().split("\t")
    assert keys == "Ctrl+Z"
    assert text.startswith("Undo: Pick <b>x</b> && ")
    assert "\n" not in text
    assert len(text) < 80
    assert "<b>x" not in window.table["undo"].toolTip()
    assert "&lt;b&gt;x&lt;/b&gt; &amp; " in window.table["undo"].toolTip()
    press(hostile, Qt.Key.Key_Z, modifiers=CTRL)
    wait(qtbot, lambda: "<b>x</b> & " in window.status._said.text())
    assert window.status._said.textFormat() == Qt.TextFormat.PlainText


# ---- read-only ----


@pytest.fixture
def read_only(window: MainWindow, qtbot: QtBot, scored_folder: Path, tmp_path: Path) -> ReviewView:
    """Return the view of a project that may only be read, with a note on its first pair."""
    folder = tmp_path / "theirs.genmu"
    shutil.copytree(scored_folder, folder)
    with Project.open(folder) as project:
        first = project.store.read(
            lambda db: db.execute("SELECT min(unlearned_id) FROM pair WHERE submission_id = ?", [FIRST]).fetchone()[0]
        )
        project.mark("Note", [Mark("note", first, "theirs")]).result()
    window.context.set_project(Project.open(folder, "read"))
    page = review(window, qtbot)
    page.walk.look_at(table_of(page).row_of(first) or 0)
    page.back_to_grid()
    page._stage.show_active()
    return page


def test_in_a_read_only_project_marks_are_seen_and_cannot_be_changed(read_only: ReviewView, qtbot: QtBot) -> None:
    window = window_of(read_only)
    for button in read_only.inspector.marks.buttons.values():
        assert not button.isEnabled()
        assert "read-only" in button.toolTip()
    assert read_only.inspector.note.edit.toPlainText() == "theirs"
    assert read_only.inspector.note.edit.isReadOnly()
    assert not window.table["undo"].isEnabled()
    before = len(window.notices.notices)
    press(read_only, Qt.Key.Key_P)
    (said, *_) = window.notices.notices
    assert said.text == "Marks cannot be changed: the project is read-only."
    window.notices.clear()
    for key in (Qt.Key.Key_X, Qt.Key.Key_B, Qt.Key.Key_U, Qt.Key.Key_T):
        press(read_only, key)
    assert window.notices.notices == ()  # once is enough
    assert before == 1  # and the window has said at the beginning that the project is read-only
    settled = project_of(read_only)
    rest(read_only, qtbot)
    assert settled.marks(settled.submission(FIRST)).picks == {}


def test_another_submission_has_marks_of_its_own(page: ReviewView, qtbot: QtBot) -> None:
    press(page, Qt.Key.Key_P)
    wait(qtbot, lambda: table_of(page).pick[0] == 1)
    page.context.select(SubmissionId(SECOND))
    wait(qtbot, lambda: page.table is not None and not page.pairs.waits_for_scores)
    assert not table_of(page).pick.any()
    assert not page.inspector.marks.buttons["pick"].isChecked()
