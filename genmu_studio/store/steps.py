"""The log of what people did while reviewing: steps and their events, only ever added to.

Undoing a step adds one that carries its events turned round, and says which it undoes. What can be undone and redone
follows from the log alone, so that it outlives the program.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from sqlite_utils import Database

from genmu_studio.store.results import now_utc
from genmu_studio.texts import clean_line

_LONGEST_TITLE = 200

EventKind = Literal["pick", "bookmark", "note", "face"]


@dataclass(frozen=True, slots=True)
class Event:
    """One change of one mark; None = not marked. key : id of the sample, for a face that of the medium."""

    kind: EventKind
    key: int
    before: str | None
    after: str | None

    @property
    def turned_round(self) -> "Event":
        """The change back."""
        return replace(self, before=self.after, after=self.before)


@dataclass(frozen=True, slots=True)
class Step:
    """A step that can be taken back, by undo or by redo."""

    id: int
    title: str


@dataclass(frozen=True, slots=True)
class NextSteps:
    """What undo and redo would take back; None where there is nothing."""

    undo: Step | None
    redo: Step | None


def put_step(db: Database, title: str, author: str, events: Iterable[Event], undoes: int | None = None) -> int:
    """Add a step with its events, and return its id. undoes : the step that they take back."""
    (step,) = db.execute(
        "INSERT INTO review_step (at_utc, author, title, undoes) VALUES (?, ?, ?, ?) RETURNING id",
        [now_utc(), author, clean_line(title, _LONGEST_TITLE), undoes],
    ).fetchone()
    db.conn.executemany(
        "INSERT INTO review_event (step_id, kind, sample_id, media_id, before, after) VALUES (?, ?, ?, ?, ?, ?)",
        [(step, event.kind, *_columns(event), event.before, event.after) for event in events],
    )
    return int(step)


def _columns(event: Event) -> tuple[int | None, int | None]:
    return (None, event.key) if event.kind == "face" else (event.key, None)


def events_of(db: Database, step: Step) -> list[Event]:
    """Return the events of a step, in the order they were written."""
    rows = db.execute(
        "SELECT kind, coalesce(sample_id, media_id), before, after FROM review_event WHERE step_id = ? ORDER BY id",
        [step.id],
    )
    return [Event(*row) for row in rows]


def next_steps(db: Database) -> NextSteps:
    """Return what undo and redo would take back now.

    The log replayed on two stacks: a step that undoes nothing goes on that of undo and empties that of redo; one that
    takes back the top of a stack goes on the other.
    """
    undo: list[int] = []
    redo: list[int] = []
    for step, undoes in db.execute("SELECT id, undoes FROM review_step ORDER BY id"):
        if undoes is None:
            redo.clear()
            undo.append(step)
        elif undo and undo[-1] == undoes:
            undo.pop()
            redo.append(step)
        else:
            redo.pop()
            undo.append(step)
    return NextSteps(_top(db, undo), _top(db, redo))


def _top(db: Database, stack: list[int]) -> Step | None:
    if not stack:
        return None
    return Step(*db.execute("SELECT id, title FROM review_step WHERE id = ?", [stack[-1]]).fetchone())
