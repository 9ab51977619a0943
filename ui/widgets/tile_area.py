"""A scroll area of tiles: where they are, painting those in sight, sizes, what the mouse is over.

Its own scroll area, because Qt's list view lays out everything anew on each reset and resize. A paint event draws new
tiles for a few milliseconds and copies those that were drawn before; what is left comes in the frames that follow.
"""

from abc import abstractmethod
from collections.abc import Callable
from time import perf_counter

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from genmu_studio.pair_building import build_table
from genmu_studio.pair_table import PairTable
from scoring.frame import IndexArray
from scoring.types import MediaKind
from ui.theme import current, watch
from ui.widgets.grid_layout import LARGEST_TILE, SMALLEST_TILE, lay_out
from ui.widgets.pair_tile import Tile, picture_side
from ui.widgets.pair_words import tip_of
from ui.widgets.sight import Sight
from ui.widgets.thumbnails import ThumbnailStore
from ui.widgets.tile_sheet import PlacedTile, TileSheet
from ui.widgets.tips import tip

_WHEEL_STEP_PX = 90  # per notch
_ZOOM_STEP = 1.15
_PAUSE_MS = 8  # between frames that draw: somebody else has to do something too
_DRAWN_SHARE = 4  # of the memory for pictures, one part is for tiles as they were drawn


class TileArea(QAbstractScrollArea):
    """Shows `rows` of a table, in that order, a tile for each; places are those in `rows`."""

    zoomed = Signal(int)  # tile width, by Ctrl and the wheel

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
        self._hovered = -1
        self._held: tuple[int, float] | None = None
        self._sheet = TileSheet(self._kind, clock)
        self._sight = Sight(thumbnails)
        self._sighted: tuple[range, int] | None = None  # the places looked at, and the size of their pictures
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

    # ---- what is shown ----

    @property
    def rows(self) -> IndexArray:
        """The rows of the table that are shown, in order."""
        return self._rows

    @abstractmethod
    def _tile(self, place: int) -> Tile:
        """Return what the tile of a place shows."""

    @abstractmethod
    def _landmark(self) -> int:
        """Return the place that stays where it is, if it is in sight, while sizes change; −1 for none."""

    def _show(self, table: PairTable, rows: IndexArray, kind: MediaKind) -> None:
        """Show other pairs."""
        self._hover(-1)
        self._table, self._rows, self._sighted = table, rows, None
        if kind != self._kind:
            self._kind = kind
            self._restyle()
        self._lay_out()
        self.viewport().update()

    def set_tile_width(self, width: int) -> None:
        """Make tiles about so wide; they fill the row."""
        in_sight = self._in_sight()
        landmark = self._landmark()
        place, share = self._held or (landmark if landmark in in_sight else in_sight.start, 0.5)
        height_before = self.tile_rect(place).top() + round(share * self._layout.tile_height)
        self._wished_width = min(max(width, SMALLEST_TILE), LARGEST_TILE)
        self._lay_out()
        height_now = self._layout.top_of(place) + round(share * self._layout.tile_height)
        self.verticalScrollBar().setValue(height_now - height_before)
        self.viewport().update()

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
        return self._between(0, self.viewport().height())

    def _between(self, top: int, height: int) -> range:
        """Return the places that have a part on these lines of the viewport."""
        return self._layout.in_sight(self.verticalScrollBar().value() + top, height)

    def _lay_out(self) -> None:
        self._layout = lay_out(len(self._rows), self.viewport().width(), self._wished_width, self._kind)
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(_WHEEL_STEP_PX // 3)
        bar.setRange(0, max(0, self._layout.height - self.viewport().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out anew, the landmark in sight."""
        self._lay_out()
        self.show_place(self._landmark())

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
        self._look_around()
        shown = event.region()
        gaps = QRegion(shown)
        placed = []
        # The last wish is served first: from the bottom up, so that the top appears first.
        for place in reversed(self._between(event.rect().top(), event.rect().height())):
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
        self._sheet.shrink(self._thumbnails.budget_bytes // _DRAWN_SHARE, len(self._in_sight()))
        self._thumbnails.set_aside(self._sheet.used_bytes)

    def _paint_late(self) -> None:
        late, self._late = self._late, QRegion()
        self.viewport().update(late)

    def _look_around(self) -> None:
        """Look at what is in sight now, no longer at what was."""
        side = max(1, int(picture_side(self._layout.tile_width) * self.devicePixelRatioF()))
        if self._sighted != (self._in_sight(), side):
            self._sighted = (self._in_sight(), side)
            rows = self._rows[self._in_sight()]
            self._sight.turn_to({*self._table.original[rows].tolist(), *self._table.unlearned[rows].tolist()}, side)

    # ---- mouse ----

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
            self._zoom_at(point, round(self._wished_width * _ZOOM_STEP**notches))
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
