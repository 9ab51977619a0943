"""Filters, orders and walking in the window: by real keys and mouse, on the pairs of a small project."""

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from genmu_studio.pair_filter import PairFilter
from genmu_studio.pair_orders import PairOrder
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.project import Project
from tests.ui import controls
from tests.ui.keyboard import CTRL, NONE, SHIFT, click, type_text
from tests.ui.keyboard import press as press_at
from tests.ui.review_desk import (
    PAIRS,
    active,
    click_tile,
    click_value,
    counts,
    focus,
    is_large,
    left,
    of_identity,
    outcomes_shown,
    press,
    project_of,
    rest,
    review,
    shown_text,
    table_of,
    tool,
    wait,
    window_of,
)
from ui.dialogs.save_filter import SaveFilterDialog
from ui.main_window import MainWindow
from ui.views.review import ReviewView


@pytest.fixture
def page(scored_window: MainWindow, qtbot: QtBot) -> ReviewView:
    return review(scored_window, qtbot)


# ---- filters ----


def test_the_panel_counts_outcomes_and_filters_by_them(page: ReviewView) -> None:
    assert counts(page, "outcomes")["became retain"] == 2
    assert counts(page, "outcomes")["still verified"] == 2
    click_value(page, "outcomes", "still verified")
    assert left(page) == "2 of 14 pairs"
    assert set(outcomes_shown(page)) == {PairOutcome.STILL_VERIFIED}
    click_value(page, "outcomes", "became retain")
    assert left(page) == "4 of 14 pairs"
    click(tool(page.panel, "Clear the filter"))
    assert left(page) == "14 of 14 pairs"
    assert not page.panel.clear.isVisible()


def test_an_identity_is_chosen_by_keys(page: ReviewView) -> None:
    view = page.panel.lists["identities"].view
    view.setFocus()
    while view.currentIndex().data() != "13":
        before = view.currentIndex().row()
        press(page, Qt.Key.Key_Down)
        assert view.currentIndex().row() > before
    press(page, Qt.Key.Key_Space)
    assert left(page) == "2 of 14 pairs"
    assert {table_of(page).identity_of(row) for row in page.grid.rows.tolist()} == {"13"}
    press(page, Qt.Key.Key_Escape)
    assert page.grid.hasFocus()


def test_the_panel_is_hidden_and_shown_by_its_key_and_its_button(page: ReviewView) -> None:
    press(page, Qt.Key.Key_F, modifiers=CTRL)
    assert not page.panel.isVisible()
    assert page.grid.hasFocus()
    press(page, Qt.Key.Key_F, modifiers=CTRL)
    assert page.panel.isVisible()
    assert page.panel.search.hasFocus()
    click(tool(page.tools, "Filters"))
    assert not page.panel.isVisible()
    press(page, Qt.Key.Key_Return)
    assert is_large(page)
    press(page, Qt.Key.Key_F, modifiers=CTRL)
    assert not is_large(page)
    assert page.panel.search.hasFocus()


def test_the_search_reads_what_the_pairs_are_called_and_finds_it(page: ReviewView, qtbot: QtBot) -> None:
    press(page, Qt.Key.Key_Slash)
    assert page.panel.search.hasFocus()
    type_text(focus(), "unlearned/two/12 c1")
    press(page, Qt.Key.Key_Return)
    wait(qtbot, lambda: len(page.grid.rows) == 1)
    row = int(page.grid.rows[0])
    assert table_of(page).identity_of(row) == "12"
    assert left(page) == "1 of 14 pairs"
    press(page, Qt.Key.Key_Escape)
    assert page.grid.hasFocus()


def test_what_lies_near_the_threshold_is_shown_from_the_strip(page: ReviewView, qtbot: QtBot) -> None:
    own = float(table_of(page).own_unlearned[0])
    page.context.look(threshold=f"{own:.6f}")
    wait(qtbot, lambda: page.strip.near.isEnabled() and page.strip.near.isVisible())
    click(page.strip.roles["forget"])
    click(page.strip.near)
    limits = page.pairs.filter.own
    assert limits is not None
    assert limits[0] <= own <= limits[1]
    assert page.pairs.filter.roles == {"forget"}
    assert 0 in page.grid.rows


def test_the_active_pair_stays_when_the_filter_hides_it(page: ReviewView) -> None:
    press(page, Qt.Key.Key_D, Qt.Key.Key_D, Qt.Key.Key_D)
    before = active(page)
    page.set_filter(of_identity("13"))
    assert active(page) == before
    assert page.grid.current == -1
    assert "it stays until you go on" in shown_text(page.dock)
    page.set_filter(PairFilter())
    assert active(page) == before
    assert page.grid.current == 3


def test_from_a_hidden_pair_one_goes_on_to_its_neighbours(page: ReviewView) -> None:
    page.set_filter(of_identity("3"))
    forward = [int(row) for row in page.grid.rows]
    some = PairFilter(outcomes=frozenset({PairOutcome.BECAME_RETAIN, PairOutcome.LOST}))
    for start, key in ((forward[0] - 1, Qt.Key.Key_D), (forward[0], Qt.Key.Key_A)):
        page.set_filter(PairFilter())
        page.grid.go_to(start)
        page.set_filter(some)
        rows = [int(row) for row in page.grid.rows]
        assert page.grid.current == -1
        press(page, key)
        beyond = [row for row in rows if row > start] if key is Qt.Key.Key_D else [row for row in rows if row < start]
        assert page.active_row == (beyond[0] if key is Qt.Key.Key_D else beyond[-1])


def test_from_a_hidden_pair_the_next_unmarked_one_may_be_the_first_shown(page: ReviewView) -> None:
    some = PairFilter(outcomes=frozenset({PairOutcome.BECAME_RETAIN, PairOutcome.LOST}))
    page.set_filter(of_identity("3"))
    start = int(page.grid.rows[0])
    page.set_filter(PairFilter())
    page.grid.go_to(start)
    page.set_filter(some)
    after = [row for row in page.grid.rows.tolist() if row > start]
    press(page, Qt.Key.Key_D, modifiers=SHIFT)
    assert page.active_row == after[0]


def test_a_filter_that_nothing_passes_says_so_and_is_cleared(page: ReviewView) -> None:
    press(page, Qt.Key.Key_P, modifiers=SHIFT)
    assert left(page) == "0 of 14 pairs"
    assert "No pair passes the filter" in shown_text(page)
    button = next(each for each in page.findChildren(QPushButton) if each.isVisible() and each.text() == "All pairs")
    click(button)
    assert len(page.grid.rows) == PAIRS
    assert page.grid.isVisible()


# ---- order ----


def test_points_lost_first_puts_what_costs_points_first(page: ReviewView) -> None:
    page.set_order(PairOrder("costs"))
    shown = outcomes_shown(page)
    assert PairOutcome.KEPT not in shown[:4]
    assert PairOutcome.FORGOTTEN not in shown[:4]
    assert shown[-1] in (PairOutcome.KEPT, PairOutcome.BECAME_RETAIN)


def test_the_tools_choose_an_order_and_turn_it_round(page: ReviewView, qtbot: QtBot) -> None:
    first = active(page)
    tools = page.tools
    tools._order.setFocus()
    press(page, Qt.Key.Key_Down, Qt.Key.Key_Down)
    assert page.pairs.order == PairOrder("own")
    own = table_of(page).own_unlearned[page.grid.rows]
    assert np.all(np.diff(own) >= 0)
    assert active(page) == first
    click(tool(tools, "Other direction"))
    assert page.pairs.order == PairOrder("own", descending=True)
    assert np.all(np.diff(table_of(page).own_unlearned[page.grid.rows]) <= 0)
    assert tools._order.currentText() == "similarity, highest first"


def test_pairs_are_ordered_by_what_the_evaluator_measured(page: ReviewView, qtbot: QtBot) -> None:
    wait(qtbot, lambda: page.pairs.measurements)
    by = page.pairs.measurements[0].by("unlearned")
    box = page.tools._order
    box.setCurrentIndex(box.findData(by))
    box.activated.emit(box.currentIndex())
    wait(qtbot, lambda: page.pairs._values is not None)
    assert page.pairs.order == PairOrder(by)
    values = page.pairs._values_of(by)
    assert values is not None
    assert np.all(np.diff(values[page.grid.rows]) >= 0)


# ---- walking and selecting ----


def test_the_grid_is_walked_by_letters_and_arrows(page: ReviewView) -> None:
    grid = page.grid
    assert grid.hasFocus()
    assert grid.current == 0
    steps = [
        (Qt.Key.Key_D, 1), (Qt.Key.Key_Right, 2), (Qt.Key.Key_A, 1), (Qt.Key.Key_Left, 0), (Qt.Key.Key_A, 0),
        (Qt.Key.Key_Down, grid.columns), (Qt.Key.Key_Up, 0), (Qt.Key.Key_End, 13), (Qt.Key.Key_D, 13),
        (Qt.Key.Key_Home, 0), (Qt.Key.Key_PageDown, min(13, grid.columns * grid.page_lines())),
        (Qt.Key.Key_PageUp, 0),
    ]  # fmt: skip
    for key, place in steps:
        press(page, key)
        assert grid.current == place, key


def test_what_is_selected_is_counted_and_let_go(page: ReviewView) -> None:
    click_tile(page, 1)
    click_tile(page, 3, CTRL)
    assert "1 pair selected" in shown_text(page.tools)
    press(page, Qt.Key.Key_A, modifiers=CTRL)
    assert "14 pairs selected" in shown_text(page.tools)
    press(page, Qt.Key.Key_Escape)
    assert "selected" not in shown_text(page.tools)


def test_what_is_selected_takes_its_room_from_the_words_of_a_button(page: ReviewView, qtbot: QtBot) -> None:
    window_of(page).resize(1232, 800)
    button = page.tools.filters
    wait(qtbot, lambda: button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextOnly)
    press(page, Qt.Key.Key_A, modifiers=CTRL)
    wait(qtbot, lambda: button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly)
    press(page, Qt.Key.Key_Escape)
    wait(qtbot, lambda: button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextOnly)


def test_a_click_on_the_grid_takes_the_keys_from_the_filters(page: ReviewView) -> None:
    page.panel.focus_search()
    QTest.mouseClick(page.grid.viewport(), Qt.MouseButton.LeftButton, pos=page.grid.tile_rect(0).center())
    assert page.grid.hasFocus()


# ---- saved filters ----


def in_menu(page: ReviewView, do: Callable[[QMenu], None]) -> None:
    """Open the menu of saved filters with a click; Qt runs a loop of its own while it is open."""
    done: list[QMenu] = []

    def act() -> None:
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu) and not done:
            done.append(menu)
            do(menu)
            menu.close()

    timer = QTimer(page)
    timer.timeout.connect(act)
    timer.start(5)
    click(page.tools.filters)
    timer.stop()
    assert done, "the menu did not open"


def choose(menu: QMenu, text: str) -> None:
    action = next(each for each in menu.actions() if each.text().startswith(text))
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, NONE, menu.actionGeometry(action).center())


def test_a_filter_is_saved_with_its_order_and_used_again_after_a_restart(
    page: ReviewView, scored_window: MainWindow, qtbot: QtBot
) -> None:
    folder = project_of(page).folder
    click_value(page, "outcomes", "lost")
    page.set_order(PairOrder("own", descending=True))
    wanted, rows = page.pairs.filter, page.grid.rows.tolist()
    page.grid.setFocus()
    press(page, Qt.Key.Key_S, modifiers=CTRL)
    dialog = next(iter(scored_window.findChildren(SaveFilterDialog)))
    qtbot.waitExposed(dialog)
    dialog.name.setText("worst")
    press_at(dialog.name, Qt.Key.Key_Return)
    wait(qtbot, lambda: not scored_window.findChildren(SaveFilterDialog))

    scored_window.context.set_project(None)
    scored_window.context.set_project(Project.open(folder))
    wait(qtbot, lambda: page.table is not None and not page.pairs.waits_for_scores)
    page.set_order(PairOrder())
    assert page.pairs.filter == PairFilter()
    rest(page, qtbot)
    in_menu(page, lambda menu: choose(menu, "worst"))
    assert page.pairs.filter == wanted
    assert page.pairs.order == PairOrder("own", descending=True)
    assert page.grid.rows.tolist() == rows
    assert page.tools._order.currentText() == "similarity, highest first"


def test_a_filter_cannot_be_saved_in_a_read_only_project(
    window: MainWindow, scored_folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    shutil.copytree(scored_folder, tmp_path / "theirs.genmu")
    window.context.set_project(Project.open(tmp_path / "theirs.genmu", "read"))
    page = review(window, qtbot)
    press(page, Qt.Key.Key_S, modifiers=CTRL)
    dialog = next(iter(window.findChildren(SaveFilterDialog)))
    press_at(dialog.name, Qt.Key.Key_Return)
    assert any("read-only" in text for text in controls.texts(dialog))
    dialog.close()
    assert page.pairs.filter == PairFilter()
