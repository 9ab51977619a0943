"""The canvas of a pair by its pixels: modes, divider, linked zoom, faces, alignment, and what has no picture."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QPixmap, QTransform
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from genmu_studio.pair_details import FaceBox
from genmu_studio.thumbnails import Unshown
from tests.ui.keyboard import CTRL, NONE, SHIFT
from tests.ui.pair_world import BLUE, RED, array_of, plain, shown, wheel, white_middle
from ui import theme
from ui.widgets import picture_levels
from ui.widgets.canvas_contents import ColourScale, Shown
from ui.widgets.canvas_modes import MODES
from ui.widgets.pair_canvas import PairCanvas
from ui.widgets.thumbnails import Picture

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def canvas(dressed: QApplication, qtbot: QtBot) -> PairCanvas:
    made = PairCanvas()
    qtbot.addWidget(made)
    made.resize(620, 320)
    made.show()
    qtbot.waitExposed(made)
    made.show_sides([plain(RED, 100), plain(BLUE, 100)], ["original 0.90", "unlearned 0.20"])
    return made


def color_at(canvas: PairCanvas, x: float, y: float) -> str:
    return shown(canvas).pixelColor(QPoint(round(x), round(y))).name()


def middle(canvas: PairCanvas) -> QPoint:
    return canvas.rect().center()


def drag(canvas: PairCanvas, start: QPoint, end: QPoint, button: Qt.MouseButton = LEFT) -> None:
    QTest.mousePress(canvas, button, NONE, start)
    QTest.mouseMove(canvas, (start + end) / 2)
    QTest.mouseMove(canvas, end)
    QTest.mouseRelease(canvas, button, NONE, end)


# ---- modes ----


def test_side_by_side_shows_the_original_left_and_the_unlearned_right(canvas: PairCanvas) -> None:
    assert color_at(canvas, 155, 160) == RED
    assert color_at(canvas, 465, 160) == BLUE


def test_wipe_shows_the_original_left_of_the_divider_and_the_unlearned_right_of_it(canvas: PairCanvas) -> None:
    canvas.set_mode("wipe")
    assert color_at(canvas, 310 - 40, 60) == RED
    assert color_at(canvas, 310 + 40, 60) == BLUE
    assert color_at(canvas, 310, 60) == "#ffffff"


def test_flicker_shows_one_in_place_and_once_more_the_other(canvas: PairCanvas) -> None:
    canvas.set_mode("flicker")
    assert color_at(canvas, 310, 160) == RED
    canvas.set_mode("flicker")
    assert color_at(canvas, 310, 160) == BLUE
    canvas.set_mode("wipe")
    canvas.set_mode("flicker")
    assert color_at(canvas, 310, 160) == RED


def test_difference_shows_what_it_is_given_with_its_scale(canvas: PairCanvas) -> None:
    canvas.set_mode("difference")
    canvas.show_difference(Shown("line", None, "difference", waiting="comparing…"))
    waiting = shown(canvas)
    scale = ColourScale([QColor("#000000"), QColor("#00ff00")], "0", "90 of 255")
    canvas.show_difference(Shown("line", plain("#00ff00", 100), "difference", scale=scale))
    assert color_at(canvas, 310, 160) == "#00ff00"
    assert shown(canvas) != waiting
    corner = array_of(shown(canvas))[:50, 420:]
    assert len(np.unique(corner[..., 1])) > 50  # every green of the scale


@pytest.mark.parametrize(
    ("mode", "left", "right"),
    [("side", BLUE, RED), ("wipe", BLUE, RED), ("flicker", BLUE, BLUE), ("difference", BLUE, BLUE)],
)
def test_the_other_side_is_shown_in_every_mode(canvas: PairCanvas, mode: str, left: str, right: str) -> None:
    canvas.set_mode(next(each for each in MODES if each == mode))
    before = shown(canvas)
    canvas.show_other(True)
    assert color_at(canvas, 310 - 40 if mode != "side" else 155, 250) == left
    assert color_at(canvas, 310 + 40 if mode != "side" else 465, 250) == right
    canvas.show_other(False)
    assert shown(canvas) == before


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_each_side_has_its_colour_wherever_it_is_shown(canvas: PairCanvas, qapp: QApplication, scheme: str) -> None:
    theme.apply(qapp, scheme)
    try:
        blue, orange = theme.current().original.lower(), theme.current().unlearned.lower()
        canvas.set_mode("wipe")
        assert color_at(canvas, 4, 160) == blue
        assert color_at(canvas, 615, 160) == orange
        canvas.set_mode("flicker")
        assert color_at(canvas, 615, 160) == blue
        canvas.show_other(True)
        assert color_at(canvas, 4, 160) == orange
    finally:
        theme.apply(qapp, "dark")


# ---- divider ----


def test_the_divider_is_dragged_by_the_mouse(canvas: PairCanvas) -> None:
    canvas.set_mode("wipe")
    drag(canvas, middle(canvas), middle(canvas) + QPoint(60, 0))
    assert color_at(canvas, 310 + 40, 60) == RED
    assert color_at(canvas, 310 + 80, 60) == BLUE
    assert canvas.view.is_fit  # nothing else has moved


def test_the_divider_stops_at_the_edges_of_the_picture_and_comes_back_at_once(canvas: PairCanvas) -> None:
    canvas.set_mode("wipe")
    drag(canvas, middle(canvas), QPoint(615, 160))
    scene = canvas.view.scene(canvas.arrangement.panes()[0])
    assert canvas.arrangement.divider_x() == pytest.approx(scene.right())
    assert color_at(canvas, scene.right() - 4, 60) == RED
    canvas.move_divider(-1)
    assert canvas.arrangement.divider_x() == pytest.approx(scene.right() - 0.02 * canvas.arrangement.panes()[0].width())


def test_shift_and_the_wheel_move_the_divider_and_zoom_nothing(canvas: PairCanvas) -> None:
    canvas.set_mode("wipe")
    before = canvas.arrangement.divider_x()
    wheel(canvas, QPointF(100, 100), 3, SHIFT)
    assert canvas.arrangement.divider_x() == pytest.approx(before + 3 * 0.02 * canvas.arrangement.panes()[0].width())
    assert canvas.view.is_fit
    canvas.set_mode("side")
    wheel(canvas, QPointF(100, 100), 3, SHIFT)
    assert canvas.view.is_fit


def test_the_cursor_says_what_the_mouse_would_take_hold_of(canvas: PairCanvas) -> None:
    canvas.set_mode("wipe")
    canvas.show_faces([], [FaceBox((60, 10, 90, 40), (), is_chosen=False)])
    QTest.mouseMove(canvas, middle(canvas))
    assert canvas.cursor().shape() == Qt.CursorShape.SplitHCursor
    QTest.mouseMove(canvas, QPoint(200, 250))
    assert canvas.cursor().shape() == Qt.CursorShape.OpenHandCursor
    to_screen = canvas.contents.to_screen("unlearned", canvas.arrangement.panes()[0])
    assert to_screen is not None
    QTest.mouseMove(canvas, to_screen.map(QPointF(75, 25)).toPoint())
    assert canvas.cursor().shape() == Qt.CursorShape.PointingHandCursor


# ---- zoom and pan ----


def spots(canvas: PairCanvas, widths: tuple[int, int]) -> None:
    """Show two pictures of unlike size with a spot at the same place of their scene."""
    small, large = (plain("#404040", width, spots={(width // 4, width // 2): width // 10}) for width in widths)
    canvas.show_sides([small, large], ["", ""])


def found_spots(canvas: PairCanvas) -> tuple[tuple[float, float], ...]:
    image = shown(canvas)
    return tuple(white_middle(image, pane.toRect().adjusted(6, 6, -6, -6)) for pane in canvas.arrangement.panes())


@pytest.mark.parametrize("modifiers", [NONE, CTRL])
def test_pictures_of_unlike_size_show_the_same_place_while_zoomed_and_dragged(
    canvas: PairCanvas, modifiers: Qt.KeyboardModifier
) -> None:
    spots(canvas, (100, 400))
    first = found_spots(canvas)
    assert first[0] == pytest.approx(first[1], abs=1)
    wheel(canvas, canvas.arrangement.panes()[1].topLeft() + QPointF(80, 160), 3, modifiers)
    zoomed = found_spots(canvas)
    assert zoomed[0] == pytest.approx(zoomed[1], abs=1.5)
    assert zoomed[0] != pytest.approx(first[0], abs=3)
    drag(canvas, QPoint(100, 100), QPoint(140, 80))
    dragged = found_spots(canvas)
    assert dragged[0] == pytest.approx(dragged[1], abs=1.5)
    assert dragged[0] == pytest.approx((zoomed[0][0] + 40, zoomed[0][1] - 20), abs=1.5)


def test_the_wheel_zooms_at_the_cursor_in_every_mode(canvas: PairCanvas) -> None:
    spots(canvas, (100, 400))
    for mode in MODES[:3]:
        canvas.set_mode(mode)
        canvas.fit()
        pane = canvas.arrangement.panes()[0]
        to_screen = canvas.contents.to_screen("original", pane)
        assert to_screen is not None
        at = to_screen.map(QPointF(25 + 5, 50 + 5))
        wheel(canvas, at, 2)
        after = canvas.contents.to_screen("original", pane)
        assert after is not None
        there = after.map(QPointF(25 + 5, 50 + 5))
        assert (there.x(), there.y()) == pytest.approx((at.x(), at.y()))
        assert after.m11() == pytest.approx(1.25**2 * to_screen.m11())


def test_the_middle_button_and_the_keys_pan(canvas: PairCanvas) -> None:
    canvas.zoom_by(4)
    before = canvas.view.target(canvas.arrangement.panes()[0], (100, 100)).topLeft()
    drag(canvas, QPoint(100, 100), QPoint(110, 120), Qt.MouseButton.MiddleButton)
    moved = canvas.view.target(canvas.arrangement.panes()[0], (100, 100)).topLeft() - before
    assert (moved.x(), moved.y()) == pytest.approx((10, 20))
    canvas.pan(1, 0)
    panned = canvas.view.target(canvas.arrangement.panes()[0], (100, 100)).topLeft() - before - moved
    assert (panned.x(), panned.y()) == pytest.approx((-canvas.arrangement.panes()[0].width() / 8, 0))


def test_from_400_percent_on_pixels_are_seen_as_squares(canvas: PairCanvas) -> None:
    stripes = QImage(64, 64, QImage.Format.Format_RGB32)
    for x in range(64):
        for y in range(64):
            stripes.setPixelColor(x, y, QColor("#000000" if x % 2 else "#ffffff"))
    picture = Picture(QPixmap.fromImage(stripes), 64, 64)
    canvas.show_sides([picture, picture], ["", ""])
    canvas.zoom_actual()
    canvas.zoom_by(6)  # 381 %
    inner = QRect(100, 100, 60, 60)
    assert len(np.unique(array_of(shown(canvas, inner))[..., 0])) > 2
    canvas.zoom_by(1)  # 477 %
    assert set(np.unique(array_of(shown(canvas, inner))[..., 0]).tolist()) == {0, 255}


def test_100_percent_shows_each_pixel_as_it_is(canvas: PairCanvas) -> None:
    rng = np.random.default_rng(5)
    rgb = rng.integers(0, 256, (64, 64, 4), dtype=np.uint8)
    image = QImage(rgb.tobytes(), 64, 64, QImage.Format.Format_RGB32).copy()
    canvas.show_sides([Picture(QPixmap.fromImage(image), 64, 64), plain(BLUE, 64)], ["", ""])
    canvas.zoom_actual()
    corner = canvas.view.target(canvas.arrangement.panes()[0], (64, 64)).topLeft()
    seen = shown(canvas, QRect(round(corner.x()), round(corner.y()), 64, 64))
    assert np.array_equal(array_of(seen), rgb[..., :3])


def test_a_large_picture_shown_small_keeps_its_mean(canvas: PairCanvas) -> None:
    lines = QImage(4096, 16, QImage.Format.Format_RGB32)
    lines.fill(QColor("#000000"))
    for x in range(0, 4096, 64):
        for y in range(16):
            lines.setPixelColor(x, y, QColor("#ffffff"))
    canvas.show_sides([Picture(QPixmap.fromImage(lines), 4096, 16), None], ["", ""])
    canvas.set_mode("flicker")
    target = canvas.view.target(canvas.arrangement.panes()[0], (4096, 16))
    row = array_of(shown(canvas, QRect(round(target.left()) + 8, round(target.center().y()), 500, 1)))[..., 0]
    # One white line of 64: each may be thin, but none may vanish, and none may become broad.
    assert row.mean() == pytest.approx(255 / 64, rel=0.35)


def test_a_frame_halves_no_more_than_it_has_time_for(dressed: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_levels, "_PIXELS_IN_FRAME", 256 * 256)
    levels = picture_levels.PictureLevels()
    pixmap = plain(RED, 256).pixmap
    widths = []
    for _ in range(4):
        levels.begin_frame()
        widths.append(levels.fitting(pixmap, 60).width())
        if not levels.is_behind:
            break
    assert widths == [128, 64]
    assert levels.fitting(pixmap, 200) is pixmap
    assert levels.fitting(pixmap, 64).toImage().pixelColor(30, 30).name() == RED


def test_the_zoom_is_told(canvas: PairCanvas, qtbot: QtBot) -> None:
    with qtbot.waitSignal(canvas.zoom_changed) as told:
        canvas.zoom_actual()
    assert told.args == ["100 %"]
    with qtbot.waitSignal(canvas.zoom_changed) as told:
        canvas.zoom_by(1)
    assert told.args == ["125 %"]
    with qtbot.waitSignal(canvas.zoom_changed) as told:
        canvas.fit()
    assert told.args is not None
    assert told.args[0].startswith("fit, ")


# ---- faces ----


FACES = (
    FaceBox((10, 10, 40, 60), ((20, 25), (30, 25)), is_chosen=True),
    FaceBox((50, 10, 90, 90), (), is_chosen=False),
    FaceBox((60, 30, 80, 50), (), is_chosen=False),
)


def screen_of(canvas: PairCanvas, side: str, x: float, y: float) -> QPoint:
    layer = "original" if side == "original" else "unlearned"
    pane = canvas.arrangement.panes()[-1 if layer == "unlearned" else 0]
    to_screen = canvas.contents.to_screen(layer, pane)  # type: ignore[arg-type]  # one of the two
    assert to_screen is not None
    return to_screen.map(QPointF(x, y)).toPoint()


def test_a_click_on_another_face_tells_it(canvas: PairCanvas, qtbot: QtBot) -> None:
    canvas.show_faces(FACES, FACES)
    for side in ("original", "unlearned"):
        with qtbot.waitSignal(canvas.face_clicked) as told:
            QTest.mouseClick(canvas, LEFT, NONE, screen_of(canvas, side, 55, 80))
        assert told.args == [side, FACES[1]]


def test_of_faces_above_each_other_the_smallest_is_meant(canvas: PairCanvas, qtbot: QtBot) -> None:
    canvas.show_faces(FACES, ())
    with qtbot.waitSignal(canvas.face_clicked) as told:
        QTest.mouseClick(canvas, LEFT, NONE, screen_of(canvas, "original", 70, 40))
    assert told.args == ["original", FACES[2]]


def test_neither_a_drag_nor_the_face_that_counts_nor_a_hidden_one_is_told(canvas: PairCanvas, qtbot: QtBot) -> None:
    canvas.show_faces(FACES, FACES)
    with qtbot.assertNotEmitted(canvas.face_clicked):
        QTest.mouseClick(canvas, LEFT, NONE, screen_of(canvas, "original", 25, 30))
        QTest.mouseClick(canvas, LEFT, NONE, screen_of(canvas, "original", 95, 95))
        at = screen_of(canvas, "original", 70, 40)
        drag(canvas, at, at + QPoint(40, 0))
        canvas.fit()
        canvas.set_shows_faces(False)
        QTest.mouseClick(canvas, LEFT, NONE, screen_of(canvas, "original", 70, 40))


def test_in_a_wipe_the_face_is_of_the_side_that_is_seen_there(canvas: PairCanvas, qtbot: QtBot) -> None:
    canvas.set_mode("wipe")
    wide = (FaceBox((0, 0, 100, 100), (), is_chosen=False),)
    canvas.show_faces(wide, wide)
    for offset, side in ((-60, "original"), (60, "unlearned")):
        with qtbot.waitSignal(canvas.face_clicked) as told:
            QTest.mouseClick(canvas, LEFT, NONE, middle(canvas) + QPoint(offset, 60))
        assert told.args == [side, wide[0]]


def test_faces_are_framed_and_numbered_where_there_are_several(canvas: PairCanvas) -> None:
    without = shown(canvas)
    canvas.show_faces(FACES[:1], ())
    one = shown(canvas)
    corner = screen_of(canvas, "original", 10, 10)
    frame = [one.pixelColor(corner + QPoint(x, 40)).lightness() for x in (-2, -1, 0, 1, 2)]
    assert max(frame) > 180
    assert min(frame) < 100  # white and dark, to be seen on any picture
    assert one.pixelColor(corner + QPoint(9, 9)).name() == RED
    canvas.show_faces(FACES, ())
    assert shown(canvas).pixelColor(corner + QPoint(4, 4)).name() == "#ffffff"  # the number's ground
    canvas.set_shows_faces(False)
    assert shown(canvas) == without


# ---- alignment ----


def test_aligned_pictures_lie_over_each_other_pixel_by_pixel(canvas: PairCanvas) -> None:
    face = {(30, 40): 10, (60, 40): 10, (45, 70): 20}
    elsewhere = {(x + 17, y - 9): side for (x, y), side in face.items()}
    canvas.show_sides([plain("#404040", 120, spots=face), plain("#404040", 120, spots=elsewhere)], ["", ""])
    canvas.set_mode("flicker")
    canvas.zoom_actual()

    def seen() -> "np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]":
        corner = canvas.view.target(canvas.arrangement.panes()[0], (120, 120)).topLeft().toPoint()
        return array_of(shown(canvas, QRect(corner + QPoint(25, 35), canvas.size()).intersected(canvas.rect())))

    original = seen()[:60, :60]
    canvas.show_other(True)
    assert not np.array_equal(original, seen()[:60, :60])
    canvas.lay_over(QTransform.fromTranslate(-17, 9))
    assert np.array_equal(original, seen()[:60, :60])


def test_a_turned_and_scaled_face_is_laid_over_the_original_one(canvas: PairCanvas) -> None:
    # (x, y) of the unlearned picture lies at (2y, 200 − 2x) of the original.
    canvas.show_sides(
        [plain("#404040", 200, spots={(40, 120): 20}), plain("#404040", 100, spots={(30, 20): 10})], ["", ""]
    )
    canvas.set_mode("flicker")
    area = canvas.arrangement.panes()[0].toRect().adjusted(6, 6, -6, -6)
    there = white_middle(shown(canvas), area)
    canvas.show_other(True)
    assert white_middle(shown(canvas), area) != pytest.approx(there, abs=3)
    canvas.lay_over(QTransform(0, -2, 2, 0, 0, 200))
    assert white_middle(shown(canvas), area) == pytest.approx(there, abs=1)


def test_side_by_side_nothing_is_laid_over_anything(canvas: PairCanvas) -> None:
    before = shown(canvas)
    canvas.lay_over(QTransform(0, -2, 2, 0, 0, 200))
    assert shown(canvas) == before
    assert not canvas.is_laid_over


def test_an_aligned_face_is_clicked_where_it_is_seen(canvas: PairCanvas, qtbot: QtBot) -> None:
    face = FaceBox((0, 0, 20, 20), (), is_chosen=False)
    canvas.show_faces((), (face,))
    canvas.set_mode("flicker")
    canvas.show_other(True)
    canvas.lay_over(QTransform.fromTranslate(60, 60))
    to_screen = canvas.contents.to_screen("original", canvas.arrangement.panes()[0])
    assert to_screen is not None
    with qtbot.assertNotEmitted(canvas.face_clicked):
        QTest.mouseClick(canvas, LEFT, NONE, to_screen.map(QPointF(10, 10)).toPoint())
    with qtbot.waitSignal(canvas.face_clicked) as told:
        QTest.mouseClick(canvas, LEFT, NONE, to_screen.map(QPointF(70, 70)).toPoint())
    assert told.args == ["unlearned", face]


# ---- references, states, words ----


@pytest.mark.parametrize("mode", MODES)
def test_a_reference_takes_the_place_of_the_original(canvas: PairCanvas, mode: str) -> None:
    canvas.set_mode(next(each for each in MODES if each == mode))
    before = shown(canvas)
    canvas.show_reference(Shown("muted", plain("#20a040", 40, 90), "reference 2"))
    assert color_at(canvas, 155 if mode == "side" else 310 - 10, 250) == "#20a040"
    if mode in ("side", "wipe"):
        assert color_at(canvas, 465 if mode == "side" else 310 + 40, 250) == BLUE
    canvas.show_other(True)
    assert color_at(canvas, 155 if mode == "side" else 310 - 10, 250) == BLUE
    canvas.show_other(False)
    canvas.show_reference(None)
    assert shown(canvas) == before


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "sides",
    [
        [None, None],
        [None, Unshown("DAMAGED", "the file ends early")],
        [Unshown("NO SAMPLE", "the pair has none on this side"), None],
    ],
)
def test_what_has_no_picture_is_said_in_every_mode(canvas: PairCanvas, mode: str, sides: list[Unshown | None]) -> None:
    canvas.set_mode(next(each for each in MODES if each == mode))
    canvas.show_sides([None, None], ["", ""])
    nothing = shown(canvas)
    canvas.show_sides(sides, ["original", "unlearned"])
    canvas.show_difference(Shown("line", sides[1], "difference"))
    assert shown(canvas) != nothing
    for act in (canvas.fit, canvas.zoom_actual, lambda: canvas.zoom_by(1), lambda: canvas.pan(1, 1)):
        act()
        shown(canvas)
    QTest.mouseClick(canvas, LEFT, NONE, middle(canvas))


def test_a_damaged_side_says_so_in_red_beside_the_whole_other(canvas: PairCanvas) -> None:
    canvas.show_sides([plain(RED, 100), Unshown("DAMAGED", "the file ends early")], ["original", "unlearned"])
    assert color_at(canvas, 155, 160) == RED
    right = array_of(shown(canvas))[:, 320:][..., ::-1].reshape(-1, 3)
    bad = QColor(theme.current().bad)
    assert (right == (bad.red(), bad.green(), bad.blue())).all(axis=1).any()


def test_a_picture_of_one_pixel_fills_its_pane(canvas: PairCanvas) -> None:
    canvas.show_sides([plain("#abcdef", 1), plain(BLUE, 300, 100)], ["", ""])
    for x, y in ((30, 60), (155, 160), (280, 260)):
        assert color_at(canvas, x, y) == "#abcdef"


def test_what_is_being_done_is_said_over_the_pictures(canvas: PairCanvas) -> None:
    before = shown(canvas)
    canvas.set_busy("measuring…")
    changed = array_of(shown(canvas)) != array_of(before)
    rows, columns = np.nonzero(changed.any(axis=2))
    assert rows.min() > canvas.height() - 60
    assert (columns.min() + columns.max()) / 2 == pytest.approx(canvas.width() / 2, abs=4)
    canvas.set_busy("")
    assert shown(canvas) == before


def test_a_caption_tells_further_what_the_picture_is(canvas: PairCanvas, qtbot: QtBot) -> None:
    hint = "<b>hostile</b>.png"
    canvas.show_reference(Shown("muted", plain("#20a040", 40, 90), "reference 2", hint=hint))
    shown(canvas)
    at = QPoint(30, 28)
    QApplication.sendEvent(canvas, QHelpEvent(QHelpEvent.Type.ToolTip, at, canvas.mapToGlobal(at)))
    assert "40 × 90 pixels" in QToolTip.text()
    assert "&lt;b&gt;hostile" in QToolTip.text()
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


def test_who_comes_by_tab_sees_that_the_keys_go_there(canvas: PairCanvas) -> None:
    canvas.activateWindow()
    canvas.setFocus(Qt.FocusReason.MouseFocusReason)
    accent = theme.current().accent
    assert color_at(canvas, 310, 0) != accent
    canvas.clearFocus()
    canvas.setFocus(Qt.FocusReason.TabFocusReason)
    assert canvas.hasFocus()
    assert color_at(canvas, 310, 0) == accent
