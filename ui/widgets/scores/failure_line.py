"""A line that says what could not be had, and a button to ask for it once more."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from scoring.errors import UserError
from ui.theme import GRID_PX
from ui.widgets.basics import label


class FailureLine(QWidget):
    """Hidden while nothing has failed. `again` says that somebody wants it tried once more."""

    again = Signal()

    def __init__(self, about: str) -> None:
        super().__init__()
        self.words = label("", "warning")
        self.words.setWordWrap(True)
        button = QPushButton("Try again")
        button.setAccessibleName(button.text())
        button.setToolTip(about)
        button.clicked.connect(lambda *_: self.again.emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID_PX // 2, 0, GRID_PX // 2, 0)
        row.addWidget(self.words, 1)
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_error(self, what: str, error: BaseException | None) -> None:
        """Say that `what` failed and why; None = it did not."""
        self.setVisible(error is not None)
        if error is not None:
            hint = f" {error.hint}" if isinstance(error, UserError) and error.hint else ""
            self.words.setText(f"▲ {what}: {error}.{hint}")
