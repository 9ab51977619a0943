"""The pictures that are judged: where they lie, what keys and mouse do with them, and what cannot be shown."""

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.settings import Settings
from tests.ui.keyboard import CTRL, NONE, press
from tests.ui.label_stage_world import BLUE, GREEN, RED, Colour, Desk, Entries, show
from tests.ui.pair_world import array_of, shown
from tests.ui.sound_world import turn
from ui.widgets.label.picture_stage import PictureStage, places
from ui.widgets.label.picture_stage_pane import PicturePane

LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton


@pytest.fixture
def entries(tmp_path: Path) -> Entries:
    return Entries(tmp_path)


@pytest.fixture
def desk(dressed: QApplication, settings: Settings, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(settings)
    qtbot.addWidget(made)
    made.resize(824, 424)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    yield made
    made.stage.clear()


def pictures(desk: Desk) -> PictureStage:
    return desk.stage.pictures


def panes(desk: Desk) -> dict[str, PicturePane]:
    """Return the panes that are seen, by their accessible name."""
    return {each.accessibleName(): each for each in pictures(desk).panes if each.isVisible()}


def middle(widget: QWidget) -> tuple[int, ...]:
    seen = shown(widget).pixelColor(widget.rect().center())
    return seen.red(), seen.green(), seen.blue()


def colours(desk: Desk) -> dict[str, tuple[int, ...]]:
    return {name: middle(pane) for name, pane in panes(desk).items()}


def drag(pane: PicturePane, by: QPoint, button: Qt.MouseButton) -> None:
    start = pane.rect().center()
    QTest.mousePress(pane, button, NONE, start)
    QTest.mouseMove(pane, start + by / 2)
    QTest.mouseMove(pane, start + by)
    QTest.mouseRelease(pane, button, NONE, start + by)


# ---- where they lie ----


def test_one_picture_fills_the_stage_and_has_no_letter(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    show(desk, entries.entry(entries.plain(RED)), qtbot)
    assert colours(desk) == {"Picture": RED}
    pane = panes(desk)["Picture"]
    assert pane.width() > 0.95 * desk.stage.width()
    assert desk.stage.why_not_yet() == ""
    assert pictures(desk).accessibleName() == "Picture"
    # fit: as high as the pane, in its middle
    assert shown(pane).pixelColor(QPoint(pane.width() // 2, 8)) == QColor(*RED)
    assert shown(pane).pixelColor(QPoint(20, pane.height() // 2)) != QColor(*RED)


def test_a_lies_left_of_b(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    show(desk, entries.entry(entries.plain(RED), entries.plain(BLUE)), qtbot)
    assert colours(desk) == {"Picture A": RED, "Picture B": BLUE}
    both = panes(desk)
    assert both["Picture A"].geometry().right() < both["Picture B"].geometry().left()
    assert both["Picture A"].size() == both["Picture B"].size()
    assert pictures(desk).accessibleName() == "Pictures A and B"


@pytest.mark.parametrize("x", [RED, BLUE])
def test_x_is_seen_beside_a_and_b(desk: Desk, entries: Entries, qtbot: QtBot, x: Colour) -> None:
    show(desk, entries.entry(entries.plain(RED), entries.plain(BLUE), entries.plain(x)), qtbot)
    assert colours(desk) == {"Picture A": RED, "Picture B": BLUE, "Picture X": x}


def test_x_lies_where_it_leaves_more_room() -> None:
    wide = places(3, QRect(0, 0, 1500, 480), 1.0)
    assert wide[0].right() < wide[2].left() < wide[2].right() < wide[1].left()  # A X B
    tall = places(3, QRect(0, 0, 900, 800), 1.0)
    assert tall[2].top() > tall[0].bottom()
    assert tall[2].center().x() == pytest.approx(QRect(0, 0, 900, 800).center().x(), abs=1)
    for found in (wide, tall):
        assert not any(one.intersects(other) for one in found for other in found if one is not other)


def test_the_frames_of_a_and_b_are_of_one_colour(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    same = entries.plain(GREEN)
    show(desk, entries.entry(same, same), qtbot)
    a, b = (array_of(shown(pane)) for pane in panes(desk).values())
    letters = np.s_[8:42, 8:42]
    a[letters] = b[letters] = 0
    assert np.array_equal(a, b)


# ---- keys ----


def test_v_shows_the_other_for_as_long_as_it_is_held(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    show(desk, entries.entry(entries.plain(RED), entries.plain(BLUE)), qtbot)
    QTest.keyPress(desk, Qt.Key.Key_V)
    assert [*colours(desk).items()] == [("Picture B", BLUE), ("Picture A", RED)]
    QTest.keyRelease(desk, Qt.Key.Key_V)
    assert [*colours(desk).items()] == [("Picture A", RED), ("Picture B", BLUE)]


def test_v_leaves_x_where_it_is(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    show(desk, entries.entry(entries.plain(RED), entries.plain(BLUE), entries.plain(RED)), qtbot)
    QTest.keyPress(desk, Qt.Key.Key_V)
    assert [*panes(desk)] == ["Picture B", "Picture A", "Picture X"]
    QTest.keyRelease(desk, Qt.Key.Key_V)
    press(desk, Qt.Key.Key_E)
    assert not desk.do("label_flicker")


def test_v_means_nothing_for_one_picture(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    show(desk, entries.entry(entries.plain(RED)), qtbot)
    assert not desk.do("label_flicker")
    assert not desk.do("label_hear_a")
    assert not desk.do("label_play")


def test_another_entry_ends_the_holding(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    show(desk, entries.entry(entries.plain(RED), entries.plain(BLUE)), qtbot)
    QTest.keyPress(desk, Qt.Key.Key_V)
    show(desk, entries.entry(entries.plain(GREEN), entries.plain(BLUE)), qtbot)
    assert [*colours(desk).items()] == [("Picture A", GREEN), ("Picture B", BLUE)]
    QTest.keyRelease(desk, Qt.Key.Key_V)


def test_q_w_e_show_one_alone_and_once_more_all(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    show(desk, entries.entry(entries.plain(RED), entries.plain(BLUE), entries.plain(BLUE)), qtbot)
    for key, name in ((Qt.Key.Key_Q, "Picture A"), (Qt.Key.Key_W, "Picture B"), (Qt.Key.Key_E, "Picture X")):
        press(desk, key)
        assert [*panes(desk)] == [name]
        assert panes(desk)[name].width() > 0.95 * desk.stage.width()
    QTest.keyPress(desk, Qt.Key.Key_V)  # nothing is the other of X
    assert [*panes(desk)] == ["Picture X"]
    QTest.keyRelease(desk, Qt.Key.Key_V)
    press(desk, Qt.Key.Key_E)
    assert len(panes(desk)) == 3


def test_v_shows_b_in_place_of_a_that_is_shown_alone(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    show(desk, entries.entry(entries.plain(RED), entries.plain(BLUE)), qtbot)
    press(desk, Qt.Key.Key_Q)
    QTest.keyPress(desk, Qt.Key.Key_V)
    assert colours(desk) == {"Picture B": BLUE}
    QTest.keyRelease(desk, Qt.Key.Key_V)
    assert colours(desk) == {"Picture A": RED}


def test_z_shows_pixel_for_pixel_and_f_the_whole(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    board = (np.indices((60, 80)).sum(axis=0) % 2 * 255).astype(np.uint8)
    show(desk, entries.entry(entries.picture(np.stack([board] * 3, axis=-1))), qtbot)
    press(desk, Qt.Key.Key_Z)
    assert pictures(desk).zoom == 1.0
    pane = panes(desk)["Picture"]
    box = QRect(pane.width() // 2 - 30, pane.height() // 2 - 20, 60, 40)
    seen = array_of(shown(pane))[box.top() : box.bottom(), box.left() : box.right(), 0]
    assert set(np.unique(seen)) == {0, 255}
    assert np.all(seen[:, 1:] != seen[:, :-1])  # no pixel runs into its neighbour
    press(desk, Qt.Key.Key_F)
    assert pictures(desk).view.is_fit
    press(desk, Qt.Key.Key_Z)
    press(desk, Qt.Key.Key_Z)
    assert pictures(desk).view.is_fit


def test_plus_and_minus_zoom_all_panes_and_the_next_entry_is_whole_again(
    desk: Desk, entries: Entries, qtbot: QtBot
) -> None:
    show(desk, entries.entry(entries.plain(RED), entries.plain(BLUE)), qtbot)
    fit = pictures(desk).zoom
    press(desk, Qt.Key.Key_Plus)
    assert pictures(desk).zoom == pytest.approx(1.25 * fit)
    press(desk, Qt.Key.Key_Minus)
    assert pictures(desk).zoom == pytest.approx(fit)
    press(desk, Qt.Key.Key_Plus)
    show(desk, entries.entry(entries.plain(BLUE), entries.plain(RED)), qtbot)
    assert pictures(desk).view.is_fit


def crossed() -> "np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]":
    pixels = np.zeros((100, 100, 3), np.uint8)
    pixels[45:55, 45:55] = 255
    return pixels


def spot(pane: PicturePane) -> tuple[float, float]:
    """Return where the middle of the white spot is seen."""
    image: QImage = shown(pane)
    rows, columns = np.nonzero((array_of(image)[42:, 42:] > 200).all(axis=2))
    return float(columns.mean()), float(rows.mean())


def test_ctrl_and_arrows_pan_all_panes_alike(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    media = entries.picture(crossed())
    show(desk, entries.entry(media, media), qtbot)
    a, b = panes(desk).values()
    before = spot(a)
    press(desk, Qt.Key.Key_Right, CTRL)
    assert spot(a)[0] == pytest.approx(before[0] - a.width() / 8, abs=1.5)
    assert spot(b) == spot(a)
    press(desk, Qt.Key.Key_Left, CTRL)
    press(desk, Qt.Key.Key_Down, CTRL)
    assert spot(b)[1] == pytest.approx(before[1] - a.height() / 8, abs=1.5)
    press(desk, Qt.Key.Key_Up, CTRL)
    assert spot(a) == pytest.approx(before, abs=1.5)


# ---- mouse ----


@pytest.mark.parametrize("button", [LEFT, MIDDLE])
def test_dragging_one_pane_moves_all(desk: Desk, entries: Entries, qtbot: QtBot, button: Qt.MouseButton) -> None:
    media = entries.picture(crossed())
    show(desk, entries.entry(media, media), qtbot)
    a, b = panes(desk).values()
    x, y = spot(a)
    drag(b, QPoint(40, -24), button)
    assert spot(a) == pytest.approx((x + 40, y - 24), abs=1.5)
    assert spot(b) == spot(a)


def test_the_wheel_zooms_at_the_cursor_with_ctrl_and_not_without(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    media = entries.picture(crossed())
    show(desk, entries.entry(media, media), qtbot)
    a, b = panes(desk).values()
    at = spot(b)
    turn(b, QPointF(*at), 2)
    assert pictures(desk).view.is_fit
    fit = pictures(desk).zoom
    place = QPointF(at[0] + 42, at[1] + 42)  # of the pane: `spot` leaves its upper left corner out
    turn(b, place, 2, CTRL)
    assert pictures(desk).zoom == pytest.approx(1.25**2 * fit)
    assert spot(a) == pytest.approx(at, abs=1.5)
    assert spot(b) == pytest.approx(at, abs=1.5)


def test_a_double_click_shows_pixel_for_pixel(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    show(desk, entries.entry(entries.plain(RED)), qtbot)
    pane = panes(desk)["Picture"]
    QTest.mouseDClick(pane, LEFT, NONE, pane.rect().center())
    assert pictures(desk).zoom == 1.0


# ---- what is painted ----


def test_fine_lines_of_a_large_picture_become_grey(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    lines = np.zeros((1600, 1600, 3), np.uint8)
    lines[:, ::2] = 255
    show(desk, entries.entry(entries.picture(lines)), qtbot)
    pane = panes(desk)["Picture"]
    centre = pane.rect().center()
    seen = array_of(shown(pane, QRect(centre - QPoint(60, 60), centre + QPoint(60, 60))))
    assert np.abs(seen.astype(int) - 128).max() < 12


def test_a_picture_is_upright_and_transparent_parts_are_white(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    made = Image.new("RGB", (120, 60), RED)
    made.paste(BLUE, (0, 0, 60, 60))  # left; turned by a quarter to the right it is the upper half
    stream = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    made.save(stream, "PNG", exif=exif)
    clear = io.BytesIO()
    Image.new("RGBA", (60, 60), (0, 0, 0, 0)).save(clear, "PNG")
    turned, empty = entries.file(stream.getvalue(), "image"), entries.file(clear.getvalue(), "image")
    show(desk, entries.entry(turned, empty), qtbot)
    a, b = panes(desk).values()
    x, y = a.width() // 2, a.height() // 2
    assert shown(a).pixelColor(x, y - 30) == QColor(*BLUE)
    assert shown(a).pixelColor(x, y + 30) == QColor(*RED)
    assert middle(b) == (255, 255, 255)


def test_a_damaged_picture_is_named_by_its_code_alone(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    show(desk, entries.entry(entries.plain(RED), entries.damaged()), qtbot)
    assert desk.stage.why_not_yet() == "This picture cannot be shown here: skip it, with the reason"
    a, b = panes(desk).values()
    assert middle(a) == RED
    assert b.accessibleDescription() == "cannot be shown: DAMAGED"
    assert pictures(desk).codes == ("DAMAGED",)
    press(desk, Qt.Key.Key_Plus)  # the other one can still be looked at


def test_a_file_that_is_gone_is_missing(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    media = entries.plain(RED)
    Path(media.path).unlink()
    show(desk, entries.entry(media), qtbot)
    assert panes(desk)["Picture"].accessibleDescription() == "cannot be shown: MISSING"
    assert "skip it" in desk.stage.why_not_yet()
