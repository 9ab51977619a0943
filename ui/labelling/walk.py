"""Going through a queue: which entry and question one is at, what stands in the way, and where the work goes on."""

from time import monotonic
from typing import Literal

from PySide6.QtCore import QObject, Signal

from genmu_studio.labelling.campaign_file import Pace
from genmu_studio.labelling.questions import Question
from genmu_studio.labelling.queue import LabelQueue, QueueEntry
from ui.labelling.attention import Attention, Clock
from ui.labelling.rhythm import Rhythm

Screen = Literal["instructions", "item", "feedback", "break", "finished"]


class QueueWalk(QObject):
    """Goes through `queue` at the pace given, with breaks; nothing is written.

    While `is_busy` nobody moves on.
    """

    changed = Signal()  # where one is, or what stands
    said = Signal(str)  # what was done, in a few words
    mistaken = Signal(str)  # why what was given is no answer

    def __init__(
        self, queue: LabelQueue, pace: Pace, parent: QObject | None = None, *, clock: Clock = monotonic
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
        self._finished = {entry.token for entry in queue.entries if queue.is_finished(entry)}

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
        """Whether something is going on that the next step waits for."""
        return False

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

    def show(self, place: int, asked: int | None = None) -> None:
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
            self.show(following)

    # ---- moving ----

    def go_on(self) -> bool:
        """Leave what is read: instructions, what training said, a break; whether there was something to leave."""
        if self.is_busy or self.screen in {"item", "finished"}:
            return False
        if self.screen == "feedback":
            self._advance_from(self.place)
        else:
            if self.screen == "break":
                self.rhythm.rested()
            place, self._next_place = self._next_place, None
            if place is not None and place != self.place:
                self.show(place)
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
        if self.is_busy or self.screen in {"instructions", "break"}:
            return
        if not 0 <= place < len(self.queue.entries):
            self.said.emit("This is the first item" if place < 0 else "This is the last item")
            return
        self.show(place)
        self.changed.emit()

    def ask(self, place: int) -> None:
        """Ask another question of the entry."""
        if self.screen == "item" and not self.is_busy and 0 <= place < len(self.queue.questions):
            self.asked = place
            self.changed.emit()

    def pass_on(self) -> None:
        """Go on from a question that is answered, or that may be left open: to the next, or to the next entry."""
        if self.screen != "item" or self.is_busy:
            return
        if self.is_needed(self.question) and self._is_open(self.asked):
            self.mistaken.emit("Answer first, or skip with a reason")
            return
        self.follow_up()
        self.changed.emit()

    def read_instructions(self) -> None:
        """Show the instructions; the entry is hidden meanwhile."""
        self._interrupt("instructions")

    def rest(self) -> None:
        """Take a break now."""
        self._interrupt("break")

    def _interrupt(self, screen: Screen) -> None:
        if self.screen not in {"instructions", "break"} and not self.is_busy:
            self.screen, self._under, self._next_place = screen, self.screen, self.place
            self.hide()
            self.changed.emit()

    def follow_up(self) -> None:
        """Go on from a question that is done with."""
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

    def count(self, entry: QueueEntry) -> None:
        """Take notice that what stands of an entry may have changed."""
        if self.queue.is_finished(entry):
            self._finished.add(entry.token)
        else:
            self._finished.discard(entry.token)

    def is_needed(self, question: Question) -> bool:
        """Whether an entry is not finished without this question."""
        return question.digest in self.queue.needed
