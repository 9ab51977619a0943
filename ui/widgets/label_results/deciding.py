"""Decides what counts: every decision is an event of whoever sits here, kept before anything moves on, and undone."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.questions import Answer
from genmu_studio.labelling.queue import LabelQueue, QueueEntry
from ui.context import Context
from ui.labelling.pen import Pen
from ui.widgets.label_results.adjudicable import Adjudicable

T = TypeVar("T")


class Deciding(QObject):
    """All queues of a campaign as one. `decided` carries what was decided upon and the answer, when it is kept.

    `taken_back` carries an act that was undone, `done_again` one that was redone: None = there was nothing.
    """

    changed = Signal()  # whether it is open, is writing, or was refused
    decided = Signal(object, object)
    taken_back = Signal(object)
    done_again = Signal(object)

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._campaign: Campaign | None = None
        self._queue: LabelQueue | None = None
        self._entries: dict[str, QueueEntry] = {}
        self._pen: Pen | None = None

    @property
    def pen(self) -> Pen | None:
        """What writes; None while nothing is open."""
        return self._pen

    @property
    def may_write(self) -> bool:
        """Whether a decision can be kept."""
        return self._pen is not None and self._pen.writable

    def open(self, campaign: Campaign) -> None:
        """Open the queues of a campaign, off the GUI thread; `changed` tells when they are there."""
        if self._campaign is not None and self._campaign.digest == campaign.digest:
            return
        project = self._context.project
        if project is None:
            return
        self.close()
        self._campaign = campaign
        self._context.ask(
            partial(project.labelling.adjudication, campaign),
            partial(self._take, campaign, project.mode == "write"),
            lambda _: self.close(),
        )

    def _take(self, campaign: Campaign, writable: bool, queue: LabelQueue) -> None:
        if campaign is not self._campaign:
            return
        self._queue = queue
        self._entries = {entry.token: entry for entry in queue.entries}
        self._pen = Pen(self, writable=writable)
        self._pen.ended.connect(self.changed)
        self._pen.refused.connect(lambda _: self.changed.emit())
        self.changed.emit()

    def entry(self, token: str) -> QueueEntry | None:
        """Return the entry of that token, None while the queues are not open."""
        return self._entries.get(token)

    def decide(self, item: Adjudicable, answer: Answer) -> bool:
        """Let an answer count; whether that could be tried."""
        queue, question = self._queue, item.question
        if queue is None or question is None:
            return False
        act = partial(queue.adjudicate, item.token, question.id, answer)
        return self._write("decision", act, lambda _: self.decided.emit(item, answer))

    def undo(self) -> bool:
        """Take back one's last decision, whenever it was; whether that could be tried."""
        queue = self._queue
        if queue is None:
            return False
        act, _ = queue.next_acts()
        if act is None or act.kind != "adjudication":  # an answer of one's own is taken back where it was given
            self.taken_back.emit(None)
            return True
        return self._write("undo", queue.undo, self.taken_back.emit)

    def redo(self) -> bool:
        """Do again what was undone last; whether that could be tried."""
        queue = self._queue
        if queue is None:
            return False
        _, act = queue.next_acts()
        if act is None or act.kind != "adjudication":
            self.done_again.emit(None)
            return True
        return self._write("redo", queue.redo, self.done_again.emit)

    def _write(self, what: str, act: "Callable[[], Future[T]]", then: Callable[[T], object]) -> bool:
        if self._pen is None or self._pen.is_writing:  # a key that comes too soon would decide on another item
            return False
        self._pen.write(what, act, then)
        self.changed.emit()
        return True

    def close(self) -> None:
        """Forget the campaign; what is being written is written."""
        if self._pen is not None:
            self._pen.close()
            self._pen.deleteLater()
        self._campaign, self._queue, self._pen, self._entries = None, None, None, {}
