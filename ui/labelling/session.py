"""One queue being worked on, without widgets: where one is, what stands, and what is being written.

An answer is given only to an item that was seen, and nothing moves on before it is on the disk.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from time import monotonic
from typing import Literal, TypeVar

from PySide6.QtCore import QObject, Signal

from genmu_studio.labelling.campaign_file import Pace
from genmu_studio.labelling.questions import Answer, Question
from genmu_studio.labelling.queue import LabelQueue, QueueEntry, clean_reason
from scoring.errors import UserError
from ui.labelling.acts import WORDS, Act
from ui.labelling.attention import Attention, Clock
from ui.labelling.pen import Pen
from ui.labelling.refusal import Refusal
from ui.labelling.rhythm import Rhythm

T = TypeVar("T")
Screen = Literal["instructions", "item", "feedback", "break", "finished"]
NOT_SHOWN = "The item is not shown yet"
_MOST_WAITING = 8  # keys that came while something was written


class LabelSession(QObject):
    """Works on `queue` at the pace given. To be closed.

    writable : whether answers can be kept. A key that comes while an answer is written waits for it, and counts only
    where the entry is still the same when its turn comes.
    """

    changed = Signal()  # where one is, or what stands
    said = Signal(str)  # what was done, in a few words
    mistaken = Signal(str)  # why what was given is no answer
    refused = Signal(object)  # Refusal

    def __init__(
        self,
        queue: LabelQueue,
        pace: Pace,
        parent: QObject | None = None,
        *,
        writable: bool = True,
        clock: Clock = monotonic,
    ) -> None:
        super().__init__(parent)
        self.queue = queue
        self.pace = pace
        self.attention = Attention(clock)
        self.rhythm = Rhythm(pace.break_every)
        self.screen: Screen = "item"
        self.place = 0
        self.asked = 0  # the place of the question among the questions
        self.is_seen = False
        self._next_place: int | None = None  # where a break goes on
        self._under: Screen = "item"  # what instructions and breaks stand before
        self._is_old = False  # whether the entry was finished before it was shown
        self._places = {entry.token: entry.place for entry in queue.entries}
        self._questions_at = {question.digest: place for place, question in enumerate(queue.questions)}
        self._finished = {entry.token for entry in queue.entries if queue.is_finished(entry)}
        self._drafts: dict[str, str] = {}  # notes that are not kept yet, by token
        self._waiting: deque[tuple[str | None, Callable[[], object]]] = deque(maxlen=_MOST_WAITING)
        self.pen = Pen(self, writable=writable)
        self.pen.ended.connect(self._catch_up)
        self.pen.refused.connect(self._refuse)

    # ---- where one is ----

    @property
    def entry(self) -> QueueEntry:
        """The entry that is shown."""
        return self.queue.entries[self.place]

    @property
    def question(self) -> Question:
        """The question that is asked."""
        return self.queue.questions[self.asked]

    @property
    def is_busy(self) -> bool:
        """Whether something is being written that the next step waits for."""
        return self.pen.is_writing

    @property
    def finished(self) -> int:
        """How many entries are finished."""
        return len(self._finished)

    @property
    def upcoming(self) -> QueueEntry | None:
        """The entry that comes when this one is finished."""
        place = self.queue.next_unfinished(self.place)
        return None if place is None or place == self.place else self.queue.entries[place]

    def begin(self) -> None:
        """Go where the work goes on; instructions first where nothing was answered yet."""
        progress = self.queue.progress()
        self._advance_from(-1)
        if self.screen == "item" and not progress.answered + progress.skipped:
            self.screen = "instructions"
            self._under = "item"
            self.hide()
        self.changed.emit()

    def saw(self) -> None:
        """Take notice that the entry has been painted: from now on it may be answered, and time counts."""
        if self.screen in {"item", "feedback"} and not self.is_seen:
            self.is_seen = True
            self.attention.look_back("unseen")

    def look_away(self, why: str) -> None:
        """Let no time count for a reason, such as another window in front."""
        self.attention.look_away(why)

    def look_back(self, why: str) -> None:
        """Let the reason hold no more."""
        self.attention.look_back(why)

    def hide(self) -> None:
        """Take notice that what is shown is to be painted anew: until then it is not answered, and no time counts."""
        self.is_seen = False
        self.attention.look_away("unseen")

    def _show(self, place: int, asked: int | None = None) -> None:
        """Show an entry: at that question, else at the first that is open."""
        self.place = place
        self.screen = "item"
        self.asked = self._first_open() if asked is None else asked
        self._is_old = self.entry.token in self._finished
        self.hide()
        self.attention.restart()

    def _first_open(self) -> int:
        return next((place for place in range(len(self.queue.questions)) if self._is_open(place)), 0)

    def _is_open(self, asked: int) -> bool:
        return not self.queue.standing(self.entry.token, self.queue.questions[asked].id)

    def _next_open(self) -> int | None:
        """Return the question that follows: an open one further down, else one above that has to be answered."""
        questions = self.queue.questions
        below = range(self.asked + 1, len(questions))
        above = (place for place in range(self.asked) if self.is_needed(questions[place]))
        return next((place for place in (*below, *above) if self._is_open(place)), None)

    def _advance_from(self, place: int) -> None:
        following = self.queue.next_unfinished(place)
        if following is None:
            self.screen = "finished"
            self.hide()
        elif self.rhythm.is_break_due:
            self._next_place = following
            self.screen = "break"
            self.hide()
        else:
            self._show(following)

    # ---- moving ----

    def go_on(self) -> bool:
        """Leave what is read: instructions, what training said, a break; whether there was something to leave."""
        if self.pen.is_writing or self.screen in {"item", "finished"}:
            return False
        if self.screen == "feedback":
            self._advance_from(self.place)
        else:
            if self.screen == "break":
                self.rhythm.rested()
            place, self._next_place = self._next_place, None
            if place is not None and place != self.place:
                self._show(place)
            else:
                self.screen = self._under
        self.changed.emit()
        return True

    def step(self, by: int) -> None:
        """Show the entry so many places on."""
        if self.screen == "finished" and by < 0:
            self.go(self.place)
        else:
            self.go(self.place + by)

    def step_open(self, direction: Literal[1, -1]) -> None:
        """Show the next entry, or the one before, that is not finished."""
        place = self.queue.next_unfinished(self.place, direction)
        if place is None:
            self.said.emit("Every item is answered")
        else:
            self.go(place)

    def go_to_end(self, *, last: bool) -> None:
        """Show the first or the last entry."""
        self.go(len(self.queue.entries) - 1 if last else 0)

    def go(self, place: int) -> None:
        """Show the entry at a place, at the question that is open."""
        if self.pen.is_writing or self.screen in {"instructions", "break"}:
            return
        if not 0 <= place < len(self.queue.entries):
            self.said.emit("This is the first item" if place < 0 else "This is the last item")
            return
        self._show(place)
        self.changed.emit()

    def ask(self, place: int) -> None:
        """Ask another question of the entry."""
        if self.screen == "item" and not self.pen.is_writing and 0 <= place < len(self.queue.questions):
            self.asked = place
            self.changed.emit()

    def pass_on(self) -> None:
        """Go on from a question that is answered, or that may be left open: to the next, or to the next entry."""
        if self.screen != "item" or self.pen.is_writing:
            return
        if self.is_needed(self.question) and self._is_open(self.asked):
            self.mistaken.emit("Answer first, or skip with a reason")
            return
        self._follow_up()
        self.changed.emit()

    def read_instructions(self) -> None:
        """Show the instructions; the entry is hidden meanwhile."""
        self._interrupt("instructions")

    def rest(self) -> None:
        """Take a break now."""
        self._interrupt("break")

    def _interrupt(self, screen: Screen) -> None:
        if self.screen not in {"instructions", "break"} and not self.pen.is_writing:
            self.screen, self._under, self._next_place = screen, self.screen, self.place
            self.hide()
            self.changed.emit()

    # ---- acts ----

    def press(self, key: str) -> bool:
        """Give the answer that a key of the question means; whether it means one.

        While an answer is written, a key waits for the next question of the same entry, or counts for nothing.
        """
        if self.screen != "item":
            return False
        if self.pen.is_writing:
            self._waiting.append((self.entry.token, partial(self.press, key)))
            return any(key in question.answer_keys for question in self.queue.questions)
        answer = self.question.answer_keys.get(key)
        if answer is not None:
            self.answer(answer)
        return answer is not None

    def answer(self, given: Answer) -> None:
        """Answer the question that is asked."""
        if not self._may_act():
            return
        token, question = self.entry.token, self.question
        try:
            answer = question.accept(given)
        except UserError as error:
            self.mistaken.emit(error.hint or error.message)
            return
        act = partial(self.queue.answer, token, question.id, answer, self.attention.seconds)
        self.pen.write("answer", act, partial(self._acted, token))

    def skip(self, reason: str) -> None:
        """Leave the question that is asked unanswered, for a reason."""
        if not self._may_act():
            return
        token, question = self.entry.token, self.question
        try:
            words = clean_reason(reason)
        except UserError as error:
            self.mistaken.emit(f"{error.message}. {error.hint}")
            return
        act = partial(self.queue.skip, token, question.id, words, self.attention.seconds)
        self.pen.write("skip", act, partial(self._acted, token))

    def _may_act(self) -> bool:
        if self.screen != "item" or self.pen.is_writing:
            return False
        if not self.is_seen:
            self.said.emit(NOT_SHOWN)
        return self.is_seen

    def _acted(self, token: str, _: object) -> None:
        place = self._places[token]
        self._count(self.queue.entries[place])
        if place == self.place and self.screen == "item":
            self._follow_up()

    def _follow_up(self) -> None:
        following = self._next_open()
        if following is not None:
            self.asked = following
            return
        if not self._is_old and self.entry.token in self._finished:
            self.rhythm.finished(self.attention.seconds)
            self._is_old = True
        if self.entry.training and (self.entry.accepted or self.entry.notice):
            self.screen = "feedback"
        else:
            self._advance_from(self.place)

    def _count(self, entry: QueueEntry) -> None:
        if self.queue.is_finished(entry):
            self._finished.add(entry.token)
        else:
            self._finished.discard(entry.token)

    def note(self, text: str, place: int | None = None) -> None:
        """Put a note on the entry that is shown, or the one at a place; nothing waits for it."""
        token = (self.entry if place is None else self.queue.entries[place]).token
        if text.strip() == self.note_on(token).strip():
            return
        self._drafts[token] = text
        self.pen.write("note", partial(self.queue.note, token, text), partial(self._noted, token, text))

    def _noted(self, token: str, text: str, _: object) -> None:
        if self._drafts.get(token) == text:
            del self._drafts[token]

    def undo(self) -> None:
        """Take back what was done last, whenever that was, and go where it was."""
        self._take_back("undo", self.queue.undo, "Undone")

    def redo(self) -> None:
        """Do again what was undone last, and go where it was."""
        self._take_back("redo", self.queue.redo, "Done again")

    def _take_back(self, what: str, act: "Callable[[], Future[T]]", word: str) -> None:
        if self.screen in {"instructions", "break"}:
            self.said.emit("Go on first")
        elif self.pen.is_writing:
            self._waiting.append((None, partial(self._take_back, what, act, word)))
        else:
            self.pen.write(what, act, partial(self._took_back, what, word))

    def _took_back(self, what: str, word: str, act: Act | None) -> None:
        if act is None:
            self.said.emit(f"Nothing to {what}")
            return
        place = self._places.get(act.token)
        if place is not None:
            self._count(self.queue.entries[place])
            asked = None if act.question is None else self._questions_at.get(act.question)
            if place == self.place and self.screen == "item":
                self.asked = self.asked if asked is None else asked
            else:
                self._show(place, asked)
        self.said.emit(f"{word}: {WORDS.get(act.kind, act.kind)}")

    def _catch_up(self) -> None:
        """Take what waited for the act that has ended."""
        self.changed.emit()
        while self._waiting and not self.pen.is_writing:
            token, act = self._waiting.popleft()
            if token is None or (token == self.entry.token and self.screen == "item"):
                act()

    def _refuse(self, refusal: Refusal) -> None:
        self._waiting.clear()
        self.refused.emit(refusal)
        self.changed.emit()

    # ---- what stands ----

    def is_needed(self, question: Question) -> bool:
        """Whether an entry is not finished without this question."""
        return question.digest in self.queue.needed

    def stands(self, question: Question) -> tuple[Act, ...]:
        """Return what stands of a question of the entry: an answer or a skip; several where two copies differ."""
        return self.queue.standing(self.entry.token, question.id)

    def note_on(self, token: str) -> str:
        """Return the note on an entry: what is being written, else what is kept."""
        if token in self._drafts:
            return self._drafts[token]
        texts = [str(act.value) for act in self.queue.standing(token, None) if act.value is not None]
        return "\n".join(texts)

    @property
    def unkept_notes(self) -> int:
        """How many notes are not on the disk."""
        return len(self._drafts)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self.queue.next_acts()[0] is not None

    def close(self) -> None:
        """Hear of nothing more; what is being written is written. Safe to call twice."""
        self.pen.close()
