"""The note of a pair: kept as it is written, a moment after the last key, and before anything else is looked at."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from ui.theme import GRID_PX
from ui.widgets.basics import label, restyle

REST_MS = 1500
_LINES = 4


class NoteEditor(QWidget):
    """Shows and changes the note of one pair, named by its key sample.

    `written` carries (sample, text) of what is to be kept; whoever keeps it calls `kept`. A text that could not be
    kept stays here, also while other pairs are looked at, and is offered again.
    """

    written = Signal(int, str)
    left = Signal()  # the person is done writing

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sample: int | None = None
        self._stored = ""
        self._unkept: dict[int, str] = {}
        self.edit = QPlainTextEdit()
        self.edit.setAccessibleName("Note")
        self.edit.setPlaceholderText("Write a note (T)")
        self.edit.setToolTip("Kept as you write; Esc goes back to the pairs")
        self.edit.setTabChangesFocus(True)
        self.edit.setFixedHeight(_LINES * self.edit.fontMetrics().lineSpacing() + 2 * GRID_PX)
        self.edit.installEventFilter(self)
        self._state = label("", "muted")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REST_MS)
        self._timer.timeout.connect(self.flush)
        self.edit.textChanged.connect(self._changed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX // 2)
        column.addWidget(self.edit)
        column.addWidget(self._state)
        self.show_note(None, "", writable=False)

    @property
    def unkept(self) -> int:
        """How many notes are not on the disk yet."""
        return len(self._unkept)

    def show_note(self, sample: int | None, stored: str, *, writable: bool) -> None:
        """Show the note of another pair, or what is stored of this one now; None for no pair."""
        if sample != self._sample:
            self.flush()
        self._sample, self._stored = sample, stored
        self.edit.setReadOnly(not writable)
        self.setEnabled(sample is not None)
        text = stored if sample is None else self._unkept.get(sample, stored)
        if text.strip() != self.edit.toPlainText().strip():  # the cursor stays where one writes
            self.edit.blockSignals(True)
            self.edit.setPlainText(text)
            self.edit.blockSignals(False)
        self._say()

    def flush(self) -> None:
        """Ask for what was written to be kept."""
        self._timer.stop()
        for sample, text in tuple(self._unkept.items()):
            self.written.emit(sample, text)

    def kept(self, sample: int, text: str) -> None:
        """Take notice that this text is on the disk."""
        if self._unkept.get(sample) == text:
            del self._unkept[sample]
        if sample == self._sample:
            self._stored = text
            self._say()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep what was written when the person goes elsewhere; Esc and Ctrl+Return go back to the pairs."""
        if watched is self.edit and event.type() == QEvent.Type.FocusOut:
            self.flush()
        if watched is self.edit and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            ends = event.key() == Qt.Key.Key_Return and event.modifiers() & Qt.KeyboardModifier.ControlModifier
            if ends or event.key() == Qt.Key.Key_Escape:
                self.left.emit()
                return True
        return False

    def _changed(self) -> None:
        if self._sample is None:
            return
        self._unkept[self._sample] = self.edit.toPlainText()
        self._timer.start()
        self._say()

    def _say(self) -> None:
        is_open = self._sample is not None and self._sample in self._unkept
        self._state.setText("not saved yet" if is_open else "saved" if self._stored.strip() else "")
        self._state.setVisible(bool(self._state.text()))
        restyle(self._state, "warning" if is_open else "muted")
