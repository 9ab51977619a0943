"""A foldable section of the filter panel: its title says how much of it is chosen, folded or not."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from ui.icons import icon
from ui.theme import watch
from ui.widgets.basics import label
from ui.widgets.fold import Fold


class FilterSection(QWidget):
    """A title over `content`. `cleared` asks to choose nothing of it; `folded` says that it was opened or closed."""

    cleared = Signal()
    folded = Signal()

    def __init__(self, title: str, tip: str, content: QWidget, *, is_open: bool) -> None:
        super().__init__()
        self.content = content
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.head = Fold(f"{title}, section", tip, title)
        self.head.setChecked(is_open)
        self.head.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.head.toggled.connect(self._fold)
        self.said = label("", "chosen")
        self.clear = QToolButton()
        self.clear.setProperty("flat", True)
        self.clear.setStyleSheet("padding: 1px;")
        self.clear.setIconSize(QSize(14, 14))
        self.clear.setAccessibleName(f"{title}: choose nothing")
        self.clear.setToolTip(f"{title}: let everything through")
        self.clear.clicked.connect(self.cleared)
        policy = self.clear.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.clear.setSizePolicy(policy)
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        line.addWidget(self.head, 1)
        line.addWidget(self.said)
        line.addWidget(self.clear)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(line)
        column.addWidget(content)
        content.setVisible(is_open)
        self.say("", is_chosen=False)
        watch().changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        self.clear.setIcon(icon("close"))

    @property
    def is_open(self) -> bool:
        """Whether its content is shown."""
        return self.head.isChecked()

    def set_open(self, is_open: bool) -> None:
        """Open or fold it."""
        self.head.setChecked(is_open)

    def say(self, chosen: str, *, is_chosen: bool) -> None:
        """Say what of it is chosen, and whether anything is."""
        self.said.setText(chosen)
        self.clear.setVisible(is_chosen)
        self.head.setAccessibleDescription((chosen or "limited") if is_chosen else "everything")

    def _fold(self, is_open: bool) -> None:
        self.content.setVisible(is_open)
        self.folded.emit()
