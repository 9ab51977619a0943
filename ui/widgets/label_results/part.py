"""What every part of the results is: told what there is to show, and asking for what lies elsewhere."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from ui.widgets.basics import Card, label, literal
from ui.widgets.label_results.reading import Read
from ui.widgets.tips import tip


class ResultPart(QWidget):
    """Base of the parts."""

    asked = Signal(str, object)  # another view's name, and what it shall show
    noticed = Signal(object)  # a Notice

    title = ""
    about = ""

    def show_results(self, read: Read) -> None:
        """Show what there is now; a person stays where they were."""
        raise NotImplementedError

    def forget(self) -> None:
        """Show nothing, and hold nothing of any campaign."""
        raise NotImplementedError

    def tab_title(self, read: Read) -> str:
        """Return what the tab says: how much there is behind it, where that tells something."""
        return self.title

    def act(self, name: str) -> bool:
        """Do an action of scope "label"; whether there was something to do."""
        return False

    def take_keys(self, keys: str) -> bool:
        """Act on keys that no table knows; whether they meant something."""
        return False


def scrolled(inside: QWidget) -> QScrollArea:
    """Return an area without a frame that scrolls `inside`."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inside)
    area.viewport().setAutoFillBackground(False)
    inside.setAutoFillBackground(False)  # what it stands on is seen
    return area


def scroll_down(part: QWidget, column: QVBoxLayout) -> None:
    """Fill a part with a column that is scrolled where the window is low."""
    inside = QWidget()
    inside.setLayout(column)
    whole = QVBoxLayout(part)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.addWidget(scrolled(inside))


def framed(listing: QWidget) -> Card:
    """Return a card that holds a list and nothing else."""
    card = Card()
    card.setAccessibleName(listing.accessibleName())
    card.body.setContentsMargins(4, 4, 4, 4)
    card.body.addWidget(listing)
    return card


def push_button(text: str, about: str, function: Callable[[], object]) -> QPushButton:
    """Return a button that does `function()`."""
    button = QPushButton(literal(text))
    button.setToolTip(tip(about))
    button.setAccessibleName(text)
    button.clicked.connect(lambda *_: function())
    return button


def words(text: str = "", role: str = "muted") -> QLabel:
    """Return a label of as many lines as its words need."""
    made = label(text, role)
    made.setWordWrap(True)
    return made


def listed(names: Sequence[str]) -> str:
    """Return "ada", "ada and ben", "ada, ben and eve"."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
