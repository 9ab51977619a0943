"""The parts of the inspector: grids of text that are filled anew for each pair, and bars of similarity."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from ui.theme import GRID_PX, current
from ui.widgets.basics import label


class Section(QWidget):
    """A heading, where it has one, with rows below; `clear` it, then add rows. It hides while it has none."""

    def __init__(self, title: str, stretches: tuple[int, ...]) -> None:
        super().__init__()
        self._heading = label(title, "heading")
        self._rows = QWidget()
        self._stretches = stretches
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX - 3)
        column.addWidget(self._heading)
        self._heading.setVisible(bool(title))
        column.addWidget(self._rows)
        self._column = column
        self.clear()

    def set_title(self, title: str) -> None:
        """Show another heading."""
        self._heading.setText(title)

    def clear(self) -> None:
        """Remove all rows."""
        rows = QWidget()
        self._grid = QGridLayout(rows)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(GRID_PX)
        self._grid.setVerticalSpacing(GRID_PX - 3)
        for column, stretch in enumerate(self._stretches):
            self._grid.setColumnStretch(column, stretch)
        self._column.replaceWidget(self._rows, rows)
        self._rows.deleteLater()
        self._rows = rows
        rows.show()  # Qt would do so only later: the heading would stand alone for a moment
        self._next = 0
        self.setVisible(False)

    def add(self, *cells: QWidget | None) -> None:
        """Add a row; None leaves a cell empty. The last cell fills what is left."""
        for column, cell in enumerate(cells):
            if cell is not None:
                span = len(self._stretches) - column if column == len(cells) - 1 else 1
                self._grid.addWidget(cell, self._next, column, 1, span)
                cell.show()
        self._next += 1
        self.setVisible(True)


def text(value: str, role: str = "", *, wrap: bool = False, right: bool = False, copies: bool = False) -> QLabel:
    """Return a label of the inspector. right : at the right edge. copies : the mouse can select it."""
    made = label(value, role)
    made.setWordWrap(wrap)
    made.setAlignment(
        (Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignTop
    )
    if copies:
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if wrap:
        made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        made.setMinimumWidth(40)
    return made


class Bar(QWidget):
    """A similarity of 0 … 1 as the length of a bar; below 0 it is empty."""

    def __init__(self, value: float, token: str) -> None:
        super().__init__()
        self._value = min(1.0, max(0.0, value))
        self._token = token
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        """Return the size of a line of text."""
        return QSize(60, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the track and the bar."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        track = QRectF(0, self.height() / 2 - 3, self.width(), 6)
        painter.setBrush(QColor(current().raised))
        painter.drawRoundedRect(track, 3, 3)
        if self._value > 0:
            track.setWidth(max(6.0, track.width() * self._value))
            painter.setBrush(QColor(getattr(current(), self._token)))
            painter.drawRoundedRect(track, 3, 3)
