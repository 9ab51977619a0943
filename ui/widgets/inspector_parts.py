"""The parts of the inspector: grids of text that are filled anew for each pair, and bars of similarity."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from genmu_studio.pair_details import Measured
from scoring.codes import Code, sentence_of
from ui.numbers import NONE, signed
from ui.theme import GRID_PX, current
from ui.widgets.basics import label
from ui.widgets.elided import ElidedLabel

DIGITS = 2
_WHOLE_FROM = 10_000  # a number that large is shown without decimals: nobody compares those
_NAME_PX = 56  # what long values beside it leave a name


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


def name_of(words: str) -> ElidedLabel:
    """Return the name of a measurement: long values beside it leave it its room."""
    made = ElidedLabel(words, "muted")
    made.setMinimumWidth(_NAME_PX)
    return made


def number(value: float | None, digits: int = DIGITS) -> str:
    """Return a measurement as the inspector writes it."""
    return NONE if value is None else f"{value:.{digits}f}".replace("-", "−")


def code_sentence(code: str) -> str:
    """Return what a code means."""
    return sentence_of(code) if code in Code.__members__ else "an unknown code"


def measured_head() -> tuple[QWidget | None, ...]:
    """Return the cells above measurements of both samples."""
    return (
        None, text("original", "original", right=True), text("unlearned", "unlearned", right=True),
        text("Δ", "muted", right=True),
    )  # fmt: skip


def measured_cells(row: Measured) -> tuple[QWidget, ...]:
    """Return the cells of a measurement of both samples: its name with the unit, both values, the change."""
    known = [abs(each) for each in (row.original, row.unlearned) if each is not None]
    digits = 0 if max(known, default=0.0) >= _WHOLE_FROM else DIGITS
    return (
        name_of(f"{row.title}, {row.unit}" if row.unit else row.title),
        text(number(row.original, digits), right=True),
        text(number(row.unlearned, digits), right=True),
        text(signed(row.change, digits), right=True),
    )


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
