"""Two copies of a log that go on apart and are merged as they like: in the end both say the same, and all of it."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from genmu_studio.labelling.events import LabelLog, Place
from genmu_studio.labelling.journals import MakeEvent
from genmu_studio.labelling.label_files import LabelHead, event_line, head_line, parse_label_file
from genmu_studio.labelling.question_sets import load_set
from genmu_studio.labelling.queue import LabelQueue, QueueEntry
from genmu_studio.store.labels import LabelEvent

T = TypeVar("T")
QUESTIONS = load_set("naturalness").questions
ENTRIES = tuple(QueueEntry(f"{place:020x}", place, ()) for place in range(2))
HEAD = LabelHead(campaign="a" * 64, annotator="ada")
COPY = st.integers(0, 1)
PLACE = st.integers(0, 1)


class InMemory:
    """A journal that keeps nothing."""

    def __init__(self) -> None:
        self.log = LabelLog()

    def read(self, function: Callable[[LabelLog], T]) -> T:
        return function(self.log)

    def append(self, make: MakeEvent) -> "Future[LabelEvent | None]":
        done: Future[LabelEvent | None] = Future()
        event = make(self.log)
        if event is not None:
            self.log.add(event)
        done.set_result(event)
        return done

    def as_file(self) -> bytes:
        return b"".join([head_line(HEAD), *map(event_line, self.log.events)])


class TwoCopies(RuleBasedStateMachine):
    """One annotator at two desks."""

    def __init__(self) -> None:
        super().__init__()
        self.journals = (InMemory(), InMemory())
        self.queues = tuple(LabelQueue(journal, ENTRIES, QUESTIONS, "ada") for journal in self.journals)

    @rule(copy=COPY, place=PLACE, value=st.integers(1, 5))
    def answer(self, copy: int, place: int, value: int) -> None:
        queue = self.queues[copy]
        queue.answer(ENTRIES[place].token, "naturalness", value).result()
        assert [event.value for event in queue.standing(ENTRIES[place].token, "naturalness")] == [value]

    @rule(copy=COPY, place=PLACE)
    def skip(self, copy: int, place: int) -> None:
        self.queues[copy].skip(ENTRIES[place].token, "naturalness", "silent").result()

    @rule(copy=COPY, place=PLACE, text=st.sampled_from(["", "one", "two"]))
    def note(self, copy: int, place: int, text: str) -> None:
        self.queues[copy].note(ENTRIES[place].token, text).result()

    @rule(copy=COPY)
    def undo(self, copy: int) -> None:
        self.queues[copy].undo().result()

    @rule(copy=COPY)
    def redo(self, copy: int) -> None:
        self.queues[copy].redo().result()

    @rule(copy=COPY, times=st.integers(1, 2))
    def merge(self, copy: int, times: int) -> None:
        journal, other = self.journals[copy], self.journals[1 - copy]
        expected = {*(event.uid for event in journal.log.events), *(event.uid for event in other.log.events)}
        for _ in range(times):
            file = parse_label_file(other.as_file(), "other")
            assert file.refused == ()
            for _, event in file.events:
                journal.log.add(event)
        assert {event.uid for event in journal.log.events} == expected

    @invariant()
    def merged_both_say_the_same(self) -> None:
        said = []
        for first, second in (self.journals, self.journals[::-1]):
            log = LabelLog([*first.log.events, *second.log.events])
            places = [Place(entry.token, digest) for entry in ENTRIES for digest in (QUESTIONS[0].digest, None)]
            said.append([{event.uid for event in log.standing(place)} for place in places])
            assert len(log) == len({event.uid for event in (*first.log.events, *second.log.events)})
        assert said[0] == said[1]


def test_two_copies_agree_when_they_are_merged() -> None:
    run_state_machine_as_test(
        TwoCopies,
        settings=settings(
            max_examples=60, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
        ),
    )
