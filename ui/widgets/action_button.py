"""A button that is one of the window's actions: its text, icon, tooltip and state are the action's."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QWidget


class ActionButton(QPushButton):
    """Does `action`, and can be pressed when that can be done."""

    def __init__(
        self, action: QAction, text: str = "", *, primary: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._action = action
        self._text = text
        self.setProperty("primary", primary)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        text = self._text or self._action.iconText()
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(self._action.toolTip())
        self.setEnabled(self._action.isEnabled())
