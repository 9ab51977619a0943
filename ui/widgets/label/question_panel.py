"""What is asked of the item: one question after another, the note, and in its place reasons or what training says."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from genmu_studio.labelling.questions import Answer, Question
from ui.labelling.acts import Act
from ui.labelling.session import LabelSession
from ui.theme import GRID_PX
from ui.widgets.label.asking import Asking
from ui.widgets.label.feedback import Feedback, words_of
from ui.widgets.label.note_box import NoteBox
from ui.widgets.label.question_card import QuestionCard
from ui.widgets.label.skip_form import SkipForm

Part = Literal["asking", "skip", "feedback"]


class QuestionPanel(QWidget):
    """Shows the questions of a session's entry. `given` carries an answer, `asked` the place of another question."""

    given = Signal(object)  # Answer
    passed = Signal()
    asked = Signal(int)
    skipped = Signal(str)
    went_on = Signal()
    noted = Signal(int, str)  # the place of the entry, the note
    forgot = Signal(int, int, str)  # the place of the entry, of the question, the words
    left = Signal()  # a field; or the form
    passed_on = Signal(object)  # keys that a field has no use for

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pages: list[Asking] = []
        self.cards: list[QuestionCard] = []
        self.skip_form = SkipForm()
        self.feedback = Feedback()
        self.note = NoteBox()
        self._page: Asking | None = None
        self._asking = QVBoxLayout()
        self._work = QWidget()
        self._cards = QVBoxLayout()
        self._cards.setSpacing(GRID_PX + 2)
        column = QVBoxLayout(self._work)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * GRID_PX)
        column.addLayout(self._asking)
        column.addLayout(self._cards)
        column.addWidget(self.note)
        column.addStretch(1)
        self._parts = {"asking": self._work, "skip": self.skip_form, "feedback": self.feedback}
        inside = QWidget()
        whole = QVBoxLayout(inside)
        whole.setContentsMargins(0, 0, GRID_PX, 0)
        for part in self._parts.values():
            whole.addWidget(part)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        scroll.setWidget(inside)
        self._scroll = scroll
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(scroll)
        self.setAccessibleName("Question")
        self.skip_form.chosen.connect(self.skipped)
        self.skip_form.left.connect(self.left)
        self.feedback.left.connect(self.went_on)
        self.note.written.connect(self.noted)
        self.note.left.connect(self.left)
        self.part: Part = "asking"
        self.show_part("asking")

    def begin(self, session: LabelSession) -> None:
        """Make a page and a card of each question of a session."""
        self.end()
        for place, question in enumerate(session.queue.questions):
            page, card = Asking(question, needed=session.is_needed(question)), QuestionCard(question)
            page.given.connect(self.given)
            page.passed.connect(self.passed)
            page.left.connect(self.left)
            page.passed_on.connect(self.passed_on)
            page.forgot.connect(lambda at, words, asked=place: self.forgot.emit(at, asked, words))
            card.clicked.connect(lambda *_, place=place: self.asked.emit(place))
            self.pages.append(page)
            self.cards.append(card)
            page.hide()
            self._asking.addWidget(page)
            self._cards.addWidget(card)

    def end(self) -> None:
        """Forget every question and what was written."""
        self.note.forget()
        for widget in (*self.pages, *self.cards):
            widget.setParent(None)
            widget.deleteLater()
        self._page = None
        self.pages.clear()
        self.cards.clear()
        self.show_part("asking")

    def show_part(self, part: Part) -> None:
        """Show the questions, the reasons to skip, or what training says."""
        self.part = part
        for name, widget in self._parts.items():
            widget.setVisible(name == part)
        self._to_top()

    def _to_top(self) -> None:
        self._scroll.verticalScrollBar().setValue(0)

    def write_note(self) -> None:
        """Go to the note."""
        self._scroll.ensureWidgetVisible(self.note)
        self.note.field.setFocus()

    @property
    def page(self) -> Asking | None:
        """The question that is asked."""
        return self._page

    def flush(self) -> None:
        """Ask for what was written to be kept: the note, and words that no key was pressed for."""
        self.note.flush()
        self.leave(None)

    def leave(self, place: int | None) -> None:
        """Ask for words to be kept that are about another item than the one at `place`."""
        for page in tuple(self.pages):
            page.leave(place)

    def follow(self, session: LabelSession) -> None:
        """Show how the session stands, what is being typed left aside."""
        entry = session.entry
        page = self.pages[session.asked]
        if page is not self._page:
            page.show()
            for other in self.pages:
                other.setVisible(other is page)
            self._page = page
            self._to_top()
        notice = "" if entry.training else entry.notice
        standing = session.stands(page.question)
        page.show_item(session.place, notice, answer_of(standing), what_else(standing))
        for place, (question, card) in enumerate(zip(session.queue.questions, self.cards, strict=True)):
            card.setVisible(place != session.asked)
            card.show_standing(brief(question, session.stands(question)))
        self.note.show_note(session.place, session.note_on(entry.token))

    def tell(self, session: LabelSession) -> None:
        """Show what training says of the answers."""
        entry = session.entry
        questions = session.queue.questions
        given = {each.id: answer_of(session.stands(each)) for each in questions}
        self.feedback.show_answers(questions, given, entry.accepted or {}, entry.notice)
        self.show_part("feedback")


def answer_of(standing: Sequence[Act]) -> Answer | None:
    """Return the answer that stands, None where there is none, or more than one."""
    return standing[0].value if _is_one(standing) and standing[0].kind == "answer" else None


def _is_one(standing: Sequence[Act]) -> bool:
    """Return whether one thing stands: copies that went apart may have said it alike."""
    return len({(act.kind, act.value) for act in standing}) == 1


def what_else(standing: Sequence[Act]) -> str:
    """Say what stands where that is no answer."""
    if standing and not _is_one(standing):
        return "Several answers stand here, from copies that went apart. Yours now takes the place of all."
    if standing and standing[0].kind == "skip":
        return f"Skipped: {standing[0].value}. An answer takes its place."
    return ""


def brief(question: Question, standing: Sequence[Act]) -> str:
    """Return what stands of another question in a few words."""
    if standing and not _is_one(standing):
        return "several answers"
    if not standing:
        return ""
    value = standing[0].value
    return "skipped" if standing[0].kind == "skip" or value is None else words_of(question, value)
