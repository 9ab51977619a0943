"""Where the cells of a matrix of identities are, and how they are painted."""

from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from ui.theme import contrast, current, font
from ui.widgets.scores_map.matrix_grid import Header, MatrixGrid

TEXT_PX = 11
_CELL_TEXT_PX = 12
_GAP_PX = 4.0
_RADIUS = 3.0
_SMALLEST = (50.0, 28.0)
_LARGEST = (84.0, 52.0)
_LEFT_PX = (48.0, 128.0)  # the least and the most room for names of rows
_TOP_PX = 32.0
_FOOT_PX = 20.0
_NOTE = "rows generated, columns reference templates"
_PALEST, _STRONGEST = 0.06, 0.92  # how much of the hue is in a cell
_DARK, _LIGHT = "#000000", "#ffffff"  # one of them stands out of any colour by 4.5 : 1


@dataclass(frozen=True, slots=True)
class MatrixLayout:
    """A matrix that fills `room` as well as it can.

    left : width of the names of rows. cell, whole : width and height of a cell, and of everything.
    """

    room: QRectF
    left: float
    cell: tuple[float, float]
    whole: tuple[float, float]
    rows: int
    columns: int

    def box(self, row: int, column: int, offset: QPointF) -> QRectF:
        """Return the pixels of a cell. offset : how far it is scrolled."""
        width, height = self.cell
        x = self.room.left() + self.left + column * (width + _GAP_PX) - offset.x()
        y = self.room.top() + _TOP_PX + row * (height + _GAP_PX) - offset.y()
        return QRectF(x, y, width, height)

    def at(self, pixel: QPointF, offset: QPointF) -> tuple[int, int] | None:
        """Return row and column of the cell at a pixel."""
        if not self.body.contains(pixel):
            return None
        width, height = self.cell
        column = int((pixel.x() - self.body.left() + offset.x()) // (width + _GAP_PX))
        row = int((pixel.y() - self.body.top() + offset.y()) // (height + _GAP_PX))
        is_cell = 0 <= row < self.rows and 0 <= column < self.columns
        return (row, column) if is_cell and self.box(row, column, offset).contains(pixel) else None

    @property
    def body(self) -> QRectF:
        """Where cells are seen: beside and below the names."""
        return self.room.adjusted(self.left, _TOP_PX, 0, -_FOOT_PX)


def lay_out(grid: MatrixGrid, room: QRectF) -> MatrixLayout:
    """Return the layout of a matrix in `room`."""
    strong = QFontMetricsF(font(TEXT_PX, QFont.Weight.DemiBold))
    names = [strong.horizontalAdvance(header.name) for header in grid.rows]
    left = ceil(min(max(_LEFT_PX[0], *names), _LEFT_PX[1])) + 2 * _GAP_PX
    rows, columns = len(grid.rows), len(grid.columns)
    width = _fitted(room.width() - left, columns, (_SMALLEST[0], _LARGEST[0]))
    height = _fitted(room.height() - _TOP_PX - _FOOT_PX, rows, (_SMALLEST[1], _LARGEST[1]))
    whole = left + columns * (width + _GAP_PX), _TOP_PX + rows * (height + _GAP_PX) + _FOOT_PX
    return MatrixLayout(room, left, (width, height), whole, rows, columns)


def _fitted(room: float, cells: int, limits: tuple[float, float]) -> float:
    """Return the length of a cell, in whole pixels: its edges are sharp."""
    return min(max(room // max(1, cells) - _GAP_PX, limits[0]), limits[1])


def paint_matrix(painter: QPainter, grid: MatrixGrid, layout: MatrixLayout, offset: QPointF) -> None:
    """Paint names, cells and a note; names stay where they are when the cells are scrolled."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    body = layout.body
    rows = [row for row in range(layout.rows) if layout.box(row, 0, offset).intersects(_across(body))]
    columns = [column for column in range(layout.columns) if layout.box(0, column, offset).intersects(_along(body))]
    painter.save()
    painter.setClipRect(body)
    for row in rows:
        for column in columns:
            _paint_cell(painter, grid, layout.box(row, column, offset), row, column)
    painter.setClipRect(QRectF(layout.room.left(), body.top(), layout.left, body.height()))
    for row in rows:
        box = layout.box(row, 0, offset)
        _paint_row_name(
            painter, QRectF(layout.room.left(), box.top(), layout.left - 2 * _GAP_PX, box.height()), grid.rows[row]
        )
    painter.setClipRect(QRectF(body.left(), layout.room.top(), body.width(), _TOP_PX))
    for column in columns:
        box = layout.box(0, column, offset)
        _paint_column_name(
            painter, QRectF(box.left(), layout.room.top(), box.width(), _TOP_PX - 2), grid.columns[column]
        )
    painter.restore()
    painter.setFont(font(TEXT_PX))
    painter.setPen(QColor(current().muted))
    low = min(layout.room.top() + layout.whole[1], layout.room.bottom())
    note = f"{_NOTE} · unlearned − original" if grid.asked.side == "change" else _NOTE
    painter.drawText(QPointF(body.left(), low - 5), note)


def _across(body: QRectF) -> QRectF:
    return QRectF(-1e6, body.top(), 2e6, body.height())


def _along(body: QRectF) -> QRectF:
    return QRectF(body.left(), -1e6, body.width(), 2e6)


def _paint_row_name(painter: QPainter, box: QRectF, header: Header) -> None:
    has_room = box.height() >= 30
    middle = box.center().y()
    _write(painter, box, middle - 2 if has_room else middle + 4, header.name, strong=True, right=True)
    if has_room:
        _write(painter, box, middle + 11, header.role, strong=False, right=True)


def _paint_column_name(painter: QPainter, box: QRectF, header: Header) -> None:
    _write(painter, box, box.top() + 12, header.name, strong=True, right=False)
    _write(painter, box, box.top() + 25, header.role, strong=False, right=False)


def _write(painter: QPainter, box: QRectF, base: float, text: str, *, strong: bool, right: bool) -> None:
    painter.setFont(font(TEXT_PX, QFont.Weight.DemiBold if strong else QFont.Weight.Normal))
    metrics = QFontMetricsF(painter.font())
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, box.width())
    away = box.width() - metrics.horizontalAdvance(shown)
    painter.setPen(QColor(current().text if strong else current().muted))
    painter.drawText(QPointF(box.left() + (away if right else away / 2), base), shown)


def _paint_cell(painter: QPainter, grid: MatrixGrid, box: QRectF, row: int, column: int) -> None:
    ground = cell_color(grid, row, column)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(box, _RADIUS, _RADIUS)
    if grid.is_own(row, column):
        painter.setPen(QPen(QColor(current().text), 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0.8, 0.8, -0.8, -0.8), _RADIUS, _RADIUS)
    painter.setFont(font(_CELL_TEXT_PX))
    painter.setPen(QColor(text_color(ground)))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, grid.texts[row][column])


def cell_color(grid: MatrixGrid, row: int, column: int) -> QColor:
    """Return the ground of a cell: one hue, that of the side; of a change that of the side to which it goes."""
    tokens = current()
    strength = float(grid.strength[row, column])
    if grid.asked.side == "change":
        hue, palest = (tokens.unlearned if strength > 0 else tokens.original), 0.0  # no change, no hue
    else:
        hue, palest = (tokens.original if grid.asked.side == "original" else tokens.unlearned), _PALEST
    share = palest + (_STRONGEST - palest) * abs(strength)
    ground, tint = QColor(tokens.raised), QColor(hue)
    mixed = [
        round(low + (high - low) * share)
        for low, high in zip(ground.getRgb()[:3], tint.getRgb()[:3], strict=True)  # type: ignore[index]  # four numbers
    ]
    return QColor(*mixed)


def text_color(ground: QColor) -> str:
    """Return what stands out of a ground."""
    return max((_DARK, _LIGHT), key=lambda each: contrast(each, ground.name()))
