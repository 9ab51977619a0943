"""The marks of a pair as buttons: pick, reject, bookmark; each shows whether it is set, and its key."""

from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from ui.actions import Actions
from ui.theme import GRID_PX

_BUTTONS = (("pick", "✓ Pick"), ("reject", "✕ Reject"), ("bookmark", "Bookmark"))
_READ_ONLY = "The project is read-only: marks can be seen, not changed"


class MarksBar(QWidget):
    """Shows the marks of one pair; a click is the action of that name."""

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self._actions = actions
        self._shown = (0, False)
        self._is_writable = True
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID_PX // 2)
        self.buttons = {name: self._make(name, text) for name, text in _BUTTONS}
        for button in self.buttons.values():
            row.addWidget(button)
        row.addStretch(1)
        self._explain()

    def _make(self, name: str, text: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setCheckable(True)
        button.setProperty("chip", True)
        button.setAccessibleName(text.lstrip("✓✕ "))
        self._actions[name].changed.connect(self._explain)
        button.clicked.connect(lambda: self._press(name))
        return button

    def _explain(self) -> None:
        for name, button in self.buttons.items():
            button.setToolTip(self._actions[name].toolTip() if self._is_writable else _READ_ONLY)

    def _press(self, name: str) -> None:
        """Act; what is set shows when it is stored. Pressing what is set takes it back."""
        pick, _ = self._shown
        is_set = (name, pick) in {("pick", 1), ("reject", -1)}
        self.show_marks(*self._shown)
        self._actions["unmark" if is_set else name].trigger()

    def show_marks(self, pick: int, bookmarked: bool) -> None:
        """Show the marks of another pair. pick : 1 picked, −1 rejected, 0 neither."""
        self._shown = (pick, bookmarked)
        for name, is_set in (("pick", pick > 0), ("reject", pick < 0), ("bookmark", bookmarked)):
            self.buttons[name].setChecked(is_set)

    def set_writable(self, writable: bool) -> None:
        """Let marks be changed, or not: the project is read-only."""
        self._is_writable = writable
        for button in self.buttons.values():
            button.setEnabled(writable)
        self._explain()
