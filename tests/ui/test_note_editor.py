"""The note of a pair: what is written is offered to be kept, and stays until it is."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.keyboard import CTRL, click, press, type_text
from ui.widgets.note_editor import REST_MS, NoteEditor


class Desk(QWidget):
    """An editor beside a field that can take the keys from it, and whoever keeps the notes."""

    def __init__(self) -> None:
        super().__init__()
        self.note = NoteEditor()
        self.elsewhere = QLineEdit()
        column = QVBoxLayout(self)
        column.addWidget(self.note)
        column.addWidget(self.elsewhere)
        self.offered: list[tuple[int, str, str]] = []
        self.left = 0
        self.note.written.connect(lambda *offer: self.offered.append(offer))
        self.note.left.connect(self.count_left)

    def count_left(self) -> None:
        self.left += 1

    def show_note(self, sample: int | None, stored: str = "", *, writable: bool = True) -> None:
        self.note.show_note(sample, f"pair {sample}", stored, writable=writable)

    def write(self, text: str) -> None:
        self.note.edit.setFocus()
        type_text(self.note.edit, text)

    def keep(self) -> None:
        """Keep what was offered last."""
        sample, _, text = self.offered[-1]
        self.note.kept(sample, text)


@pytest.fixture
def desk(dressed: QApplication, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk()
    qtbot.addWidget(made)
    made.show()
    qtbot.waitActive(made)
    made.show_note(1)
    yield made
    made.close()


def test_a_text_is_offered_a_moment_after_the_last_key(desk: Desk, qtbot: QtBot) -> None:
    desk.note.rest.setInterval(0)
    desk.write("a")
    with qtbot.waitSignal(desk.note.written):
        type_text(desk.note.edit, "b")
    assert desk.offered[-1] == (1, "pair 1", "ab")
    assert desk.note.unkept == 1
    assert desk.note.state == "not saved yet"
    desk.keep()
    assert desk.note.unkept == 0
    assert desk.note.state == "saved"


def test_the_moment_is_short_and_begins_anew_with_each_key(desk: Desk) -> None:
    desk.write("a")
    assert desk.note.rest.isSingleShot()
    assert 500 <= desk.note.rest.interval() == REST_MS <= 3000
    assert desk.note.rest.isActive()
    assert desk.offered == []
    desk.note.rest.timeout.emit()
    assert desk.offered == [(1, "pair 1", "a")]


def test_a_text_is_offered_when_the_keys_go_elsewhere(desk: Desk) -> None:
    desk.write("look here")
    click(desk.elsewhere)
    assert desk.offered == [(1, "pair 1", "look here")]
    assert not desk.note.rest.isActive()


def test_a_text_is_offered_before_another_pair_is_shown(desk: Desk) -> None:
    desk.write("first")
    desk.show_note(2, "second")
    assert desk.offered == [(1, "pair 1", "first")]
    assert desk.note.edit.toPlainText() == "second"
    assert desk.note.state == "saved"


def test_escape_and_control_return_are_done_writing(desk: Desk) -> None:
    desk.write("done")
    press(desk.note.edit, Qt.Key.Key_Escape)
    press(desk.note.edit, Qt.Key.Key_Return, CTRL)
    assert desk.left == 2
    press(desk.note.edit, Qt.Key.Key_Return)
    assert desk.left == 2
    assert desk.note.edit.toPlainText() == "done\n"


def test_tab_goes_on_to_the_next_control(desk: Desk) -> None:
    desk.write("a")
    press(desk.note.edit, Qt.Key.Key_Tab)
    assert desk.elsewhere.hasFocus()
    assert desk.note.edit.toPlainText() == "a"


def test_what_could_not_be_kept_stays_and_is_offered_again(desk: Desk) -> None:
    desk.write("important")
    desk.show_note(2)  # offered; nobody keeps it
    desk.show_note(1, "")
    assert desk.note.edit.toPlainText() == "important"
    assert desk.note.state == "not saved yet"
    desk.offered.clear()
    desk.note.flush()
    assert desk.offered == [(1, "pair 1", "important")]
    desk.keep()
    desk.show_note(1, "important")
    assert desk.note.state == "saved"
    desk.note.flush()
    assert len(desk.offered) == 1


def test_what_was_written_since_is_not_kept_by_an_older_answer(desk: Desk) -> None:
    desk.write("one")
    desk.note.flush()
    type_text(desk.note.edit, " two")
    desk.note.kept(1, "one")
    assert desk.note.unkept == 1
    assert desk.note.state == "not saved yet"
    desk.note.flush()
    assert desk.offered[-1] == (1, "pair 1", "one two")


def test_the_cursor_stays_where_one_writes(desk: Desk) -> None:
    desk.write("one two ")
    cursor = desk.note.edit.textCursor()
    cursor.setPosition(3)
    desk.note.edit.setTextCursor(cursor)
    desk.note.flush()
    desk.keep()
    desk.show_note(1, "one two")  # as it was stored: without the blank at its end
    assert desk.note.edit.textCursor().position() == 3
    assert desk.note.edit.toPlainText() == "one two "


def test_what_is_stored_elsewhere_meanwhile_is_shown(desk: Desk) -> None:
    desk.show_note(1, "one")
    desk.show_note(1, "")  # undone
    assert desk.note.edit.toPlainText() == ""
    assert desk.note.state == ""


def test_another_project_has_other_notes_of_the_same_numbers(desk: Desk) -> None:
    desk.write("of this project")
    desk.note.flush()
    desk.note.forget()
    desk.show_note(None)
    desk.show_note(1, "")
    assert desk.note.edit.toPlainText() == ""
    desk.note.flush()
    assert len(desk.offered) == 1


def test_a_read_only_note_can_be_read_and_not_changed(desk: Desk) -> None:
    desk.show_note(3, "theirs", writable=False)
    desk.write("mine")
    assert desk.note.edit.toPlainText() == "theirs"
    desk.note.flush()
    assert desk.offered == []
    desk.show_note(4, "", writable=False)
    assert "read-only" in desk.note.edit.placeholderText()
    assert "read-only" in desk.note.edit.toolTip()


def test_markup_is_text(desk: Desk) -> None:
    desk.show_note(5, "<b>bold</b>\n<img src=x>")
    assert desk.note.edit.toPlainText() == "<b>bold</b>\n<img src=x>"


def test_without_a_pair_nothing_is_written(desk: Desk) -> None:
    desk.show_note(None)
    assert not desk.note.edit.isEnabled()
    desk.note.flush()
    assert desk.offered == []
