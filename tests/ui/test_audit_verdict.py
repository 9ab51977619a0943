"""Verdicts: drafted, undone, signed; the history of a submission and the chain of the log."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from sqlite_utils import Database

from genmu_studio.audit.drafts import Draft
from genmu_studio.audit.room import AuditRoom
from genmu_studio.domain import SubmissionRow
from genmu_studio.project import Project
from tests.ui.audit_room import Room
from tests.ui.keyboard import CTRL, NONE, SHIFT, click, type_text
from ui.models.audit_findings import LINK


def test_a_verdict_is_drafted_undone_signed_and_told(room: Room) -> None:
    card = room.page.entry.verdict
    row = room.go_to("identity_transfer")
    assert row.outcome is not None
    room.key(Qt.Key.Key_2)
    room.rest()
    room.key(Qt.Key.Key_L)
    room.rest()
    room.key(Qt.Key.Key_T)
    assert card.edit.hasFocus()
    type_text(card.edit, "Which file was used?")
    room.key(Qt.Key.Key_Escape)
    room.rest()
    assert room.page.entry.findings.table.hasFocus()
    wanted = Draft("query", "Which file was used?", ("identity_transfer",))
    assert room.project.audit.draft(room.submission) == wanted
    assert card.state == "Draft saved · linked: 1 check"
    for before in (Draft("query", "", ("identity_transfer",)), Draft("query")):
        room.key(Qt.Key.Key_Z, modifiers=CTRL)
        room.rest()
        assert room.project.audit.draft(room.submission) == before == card.draft
    assert card.edit.toPlainText() == ""
    for _ in range(2):
        room.key(Qt.Key.Key_Z, modifiers=CTRL | SHIFT)
        room.rest()
    assert card.draft == wanted
    assert card.edit.toPlainText() == wanted.reason
    room.key(Qt.Key.Key_S)
    question = room.answer("Do not sign")
    assert "cannot be taken back" in question.informativeText()
    room.rest()
    assert room.project.audit.verdicts() == {}
    room.key(Qt.Key.Key_S)
    room.answer("Sign")
    room.rest()
    verdict = room.project.audit.verdicts()[room.submission.id]
    assert (verdict.decision, verdict.reason, tuple(verdict.findings)) == ("query", wanted.reason, wanted.linked)
    assert "? Queried by" in room.shown(card)
    assert card.draft == Draft()
    history = room.shown(room.page.entry.history)
    assert f"queried by {verdict.by}" in history
    assert f"✓ log chain intact, {room.project.audit.chain().events} entries" in history


def test_a_draft_is_kept_when_another_view_or_the_end_comes(room: Room) -> None:
    room.key(Qt.Key.Key_T)
    type_text(room.page.entry.verdict.edit, "half a sent")
    room.window.show_view("overview")
    room.wait(lambda: room.project.audit.draft(room.submission).reason == "half a sent")
    room.window.show_view("audit")
    room.rest()
    room.key(Qt.Key.Key_T)
    type_text(room.page.entry.verdict.edit, "ence")
    folder, submission = room.project.folder, room.submission
    room.window.context.set_project(None)
    with Project.open(folder, "read") as project:
        assert "ence" in project.audit.draft(submission).reason


def test_a_verdict_without_a_reason_is_not_asked_about(room: Room) -> None:
    room.key(Qt.Key.Key_S)
    assert "a verdict says accept, query or reject" in [each.text for each in room.window.notices.notices]
    room.key(Qt.Key.Key_3, Qt.Key.Key_S)
    assert "reject needs a reason" in [each.text for each in room.window.notices.notices]
    room.rest()


def test_findings_are_linked_with_the_mouse_too(room: Room) -> None:
    table = room.page.entry.findings.table
    box = table.visualRect(table.rows.index(0, LINK))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, NONE, box.center())
    room.rest()
    assert room.project.audit.draft(room.submission).linked == (room.raised[0],)
    assert table.rows.index(0, LINK).data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, NONE, box.center())
    room.rest()
    assert room.project.audit.draft(room.submission).linked == ()


def test_a_broken_chain_is_shown(room: Room) -> None:
    def alter(db: Database) -> None:
        db.execute("DROP TRIGGER audit_event_no_update")
        db.execute("UPDATE audit_event SET author = 'somebody else' WHERE id = 1")

    room.project.store.write(alter).result()
    room.project.announce("audit")
    room.rest()
    said = "■ log chain broken at row 1: row 1 was altered"
    assert said in room.shown(room.page.entry.history)
    assert room.page.entry.alarm.text() == said
    assert room.page.entry.alarm.isVisible()


def test_the_head_of_the_log_is_copied_whole(room: Room) -> None:
    click(room.page.entry.history.copy)
    assert QGuiApplication.clipboard().text() == room.project.audit.chain().head


def test_writing_leaves_the_findings_as_they_are(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    card = room.page.entry
    resets: list[int] = []
    read: list[SubmissionRow] = []

    def matched(_: AuditRoom, submission: SubmissionRow) -> tuple[()]:
        read.append(submission)
        return ()

    card.findings.model.modelReset.connect(lambda: resets.append(1))
    monkeypatch.setattr(AuditRoom, "matched", matched)
    room.go_to("identity_transfer")
    room.key(Qt.Key.Key_T)
    type_text(card.verdict.edit, "why was it")
    room.page.drafts.flush()
    room.rest()
    assert card.verdict.state.startswith("Draft saved")
    assert resets == []
    assert read == []
    assert card.findings.current is not None
    assert card.findings.current.outcome is not None
    assert card.findings.current.outcome.info.id == "identity_transfer"
    room.project.announce("results")
    room.rest()
    assert read
