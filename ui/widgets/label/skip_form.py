"""Why a question is left unanswered: a common reason by its digit, or one's own words."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.label.keyed_button import KeyedButton

REASONS = (
    "too unclear to tell",
    "nothing in it to judge",
    "more than one person",
    "is not shown or does not play",
    "I know this person",
    "the question does not fit",
)
_LONGEST = 500


class SkipForm(QWidget):
    """`chosen` carries the reason; `left` says that the question shall be answered after all."""

    chosen = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = label("Why can it not be answered?", "question")
        title.setWordWrap(True)
        self._about = label("", "muted")
        self._about.setWordWrap(True)
        self.buttons: list[KeyedButton] = []
        self.field = QLineEdit()
        self.field.setMaxLength(_LONGEST)
        self.field.setPlaceholderText("or in your own words, then Return")
        self.field.setAccessibleName("Reason in your own words")
        self.field.setToolTip("Your own words; Return skips with them, Esc goes back")
        self.field.returnPressed.connect(self.confirm)
        self._said = label("", "warning")
        self._said.setWordWrap(True)
        skip = KeyedButton("Skip", "↵", "Skip the question with the words above (Return)")
        skip.clicked.connect(self.confirm)
        back = KeyedButton("Back", "Esc", "Answer it after all (Esc)")
        back.clicked.connect(self.left)
        ends = QHBoxLayout()
        ends.addStretch(1)
        ends.addWidget(back)
        ends.addWidget(skip)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX + 2)
        column.addWidget(title)
        column.addWidget(self._about)
        for number, reason in enumerate(REASONS, start=1):
            button = KeyedButton(reason, str(number), f"Skip: {reason} ({number})", is_answer=True)
            button.clicked.connect(lambda *_, reason=reason: self.chosen.emit(reason))
            self.buttons.append(button)
            column.addWidget(button)
        column.addWidget(self.field)
        column.addWidget(self._said)
        column.addLayout(ends)
        column.addStretch(1)
        self._said.hide()

    def begin(self, question: str) -> None:
        """Ask for the reason anew."""
        self._about.setText(question)
        self.field.clear()
        self._said.hide()

    def press(self, key: str) -> bool:
        """Choose the reason of a digit; whether there is one."""
        if not key.isdecimal() or not 1 <= int(key) <= len(REASONS):
            return False
        self.chosen.emit(REASONS[int(key) - 1])
        return True

    def confirm(self) -> None:
        """Skip with the words that are written; where there are none, let them be written."""
        if self.field.text().strip():
            self.chosen.emit(self.field.text())
        else:
            self.field.setFocus()
            self.say("Choose a reason by its digit, or write one.")

    def say(self, words: str) -> None:
        """Say why it is no reason."""
        self._said.setText(words)
        self._said.show()
