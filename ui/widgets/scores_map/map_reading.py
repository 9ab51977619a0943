"""The map of what is looked at, laid out on a thread of its own: one at a time, what nobody wants any more is ended."""

from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple

from PySide6.QtCore import QObject, Signal

from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation
from genmu_studio.look import Look, LookBase
from genmu_studio.project import Project
from genmu_studio.scores.embedding_map import EmbeddingMap, principal_map, umap_map
from scoring.errors import UserError
from ui.context import Context
from ui.questions import Questions

Method = Literal["pca", "umap"]


class MapKey(NamedTuple):
    """What a map is of."""

    base: LookBase
    groups: tuple[str, ...]
    method: Method


class MapReading(QObject):
    """`changed` says that the map that is wanted has come, or will not.

    Maps of one submission are kept, so that one can go from method to method and from group to group and back.
    """

    changed = Signal()

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._questions = Questions("genmu-map", self)
        self._questions.failed.connect(self._tell_bug)
        self._known: dict[MapKey, EmbeddingMap] = {}
        self._wanted: MapKey | None = None
        self._error: UserError | None = None
        self._cancellation = Cancellation()
        context.leaving.connect(self.forget)
        context.closing.connect(self._close)

    @property
    def map(self) -> EmbeddingMap | None:
        """The map that is wanted; None while it is laid out, or where it cannot be."""
        return None if self._wanted is None else self._known.get(self._wanted)

    @property
    def error(self) -> UserError | None:
        """Why there is none."""
        return self._error

    @property
    def is_busy(self) -> bool:
        """Whether it is being laid out."""
        return self._wanted is not None and self.map is None and self._error is None

    def want(self, look: Look, groups: tuple[str, ...], method: Method) -> None:
        """Lay these groups out, unless that has been done."""
        key, project = MapKey(look.base, groups, method), self._context.project
        if key == self._wanted or project is None:
            return
        self._cancellation.request()
        self._known = {each: found for each, found in self._known.items() if each.base is key.base}
        self._wanted, self._error = key, None
        if key not in self._known:
            self._ask(project, look, key)

    def ask_again(self) -> None:
        """Want nothing, so that what failed or was ended can be wanted once more."""
        self._wanted, self._error = None, None

    def cancel(self) -> None:
        """End what is being laid out."""
        self._cancellation.request()

    def forget(self) -> None:
        """Want nothing, and keep nothing."""
        self._cancellation.request()
        self._known.clear()
        self.ask_again()

    def _ask(self, project: Project, look: Look, key: MapKey) -> None:
        cancellation = self._cancellation = Cancellation()
        make = umap_map if key.method == "umap" else principal_map
        self._questions.ask(
            partial(_while_wanted, cancellation, partial(make, project, look, key.groups, cancellation)),
            partial(self._take, key),
            partial(self._fail, key),
            lambda: key == self._wanted,
        )

    def _take(self, key: MapKey, found: EmbeddingMap) -> None:
        self._known[key] = found
        self.changed.emit()

    def _fail(self, key: MapKey, error: BaseException) -> None:
        known = error if isinstance(error, UserError) else None
        self._error = known or UserError("the map could not be laid out", str(error))
        self.changed.emit()

    def _tell_bug(self, error: BaseException) -> None:
        if not isinstance(error, UserError):
            self._context.failed.emit(error)

    def _close(self) -> None:
        self.forget()
        self._questions.close()


def _while_wanted(cancellation: Cancellation, make: Callable[[], EmbeddingMap]) -> EmbeddingMap:
    if cancellation.requested:
        raise CancelledError("cancelled: there is no map")
    return make()
