"""Where a log of labels is kept, so that an answer counts when it is on the disk: in a project, or in a file."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol, TypeVar

from sqlite_utils import Database

from genmu_studio.labelling.events import LabelLog
from genmu_studio.store import labels as label_store
from genmu_studio.store.labels import LabelEvent
from genmu_studio.store.store import DATABASE_FILE, Store
from scoring.errors import UserError

T = TypeVar("T")
MakeEvent = Callable[[LabelLog], LabelEvent | None]


class Journal(Protocol):
    """A log that can be read and added to."""

    def read(self, function: Callable[[LabelLog], T]) -> T:
        """Return `function(log)` while nobody adds to it."""

    def append(self, make: MakeEvent) -> "Future[LabelEvent | None]":
        """Add what `make(log)` returns, None = nothing; the future is done when it is on the disk and in the log.

        UserError through the future where it could not be kept: then it is not in the log.
        """


class ProjectJournal:
    """The log of a campaign in a project, of one queue where `annotator` is named.

    on_written : called after each event that was written, before its future is done.
    """

    def __init__(
        self, store: Store, campaign: int, annotator: str | None, on_written: Callable[[], None] = lambda: None
    ) -> None:
        self._store = store
        self._campaign = campaign
        self._annotator = annotator
        self._on_written = on_written
        self._log = LabelLog()
        self._last = 0
        self._is_unsettled = False
        self._gate = threading.Lock()
        store.read(self._catch_up)

    def _catch_up(self, db: Database) -> None:
        with self._gate:
            newest = label_store.newest_event(db)
            for _, event in label_store.events_after(db, self._campaign, self._annotator, self._last):
                self._log.add(event)
            self._last = newest

    def read(self, function: Callable[[LabelLog], T]) -> T:
        """Return `function(log)` while nobody adds to it."""
        with self._gate:
            return function(self._log)

    def append(self, make: MakeEvent) -> "Future[LabelEvent | None]":
        """Add what `make(log)` returns, as `Journal` says."""
        told: Future[LabelEvent | None] = Future()
        told.set_running_or_notify_cancel()  # from here on nobody can cancel it

        def write(db: Database) -> LabelEvent | None:
            self._catch_up(db)
            event = self.read(make)
            if event is not None:
                label_store.put_event(db, event)
            return event

        def tell(written: "Future[LabelEvent | None]") -> None:
            try:
                event = written.result()
                # What a disk refused to flush may be in the database: "it is so already" is no flush of it.
                if event is not None or self._is_unsettled:
                    self._settle()
                if event is not None:
                    self.read(lambda log: log.add(event))
                    self._on_written()
            except Exception as error:  # noqa: BLE001 - it belongs to whoever asked for the write
                told.set_exception(error)
            else:
                told.set_result(event)

        try:
            self._store.write(write).add_done_callback(tell)
        except UserError as error:
            told.set_exception(error)
        return told

    def _settle(self) -> None:
        self._is_unsettled = True
        try:
            label_store.settle(self._store.folder / DATABASE_FILE)
            self._is_unsettled = False
        except OSError as error:
            raise UserError(
                f"the disk does not say that the label is kept: {error.strerror or error}",
                "Is it still there, and sound?",
            ) from None
