"""Over the item: that something was not kept, why, and a way to try again."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ui.icons import icon
from ui.labelling.refusal import Refusal
from ui.theme import GRID_PX
from ui.widgets.basics import Card, label
from ui.widgets.label.keyed_button import KeyedButton

_ICON_PX = 18


class RefusalBar(Card):
    """Shown while something is refused; `again` asks to try once more."""

    again = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.body.setContentsMargins(GRID_PX + 4, GRID_PX, GRID_PX, GRID_PX)
        self._symbol = QLabel()
        self._text = label("", "alarm")
        self._hint = label("", "muted")
        for words in (self._text, self._hint):
            words.setWordWrap(True)
        self.button = KeyedButton("Try again", "", "Keep it once more; the key of the answer does it too")
        self.button.clicked.connect(self.again)
        lines = QVBoxLayout()
        lines.setSpacing(2)
        lines.addWidget(self._text)
        lines.addWidget(self._hint)
        row = QHBoxLayout()
        row.setSpacing(GRID_PX + 4)
        row.addWidget(self._symbol, alignment=Qt.AlignmentFlag.AlignTop)
        row.addLayout(lines, 1)
        row.addWidget(self.button)
        self.body.addLayout(row)
        self.hide()

    def follow(self, refusal: Refusal | None, *, can_try_again: bool) -> None:
        """Show what was refused last; None takes it away."""
        self.setVisible(refusal is not None)
        self.button.setVisible(can_try_again)
        if refusal is not None:
            self._symbol.setPixmap(icon("warning").pixmap(_ICON_PX, _ICON_PX))
            self._text.setText(refusal.text)
            self._hint.setText(refusal.hint)
            self.setAccessibleName(f"Warning: {refusal.text}")
        else:
            self._text.setText("")
            self._hint.setText("")
            self.setAccessibleName("")

    @property
    def words(self) -> str:
        """What it says."""
        return self._text.text()
