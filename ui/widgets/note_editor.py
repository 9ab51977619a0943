"""The note of a pair: kept as it is written, a moment after the last key, and before anything else is looked at."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from ui.theme import GRID_PX
from ui.widgets.basics import label, restyle

REST_MS = 1500
_LINES = 4
_INVITES = "Write a note (T)"
_READ_ONLY = "No note; the project is read-only"
_KEPT = "Kept as you write; Esc goes back to the pairs"
_SHOWN = "The project is read-only: notes can be read, not changed"


@dataclass(frozen=True, slots=True)
class _Draft:
    """A text that is not on the disk yet. pair : as the step is to name it."""

    pair: str
    text: str


class NoteEditor(QWidget):
    """Shows and changes the note of one pair, named by its key sample.

    `written` carries sample, name of the pair and text of what is to be kept; whoever keeps it calls `kept`. A text
    that could not be kept stays here, also while other pairs are looked at, and is offered again.
    """

    written = Signal(int, str, str)
    left = Signal()  # the person is done writing

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sample: int | None = None
        self._pair = ""
        self._stored = ""
        self._drafts: dict[int, _Draft] = {}
        self.edit = QPlainTextEdit()
        self.edit.setAccessibleName("Note")
        self.edit.setTabChangesFocus(True)
        self.edit.setFixedHeight(_LINES * self.edit.fontMetrics().lineSpacing() + 2 * GRID_PX)
        self.edit.installEventFilter(self)
        self._state = label("", "muted")
        self.rest = QTimer(self)
        self.rest.setSingleShot(True)
        self.rest.setInterval(REST_MS)
        self.rest.timeout.connect(self.flush)
        self.edit.textChanged.connect(self._changed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX // 2)
        column.addWidget(self.edit)
        column.addWidget(self._state)
        self.show_note(None, "", "", writable=False)

    @property
    def unkept(self) -> int:
        """How many notes are not on the disk yet."""
        return len(self._drafts)

    @property
    def state(self) -> str:
        """What is said of the note: "saved", "not saved yet", "" where there is none."""
        return self._state.text()

    def show_note(self, sample: int | None, pair: str, stored: str, *, writable: bool) -> None:
        """Show the note of another pair, or what is stored of this one now; None for no pair. pair : its name."""
        if sample != self._sample:
            self.flush()
        self._sample, self._pair, self._stored = sample, pair, stored
        self.edit.setReadOnly(not writable)
        self.edit.setPlaceholderText(_INVITES if writable else _READ_ONLY)
        self.edit.setToolTip(_KEPT if writable else _SHOWN)
        self.setEnabled(sample is not None)
        draft = None if sample is None else self._drafts.get(sample)
        text = stored if draft is None else draft.text
        if text.strip() != self.edit.toPlainText().strip():  # the cursor stays where one writes
            self.edit.blockSignals(True)
            self.edit.setPlainText(text)
            self.edit.blockSignals(False)
        self._say()

    def flush(self) -> None:
        """Ask for what was written to be kept."""
        self.rest.stop()
        for sample, draft in tuple(self._drafts.items()):
            self.written.emit(sample, draft.pair, draft.text)

    def kept(self, sample: int, text: str) -> None:
        """Take notice that this text is on the disk."""
        draft = self._drafts.get(sample)
        if draft is not None and draft.text == text:
            del self._drafts[sample]
        if sample == self._sample:
            self._stored = text
            self._say()

    def forget(self) -> None:
        """Drop what was not kept: it was about another project, whose samples have the same numbers."""
        self._drafts.clear()

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
        self._drafts[self._sample] = _Draft(self._pair, self.edit.toPlainText())
        self.rest.start()
        self._say()

    def _say(self) -> None:
        is_open = self._sample is not None and self._sample in self._drafts
        self._state.setText("not saved yet" if is_open else "saved" if self._stored.strip() else "")
        self._state.setVisible(bool(self._state.text()))
        restyle(self._state, "warning" if is_open else "muted")
