"""Where a person may drop a submission, what may be dropped, and that nothing of it is executed."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.theme import GRID_PX, color, current
from ui.widgets.basics import Card, label

WHAT = (
    ("a folder", "with submission.toml, and the samples in samples.csv or in folders that name side and identity"),
    ("an archive", ".zip, .tar.gz or .tar.zst of such a folder, or a folder of several"),
    ("a project", "a .genmu folder opens at once"),
)


class DropHint(Card):
    """The card at the bottom of the submissions."""

    def __init__(self, keys: str, parent: QWidget | None = None) -> None:
        super().__init__("Drop a folder, an archive or a project here", parent)
        row = QHBoxLayout()
        row.setSpacing(3 * GRID_PX)
        self._zone = _Zone(f"or press {keys} · nothing in it is ever executed")
        row.addWidget(self._zone, 2)
        column = QVBoxLayout()
        column.setSpacing(GRID_PX // 2)
        for name, text in WHAT:
            line = QHBoxLayout()
            title = label(name)
            title.setFixedWidth(72)
            about = label(text, "muted")
            about.setWordWrap(True)
            line.addWidget(title, 0, Qt.AlignmentFlag.AlignTop)
            line.addWidget(about, 1)
            column.addLayout(line)
        column.addStretch(1)
        row.addLayout(column, 3)
        self.body.addLayout(row)

    def say(self, text: str) -> None:
        """Say something else in the zone."""
        self._zone.say(text)


class _Zone(QWidget):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.setMinimumHeight(64)
        layout = QVBoxLayout(self)
        self._text = label(text, "muted")
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._text.setWordWrap(True)
        layout.addWidget(self._text)

    def say(self, text: str) -> None:
        self._text.setText(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the dashed frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(color(current().muted, 0.6), 1, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.end()
