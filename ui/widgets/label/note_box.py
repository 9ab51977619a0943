"""The note on an item: kept a moment after the last key, and before anything else is looked at."""

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget

from ui.theme import GRID_PX
from ui.widgets.basics import Card
from ui.widgets.label.text_answer import WordsField

REST_MS = 1500
_LINES = 2


class NoteBox(Card):
    """Shows and changes the note on the entry at a place. `written` carries what is to be kept of which place.

    left : the person is done writing.
    """

    written = Signal(int, str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Note", parent)
        self.body.setContentsMargins(2 * GRID_PX - 2, GRID_PX + 2, 2 * GRID_PX - 2, GRID_PX + 2)
        self._place = 0
        self.field = WordsField("Note on the item", "Kept as you write; Esc goes back to the item (T writes)", _LINES)
        self.field.setPlaceholderText("optional, T to write")
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._changed)
        self.field.kept.connect(self.left)
        self.field.left.connect(self.left)
        self.rest = QTimer(self)
        self.rest.setSingleShot(True)
        self.rest.setInterval(REST_MS)
        self.rest.timeout.connect(self.flush)
        self.body.addWidget(self.field)

    def show_note(self, place: int, text: str) -> None:
        """Show the note of another place, or what is kept of this one now; what is being written is not lost."""
        if place != self._place:
            self.flush()
            self._place = place
        elif self.rest.isActive():
            return
        if text.strip() != self.field.toPlainText().strip():  # the cursor stays where one writes
            self.field.blockSignals(True)
            self.field.setPlainText(text)
            self.field.blockSignals(False)

    def flush(self) -> None:
        """Ask for what was written to be kept."""
        if self.rest.isActive():
            self.rest.stop()
            self.written.emit(self._place, self.field.toPlainText())

    def forget(self) -> None:
        """Show nothing, and keep nothing of it."""
        self.rest.stop()
        self.show_note(0, "")

    def set_writable(self, writable: bool) -> None:
        """Let it be changed, or only read."""
        self.field.setReadOnly(not writable)
        self.field.setPlaceholderText("optional, T to write" if writable else "no note")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep what was written when the person goes elsewhere."""
        if watched is self.field and isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusOut:
            self.flush()
        return False

    def _changed(self) -> None:
        self.rest.start()
