"""Words as an answer: typed, kept with Ctrl+Enter; nothing may be said too."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from genmu_studio.labelling.questions import Answer, Question
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.label.keyed_button import KeyedButton

_LINES = 5


class WordsField(QPlainTextEdit):
    """A text of several lines. `kept` by Ctrl+Return, and by Return where nothing is written yet; `left` by Esc."""

    kept = Signal()
    left = Signal()

    def __init__(self, name: str, explanation: str, lines: int) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(explanation)
        self.setTabChangesFocus(True)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 3 * GRID_PX)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type, keep or leave."""
        is_return = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if is_return and (event.modifiers() & Qt.KeyboardModifier.ControlModifier or not self.toPlainText().strip()):
            self.kept.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class TextAnswer(QWidget):
    """`given` carries the words; `passed` says that there is nothing to say, `mistaken` why words are not gone."""

    given = Signal(object)  # Answer
    passed = Signal()
    mistaken = Signal(str)
    left = Signal()

    def __init__(self, question: Question, *, needed: bool) -> None:
        super().__init__()
        self._stands = ""
        self.field = WordsField(
            question.text, "Your own words, kept also as you go on (Ctrl+Return); Esc goes back to the item", _LINES
        )
        self.field.setPlaceholderText("in your own words" if needed else "optional; Return goes on")
        self.field.kept.connect(self.keep)
        self.field.left.connect(self.left)
        self.button = KeyedButton("Keep", "Ctrl ↵", "Keep the words, or go on where there are none (Ctrl+Return)")
        self.button.clicked.connect(self.keep)
        row = QHBoxLayout()
        row.addWidget(label("" if needed else "May be left empty", "muted"))
        row.addStretch(1)
        row.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX)
        column.addWidget(self.field)
        column.addLayout(row)

    def show_standing(self, answer: Answer | None) -> None:
        """Show what stands in place of what was typed."""
        self._stands = "" if answer is None else str(answer)
        self.field.setPlainText(self._stands)

    def keep(self) -> None:
        """Give what is written, or pass on."""
        if self.unkept:
            self.given.emit(self.unkept)
        elif self._stands and not self.field.toPlainText().strip():
            self.mistaken.emit("What you said stands: to take it back, undo it, or skip the question with a reason")
        else:
            self.passed.emit()

    @property
    def unkept(self) -> str:
        """The words that are written and not what stands, "" for none."""
        text = self.field.toPlainText().strip()
        return "" if text == self._stands else text

    @property
    def first(self) -> QWidget:
        """Where the Tab key comes first."""
        return self.field
