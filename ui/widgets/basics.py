"""Cards, labels and empty states: what gives all views the same look."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ui.icons import icon
from ui.theme import GRID_PX


def label(text: str = "", role: str = "", parent: QWidget | None = None) -> QLabel:
    """Return a label that shows `text` literally, whatever it holds. role : a look of the style sheet."""
    made = QLabel(parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setText(text)
    if role:
        made.setProperty("role", role)
    return made


def literal(text: str) -> str:
    """Return `text` for a button or menu that shall show it as it is: there a lone `&` underlines the next letter."""
    return text.replace("&", "&&")


def restyle(widget: QWidget, role: str) -> None:
    """Give a label another role."""
    widget.setProperty("role", role)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


class Card(QFrame):
    """A titled surface; `body` is the layout to fill."""

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setAccessibleName(title)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(2 * GRID_PX, 2 * GRID_PX - 2, 2 * GRID_PX, 2 * GRID_PX)
        self.body.setSpacing(GRID_PX)
        self._title = label(title, "heading")
        self.body.addWidget(self._title)
        self._title.setVisible(bool(title))

    def set_title(self, title: str) -> None:
        """Show another title."""
        self._title.setText(title)
        self._title.setVisible(bool(title))
        self.setAccessibleName(title)


class EmptyState(QWidget):
    """What stands where there is nothing to show: why, and what to do next."""

    def __init__(self, symbol: str, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QVBoxLayout(self)
        self._layout.setSpacing(GRID_PX)
        self._layout.addStretch(1)
        picture = QLabel()
        picture.setPixmap(icon(symbol).pixmap(40, 40))
        picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title = label(title)
        self._title.setStyleSheet("font-size: 16px; font-weight: 600;")
        self._text = label(text, "muted")
        self._text.setWordWrap(True)
        self._text.setMaximumWidth(520)
        for widget in (picture, self._title, self._text):
            widget.setAlignment(Qt.AlignmentFlag.AlignCenter)
        # Between two stretches, not by an alignment: that would give a text the lines that it needs in another width.
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(self._text, 100)
        middle.addStretch(1)
        self._layout.addWidget(picture)
        self._layout.addWidget(self._title)
        self._layout.addLayout(middle)
        self._layout.addStretch(1)

    def say(self, title: str, text: str) -> None:
        """Say something else."""
        self._title.setText(title)
        self._text.setText(text)

    def offer(self, action: QAction, primary: bool = True) -> QPushButton:
        """Add a button that does `action`."""
        return self.offer_to(action.iconText(), action.toolTip(), action.trigger, primary)

    def offer_to(self, text: str, tip: str, function: Callable[[], object], primary: bool = True) -> QPushButton:
        """Add a button that does `function()`."""
        button = QPushButton(text)
        button.setToolTip(tip)
        button.setAccessibleName(text)
        button.setProperty("primary", primary)
        button.clicked.connect(lambda *_: function())
        self._layout.insertWidget(self._layout.count() - 1, button, alignment=Qt.AlignmentFlag.AlignHCenter)
        return button
