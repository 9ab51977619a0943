"""An annotator's queue: what is shown in which order, what was answered so far, and where to go on.

Nothing here says of an entry whether it is an item, a repeat or a check, nor what is known of the samples it shows.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from secrets import token_hex
from typing import Literal

from genmu_studio.labelling.events import LabelLog, Place, place_of
from genmu_studio.labelling.journals import Journal
from genmu_studio.labelling.questions import LONGEST_TEXT, Answer, Question, needed_of
from genmu_studio.store.labels import LabelEvent, LabelKind, LabelValue
from genmu_studio.store.results import now_utc
from genmu_studio.texts import clean_text
from scoring.errors import UserError
from scoring.types import Media

Written = Future[LabelEvent | None]
_LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """What is shown at one place of a queue.

    media : one sample, or A, B and for ABX also X; their paths are never shown. notice : what an annotator reads
    beside them. training : it comes before the work begins. accepted : of training, what is told after the answer.
    """

    token: str
    place: int
    media: tuple[Media, ...]
    notice: str = ""
    training: bool = False
    accepted: Mapping[str, Sequence[Answer]] | None = None


@dataclass(frozen=True, slots=True)
class QueueProgress:
    """How far a queue is. finished : entries of which each question is answered or skipped, free notes left aside."""

    entries: int
    finished: int
    answered: int
    skipped: int
    last_at_utc: str | None


class LabelQueue:
    """One author's work on the entries of a queue. Every act is an event: the future is done when it is kept."""

    def __init__(
        self, journal: Journal, entries: Sequence[QueueEntry], questions: Sequence[Question], author: str
    ) -> None:
        self.entries = tuple(entries)
        self.questions = tuple(questions)
        self.needed = frozenset(question.digest for question in needed_of(questions))
        self.author = author
        self._journal = journal
        self._asked = {question.id: question for question in questions}
        self._tokens = frozenset(entry.token for entry in entries)

    # ---- acts ----

    def answer(self, token: str, question: str, given: object, seconds: float | None = None) -> Written:
        """Answer a question (by id); UserError through the future where that is no answer, or cannot be kept.

        seconds : how long the entry has been looked at.
        """
        asked = self._asked[question]
        return self._write(token, asked.digest, "answer", lambda: asked.accept(given), seconds)

    def skip(self, token: str, question: str, reason: str, seconds: float | None = None) -> Written:
        """Leave a question unanswered for a reason; UserError through the future where there is none."""
        return self._write(token, self._asked[question].digest, "skip", lambda: clean_reason(reason), seconds)

    def note(self, token: str, text: str) -> Written:
        """Put a note on an entry in place of the one that was there; of nothing, take it away."""
        return self._write(token, None, "note", lambda: clean_note(text))

    def adjudicate(self, token: str, question: str, given: object) -> Written:
        """Say what counts where annotators disagree about the item that an entry shows."""
        asked = self._asked[question]
        return self._write(token, asked.digest, "adjudication", lambda: asked.accept(given))

    def undo(self) -> Written:
        """Take back the author's last act, whenever it was; the future holds the act, None where there is none."""
        return self._take_back(lambda log: log.next_undo(self.author))

    def redo(self) -> Written:
        """Do again what the author undid last; the future holds the act, None where there is none."""
        return self._take_back(lambda log: log.next_redo(self.author))

    def _write(
        self,
        token: str,
        question: str | None,
        kind: LabelKind,
        value: Callable[[], LabelValue],
        seconds: float | None = None,
    ) -> Written:
        if token not in self._tokens:
            raise KeyError(token)

        def make(log: LabelLog) -> LabelEvent | None:
            event = LabelEvent(token_hex(16), now_utc(), self.author, token, question, kind, value())
            standing = log.standing(place_of(event))
            nothing = kind == "note" and event.value is None and not standing
            if nothing or [(each.kind, each.value) for each in standing] == [(kind, event.value)]:
                return None  # it is so already
            return LabelEvent(
                *(event.uid, event.at_utc, self.author, token, question, kind, event.value),
                replaces=tuple(each.uid for each in standing),
                seconds=seconds,
            )

        return self._journal.append(make)

    def _take_back(self, choose: Callable[[LabelLog], LabelEvent | None]) -> Written:
        told: Written = Future()
        told.set_running_or_notify_cancel()

        def make(log: LabelLog) -> LabelEvent | None:
            last = choose(log)
            if last is None:
                return None
            return LabelEvent(
                *(token_hex(16), now_utc(), self.author, last.token, last.question, "undo", None), undoes=last.uid
            )

        def tell(written: Written) -> None:
            try:
                event = written.result()
                act = None if event is None else self._journal.read(lambda log: log.act_behind(event))
            except Exception as error:  # noqa: BLE001 - it belongs to whoever asked
                told.set_exception(error)
            else:
                told.set_result(act)

        self._journal.append(make).add_done_callback(tell)
        return told

    # ---- what stands ----

    def standing(self, token: str, question: str | None) -> tuple[LabelEvent, ...]:
        """Return what stands: the answer or skip of a question (by id), the note (None); several are a conflict."""
        digest = None if question is None else self._asked[question].digest
        return self._journal.read(lambda log: log.standing(Place(token, digest)))

    def adjudicated(self, token: str, question: str) -> tuple[LabelEvent, ...]:
        """Return what was adjudicated of a question of the item that an entry shows."""
        return self._journal.read(lambda log: log.standing(Place(token, self._asked[question].digest, True)))

    def next_acts(self) -> tuple[LabelEvent | None, LabelEvent | None]:
        """Return the acts that undo and redo are about now, None where there is nothing."""

        def read(log: LabelLog) -> tuple[LabelEvent | None, LabelEvent | None]:
            undo, redo = log.next_undo(self.author), log.next_redo(self.author)
            return (undo and log.act_behind(undo), redo and log.act_behind(redo))

        return self._journal.read(read)

    def is_finished(self, entry: QueueEntry) -> bool:
        """Return whether each question of an entry is answered or skipped; beside others, free texts may be left."""
        return self._journal.read(lambda log: self._is_finished(log, entry))

    def _is_finished(self, log: LabelLog, entry: QueueEntry) -> bool:
        return all(log.standing(Place(entry.token, digest)) for digest in self.needed)

    def next_unfinished(self, after: int = -1, direction: Literal[1, -1] = 1) -> int | None:
        """Return the next place after (or before) `after` that is not finished, going round; None where all are."""
        count = len(self.entries)

        def find(log: LabelLog) -> int | None:
            places = ((after + direction * step) % count for step in range(1, count + 1))
            return next((place for place in places if not self._is_finished(log, self.entries[place])), None)

        return self._journal.read(find)

    def progress(self) -> QueueProgress:
        """Return how far the queue is."""
        return self._journal.read(self._progress)

    def _progress(self, log: LabelLog) -> QueueProgress:
        asked = [(question.digest, question.digest not in self.needed) for question in self.questions]
        kinds: list[LabelKind] = []
        finished = 0
        for entry in self.entries:
            is_finished = True
            for digest, is_free in asked:
                if standing := log.standing(Place(entry.token, digest)):
                    kinds.append(standing[0].kind)
                elif not is_free:
                    is_finished = False
            finished += is_finished
        return QueueProgress(
            entries=len(self.entries),
            finished=finished,
            answered=kinds.count("answer"),
            skipped=kinds.count("skip"),
            last_at_utc=max((event.at_utc for event in log.events if event.author == self.author), default=None),
        )


def clean_reason(text: str) -> str:
    """Return why a question is skipped as it is kept: one line; UserError where nothing is said, or too much."""
    reason = " ".join(clean_text(text).split())
    if not reason:
        raise UserError("a question is skipped for a reason", "Say it in a few words.")
    if len(reason) > _LONGEST_REASON:
        raise UserError(f"the reason is {len(reason):,} characters long", f"There is room for {_LONGEST_REASON:,}.")
    return reason


def clean_note(text: str) -> str | None:
    """Return a note as it is kept, None where nothing is left of it; UserError where it is too long."""
    note = clean_text(text)
    if len(note) > LONGEST_TEXT:
        raise UserError(
            f"the note is {len(note):,} characters long", f"There is room for {LONGEST_TEXT:,}; shorten it."
        )
    return note or None
