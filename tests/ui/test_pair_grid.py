"""The grid of pairs: what is painted, asked for, and where keys and mouse lead, at a few pairs and at 100,000."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.media_keys import MediaKey
from genmu_studio.pair_table import PairTable, build_table
from scoring.frame import Decision, GroupFrame, Side, Status
from ui import theme
from ui.widgets.pair_grid import PairGrid, words_of
from ui.widgets.thumbnails import Key, ThumbnailStore

NONE = Qt.KeyboardModifier.NoModifier
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
    """A store that only notes what is wished for."""

    def __init__(self) -> None:
        super().__init__(2**20)
        self.wished: list[Key] = []

    def get(self, sample: int, size: int) -> None:
        self.wished.append(Key(MediaKey("sample", sample), size))


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


def wheel(grid: PairGrid, notches: int, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    at = QPointF(grid.viewport().rect().center())
    event = QWheelEvent(
        at, grid.viewport().mapToGlobal(at), QPoint(), QPoint(0, 120 * notches), Qt.MouseButton.NoButton, modifiers,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(grid.viewport(), event)


def test_the_wheel_scrolls_by_less_than_a_tile_and_with_control_changes_its_size(grid: PairGrid, qtbot: QtBot) -> None:
    fill(grid, 100)
    wheel(grid, -1)
    assert 0 < grid.verticalScrollBar().value() < grid._tile_height
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
        assert grid.viewport().rect().contains(grid.tile_rect(700)) or grid._tile_height > 500


def test_other_pairs_leave_the_marked_one_where_it_was_on_the_screen(grid: PairGrid) -> None:
    table = fill(grid, 1_000)
    grid.go_to(500)
    before = grid.tile_rect(500).top()
    odd = np.arange(0, 1_000, 2)
    grid.set_pairs(table, odd, "image", 250)
    assert int(grid.rows[grid.current]) == 500
    assert grid.tile_rect(250).top() == before


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
