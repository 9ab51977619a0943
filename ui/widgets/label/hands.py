"""What keys and buttons of the desk do with the session that is worked on."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from genmu_studio.labelling.questions import Answer
from ui.actions import Actions
from ui.labelling.session import NOT_SHOWN, LabelSession
from ui.widgets.label.question_panel import QuestionPanel
from ui.widgets.label.stage import ItemStage

_ANSWER = "answer_"


class Hands(QObject):
    """Acts on one session at a time; what cannot be done is said beside the question.

    left : the person goes. home : the focus shall go to the desk itself.
    """

    left = Signal()
    home = Signal()

    def __init__(self, actions: Actions, panel: QuestionPanel, stage: ItemStage, parent: QObject) -> None:
        super().__init__(parent)
        self.session: LabelSession | None = None
        self._actions, self._panel, self._stage = actions, panel, stage
        self._does = self._table()
        panel.given.connect(self.answer)
        panel.skipped.connect(self._skip)
        panel.asked.connect(self._ask)
        panel.passed.connect(self._pass_on)
        panel.noted.connect(self._note)
        panel.forgot.connect(self._keep_words)
        panel.left.connect(self._back_to_item)
        panel.went_on.connect(self.go_on)
        panel.passed_on.connect(self._take_any)

    def _table(self) -> Mapping[str, Callable[[LabelSession], object]]:
        return {
            "undo": LabelSession.undo,
            "redo": LabelSession.redo,
            "label_confirm": self._confirm,
            "label_next": self._next,
            "label_previous": partial(LabelSession.step, by=-1),
            "label_next_open": partial(LabelSession.step_open, direction=1),
            "label_previous_open": partial(LabelSession.step_open, direction=-1),
            "label_first": partial(LabelSession.go_to_end, last=False),
            "label_last": partial(LabelSession.go_to_end, last=True),
            "label_question_down": lambda session: session.ask(session.asked + 1),
            "label_question_up": lambda session: session.ask(session.asked - 1),
            "label_skip": self._ask_why,
            "label_note": self._write_note,
            "label_break": partial(_switch, "break", LabelSession.rest),
            "label_instructions": partial(_switch, "instructions", LabelSession.read_instructions),
        }

    # ---- keys ----

    def take_keys(self, keys: str) -> bool:
        """Act on a key of the question that is asked, or of a reason to skip it; whether it meant something."""
        if self.session is None or len(keys) != 1:
            return False
        if self._panel.part == "skip":
            return self._panel.skip_form.press(keys)
        return self.is_answer(keys) and self.press(keys.lower())

    def is_answer(self, keys: str) -> bool:
        """Whether it is a key of the question that is asked."""
        session = self.session
        return session is not None and session.screen == "item" and keys.lower() in session.question.answer_keys

    def act(self, name: str) -> bool:
        """Do an action of the desk; whether there was something to do."""
        session = self.session
        if session is None:
            return False
        if name.startswith(_ANSWER):
            return self.press(name.removeprefix(_ANSWER))
        if name == "label_leave":
            self._leave()
            return True
        does = self._does.get(name)
        if does is None or (self._panel.part == "skip" and name != "label_confirm"):
            return session.screen in {"item", "feedback"} and self._stage.act(name)
        self._panel.note.flush()
        return does(session) is not False

    def _take_any(self, keys: tuple[str, ...]) -> None:
        """Act on keys that a field of a number has no use for."""
        for each in keys:
            name = self._actions.named_by(each, "label")
            if self.take_keys(each) or (name is not None and self.act(name)):
                return

    # ---- answers ----

    def press(self, key: str) -> bool:
        """Give the answer, or the reason, that a key means; always something: what it does not mean is said."""
        session = self.session
        if session is None:
            return False
        if self._panel.part == "skip":
            return self._panel.skip_form.press(key)
        if session.screen != "item":
            session.said.emit("Everything is answered" if session.screen == "finished" else "Go on first (Return)")
        elif session.is_busy:
            session.press(key)
        elif self._panel.page is not None and self._panel.page.is_typed:
            self._panel.page.type_on(key)
        elif self._may_answer(session) and not session.press(key):
            self.object(f"{key} is no answer to this question")
        return True

    def answer(self, given: Answer) -> None:
        """Give an answer where that may be done."""
        if self.session is not None and self._may_answer(self.session):
            self.session.answer(given)

    def _may_answer(self, session: LabelSession) -> bool:
        why = self._stage.why_not_yet() or ("" if session.is_seen else NOT_SHOWN)
        if why and session.screen == "item":
            self.object(why)
        return not why and session.screen == "item"

    def _confirm(self, session: LabelSession) -> None:
        page = self._panel.page
        if self._panel.part == "skip":
            self._panel.skip_form.confirm()
        elif not session.go_on() and session.screen == "item" and (page is None or not page.confirm()):
            session.pass_on()

    def go_on(self) -> None:
        """Leave what is read."""
        if self.session is not None:
            self.session.go_on()

    @staticmethod
    def _next(session: LabelSession) -> None:
        if not session.go_on():
            session.step(1)

    def _ask(self, place: int) -> None:
        if self.session is not None:
            self.session.ask(place)

    def _pass_on(self) -> None:
        if self.session is not None:
            self.session.pass_on()

    # ---- skipping, notes ----

    def _ask_why(self, session: LabelSession) -> bool:
        if session.screen != "item" or session.is_busy:
            return False
        self._panel.skip_form.begin(session.question.text)
        self._panel.show_part("skip")
        self.home.emit()
        return True

    def _skip(self, reason: str) -> None:
        session = self.session
        if session is None:
            return
        if not session.is_seen:
            self.object(NOT_SHOWN)
            return
        self._panel.show_part("asking")
        self.home.emit()
        session.skip(reason)

    def _note(self, place: int, text: str) -> None:
        if self.session is not None:
            self.session.note(text, place)

    def _keep_words(self, place: int, asked: int, words: str) -> None:
        if self.session is not None:
            self.session.keep_words(place, asked, words)

    def _write_note(self, session: LabelSession) -> bool:
        if session.screen != "item" or session.is_busy:
            return False
        self._panel.write_note()
        return True

    # ---- going ----

    def _leave(self) -> None:
        focused = QApplication.focusWidget()
        if self._panel.part == "skip" or (focused is not None and self._panel.isAncestorOf(focused)):
            self._back_to_item()
        elif not self._stage.silence():
            self._panel.note.flush()
            self.left.emit()

    def _back_to_item(self) -> None:
        self._panel.note.flush()
        if self._panel.part == "skip":
            self._panel.show_part("asking")
        self.home.emit()

    def object(self, words: str) -> None:
        """Say beside the question why nothing happened."""
        if self._panel.part == "skip":
            self._panel.skip_form.say(words)
        elif self._panel.page is not None:
            self._panel.page.say(words)


def _switch(screen: str, there: Callable[[LabelSession], object], session: LabelSession) -> None:
    """Go to a screen, or back from it."""
    if session.screen == screen:
        session.go_on()
    else:
        there(session)
