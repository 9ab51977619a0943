"""Hands and eyes at the review view: it is waited for, read, and pressed as a person would."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QListView, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.marks import Marks
from genmu_studio.pair_filter import PairFilter
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.pair_table import PairTable
from genmu_studio.project import Project
from tests.core import world
from tests.ui.keyboard import NONE, click
from tests.ui.keyboard import press as press_at
from ui.main_window import MainWindow
from ui.models.facet_model import COUNT, ENTRY, Entry
from ui.views.review import ReviewView

FIRST = "example-lab-face-r1"
SECOND = "second-lab-face-r1"
PAIRS = 14
WAIT_MS = 20_000


def review(window: MainWindow, qtbot: QtBot) -> ReviewView:
    """Return the view, its pairs and their scores read."""
    window.show_view("review")
    page = window.page
    assert isinstance(page, ReviewView)
    wait(qtbot, lambda: page.table is not None and not page.pairs.waits_for_scores)
    return page


def wait(qtbot: QtBot, until: Callable[[], object]) -> None:
    qtbot.waitUntil(lambda: bool(until()), timeout=WAIT_MS)


def rest(page: ReviewView, qtbot: QtBot) -> None:
    """Wait until everything that was asked has been answered."""
    wait(qtbot, lambda: not page.context.is_busy)


def project_of(page: ReviewView) -> Project:
    project = page.context.project
    assert project is not None
    return project


def table_of(page: ReviewView) -> PairTable:
    assert page.table is not None
    return page.table


def of_identity(identity: str) -> PairFilter:
    return PairFilter(identities=frozenset({(world.TWO.name if int(identity) > 10 else world.ONE.name, identity)}))


def is_large(page: ReviewView) -> bool:
    return page.is_large


def active(page: ReviewView) -> tuple[str, int]:
    """Return identity and row of the active pair."""
    row = page.active_row
    assert row is not None
    return table_of(page).identity_of(row), row


def outcomes_shown(page: ReviewView) -> list[PairOutcome]:
    return [table_of(page).outcome_of(row) for row in page.grid.rows.tolist()]


# ---- what is stored ----


def window_of(page: ReviewView) -> MainWindow:
    window = page.window()
    assert isinstance(window, MainWindow)
    return window


def stored(page: ReviewView, submission: str = FIRST) -> Marks:
    """Return the marks of a submission."""
    project = project_of(page)
    return project.marks(project.submission(submission))


def steps(page: ReviewView) -> tuple[str | None, str | None]:
    """Return what undo and redo would take back."""
    return project_of(page).undo_titles()


def settle(page: ReviewView, qtbot: QtBot) -> None:
    """Wait until what was pressed is written, told, and shown."""
    project_of(page).store.write(lambda db: db.execute("SELECT 1")).result()
    rest(page, qtbot)


# ---- keys ----


def press(page: QWidget, *keys: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press keys, one after another, at whatever has the focus."""
    for key in keys:
        press_at(QApplication.focusWidget() or page, key, modifiers)


def focus() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


# ---- mouse ----


def tool(root: QWidget, name: str) -> QToolButton:
    """Return the button of that accessible name."""
    (found,) = [each for each in root.findChildren(QToolButton) if each.accessibleName() == name]
    return found


def click_value(page: ReviewView, field: str, words: str) -> None:
    """Click a value of a list of the filter panel, its section opened first where it is folded."""
    section = page.panel.sections[field]
    if not section.is_open:
        click(section.head)
    index = value_index(page, field, words)
    view = page.panel.lists[field].view
    view.scrollTo(index)
    click(view.viewport(), view.visualRect(index).center())


def value_index(page: ReviewView, field: str, words: str) -> QModelIndex:
    model = page.panel.lists[field].model
    rows = (model.index(row) for row in range(model.rowCount()))
    return next(index for index in rows if str(index.data()).startswith(words))


def click_tile(page: ReviewView, place: int, modifiers: Qt.KeyboardModifier = NONE) -> None:
    page.grid.show_place(place)
    at = page.grid.tile_rect(place).center()
    QTest.mouseClick(page.grid.viewport(), Qt.MouseButton.LeftButton, modifiers, at)


def drag(widget: QWidget, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, NONE, start)
    QTest.mouseMove(widget, end)
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, NONE, end)


# ---- what is to be seen ----


def shown_text(widget: QWidget) -> str:
    return "\n".join(each.text() for each in widget.findChildren(QLabel) if each.isVisibleTo(widget))


def counts(page: ReviewView, field: str) -> dict[str, int]:
    """Return the values of a list of the panel with the counts beside them."""
    view: QListView = page.panel.lists[field].view
    rows = [view.model().index(row, 0) for row in range(view.model().rowCount())]
    return {each.data(ENTRY).text: each.data(COUNT) for each in rows if isinstance(each.data(ENTRY), Entry)}


def left(page: ReviewView) -> str:
    """Return how many pairs the panel says are left."""
    return page.panel._count.toolTip()
