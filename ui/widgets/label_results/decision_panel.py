"""Beside the item: the question, what each annotator said, and the answers of which one can be said to count."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from genmu_studio.labelling.questions import Answer, Question
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.label.answers import is_listed
from ui.widgets.label.keyed_button import KeyedButton
from ui.widgets.label.number_answer import NumberAnswer
from ui.widgets.label_results.adjudicable import Adjudicable, Version, answer_words
from ui.widgets.label_results.annotator_columns import when
from ui.widgets.label_results.part import listed, words

_DIGITS = "1234567890"


class DecisionPanel(QWidget):
    """`given` carries the answer that shall count; `mistaken` says why what was typed is none."""

    given = Signal(object)  # Answer
    mistaken = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._item: Adjudicable | None = None
        self._keys: dict[str, Answer] = {}
        self.buttons: dict[Answer, KeyedButton] = {}
        self.number: NumberAnswer | None = None
        self.question = words("", "question")
        self.explanation = words()
        self.warning = words("", "warning")
        self._answers = QVBoxLayout()
        self._answers.setSpacing(GRID_PX)
        self._versions = QVBoxLayout()
        self._versions.setSpacing(2)
        self.verdict = words("", "good")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX)
        for widget in (self.question, self.explanation, self.warning):
            column.addWidget(widget)
        column.addLayout(self._answers)
        column.addWidget(self.verdict)
        column.addSpacing(GRID_PX)
        column.addLayout(self._versions)
        column.addStretch(1)

    # ---- which item ----

    def show_item(self, item: Adjudicable | None, *, may_write: bool) -> None:
        """Show what can be decided of an item; None for nothing."""
        self._item = item
        for layout in (self._answers, self._versions):
            _empty(layout)
        self._keys, self.buttons, self.number = {}, {}, None
        if item is None:
            for text in (self.question, self.explanation, self.warning, self.verdict):
                text.clear()
            return
        question = item.question
        self.question.setText("The note of an entry" if question is None else question.text)
        self.explanation.setText(_explanation(item, may_write=may_write))
        self.warning.setText(_warning(item))
        self.warning.setVisible(bool(self.warning.text()))
        if question is not None:
            self._offer(item, question, may_write=may_write)
        self.verdict.setText(_verdict(item))
        self.verdict.setVisible(bool(self.verdict.text()))
        self._list_versions(item)

    def _offer(self, item: Adjudicable, question: Question, *, may_write: bool) -> None:
        has_list = is_listed(question)
        answers: Sequence[Answer] = question.categories if has_list else item.answers
        if has_list:
            self._keys = {key: answer for key, answer in question.answer_keys.items() if answer in answers}
        else:
            self._keys = dict(zip(_DIGITS, answers, strict=False))
        keys = {answer: key for key, answer in self._keys.items()}
        for answer in reversed(answers) if question.kind == "scale" and has_list else answers:
            button = _button(item, question, answer, keys.get(answer, "").upper())
            button.mark(answer == item.decided)
            button.setEnabled(may_write)
            button.clicked.connect(partial(self._give, answer))
            self.buttons[answer] = button
            _put(self._answers, button)
        if not has_list and question.kind in {"number", "scale"} and may_write:
            self.number = NumberAnswer(question)
            self.number.field.setToolTip("Type another number; Enter lets it count, Esc goes back to the item")
            self.number.given.connect(self.given)
            self.number.mistaken.connect(self.mistaken)
            decided = item.decided
            self.number.show_standing(decided if decided not in item.answers else None)
            _put(self._answers, label("or another number", "muted"))
            _put(self._answers, self.number)

    def _give(self, answer: Answer, *_: object) -> None:
        self.given.emit(answer)

    def _list_versions(self, item: Adjudicable) -> None:
        rows = [each for each in item.versions if _is_told(item, each)]
        if rows:
            title = "Kept as they are" if item.conflicts else "Also"
            _put(self._versions, label(title, "heading"))
        for version in rows:
            moment = f", {when(version.at_utc)} UTC" if version.at_utc and item.conflicts else ""
            self._say(f"{version.annotator}{moment}", version.said)
        for name, text in item.notes:
            self._say(f"{name}, note", text)

    def _say(self, who: str, said: str) -> None:
        card = QWidget()
        lines = QVBoxLayout(card)
        lines.setContentsMargins(0, 0, 0, GRID_PX // 2)
        lines.setSpacing(1)
        lines.addWidget(words(who))
        lines.addWidget(words(said, ""))
        _put(self._versions, card)

    # ---- keys ----

    def answer_of(self, key: str) -> Answer | None:
        """Return the answer that a key means, None for none."""
        return self._keys.get(key.lower())


def _put(layout: QBoxLayout, widget: QWidget) -> None:
    layout.addWidget(widget)
    widget.show()  # the layout would do so with the next turn of the event loop only, which flickers


def _empty(layout: QBoxLayout) -> None:
    while (taken := layout.takeAt(0)) is not None:
        widget = taken.widget()
        if widget is not None:
            widget.hide()
            widget.setParent(None)  # at once: what it says must not be found any more
            widget.deleteLater()


def _button(item: Adjudicable, question: Question, answer: Answer, key: str) -> KeyedButton:
    """Return the button of an answer, with who gave it."""
    said = answer_words(question, answer)
    who = item.said_by(answer)
    given = f"{listed(who)} said so" if who else "nobody said so"
    button = KeyedButton(said, key, f"Let “{said}” count; {given}", is_answer=True)
    names = label(", ".join(who), "muted")
    row = button.layout()
    if isinstance(row, QHBoxLayout):
        row.insertWidget(2, names)
    button.setAccessibleDescription(f"{button.accessibleDescription()}; {given}")
    return button


def _is_told(item: Adjudicable, version: Version) -> bool:
    """Whether a version is told below: what a button says already is not, but for what stands in two ways."""
    apart = version.annotator in item.conflicts or version.annotator.endswith(", deciding")
    return item.question is None or version.answer is None or apart


def _explanation(item: Adjudicable, *, may_write: bool) -> str:
    if item.question is None:
        return "Notes are not decided upon: all of them are kept."
    if not may_write:
        return "The project is read-only: nothing can be decided here."
    said = "Say which answer counts." if item.is_open else "Another answer takes the place of what was decided."
    return f"{said} What annotators said is kept. Side and submission are not shown here either."


def _warning(item: Adjudicable) -> str:
    if not item.conflicts:
        return ""
    names = listed(item.conflicts)
    return f"▲ Merged files say different things by {names}. All versions are kept; nothing was overwritten."


def _verdict(item: Adjudicable) -> str:
    if item.question is None or item.decided is None:
        return ""
    return f"✓ Decided: {answer_words(item.question, item.decided)}"
