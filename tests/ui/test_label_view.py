"""The Label view: campaigns and how far they are, sitting down under one's name, leaving and coming back."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from genmu_studio.labelling.progress import AnnotatorProgress
from genmu_studio.labelling.queue import QueueProgress
from genmu_studio.project import Project
from tests.ui import controls, label_world
from tests.ui.keyboard import CTRL, SHIFT, click, press, type_text
from tests.ui.label_world import SENTINEL, TITLE, name_of
from tests.ui.reachable import strings, telling
from ui.main_window import MainWindow
from ui.views.label import LabelView
from ui.widgets.campaigns.words import last_seen, moment, so_far
from ui.widgets.label.desk import LabelDesk

RETURN, ESC, DOWN = Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Down


class Organizer:
    """A person at the Label view of the whole window."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot

    @property
    def view(self) -> LabelView:
        page = self.window.page
        assert isinstance(page, LabelView)
        return page

    @property
    def desk(self) -> LabelDesk:
        desk = self.view.sitting.desk
        assert desk is not None
        return desk

    @property
    def project(self) -> Project:
        project = self.window.context.project
        assert project is not None
        return project

    def wait(self, until: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(until()))

    def rest(self) -> None:
        self.wait(lambda: not self.window.context.is_busy)

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        press(QApplication.focusWidget() or self.window, key, modifiers)

    def texts(self) -> str:
        return "\n".join(controls.texts(self.view))

    def button(self, name: str) -> QPushButton:
        def found() -> list[QPushButton]:
            named = (each for each in self.view.findChildren(QPushButton) if each.accessibleName() == name)
            return [each for each in named if each.isVisible()]

        self.wait(found)
        (button,) = found()
        return button

    def go_home(self) -> None:
        press(self.window.page, Qt.Key.Key_5, CTRL)
        self.rest()

    def sit_down(self, campaign: str, annotator: str = "ada") -> None:
        """Choose a campaign and a name by keys, and read the instructions."""
        self.button(f"Label: {name_of(campaign)}").setFocus()
        self.key(RETURN)
        self.wait(self.view.names.list.hasFocus)
        while self.view.names.list.currentItem().text().split()[0] != annotator:
            self.key(DOWN)
        self.key(RETURN)
        self.wait(lambda: self.view.sitting.desk is not None)
        self.wait(lambda: self.desk.session is not None)

    def begin(self) -> None:
        """Read the instructions where they are shown, and see the first item."""
        session = self.desk.session
        assert session is not None
        if session.screen == "instructions":
            self.key(RETURN)
        self.see()

    def see(self) -> None:
        session = self.desk.session
        assert session is not None
        self.wait(lambda: session.is_seen and not session.is_busy)

    def answer(self, digit: str) -> None:
        self.see()
        session = self.desk.session
        assert session is not None
        acts = session.queue.progress().answered
        type_text(QApplication.focusWidget() or self.window, digit)
        self.wait(lambda: session.queue.progress().answered > acts and not session.is_busy)


@pytest.fixture
def organizer(window: MainWindow, label_folder: Path, tmp_path: Path, qtbot: QtBot) -> Organizer:
    """Return a person whose project has campaigns, at home."""
    assert window.commands.open(label_world.copied(label_folder, tmp_path))
    made = Organizer(window, qtbot)
    made.go_home()
    made.wait(made.view.home.isVisible)
    return made


# ---- home ----


def test_without_a_project_it_says_what_to_do(window: MainWindow, qtbot: QtBot) -> None:
    person = Organizer(window, qtbot)
    person.go_home()
    assert "No project is open" in person.texts()
    assert person.button("Open project…").isEnabled()


def test_without_a_submission_one_is_imported_first(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    Project.create(tmp_path / "empty.genmu", label_world.protocol()).close()
    assert window.commands.open(tmp_path / "empty.genmu")
    person = Organizer(window, qtbot)
    person.go_home()
    assert "Import a submission first" in person.texts()
    assert person.button("Import submission…").isEnabled()


def test_without_a_campaign_it_offers_one(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    made = label_world.make_bare(tmp_path, 1, ("face",))
    assert window.commands.open(made)
    person = Organizer(window, qtbot)
    person.go_home()
    assert "No campaign yet" in person.texts()
    assert person.button("New campaign…").isVisible()
    assert person.button("Write a template…").isVisible()


def test_a_campaign_is_a_card_with_a_line_for_each_annotator(organizer: Organizer) -> None:
    shown = organizer.texts()
    assert name_of("smile") in shown
    assert TITLE in shown
    assert "1 question" in shown
    assert "each seen by 3 of 3" in shown
    assert shown.count("not begun") == 3 * len(label_world.CAMPAIGNS)
    assert controls.without_name(organizer.view) == []
    assert controls.without_tip(organizer.view) == []
    assert controls.beyond_tab(organizer.view) == []


def test_labels_that_come_in_show_at_once(organizer: Organizer) -> None:
    campaign = organizer.project.labelling.campaign(name_of("smile"))
    queue = organizer.project.labelling.queue(campaign, "ben")
    queue.answer(queue.entries[0].token, "smile", "yes").result()
    organizer.wait(lambda: f"1 of {len(queue.entries)}" in organizer.texts())
    organizer.project.labelling.exclude(campaign, "eve", "did not look")
    organizer.wait(lambda: "does not count" in organizer.texts())


def test_arrows_go_from_card_to_card(organizer: Organizer) -> None:
    names = [card.name for card in organizer.view.home.cards]
    assert len(names) == len(label_world.CAMPAIGNS)
    organizer.button(f"Label: {names[0]}").setFocus()
    organizer.key(DOWN)
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused.accessibleName() == f"Label: {names[1]}"
    organizer.key(Qt.Key.Key_Up)
    organizer.key(Qt.Key.Key_Up)
    assert organizer.button(f"Label: {names[0]}").hasFocus()


def test_a_moment_of_today_is_a_time_and_another_a_date() -> None:
    from datetime import UTC, datetime

    noon = datetime(2026, 7, 1, 12, tzinfo=UTC)
    assert moment("2026-07-01T12:00:00+00:00", noon.astimezone()) == f"{noon.astimezone():%H:%M}"
    assert "2026" in moment("2026-06-01T12:00:00+00:00", noon.astimezone())
    queue = QueueProgress(entries=1200, finished=1000, answered=990, skipped=10, last_at_utc=None)
    one = AnnotatorProgress("ada", queue)
    assert so_far(one) == "1,000 of 1,200 · 10 skipped"
    assert last_seen(one) == "not begun"


# ---- sitting down ----


def test_escape_goes_back_from_the_names(organizer: Organizer) -> None:
    click(organizer.button(f"Label: {name_of('smile')}"))
    organizer.wait(organizer.view.names.isVisible)
    organizer.key(ESC)
    organizer.wait(organizer.view.home.isVisible)
    assert organizer.button(f"Label: {name_of('smile')}").hasFocus()


def test_one_sits_down_labels_leaves_and_goes_on_where_one_stopped(organizer: Organizer) -> None:
    organizer.sit_down("smile", "ben")
    organizer.begin()
    for digit in "121":
        organizer.answer(digit)
    assert organizer.window.windowTitle() == "Labelling – Genmu Studio"
    organizer.see()
    organizer.key(ESC)
    organizer.wait(organizer.view.home.isVisible)
    assert organizer.window.windowTitle() == f"{SENTINEL} – Genmu Studio"
    assert "3 of" in organizer.texts()
    assert organizer.button(f"Label: {name_of('smile')}").hasFocus()
    organizer.sit_down("smile", "ben")
    session = organizer.desk.session
    assert session is not None
    assert (session.screen, session.place, session.queue.author) == ("item", 3, "ben")


def test_who_sat_there_last_is_marked(organizer: Organizer) -> None:
    organizer.sit_down("smile", "eve")
    organizer.begin()
    organizer.key(ESC)
    organizer.wait(organizer.view.home.isVisible)
    organizer.key(RETURN)
    organizer.wait(organizer.view.names.list.hasFocus)
    assert organizer.view.names.list.currentItem().text().startswith("eve")


def test_undo_and_redo_are_the_annotators_own(organizer: Organizer) -> None:
    organizer.sit_down("smile")
    organizer.begin()
    organizer.answer("1")
    session = organizer.desk.session
    assert session is not None
    organizer.see()
    organizer.key(Qt.Key.Key_Z, CTRL)
    organizer.wait(lambda: session.queue.progress().answered == 0 and not session.is_busy)
    organizer.see()
    organizer.key(Qt.Key.Key_Z, CTRL | SHIFT)
    organizer.wait(lambda: session.queue.progress().answered == 1)
    assert "Undo:" not in organizer.window.table["undo"].text()


@pytest.mark.parametrize("campaign", ["every", "natural", "same", "preferred", "voices", "voices-abx"])
def test_nothing_tells_while_one_labels(
    organizer: Organizer, campaign: str, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    for number in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4):
        press(organizer.window.page, number, CTRL)
        organizer.rest()
    organizer.go_home()
    click(organizer.button(f"Results: {name_of(campaign)}"))
    organizer.rest()
    organizer.key(ESC)
    organizer.wait(organizer.view.home.isVisible)
    capfd.readouterr()
    caplog.clear()
    organizer.sit_down(campaign)
    session = organizer.desk.session
    assert session is not None

    def found() -> list[tuple[str, str]]:
        return [(where, text) for where, text in telling(label_world.HIDDEN) if not text.startswith("protocol ")]

    organizer.wait(lambda: not found())
    organizer.begin()
    for key in (Qt.Key.Key_1, Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_2, Qt.Key.Key_D, Qt.Key.Key_P):
        press(organizer.desk, key)
        organizer.wait(lambda: not session.is_busy)
        assert found() == []
    press(organizer.desk, Qt.Key.Key_Space, CTRL)
    organizer.wait(lambda: not found())
    assert name_of(campaign) not in {text for _, text in strings()}
    said = f"{''.join(capfd.readouterr())} {caplog.text}".casefold()
    assert [word for word in label_world.HIDDEN if word in said] == []


@pytest.mark.parametrize("leave", ["view", "project", "close"])
def test_leaving_in_any_way_loses_nothing(organizer: Organizer, leave: str, tmp_path: Path) -> None:
    organizer.sit_down("smile")
    organizer.begin()
    organizer.answer("1")
    organizer.answer("2")
    folder, window = organizer.project.folder, organizer.window
    if leave == "view":
        press(window.page, Qt.Key.Key_1, CTRL)
        assert window.page.objectName() == "view_submissions"
        organizer.rest()
        assert SENTINEL in window.windowTitle()
        organizer.go_home()
        organizer.wait(organizer.view.home.isVisible)
    elif leave == "project":
        window.context.set_project(None)
        assert "No project is open" in organizer.texts()
    else:
        window.close()
    assert not window.blind
    window.context.set_project(None)
    with Project.open(folder) as again:
        assert label_world.queue_of(again, "smile").progress().answered == 2


def test_a_read_only_project_refuses_the_answer_and_says_so(
    window: MainWindow, label_folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = label_world.copied(label_folder, tmp_path)
    with Project.open(folder, "write"):
        assert window.commands.open(folder)
        person = Organizer(window, qtbot)
        person.go_home()
        person.wait(person.view.home.isVisible)
        assert not person.button("New campaign…").isEnabled()
        person.sit_down("smile")
        person.begin()
        session = person.desk.session
        assert session is not None
        type_text(person.desk, "1")
        person.wait(lambda: "reading only" in person.texts())
        assert session.queue.progress().answered == 0


# ---- results ----


def test_results_open_and_escape_goes_back(organizer: Organizer) -> None:
    campaign = organizer.project.labelling.campaign(name_of("smile"))
    queue = organizer.project.labelling.queue(campaign, "ben")
    queue.answer(queue.entries[0].token, "smile", "yes").result()
    organizer.rest()
    click(organizer.button(f"Results: {name_of('smile')}"))
    organizer.wait(lambda: "revealed" in organizer.texts())
    organizer.key(ESC)
    organizer.wait(organizer.view.home.isVisible)


def test_the_last_campaign_is_remembered(organizer: Organizer) -> None:
    click(organizer.button(f"Label: {name_of('same')}"))
    organizer.key(ESC)
    state = organizer.view.state()
    assert state["campaign"] == name_of("same")
    organizer.view.restore({"campaign": 3, "last": {"x": 2}})
    assert organizer.view.state()["campaign"] == name_of("same")
