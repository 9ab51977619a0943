"""Review by real keys and mouse: what a person sees of pairs, and what stays when filter, lens or project change."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from sqlite_utils import Database

from genmu_studio.domain import SubmissionId
from genmu_studio.pair_filter import PairFilter
from genmu_studio.pair_table import PairOutcome
from genmu_studio.project import Project
from tests.core import world
from ui.main_window import MainWindow
from ui.numbers import similarity
from ui.views.review import ReviewView
from ui.widgets.thumbnails import FULL, Picture

FIRST = "example-lab-face-r1"
SECOND = "second-lab-face-r1"
WAIT_MS = 20_000
NONE = Qt.KeyboardModifier.NoModifier


def review(window: MainWindow, qtbot: QtBot) -> ReviewView:
    """Return the view, its pairs read."""
    window.show_view("review")
    page = window.page
    assert isinstance(page, ReviewView)
    qtbot.waitUntil(lambda: page.table is not None, timeout=WAIT_MS)
    return page


@pytest.fixture
def page(scored_window: MainWindow, qtbot: QtBot) -> ReviewView:
    return review(scored_window, qtbot)


def of_identity(identity: str) -> PairFilter:
    return PairFilter(identities=frozenset({(world.TWO.name if int(identity) > 10 else world.ONE.name, identity)}))


def has_outcome(page: ReviewView, outcome: PairOutcome) -> bool:
    return page.table is not None and bool(np.any(page.table.outcome == outcome))


def is_large(page: ReviewView) -> bool:
    return page.is_large


def pictures(page: ReviewView) -> bool:
    """Whether both pictures of the pair are there with every pixel."""
    return all(isinstance(seen, Picture) and seen.width == 4 for seen in page.pair.canvas._seen)


def press(window: QWidget, qtbot: QtBot, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(QApplication.focusWidget() or window, key)


def chip(page: ReviewView, words: str) -> QToolButton:
    """Return the chip that a person reads as `words`."""
    return next(each for each in page.filters.findChildren(QToolButton) if each.text().strip().startswith(words))


def shown_text(widget: QWidget) -> str:
    return "\n".join(each.text() for each in widget.findChildren(QLabel) if each.isVisibleTo(widget))


def active(page: ReviewView) -> tuple[str, int]:
    """Return identity and seed of the active pair."""
    row, table = page.active_row, page.table
    assert row is not None
    assert table is not None
    return table.identity_of(row), int(table.seed[row])


# ---- states ----


def test_without_a_project_it_says_so_and_offers_to_open_one(window: MainWindow, qtbot: QtBot) -> None:
    window.show_view("review")
    assert isinstance(window.page, ReviewView)
    assert "No project is open" in shown_text(window.page)
    offered = [button.text() for button in window.page.findChildren(QPushButton) if button.isVisible()]
    assert offered == ["Open project…", "New project…"]
    assert not window.page.act("next_pair")


def test_without_a_submission_it_offers_to_import_one(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.context.set_project(Project.create(tmp_path / "empty.genmu", world.one_group()))
    window.show_view("review")
    assert "No submission has been imported" in shown_text(window.page)


def test_before_scoring_the_pairs_can_be_looked_at_and_scoring_is_offered(
    unscored_window: MainWindow, qtbot: QtBot
) -> None:
    page = review(unscored_window, qtbot)
    assert len(page.grid.rows) == 14
    assert "Not scored yet" in shown_text(page.states.banner) or page.states.banner.isVisible()
    assert chip(page, "not scored").isVisible()
    qtbot.waitUntil(lambda: isinstance(page.thumbnails.get(page.table.samples(0)[0], FULL), Picture), timeout=WAIT_MS)  # type: ignore[union-attr]  # read above
    press(unscored_window, qtbot, Qt.Key.Key_Return)
    assert is_large(page)


def test_the_scores_take_the_banner_away(scored_window: MainWindow, qtbot: QtBot) -> None:
    page = review(scored_window, qtbot)
    assert not page.states.banner.isVisible()
    assert "14 pairs" in shown_text(page.filters)


# ---- filters ----


def test_chips_count_outcomes_and_filter_by_them(page: ReviewView, qtbot: QtBot) -> None:
    assert chip(page, "became retain").text().strip() == "became retain  2"
    assert chip(page, "still verified").text().strip() == "still verified  2"
    QTest.mouseClick(chip(page, "still verified"), Qt.MouseButton.LeftButton)
    assert "2 of 14 pairs" in shown_text(page.filters)
    assert set(page.table.outcome[page.grid.rows].tolist()) == {PairOutcome.STILL_VERIFIED}  # type: ignore[union-attr]  # the fixture read it
    QTest.mouseClick(chip(page, "became retain"), Qt.MouseButton.LeftButton)
    assert "4 of 14 pairs" in shown_text(page.filters)
    QTest.mouseClick(chip(page, "Clear"), Qt.MouseButton.LeftButton)
    assert "14 pairs" in shown_text(page.filters)
    assert not chip(page, "Clear").isVisible()


def test_an_identity_is_chosen_by_keys(page: ReviewView, scored_window: MainWindow, qtbot: QtBot) -> None:
    who = next(box for box in page.filters.findChildren(QComboBox) if box.accessibleName() == "Identity")
    who.setFocus()
    while who.currentText().strip() != "13  retain":
        before = who.currentIndex()
        QTest.keyClick(who, Qt.Key.Key_Down)
        assert who.currentIndex() == before + 1
    assert "2 of 14 pairs" in shown_text(page.filters)
    assert {page.table.identity_of(row) for row in page.grid.rows.tolist()} == {"13"}  # type: ignore[union-attr]  # the fixture read it


def test_the_active_pair_stays_when_the_filter_hides_it(
    page: ReviewView, scored_window: MainWindow, qtbot: QtBot
) -> None:
    press(scored_window, qtbot, Qt.Key.Key_D, Qt.Key.Key_D, Qt.Key.Key_D)
    before = active(page)
    page.set_filter(of_identity("13"))
    assert active(page) == before
    assert page.grid.current == -1
    assert "it stays until you go on" in shown_text(page.docks()[0])
    page.set_filter(PairFilter())
    assert active(page) == before
    assert page.grid.current == 3


def test_from_a_hidden_pair_one_goes_on_to_its_neighbours(
    page: ReviewView, scored_window: MainWindow, qtbot: QtBot
) -> None:
    page.set_filter(of_identity("3"))
    forward = [int(row) for row in page.grid.rows]
    page.set_filter(PairFilter())
    page.grid.go_to(forward[0] - 1)
    page.set_filter(PairFilter(outcomes=frozenset({PairOutcome.BECAME_RETAIN, PairOutcome.LOST})))
    rows = [int(row) for row in page.grid.rows]
    assert page.grid.current == -1
    press(scored_window, qtbot, Qt.Key.Key_D)
    assert page.active_row == next(row for row in rows if row > forward[0] - 1)
    page.set_filter(PairFilter())
    page.grid.go_to(forward[0])
    page.set_filter(PairFilter(outcomes=frozenset({PairOutcome.BECAME_RETAIN, PairOutcome.LOST})))
    press(scored_window, qtbot, Qt.Key.Key_A)
    assert page.active_row == max(row for row in rows if row < forward[0])


def test_a_filter_that_nothing_passes_says_so_and_is_cleared(
    page: ReviewView, scored_window: MainWindow, qtbot: QtBot
) -> None:
    page._take_keys()
    press(scored_window, qtbot, Qt.Key.Key_P)
    assert "0 of 14 pairs" in shown_text(page.filters)
    assert "No pair passes the filter" in shown_text(page)
    button = next(each for each in page.findChildren(QPushButton) if each.isVisible() and each.text() == "All pairs")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert len(page.grid.rows) == 14
    assert page.grid.isVisible()


# ---- keys and mouse ----


def test_the_grid_is_walked_by_letters_and_arrows(page: ReviewView, scored_window: MainWindow, qtbot: QtBot) -> None:
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
        press(scored_window, qtbot, key)
        assert grid.current == place, key


def test_a_pair_is_opened_walked_and_left_by_keys(page: ReviewView, scored_window: MainWindow, qtbot: QtBot) -> None:
    press(scored_window, qtbot, Qt.Key.Key_Return)
    assert is_large(page)
    assert page.pair.canvas.hasFocus()
    assert "1 of 14" in shown_text(page.pair)
    press(scored_window, qtbot, Qt.Key.Key_D)
    assert "2 of 14" in shown_text(page.pair)
    assert page.pair.canvas.accessibleName().startswith("Pictures of 1 forget")
    press(scored_window, qtbot, Qt.Key.Key_G)
    assert not is_large(page)
    assert page.grid.current == 1
    assert page.grid.hasFocus()
    press(scored_window, qtbot, Qt.Key.Key_Return, Qt.Key.Key_Escape)
    assert not is_large(page)


def test_a_pair_is_opened_and_left_by_the_mouse(page: ReviewView, qtbot: QtBot) -> None:
    at = page.grid.tile_rect(1).center()
    QTest.mouseClick(page.grid.viewport(), Qt.MouseButton.LeftButton, NONE, at)
    QTest.mouseDClick(page.grid.viewport(), Qt.MouseButton.LeftButton, NONE, at)
    assert is_large(page)
    back = next(each for each in page.pair.findChildren(QToolButton) if each.text() == "‹ Grid")
    QTest.mouseClick(back, Qt.MouseButton.LeftButton)
    assert not is_large(page)


def test_both_pictures_are_shown_whole_then_pixel_for_pixel(
    page: ReviewView, scored_window: MainWindow, qtbot: QtBot
) -> None:
    press(scored_window, qtbot, Qt.Key.Key_Return)
    canvas = page.pair.canvas
    qtbot.waitUntil(lambda: pictures(page), timeout=WAIT_MS)
    whole = canvas.zoom
    press(scored_window, qtbot, Qt.Key.Key_Z)
    assert canvas.zoom == 1.0
    assert "100 %" in shown_text(page.pair)
    press(scored_window, qtbot, Qt.Key.Key_Plus)
    assert canvas.zoom == pytest.approx(1.25)
    press(scored_window, qtbot, Qt.Key.Key_Minus, Qt.Key.Key_F)
    assert canvas.zoom == pytest.approx(whole)
    image = canvas.grab().toImage()
    ratio = image.devicePixelRatio()
    left, right = (pane.center().toPoint() * ratio for pane in canvas._panes())
    table, row = page.table, page.active_row
    assert table is not None
    assert row is not None
    for point, sample in ((left, table.samples(row)[0]), (right, table.samples(row)[1])):
        seen = page.thumbnails.get(sample, FULL)
        assert isinstance(seen, Picture)
        assert image.pixelColor(QPoint(point)) == seen.pixmap.toImage().pixelColor(1, 1)


def test_dragging_moves_both_and_the_wheel_keeps_the_point_below_the_cursor(
    page: ReviewView, scored_window: MainWindow, qtbot: QtBot
) -> None:
    press(scored_window, qtbot, Qt.Key.Key_Return)
    canvas = page.pair.canvas
    qtbot.waitUntil(lambda: pictures(page), timeout=WAIT_MS)
    pane = canvas._panes()[0]
    at = pane.center() + QPoint(30, 20)
    target = canvas._target(pane, (4, 4))
    share = ((at.x() - target.x()) / target.width(), (at.y() - target.y()) / target.height())
    canvas.zoom_by(3, at)
    target = canvas._target(pane, (4, 4))
    after = ((at.x() - target.x()) / target.width(), (at.y() - target.y()) / target.height())
    assert after == pytest.approx(share)
    middle = pane.center().toPoint()
    before = canvas._target(pane, (4, 4)).topLeft()
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, NONE, middle)
    QTest.mouseMove(canvas, middle + QPoint(15, -10))
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, NONE, middle + QPoint(15, -10))
    moved = canvas._target(pane, (4, 4)).topLeft() - before
    assert (moved.x(), moved.y()) == pytest.approx((15, -10))


# ---- inspector ----


def test_the_inspector_tells_both_sides_and_whom_it_became(page: ReviewView, qtbot: QtBot) -> None:
    dock = page.docks()[0]
    qtbot.waitUntil(lambda: "Files" in shown_text(dock), timeout=WAIT_MS)
    text = shown_text(dock)
    assert "forget: became 2" in text
    assert "own template" in text
    assert "fake_image" in text
    assert "unlearned/One/1/c0/0.png" in text
    table = page.table
    assert table is not None
    assert similarity(float(table.own_unlearned[0])) in text
    name = "Copy the path of the unlearned sample"
    copier = next(each for each in dock.findChildren(QToolButton) if each.accessibleName() == name)
    QTest.mouseClick(copier, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text().endswith("unlearned/One/1/c0/0.png")


def test_the_inspector_is_hidden_and_shown_by_its_button(page: ReviewView, qtbot: QtBot) -> None:
    dock = page.docks()[0]
    button = next(each for each in page.tools.findChildren(QToolButton) if each.accessibleName() == "Inspector")
    assert dock.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not dock.isVisible()
    page.context.official_lens()
    assert not dock.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert dock.isVisible()


# ---- lens, submissions, requests, memory ----


def test_outcomes_follow_the_lens_and_the_active_pair_stays(
    page: ReviewView, scored_window: MainWindow, qtbot: QtBot
) -> None:
    press(scored_window, qtbot, Qt.Key.Key_End)
    before = active(page)
    scored_window.context.look(threshold="1.0")
    qtbot.waitUntil(lambda: not has_outcome(page, PairOutcome.STILL_VERIFIED), timeout=WAIT_MS)
    assert active(page) == before
    scored_window.context.official_lens()
    qtbot.waitUntil(lambda: has_outcome(page, PairOutcome.STILL_VERIFIED), timeout=WAIT_MS)


def test_another_submission_shows_its_own_pairs(page: ReviewView, scored_window: MainWindow, qtbot: QtBot) -> None:
    page.set_filter(of_identity("2"))
    assert not has_outcome(page, PairOutcome.FORGOTTEN)
    scored_window.context.select(SubmissionId(SECOND))
    qtbot.waitUntil(lambda: has_outcome(page, PairOutcome.FORGOTTEN), timeout=WAIT_MS)
    assert len(page.grid.rows) == 14


def test_a_request_that_comes_before_the_pairs_is_kept(scored_window: MainWindow, qtbot: QtBot) -> None:
    scored_window.show_view("review", {"identity": "2", "group": "One"})
    page = review(scored_window, qtbot)
    qtbot.waitUntil(lambda: len(page.grid.rows) == 2)
    assert active(page)[0] == "2"


def test_requests_lead_to_problems_and_single_samples(page: ReviewView, scored_window: MainWindow) -> None:
    table = page.table
    assert table is not None
    wanted = table.samples(9)[1]
    page.set_filter(of_identity("1"))
    scored_window.show_view("review", {"sample": wanted})
    assert is_large(page)
    assert page.active_row == 9
    scored_window.show_view("review", "problems")
    assert not is_large(page)
    assert chip(page, "Problems").isChecked()
    scored_window.show_view("review", {"sample": 99_999})
    assert not is_large(page)


def test_it_remembers_how_it_looked(page: ReviewView) -> None:
    page.set_sort("costs")
    page.tools.set_tile_width(200)
    page.pair.faces.setChecked(False)
    state = page.state()
    page.set_sort("published")
    page.tools.set_tile_width(300)
    page.restore(state)
    assert page.state() == state == {"tile": 200, "sort": "costs", "faces": False}
    page.restore({"tile": "wide", "sort": "nonsense", "faces": 3})
    assert page.state() == state


def test_points_lost_first_puts_what_costs_points_first(page: ReviewView) -> None:
    page.set_sort("costs")
    table = page.table
    assert table is not None
    first = [table.outcome_of(int(row)) for row in page.grid.rows[:4]]
    assert PairOutcome.KEPT not in first
    assert PairOutcome.FORGOTTEN not in first
    assert table.outcome_of(int(page.grid.rows[-1])) in (PairOutcome.KEPT, PairOutcome.BECAME_RETAIN)


def test_another_project_is_shown_from_its_beginning(
    page: ReviewView, scored_window: MainWindow, qtbot: QtBot, unscored_folder: Path, tmp_path: Path
) -> None:
    page.set_filter(of_identity("2"))
    shutil.copytree(unscored_folder, tmp_path / "other.genmu")
    scored_window.context.set_project(Project.open(tmp_path / "other.genmu"))
    qtbot.waitUntil(lambda: page._pairs is not None and page._pairs.evaluation is None, timeout=WAIT_MS)
    assert len(page.grid.rows) == 14
    scored_window.context.set_project(None)
    assert "No project is open" in shown_text(page)


def test_every_control_has_a_name_and_a_tooltip(page: ReviewView, scored_window: MainWindow, qtbot: QtBot) -> None:
    press(scored_window, qtbot, Qt.Key.Key_Return)
    for root in (page, page.docks()[0].widget()):
        for control in root.findChildren(QToolButton):
            assert control.accessibleName(), control.text()
            assert control.toolTip(), control.text()


def test_settings_that_differ_and_flags_are_told_with_their_sentences(scored_window: MainWindow, qtbot: QtBot) -> None:
    project = scored_window.context.project
    assert project is not None
    page = review(scored_window, qtbot)
    table = page.table
    assert table is not None
    sample = table.samples(4)[1]

    def mark(db: Database) -> None:
        db.execute("UPDATE pair SET differing_json = '[\"guidance\"]' WHERE unlearned_id = ?", [sample])
        db.execute(
            "UPDATE result SET flags_json = '[\"BLUR\"]' "
            "WHERE subject_id = (SELECT subject_id FROM sample WHERE id = ?)",
            [sample],
        )

    project.store.write(mark).result()
    scored_window.context.look(threshold="0.4")
    qtbot.waitUntil(lambda: page.table is not None and bool(page.table.problem.any()), timeout=WAIT_MS)
    scored_window.show_view("review", "problems")
    assert page.active_row == 4
    assert "1 of 14 pairs" in shown_text(page.filters)
    dock = page.docks()[0]
    qtbot.waitUntil(lambda: "settings differ: guidance" in shown_text(dock), timeout=WAIT_MS)
    assert "BLUR: the picture is blurred" in shown_text(dock)
