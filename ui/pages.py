"""The pages of a window: each is built when it is first shown, and how it looked is remembered."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDockWidget, QStackedWidget

from genmu_studio.memory import Memory
from ui.actions import Actions
from ui.context import Context
from ui.docks import Docks
from ui.views import ViewRow
from ui.views.page import Page


class Pages(QStackedWidget):
    """Shows one page at a time, with its docks. views : what can be shown, by name."""

    built = Signal(object)  # a Page, before it looks as it did last time

    def __init__(
        self, views: tuple[ViewRow, ...], context: Context, table: Actions, docks: Docks, memory: Memory
    ) -> None:
        super().__init__()
        self.views: Mapping[str, ViewRow] = {row.name: row for row in views}
        self.shown = ""  # the name of the page that is shown
        self._context = context
        self._table = table
        self._docks = docks
        self._memory = memory
        self._pages: dict[str, Page] = {}

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self._pages[self.shown]

    def turn_to(self, name: str) -> Page:
        """Show a page instead of the one that is shown, and return it."""
        page = self._pages.get(name) or self._build(name)
        if self.shown and self.shown != name:
            self.page.make_way()
            self._docks.hide(self.page.docks())
        self.shown = name
        self.setCurrentWidget(page)
        self._docks.show(page.docks())
        return page

    def _build(self, name: str) -> Page:
        page = self.views[name].build(self._context, self._table)
        page.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.built.emit(page)
        self._pages[name] = page
        self.addWidget(page)
        for dock in page.docks():
            self._docks.place(dock)
        state = self._memory.get(f"state.{name}")
        if isinstance(state, dict):
            page.restore(state)
        return page

    @property
    def _all_docks(self) -> tuple[QDockWidget, ...]:
        return tuple(dock for page in self._pages.values() for dock in page.docks())

    def put_docks_back(self) -> None:
        """Put the docks of all pages back to how they were first."""
        self._docks.put_back(self._all_docks)
        self._docks.show(self.page.docks())

    def take_others_away(self) -> None:
        """Delete every page but the one that is shown; how they looked is remembered."""
        self.remember()
        layout = self._docks.layout
        for name, page in tuple(self._pages.items()):
            if name != self.shown:
                del self._pages[name]
                self._take_away(page)
        self._docks.restore(layout)  # keeps a place for the docks that are gone

    def _take_away(self, page: Page) -> None:
        page.close_down()
        self._docks.take_away(page.docks())
        self.removeWidget(page)
        page.hide()
        page.deleteLater()

    def remember(self) -> None:
        """Remember how the pages look that are there; of the others it is remembered already."""
        for name, page in self._pages.items():
            self._memory.put(f"state.{name}", page.state())
        self._docks.remember_closed(self._all_docks)
