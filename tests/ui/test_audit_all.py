"""All submissions beside each other: what was found in each, and how one gets to it."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from genmu_studio.audit.drafts import Draft
from tests.ui.audit_room import FIRST, SECOND, Room, enter
from tests.ui.keyboard import SHIFT
from ui.main_window import MainWindow
from ui.models.audit_standings import FIRST_FAMILY
from ui.models.leaderboard_model import FLAGS, TEAM, VERDICT
from ui.views.submissions import SubmissionsView


def test_all_submissions_stand_beside_each_other(room: Room) -> None:
    room.key(Qt.Key.Key_A)
    room.rest()
    page = room.page
    assert page.shows_all
    assert page.all.table.hasFocus()
    model = page.all.model
    assert [model.row_at(row).submission.id for row in range(model.rowCount())] == [FIRST, SECOND]
    found = room.project.audit.findings(room.project.submission(FIRST))
    titles = [str(model.headerData(n, Qt.Orientation.Horizontal)) for n in range(model.columnCount())]
    place = titles.index("substitution")
    assert place >= FIRST_FAMILY
    raised = [each.severity for info, each in found.raised if info.family == "substitution"]
    mark = {"high": "■", "medium": "▲", "info": "●"}[raised[0]]
    assert str(model.index(0, place).data()) == f"{mark} {raised.count(raised[0])}"
    room.key(Qt.Key.Key_Down, Qt.Key.Key_Return)
    room.rest()
    assert room.page.shows_entry
    assert room.submission.id == SECOND
    assert room.raised == [info.id for info, _ in room.project.audit.findings(room.submission).raised]


def test_all_are_audited_at_once(auditable_window: MainWindow, qtbot: QtBot) -> None:
    room = enter(auditable_window, qtbot)
    room.key(Qt.Key.Key_A)
    room.rest()
    assert "0 of 2 audited" in room.shown()
    room.key(Qt.Key.Key_R, modifiers=SHIFT)
    room.rest()
    assert "2 of 2 audited" in room.shown()


def test_the_leaderboard_tells_what_the_audit_raised_and_what_was_signed(room: Room) -> None:
    room.project.audit.sign(room.project.submission(SECOND), Draft("accept"))
    room.window.show_view("submissions")
    page = room.window.page
    assert isinstance(page, SubmissionsView)
    room.wait(lambda: page.table.isVisible() and not room.window.context.is_busy)
    model = page.table.model()
    found = room.project.audit.findings(room.project.submission(FIRST))
    high = [info.title for info, each in found.raised if each.severity == "high"]
    teams = [str(model.index(row, TEAM).data()) for row in range(model.rowCount())]
    first, second = (next(n for n, team in enumerate(teams) if team.startswith(name)) for name in ("Example", "Second"))
    assert high
    assert f"audit: {len(high)} high: {', '.join(dict.fromkeys(high))}" in str(model.index(first, FLAGS).data())
    assert not page.table.isColumnHidden(VERDICT)
    assert [model.index(row, VERDICT).data() for row in (first, second)] == ["–", "✓ accepted"]
