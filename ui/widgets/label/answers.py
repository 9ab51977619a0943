"""The answers of one question that has a list of them, as buttons with their keys."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from genmu_studio.labelling.questions import Answer, Question
from ui.theme import GRID_PX
from ui.widgets.label.keyed_button import KeyedButton

_MOST_LISTED = 12  # a longer scale is typed


def is_listed(question: Question) -> bool:
    """Whether the answers of a question stand as buttons: all but numbers, words, and the steps of a long scale."""
    return bool(question.categories) and (question.kind != "scale" or len(question.categories) <= _MOST_LISTED)


def in_order(question: Question) -> tuple[Answer, ...]:
    """Return the answers from top to bottom: of a scale the highest first."""
    return question.categories[::-1] if question.kind == "scale" else question.categories


class ListedAnswers(QWidget):
    """`given` carries the answer that was pressed."""

    given = Signal(object)  # Answer

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.buttons: dict[Answer, KeyedButton] = {}
        keys = {answer: key for key, answer in question.answer_keys.items()}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX + 2)
        for answer in in_order(question):
            words = question.label_of(answer)
            key = keys.get(answer, "").upper()
            button = KeyedButton(words, key, f"{words} ({key})" if key else words, is_answer=True)
            button.clicked.connect(lambda *_, given=answer: self.given.emit(given))
            self.buttons[answer] = button
            column.addWidget(button)

    def show_standing(self, answer: Answer | None) -> None:
        """Mark what stands."""
        for each, button in self.buttons.items():
            button.mark(each == answer)

    @property
    def first(self) -> QWidget:
        """Where the Tab key comes first."""
        return next(iter(self.buttons.values()))
