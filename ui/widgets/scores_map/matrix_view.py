"""A matrix of identities that paints itself: a cell can be pointed at, walked to, and opened."""

from math import ceil

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QToolTip

from genmu_studio.chart_table import ChartTable
from ui.theme import color, current, watch
from ui.widgets.scores_map.matrix_grid import MatrixGrid
from ui.widgets.scores_map.matrix_paint import MatrixLayout, lay_out, paint_matrix
from ui.widgets.tips import tip

_SCROLL_PX = 24
_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
_OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class MatrixView(QAbstractScrollArea):
    """`opened` carries row and column of a cell that was clicked, or chosen by a key."""

    opened = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Matrix of identities")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self._grid: MatrixGrid | None = None
        self._layout: MatrixLayout | None = None
        self._current = (0, 0)
        self._hovered: tuple[int, int] | None = None
        watch().changed.connect(self.viewport().update)

    def sizeHint(self) -> QSize:
        """Return a size for a group of the usual size."""
        return QSize(400, 260)

    def minimumSizeHint(self) -> QSize:
        """Show a few cells at least."""
        return QSize(220, 130)

    # ---- what is shown ----

    @property
    def grid(self) -> MatrixGrid | None:
        """What is shown."""
        return self._grid

    @property
    def cell(self) -> tuple[int, int]:
        """Row and column of the cell that the keys are at."""
        return self._current

    def show_grid(self, grid: MatrixGrid | None) -> None:
        """Show a matrix; the keys stay at their cell where there is such a one."""
        self._grid = grid
        if grid is not None:
            row, column = self._current
            self._current = (min(row, len(grid.rows) - 1), min(column, len(grid.columns) - 1))
        self._lay_out()
        self._say_where()

    def _lay_out(self) -> None:
        """Find places, and let bars scroll what does not fit."""
        room = QRectF(self.viewport().rect())
        self._layout = None if self._grid is None else lay_out(self._grid, room)
        wide, high = (0.0, 0.0) if self._layout is None else self._layout.whole
        for bar, length, shown in (
            (self.horizontalScrollBar(), wide, room.width()),
            (self.verticalScrollBar(), high, room.height()),
        ):
            bar.setRange(0, max(0, ceil(length - shown)))
            bar.setPageStep(int(shown))
            bar.setSingleStep(_SCROLL_PX)
        self.viewport().update()

    def _offset(self) -> QPointF:
        return QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def box_of(self, row: int, column: int) -> QRectF:
        """Return where a cell is on the viewport."""
        assert self._layout is not None  # noqa: S101 - a cell is of a matrix
        return self._layout.box(row, column, self._offset())

    def table(self) -> ChartTable:
        """Return the numbers."""
        return ChartTable((), ()) if self._grid is None else self._grid.table()

    def reset_view(self) -> None:
        """Scroll to the first cell."""
        self.horizontalScrollBar().setValue(0)
        self.verticalScrollBar().setValue(0)

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the matrix and where keys and pointer are."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._grid is not None and self._layout is not None:
            paint_matrix(painter, self._grid, self._layout, self._offset())
            painter.setClipRect(self._layout.body.adjusted(-3, -3, 3, 3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            if self._hovered is not None:
                self._frame(painter, self._hovered, QPen(color(current().text, 0.6), 1))
            if self.hasFocus():
                self._frame(painter, self._current, QPen(QColor(current().accent), 2))

    def _frame(self, painter: QPainter, cell: tuple[int, int], pen: QPen) -> None:
        painter.setPen(pen)
        painter.drawRoundedRect(self.box_of(*cell).adjusted(-1.5, -1.5, 1.5, 1.5), 4, 4)

    def paint_on(self, painter: QPainter, area: QRectF) -> None:
        """Paint what is shown into `area`."""
        if self._grid is not None:
            paint_matrix(painter, self._grid, lay_out(self._grid, area), self._offset())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the cells out anew."""
        super().resizeEvent(event)
        self._lay_out()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Paint what comes into sight; names stay."""
        self.viewport().update()

    # ---- mouse ----

    def _cell_at(self, point: QPoint | QPointF) -> tuple[int, int] | None:
        return None if self._layout is None else self._layout.at(QPointF(point), self._offset())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the cell that is pointed at."""
        self._point_at(self._cell_at(event.position()))

    def _point_at(self, cell: tuple[int, int] | None) -> None:
        if cell != self._hovered:
            self._hovered = cell
            shape = Qt.CursorShape.ArrowCursor if cell is None else Qt.CursorShape.PointingHandCursor
            self.viewport().setCursor(shape)
            self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to a cell."""
        cell = self._cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self._go_to(*cell)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the cell that was pressed."""
        cell = self._cell_at(event.position())
        if cell is not None and cell == self._current and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(*cell)

    def viewportEvent(self, event: QEvent) -> bool:
        """Say everything about the cell that is pointed at; forget it when the pointer leaves."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            cell = self._cell_at(event.pos())
            words = (
                "" if cell is None or self._grid is None else f"{self._grid.words(*cell)}\nClick shows them in Review"
            )
            QToolTip.showText(event.globalPos(), tip(words), self.viewport())
            return True
        if event.type() == QEvent.Type.Leave:
            self._point_at(None)
        return super().viewportEvent(event)

    # ---- keys ----

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk, and open."""
        key, grid = Qt.Key(event.key()), self._grid
        if grid is None:
            super().keyPressEvent(event)
        elif key in _STEPS:
            down, right = _STEPS[key]
            self._go_to(self._current[0] + down, self._current[1] + right)
        elif key in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self._go_to(self._current[0], 0 if key == Qt.Key.Key_Home else len(grid.columns) - 1)
        elif key in _OPENING:
            self.opened.emit(*self._current)
        else:
            super().keyPressEvent(event)

    def _go_to(self, row: int, column: int) -> None:
        grid, layout = self._grid, self._layout
        if grid is None or layout is None:
            return
        self._current = (min(max(row, 0), len(grid.rows) - 1), min(max(column, 0), len(grid.columns) - 1))
        box, body = self.box_of(*self._current), layout.body
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(
            across.value() + round(min(0.0, box.left() - body.left()) + max(0.0, box.right() - body.right()))
        )
        down.setValue(down.value() + round(min(0.0, box.top() - body.top()) + max(0.0, box.bottom() - body.bottom())))
        self._say_where()
        self.viewport().update()

    def _say_where(self) -> None:
        self.setAccessibleDescription("" if self._grid is None else self._grid.words(*self._current))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keys are."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that they are elsewhere."""
        super().focusOutEvent(event)
        self.viewport().update()
