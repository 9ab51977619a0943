"""References below a pair: whose they are, what of them could not be used, and one shown large by keys and by mouse."""

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.reference_pictures import PairReferences, ReferencePicture
from genmu_studio.settings import Settings
from genmu_studio.thumbnails import Unshown
from tests.ui.keyboard import NONE, click, press
from tests.ui.pair_world import BLUE, RED, Comparisons, Desk, Pictures, array_of, pairs_of, plain, shown, wheel
from ui import theme
from ui.actions import ACTIONS, Actions
from ui.widgets.elided import ElidedLabel
from ui.widgets.pair_view import PairView
from ui.widgets.reference_list import ReferenceList

LEFT = Qt.MouseButton.LeftButton
GREEN, YELLOW = "#20a040", "#a0a020"
HOSTILE = "<b>x</b>/1.png"
OWN = tuple(ReferencePicture(10 + number, "2", f"folder/2/{number}.png", "") for number in range(3))
OTHER = tuple(ReferencePicture(20 + number, "1", f"folder/1/{number}.png", "") for number in range(2))
BOTH = PairReferences("2", OWN, "1", OTHER)


@pytest.fixture
def pictures(dressed: QApplication) -> Iterator[Pictures]:
    made = Pictures(
        {id_: plain(RED if id_ % 2 else BLUE, 100) for id_ in range(1, 7)},
        {**{each.id: plain(GREEN, 60, 80) for each in OWN}, **{each.id: plain(YELLOW, 60, 80) for each in OTHER}},
    )
    yield made
    made.close()


@pytest.fixture
def view(qtbot: QtBot, settings: Settings, pictures: Pictures) -> Iterator[PairView]:
    comparisons = Comparisons()
    desk = Desk(Actions(ACTIONS, settings), pictures, comparisons)
    qtbot.addWidget(desk)
    desk.resize(900, 560)
    desk.show()
    qtbot.waitExposed(desk)
    desk.activateWindow()
    desk.view.show_pair(pairs_of(), 0, "image", "1 of 3")
    desk.view.show_references(BOTH)
    desk.view.canvas.setFocus()
    qtbot.waitUntil(desk.view.canvas.hasFocus)
    yield desk.view
    comparisons.close()


def left_pane(view: PairView) -> str:
    canvas = view.canvas
    return shown(canvas).pixelColor(QPoint(canvas.width() // 4, canvas.height() // 2)).name()


def names(view: PairView) -> list[str]:
    return [each.text() for each in view.references.findChildren(ElidedLabel) if each.isVisible()]


def mouse(target: ReferenceList, kind: QMouseEvent.Type, at: QPoint, when_ms: int) -> None:
    """Press or let go at a given instant."""
    buttons = LEFT if kind == QMouseEvent.Type.MouseButtonPress else Qt.MouseButton.NoButton
    event = QMouseEvent(kind, at, target.viewport().mapToGlobal(at), LEFT, buttons, NONE)
    event.setTimestamp(when_ms)
    QApplication.sendEvent(target.viewport(), event)


def test_own_references_stand_left_and_the_others_right(view: PairView) -> None:
    strip = view.references
    assert strip.isVisible()
    assert names(view) == ["References 2", "1"]
    assert strip.own.accessibleName() == "References of 2"
    assert strip.own.mapTo(strip, QPoint(0, 0)).x() < strip.other.mapTo(strip, QPoint(0, 0)).x()
    for each, color in ((strip.own, GREEN), (strip.other, YELLOW)):
        assert shown(each.viewport()).pixelColor(each.place_of(1)).name() == color
    assert strip.other.mapTo(strip, QPoint(0, 0)).x() + strip.other.width() > strip.width() - 24


def test_nothing_stands_right_where_there_is_nobody_else(view: PairView) -> None:
    view.show_references(PairReferences("1", OTHER))
    assert names(view) == ["References 1"]
    assert not view.references.other.isVisible()
    view.show_references(PairReferences("1", ()))
    assert view.references._none.isVisible()
    assert not view.references.own.isVisible()


def test_a_click_shows_one_in_place_of_the_original_and_another_click_takes_it_away(view: PairView) -> None:
    own = view.references.own
    assert left_pane(view) == RED
    QTest.mouseClick(own.viewport(), LEFT, NONE, own.place_of(0))
    assert left_pane(view) == GREEN
    assert own.large == OWN[0]
    QTest.mouseClick(own.viewport(), LEFT, NONE, own.place_of(1))
    assert own.large == OWN[1]
    assert left_pane(view) == GREEN
    other = view.references.other
    QTest.mouseClick(other.viewport(), LEFT, NONE, other.place_of(1))
    assert left_pane(view) == YELLOW
    assert own.large == other.large == OTHER[1]
    QTest.mouseClick(other.viewport(), LEFT, NONE, other.place_of(1))
    assert left_pane(view) == RED
    assert own.large is None


def test_one_that_is_held_for_long_is_shown_as_long_as_it_is_held(view: PairView) -> None:
    own = view.references.own
    at = own.place_of(1)
    mouse(own, QMouseEvent.Type.MouseButtonPress, at, 1_000)
    assert left_pane(view) == GREEN
    mouse(own, QMouseEvent.Type.MouseButtonRelease, at, 2_000)
    assert left_pane(view) == RED
    mouse(own, QMouseEvent.Type.MouseButtonPress, at, 3_000)
    mouse(own, QMouseEvent.Type.MouseButtonRelease, at, 3_100)
    assert left_pane(view) == GREEN


def test_keys_walk_the_references_and_show_one(view: PairView) -> None:
    own = view.references.own
    own.setFocus(Qt.FocusReason.TabFocusReason)
    assert own.currentIndex().row() == 0
    press(own, Qt.Key.Key_Right)
    press(own, Qt.Key.Key_Right)
    press(own, Qt.Key.Key_Left)
    assert own.currentIndex().row() == 1
    press(own, Qt.Key.Key_Space)
    assert own.large == OWN[1]
    assert left_pane(view) == GREEN
    press(own, Qt.Key.Key_Return)
    assert left_pane(view) == RED
    press(own, Qt.Key.Key_End)
    press(own, Qt.Key.Key_Return)
    assert own.large == OWN[2]
    press(own, Qt.Key.Key_Escape)
    assert left_pane(view) == RED
    assert not view.leave()


def test_tab_leads_from_the_pictures_to_both_rows(view: PairView) -> None:
    reached = set()
    for _ in range(4):
        focused = QApplication.focusWidget()
        assert focused is not None
        press(focused, Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        assert focused is not None
        reached.add(focused.accessibleName())
    assert {"References of 2", "References of 1"} <= reached


def test_the_one_with_the_keys_has_a_ring_and_the_large_one_a_thick_one(view: PairView) -> None:
    own = view.references.own
    accent = QColor(theme.current().accent)
    plain_amount = accents(own, accent)
    own.setFocus(Qt.FocusReason.TabFocusReason)
    with_keys = accents(own, accent)
    press(own, Qt.Key.Key_Space)
    assert plain_amount < with_keys < accents(own, accent)


def accents(own: ReferenceList, accent: QColor) -> int:
    pixels = array_of(shown(own.viewport())).astype(int)
    wanted = np.array([accent.blue(), accent.green(), accent.red()])
    return int((np.abs(pixels - wanted).max(axis=2) < 60).sum())


def test_the_next_pair_is_shown_without_the_reference(view: PairView) -> None:
    own = view.references.own
    QTest.mouseClick(own.viewport(), LEFT, NONE, own.place_of(0))
    view.show_pair(pairs_of(), 0, "image", "1 of 3")
    assert left_pane(view) == GREEN  # the same pair, shown anew
    view.show_pair(pairs_of(), 1, "image", "2 of 3")
    assert left_pane(view) == RED


def test_in_a_wipe_the_reference_lies_beside_the_unlearned(view: PairView) -> None:
    view.set_mode("wipe")
    own = view.references.own
    QTest.mouseClick(own.viewport(), LEFT, NONE, own.place_of(0))
    image, canvas = shown(view.canvas), view.canvas
    assert image.pixelColor(canvas.width() // 2 - 30, canvas.height() // 2 + 60).name() == GREEN
    assert image.pixelColor(canvas.width() // 2 + 30, canvas.height() // 2 + 60).name() == BLUE


def test_it_folds_to_its_title_and_gives_its_room_to_the_pictures(view: PairView, qtbot: QtBot) -> None:
    before = view.canvas.height()
    own = view.references.own
    QTest.mouseClick(own.viewport(), LEFT, NONE, own.place_of(0))
    click(view.references.fold)
    assert view.references.fold.accessibleName() == "Show references"
    assert names(view) == ["References"]
    assert not own.isVisible()
    qtbot.waitUntil(lambda: view.canvas.height() > before)
    assert left_pane(view) == RED
    assert view.state()["references"] is False
    view.show_references(BOTH)
    assert not own.isVisible()
    view.references.fold.setFocus()
    press(view.references.fold, Qt.Key.Key_Space)
    assert own.isVisible()
    assert view.state()["references"] is True


def test_one_that_could_not_be_used_has_its_code(view: PairView, pictures: Pictures) -> None:
    failed = (
        OWN[0],
        ReferencePicture(11, "2", HOSTILE, "NO_FACE"),
        ReferencePicture(12, "2", "2/2.png", "DAMAGED"),
    )
    pictures.references[12] = Unshown("DAMAGED", "the file ends early")
    view.show_references(PairReferences("2", failed))
    own = view.references.own
    bad = QColor(theme.current().bad)
    pixels = array_of(shown(own.viewport()))
    wanted = np.array([bad.blue(), bad.green(), bad.red()])
    columns = np.nonzero((pixels == wanted).all(axis=2))[1]
    places = {int(column) // 58 for column in columns}
    assert places == {1, 2}
    tip = str(own.model().index(1, 0).data(Qt.ItemDataRole.ToolTipRole))
    assert "&lt;b&gt;x&lt;/b&gt;/1.png" in tip
    assert "not used: NO_FACE" in tip
    assert own.model().index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "Reference 2 of 3, 1.png"


def test_many_references_are_scrolled_by_the_wheel_and_followed_by_keys(view: PairView, qtbot: QtBot) -> None:
    many = tuple(ReferencePicture(10, "2", f"{number}.png", "") for number in range(24))
    view.show_references(PairReferences("2", many, "1", OTHER))
    own = view.references.own
    bar = own.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert view.references.width() <= view.width()
    wheel(own.viewport(), QPointF(own.place_of(0)), -2)
    assert 0 < bar.value() < bar.maximum()
    own.setFocus(Qt.FocusReason.TabFocusReason)
    press(own, Qt.Key.Key_End)
    assert own.viewport().rect().contains(own.place_of(23))


def test_the_large_one_sharpens_when_it_has_been_decoded(view: PairView, pictures: Pictures) -> None:
    late = pictures.references.pop(10)
    own = view.references.own
    QTest.mouseClick(own.viewport(), LEFT, NONE, own.place_of(0))
    assert left_pane(view) != RED
    pictures.references[10] = late
    pictures.ready.emit()
    assert left_pane(view) == GREEN
