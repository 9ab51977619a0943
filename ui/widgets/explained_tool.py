"""A tool button with a purpose of its own, which an action explains: its name, what it does, and its key."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget


class ExplainedTool(QToolButton):
    """Can be on or off. text : what it shows; name : what it is called, where that is not the action's name."""

    def __init__(self, action: QAction, text: str = "", name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._action = action
        self._name = name
        self._reason = ""
        self.setCheckable(True)
        self.setText(text)
        action.changed.connect(self._follow)
        self._follow()

    @property
    def title(self) -> str:
        """What the action is called."""
        return self._action.iconText()

    def disable(self, reason: str) -> None:
        """Tell why it cannot be used; "" lets it be used again."""
        self._reason = reason
        self.setEnabled(not reason)
        self._follow()

    def _follow(self) -> None:
        self.setAccessibleName(self._name or self._action.iconText())
        self.setToolTip(self._reason or self._action.toolTip())
