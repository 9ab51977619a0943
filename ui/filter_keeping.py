"""Saved filters of the open project, between the menu that shows them and the project that keeps them."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from genmu_studio.pair_filter import PairFilter
from genmu_studio.pair_orders import PairOrder
from genmu_studio.saved_filters import SavedFilter, delete_filter, save_filter, saved_filters
from ui.context import Context


class FilterKeeping(QObject):
    """`listed` carries the saved filters, whenever they may have changed."""

    listed = Signal(object)  # tuple[SavedFilter, ...]

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._listed: tuple[SavedFilter, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names that are taken."""
        return tuple(each.name for each in self._listed)

    def read(self) -> None:
        """Read them anew."""
        project = self._context.project
        if project is None:
            self._list(())
        else:
            self._context.ask(partial(saved_filters, project), self._list)

    def _list(self, saved: tuple[SavedFilter, ...]) -> None:
        self._listed = saved
        self.listed.emit(saved)

    def save(self, wanted: PairFilter, order: PairOrder, name: str, replace: bool) -> None:
        """Keep a filter under a name; UserError where it cannot be, or where one of that name is not to be replaced.

        A row of one small table, written while the person waits for the dialog to close.
        """
        project = self._context.project
        if project is not None:
            save_filter(project, name, wanted, order, replace=replace)
            self.read()

    def delete(self, name: str) -> None:
        """Forget one."""
        project = self._context.project
        if project is not None:
            self._context.ask(partial(delete_filter, project, name), lambda _: self.read())
