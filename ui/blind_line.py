"""What stands in the top bar while somebody labels: which campaign, and that nothing else is told."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from ui import theme
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.elided import ElidedLabel

HIDDEN = "submission, side and identity hidden until the reveal"


class BlindLine(QWidget):
    """Shows the title of a campaign."""

    def __init__(self) -> None:
        super().__init__()
        frame = QFrame()
        frame.setProperty("card", True)
        inside = QHBoxLayout(frame)
        inside.setContentsMargins(GRID_PX + 2, 4, GRID_PX + 2, 4)
        inside.setSpacing(GRID_PX)
        self._title = ElidedLabel("", policy=QSizePolicy.Policy.Maximum)
        self._title.setFont(theme.font(weight=QFont.Weight.DemiBold))
        self._title.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        inside.addWidget(label("campaign", "muted"))
        inside.addWidget(self._title)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * GRID_PX)
        row.addWidget(frame)
        row.addWidget(label(HIDDEN, "muted"))
        row.addStretch(1)

    def show_title(self, title: str) -> None:
        """Show the title of another campaign, "" for none."""
        self._title.show_text(title)
