"""What a card of the scores room holds in turn: what it is for, or a note why that is not there, with a way on."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QPushButton, QStackedWidget, QVBoxLayout, QWidget

from genmu_studio.chart_table import ChartTable
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.scores_map.embedding_canvas import EmbeddingCanvas


class MapStack(QStackedWidget):
    """The canvas, or a note in its place. `pressed` says that the button of the note was pressed."""

    pressed = Signal()

    def __init__(self, canvas: EmbeddingCanvas) -> None:
        super().__init__()
        self.canvas = canvas
        self._words = label("", "muted")
        self._words.setWordWrap(True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = QPushButton()
        self.button.clicked.connect(lambda *_: self.pressed.emit())
        note = QWidget()
        column = QVBoxLayout(note)
        column.setSpacing(GRID_PX)
        column.addStretch(1)
        column.addWidget(self._words)
        column.addWidget(self.button, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self.addWidget(canvas)
        self.addWidget(note)
        self._note = note
        self.say("")

    @property
    def note(self) -> str:
        """What is said in place of the canvas, "" while that is shown."""
        return self._words.text() if self.currentWidget() is self._note else ""

    def show_canvas(self) -> None:
        """Show the canvas."""
        self.setCurrentWidget(self.canvas)

    def say(self, words: str, button: str = "", about: str = "") -> None:
        """Say this in its place, with a button where it has a text."""
        self._words.setText(words)
        self.button.setText(button)
        self.button.setAccessibleName(button)
        self.button.setToolTip(about)
        self.button.setVisible(bool(button))
        self.setCurrentWidget(self._note)

    # ---- what a card asks of what it holds ----

    def table(self) -> ChartTable:
        """Return the numbers of the map; none while there is a note."""
        return ChartTable((), ()) if self.note else self.canvas.table()

    def reset_view(self) -> None:
        """Show the whole map."""
        self.canvas.reset_view()

    def paint_on(self, painter: QPainter, area: QRectF) -> None:
        """Paint the map as it is shown; nothing while there is a note."""
        if not self.note:
            self.canvas.paint_on(painter, area)
