"""One queue being worked on, without widgets: answers, skips and notes, and what undo goes back to.

An answer is given only to an item that was seen, and nothing moves on before it is on the disk.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from genmu_studio.labelling.campaign_file import Pace
from genmu_studio.labelling.questions import Answer, Question
from genmu_studio.labelling.queue import LabelQueue, Written, clean_reason
from scoring.errors import UserError
from ui.labelling.acts import WORDS, Act
from ui.labelling.attention import Clock
from ui.labelling.pen import Pen
from ui.labelling.refusal import Refusal
from ui.labelling.walk import QueueWalk

T = TypeVar("T")
NOT_SHOWN = "The item is not shown yet"
_AT_THE_END_S = 0.5
_MOST_WAITING = 8  # keys that came while something was written


class LabelSession(QueueWalk):
    """Works on `queue` at the pace given. To be closed.

    writable : whether answers can be kept. A key that comes while an answer is written waits for it, and counts only
    where the entry is still the same when its turn comes.
    """

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
        super().__init__(queue, pace, parent, clock=clock)
        self._places = {entry.token: entry.place for entry in queue.entries}
        self._questions_at = {question.digest: place for place, question in enumerate(queue.questions)}
        self._drafts: dict[str, str] = {}  # notes that are not kept yet, by token
        self._waiting: deque[tuple[str | None, Callable[[], object]]] = deque(maxlen=_MOST_WAITING)
        self.pen = Pen(self, writable=writable)
        self.pen.ended.connect(self._catch_up)
        self.pen.refused.connect(self._refuse)

    @property
    def is_busy(self) -> bool:
        """Whether something is being written that the next step waits for."""
        return self.pen.is_writing

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
        self.count(self.queue.entries[place])
        if place == self.place and self.screen == "item":
            self.follow_up()

    def note(self, text: str, place: int | None = None) -> None:
        """Put a note on the entry that is shown, or the one at a place; nothing waits for it."""
        token = (self.entry if place is None else self.queue.entries[place]).token
        if token in self._drafts or text.strip() != self.note_on(token).strip():
            self._drafts[token] = text
            self._write_note(token)

    def _write_note(self, token: str) -> None:
        text = self._drafts[token]
        self.pen.write("note", partial(self.queue.note, token, text), partial(self._noted, token, text))

    def _noted(self, token: str, text: str, _: object) -> None:
        if self._drafts.get(token) == text:
            del self._drafts[token]
        for other in tuple(self._drafts)[
            :1
        ]:  # one that was refused meanwhile; one that is being written stays as it is
            self._write_note(other)

    def keep_words(self, place: int, asked: int, text: str) -> None:
        """Keep the words that were left in the field of a question of the entry at a place; nothing waits for it."""
        token, question = self.queue.entries[place].token, self.queue.questions[asked]
        try:
            words = question.accept(text)
        except UserError as error:
            self.mistaken.emit(f"{error.message}. {error.hint}")
            return
        if words not in [act.value for act in self.queue.standing(token, question.id)]:
            act = partial(self.queue.answer, token, question.id, words)
            self.pen.write("remark", act, partial(self._kept_words, token))

    def _kept_words(self, token: str, _: object) -> None:
        self.count(self.queue.entries[self._places[token]])

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
            self.count(self.queue.entries[place])
            asked = None if act.question is None else self._questions_at.get(act.question)
            if place == self.place and self.screen == "item":
                self.asked = self.asked if asked is None else asked
            else:
                self.show(place, asked)
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

    def stands(self, question: Question) -> tuple[Act, ...]:
        """Return what stands of a question of the entry: an answer or a skip; several where two copies differ."""
        return self.queue.standing(self.entry.token, question.id)

    def note_on(self, token: str) -> str:
        """Return the note on an entry: what is being written, else what is kept."""
        if token in self._drafts:
            return self._drafts[token]
        texts = [str(act.value) for act in self.queue.standing(token, None) if act.value is not None]
        return "\n".join(dict.fromkeys(texts))

    @property
    def unkept_notes(self) -> int:
        """How many notes are not on the disk."""
        return len(self._drafts)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self.queue.next_acts()[0] is not None

    def close(self) -> tuple[str, ...]:
        """Hear of nothing more; what is being written is written, and notes that were refused are tried once more.

        Returns those that are refused again: nobody else has them. Safe to call twice.
        """
        drafts, self._drafts = self._drafts, {}
        written = {token: self._note_again(token, text) for token, text in drafts.items()}
        self.pen.close()
        return tuple(text for token, text in drafts.items() if text and not _is_kept(written[token]))

    def _note_again(self, token: str, text: str) -> Written | None:
        with suppress(RuntimeError):  # the log is closed before its desk
            return self.queue.note(token, text)
        return None


def _is_kept(written: Written | None) -> bool:
    """Whether a write that was tried at the end has succeeded; it is waited for, but not for long."""
    if written is None:
        return False
    try:
        written.result(timeout=_AT_THE_END_S)
    except Exception:  # noqa: BLE001 - whatever it was, the note is not on the disk
        return False
    return True
