"""The log of labels replayed: what stands, what was replaced, what undo and redo would take back.

What stands follows from which events there are, not from the order in which they came: an event stands unless one that
stands or stood replaces it, or an undo that holds takes it back. So two copies of a log that went on apart are merged
by taking all events of both; where both changed the same thing, both answers stand, which is a conflict.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from genmu_studio.store.labels import LabelEvent


@dataclass(frozen=True, slots=True)
class Place:
    """What an event is about: a question of an entry (None = the note on it), or the adjudication of that question."""

    token: str
    question: str | None
    adjudicated: bool = False


def place_of(event: LabelEvent) -> Place:
    """Return what an answer, skip, note or adjudication is about."""
    return Place(event.token, event.question, event.kind == "adjudication")


@dataclass(slots=True)
class _Stacks:
    """What one author can take back: undo holds events, redo the undos of them."""

    undo: list[str] = field(default_factory=list)
    redo: list[str] = field(default_factory=list)


class LabelLog:
    """The events of a log in the order in which they came; each names only events that came before it."""

    def __init__(self, events: Iterable[LabelEvent] = ()) -> None:
        self._events: dict[str, LabelEvent] = {}
        self._undone_by: dict[str, list[str]] = {}
        self._holds: dict[str, bool] = {}
        self._at: dict[Place, list[LabelEvent]] = {}
        self._standing: dict[Place, tuple[LabelEvent, ...]] = {}
        self._stacks: dict[str, _Stacks] = {}
        for event in events:
            self.add(event)

    def __len__(self) -> int:
        return len(self._events)

    def __contains__(self, uid: str) -> bool:
        return uid in self._events

    @property
    def events(self) -> tuple[LabelEvent, ...]:
        """All events, in the order in which they came."""
        return tuple(self._events.values())

    def get(self, uid: str) -> LabelEvent | None:
        """Return the event of that uid, None where it is not there."""
        return self._events.get(uid)

    def add(self, event: LabelEvent) -> None:
        """Add an event; one that is there already changes nothing. ValueError where it names one that is not there."""
        if event.uid in self._events:
            return
        named = event.replaces if event.undoes is None else (*event.replaces, event.undoes)
        if missing := [uid for uid in named if uid not in self._events]:
            raise ValueError(f"it follows on {missing[0]}, which is not there")
        self._events[event.uid] = event
        self._holds[event.uid] = True
        stacks = self._stacks.setdefault(event.author, _Stacks())
        if event.undoes is None:
            self._at.setdefault(place_of(event), []).append(event)
            stacks.undo.append(event.uid)
            stacks.redo.clear()
        else:
            self._undone_by.setdefault(event.undoes, []).append(event.uid)
            self._take_back(event.undoes)
            _move(stacks, event.undoes, event.uid)
        self._standing.pop(place_of(self.act_behind(event)), None)

    def _take_back(self, uid: str | None) -> None:
        """Let `uid` hold no more; what it had undone holds again unless something else undoes it, and so on."""
        while uid is not None:
            holds = not any(self._holds[undo] for undo in self._undone_by.get(uid, ()))
            if holds == self._holds[uid]:
                return
            self._holds[uid] = holds
            uid = self._events[uid].undoes

    def standing(self, place: Place) -> tuple[LabelEvent, ...]:
        """Return what stands at a place: nothing, one event, or several that were written apart."""
        if place not in self._at:
            return ()
        if (known := self._standing.get(place)) is None:
            known = self._standing[place] = self._find_standing(place)
        return known

    def _find_standing(self, place: Place) -> tuple[LabelEvent, ...]:
        held = [event for event in self._at[place] if self._holds[event.uid]]
        replaced: set[str] = set()
        waiting = [uid for event in held for uid in event.replaces]
        while waiting:
            uid = waiting.pop()
            if uid not in replaced:
                replaced.add(uid)
                waiting.extend(self._events[uid].replaces)
        return tuple(event for event in held if event.uid not in replaced)

    def places(self) -> tuple[Place, ...]:
        """Return every place that something was ever written at."""
        return tuple(self._at)

    def conflicts(self) -> tuple[tuple[LabelEvent, ...], ...]:
        """Return what stands at each place at which several different things stand."""
        found = (self.standing(place) for place in self._at)
        return tuple(events for events in found if len({(event.kind, event.value) for event in events}) > 1)

    def next_undo(self, author: str) -> LabelEvent | None:
        """Return the event that undo would take back for this author: an act, or a redo of one."""
        stack = self._stacks.get(author, _Stacks()).undo
        return self._events[stack[-1]] if stack else None

    def next_redo(self, author: str) -> LabelEvent | None:
        """Return the undo that redo would take back for this author."""
        stack = self._stacks.get(author, _Stacks()).redo
        return self._events[stack[-1]] if stack else None

    def act_behind(self, event: LabelEvent) -> LabelEvent:
        """Return the act that an undo or a redo is about in the end."""
        while event.undoes is not None:
            event = self._events[event.undoes]
        return event


def _move(stacks: _Stacks, undone: str, by: str) -> None:
    """Put an undo where redo finds it, and a redo where undo finds it. What another author undid moves nothing."""
    if undone in stacks.undo:
        stacks.undo.remove(undone)
        stacks.redo.append(by)
    elif undone in stacks.redo:
        stacks.redo.remove(undone)
        stacks.undo.append(by)
