"""Marks that a reviewer leaves on matched pairs: pick or reject, a bookmark, a note. Each set of changes is one step.

A pair is marked by its *key sample*: the unlearned one, or the original where that has no partner.
"""

from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Literal

from sqlite_utils import Database

from genmu_studio.domain import SubmissionId
from genmu_studio.store import marks as mark_store
from genmu_studio.store.ownership import user_name
from genmu_studio.store.steps import Event, put_step
from genmu_studio.store.store import Store
from genmu_studio.texts import clean_text
from scoring.errors import UserError

Pick = Literal["pick", "reject"]
MarkKind = Literal["pick", "bookmark", "note"]

LONGEST_NOTE = 10_000
_BOOKMARKED = "bookmarked"


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of one submission, by key sample."""

    picks: Mapping[int, Pick]
    bookmarks: frozenset[int]
    notes: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Mark:
    """One change. value : "pick" or "reject", any text for a bookmark, the text of a note; None = clear."""

    kind: MarkKind
    sample: int
    value: str | None


def read_marks(store: Store, submission: SubmissionId) -> Marks:
    """Return the marks of a submission as they stand."""
    picks: dict[int, Pick] = {}
    bookmarks = set()
    notes = {}
    for (kind, sample), value in store.read(lambda db: mark_store.marks_of_submission(db, submission)).items():
        if kind == "pick":
            picks[sample] = "pick" if value == "pick" else "reject"
        elif kind == "bookmark":
            bookmarks.add(sample)
        else:
            notes[sample] = value
    return Marks(picks, frozenset(bookmarks), notes)


def write_marks(store: Store, title: str, marks: Iterable[Mark]) -> "Future[bool]":
    """Write the changes as one step; the future says whether anything changed. Of two about one mark the last counts.

    marks : gone through on the thread that writes, so that 100,000 of them keep nobody else waiting. UserError where
    the project is read-only, through the future for a note that is too long and a disk that is full.
    """
    author = user_name()

    def write(db: Database) -> bool:
        wanted = {(mark.kind, mark.sample): _value(mark) for mark in marks}
        known = mark_store.marks_of_samples(db, {sample for _, sample in wanted})
        events = [
            Event(kind, sample, before, after)
            for (kind, sample), after in wanted.items()
            if (before := known.get((kind, sample))) != after
        ]
        if events:
            put_step(db, title, author, events)
        return bool(events)

    return store.write(write)


def _value(mark: Mark) -> str | None:
    if mark.value is None:
        return None
    match mark.kind:
        case "pick":
            if mark.value not in {"pick", "reject"}:
                raise ValueError(f"a pair is picked or rejected, not {mark.value!r}")
            return mark.value
        case "bookmark":
            return _BOOKMARKED
        case "note":
            return _note(mark.value)


def _note(text: str) -> str | None:
    """Return the note as it is kept, None where nothing is left of it."""
    cleaned = clean_text(text)
    if len(cleaned) > LONGEST_NOTE:
        raise UserError(
            f"the note is {len(cleaned):,} characters long", f"There is room for {LONGEST_NOTE:,}; shorten it."
        )
    return cleaned or None
