"""What dialogs share: foot with buttons, a line for what went wrong; in the main window questions off the thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from scoring.errors import UserError
from ui.studio_window import StudioWindow
from ui.theme import GRID_PX
from ui.widgets.basics import label

if TYPE_CHECKING:
    from ui.main_window import MainWindow

T = TypeVar("T")


class PlainDialog(QDialog):
    """A dialog of any window. `body` is the layout to fill; `add_foot` ends it."""

    def __init__(self, window: StudioWindow, title: str, size: QSize) -> None:
        super().__init__(window)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        room = window.screen().availableGeometry().size()
        self.resize(size.boundedTo(QSize(room.width() - 8 * GRID_PX, room.height() - 8 * GRID_PX)))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(2 * GRID_PX, 2 * GRID_PX, 2 * GRID_PX, 2 * GRID_PX)
        whole.setSpacing(2 * GRID_PX)
        self.body = QVBoxLayout()
        self.body.setSpacing(GRID_PX)
        whole.addLayout(self.body, 1)
        self._problem = label("", "bad")
        self._problem.setWordWrap(True)
        self._problem.hide()
        whole.addWidget(self._problem)

    def add_foot(self, *buttons: QWidget) -> None:
        """Add a row of buttons at the bottom: the first ones stand left, the last one right."""
        row = QHBoxLayout()
        row.setSpacing(GRID_PX)
        for widget in buttons[:-1]:
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(buttons[-1])
        whole = self.layout()
        assert isinstance(whole, QVBoxLayout)  # noqa: S101 - made above
        whole.addLayout(row)

    def close_button(self, text: str = "Close") -> QPushButton:
        """Return the button that closes the dialog."""
        return push_button(text, f"{text} (Esc)", self.reject)

    def say_error(self, error: BaseException | None) -> None:
        """Say what went wrong, None for nothing."""
        text = "" if error is None else str(error)
        if isinstance(error, UserError):
            text = f"▲ {error.message}" + (f"  {error.hint}" if error.hint else "")
        self._problem.setText(text)
        self._problem.setVisible(bool(text))

    @property
    def problem(self) -> str:
        """What is said to be wrong."""
        return self._problem.text()


class Dialog(PlainDialog):
    """A dialog of the main window."""

    def __init__(self, window: MainWindow, title: str, size: QSize) -> None:
        super().__init__(window, title, size)
        self.studio = window

    def ask(self, question: Callable[[], T], then: Callable[[T], None]) -> None:
        """Compute `question()` off the GUI thread and hand the answer to `then`, unless the dialog is gone by then."""

        def answered(value: T) -> None:
            if isValid(self):
                then(value)

        self.studio.context.ask(question, answered)


def push_button(text: str, tip: str, function: Callable[[], object], *, primary: bool = False) -> QPushButton:
    """Return a button that does `function()`; only the `primary` one answers to Enter from elsewhere in the dialog."""
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAccessibleName(text)
    button.setProperty("primary", primary)
    button.setAutoDefault(primary)
    button.setDefault(primary)
    button.clicked.connect(lambda *_: function())
    return button
