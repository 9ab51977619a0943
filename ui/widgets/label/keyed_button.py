"""A button that shows its key before or after its words."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.tips import tip


class KeyedButton(QPushButton):
    """Words and a key, literally. is_answer : large, its key first, its words broken into lines where they are long."""

    def __init__(self, words: str, key: str, explanation: str, *, is_answer: bool = False) -> None:
        super().__init__()
        self._is_answer = is_answer
        self._words = label(words, parent=self)
        self._words.setWordWrap(is_answer)
        self._key = label(key, "key", self)
        self._key.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._key.setHidden(not key)
        self._tick = label("✓", "strong", self)
        self._tick.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(*(2 * GRID_PX - 2, 11, 2 * GRID_PX, 11) if is_answer else (GRID_PX + 2, 4, GRID_PX, 4))
        row.setSpacing(2 * GRID_PX - 4 if is_answer else GRID_PX)
        for widget in (self._words, self._key, self._tick):
            widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        if is_answer:
            self.setProperty("answer", True)
            self._words.setProperty("large", True)
            self._key.setMinimumWidth(QFontMetrics(self.font()).horizontalAdvance("00") + 2 * GRID_PX)
            row.addWidget(self._key)
            row.addWidget(self._words, 1)
            row.addWidget(self._tick)
        else:
            row.addWidget(self._words)
            row.addWidget(self._key)
        policy = QSizePolicy(
            QSizePolicy.Policy.Preferred if is_answer else QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed
        )
        policy.setHeightForWidth(is_answer)
        self.setSizePolicy(policy)
        self.name(words, explanation)

    @property
    def words(self) -> str:
        """What it says."""
        return self._words.text()

    @property
    def is_chosen(self) -> bool:
        """Whether it is marked as what stands."""
        return bool(self.property("chosen"))

    def name(self, words: str, explanation: str) -> None:
        """Say something else, to the eye and to a screen reader."""
        self._words.setText(words)
        self.setToolTip(tip(explanation))
        self._tell()

    def show_key(self, key: str) -> None:
        """Show another key."""
        self._key.setText(key)
        self._key.setVisible(bool(key))
        self._tell()

    def mark(self, chosen: bool) -> None:
        """Show it as what stands, or not."""
        if chosen != self.is_chosen:
            self._tick.setVisible(chosen)
            self.setProperty("chosen", chosen)
            self.style().unpolish(self)
            self.style().polish(self)
            self._tell()

    def _tell(self) -> None:
        chosen = ", chosen" if self.is_chosen else ""
        key = f", key {self._key.text()}" if self._key.text() else ""
        self.setAccessibleName(f"{self.words}{chosen}" if self._is_answer else self.words)
        self.setAccessibleDescription(f"{self.words}{key}{chosen}")

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Let the second click of two answer nothing: by then another question, or another item, may be there."""
        if self._is_answer:
            event.accept()
        else:
            super().mouseDoubleClickEvent(event)

    def sizeHint(self) -> QSize:
        """Return the room that words and key take."""
        return self._room()

    def minimumSizeHint(self) -> QSize:
        """Return the room that words and key take; an answer may be narrower."""
        room = self._room()
        return QSize(0, room.height()) if self._is_answer else room

    def _room(self) -> QSize:
        layout = self.layout()
        return super().sizeHint() if layout is None else layout.sizeHint()

    def hasHeightForWidth(self) -> bool:
        """Return whether its lines break."""
        return self._is_answer

    def heightForWidth(self, width: int) -> int:
        """Return the height of its lines."""
        layout = self.layout()
        return super().heightForWidth(width) if layout is None else layout.heightForWidth(width)


def key_cap(text: str, parent: QWidget | None = None) -> QLabel:
    """Return a key as it is drawn beside words."""
    made = label(text, "key", parent)
    made.setProperty("small", True)
    return made
