"""The grid of pairs: 100,000 tiles of which only those in sight are painted, asked for or even thought of.

Its own scroll area, because Qt's list view lays out everything anew on each reset and resize. A paint event draws new
tiles for a few milliseconds and copies those that were drawn before; what is left comes in the frames that follow.
"""

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from genmu_studio.pair_table import PairTable, build_table
from scoring.frame import IndexArray
from scoring.types import MediaKind
from ui.theme import current, watch
from ui.widgets.grid_layout import LARGEST_TILE, SMALLEST_TILE, lay_out
from ui.widgets.pair_selection import PairSelection
from ui.widgets.pair_tile import Tile, picture_side, text_of
from ui.widgets.pair_words import tip_of, words_of
from ui.widgets.sight import Sight
from ui.widgets.thumbnails import ThumbnailStore
from ui.widgets.tile_marks import selecting_corner
from ui.widgets.tile_sheet import PlacedTile, TileSheet
from ui.widgets.tips import tip

__all__ = ["LARGEST_TILE", "SMALLEST_TILE", "PairGrid"]

_WHEEL_STEP_PX = 90  # per notch
_PAUSE_MS = 8  # between frames that draw: somebody else has to do something too
_DRAWN_SHARE = 4  # of the memory for pictures, one part is for tiles as they were drawn


class PairGrid(QAbstractScrollArea):
    """Shows `rows` of a table, in that order. `current` is a place in `rows`, −1 = none is marked.

    Any number of pairs can be selected besides; whoever acts on the selection acts on the current pair where there is
    none.
    """

    moved = Signal(int)  # the person went to this place
    opened = Signal(int)  # and asked to see it large
    zoomed = Signal(int)  # tile width, by Ctrl and the wheel
    selection_changed = Signal(int)  # so many are selected now

    def __init__(
        self,
        thumbnails: ThumbnailStore,
        parent: QWidget | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        super().__init__(parent)
        self._thumbnails = thumbnails
        self._table: PairTable = build_table((), None)
        self._rows: IndexArray = np.empty(0, dtype=np.intp)
        self._kind: MediaKind = "image"
        self._wished_width = 260
        self._layout = lay_out(0, 0, self._wished_width, self._kind)
        self._current = -1
        self._hovered = -1
        self._held: tuple[int, float] | None = None
        self._selection = PairSelection()
        self._sheet = TileSheet(self._kind, clock)
        self._sight = Sight(thumbnails)
        self._late = QRegion()  # what the last frames had no time for
        self._rest = QTimer(self)  # draws it
        self._rest.setSingleShot(True)
        self._rest.setInterval(_PAUSE_MS)
        self._rest.timeout.connect(self._paint_late)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setToolTip("")
        thumbnails.ready.connect(self._show_arrived)
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
        """Show other pairs; the place `current` is marked and stays where it is on the screen if it can.

        Pairs that were selected stay so where they are still shown.
        """
        offset = self.tile_rect(self._current).top() if 0 <= self._current < len(self._rows) else None
        selected = len(self._selection)
        self._table, self._rows, self._current, self._hovered = table, rows, current, -1
        self._selection.follow(table, rows)
        if kind != self._kind:
            self._kind = kind
            self._restyle()
        self._lay_out()
        if current < 0:
            self.verticalScrollBar().setValue(0)
        elif offset is not None and 0 <= offset < self.viewport().height():
            self.verticalScrollBar().setValue(self._layout.top_of(current) - offset)
        self.show_place(current)
        self._say()
        self.viewport().update()
        if len(self._selection) != selected:
            self.selection_changed.emit(len(self._selection))

    def set_tile_width(self, width: int) -> None:
        """Make tiles about so wide; they fill the row."""
        place, share = self._held or self._landmark()
        top = self.tile_rect(place).top() + round(share * self._layout.tile_height)
        self._wished_width = min(max(width, SMALLEST_TILE), LARGEST_TILE)
        self._lay_out()
        after = self._layout.top_of(place) + round(share * self._layout.tile_height)
        self.verticalScrollBar().setValue(after - top)
        self.viewport().update()

    def _landmark(self) -> tuple[int, float]:
        """Return what keeps its height on the screen while sizes change: the current tile, or the first in sight."""
        in_sight = self._in_sight()
        place = self._current if self._current in in_sight else in_sight.start
        return place, 0.5

    def _restyle(self) -> None:
        self._sheet.restyle(self._kind)
        self.viewport().update()

    # ---- geometry ----

    @property
    def columns(self) -> int:
        """How many tiles stand side by side."""
        return self._layout.columns

    def tile_rect(self, place: int) -> QRect:
        """Return where a place is painted on the viewport."""
        return self._layout.rect(place).translated(0, -self.verticalScrollBar().value())

    def place_at(self, point: QPoint) -> int:
        """Return the place under a point of the viewport, −1 for none."""
        return self._layout.place_at(point + QPoint(0, self.verticalScrollBar().value()))

    def _in_sight(self) -> range:
        return self._layout.in_sight(self.verticalScrollBar().value(), self.viewport().height())

    def _lay_out(self) -> None:
        self._layout = lay_out(len(self._rows), self.viewport().width(), self._wished_width, self._kind)
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(_WHEEL_STEP_PX // 3)
        bar.setRange(0, max(0, self._layout.height - self.viewport().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out anew, the current tile in sight."""
        self._lay_out()
        self.show_place(self._current)

    # ---- moving ----

    def go_to(self, place: int) -> bool:
        """Mark a place and bring it into sight; whether there is one. What is selected stays so."""
        if not len(self._rows):
            return False
        self._mark(place)
        self._selection.anchor_at(self._current)
        return True

    def _mark(self, place: int) -> None:
        before, self._current = self._current, min(max(place, 0), len(self._rows) - 1)
        self.show_place(self._current)
        self._say()
        self._update(before, self._current)
        self.moved.emit(self._current)

    def page_lines(self) -> int:
        """Return how many whole lines are in sight."""
        return self._layout.lines_in(self.viewport().height())

    def show_place(self, place: int) -> None:
        """Scroll as little as brings a place into sight."""
        if not 0 <= place < len(self._rows):
            return
        bar, top = self.verticalScrollBar(), self._layout.top_of(place)
        low = top + self._layout.tile_height - self.viewport().height()
        bar.setValue(min(max(bar.value(), low), top))

    def _say(self) -> None:
        selected = len(self._selection)
        chosen = f", {selected} selected" if selected else ""
        if 0 <= self._current < len(self._rows):
            row = int(self._rows[self._current])
            this = ", selected" if self._selection.has_row(row) else ""
            place = f"{self._current + 1} of {len(self._rows)}"
            self.setAccessibleName(f"Pairs: {place}, {words_of(self._table, row)}{this}{chosen}")
        else:
            self.setAccessibleName(f"Pairs: {len(self._rows)}, none is marked{chosen}")

    # ---- selecting ----

    @property
    def selection(self) -> IndexArray:
        """The places that are selected, ascending."""
        return self._selection.places

    @property
    def selected_rows(self) -> IndexArray:
        """The rows of the table that are selected, in the order in which they are shown."""
        return self._selection.rows

    def select_all(self) -> bool:
        """Select every pair that is shown; whether there is one."""
        self._selection.select_all()
        self._tell_selection()
        return bool(len(self._rows))

    def toggle_selected(self) -> bool:
        """Select the current pair, or no longer; whether there is one."""
        if self._current < 0:
            return False
        self._selection.toggle(self._current)
        self._tell_selection()
        return True

    def extend(self, by: int) -> bool:
        """Go `by` places on and select everything from where that began; whether there is anything."""
        if self._current < 0:
            return self.go_to(0)
        place = min(max(self._current + by, 0), len(self._rows) - 1)
        self._selection.select_to(place, start=self._current)
        self._mark(place)
        self._tell_selection()
        return True

    def clear_selection(self) -> bool:
        """Select none; whether any was."""
        was_any = self._selection.clear()
        if was_any:
            self._tell_selection()
        return was_any

    def _tell_selection(self) -> None:
        self._say()
        self.viewport().update()
        self.selection_changed.emit(len(self._selection))

    # ---- painting ----

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Move what is painted, so that only what comes into sight is painted anew."""
        self._late.translate(dx, dy)
        self.viewport().scroll(dx, dy)

    def _update(self, *places: int) -> None:
        """Have these places painted anew."""
        for place in places:
            if 0 <= place < len(self._rows):
                self.viewport().update(self.tile_rect(place))

    def _show_arrived(self) -> None:
        come = self._sight.come()
        if come:
            rows = ((place, int(self._rows[place])) for place in self._in_sight())
            self._update(*(place for place, row in rows if not come.isdisjoint(self._table.samples(row))))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tiles in sight; draw new ones as long as the frame has time."""
        painter = QPainter(self.viewport())
        places = self._in_sight()
        self._look_at(places)
        shown = event.region()
        gaps = QRegion(shown)
        placed = []
        # The last wish is served first: from the bottom up, so that the top appears first.
        for place in reversed(places):
            box = self.tile_rect(place)
            if shown.intersects(box):
                gaps -= box
                placed.append(PlacedTile(self._table.key(int(self._rows[place])), box, self._tile(place)))
        painter.setClipRegion(gaps)
        painter.fillRect(event.rect(), QColor(current().background))
        painter.setClipping(False)
        late = self._sheet.paint(painter, reversed(placed))
        if not late.isEmpty():
            self._late += late
            self._rest.start()
        self._sheet.shrink(self._thumbnails.budget_bytes // _DRAWN_SHARE, len(places))
        self._thumbnails.set_aside(self._sheet.used_bytes)

    def _paint_late(self) -> None:
        late, self._late = self._late, QRegion()
        self.viewport().update(late)

    def grab_tile(self) -> QImage:
        """Return the current tile as it is painted, without its frame; a null image where there is none."""
        if self._current < 0:
            return QImage()
        bare = replace(self._tile(self._current), is_current=False, is_selected=False, is_hovered=False)
        size = self.tile_rect(self._current).size()
        return self._sheet.draw(bare, size, self.devicePixelRatioF()).toImage()

    def _tile(self, place: int) -> Tile:
        row = int(self._rows[place])
        unlearned, original = (self._sight.see(sample) for sample in reversed(self._table.samples(row)))
        return Tile(
            text_of(self._table, row),
            original,
            unlearned,
            is_current=place == self._current,
            is_selected=self._selection.has_row(row),
            is_hovered=place == self._hovered,
            has_focus=place == self._current and self.hasFocus(),
        )

    def _look_at(self, places: range) -> None:
        rows = self._rows[places.start : places.stop]
        samples = {*self._table.original[rows].tolist(), *self._table.unlearned[rows].tolist()}
        side = picture_side(self._layout.tile_width) * self.devicePixelRatioF()
        self._sight.turn_to(samples, max(1, int(side)))

    # ---- mouse ----

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Mark the tile under the mouse; with Ctrl, or in its corner, select it, with Shift all from the last one."""
        point = event.position().toPoint()
        place = self.place_at(point)
        if event.button() != Qt.MouseButton.LeftButton or place < 0:
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            also = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self._selection.select_to(place, start=max(self._current, 0), also=also)
            self._mark(place)
            self._tell_selection()
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier or self._corner_of(place).contains(point):
            self.go_to(place)
            self.toggle_selected()
        else:
            self.clear_selection()
            self.go_to(place)

    def _corner_of(self, place: int) -> QRect:
        return selecting_corner(self.tile_rect(place))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do nothing: the press has marked."""
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the tile under the mouse large; twice in its corner, or with Ctrl or Shift, is two clicks."""
        point = event.position().toPoint()
        place = self.place_at(point)
        if event.button() != Qt.MouseButton.LeftButton or place < 0:
            return
        if event.modifiers() != Qt.KeyboardModifier.NoModifier or self._corner_of(place).contains(point):
            self.mousePressEvent(event)
        else:
            self.opened.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light up the tile under the mouse."""
        self._hover(self.place_at(event.position().toPoint()))

    def viewportEvent(self, event: QEvent) -> bool:
        """Light up nothing when the mouse leaves; tell all of a tile when it rests on one."""
        if event.type() == QEvent.Type.Leave:
            self._hover(-1)
        elif isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self.place_at(event.pos())
            text = tip_of(self._table, int(self._rows[place])) if place >= 0 else ""
            QToolTip.showText(event.globalPos(), tip(text), self.viewport(), self.tile_rect(place))
            return True
        return super().viewportEvent(event)

    def _hover(self, place: int) -> None:
        if place != self._hovered:
            before, self._hovered = self._hovered, place
            if (before < 0) != (place < 0):
                pointing = Qt.CursorShape.PointingHandCursor
                self.viewport().setCursor(pointing if place >= 0 else Qt.CursorShape.ArrowCursor)
            self._update(before, place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll by pixels; with Ctrl change the size of tiles, the one under the mouse staying there."""
        notches = event.angleDelta().y() / 120
        point = event.position().toPoint()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._zoom_at(point, round(self._wished_width * 1.15**notches))
        else:
            pixels = event.pixelDelta().y() or round(notches * _WHEEL_STEP_PX)
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() - pixels)
        self._hover(self.place_at(point))
        event.accept()

    def _zoom_at(self, point: QPoint, width: int) -> None:
        place = self.place_at(point)
        if place >= 0:
            self._held = (place, (point.y() - self.tile_rect(place).top()) / self._layout.tile_height)
        self.zoomed.emit(width)  # whoever shows the size sets it
        self._held = None

    # ---- keys ----

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keys go."""
        super().focusInEvent(event)
        self._update(self._current)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that they go elsewhere."""
        super().focusOutEvent(event)
        self._update(self._current)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave every key to the actions of the view."""
        event.ignore()
