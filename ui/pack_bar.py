"""The bar and the status line of the window of a pack."""

from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStatusBar, QToolButton, QWidget

from ui.actions import Actions
from ui.theme import GRID_PX
from ui.widgets.action_tool import ActionTool
from ui.widgets.basics import label

BLIND = "Labelling · blind"
PAUSE = "Paused"
FINISHED = "Everything is answered"
NO_PACK = "No pack is open"
NOTHING_TELLS = "nothing tells where an item comes from"


class PackBar(QWidget):
    """Menu on the left, then that it is blind; keys, settings and full screen on the right."""

    def __init__(self, actions: Actions, menu: QMenu) -> None:
        super().__init__()
        self.setObjectName("topbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.menu = QToolButton()
        self.menu.setText("Genmu Studio")
        self.menu.setProperty("flat", True)
        self.menu.setStyleSheet("font-weight: 700;")
        self.menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu.setMenu(menu)
        self.menu.setToolTip("Menu of all commands")
        self.menu.setAccessibleName("Menu")
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID_PX, 6, 2 * GRID_PX, 6)
        row.setSpacing(GRID_PX)
        self.blind = label(NOTHING_TELLS, "muted")
        row.addWidget(self.menu)
        row.addSpacing(GRID_PX)
        row.addWidget(self.blind)
        row.addStretch(1)
        for name in ("key_sheet", "settings", "full_screen"):
            row.addWidget(ActionTool(actions[name]))


class PackStatus(QStatusBar):
    """What is shown, and what was just done; away from the desk, which says so itself, when it was saved last."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self.setContentsMargins(2 * GRID_PX - 2, 0, 2 * GRID_PX - 2, 0)
        self._mode, self._said, self._saved = label(NO_PACK, "muted"), label(), label("", "muted")
        self.addWidget(self._mode)
        self.addPermanentWidget(self._said)
        self.addPermanentWidget(self._saved)

    def begin(self, words: str, saved_at: datetime | None = None) -> None:
        """Say what is shown; what was done before is not told any more."""
        self._mode.setText(words)
        self._said.setText("")
        self._saved.setText("" if saved_at is None else f"saved {saved_at:%H:%M:%S}")

    def say(self, words: str) -> None:
        """Say what was just done."""
        self._said.setText(words)

    @property
    def told(self) -> tuple[str, str, str]:
        """What is shown, what was done, when it was saved."""
        return self._mode.text(), self._said.text(), self._saved.text()
