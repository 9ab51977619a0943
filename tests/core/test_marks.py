"""Picks, bookmarks and notes: what is marked is kept, what is undone comes back, whatever happens in between."""

import getpass
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from sqlite_utils import Database

from genmu_studio.domain import SubmissionRow
from genmu_studio.marks import LONGEST_NOTE, Mark, MarkKind, Marks
from genmu_studio.project import ChangeSet, Project
from genmu_studio.store.store import DATABASE_FILE
from scoring.errors import UserError
from tests.core import world
from tests.core.conftest import MakeProject
from tests.core.listening import listen_to

NO_MARKS = Marks({}, frozenset(), {})
LOG = ("review_step", "review_event")


def entry(project: Project) -> SubmissionRow:
    return project.submissions()[0]


def log(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return what the log holds, read past the program."""
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as db:
        return {table: db.execute(f"SELECT * FROM {table} ORDER BY id").fetchall() for table in LOG}  # noqa: S608 - constants


# ---- what a mark is ----


def test_marks_are_of_their_sample_and_their_submission(new_project: MakeProject, tmp_path: Path) -> None:
    project = new_project(world.one_group())
    for team in ("A", "B"):
        world.take_in(project, world.write_submission(tmp_path / team, world.grid(project.protocol), team=team))
    first, second = project.submissions()

    project.mark(
        "Mark",
        [Mark("pick", 1, "pick"), Mark("pick", 2, "reject"), Mark("bookmark", 2, "yes"), Mark("note", 3, "a note")],
    ).result()
    project.mark("Mark", [Mark("pick", 17, "pick")]).result()

    assert project.marks(first) == Marks({1: "pick", 2: "reject"}, frozenset({2}), {3: "a note"})
    assert project.marks(second) == Marks({17: "pick"}, frozenset(), {})


def test_a_step_says_when_who_and_what(unscored: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "ada")
    unscored.mark("Pick 2 pairs", [Mark("pick", 1, "pick"), Mark("pick", 2, "pick")]).result()
    unscored.mark("Reject", [Mark("pick", 1, "reject")]).result()
    unscored.undo()

    kept = log(unscored.folder)
    assert [(id_, author, title, undoes) for id_, _, author, title, undoes in kept["review_step"]] == [
        (1, "ada", "Pick 2 pairs", None),
        (2, "ada", "Reject", None),
        (3, "ada", "Reject", 2),
    ]
    instants = [str(row[1]) for row in kept["review_step"]]
    assert instants == sorted(instants)
    assert [row[1:] for row in kept["review_event"]] == [
        (1, "pick", 1, None, None, "pick"),
        (1, "pick", 2, None, None, "pick"),
        (2, "pick", 1, None, "pick", "reject"),
        (3, "pick", 1, None, "reject", "pick"),
    ]


def test_a_user_without_a_name_is_unknown(unscored: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr(getpass, "getuser", nobody)
    unscored.mark("Pick", [Mark("pick", 1, "pick")]).result()

    assert [row[2] for row in log(unscored.folder)["review_step"]] == ["unknown"]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  blurred hair \n", "blurred hair"),
        ("two\r\nlines\rand\tmore", "two\nlines\nand\tmore"),
        ("a\x00b\x1b[31mc\x85d\x7f", "ab[31mcd"),
        ("half \ud83d a pair", "half  a pair"),
        ("Ж 日本 👩‍🔬 <b>&amp;", "Ж 日本 👩‍🔬 <b>&amp;"),
        ("'); DROP TABLE sample; --", "'); DROP TABLE sample; --"),
        ("x" * LONGEST_NOTE + "  ", "x" * LONGEST_NOTE),
    ],
)
def test_a_note_is_kept_as_text(unscored: Project, typed: str, kept: str) -> None:
    unscored.mark("Note", [Mark("note", 5, typed)]).result()

    assert unscored.marks(entry(unscored)).notes == {5: kept}


@pytest.mark.parametrize("nothing", ["", "  \n ", "\x00\x07"])
def test_a_note_of_nothing_is_no_note(unscored: Project, nothing: str) -> None:
    unscored.mark("Note", [Mark("note", 5, "a note")]).result()
    unscored.mark("Note", [Mark("note", 5, nothing)]).result()

    assert unscored.marks(entry(unscored)).notes == {}


def test_a_note_that_is_too_long_is_refused_whole(unscored: Project) -> None:
    told = listen_to(unscored)
    marks = [Mark("pick", 1, "pick"), Mark("note", 1, "x" * (LONGEST_NOTE + 1))]

    with pytest.raises(UserError, match="10,001 characters"):
        unscored.mark("Note", marks).result()

    assert unscored.marks(entry(unscored)) == NO_MARKS
    assert told == []


def test_a_title_is_one_short_line(unscored: Project) -> None:
    unscored.mark("Pick\nwhat\x00 a\tteam \udcff named " + "x" * 300, [Mark("pick", 1, "pick")]).result()

    title, _ = unscored.undo_titles()
    assert title is not None
    assert title.startswith("Pick what a team named xxx")
    assert len(title) == 200


def test_what_is_so_already_is_not_written(unscored: Project) -> None:
    told = listen_to(unscored)
    marks = [Mark("pick", 1, "pick"), Mark("bookmark", 1, "yes"), Mark("note", 1, "so")]
    unscored.mark("Mark", marks).result()
    before = log(unscored.folder)

    for again in (marks, [], [Mark("note", 1, " so\n")], [Mark("bookmark", 1, "on")], [Mark("pick", 2, None)]):
        unscored.mark("Again", again).result()

    assert log(unscored.folder) == before
    assert told == [frozenset({"marks"})]
    assert unscored.undo_titles() == ("Mark", None)


def test_of_two_changes_of_one_mark_the_last_counts(unscored: Project) -> None:
    unscored.mark("Both", [Mark("pick", 1, "pick"), Mark("pick", 1, "reject")]).result()
    unscored.mark("There and back", [Mark("pick", 1, "pick"), Mark("pick", 1, "reject")]).result()

    assert unscored.marks(entry(unscored)).picks == {1: "reject"}
    assert len(log(unscored.folder)["review_event"]) == 1


def test_who_waits_for_a_mark_has_been_told_of_it(unscored: Project) -> None:
    seen: list[Marks] = []

    def listener(changes: ChangeSet) -> None:
        if "marks" in changes:
            seen.append(unscored.marks(entry(unscored)))

    unscored.subscribe(listener)
    unscored.mark("Pick", [Mark("pick", 1, "pick")]).result()
    assert [each.picks for each in seen] == [{1: "pick"}]
    unscored.undo()
    unscored.redo()
    assert [each.picks for each in seen] == [{1: "pick"}, {}, {1: "pick"}]


# ---- undo and redo ----


def test_undo_and_redo_go_back_and_forth(unscored: Project) -> None:
    row = entry(unscored)
    assert (unscored.undo(), unscored.redo(), unscored.undo_titles()) == (None, None, (None, None))
    unscored.mark("Pick", [Mark("pick", 1, "pick")]).result()
    unscored.mark("Note", [Mark("note", 1, "first")]).result()

    assert (unscored.undo(), unscored.undo(), unscored.undo()) == ("Note", "Pick", None)
    assert unscored.marks(row) == NO_MARKS
    assert unscored.undo_titles() == (None, "Pick")
    assert (unscored.redo(), unscored.redo(), unscored.redo()) == ("Pick", "Note", None)
    assert unscored.marks(row) == Marks({1: "pick"}, frozenset(), {1: "first"})
    assert unscored.undo_titles() == ("Note", None)


def test_a_new_step_after_an_undo_ends_what_could_be_redone(unscored: Project) -> None:
    for title, value in (("Pick", "pick"), ("Reject", "reject")):
        unscored.mark(title, [Mark("pick", 1, value)]).result()
    unscored.undo()
    unscored.mark("Bookmark", [Mark("bookmark", 1, "yes")]).result()

    assert unscored.undo_titles() == ("Bookmark", None)
    assert unscored.redo() is None
    assert (unscored.undo(), unscored.undo(), unscored.undo()) == ("Bookmark", "Pick", None)


State = dict[tuple[MarkKind, int], str]
Stack = list[tuple[str, State]]


@dataclass
class Model:
    """What the marks must be, in plain Python: a state, and the states to go back and forward to."""

    state: State = field(default_factory=dict)
    undo: Stack = field(default_factory=list)
    redo: Stack = field(default_factory=list)

    def mark(self, title: str, marks: Sequence[Mark]) -> None:
        after = dict(self.state)
        for mark in marks:
            after.pop((mark.kind, mark.sample), None)
            if mark.value is not None:
                after[mark.kind, mark.sample] = mark.value
        if after != self.state:
            self.undo.append((title, self.state))
            self.redo.clear()
            self.state = after

    def go(self, back: Stack, forth: Stack) -> str | None:
        if not back:
            return None
        title, before = back.pop()
        forth.append((title, self.state))
        self.state = before
        return title

    def of(self, kind: MarkKind) -> dict[int, str]:
        return {sample: value for (each, sample), value in self.state.items() if each == kind}


KINDS: tuple[MarkKind, ...] = ("pick", "bookmark", "note")
VALUES = {"pick": ("pick", "reject"), "bookmark": ("yes",), "note": ("one", "two\nlines", "<i>three</i>")}


@st.composite
def some_marks(draw: st.DrawFn) -> list[Mark]:
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3))
    return [Mark(kind, draw(st.integers(1, 3)), draw(st.sampled_from((None, *VALUES[kind])))) for kind in kinds]


class Reviewing(RuleBasedStateMachine):
    """Marks, undoes, redoes and reopens, and compares with the model after each step."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.model = Model()
        self.number = 0
        self.project = Project.open(folder)

    @rule(marks=some_marks())
    def mark(self, marks: list[Mark]) -> None:
        self.number += 1
        self.project.mark(f"Step {self.number}", marks).result()
        self.model.mark(f"Step {self.number}", marks)

    @rule(count=st.integers(1, 3))
    def undo(self, count: int) -> None:
        for _ in range(count):
            assert self.project.undo() == self.model.go(self.model.undo, self.model.redo)

    @precondition(lambda self: self.model.redo)
    @rule(count=st.integers(1, 3))
    def redo(self, count: int) -> None:
        for _ in range(count):
            assert self.project.redo() == self.model.go(self.model.redo, self.model.undo)

    @rule()
    def reopen(self) -> None:
        self.project.close()
        self.project = Project.open(self.folder)

    @invariant()
    def all_is_as_in_the_model(self) -> None:
        (row,) = self.project.submissions()
        marks = self.project.marks(row)
        assert marks.picks == self.model.of("pick")
        assert marks.bookmarks == self.model.of("bookmark").keys()
        assert marks.notes == self.model.of("note")
        tops = [stack[-1][0] if stack else None for stack in (self.model.undo, self.model.redo)]
        assert self.project.undo_titles() == tuple(tops)

    def teardown(self) -> None:
        self.project.close()


def test_reviewing_agrees_with_a_model_in_plain_python(unscored_folder: Path, tmp_path: Path) -> None:
    numbers = iter(range(10_000))

    class InACopy(Reviewing):
        def __init__(self) -> None:
            super().__init__(shutil.copytree(unscored_folder, tmp_path / f"{next(numbers)}.genmu"))

    run_state_machine_as_test(
        InACopy,
        settings=settings(
            max_examples=20, stateful_step_count=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
        ),
    )


# ---- only ever added to, and never in part ----


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE review_step SET title = 'Another'",
        "UPDATE review_event SET after = 'reject'",
        "DELETE FROM review_step",
        "DELETE FROM review_event",
        "INSERT OR REPLACE INTO review_step SELECT id, at_utc, 'somebody', title, undoes FROM review_step",
        "INSERT OR REPLACE INTO review_event (id, step_id, kind, sample_id, after) VALUES (1, 1, 'pick', 2, 'pick')",
        "INSERT INTO review_step SELECT * FROM review_step WHERE true ON CONFLICT DO UPDATE SET title = 'Another'",
    ],
)
def test_the_log_is_only_ever_added_to(unscored: Project, statement: str) -> None:
    unscored.mark("Pick", [Mark("pick", 1, "pick")]).result()
    before = log(unscored.folder)

    with pytest.raises(sqlite3.IntegrityError, match="is only ever added to"):
        unscored.store.write(lambda db: db.execute(statement)).result()

    assert log(unscored.folder) == before


def test_a_project_that_is_open_for_reading_shows_marks_and_takes_none(unscored: Project) -> None:
    unscored.mark("Pick", [Mark("pick", 1, "pick")]).result()
    unscored.close()

    with Project.open(unscored.folder, "read") as project:
        future = project.mark("Reject", [Mark("pick", 1, "reject")])
        with pytest.raises(UserError, match="read-only"):
            future.result()
        with pytest.raises(UserError, match="read-only"):
            project.undo()
        with pytest.raises(UserError, match="read-only"):
            project.redo()
        assert project.marks(entry(project)).picks == {1: "pick"}
        assert project.undo_titles() == ("Pick", None)


@pytest.fixture
def full_disk(unscored: Project) -> Iterator[Callable[[bool], None]]:
    """Return what lets the project's file grow by two pages and no more, or again as it likes."""

    def limit(on: bool) -> None:
        def write(db: Database) -> None:
            (pages,) = db.execute("PRAGMA page_count").fetchone()
            db.execute(f"PRAGMA max_page_count = {pages + 2 if on else 1 << 30}")

        unscored.store.write(write).result()

    yield limit
    limit(False)


def test_on_a_full_disk_nothing_is_written_in_part(unscored: Project, full_disk: Callable[[bool], None]) -> None:
    told = listen_to(unscored)
    unscored.mark("Pick", [Mark("pick", 1, "pick")]).result()
    told.clear()
    before = log(unscored.folder)
    notes = [Mark("pick", 1, "reject"), *(Mark("note", sample, "x" * LONGEST_NOTE) for sample in range(1, 40))]

    full_disk(True)
    with pytest.raises(UserError, match="disk is full"):
        unscored.mark("Note", notes).result()

    assert log(unscored.folder) == before
    assert told == []
    assert unscored.undo_titles() == ("Pick", None)
    full_disk(False)
    unscored.mark("Note", notes).result()
    assert len(unscored.marks(entry(unscored)).notes) == 39
    assert told == [frozenset({"marks"})]
    full_disk(True)
    with pytest.raises(UserError, match="disk is full"):
        unscored.undo()
    assert len(unscored.marks(entry(unscored)).notes) == 39
    assert unscored.undo_titles() == ("Note", None)


def test_a_step_with_a_mark_of_no_sample_leaves_nothing(unscored: Project) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        unscored.mark("Pick", [Mark("pick", 1, "pick"), Mark("pick", 99_999, "pick")]).result()

    assert log(unscored.folder) == {"review_step": [], "review_event": []}


_MARK_AND_DIE = """
import os, signal, sys
from pathlib import Path
from genmu_studio.marks import Mark
from genmu_studio.project import Project

project = Project.open(Path(sys.argv[1]))
project.mark("Pick", [Mark("pick", 1, "pick")]).result()
project.mark("Note", [Mark("note", 1, "the last words")]).result()
project.undo()
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_marked_is_there_after_a_kill(unscored: Project) -> None:
    unscored.close()

    ended = subprocess.run([sys.executable, "-c", _MARK_AND_DIE, str(unscored.folder)], check=False, timeout=60)

    assert ended.returncode == -signal.SIGKILL
    with Project.open(unscored.folder) as project:
        assert project.mode == "write"
        assert project.marks(entry(project)).picks == {1: "pick"}
        assert project.undo_titles() == ("Pick", "Note")
        assert project.redo() == "Note"
        assert project.marks(entry(project)).notes == {1: "the last words"}
