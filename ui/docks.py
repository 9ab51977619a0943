"""The docks of a window: each goes where it was last time, and one that a person closed stays closed."""

from collections.abc import Iterable

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu

from genmu_studio.memory import Memory
from ui.studio_window import decoded, encoded

_LAYOUT_VERSION = 1


class Docks(QObject):
    """Places the docks of the pages in `window`. menu : of the actions that open each again."""

    def __init__(self, window: QMainWindow, menu: QMenu, memory: Memory) -> None:
        super().__init__(window)
        self._window = window
        self._menu = menu
        self._memory = memory

    def place(self, dock: QDockWidget) -> None:
        """Put a dock where it was last time, hidden, and let the menu open it again where a person closed it."""
        if not self._window.restoreDockWidget(dock):
            self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        dock.setProperty("closed", dock.objectName() in self._closed)
        dock.setVisible(False)
        toggle = dock.toggleViewAction()
        toggle.triggered.connect(lambda shown: dock.setProperty("closed", not shown))
        self._menu.addAction(toggle)
        dock.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Remember that a person closed a dock."""
        if isinstance(watched, QDockWidget) and event.type() == QEvent.Type.Close:
            watched.setProperty("closed", True)
        return False

    @staticmethod
    def show(docks: Iterable[QDockWidget]) -> None:
        """Show those that nobody closed."""
        for dock in docks:
            dock.setVisible(not dock.property("closed"))

    @staticmethod
    def hide(docks: Iterable[QDockWidget]) -> None:
        """Hide them, which closes none."""
        for dock in docks:
            dock.setVisible(False)

    def put_back(self, docks: Iterable[QDockWidget]) -> None:
        """Put docks back to where they were first, none closed."""
        for dock in docks:
            dock.setFloating(False)
            dock.setProperty("closed", False)
            self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)

    def take_away(self, docks: Iterable[QDockWidget]) -> None:
        """Delete docks; `restore` with the layout from before keeps a place for those to come."""
        for dock in docks:
            self._window.removeDockWidget(dock)
            dock.setObjectName("")  # its place is kept for the one to come
            dock.deleteLater()

    # ---- what is remembered ----

    @property
    def layout(self) -> QByteArray:
        """Where every dock is."""
        return self._window.saveState(_LAYOUT_VERSION)

    def restore(self, layout: QByteArray) -> None:
        """Put every dock where a layout has it."""
        self._window.restoreState(layout, _LAYOUT_VERSION)

    def restore_layout(self) -> None:
        """Put every dock where it was when the window closed."""
        state = self._memory.text("layout")
        if state:
            self.restore(decoded(state))

    def remember_layout(self) -> None:
        """Remember where every dock is."""
        self._memory.put("layout", encoded(self.layout))

    def remember_closed(self, docks: Iterable[QDockWidget]) -> None:
        """Remember which of these are closed; of others it is remembered already."""
        closed = self._closed
        for dock in docks:
            (closed.add if dock.property("closed") else closed.discard)(dock.objectName())
        self._memory.put("closed_docks", sorted(closed))

    @property
    def _closed(self) -> set[str]:
        known = self._memory.get("closed_docks")
        return {str(each) for each in known} if isinstance(known, list) else set()
