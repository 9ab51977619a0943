"""What stands beside the rank: attributes, prosody, words, sound, each with who measured it. Reported, never ranked.

What people judged stands apart from what evaluators measured, and is marked so.
"""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from genmu_studio.overview.preserved import Preserved, ShownValue
from scoring.types import MetricValue
from ui.numbers import count, interval, percent, signed
from ui.theme import GRID_PX
from ui.widgets.action_button import ActionButton
from ui.widgets.basics import Card, label
from ui.widgets.figure_rows import FigureRows

_PERCENT = "%"
_EDITS = (("insertions", "inserted"), ("deletions", "deleted"), ("substitutions", "substituted"))
_NARROWEST_PX = 200
_MOST_COLUMNS = 4
_TOP = Qt.AlignmentFlag.AlignTop


class PreservedCard(Card):
    """A block for each figure, side by side as far as there is room; hidden where nothing of the kind exists.

    score_all : the action that measures other aspects, offered where none was measured.
    """

    def __init__(self, score_all: QAction, parent: QWidget | None = None) -> None:
        super().__init__("Beside the rank · what else is kept", parent)
        self.blocks: list[FigureRows] = []
        self._columns = 1
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(3 * GRID_PX)
        self._grid.setVerticalSpacing(2 * GRID_PX)
        self._empty = label(
            "No evaluator has measured yet what else is kept: attributes, and of voices prosody, words, naturalness.",
            "muted",
        )
        self._empty.setWordWrap(True)
        self.score_all = ActionButton(score_all)
        self.body.addLayout(self._grid)
        self.body.addWidget(self._empty)
        self.body.addWidget(self.score_all, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addStretch(1)
        self.show_preserved(Preserved((), can_be_measured=False), 0.0)

    def show_preserved(self, shown: Preserved, level: float) -> None:
        """Show what is preserved besides identity. level : what an interval covers, a fraction."""
        for block in self.blocks:
            block.hide()
            self._grid.removeWidget(block)
            block.deleteLater()
        self.blocks = [_block(each, level) for each in shown.values]
        self._empty.setVisible(shown.can_be_measured and not shown.is_measured)
        self.score_all.setVisible(shown.can_be_measured and not shown.is_measured)
        self.setVisible(bool(self.blocks) or shown.can_be_measured)
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put as many blocks beside each other as there is room for."""
        super().resizeEvent(event)
        columns = max(1, min(_MOST_COLUMNS, event.size().width() // _NARROWEST_PX))
        if columns != self._columns:
            self._columns = columns
            self._lay_out()

    def _lay_out(self) -> None:
        for column in range(_MOST_COLUMNS):
            self._grid.setColumnStretch(column, int(column < min(self._columns, len(self.blocks))))
        for place, block in enumerate(self.blocks):
            self._grid.addWidget(block, *divmod(place, self._columns), _TOP)
            block.show()


def _block(shown: ShownValue, level: float) -> FigureRows:
    rows, value, write = FigureRows(), shown.value, _writer(shown.unit)
    rows.value(shown.title, value, write(value.value), False, spoken=shown.metric)
    if said := interval(value, level, 1 if shown.unit == _PERCENT else 2):
        rows.sentence(said)
    for name, part in shown.parts:
        rows.value(name, part, write(part.value), False, spoken=f"{shown.metric} {name}", name_role="muted")
    for text in _sentences(shown):
        rows.sentence(text)
    for warning in (value.reason, value.badge):
        if warning:
            rows.sentence(f"▲ {warning}", "warning")
    if shown.by_people:
        rows.sentence(shown.evaluator, "strong")
        return rows
    rows.sentence(shown.evaluator)
    rows.sentence(f"▲ {shown.kind}" if shown.is_stand_in else shown.kind, "warning" if shown.is_stand_in else "muted")
    return rows


def _judged(value: MetricValue) -> str:
    """Return how much was judged: votes and who gave them, or values and their share of all that could be judged."""
    parts = value.parts
    items, raters, coverage = (parts.get(name) for name in ("items", "raters", "coverage"))
    if items is not None and raters is not None:
        return f"{count(value.n, 'vote')}, {count(round(items), 'file')}, {count(round(raters), 'annotator')}"
    return f"{count(value.n, 'judged value')}" + (f", coverage {percent(coverage)} %" if coverage is not None else "")


def _writer(unit: str) -> Callable[[float | None], str]:
    return percent if unit == _PERCENT else partial(percent, digits=2)


def _sentences(shown: ShownValue) -> Sequence[str]:
    """Return what belongs to a figure in words: its floor and coverage, its edits, the originals beside it."""
    parts, write = shown.value.parts, _writer(shown.unit)
    original, change, floor = (parts.get(name) for name in ("original", "change", "floor"))
    said = []
    if floor is not None:
        said.append(f"floor {write(floor)}, of unlike sentences")
    if (skipped := parts.get("skipped")) is not None:
        said.append(f"{shown.value.n:,} of {count(shown.value.n + round(skipped), 'pair')} measured")
    if parts.get("deletions") is not None:
        said.append(", ".join(f"{parts.get(name) or 0:.0f} {word}" for name, word in _EDITS))
    if shown.by_people:
        said.append(_judged(shown.value))
    if original is not None:
        said.append(f"original {write(original)}" + (f", change {signed(change, 2)}" if change is not None else ""))
    return said
