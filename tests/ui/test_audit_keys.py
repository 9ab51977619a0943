"""Every key of the audit room does something, also after it was given to another action, and none while one writes."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFileDialog

from tests.ui.audit_room import Room
from tests.ui.keyboard import type_text
from ui.action_rows.audit import AUDIT
from ui.dialogs.key_sheet import key_groups


@pytest.mark.parametrize("name", [row.name for row in AUDIT])
def test_every_action_does_something(room: Room, name: str) -> None:
    assert room.window.table[name].isEnabled()
    if name in {"audit_evidence", "audit_open"}:
        room.go_to("identity_transfer")
    if name in {"audit_run", "audit_run_all", "audit_attack"}:  # a job, which is looked at elsewhere
        room.page.job_wanted.disconnect()
    assert room.page.act(name)
    for dialog in room.window.findChildren(QDialog):
        assert isinstance(dialog, QFileDialog) or dialog.accessibleName() or dialog.objectName()
        dialog.close()
    room.window.context.set_project(None)


def test_the_key_sheet_lists_every_key(room: Room) -> None:
    (rows,) = [rows for title, rows in key_groups(room.window.table, "audit") if title == "In Audit"]
    assert [row.name for row in rows] == [row.name for row in AUDIT if row.keys]


def test_a_key_can_be_another_one(room: Room) -> None:
    room.window.settings.set_keys("audit_all", ("Y",))
    room.key(Qt.Key.Key_A)
    assert not room.page.shows_all
    room.key(Qt.Key.Key_Y)
    room.rest()
    assert room.page.shows_all


def test_rows_are_walked_from_anywhere_in_the_room(room: Room) -> None:
    room.page.entry.findings.again.setFocus()
    table = room.page.entry.findings.table
    before = table.currentIndex().row()
    room.key(Qt.Key.Key_Down)
    assert table.currentIndex().row() == before + 1
    room.key(Qt.Key.Key_Up)
    assert table.currentIndex().row() == before


def test_keys_are_letters_while_the_reason_is_written(room: Room) -> None:
    room.key(Qt.Key.Key_T)
    edit = room.page.entry.verdict.edit
    type_text(edit, "1 real 2 salt")
    assert edit.toPlainText() == "1 real 2 salt"
    assert room.page.entry.verdict.draft.decision is None
    assert not room.page.shows_all
    room.key(Qt.Key.Key_Escape)
    assert room.page.entry.findings.table.hasFocus()
    room.rest()
