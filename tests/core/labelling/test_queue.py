"""A queue: each act is kept before it counts, undo takes back whatever it was, and nothing is ever lost or raised."""

import errno
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from genmu_studio.labelling.queue import LabelQueue
from genmu_studio.project import Project
from genmu_studio.store import labels as label_store
from genmu_studio.store.store import DATABASE_FILE
from scoring.errors import UserError
from tests.core.listening import listen_to


def queue_of(project: Project, annotator: str = "ada", campaign: str = "faces") -> LabelQueue:
    return project.labelling.queue(project.labelling.campaign(campaign), annotator)


def log(folder: Path) -> list[tuple[Any, ...]]:
    """Return what the log holds, read past the program."""
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as db:
        return db.execute("SELECT * FROM label_event ORDER BY id").fetchall()


def values(queue: LabelQueue, place: int) -> dict[str, object]:
    """Return kind and value of what stands at a place, by question; of the note under ""."""
    token = queue.entries[place].token
    found: dict[str, object] = {}
    for question in (*(each.id for each in queue.questions), None):
        standing = queue.standing(token, question)
        assert len(standing) <= 1
        if standing and (standing[0].kind, standing[0].value) != ("note", None):
            found[question or ""] = (standing[0].kind, standing[0].value)
    return found


# ---- what is written ----


def test_an_answer_is_there_when_its_future_is_done(asked: Project) -> None:
    told = listen_to(asked)
    queue = queue_of(asked)
    token = queue.entries[3].token
    event = queue.answer(token, "smile", "yes").result()

    assert event is not None
    assert (event.author, event.token, event.kind, event.value) == ("ada", token, "answer", "yes")
    assert [row[1] for row in log(asked.folder)] == [event.uid]
    assert told == [frozenset({"labels"})]
    assert values(queue, 3) == {"smile": ("answer", "yes")}
    assert values(queue_of(asked), 3) == {"smile": ("answer", "yes")}
    assert values(queue_of(asked, "ben"), 3) == {}


def test_an_answer_is_flushed_before_it_counts(asked: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    queue = queue_of(asked)
    seen: list[Path] = []

    def settle(database: Path) -> None:
        seen.append(database)
        assert values(queue, 3) == {}
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(label_store, "settle", settle)
    with pytest.raises(UserError, match="does not say that the label is kept"):
        queue.answer(queue.entries[3].token, "smile", "yes").result()
    assert seen == [asked.folder / DATABASE_FILE]
    monkeypatch.undo()
    label_store.settle(asked.folder / DATABASE_FILE)
    label_store.settle(asked.folder / "none.db")


def test_acts_replace_one_another_and_all_stay_in_the_log(asked: Project) -> None:
    queue = queue_of(asked)
    token = queue.entries[0].token
    queue.answer(token, "age", 30).result()
    queue.skip(token, "age", " too \n dark ").result()
    assert values(queue, 0) == {"age": ("skip", "too dark")}
    queue.answer(token, "age", 31).result()
    queue.note(token, "odd ears").result()
    queue.note(token, " odd ears ").result()
    assert queue.answer(token, "age", 31.0).result() is None
    assert values(queue, 0) == {"age": ("answer", 31.0), "": ("note", "odd ears")}
    assert len(log(asked.folder)) == 4
    queue.note(token, "").result()
    assert queue.note(token, " ").result() is None
    assert values(queue, 0) == {"age": ("answer", 31.0)}


@pytest.mark.parametrize(
    "act",
    [
        lambda queue, token: queue.answer(token, "age", 200),
        lambda queue, token: queue.answer(token, "smile", "perhaps"),
        lambda queue, token: queue.skip(token, "smile", " "),
        lambda queue, token: queue.skip(token, "smile", "x" * 501),
        lambda queue, token: queue.note(token, "x" * 10_001),
    ],
)
def test_what_is_no_answer_is_refused_and_not_written(asked: Project, act: Callable[[LabelQueue, str], Any]) -> None:
    queue = queue_of(asked)
    told = listen_to(asked)
    with pytest.raises(UserError):
        act(queue, queue.entries[0].token).result()
    assert (log(asked.folder), told, values(queue, 0)) == ([], [], {})


def test_two_queues_of_one_annotator_see_what_the_other_wrote(asked: Project) -> None:
    one, other = queue_of(asked), queue_of(asked)
    token = one.entries[0].token
    one.answer(token, "smile", "yes").result()
    other.answer(token, "smile", "no").result()
    assert values(other, 0) == {"smile": ("answer", "no")}
    one.note(token, "seen").result()
    assert values(one, 0) == {"smile": ("answer", "no"), "": ("note", "seen")}


def test_what_happens_in_other_queues_and_campaigns_is_not_in_this_one(asked: Project) -> None:
    ada = queue_of(asked)
    for other in (queue_of(asked, "ben"), queue_of(asked, "ada", "pairs")):
        question = other.questions[-1]
        value = question.categories[0] if question.categories else "words"
        other.answer(other.entries[1].token, question.id, value).result()
        ada.answer(ada.entries[0].token, "smile", "yes").result()
        assert ada.undo().result() is not None
        assert ada.undo().result() is None
        assert other.progress().answered == 1
    plan = asked.store.read(
        lambda db: [
            row[3]
            for row in db.execute(
                f"EXPLAIN QUERY PLAN {label_store._EVENTS}", {"campaign": 1, "after": 9, "annotator": "ada"}
            )
        ]
    )
    assert any(step.startswith("SEARCH e USING INTEGER PRIMARY KEY (rowid>?)") for step in plan), plan


def test_a_stranger_has_no_queue(asked: Project) -> None:
    with pytest.raises(UserError, match="no annotator 'mallory'") as raised:
        queue_of(asked, "mallory")
    assert "ada, ben, eve" in raised.value.hint
    assert queue_of(asked, "ADA").author == "ada"


# ---- what is shown ----


def test_an_entry_says_nothing_of_what_it_is(asked: Project) -> None:
    queue = queue_of(asked)
    assert queue.entries[0].training
    assert queue.entries[0].accepted == {"smile": ["yes"]}
    assert {entry.accepted for entry in queue.entries[1:]} == {None}
    assert sum(bool(entry.notice) for entry in queue.entries) == 3
    assert {len(entry.media) for entry in queue_of(asked, "ada", "pairs").entries} == {2}


def test_a_queue_goes_on_where_it_was_left(asked: Project) -> None:
    queue = queue_of(asked)
    assert queue.next_unfinished() == 0
    for place in (0, 1, 3):
        queue.answer(queue.entries[place].token, "smile", "no").result()
        queue.skip(queue.entries[place].token, "age", "cannot tell").result()
    queue.answer(queue.entries[2].token, "smile", "no").result()

    again = queue_of(asked)
    assert again.next_unfinished() == 2
    assert again.next_unfinished(2) == 4
    assert again.next_unfinished(2, -1) == len(queue.entries) - 1
    progress = again.progress()
    assert (progress.entries, progress.finished, progress.answered, progress.skipped) == (44, 3, 4, 3)
    assert progress.last_at_utc == log(asked.folder)[-1][2]
    for entry in queue.entries:
        queue.answer(entry.token, "smile", "yes").result()
        queue.answer(entry.token, "age", 30).result()
    assert queue.next_unfinished(7) is None


# ---- undo and redo ----


def test_undo_takes_back_each_kind_of_act_and_redo_does_it_again(asked: Project) -> None:
    queue = queue_of(asked)
    token = queue.entries[0].token
    assert (queue.undo().result(), queue.redo().result(), queue.next_acts()) == (None, None, (None, None))
    acts = [
        queue.answer(token, "smile", "yes").result(),
        queue.answer(token, "smile", "no").result(),
        queue.skip(token, "smile", "a mask").result(),
        queue.note(token, "a mask").result(),
    ]
    states = [{}, {"smile": ("answer", "yes")}, {"smile": ("answer", "no")}, {"smile": ("skip", "a mask")}]
    for act, state in zip(reversed(acts), reversed(states), strict=True):
        queue = queue_of(asked)  # as after a restart
        assert queue.undo().result() == act
        assert values(queue, 0) == state
    for act in acts:
        queue = queue_of(asked)
        assert queue.redo().result() == act
    assert values(queue, 0) == {"smile": ("skip", "a mask"), "": ("note", "a mask")}
    assert queue.next_acts() == (acts[-1], None)
    assert len(log(asked.folder)) == 12


def test_undo_is_of_ones_own_acts(asked: Project) -> None:
    ada, ben = queue_of(asked), queue_of(asked, "ben")
    ada.answer(ada.entries[0].token, "smile", "yes").result()
    ben.answer(ben.entries[0].token, "smile", "no").result()
    ada.undo().result()
    assert (values(ada, 0), values(ben, 0)) == ({}, {"smile": ("answer", "no")})
    assert ada.undo().result() is None


State = dict[tuple[int, str], tuple[str, object]]


@dataclass
class Model:
    """What must stand, in plain Python: a state, and the states to go back and forward to."""

    state: State = field(default_factory=dict)
    undo: list[State] = field(default_factory=list)
    redo: list[State] = field(default_factory=list)

    def put(self, place: int, question: str, what: tuple[str, object] | None) -> None:
        after = {key: value for key, value in self.state.items() if key != (place, question)}
        if what is not None:
            after[place, question] = what
        if after != self.state:
            self.undo.append(self.state)
            self.redo.clear()
            self.state = after

    def go(self, back: list[State], forth: list[State]) -> None:
        if back:
            forth.append(self.state)
            self.state = back.pop()


PLACES = st.integers(0, 2)


class Labelling(RuleBasedStateMachine):
    """Answers, skips, notes, undoes, redoes, closes and opens, and compares with the model after each step."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.model = Model()
        self.written = 0
        self.open()

    def open(self) -> None:
        self.project = Project.open(self.folder)
        self.queue = queue_of(self.project)

    def close(self) -> None:
        self.project.close()

    def count(self) -> int:
        """Return how much the log holds."""
        return len(log(self.folder))

    @rule(place=PLACES, value=st.sampled_from(["yes", "no"]))
    def answer(self, place: int, value: str) -> None:
        self.queue.answer(self.queue.entries[place].token, "smile", value).result()
        self.model.put(place, "smile", ("answer", value))

    @rule(place=PLACES, reason=st.sampled_from(["dark", "blurred"]))
    def skip(self, place: int, reason: str) -> None:
        self.queue.skip(self.queue.entries[place].token, "smile", reason).result()
        self.model.put(place, "smile", ("skip", reason))

    @rule(place=PLACES, text=st.sampled_from(["", "one", "two\nlines"]))
    def note(self, place: int, text: str) -> None:
        self.queue.note(self.queue.entries[place].token, text).result()
        self.model.put(place, "", ("note", text) if text else None)

    @rule(count=st.integers(1, 3))
    def undo(self, count: int) -> None:
        for _ in range(count):
            assert (self.queue.undo().result() is not None) == bool(self.model.undo)
            self.model.go(self.model.undo, self.model.redo)

    @rule(count=st.integers(1, 3))
    def redo(self, count: int) -> None:
        for _ in range(count):
            assert (self.queue.redo().result() is not None) == bool(self.model.redo)
            self.model.go(self.model.redo, self.model.undo)

    @rule()
    def reopen(self) -> None:
        self.close()
        self.open()

    @invariant()
    def all_is_as_in_the_model(self) -> None:
        queue = self.queue
        found = {(place, question): what for place in range(3) for question, what in values(queue, place).items()}
        assert found == self.model.state
        assert [act is not None for act in queue.next_acts()] == [bool(self.model.undo), bool(self.model.redo)]
        written = self.count()
        assert written >= self.written
        self.written = written

    def teardown(self) -> None:
        self.close()


def test_labelling_agrees_with_a_model_in_plain_python(asked: Project, tmp_path: Path) -> None:
    asked.close()
    numbers = iter(range(10_000))

    class InACopy(Labelling):
        def __init__(self) -> None:
            super().__init__(shutil.copytree(asked.folder, tmp_path / f"{next(numbers)}.genmu"))

    run_state_machine_as_test(
        InACopy,
        settings=settings(
            max_examples=15, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
        ),
    )


# ---- only ever added to, and never in part ----

COLUMNS = "at_utc, author, assignment_id, question_digest, kind, replaces_json"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE label_event SET value_json = '\"no\"'",
        "DELETE FROM label_event",
        f"INSERT OR REPLACE INTO label_event (id, uid, {COLUMNS}) SELECT id, 'another', {COLUMNS} FROM label_event",  # noqa: S608 - constants
        f"INSERT OR REPLACE INTO label_event (uid, {COLUMNS}) SELECT uid, {COLUMNS} FROM label_event",  # noqa: S608 - constants
        "INSERT INTO label_event SELECT * FROM label_event WHERE true ON CONFLICT DO UPDATE SET author = 'eve'",
    ],
)
def test_the_log_is_only_ever_added_to(asked: Project, statement: str) -> None:
    queue = queue_of(asked)
    queue.answer(queue.entries[0].token, "smile", "yes").result()
    before = log(asked.folder)
    with pytest.raises(sqlite3.IntegrityError, match="is only ever added to"):
        asked.store.write(lambda db: db.execute(statement)).result()
    assert log(asked.folder) == before


def test_a_project_that_is_open_for_reading_shows_labels_and_takes_none(asked: Project) -> None:
    queue = queue_of(asked)
    queue.answer(queue.entries[0].token, "smile", "yes").result()
    asked.close()
    with Project.open(asked.folder, "read") as project:
        queue = queue_of(project)
        for written in (queue.answer(queue.entries[0].token, "smile", "no"), queue.undo(), queue.redo()):
            with pytest.raises(UserError, match="read-only"):
                written.result()
        assert values(queue, 0) == {"smile": ("answer", "yes")}


def test_what_a_disk_did_not_flush_is_not_kept_before_it_does(asked: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[Path] = []
    is_broken = True

    def settle(database: Path) -> None:
        if is_broken:
            raise OSError(errno.EIO, "Input/output error")
        flushed.append(database)

    monkeypatch.setattr(label_store, "settle", settle)
    queue = queue_of(asked)
    token = queue.entries[0].token
    for _ in range(2):  # the second finds the answer in the database, and it is on no disk still
        with pytest.raises(UserError, match="does not say that the label is kept"):
            queue.answer(token, "smile", "yes").result()
    is_broken = False
    queue.answer(token, "smile", "yes").result()
    assert len(flushed) == 1
    assert values(queue, 0) == {"smile": ("answer", "yes")}
    assert len(log(asked.folder)) == 1
    queue.answer(token, "smile", "yes").result()
    assert len(flushed) == 1


def test_on_a_full_disk_nothing_counts_that_is_not_kept(asked: Project, full_disk: Callable[[bool], None]) -> None:
    queue = queue_of(asked)
    token = queue.entries[0].token
    queue.answer(token, "smile", "yes").result()
    full_disk(True)
    kept: dict[str, object] = {"smile": ("answer", "yes")}

    def write_on() -> None:
        for number in range(100):
            text = f"{number} " + "x" * 9000
            queue.note(token, text).result()
            kept[""] = ("note", text)

    with pytest.raises(UserError, match="disk is full"):
        write_on()
    assert values(queue, 0) == kept
    before = log(asked.folder)
    full_disk(False)
    assert values(queue_of(asked), 0) == kept
    assert log(asked.folder) == before
    queue.answer(token, "smile", "no").result()
    assert values(queue, 0) == {**kept, "smile": ("answer", "no")}


_LABEL_UNTIL_KILLED = """
import sys
from pathlib import Path
from genmu_studio.project import Project

project = Project.open(Path(sys.argv[1]))
queue = project.labelling.queue(project.labelling.campaign("faces"), "ada")
for number in range(100_000):
    event = queue.answer(queue.entries[number % 7].token, "age", number % 100).result()
    print(event.uid, flush=True)
"""


@pytest.mark.parametrize("count", [1, 40])
def test_a_kill_loses_no_answer_that_counted(asked: Project, count: int) -> None:
    asked.close()
    with subprocess.Popen(
        [sys.executable, "-c", _LABEL_UNTIL_KILLED, str(asked.folder)], stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        given = [running.stdout.readline().strip() for _ in range(count)]
        running.send_signal(signal.SIGKILL)
        rest = running.stdout.read()
        # a line that was cut short says nothing
        given += [line.strip() for line in rest.splitlines(keepends=True) if line.endswith("\n")]
    with Project.open(asked.folder) as project:
        kept = [row[1] for row in log(project.folder)]
        assert kept[: len(given)] == given
        assert len(kept) - len(given) <= 1
        queue = queue_of(project)
        last = (len(kept) - 1) % 7
        assert values(queue, last) == {"age": ("answer", float((len(kept) - 1) % 100))}
        queue.answer(queue.entries[0].token, "age", 101).result()
