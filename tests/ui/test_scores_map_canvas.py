"""The canvas of the embedding map under real hands: pointed at, walked, moved, zoomed, drawn around, recoloured."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.scores.embedding_map import EmbeddingMap
from tests.ui.keyboard import CTRL, NONE, SHIFT, click, press
from tests.ui.map_world import (
    color_near,
    crowd,
    describe,
    drag,
    few,
    lasso,
    map_of,
    outcomes_for,
    pixel,
    point,
    seen,
    table_of,
    turn_wheel,
)
from ui import theme
from ui.widgets.scores_map.embedding_canvas import EmbeddingCanvas
from ui.widgets.scores_map.map_scene import MOST_LINES, MapScene
from ui.widgets.scores_map.point_looks import PALETTES, identity_color
from ui.widgets.thumbnails import ThumbnailStore


@dataclass
class Shown:
    """A canvas with a map; `opened` are the places that were asked for."""

    canvas: EmbeddingCanvas
    opened: list[int]

    @property
    def scene(self) -> MapScene:
        assert self.canvas.scene is not None
        return self.canvas.scene

    def show(self, shown: EmbeddingMap, outcome: PairOutcome = PairOutcome.FORGOTTEN) -> "Shown":
        scene = MapScene(shown, outcomes_for(shown, outcome))
        self.canvas.show_scene(scene, partial(describe, shown), partial(table_of, shown))
        QApplication.processEvents()
        return self


@pytest.fixture
def desk(dressed: QApplication, qtbot: QtBot) -> Iterator[Shown]:
    """Return a canvas that shows `few`, with the keys."""
    thumbnails = ThumbnailStore(2**20)
    canvas = EmbeddingCanvas(thumbnails)
    canvas.resize(460, 340)
    qtbot.addWidget(canvas)
    canvas.show()
    qtbot.waitExposed(canvas)
    canvas.activateWindow()
    canvas.setFocus()
    qtbot.waitUntil(canvas.hasFocus)
    made = Shown(canvas, [])
    canvas.opened.connect(made.opened.append)
    yield made.show(few())
    canvas.close()
    thumbnails.close()


def pointed(desk: Shown) -> int | None:
    return desk.canvas.pointed


# ---- pointing ----


def test_the_sample_under_the_pointer_is_told(desk: Shown) -> None:
    point(desk.canvas, pixel(desk.canvas, 1))
    assert desk.canvas.pointed == 1
    words = desk.canvas.accessibleDescription()
    assert words.startswith("unlearned sample of 3422, forget, c0, seed 1: forgotten, similarity 0.90 to –")
    assert words.endswith("at 2.000, 0.000")


def test_eight_pixels_are_near_enough_and_ten_are_not(desk: Shown) -> None:
    at = pixel(desk.canvas, 1)
    point(desk.canvas, at + QPoint(7, 0))
    assert pointed(desk) == 1
    point(desk.canvas, at + QPoint(10, 0))
    assert pointed(desk) is None
    assert desk.canvas.accessibleDescription().startswith("Arrows walk from sample to sample")


def test_a_card_is_painted_beside_the_sample_and_gone_when_the_pointer_leaves(desk: Shown) -> None:
    without = seen(desk.canvas)
    at = pixel(desk.canvas, 0)
    point(desk.canvas, at)
    assert color_near(seen(desk.canvas), at + QPoint(14 + 9, 80), theme.current().original, reach=60)
    QApplication.sendEvent(desk.canvas, QEvent(QEvent.Type.Leave))
    assert seen(desk.canvas) == without


def test_a_click_makes_a_sample_the_current_one_and_enter_opens_it(desk: Shown) -> None:
    click(desk.canvas, pixel(desk.canvas, 3))
    assert desk.canvas.current == 3
    point(desk.canvas, pixel(desk.canvas, 0))  # pointing elsewhere changes nothing
    press(desk.canvas, Qt.Key.Key_Return)
    assert desk.opened == [3]
    click(desk.canvas, QPoint(60, 60))
    assert desk.canvas.current is None


def test_a_double_click_opens_a_sample_and_elsewhere_shows_everything(desk: Shown) -> None:
    whole = desk.canvas.frame
    QTest.mouseDClick(desk.canvas, Qt.MouseButton.LeftButton, NONE, pixel(desk.canvas, 2))
    assert desk.opened == [2]
    press(desk.canvas, Qt.Key.Key_Plus)
    assert desk.canvas.frame != whole
    QTest.mouseDClick(desk.canvas, Qt.MouseButton.LeftButton, NONE, QPoint(60, 60))
    assert desk.canvas.frame == whole
    assert desk.opened == [2]


def test_what_is_not_shown_cannot_be_pointed_at(desk: Shown) -> None:
    desk.scene.set_sides("original")
    desk.canvas.redraw()
    point(desk.canvas, pixel(desk.canvas, 1))
    assert desk.canvas.pointed is None
    point(desk.canvas, pixel(desk.canvas, 0))
    assert desk.canvas.pointed == 0


# ---- keys ----


def test_arrows_walk_from_sample_to_sample(desk: Shown) -> None:
    click(desk.canvas, pixel(desk.canvas, 0))
    press(desk.canvas, Qt.Key.Key_Right)
    assert desk.canvas.current == desk.canvas.pointed == 1
    assert "seed 1" in desk.canvas.accessibleDescription()
    press(desk.canvas, Qt.Key.Key_Right)
    assert desk.canvas.current == 1  # all others are rather above than to the right
    press(desk.canvas, Qt.Key.Key_Up)
    assert desk.canvas.current == 5  # the nearer of the two columns
    press(desk.canvas, Qt.Key.Key_Up)
    assert desk.canvas.current == 4
    press(desk.canvas, Qt.Key.Key_Up)
    assert desk.canvas.current == 4  # there is nothing above
    press(desk.canvas, Qt.Key.Key_Left)
    press(desk.canvas, Qt.Key.Key_Escape)
    assert desk.canvas.current is None


def test_a_walk_begins_in_the_middle_and_brings_what_is_outside_into_sight(desk: Shown) -> None:
    press(desk.canvas, Qt.Key.Key_Left)
    assert desk.canvas.current == desk.scene.index.nearest(desk.canvas.frame.x, desk.canvas.frame.y, np.inf)
    click(desk.canvas, pixel(desk.canvas, 2))
    for _ in range(12):
        press(desk.canvas, Qt.Key.Key_Plus)
    press(desk.canvas, Qt.Key.Key_Down)
    assert desk.canvas.current is not None
    assert desk.canvas.frame.area.contains(pixel(desk.canvas, desk.canvas.current).toPointF())


def test_keys_zoom_pan_and_show_everything(desk: Shown) -> None:
    whole = desk.canvas.frame
    press(desk.canvas, Qt.Key.Key_Plus)
    assert desk.canvas.frame.zoom == pytest.approx(1.25)
    press(desk.canvas, Qt.Key.Key_Minus)
    press(desk.canvas, Qt.Key.Key_Minus)
    assert desk.canvas.frame.zoom == pytest.approx(0.8)
    before = desk.canvas.frame
    press(desk.canvas, Qt.Key.Key_Right, SHIFT)
    assert desk.canvas.frame.x == pytest.approx(before.x + 48 / before.scale)
    press(desk.canvas, Qt.Key.Key_Up, SHIFT)
    assert desk.canvas.frame.y == pytest.approx(before.y + 48 / before.scale)
    press(desk.canvas, Qt.Key.Key_Home)
    assert desk.canvas.frame == whole


def test_space_chooses_the_current_sample_and_no_longer(desk: Shown, qtbot: QtBot) -> None:
    click(desk.canvas, pixel(desk.canvas, 3))
    with qtbot.waitSignal(desk.canvas.chosen_changed):
        press(desk.canvas, Qt.Key.Key_Space)
    press(desk.canvas, Qt.Key.Key_Left)
    press(desk.canvas, Qt.Key.Key_Space)
    chosen = desk.scene.chosen
    assert chosen is not None
    assert np.flatnonzero(chosen).tolist() == [3, 5]
    press(desk.canvas, Qt.Key.Key_Space)
    press(desk.canvas, Qt.Key.Key_Escape)
    assert desk.scene.chosen is None


def test_keys_of_others_are_left_to_them(desk: Shown) -> None:
    for key in (Qt.Key.Key_Comma, Qt.Key.Key_N, Qt.Key.Key_O):
        assert not desk.canvas._keys.act(key, has_shift=False)
    assert not desk.canvas._keys.act(Qt.Key.Key_Return, has_shift=False)  # no sample is the current one
    assert not desk.canvas._keys.act(Qt.Key.Key_Escape, has_shift=False)


# ---- moving ----


def test_the_map_follows_a_drag(desk: Shown) -> None:
    frame, start = desk.canvas.frame, QPoint(150, 150)
    under = frame.at(start.toPointF())
    drag(desk.canvas, start, start + QPoint(20, 6), start + QPoint(60, 30))
    moved = desk.canvas.frame.to_px(*under).toPoint()
    assert (moved - (start + QPoint(60, 30))).manhattanLength() <= 1
    assert desk.scene.chosen is None
    assert desk.canvas.current is None  # a drag is no click


def test_a_trembling_hand_clicks(desk: Shown) -> None:
    frame, at = desk.canvas.frame, pixel(desk.canvas, 0)
    drag(desk.canvas, at, at + QPoint(1, 1), at + QPoint(2, 0))
    assert desk.canvas.frame == frame
    assert desk.canvas.current == 0


def test_the_wheel_zooms_at_the_pointer(desk: Shown) -> None:
    at = QPoint(300, 120)
    under = desk.canvas.frame.at(at.toPointF())
    assert turn_wheel(desk.canvas, at, 2, CTRL)
    assert desk.canvas.frame.zoom == pytest.approx(1.25**2)
    assert (desk.canvas.frame.to_px(*under) - at.toPointF()).manhattanLength() < 0.01
    assert turn_wheel(desk.canvas, at, -1)  # it has the focus: no Ctrl is needed
    assert desk.canvas.frame.zoom == pytest.approx(1.25)


def test_while_the_map_moves_only_the_map_is_painted(desk: Shown, qtbot: QtBot) -> None:
    at = pixel(desk.canvas, 1)
    point(desk.canvas, at)
    ringed = seen(desk.canvas)
    turn_wheel(desk.canvas, at, 1, CTRL)
    turn_wheel(desk.canvas, at, -1, CTRL)
    assert desk.canvas.is_moving
    moving = seen(desk.canvas)
    qtbot.waitUntil(lambda: not desk.canvas.is_moving)
    assert moving != ringed
    assert seen(desk.canvas) == ringed


def test_names_find_room_again_when_the_map_rests(desk: Shown, qtbot: QtBot) -> None:
    before = desk.scene.boxes_of_names
    turn_wheel(desk.canvas, pixel(desk.canvas, 2), 8, CTRL)
    seen(desk.canvas)
    assert desk.scene.boxes_of_names == before  # calm while one zooms
    qtbot.waitUntil(lambda: not desk.canvas.is_moving)
    seen(desk.canvas)
    assert desk.scene.boxes_of_names != before


def test_without_focus_the_wheel_scrolls_what_the_map_lies_in(desk: Shown) -> None:
    desk.canvas.clearFocus()
    frame = desk.canvas.frame
    assert not turn_wheel(desk.canvas, QPoint(300, 120), 2)
    assert desk.canvas.frame == frame
    assert turn_wheel(desk.canvas, QPoint(300, 120), 2, CTRL)


def test_another_size_keeps_the_middle_and_the_zoom(desk: Shown) -> None:
    press(desk.canvas, Qt.Key.Key_Plus)
    before = desk.canvas.frame
    desk.canvas.resize(700, 500)
    after = desk.canvas.frame
    assert (after.x, after.y, after.zoom) == (before.x, before.y, before.zoom)
    assert after.scale > before.scale


# ---- choosing ----


def test_shift_and_a_drag_choose_what_the_line_encloses(desk: Shown, qtbot: QtBot) -> None:
    frame = desk.canvas.frame
    with qtbot.waitSignal(desk.canvas.chosen_changed):
        lasso(desk.canvas, 2, 5)
    chosen = desk.scene.chosen
    assert chosen is not None
    assert np.flatnonzero(chosen).tolist() == [2, 3, 4, 5]
    assert desk.canvas.frame == frame
    image, tokens = seen(desk.canvas), theme.current()
    assert color_near(image, pixel(desk.canvas, 3), identity_color(1))
    assert not color_near(image, pixel(desk.canvas, 1), identity_color(0))  # faint
    assert color_near(image, pixel(desk.canvas, 2) - QPoint(10, 14), tokens.accent, reach=10)


def test_the_line_moves_with_the_map(desk: Shown) -> None:
    lasso(desk.canvas, 0)
    before = seen(desk.canvas)
    drag(desk.canvas, QPoint(200, 200), QPoint(210, 190), QPoint(260, 120))
    after = seen(desk.canvas)
    edge = pixel(desk.canvas, 0) - QPoint(14, 0)
    assert color_near(after, edge, theme.current().accent, apart=60)
    assert not color_near(before, edge, theme.current().accent, apart=60)
    chosen = desk.scene.chosen
    assert chosen is not None
    assert np.flatnonzero(chosen).tolist() == [0]


def test_with_the_button_down_a_drag_draws_without_shift(desk: Shown) -> None:
    desk.canvas.set_draws_always(True)
    assert desk.canvas.cursor().shape() == Qt.CursorShape.CrossCursor
    at = pixel(desk.canvas, 1)
    corners = [at + QPoint(x, y) for x, y in ((-20, -20), (20, -20), (20, 20), (-20, 20), (-20, -15))]
    drag(desk.canvas, *corners)
    chosen = desk.scene.chosen
    assert chosen is not None
    assert np.flatnonzero(chosen).tolist() == [1]
    assert desk.canvas.cursor().shape() == Qt.CursorShape.CrossCursor


def test_a_line_that_encloses_nothing_chooses_nothing(desk: Shown) -> None:
    corners = [QPoint(60, 60), QPoint(90, 60), QPoint(90, 90), QPoint(60, 90)]
    drag(desk.canvas, *corners, modifiers=SHIFT)
    chosen = desk.scene.chosen
    assert chosen is not None
    assert not chosen.any()


def test_a_click_with_shift_draws_nothing_and_clears_what_was_drawn(desk: Shown) -> None:
    lasso(desk.canvas, 2)
    drag(desk.canvas, QPoint(60, 60), QPoint(61, 61), modifiers=SHIFT)
    assert desk.scene.chosen is None
    assert not desk.canvas.has_lasso


def test_only_samples_that_are_shown_are_chosen(desk: Shown) -> None:
    desk.scene.set_sides("unlearned")
    desk.canvas.redraw()
    lasso(desk.canvas, 0, 2)
    chosen = desk.scene.chosen
    assert chosen is not None
    assert np.flatnonzero(chosen).tolist() == [1, 3, 5]


def test_escape_clears_the_line_and_the_choice(desk: Shown, qtbot: QtBot) -> None:
    plain = seen(desk.canvas)
    lasso(desk.canvas, 2, 5)
    with qtbot.waitSignal(desk.canvas.chosen_changed):
        press(desk.canvas, Qt.Key.Key_Escape)
    assert desk.scene.chosen is None
    assert not desk.canvas.has_lasso
    point(desk.canvas, QPoint(5, 5))
    assert seen(desk.canvas) == plain


# ---- colours and lines ----


def test_colours_follow_other_outcomes_at_once_and_places_stay(desk: Shown) -> None:
    shown, tokens = few(), theme.current()
    desk.show(shown, PairOutcome.KEPT)
    desk.scene.set_coloring("outcome")
    desk.canvas.redraw()
    at = pixel(desk.canvas, 3)
    assert color_near(seen(desk.canvas), at, tokens.good)
    assert color_near(seen(desk.canvas), pixel(desk.canvas, 4), tokens.original)
    desk.scene.set_outcomes(outcomes_for(shown, PairOutcome.LOST))
    desk.canvas.redraw()
    assert pixel(desk.canvas, 3) == at
    assert color_near(seen(desk.canvas), at, tokens.bad)
    assert not color_near(seen(desk.canvas), at, tokens.good)
    assert [look.text for look in desk.scene.legend()] == ["original", "lost", "template"]


def test_few_pairs_are_joined_and_many_only_of_the_identity_that_is_pointed_at(desk: Shown) -> None:
    lines = desk.scene.lines_in(desk.canvas.frame)
    assert lines is not None
    assert lines.tolist() == [[0, 1], [2, 3], [4, 5]]
    desk.show(crowd(2 * MOST_LINES + 100))
    assert desk.scene.lines_in(desk.canvas.frame) is None
    plain = seen(desk.canvas)
    point(desk.canvas, pixel(desk.canvas, 0))
    assert desk.canvas.pointed is not None
    lines = desk.scene.lines_of_identity(desk.canvas.pointed)
    assert set(desk.scene.shown.identity[lines].ravel().tolist()) == {0}
    assert MOST_LINES / 2 < len(lines) <= MOST_LINES
    middle = pixel(desk.canvas, 0) + QPoint(-4, 0)
    assert seen(desk.canvas).copy(0, 60, middle.x(), 240) != plain.copy(0, 60, middle.x(), 240)


def test_lines_come_when_few_pairs_are_in_sight(desk: Shown) -> None:
    desk.show(crowd(MOST_LINES + 20))
    assert desk.scene.lines_in(desk.canvas.frame) is None
    for _ in range(14):
        turn_wheel(desk.canvas, pixel(desk.canvas, 0), 1, CTRL)
    lines = desk.scene.lines_in(desk.canvas.frame)
    assert lines is not None
    assert [0, 1] in lines.tolist()
    box = desk.canvas.frame.shown
    for pair in lines.tolist():
        places = desk.scene.shown.places[pair]
        inside = [box.left <= x <= box.right and box.bottom <= y <= box.top for x, y in places.tolist()]
        assert any(inside)


def test_of_a_chosen_identity_the_lines_are_thinned(desk: Shown) -> None:
    desk.show(crowd(4 * MOST_LINES))
    desk.scene.set_focus(1)
    lines = desk.scene.lines_in(desk.canvas.frame)
    assert lines is not None
    assert len(lines) == MOST_LINES
    assert set(desk.scene.shown.identity[lines].ravel().tolist()) == {1}
    assert desk.scene.lines_in(desk.canvas.frame) is lines  # not worked out again for the same frame


def test_names_stand_beside_identities_and_templates(desk: Shown) -> None:
    by_identity = [(name.text, name.is_template) for name in desk.scene.names]
    assert by_identity == [("5230", False), ("3422", False), ("", True), ("", True)]
    desk.scene.set_coloring("outcome")
    assert [(name.text, name.is_template) for name in desk.scene.names] == [("3422", True), ("5230", True)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_another_theme_is_taken_at_once(desk: Shown, scheme: theme.Scheme) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme.apply(application, scheme)
    try:
        image = seen(desk.canvas)
        assert image.pixelColor(3, desk.canvas.height() // 2).name() == theme.current().surface.lower()
        assert color_near(image, pixel(desk.canvas, 1), PALETTES[scheme][0])
    finally:
        theme.apply(application, "dark")


# ---- beside the screen ----


def test_axes_say_what_they_are(desk: Shown) -> None:
    axes = desk.scene.axes(desk.canvas.frame)
    assert axes.x_title == "first component, 31 % of the variance"
    assert axes.y_title == "second component, 12 % of the variance"
    desk.show(map_of([(0, (0, 0), (1, 1)), (1, (2, 0), (3, 1))], "umap"))
    assert desk.scene.axes(desk.canvas.frame).x_title == "UMAP, first direction (no unit)"


def test_it_is_painted_elsewhere_without_what_is_pointed_at(desk: Shown) -> None:
    plain = drawn(desk.canvas)
    point(desk.canvas, pixel(desk.canvas, 0))
    click(desk.canvas, pixel(desk.canvas, 0))
    assert drawn(desk.canvas) == plain
    assert color_near(plain, pixel(desk.canvas, 1), identity_color(0))
    assert desk.canvas.table().rows[1] == (101,)


def drawn(canvas: EmbeddingCanvas) -> QImage:
    image = QImage(canvas.size(), QImage.Format.Format_RGB32)
    image.fill(theme.color(theme.current().surface))
    painter = QPainter(image)
    canvas.paint_on(painter, QRectF(canvas.rect()))
    painter.end()
    return image


def test_without_a_map_nothing_happens(desk: Shown) -> None:
    canvas = desk.canvas
    canvas.show_scene(None, partial(describe, few()), partial(table_of, few()))
    click(canvas, QPoint(100, 100))
    point(canvas, QPoint(120, 100))
    press(canvas, Qt.Key.Key_Right)
    assert not turn_wheel(canvas, QPoint(100, 100), 1, CTRL)
    canvas.reset_view()
    assert not canvas.clear_chosen()
    assert canvas.pointed is None
    drawn(canvas)
