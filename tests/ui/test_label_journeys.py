"""The whole program in front of a person who makes a campaign, labels, quits, comes back and takes an answer back."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from genmu_studio.project import Project
from tests.ui import label_world
from tests.ui.driving import Person, live
from tests.ui.keyboard import CTRL, type_text
from tests.ui.label_world import HIDDEN
from tests.ui.reachable import telling
from ui.dialogs.campaign_new import CampaignDialog
from ui.labelling.session import LabelSession
from ui.views.label import LabelView

RETURN, ESC = Qt.Key.Key_Return, Qt.Key.Key_Escape
LABEL = "Label: round 1"


def view(person: Person) -> LabelView:
    page = person.window.page
    assert isinstance(page, LabelView)
    return page


def see(person: Person) -> LabelSession:
    """Look at the item until it counts as seen, instructions read."""
    person.wait(lambda: view(person).sitting.desk is not None)
    desk = view(person).sitting.desk
    assert desk is not None
    person.wait(lambda: desk.session is not None)
    session = desk.session
    assert session is not None
    if session.screen == "instructions":
        person.key(RETURN)
    person.wait(lambda: session.is_seen and not session.is_busy)
    return session


def answer(person: Person, digit: str) -> None:
    session = see(person)
    before = session.place
    type_text(QApplication.focusWidget() or person.window, digit)
    person.wait(lambda: session.place != before)


def can_press(person: Person, name: str) -> bool:
    buttons = person.window.findChildren(QPushButton)
    return any(each.accessibleName() == name and each.isVisible() for each in buttons)


def sit_down(person: Person) -> None:
    person.wait(lambda: can_press(person, LABEL))
    person.come_forward()
    person.tab_to(LABEL)
    person.key(RETURN)
    person.wait(view(person).names.list.hasFocus)
    person.key(RETURN)


def first_day(person: Person) -> None:
    """Make a campaign by keys alone, label two items, and quit."""
    person.key(Qt.Key.Key_5, CTRL)
    person.wait(lambda: can_press(person, "New campaign…"))
    person.tab_to("New campaign…")
    person.key(Qt.Key.Key_Space)
    dialog = person.dialog(CampaignDialog)
    person.tab_to("Name")
    person.write("round 1")
    person.tab_to("Annotators")
    person.write("ada")
    person.wait(lambda: "24 items" in dialog.preview.said)
    person.tab_to("Make campaign")
    person.key(Qt.Key.Key_Space)
    sit_down(person)
    answer(person, "4")
    answer(person, "2")
    see(person)
    person.key(Qt.Key.Key_Q, CTRL)
    person.wait(lambda: not person.window.isVisible())


def second_day(person: Person) -> None:
    """Go on, take back what was answered the day before, and leave."""
    sit_down(person)
    session = see(person)
    assert session.place == 2
    assert [each for each in telling(HIDDEN) if not each[1].startswith("protocol ")] == []
    person.key(Qt.Key.Key_Z, CTRL)
    person.wait(lambda: session.queue.progress().answered == 1)
    assert see(person).place == 1
    answer(person, "5")
    see(person)
    person.key(ESC)
    person.wait(lambda: can_press(person, LABEL))


def test_a_campaign_is_made_labelled_and_gone_on_with(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = label_world.make_bare(tmp_path, 4, ("face",))
    home = tmp_path / "home"
    home.mkdir()
    assert live(first_day, qtbot, monkeypatch, home, str(made)) == 0
    assert live(second_day, qtbot, monkeypatch, home, str(made)) == 0
    with Project.open(made) as project:
        queue = project.labelling.queue(project.labelling.campaign("round 1"), "ada")
        given = [queue.standing(entry.token, "naturalness") for entry in queue.entries[:3]]
        assert [[event.value for event in events] for events in given] == [[4], [5], []]
