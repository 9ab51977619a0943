"""Undo and redo of review steps: whatever kind they are, whenever they were done."""

from dataclasses import dataclass
from typing import Literal

from sqlite_utils import Database

from genmu_studio.store.drafts import take_back_drafts
from genmu_studio.store.media import link_face
from genmu_studio.store.ownership import user_name
from genmu_studio.store.steps import Step, events_of, next_steps, put_step
from genmu_studio.store.store import Store


@dataclass(frozen=True, slots=True)
class Undone:
    """A step that was taken back. moved_results : other results belong to some samples now.

    moved_drafts : other drafts of verdicts stand.
    """

    title: str
    moved_results: bool
    moved_drafts: bool


def undo_titles(store: Store) -> tuple[str | None, str | None]:
    """Return the titles of what undo and redo would take back, None where there is nothing."""
    steps = store.read(next_steps)
    return _title(steps.undo), _title(steps.redo)


def _title(step: Step | None) -> str | None:
    return None if step is None else step.title


def take_back(store: Store, direction: Literal["undo", "redo"]) -> Undone | None:
    """Undo or redo one step; None where there is none. UserError where the project is read-only or the disk is full."""
    author = user_name()

    def write(db: Database) -> Undone | None:
        steps = next_steps(db)
        step = steps.undo if direction == "undo" else steps.redo
        if step is None:
            return None
        events = [event.turned_round for event in reversed(events_of(db, step))]
        by = put_step(db, step.title, author, events, undoes=step.id)
        has_drafts = take_back_drafts(db, step, by)
        faces = [event for event in events if event.kind == "face"]
        for event in faces:
            link_face(db, event.key, event.after)
        return Undone(step.title, bool(faces), has_drafts)

    return store.write(write).result()
