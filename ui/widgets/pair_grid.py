"""The grid of pairs: 100,000 tiles of which only those in sight are painted, asked for or even thought of.

Its own scroll area, because Qt's list view lays out everything anew on each reset and resize.
"""

from collections import OrderedDict
from math import isnan

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from genmu_studio.pair_table import NO_SAMPLE, PairTable, build_table
from scoring.frame import IndexArray
from scoring.types import MediaKind
from ui.numbers import similarity
from ui.theme import GRID_PX, watch
from ui.widgets.pair_tile import TEXT_HEIGHT, Tile, TilePainter, picture_height
from ui.widgets.thumbnails import Seen, ThumbnailStore, size_for

SMALLEST_TILE, LARGEST_TILE = 140, 520
_GAP = GRID_PX + 2
_WHEEL_STEP_PX = 90  # per notch
_DRAWN_SCREENS = 3  # so many screens of tiles are kept as drawn


class PairGrid(QAbstractScrollArea):
    """Shows `rows` of a table, in that order. `current` is a place in `rows`, −1 = none is marked."""

    moved = Signal(int)  # the person went to this place
    opened = Signal(int)  # and asked to see it large
    zoomed = Signal(int)  # tile width, by Ctrl and the wheel

    def __init__(self, thumbnails: ThumbnailStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._thumbnails = thumbnails
        self._table: PairTable = build_table((), None)
        self._rows: IndexArray = np.empty(0, dtype=np.intp)
        self._kind: MediaKind = "image"
        self._wished_width = 260
        self._current = -1
        self._hovered = -1
        self._painter = TilePainter(self._kind)
        self._drawn: OrderedDict[int, tuple[Tile, bool, QPixmap]] = OrderedDict()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self.setToolTip("")
        thumbnails.ready.connect(self.viewport().update)
        watch().changed.connect(self._restyle)
        self._say()

    # ---- what is shown ----

    @property
    def rows(self) -> IndexArray:
        """The rows of the table that are shown, in order."""
        return self._rows

    @property
    def current(self) -> int:
        """The place that is marked, −1 for none."""
        return self._current

    def set_pairs(self, table: PairTable, rows: IndexArray, kind: MediaKind, current: int) -> None:
        """Show other pairs; the place `current` is marked and stays where it is on the screen if it can."""
        offset = self.tile_rect(self._current).top() if 0 <= self._current < len(self._rows) else None
        self._table, self._rows, self._current, self._hovered = table, rows, current, -1
        self._drawn.clear()
        if kind != self._kind:
            self._kind = kind
            self._restyle()
        self._update_range()
        if current < 0:
            self.verticalScrollBar().setValue(0)
        elif offset is not None and 0 <= offset < self.viewport().height():
            self.verticalScrollBar().setValue(self._top_of(current) - offset)
        self.show_place(current)
        self._say()
        self.viewport().update()

    def set_tile_width(self, width: int) -> None:
        """Make tiles about so wide; they fill the row."""
        self._wished_width = min(max(width, SMALLEST_TILE), LARGEST_TILE)
        self._update_range()
        self.show_place(self._current)
        self.viewport().update()

    def _restyle(self) -> None:
        self._painter = TilePainter(self._kind)
        self._drawn.clear()
        self.viewport().update()

    # ---- geometry ----

    @property
    def columns(self) -> int:
        """How many tiles stand side by side."""
        return max(1, round((self.viewport().width() + _GAP) / (self._wished_width + _GAP)))

    @property
    def _tile_width(self) -> int:
        return max(60, (self.viewport().width() - (self.columns - 1) * _GAP) // self.columns)

    @property
    def _tile_height(self) -> int:
        return picture_height(self._tile_width, self._kind) + TEXT_HEIGHT

    def _top_of(self, place: int) -> int:
        return place // self.columns * (self._tile_height + _GAP)

    def tile_rect(self, place: int) -> QRect:
        """Return where a place is painted on the viewport."""
        left = place % self.columns * (self._tile_width + _GAP)
        top = self._top_of(place) - self.verticalScrollBar().value()
        return QRect(left, top, self._tile_width, self._tile_height)

    def place_at(self, point: QPoint) -> int:
        """Return the place under a point of the viewport, −1 for none."""
        across, down = self._tile_width + _GAP, self._tile_height + _GAP
        column, line = point.x() // across, (point.y() + self.verticalScrollBar().value()) // down
        place = line * self.columns + column
        inside = 0 <= column < self.columns and 0 <= place < len(self._rows)
        return place if inside and self.tile_rect(place).contains(point) else -1

    def _in_sight(self) -> range:
        down = self._tile_height + _GAP
        top = self.verticalScrollBar().value()
        first = top // down * self.columns
        last = ((top + self.viewport().height()) // down + 1) * self.columns
        return range(first, min(last, len(self._rows)))

    def _update_range(self) -> None:
        lines = -(-len(self._rows) // self.columns)
        height = max(0, lines * (self._tile_height + _GAP) - _GAP)
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(_WHEEL_STEP_PX // 3)
        bar.setRange(0, max(0, height - self.viewport().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out anew, the current tile in sight."""
        self._update_range()
        self.show_place(self._current)

    # ---- moving ----

    def go_to(self, place: int) -> bool:
        """Mark a place and bring it into sight; whether there is one."""
        if not len(self._rows):
            return False
        self._current = min(max(place, 0), len(self._rows) - 1)
        self.show_place(self._current)
        self._say()
        self.viewport().update()
        self.moved.emit(self._current)
        return True

    def page_lines(self) -> int:
        """Return how many whole lines are in sight."""
        return max(1, self.viewport().height() // (self._tile_height + _GAP))

    def show_place(self, place: int) -> None:
        """Scroll as little as brings a place into sight."""
        if not 0 <= place < len(self._rows):
            return
        bar, top = self.verticalScrollBar(), self._top_of(place)
        low = top + self._tile_height - self.viewport().height()
        bar.setValue(min(max(bar.value(), low), top))

    def _say(self) -> None:
        if 0 <= self._current < len(self._rows):
            place = f"{self._current + 1} of {len(self._rows)}"
            self.setAccessibleName(f"Pairs: {place}, {words_of(self._table, int(self._rows[self._current]))}")
        else:
            self.setAccessibleName(f"Pairs: {len(self._rows)}, none is marked")

    # ---- events ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tiles in sight."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # The last wish is served first: from the bottom up, so that the top appears first.
        for place in reversed(self._in_sight()):
            box = self.tile_rect(place)
            if box.intersects(event.rect()):
                painter.drawPixmap(box.topLeft(), self._draw(self._tile(place), box.size()))

    def _draw(self, tile: Tile, size: QSize) -> QPixmap:
        """Return a tile as a picture, drawn anew only where it would look different from the last time."""
        ratio, has_focus = self.devicePixelRatioF(), self.hasFocus() and tile.is_current
        if tile.row in self._drawn:
            before, had_focus, pixmap = self._drawn[tile.row]
            if before == tile and had_focus == has_focus and pixmap.size() == size * ratio:
                self._drawn.move_to_end(tile.row)
                return pixmap
        pixmap = QPixmap(size * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.paint(painter, QRect(QPoint(0, 0), size), tile, has_focus)
        painter.end()
        self._drawn[tile.row] = (tile, has_focus, pixmap)
        self._drawn.move_to_end(tile.row)
        while len(self._drawn) > _DRAWN_SCREENS * len(self._in_sight()):
            self._drawn.popitem(last=False)
        return pixmap

    def _tile(self, place: int) -> Tile:
        row = int(self._rows[place])
        side = self._tile_width / 2 * self.devicePixelRatioF()
        unlearned, original = (self._seen(sample, side) for sample in reversed(self._table.samples(row)))
        return Tile(self._table, row, original, unlearned, place == self._current, place == self._hovered)

    def _seen(self, sample: int, side: float) -> Seen | None:
        return None if sample == NO_SAMPLE else self._thumbnails.get(sample, size_for(side))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Mark the tile under the mouse."""
        place = self.place_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and place >= 0:
            self.go_to(place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do nothing: the press has marked."""
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the tile under the mouse large."""
        place = self.place_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and place >= 0:
            self.opened.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light up the tile under the mouse."""
        self._hover(self.place_at(event.position().toPoint()))

    def viewportEvent(self, event: QEvent) -> bool:
        """Light up nothing when the mouse leaves."""
        if event.type() == QEvent.Type.Leave:
            self._hover(-1)
        return super().viewportEvent(event)

    def _hover(self, place: int) -> None:
        if place != self._hovered:
            self._hovered = place
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if place >= 0 else Qt.CursorShape.ArrowCursor)
            self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll by pixels; with Ctrl change the size of tiles."""
        notches = event.angleDelta().y() / 120
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoomed.emit(round(self._wished_width * 1.15**notches))
        else:
            pixels = event.pixelDelta().y() or round(notches * _WHEEL_STEP_PX)
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() - pixels)
            self._hover(self.place_at(event.position().toPoint()))
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keys go."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that they go elsewhere."""
        super().focusOutEvent(event)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave every key to the actions of the view."""
        event.ignore()


def words_of(table: PairTable, row: int) -> str:
    """Return a pair in words, as a screen reader says them."""
    before, after = (
        "none" if isnan(value) else similarity(float(value))
        for value in (table.own_original[row], table.own_unlearned[row])
    )
    problem = ", with a problem" if table.problem[row] else ""
    who = f"{table.identity_of(row)} {table.role_of(row)} seed {int(table.seed[row])}"
    return f"{who}, {table.words_of(row)}, similarity {before} to {after}{problem}"
