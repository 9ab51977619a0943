"""Lines of facts in cards: a mark, what it is about, and at the right what was found."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QToolButton, QWidget

from ui.theme import GRID_PX
from ui.widgets.basics import label, literal
from ui.widgets.elided import ElidedLabel
from ui.widgets.tips import tip

_NOTE_PX = 132


@dataclass(frozen=True, slots=True)
class Fact:
    """One line. role : of its mark. about : the whole, over it. opens : what a click on the note does."""

    mark: str
    role: str
    name: str
    note: str = ""
    about: str = ""
    opens: Callable[[], object] | None = None


OK = ("✓", "good")
WARNING = ("▲", "warning")
MISSING = ("✕", "bad")


class Facts(QWidget):
    """A column of lines."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._facts: tuple[Fact, ...] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(GRID_PX)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(1, 1)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The lines."""
        return self._facts

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show other lines; equal ones stay as they are."""
        if tuple(facts) == self._facts:
            return
        while item := self._grid.takeAt(0):
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._facts = tuple(facts)
        for row, fact in enumerate(self._facts):
            self._add(row, fact)

    def _add(self, row: int, fact: Fact) -> None:
        mark = label(fact.mark, fact.role)
        mark.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        mark.setFixedWidth(2 * GRID_PX)
        name = ElidedLabel(fact.name)
        name.setToolTip(tip(f"{fact.name}\n{fact.about or fact.note}".strip()))
        self._grid.addWidget(mark, row, 0)
        if not fact.note:
            self._grid.addWidget(name, row, 1, 1, 2)
            return
        self._grid.addWidget(name, row, 1)
        self._grid.addWidget(self._note(fact), row, 2, Qt.AlignmentFlag.AlignRight)

    @staticmethod
    def _note(fact: Fact) -> QWidget:
        if fact.opens is None:
            note = ElidedLabel(fact.note, "muted", QSizePolicy.Policy.Fixed)
            note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            note.setToolTip(tip(fact.about or fact.note))
            note.setFixedWidth(min(note.fontMetrics().horizontalAdvance(fact.note) + 4, _NOTE_PX))
            return note
        button = QToolButton()
        button.setProperty("flat", True)
        button.setStyleSheet("padding: 0 2px;")
        button.setText(literal(f"{fact.note} ›"))
        button.setAccessibleName(f"{fact.name}: {fact.note}, show in Review")
        button.setToolTip(tip(fact.about or f"{fact.name}: {fact.note}"))
        opens = fact.opens
        button.clicked.connect(lambda *_: opens())
        return button
