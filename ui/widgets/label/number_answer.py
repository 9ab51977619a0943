"""A number as an answer: typed, with its unit and its range; Enter keeps it."""

from PySide6.QtCore import QRegularExpression, Qt, Signal
from PySide6.QtGui import QKeyEvent, QRegularExpressionValidator
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from genmu_studio.labelling.questions import Answer, Question
from ui.keys import candidates
from ui.numbers import as_typed
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.label.keyed_button import KeyedButton

_MINUS = "−"
_NUMBER = QRegularExpression(r"\s*[-−]?\d{0,15}([.,]\d{0,6})?\s*")
_WHOLE = QRegularExpression(r"\s*[-−]?\d{0,15}\s*")
_WALKING = frozenset({"Up", "Down"})


class NumberField(QLineEdit):
    """Takes what may become a number; a letter or an arrow up or down is no part of one and is `passed_on`."""

    passed_on = Signal(object)  # the keys that it may mean, the best first

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type what belongs to a number."""
        keys = candidates(event)
        is_letter = any(len(each) == 1 and each.isalpha() for each in keys[:1])
        if keys and (is_letter or keys[0] in _WALKING or keys[0].startswith("Shift+") or keys[0] == "Space"):
            self.passed_on.emit(keys)
        else:
            super().keyPressEvent(event)


class NumberAnswer(QWidget):
    """`given` carries the number; `mistaken` says why what was typed is none."""

    given = Signal(object)  # Answer
    mistaken = Signal(str)

    def __init__(self, question: Question) -> None:
        super().__init__()
        self._is_whole = question.kind == "scale"
        low, high = question.minimum or 0, question.maximum or 0
        ends = f"{as_typed(low)} to {as_typed(high)}".replace("-", _MINUS)
        self._range = f"{ends} {question.unit}" if question.unit else ends
        self.field = NumberField()
        self.field.setAccessibleName(f"{question.text}, {self._range}")
        self.field.setToolTip("Type the number; Enter keeps it, Esc goes back to the item")
        self.field.setValidator(QRegularExpressionValidator(_WHOLE if self._is_whole else _NUMBER, self.field))
        self.field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.field.setMaximumWidth(18 * GRID_PX)
        self.field.setProperty("large", True)
        self.field.returnPressed.connect(self.keep)
        self.button = KeyedButton("Keep", "↵", "Keep the number (Return)")
        self.button.clicked.connect(self.keep)
        row = QHBoxLayout()
        row.setSpacing(GRID_PX)
        row.addWidget(self.field)
        row.addWidget(label(question.unit, "muted"))
        row.addStretch(1)
        row.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX)
        column.addLayout(row)
        column.addWidget(label(f"From {self._range}", "muted"))

    def show_standing(self, answer: Answer | None) -> None:
        """Show what stands in place of what was typed."""
        self.field.setText(as_typed(answer).replace("-", _MINUS) if isinstance(answer, int | float) else "")
        self.field.selectAll()

    def keep(self) -> None:
        """Give what is typed."""
        typed = self.field.text().strip().replace(_MINUS, "-").replace(",", ".")
        try:
            self.given.emit(int(typed) if self._is_whole else float(typed))
        except ValueError:
            self.mistaken.emit(f"Type a number from {self._range}.")

    @property
    def first(self) -> QWidget:
        """Where the Tab key comes first."""
        return self.field
