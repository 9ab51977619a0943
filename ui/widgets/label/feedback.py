"""What training says after an answer: what was answered, what is accepted, and a remark."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from genmu_studio.labelling.questions import Answer, Question
from ui.numbers import as_typed
from ui.theme import GRID_PX
from ui.widgets.basics import Card, label, restyle
from ui.widgets.label.keyed_button import KeyedButton

NOT_ANSWERED = "skipped"


class Feedback(QWidget):
    """`left` says that it is read."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = label("", "question")
        self._title.setWordWrap(True)
        self._remark = label("")
        self._remark.setWordWrap(True)
        self._remark.setProperty("large", True)
        self._cards = QVBoxLayout()
        self._cards.setSpacing(GRID_PX + 2)
        self.button = KeyedButton("Go on", "↵", "Go on to the next item (Return)")
        self.button.setProperty("main", True)
        self.button.clicked.connect(self.left)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * GRID_PX - 4)
        column.addWidget(self._title)
        column.addWidget(self._remark)
        column.addLayout(self._cards)
        column.addWidget(label("Training: this item does not count.", "muted"))
        column.addWidget(self.button)
        column.addStretch(1)

    def show_answers(
        self,
        questions: Sequence[Question],
        given: Mapping[str, Answer | None],
        accepted: Mapping[str, Sequence[Answer]],
        remark: str,
    ) -> None:
        """Show each answer beside the accepted ones, by the questions' ids; None was skipped."""
        while (item := self._cards.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        told = [each for each in questions if accepted.get(each.id)]
        right = [self._card(each, given.get(each.id), accepted[each.id]) for each in told]
        self._title.setText("That is what was looked for" if all(right) else "Another answer was looked for")
        self._title.setVisible(bool(told))
        self._remark.setText(remark)
        self._remark.setVisible(bool(remark))

    def _card(self, question: Question, given: Answer | None, accepted: Sequence[Answer]) -> bool:
        is_right = given is not None and any(question.same(given, question.accept(each)) for each in accepted)
        card = Card(question.text)
        mark = label(
            f"{'✓' if is_right else '✗'} yours: {NOT_ANSWERED if given is None else words_of(question, given)}"
        )
        restyle(mark, "good" if is_right else "bad")
        card.body.addWidget(mark)
        listed = " or ".join(words_of(question, question.accept(each)) for each in accepted)
        looked_for = label(f"accepted: {listed}")
        for widget in (mark, looked_for):
            widget.setWordWrap(True)
        card.body.addWidget(looked_for)
        self._cards.addWidget(card)
        return is_right


def words_of(question: Question, answer: Answer) -> str:
    """Return an answer in words, with the unit where it has one."""
    if question.categories and answer in question.categories:
        words = question.label_of(answer)
        return f"{answer} {words}" if question.labels else words
    if isinstance(answer, float):
        return f"{as_typed(answer)} {question.unit}".rstrip()
    text = str(answer)
    return text if len(text) <= 60 else f"{text[:59]}…"
