"""Saved filters: the menu that offers them, the dialog that names one, and a filter in words."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.pair_filter import PairFilter
from genmu_studio.pair_orders import PairOrder
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.project import Project
from genmu_studio.saved_filters import LONGEST_NAME, SavedFilter, delete_filter, save_filter, saved_filters
from genmu_studio.settings import Settings
from scoring.errors import UserError
from tests.core.made_pairs import HOSTILE
from tests.ui.controls import beyond_tab, not_literal, without_name, without_tip
from tests.ui.keyboard import CTRL, NONE, click, press, type_text
from ui.actions import ACTIONS, Actions
from ui.dialogs.save_filter import SaveFilterDialog
from ui.main_window import MainWindow
from ui.widgets.filter_words import filter_words
from ui.widgets.saved_filter_menu import SavedFilterMenu
from ui.widgets.scales import SEEDS

LOST = PairFilter(outcomes=frozenset({PairOutcome.LOST}))
SAVED = (
    SavedFilter("lost ones", LOST, PairOrder("own")),
    SavedFilter(HOSTILE, PairFilter(text=HOSTILE), PairOrder()),
    SavedFilter("with\ttab " + 60 * "long ", PairFilter(problems=True), PairOrder()),
)


# ---- in words ----


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (PairFilter(), "all pairs"),
        (LOST, "lost"),
        (
            PairFilter(
                outcomes=frozenset({PairOutcome.BECAME_FORGET, PairOutcome.LOST}),
                identities=frozenset({("A", "5239")}),
                own=(-1.0, 0.45),
                problems=True,
            ),
            "lost or became forget · 5239 · own similarity ≤ 0.45 · problems",
        ),
        (PairFilter(own=(-0.25, 1.0), forget=(0.1, 0.5)), "own similarity ≥ −0.25 · forget similarity 0.1 to 0.5"),
        (PairFilter(seeds=(42, 42), text="blue eyes"), "seed 42 · “blue eyes”"),
        (PairFilter(seeds=(SEEDS[0], 2**62)), f"seed ≤ {2**62}"),
        (PairFilter(conditions=frozenset(f"view {n}" for n in range(4000))), "4,000 conditions"),
        (PairFilter(roles=frozenset({"retain"}), marks=frozenset({"noted", "picked"})), "retain · noted or picked"),
    ],
)
def test_a_filter_is_told_in_words(wanted: PairFilter, words: str) -> None:
    assert filter_words(wanted) == words


# ---- the menu ----


@pytest.fixture
def actions(dressed: QApplication, settings: Settings) -> Actions:
    return Actions(ACTIONS, settings)


@pytest.fixture
def button(actions: Actions, qtbot: QtBot) -> SavedFilterMenu:
    made = SavedFilterMenu(actions)
    qtbot.addWidget(made)
    made.show_saved(SAVED)
    made.show()
    qtbot.waitExposed(made)
    return made


def in_menu(button: SavedFilterMenu, do: Callable[[QMenu], None]) -> None:
    """Open the menu with a click, and do something in it; Qt runs a loop of its own while it is open."""
    done: list[QMenu] = []

    def act() -> None:
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu) and not done:
            done.append(menu)
            do(menu)
            menu.close()

    timer = QTimer(button)
    timer.timeout.connect(act)
    timer.start(5)
    click(button)
    timer.stop()
    assert done, "the menu did not open"


def action(menu: QMenu, text: str) -> QAction:
    return next(each for each in menu.actions() if each.text().startswith(text))


def choose(menu: QMenu, text: str) -> None:
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, NONE, menu.actionGeometry(action(menu, text)).center())


def submenu(menu: QMenu) -> QMenu:
    found = next(each.menu() for each in menu.actions() if each.menu() is not None)
    assert isinstance(found, QMenu)
    return found


def test_a_click_on_a_name_chooses_its_filter_and_order(button: SavedFilterMenu, qtbot: QtBot) -> None:
    with qtbot.waitSignal(button.chosen) as told:
        in_menu(button, lambda menu: choose(menu, "lost ones"))
    assert told.args == [SAVED[0]]


def test_keys_choose_as_well(button: SavedFilterMenu, qtbot: QtBot) -> None:
    def walk(menu: QMenu) -> None:
        press(menu, Qt.Key.Key_Down)
        press(menu, Qt.Key.Key_Down)
        press(menu, Qt.Key.Key_Return)

    with qtbot.waitSignal(button.chosen) as told:
        in_menu(button, walk)
    assert told.args == [SAVED[1]]


def test_names_are_literal_and_their_filters_are_told(button: SavedFilterMenu) -> None:
    seen: list[tuple[str, str]] = []
    in_menu(button, lambda menu: seen.extend((each.text(), each.toolTip()) for each in menu.actions()[:3]))
    assert [text for text, _ in seen][1] == HOSTILE.replace("&", "&&")
    assert "\t" not in seen[2][0]
    assert len(seen[2][0]) < 80
    assert seen[0][1] == "<p style='white-space: pre-wrap'>lost ones<br>lost</p>"
    assert "<b>" not in seen[1][1]


def test_the_menu_saves_by_the_windows_action(button: SavedFilterMenu, actions: Actions, qtbot: QtBot) -> None:
    with qtbot.waitSignal(actions["save_filter"].triggered):
        in_menu(button, lambda menu: choose(menu, "Save filter…"))


def test_without_saved_filters_it_says_so_and_has_nothing_to_delete(button: SavedFilterMenu) -> None:
    button.show_saved(())
    seen: list[tuple[str, bool]] = []
    in_menu(button, lambda menu: seen.extend((each.text(), each.isEnabled()) for each in menu.actions()))
    assert seen[0] == ("No filter has been saved yet", False)
    assert not any(text.startswith("Delete") for text, _ in seen)


def asked(button: SavedFilterMenu, qtbot: QtBot, name: str) -> QMessageBox:
    in_menu(button, lambda menu: action(submenu(menu), name).trigger())
    found = button.window().findChild(QMessageBox, "delete_filter")
    assert found is not None
    qtbot.waitUntil(found.isVisible)
    return found


def test_deleting_asks_and_then_tells(button: SavedFilterMenu, qtbot: QtBot) -> None:
    question = asked(button, qtbot, HOSTILE.replace("&", "&&"))
    assert question.text() == f"Delete the saved filter “{HOSTILE}”?"
    assert question.textFormat() == Qt.TextFormat.PlainText
    delete = next(each for each in question.findChildren(QPushButton) if each.text() == "Delete")
    with qtbot.waitSignal(button.deleted) as told:
        click(delete)
    assert told.args == [HOSTILE]


def test_enter_and_esc_keep_it(button: SavedFilterMenu, qtbot: QtBot) -> None:
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        question = asked(button, qtbot, "lost ones")
        with qtbot.assertNotEmitted(button.deleted, wait=20):
            press(question, key)
        qtbot.waitUntil(lambda: button.window().findChild(QMessageBox, "delete_filter") is None)


def test_the_button_says_what_it_is(button: SavedFilterMenu) -> None:
    root = QWidget()
    button.setParent(root)
    assert without_name(root) == []
    assert without_tip(root) == []
    assert beyond_tab(root) == []
    button.setParent(None)


# ---- the dialog ----


class Shelf:
    """Keeps what is saved, as a project does."""

    def __init__(self) -> None:
        self.kept: list[tuple[str, bool]] = []
        self.error: UserError | None = None

    def save(self, name: str, replace: bool) -> None:
        if self.error is not None:
            raise self.error
        self.kept.append((name, replace))


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


def opened(window: MainWindow, shelf: Shelf, qtbot: QtBot, wanted: PairFilter = LOST) -> SaveFilterDialog:
    made = SaveFilterDialog(window, wanted, ["mine"], shelf.save)
    made.open()
    qtbot.waitExposed(made)
    return made


def write(dialog: SaveFilterDialog, text: str) -> None:
    press(dialog.name, Qt.Key.Key_A, CTRL)
    press(dialog.name, Qt.Key.Key_Delete)
    type_text(dialog.name, text)


def test_the_filter_in_words_is_the_name_that_is_offered(window: MainWindow, shelf: Shelf, qtbot: QtBot) -> None:
    dialog = opened(window, shelf, qtbot)
    assert dialog.name.text() == dialog.name.selectedText() == "lost"
    press(dialog.name, Qt.Key.Key_Return)
    assert shelf.kept == [("lost", False)]
    assert not dialog.isVisible()


def test_a_name_that_is_taken_is_asked_for_twice(window: MainWindow, shelf: Shelf, qtbot: QtBot) -> None:
    dialog = opened(window, shelf, qtbot)
    write(dialog, "  mine ")
    press(dialog.name, Qt.Key.Key_Return)
    assert not shelf.kept
    assert "There is a filter of this name" in dialog.problem
    replace = next(each for each in dialog.findChildren(QPushButton) if each.text() == "Replace")
    assert replace.accessibleName() == "Replace"
    click(replace)
    assert shelf.kept == [("mine", True)]
    assert not dialog.isVisible()


def test_another_name_takes_the_question_back(window: MainWindow, shelf: Shelf, qtbot: QtBot) -> None:
    dialog = opened(window, shelf, qtbot)
    write(dialog, "mine")
    press(dialog.name, Qt.Key.Key_Return)
    type_text(dialog.name, "2")
    assert not dialog.problem
    press(dialog.name, Qt.Key.Key_Return)
    assert shelf.kept == [("mine2", False)]


def test_without_a_name_nothing_can_be_saved(window: MainWindow, shelf: Shelf, qtbot: QtBot) -> None:
    dialog = opened(window, shelf, qtbot)
    write(dialog, "   ")
    press(dialog.name, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert not shelf.kept
    dialog.close()


def test_what_goes_wrong_is_said_and_nothing_is_lost(window: MainWindow, shelf: Shelf, qtbot: QtBot) -> None:
    dialog = opened(window, shelf, qtbot)
    shelf.error = UserError("the disk is full", "Make room.")
    write(dialog, "new")
    press(dialog.name, Qt.Key.Key_Return)
    assert "the disk is full" in dialog.problem
    assert dialog.name.text() == "new"
    shelf.error = None
    press(dialog.name, Qt.Key.Key_Return)
    assert shelf.kept == [("new", False)]


def test_a_name_has_no_more_letters_than_the_project_takes(window: MainWindow, shelf: Shelf, qtbot: QtBot) -> None:
    dialog = opened(window, shelf, qtbot, PairFilter(text=200 * "x"))
    press(dialog.name, Qt.Key.Key_Return)
    assert [len(name) for name, _ in shelf.kept] == [LONGEST_NAME]


def test_the_dialog_says_what_it_is_literally(window: MainWindow, shelf: Shelf, qtbot: QtBot) -> None:
    dialog = opened(window, shelf, qtbot, PairFilter(text=HOSTILE))
    assert without_name(dialog) == []
    assert without_tip(dialog) == []
    assert beyond_tab(dialog) == []
    assert not_literal(dialog, HOSTILE) == []
    press(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert not shelf.kept


def test_a_filter_is_saved_chosen_and_deleted_in_a_project(
    window: MainWindow, button: SavedFilterMenu, unscored_folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    shutil.copytree(unscored_folder, tmp_path / "own.genmu")
    wanted = PairFilter(text=HOSTILE, own=(0.2, 1.0), seeds=(42, SEEDS[1]))
    with Project.open(tmp_path / "own.genmu") as project:
        dialog = SaveFilterDialog(
            window, wanted, [], lambda name, replace: save_filter(project, name, wanted, replace=replace)
        )
        dialog.open()
        write(dialog, HOSTILE)
        press(dialog.name, Qt.Key.Key_Return)
        button.show_saved(saved_filters(project))
        with qtbot.waitSignal(button.chosen) as told:
            in_menu(button, lambda menu: choose(menu, HOSTILE.replace("&", "&&")))
        assert told.args[0].filter == wanted
        button.deleted.connect(lambda name: delete_filter(project, name))
        question = asked(button, qtbot, HOSTILE.replace("&", "&&"))
        click(next(each for each in question.findChildren(QPushButton) if each.text() == "Delete"))
        assert saved_filters(project) == ()
