"""The head of the desk: what is asked, who answers, how far the queue is; break and undo."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from ui.actions import Actions, readable
from ui.labelling.session import LabelSession
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.elided import ElidedLabel
from ui.widgets.label.keyed_button import KeyedButton

NO_TITLE = "Labelling"


class DeskHead(QWidget):
    """`wanted` carries the action that a button does."""

    wanted = Signal(str)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._title = ElidedLabel("", "strong", QSizePolicy.Policy.Maximum)
        self._title.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._where = label("", "muted")
        self.buttons = {name: self._button(name) for name in ("label_instructions", "label_break", "undo")}
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Progress")
        line = QHBoxLayout()
        line.setSpacing(GRID_PX)
        line.addWidget(self._title)
        line.addWidget(self._where)
        line.addStretch(1)
        for button in self.buttons.values():
            line.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX + 2)
        column.addLayout(line)
        column.addWidget(self.bar)

    def _button(self, name: str) -> KeyedButton:
        button = KeyedButton(self._actions.table[name].text, "", "")
        button.clicked.connect(lambda *_: self.wanted.emit(name))
        return button

    def begin(self, title: str) -> None:
        """Show what the work is called, and the keys as they are now."""
        self._title.show_text(title or NO_TITLE)
        for name, button in self.buttons.items():
            row, keys = self._actions.table[name], self._actions.keys_of(name)
            key = readable(keys[0]) if keys else ""
            told = "Take back what was done last, also from before a restart" if name == "undo" else row.tip
            button.name(row.text, f"{told} ({key})" if key else told)
            button.show_key(key.replace("+", " "))

    def follow(self, session: LabelSession) -> None:
        """Show how far the session is."""
        entries = session.queue.entries
        self._where.setText(" · ".join((session.queue.author, "blind", where(session))))
        self.bar.setMaximum(max(1, len(entries)))
        self.bar.setValue(session.finished)
        told = f"{session.finished:,} of {len(entries):,} answered"
        self.bar.setToolTip(told)
        self.bar.setAccessibleDescription(told)
        is_working = session.screen not in {"instructions", "break"}
        self.buttons["undo"].setEnabled(is_working and session.can_undo)
        for name in ("label_break", "label_instructions"):
            self.buttons[name].setEnabled(is_working)

    def end(self) -> None:
        """Show nothing of the work."""
        self._title.show_text("")
        self._where.setText("")
        self.bar.setValue(0)


def where(session: LabelSession) -> str:
    """Return which item it is, training counted by itself."""
    entries = session.queue.entries
    if not entries or session.screen == "finished":
        return f"{session.finished:,} of {len(entries):,} answered"
    training = sum(entry.training for entry in entries)
    if session.entry.training:
        return f"training {session.place + 1:,} of {training:,}"
    return f"item {session.place + 1 - training:,} of {len(entries) - training:,}"
