"""The grid of pairs: what is painted, asked for, and where keys and mouse lead, at a few pairs and at 100,000."""

import html
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QMouseEvent, QPaintEvent, QPixmap, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from genmu_studio.marks import Marks
from genmu_studio.pair_building import build_table
from genmu_studio.pair_table import PairTable, with_marks
from scoring.frame import Decision, GroupFrame, Side, Status
from tests.ui.keyboard import CTRL, NONE, SHIFT
from ui import theme
from ui.widgets.drawn_tiles import DrawnTile
from ui.widgets.pair_grid import PairGrid
from ui.widgets.pair_tile import Tile
from ui.widgets.pair_words import words_of
from ui.widgets.thumbnails import Key, Picture, ThumbnailStore
from ui.widgets.tile_marks import BOOKMARKED, NOTED, PICKED, REJECTED
from ui.widgets.tile_sheet import TileSheet

HOSTILE = "<b>x</b><img src=x>"


def table_of(pairs: int, name: str = "2") -> PairTable:
    """Return that many pairs of the retain identity `name`, every tenth of them lost."""
    n = 2 * pairs
    rows = np.arange(n)
    similarity = np.full((n, 2), 0.1, dtype=np.float32)
    similarity[:, 1] = np.where((rows % 2 == 1) & (rows % 20 == 1), 0.2, 0.9)
    frame = GroupFrame(
        group="One",
        forget="1",
        retain=(name,),
        identities=("1", name),
        sample_id=rows.astype(np.int64) + 1,
        side=np.where(rows % 2, Side.UNLEARNED, Side.ORIGINAL).astype(np.int8),
        identity=np.ones(n, dtype=np.intp),
        condition=np.zeros(n, dtype=np.intp),
        seed=(rows // 2).astype(np.int64),
        status=np.full(n, Status.SCORED, dtype=np.int8),
        similarity=similarity,
        partner=np.where(rows % 2, rows - 1, rows + 1),
        mismatched=np.zeros(n, dtype=np.bool_),
    )
    return build_table([frame], Decision(0.5))


class Wishes(ThumbnailStore):
    """A store that notes what is wished for, and has what a test gives it."""

    def __init__(self) -> None:
        super().__init__(2**20)
        self.wished: list[Key] = []
        self.withdrawn: list[Key] = []
        self.known: dict[int, Picture] = {}

    def look(self, key: Key) -> Picture | None:
        self.wished.append(key)
        return self.known.get(key.media.id)

    def withdraw(self, keys: Iterable[Key]) -> None:
        self.withdrawn += keys


@pytest.fixture
def wishes(dressed: QApplication) -> Iterator[Wishes]:
    made = Wishes()
    yield made
    made.close()


@pytest.fixture
def grid(qtbot: QtBot, wishes: Wishes) -> PairGrid:
    made = PairGrid(wishes)
    qtbot.addWidget(made)
    made.resize(820, 600)
    made.set_tile_width(260)
    made.show()
    qtbot.waitExposed(made)
    return made


def fill(grid: PairGrid, pairs: int, current: int = 0) -> PairTable:
    table = table_of(pairs)
    grid.set_pairs(table, np.arange(pairs), "image", current)
    grid.viewport().repaint()
    return table


def test_only_pairs_in_sight_are_asked_for(grid: PairGrid, wishes: Wishes) -> None:
    wishes.wished.clear()
    fill(grid, 100_000)
    samples = {key.media.id for key in wishes.wished}
    assert samples == set(range(1, 2 * len(grid._in_sight()) + 1))
    assert len(samples) < 60
    assert wishes.wished[-1].media.id in (1, 2)  # the first tile is wished for last, and so is served first


def test_the_last_of_100_000_is_reached_and_seen(grid: PairGrid, wishes: Wishes) -> None:
    fill(grid, 100_000)
    wishes.wished.clear()
    grid.go_to(99_999)
    grid.viewport().repaint()
    assert 200_000 in {key.media.id for key in wishes.wished}
    assert grid.viewport().rect().contains(grid.tile_rect(99_999))


@pytest.mark.parametrize("width", [200, 500, 820, 1600])
@pytest.mark.parametrize("tile", [140, 260, 520])
def test_tiles_fill_the_width_and_never_overlap(grid: PairGrid, width: int, tile: int) -> None:
    grid.resize(width, 600)
    grid.set_tile_width(tile)
    fill(grid, 40)
    boxes = [grid.tile_rect(place) for place in range(40)]
    assert all(not one.intersects(other) for one, other in pairwise(boxes))
    right = max(box.right() for box in boxes)
    assert grid.viewport().width() - grid.columns <= right + 1 <= grid.viewport().width()
    assert [grid.place_at(grid.tile_rect(place).center()) for place in range(3)] == [0, 1, 2]


def test_a_click_marks_and_a_double_click_opens(grid: PairGrid, qtbot: QtBot) -> None:
    fill(grid, 20)
    with qtbot.waitSignal(grid.moved) as moved:
        QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, NONE, grid.tile_rect(4).center())
    assert moved.args == [4]
    assert grid.current == 4
    with qtbot.waitSignal(grid.opened) as opened:
        QTest.mouseDClick(grid.viewport(), Qt.MouseButton.LeftButton, NONE, grid.tile_rect(2).center())
    assert opened.args == [2]


def test_a_click_between_tiles_marks_nothing(grid: PairGrid, qtbot: QtBot) -> None:
    fill(grid, 20)
    between = QPoint(grid.tile_rect(0).right() + 4, grid.tile_rect(0).center().y())
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, NONE, between)
    assert grid.current == 0
    fill(grid, 1)
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, NONE, grid.tile_rect(7).center())
    assert grid.current == 0


def test_the_mouse_lights_up_the_tile_below_it(grid: PairGrid, qtbot: QtBot) -> None:
    fill(grid, 20)
    QTest.mouseMove(grid.viewport(), grid.tile_rect(3).center())
    qtbot.waitUntil(lambda: grid.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor)
    assert grid._hovered == 3


def wheel(grid: PairGrid, notches: int, modifiers: Qt.KeyboardModifier = NONE) -> None:
    send_wheel(grid, notches, grid.viewport().rect().center(), modifiers)


def send_wheel(grid: PairGrid, notches: int, point: QPoint, modifiers: Qt.KeyboardModifier) -> None:
    at = QPointF(point)
    event = QWheelEvent(
        at, grid.viewport().mapToGlobal(at), QPoint(), QPoint(0, 120 * notches), Qt.MouseButton.NoButton, modifiers,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(grid.viewport(), event)


def test_the_wheel_scrolls_by_less_than_a_tile_and_with_control_changes_its_size(grid: PairGrid, qtbot: QtBot) -> None:
    fill(grid, 100)
    wheel(grid, -1)
    assert 0 < grid.verticalScrollBar().value() < grid._layout.tile_height
    wheel(grid, 1)
    assert grid.verticalScrollBar().value() == 0
    with qtbot.waitSignal(grid.zoomed) as zoomed:
        wheel(grid, 1, Qt.KeyboardModifier.ControlModifier)
    assert zoomed.args is not None
    assert zoomed.args[0] > 260


def test_walking_stays_within_the_pairs_and_keeps_them_in_sight(grid: PairGrid) -> None:
    fill(grid, 100)
    for place in (1, 50, 1_000, -5):
        grid.go_to(place)
        assert grid.current == min(max(place, 0), 99)
        assert grid.viewport().rect().contains(grid.tile_rect(grid.current))
    fill(grid, 0, -1)
    assert not grid.go_to(3)


def test_resizing_keeps_the_marked_tile_in_sight(grid: PairGrid) -> None:
    fill(grid, 1_000)
    grid.go_to(700)
    for width in (400, 1200, 300):
        grid.resize(width, 500)
        assert grid.viewport().rect().contains(grid.tile_rect(700)) or grid._layout.tile_height > 500


def test_other_pairs_leave_the_marked_one_where_it_was_on_the_screen(grid: PairGrid) -> None:
    table = fill(grid, 1_000)
    grid.go_to(500)
    before = grid.tile_rect(500).top()
    odd = np.arange(0, 1_000, 2)
    grid.set_pairs(table, odd, "image", 250)
    assert int(grid.rows[grid.current]) == 500
    assert grid.tile_rect(250).top() == before


def at(grid: PairGrid, place: int) -> QPoint:
    return grid.tile_rect(place).center()


def click(grid: PairGrid, place: int, modifiers: Qt.KeyboardModifier = NONE) -> None:
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, modifiers, at(grid, place))


def test_control_and_a_click_toggles_shift_and_a_click_selects_up_to_there(grid: PairGrid) -> None:
    fill(grid, 20)
    counts: list[int] = []
    grid.selection_changed.connect(counts.append)
    click(grid, 1, CTRL)
    click(grid, 4, CTRL)
    assert grid.selection.tolist() == [1, 4]
    assert grid.current == 4
    click(grid, 1, CTRL)
    assert grid.selection.tolist() == [4]
    click(grid, 3, SHIFT)  # from 1, which was toggled last
    assert grid.selection.tolist() == [1, 2, 3]
    click(grid, 0, SHIFT)
    assert grid.selection.tolist() == [0, 1]
    click(grid, 5, CTRL)
    click(grid, 4, CTRL | SHIFT)
    assert grid.selection.tolist() == [0, 1, 4, 5]
    assert counts == [1, 2, 1, 3, 2, 3, 4]
    assert grid.accessibleName().endswith("similarity 0.90 to 0.90, selected, 4 selected")


def test_a_plain_click_selects_nothing_and_walking_keeps_what_is_selected(grid: PairGrid) -> None:
    fill(grid, 20)
    click(grid, 1, CTRL)
    click(grid, 2, CTRL)
    grid.go_to(7)
    assert grid.selection.tolist() == [1, 2]
    assert grid.toggle_selected()
    assert grid.selection.tolist() == [1, 2, 7]
    click(grid, 4)
    assert grid.selection.tolist() == []
    assert grid.current == 4
    assert not grid.clear_selection()


def test_the_corner_of_a_tile_selects_without_any_key(grid: PairGrid, qtbot: QtBot) -> None:
    fill(grid, 20)
    opened: list[int] = []
    grid.opened.connect(opened.append)
    for place in (2, 4):
        corner = grid.tile_rect(place).topLeft() + QPoint(14, 14)
        QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, NONE, corner)
    assert grid.selection.tolist() == [2, 4]
    again = QMouseEvent(  # a second click at once, as Qt tells it
        QEvent.Type.MouseButtonDblClick, QPointF(corner), QPointF(grid.viewport().mapToGlobal(corner)),
        Qt.MouseButton.LeftButton, Qt.MouseButton.LeftButton, NONE,
    )  # fmt: skip
    QApplication.sendEvent(grid.viewport(), again)
    assert grid.selection.tolist() == [2]
    assert opened == []


def test_a_selection_is_extended_from_where_it_began(grid: PairGrid) -> None:
    fill(grid, 20)
    grid.go_to(5)
    assert grid.extend(1)
    assert grid.extend(grid.columns)
    assert grid.selection.tolist() == list(range(5, 7 + grid.columns))
    assert grid.current == 6 + grid.columns
    for _ in range(3):
        grid.extend(-grid.columns)
    assert grid.selection.tolist() == list(range(max(0, 6 - 2 * grid.columns), 6))
    grid.extend(-1_000)
    assert grid.selection.tolist() == list(range(6))
    assert grid.current == 0
    assert grid.clear_selection()
    assert grid.selection.tolist() == []
    fill(grid, 0, -1)
    assert not grid.extend(1)
    assert not grid.toggle_selected()
    assert not grid.select_all()


def test_selecting_all_of_100_000_thinks_of_those_in_sight_only(
    grid: PairGrid, wishes: Wishes, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(grid, 100_000)
    touched: list[int] = []
    samples = PairTable.samples

    def note(table: PairTable, row: int) -> tuple[int, int]:
        touched.append(row)
        return samples(table, row)

    monkeypatch.setattr(PairTable, "samples", note)
    assert grid.select_all()
    grid.viewport().repaint()
    assert len(grid.selection) == 100_000
    assert len(grid.selected_rows) == 100_000
    assert set(touched) == set(grid._in_sight())
    assert len(touched) <= 4 * len(grid._in_sight())
    assert grid.accessibleName().endswith(", selected, 100000 selected")


def test_other_pairs_keep_the_selection_of_those_still_shown(grid: PairGrid) -> None:
    table = fill(grid, 1_000)
    grid.select_all()
    counts: list[int] = []
    grid.selection_changed.connect(counts.append)
    grid.set_pairs(table, np.arange(0, 1_000, 2)[::-1], "image", 0)
    assert len(grid.selected_rows) == 500
    grid.set_pairs(table, np.arange(1_000), "image", 0)
    assert grid.selected_rows.tolist() == list(range(0, 1_000, 2))
    assert counts == [500]


def test_a_selected_tile_looks_selected_and_a_mark_is_seen(grid: PairGrid) -> None:
    table = fill(grid, 8, -1)

    def looks(place: int) -> QImage:
        grid.viewport().repaint()
        box = grid.tile_rect(place)
        return grid.viewport().grab(box).toImage()

    plain = {place: looks(place) for place in range(8)}
    assert plain[1] == looks(1)
    click(grid, 1, CTRL)
    grid._current = -1
    selected = looks(1)
    accent = theme.current().accent
    assert accent in colours(selected, QRect(6, 6, 22, 22))
    assert accent not in colours(plain[1], QRect(6, 6, 22, 22))
    marks = Marks({table.key(2): "pick", table.key(3): "reject"}, frozenset({table.key(4)}), {table.key(5): "odd"})
    grid.set_pairs(with_marks(table, marks), np.arange(8), "image", -1)
    corner = QRect(plain[2].width() - 30, 6, 26, 22)
    for place, (_, tint) in zip((2, 3, 4, 5), (PICKED, REJECTED, BOOKMARKED, NOTED), strict=True):
        assert tint in colours(looks(place), corner)
        assert tint not in colours(plain[place], corner)
    assert looks(6) == plain[6]


def colours(image: QImage, box: QRect) -> set[str]:
    return {
        image.pixelColor(x, y).name() for x in range(box.left(), box.right()) for y in range(box.top(), box.bottom())
    }


class Clock:
    """Every look at it costs `step` seconds."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_a_frame_draws_as_many_tiles_as_it_has_time_for(
    qtbot: QtBot, wishes: Wishes, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(0.0)
    grid = PairGrid(wishes, clock=clock)
    qtbot.addWidget(grid)
    grid.resize(820, 600)
    grid.show()
    qtbot.waitExposed(grid)
    frames: list[int] = []
    drawn: list[str] = []
    paint_event, draw = PairGrid.paintEvent, TileSheet._draw

    def painted(self: PairGrid, event: QPaintEvent) -> None:
        before = len(drawn)
        paint_event(self, event)
        frames.append(len(drawn) - before)

    def noted(self: TileSheet, tile: Tile, size: QSize, ratio: float, before: DrawnTile | None) -> QPixmap:
        drawn.append(tile.text.identity)
        return draw(self, tile, size, ratio, before)

    monkeypatch.setattr(PairGrid, "paintEvent", painted)
    monkeypatch.setattr(TileSheet, "_draw", noted)
    clock.step = 0.003  # a tile takes so long
    grid.set_pairs(table_of(1_000), np.arange(1_000), "image", 0)
    in_sight = len(grid._in_sight())
    qtbot.waitUntil(lambda: len(drawn) >= in_sight)
    assert in_sight > 6
    assert max(frames) <= 4
    assert len(drawn) == in_sight  # none twice
    qtbot.waitUntil(lambda: not grid._rest.isActive())
    del frames[:], drawn[:]
    clock.step = 1.0  # one that takes longer than any frame is drawn all the same, one in each
    grid.go_to(500)
    qtbot.waitUntil(lambda: len(drawn) >= in_sight)
    assert set(frames) <= {0, 1}


def on_screen(grid: PairGrid) -> QImage:
    """Return what the window system was given, piece by piece."""
    return grid.screen().grabWindow(grid.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)


def is_whole(grid: PairGrid) -> bool:
    """Whether what is on the screen is what would be painted now."""
    painted = grid.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return not grid._rest.isActive() and on_screen(grid) == painted


def test_what_was_moved_and_patched_is_what_would_be_painted_at_once(grid: PairGrid, qtbot: QtBot) -> None:
    fill(grid, 1_000)
    qtbot.waitUntil(lambda: is_whole(grid))
    first = on_screen(grid)
    for notches in (-1, -2, 3, -7, 5):
        wheel(grid, notches)
        qtbot.waitUntil(lambda: is_whole(grid))
    grid.go_to(3)
    grid.go_to(4)
    qtbot.waitUntil(lambda: is_whole(grid))
    QTest.mouseMove(grid.viewport(), at(grid, 1))
    grid.extend(2)
    qtbot.waitUntil(lambda: is_whole(grid))
    grid.verticalScrollBar().setValue(12_345)
    qtbot.waitUntil(lambda: is_whole(grid))
    assert on_screen(grid) != first


class NotingGrid(PairGrid):
    """Notes what it paints."""

    def __init__(self, wishes: Wishes) -> None:
        self.painted: list[QRect] = []
        super().__init__(wishes)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted.append(event.rect())
        super().paintEvent(event)


def test_a_thumbnail_that_comes_is_painted_and_nothing_else(qtbot: QtBot, wishes: Wishes) -> None:
    grid = NotingGrid(wishes)
    qtbot.addWidget(grid)
    grid.resize(820, 600)
    grid.show()
    qtbot.waitExposed(grid)
    fill(grid, 100)
    qtbot.waitUntil(lambda: is_whole(grid))
    pixmap = QPixmap(20, 20)
    pixmap.fill(QColor("#123456"))

    def come() -> set[int]:
        screen = on_screen(grid)
        boxes = {place: grid.tile_rect(place) for place in range(6)}
        middles = {place: box.topLeft() + QPoint(box.width(), box.width()) / 4 for place, box in boxes.items()}
        return {place for place, middle in middles.items() if screen.pixelColor(middle).name() == "#123456"}

    grid.viewport().repaint()  # whatever was still to be painted
    wishes.known[9] = Picture(pixmap)  # of the pair in place 4
    del grid.painted[:]
    wishes.ready.emit()
    qtbot.waitUntil(lambda: come() == {4})
    assert grid.painted == [grid.tile_rect(4)]
    everyone = range(1, 2 * len(grid._in_sight()) + 1)
    wishes.known.update({sample: Picture(pixmap) for sample in everyone})
    wishes.ready.emit()
    qtbot.waitUntil(lambda: come() == set(range(6)) and is_whole(grid))
    grid.viewport().repaint()
    del grid.painted[:]
    wishes.ready.emit()  # of somebody else: there is nothing here that waits
    grid.viewport().update(0, 0, 1, 1)
    qtbot.waitUntil(lambda: bool(grid.painted))
    assert grid.painted == [QRect(0, 0, 1, 1)]


def test_what_stands_in_for_a_tile_is_how_it_looked_before(qtbot: QtBot, wishes: Wishes) -> None:
    clock = Clock(0.0)
    grid = PairGrid(wishes, clock=clock)
    qtbot.addWidget(grid)
    grid.resize(820, 600)
    grid.show()
    qtbot.waitExposed(grid)
    table = fill(grid, 8)
    before = grid.viewport().grab(grid.tile_rect(5)).toImage()
    clock.step = 1.0
    marked = with_marks(table, Marks({table.key(row): "pick" for row in range(8)}, frozenset(), {}))
    grid.set_pairs(marked, np.arange(8), "image", 0)
    image = QImage(grid.viewport().size(), QImage.Format.Format_RGB32)
    grid.viewport().render(image)
    assert image.copy(grid.tile_rect(5)) == before.convertToFormat(QImage.Format.Format_RGB32)
    qtbot.waitUntil(lambda: not grid._rest.isActive())
    assert grid.viewport().grab(grid.tile_rect(5)).toImage() != before


def test_tiles_as_drawn_count_in_the_memory_for_pictures(grid: PairGrid, wishes: Wishes) -> None:
    fill(grid, 10_000)
    tile_bytes = 4 * grid._layout.tile_width * grid._layout.tile_height
    wishes.set_budget(40 * tile_bytes)  # a quarter of it is less than what is in sight
    for place in range(0, 2_000, 50):
        grid.go_to(place)
        grid.viewport().repaint()
        assert grid._sheet.used_bytes <= len(grid._in_sight()) * tile_bytes
        assert wishes._aside == grid._sheet.used_bytes
    wishes.set_budget(1_000 * tile_bytes)
    for place in range(2_000, 9_000, 50):
        grid.go_to(place)
        grid.viewport().repaint()
    assert 200 * tile_bytes <= grid._sheet.used_bytes <= 250 * tile_bytes


def test_wishes_for_what_is_out_of_sight_are_taken_back(grid: PairGrid, wishes: Wishes) -> None:
    fill(grid, 100_000)
    first = set(wishes.wished)
    wishes.withdrawn.clear()
    grid.viewport().repaint()
    assert wishes.withdrawn == []
    grid.go_to(50_000)
    grid.viewport().repaint()
    assert set(wishes.withdrawn) == first
    wishes.wished.clear()
    grid.viewport().repaint()
    asked = set(wishes.wished)
    grid.set_tile_width(140)
    grid.viewport().repaint()
    assert asked <= set(wishes.withdrawn)  # of another size


def test_control_and_the_wheel_leave_the_tile_under_the_mouse_there(grid: PairGrid) -> None:
    fill(grid, 10_000)
    grid.zoomed.connect(grid.set_tile_width)
    grid.go_to(5_000)
    point = grid.tile_rect(4_999).center() + QPoint(0, 30)
    widths = set()
    for notches in (1, 1, 2, -3, -2, 4):
        place = grid.place_at(point)
        share = (point.y() - grid.tile_rect(place).top()) / grid._layout.tile_height
        send_wheel(grid, notches, point, CTRL)
        assert grid.tile_rect(place).top() + share * grid._layout.tile_height == pytest.approx(point.y(), abs=1)
        point = grid.tile_rect(place).center() + QPoint(0, 30)
        assert place >= 0
        widths.add(grid._layout.tile_width)
    assert len(widths) > 2


def test_a_tile_that_the_mouse_rests_on_tells_everything_literally(grid: PairGrid, qtbot: QtBot) -> None:
    table = table_of(30, HOSTILE)
    marks = Marks({table.key(0): "reject"}, frozenset({table.key(0)}), {table.key(0): "two\n<i>lines</i>"})
    grid.set_pairs(with_marks(table, marks), np.arange(30), "image", 0)
    centre = at(grid, 0)
    QApplication.sendEvent(
        grid.viewport(), QHelpEvent(QEvent.Type.ToolTip, centre, grid.viewport().mapToGlobal(centre))
    )
    shown = QToolTip.text()
    QToolTip.hideText()
    plain = html.unescape(re.sub("<[^>]*>", "", shown.replace("<br>", "\n")))
    assert plain.splitlines() == [
        f"{HOSTILE} retain · One", "condition condition 1 · seed 0", "lost", "similarity to own template 0.90 → 0.20",
        "similarity to forget template 0.10 → 0.10", "rejected, bookmarked, with a note", "note: two", "<i>lines</i>",
    ]  # fmt: skip
    assert "<b>" not in shown
    assert "<i>" not in shown


def test_the_current_tile_is_copied_without_its_frame(grid: PairGrid) -> None:
    fill(grid, 5, 2)
    plain = grid.grab_tile()
    assert plain.size() == grid.tile_rect(2).size()
    grid.toggle_selected()
    assert grid.grab_tile() == plain
    fill(grid, 5, -1)
    assert grid.grab_tile().isNull()


def test_the_grid_says_the_marked_pair_in_words(grid: PairGrid) -> None:
    fill(grid, 30)
    grid.go_to(10)
    assert grid.accessibleName() == "Pairs: 11 of 30, 2 retain seed 10, lost, similarity 0.90 to 0.20"
    grid.go_to(11)
    assert grid.accessibleName().endswith("2 retain seed 11, kept, similarity 0.90 to 0.90")
    fill(grid, 30, -1)
    assert grid.accessibleName() == "Pairs: 30, none is marked"


def test_foreign_names_are_painted_and_said_literally(grid: PairGrid) -> None:
    table = table_of(3, HOSTILE)
    grid.set_pairs(table, np.arange(3), "image", 0)
    grid.viewport().repaint()
    assert HOSTILE in words_of(table, 0)
    assert HOSTILE in grid.accessibleName()
    assert grid.toolTip() == ""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_outcomes_are_painted_in_their_colours(grid: PairGrid, qapp: QApplication, scheme: str) -> None:
    theme.apply(qapp, scheme)
    try:
        fill(grid, 1)
        box = grid.tile_rect(0)
        image = grid.viewport().grab().toImage()
        ratio = image.devicePixelRatio()
        text = [
            image.pixelColor(x, y).name()
            for y in range(int(ratio * (box.bottom() - 24)), int(ratio * box.bottom()))
            for x in range(int(ratio * (box.left() + 8)), int(ratio * (box.left() + 24)))
        ]
        assert QColor(theme.current().bad).name() in text  # the first of ten is lost
    finally:
        theme.apply(qapp, "dark")
