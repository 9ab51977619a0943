"""The part of a filter that was chosen elsewhere: what it is, and a click that removes it."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton

from genmu_studio.pair_filter import Chosen
from ui.icons import icon
from ui.theme import watch
from ui.widgets.basics import literal
from ui.widgets.tips import tip

_AROUND_PX = 34  # icon and padding


class ChosenChip(QToolButton):
    """Hidden while nothing was chosen. `removed` says that somebody wants to see the other pairs again."""

    removed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._title = ""
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setStyleSheet("padding: 5px;")
        self.clicked.connect(lambda *_: self.removed.emit())
        watch().changed.connect(self._dress)
        self._dress()
        self.hide()

    def sizeHint(self) -> QSize:
        """Ask for no more room than others leave: the text can be cut."""
        return QSize(_AROUND_PX, super().sizeHint().height())

    def show_chosen(self, chosen: Chosen | None) -> None:
        """Say what was chosen."""
        self._title = "" if chosen is None else chosen.title
        self.setAccessibleName(f"Remove from the filter: {self._title}")
        self.setToolTip(tip(f"{self._title}\nClick to see other pairs too"))
        self.setVisible(chosen is not None)
        self._write()

    def _dress(self) -> None:
        self.setIcon(icon("close"))

    def _write(self) -> None:
        room = max(0, self.width() - _AROUND_PX)
        self.setText(literal(self.fontMetrics().elidedText(self._title, Qt.TextElideMode.ElideRight, room)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write as much as there is room for."""
        super().resizeEvent(event)
        self._write()
