"""A session without a desk, worked on by a test: everything is seen at once, and each act is waited for."""

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QCoreApplication

from genmu_studio.labelling.campaign_file import Pace
from genmu_studio.labelling.queue import LabelQueue
from ui.labelling.session import LabelSession

NO_BREAKS = Pace(break_every=0)
_LONGEST_S = 60.0


class Clock:
    """Time that stands until a test moves it."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def opened(
    queue: LabelQueue, pace: Pace = NO_BREAKS, clock: Callable[[], float] = monotonic, *, writable: bool = True
) -> LabelSession:
    """Return a session past its instructions, with its first entry seen."""
    session = LabelSession(queue, pace, writable=writable, clock=clock)
    session.begin()
    if session.screen == "instructions":
        session.go_on()
    session.saw()
    return session


def settle(session: LabelSession) -> None:
    """Wait until everything is written, and let what is shown then be seen."""
    until(lambda: not session.pen.is_busy)
    session.saw()


def until(holds: Callable[[], bool]) -> None:
    began = monotonic()
    while not holds():
        QCoreApplication.processEvents()
        assert monotonic() - began < _LONGEST_S, "what was waited for did not come"


def standing(queue: LabelQueue, place: int) -> dict[str, tuple[str, object]]:
    """Return kind and value of what stands at a place, by question; of the note under ""."""
    found: dict[str, tuple[str, object]] = {}
    for question in (*(each.id for each in queue.questions), None):
        acts = queue.standing(queue.entries[place].token, question)
        assert len(acts) <= 1
        if acts and (acts[0].kind, acts[0].value) != ("note", None):
            found[question or ""] = (acts[0].kind, acts[0].value)
    return found
