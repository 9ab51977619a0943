"""The question that is asked: its words, what belongs to it, and the field or the buttons that answer it."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from genmu_studio.labelling.questions import Answer, Question
from ui.theme import GRID_PX
from ui.widgets.basics import label, restyle
from ui.widgets.label.answers import ListedAnswers, is_listed
from ui.widgets.label.number_answer import NumberAnswer
from ui.widgets.label.text_answer import TextAnswer

FLASH_MS = 700
_NOTICE = "notice"


class Asking(QWidget):
    """One question, `needed` or one that may be left open.

    `given` carries an answer, `passed` says that it is left open, `left` that the field is left. `forgot` carries words
    that are left in it, and the place of the item that they are about.
    """

    given = Signal(object)  # Answer
    passed = Signal()
    left = Signal()
    forgot = Signal(int, str)
    passed_on = Signal(object)  # keys that the field has no use for

    def __init__(self, question: Question, *, needed: bool) -> None:
        super().__init__()
        self.question = question
        self._needed = needed
        title = label(question.text, "question", self)
        title.setWordWrap(True)
        note = label(question.note, "muted", self)
        note.setWordWrap(True)
        note.setHidden(not question.note)
        self._notice = label("", _NOTICE)
        self._stands = label("", "muted")
        self._said = label("", "warning")
        self._flash = QTimer(self)
        self._flash.setSingleShot(True)
        self._flash.setInterval(FLASH_MS)
        self._flash.timeout.connect(self._calm)
        self._shown: object = None
        self._place: int | None = None  # of the item that is shown
        self._why = ""
        self.field = self._field()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX + 2)
        for widget in (title, note, self._notice, self.field, self._stands, self._said):
            column.addWidget(widget)
        self._said.setMargin(GRID_PX // 2)
        for words in (self._notice, self._stands, self._said):
            words.setWordWrap(True)
            words.hide()

    def _field(self) -> ListedAnswers | NumberAnswer | TextAnswer:
        if is_listed(self.question):
            listed = ListedAnswers(self.question)
            listed.given.connect(self.given)
            return listed
        if self.question.kind == "text":
            text = TextAnswer(self.question, needed=self._needed)
            text.given.connect(self.given)
            text.passed.connect(self.passed)
            text.mistaken.connect(self.say)
            text.left.connect(self.left)
            return text
        number = NumberAnswer(self.question)
        number.given.connect(self.given)
        number.mistaken.connect(self.say)
        number.field.passed_on.connect(self.passed_on)
        return number

    @property
    def is_typed(self) -> bool:
        """Whether it is answered by typing."""
        return not isinstance(self.field, ListedAnswers)

    def show_item(self, place: int, notice: str, answer: Answer | None, stands: str) -> None:
        """Show what belongs to an item: a notice beside it, what stands, and in words where that is no answer.

        What is being typed stays while nothing of that is another.
        """
        shown = (place, notice, answer, stands)
        if shown == self._shown:
            return
        self.leave(place)
        self._shown, self._place = shown, place
        self._notice.setText(notice)
        self._notice.setVisible(bool(notice))
        self._stands.setText(stands)
        self._stands.setVisible(bool(stands))
        self.field.show_standing(answer)
        self.wait_for("")

    def leave(self, place: int | None) -> None:
        """Tell of words about an item that is not the one at `place`, where it could be judged."""
        about = self._place
        if isinstance(self.field, TextAnswer) and about is not None and about != place:
            words = self.field.unkept
            self._shown = self._place = None
            self.field.show_standing(None)
            if words and not self._why:
                self.forgot.emit(about, words)

    def confirm(self) -> bool:
        """Keep what is typed; False where it is answered by buttons."""
        if isinstance(self.field, ListedAnswers):
            return False
        self.field.keep()
        return True

    def type_on(self, key: str) -> None:
        """Go to the field, and type a digit that came from elsewhere into a number."""
        self.field.first.setFocus()
        if isinstance(self.field, NumberAnswer):
            self.field.field.insert(key)

    def wait_for(self, why: str) -> None:
        """Say why it may not be answered yet, "" for nothing."""
        self._why = why
        self._said.setText(why)
        self._said.setVisible(bool(why))
        self._calm()

    def say(self, words: str) -> None:
        """Say, so that it is noticed, why nothing happened."""
        self._said.setText(words)
        self._said.show()
        restyle(self._said, "flash")
        self._flash.start()

    def _calm(self) -> None:
        self._flash.stop()
        if self._said.property("role") != "warning":
            restyle(self._said, "warning")

    @property
    def said(self) -> str:
        """What is said under the answers."""
        return self._said.text() if self._said.isVisibleTo(self) else ""
