"""What every window of the program is: it keeps its place on a screen that is there, shows errors, and can be quit."""

import base64
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from weakref import WeakSet

from PySide6.QtCore import QByteArray, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QScreen, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu
from shiboken6 import isValid

from genmu_studio.memory import Memory
from genmu_studio.settings import Settings
from ui.actions import Actions
from ui.notices import Notice, NoticeBar

FIRST_SIZE = (1440, 900)
SMALLEST = (960, 600)


class StudioWindow(QMainWindow):
    """The base of the windows. blind : whether somebody labels in it, so that nothing may tell whose samples are shown.

    sections : those of the settings that have to do with it, None = all.
    """

    table: Actions
    sections: tuple[str, ...] | None = None

    def __init__(self, settings: Settings, memory: Memory) -> None:
        super().__init__()
        self.setWindowTitle("Genmu Studio")
        self.setMinimumSize(*SMALLEST)
        self.resize(*FIRST_SIZE)
        self.setAcceptDrops(True)
        self.settings = settings
        self.memory = memory
        self.blind = False
        self.notices = NoticeBar()
        _WINDOWS.add(self)

    @property
    def scope(self) -> str:
        """Whose keys act now, beside those of the window."""
        raise NotImplementedError

    def show_error(self, error: BaseException, report: str = "") -> None:
        """Show what went wrong as a banner."""
        self.notices.show_notice(Notice.of(error, report))

    def make_menus(self) -> tuple[QMenu, Mapping[str, QMenu]]:
        """Return a menu of all actions that stand in one, and its submenus by name."""
        menu = QMenu(self)
        submenus: dict[str, QMenu] = {}
        for row in self.table.table.values():
            if row.menu:
                if row.menu not in submenus:
                    submenus[row.menu] = menu.addMenu(row.menu)
                submenus[row.menu].addAction(self.table[row.name])
        return menu, submenus

    def quit_without_asking(self) -> None:
        """Close as soon as that is possible."""
        self.close()

    def full_screen(self) -> None:
        """Fill the screen, or leave it."""
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()

    # ---- dropping ----

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take local files and folders."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take what is dropped as soon as the event has ended."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        QTimer.singleShot(0, partial(self.take_dropped, paths))

    def take_dropped(self, paths: list[Path]) -> None:
        """Open files and folders that were dropped, one at least."""
        raise NotImplementedError

    # ---- its place ----

    def showEvent(self, event: QShowEvent) -> None:
        """Keep a restored window on a screen."""
        super().showEvent(event)
        self.clamp_to_screen()

    def clamp_to_screen(self) -> None:
        """Move and shrink the window until the screen it is on, or the first one, holds it."""
        screen: QScreen | None = QGuiApplication.screenAt(self.geometry().center())
        screen = screen or QGuiApplication.primaryScreen()
        if self.isMaximized() or self.isFullScreen():
            return
        room = screen.availableGeometry()
        frame = self.frameGeometry().size() - self.size()
        self.resize(self.size().boundedTo(room.size() - frame))
        whole = self.size() + frame
        # The upper left corner last: where the smallest window is larger than the screen, the title must be on it.
        x = max(room.left(), min(self.x(), room.right() - whole.width() + 1))
        y = max(room.top(), min(self.y(), room.bottom() - whole.height() + 1))
        self.move(x, y)

    def restore_place(self, name: str) -> None:
        """Go where the window was when its place was kept under this name."""
        kept = self.memory.text(name)
        if kept:
            self.restoreGeometry(decoded(kept))

    def keep_place(self, name: str) -> None:
        """Keep where the window is under a name."""
        self.memory.put(name, encoded(self.saveGeometry()))


def open_windows() -> tuple[StudioWindow, ...]:
    """Return the windows that are on the screen, the active one first."""
    shown = [each for each in QApplication.topLevelWidgets() if isinstance(each, StudioWindow) and each.isVisible()]
    return tuple(sorted(shown, key=lambda each: not each.isActiveWindow()))


_WINDOWS: WeakSet[StudioWindow] = WeakSet()


def somebody_labels() -> bool:
    """Whether a window is blind; safe from any thread."""
    return any(each.blind and isValid(each) for each in tuple(_WINDOWS))


def encoded(data: QByteArray) -> str:
    """Return what Qt keeps of a window as text."""
    return base64.b64encode(bytes(data.data())).decode()


def decoded(text: str) -> QByteArray:
    """Return what was kept as text."""
    return QByteArray.fromBase64(QByteArray(text.encode("ascii", "replace")))
