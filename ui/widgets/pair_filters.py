"""The filter of pairs as one row: whom, what became of them, problems; counts beside each, and how many are left."""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from genmu_studio.pair_filter import PairFilter
from genmu_studio.pair_table import OUTCOME_WORDS, PairOutcome, PairTable
from ui.actions import Actions
from ui.icons import icon
from ui.numbers import count
from ui.theme import GRID_PX, watch
from ui.widgets.basics import label
from ui.widgets.flow import FlowLayout
from ui.widgets.outcomes import mark_icon
from ui.widgets.tips import tip

_EVERYBODY = "All identities"
_LEGEND_FROM_PX = 820


class PairFilters(QWidget):
    """Shows a filter and lets it be changed; `changed` carries the new one."""

    changed = Signal(object)  # PairFilter

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self._filter = PairFilter()
        self._names: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self._who = QComboBox()
        self._who.setAccessibleName("Identity")
        self._who.setToolTip("Show pairs of one identity or group")
        self._who.setMinimumWidth(140)
        self._who.setMaximumWidth(260)
        self._who.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._who.activated.connect(self._choose)
        self._chips = {outcome: self._make_chip(OUTCOME_WORDS[outcome]) for outcome in PairOutcome}
        for outcome, chip in self._chips.items():
            chip.clicked.connect(lambda _, chosen=outcome: self._toggle(chosen))
        self.problems = self._make_chip("Problems")
        self.problems.setToolTip(actions["show_problems"].toolTip())
        self.problems.clicked.connect(actions["show_problems"].trigger)
        self._clear = QToolButton()
        self._clear.setProperty("flat", True)
        self._clear.setText("Clear")
        self._clear.setAccessibleName("Clear the filter")
        self._clear.setToolTip(actions["all_pairs"].toolTip())
        self._clear.clicked.connect(actions["all_pairs"].trigger)
        self._count = label("")
        top = QHBoxLayout()
        top.setSpacing(GRID_PX)
        top.addWidget(self._who)
        top.addWidget(self._count)
        top.addWidget(self._clear)
        top.addStretch(1)
        self._legend = (label("■ original", "original"), label("■ unlearned", "unlearned"))
        for side in self._legend:
            top.addWidget(side)
        self.tools = QHBoxLayout()  # what a view adds at the right end of the first line
        self.tools.setSpacing(GRID_PX)
        top.addLayout(self.tools)
        line = QWidget()
        flow = FlowLayout(line)
        for chip in (*self._chips.values(), self.problems):
            flow.addWidget(chip)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX)
        column.addLayout(top)
        column.addWidget(line)
        watch().changed.connect(self._dress)
        self._dress()

    @staticmethod
    def _make_chip(text: str) -> QToolButton:
        chip = QToolButton()
        chip.setProperty("chip", True)
        chip.setCheckable(True)
        chip.setIconSize(QSize(11, 11))
        chip.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        chip.setAccessibleName(text)
        chip.setToolTip(f"Show only pairs that ended as: {text}; several add up")
        return chip

    def _dress(self) -> None:
        for outcome, chip in self._chips.items():
            chip.setIcon(mark_icon(outcome))
        self.problems.setIcon(icon("problems"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the legend out where the controls need the room."""
        super().resizeEvent(event)
        for side in self._legend:
            side.setVisible(event.size().width() > _LEGEND_FROM_PX)

    # ---- what is shown ----

    def show_filter(
        self, table: PairTable, wanted: PairFilter, counts: Mapping[PairOutcome, int], problems: int, left: int
    ) -> None:
        """Show a filter. counts, problems : of the pairs that its other parts let through. left : how many it does."""
        self._filter = wanted
        self._fill_who(table)
        for outcome, chip in self._chips.items():
            number = counts.get(outcome, 0)
            chip.setText(f" {OUTCOME_WORDS[outcome]}  {number:,}")
            chip.setAccessibleName(f"{OUTCOME_WORDS[outcome]}, {count(number, 'pair')}")
            chip.setChecked(outcome in wanted.outcomes)
            chip.setVisible(number > 0 or outcome in wanted.outcomes)
        self.problems.setText(f" Problems  {problems:,}")
        self.problems.setAccessibleName(f"Problems, {count(problems, 'pair')}")
        self.problems.setChecked(wanted.problems)
        self._clear.setVisible(wanted != PairFilter())
        everything = count(len(table), "pair")
        self._count.setText(everything if left == len(table) else f"{left:,} of {everything}")

    def _fill_who(self, table: PairTable) -> None:
        with QSignalBlocker(self._who):
            if (table.groups, table.identities) != self._names:
                self._names = (table.groups, table.identities)
                self._who.clear()
                self._who.addItem(_EVERYBODY, frozenset())
                for group, members in table.members.items():
                    if len(table.groups) > 1:
                        self._who.addItem(f"Group {group}", frozenset((group, identity) for identity, _ in members))
                    for identity, role in members:
                        self._who.addItem(f"    {identity}  {role}", frozenset({(group, identity)}))
            everyone = range(self._who.count())
            place = next((n for n in everyone if self._who.itemData(n) == self._filter.identities), 0)
            self._who.setCurrentIndex(place)
            self._who.setToolTip(tip(f"Show pairs of one identity or group. Now: {self._who.currentText().strip()}"))

    # ---- what a person changes ----

    def _choose(self, place: int) -> None:
        self.changed.emit(replace(self._filter, identities=self._who.itemData(place)))

    def _toggle(self, outcome: PairOutcome) -> None:
        self.changed.emit(replace(self._filter, outcomes=self._filter.outcomes ^ {outcome}))
