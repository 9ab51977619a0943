"""A tool button that is one of the window's actions: its icon or a text, its tooltip and state are the action's."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget


class ActionTool(QToolButton):
    """Does `action`; shows `text`, or the action's icon where there is none."""

    def __init__(self, action: QAction, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._action = action
        self.setText(text)
        style = Qt.ToolButtonStyle.ToolButtonTextOnly if text else Qt.ToolButtonStyle.ToolButtonIconOnly
        self.setToolButtonStyle(style)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        self.setIcon(self._action.icon())
        self.setAccessibleName(self._action.iconText())
        self.setToolTip(self._action.toolTip())
        self.setEnabled(self._action.isEnabled())
