"""The filter of pairs as a panel: search, problems, and a foldable section for each part, with counts beside each."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from genmu_studio.pair_facets import Facets, Histogram
from genmu_studio.pair_filter import MEASURED_PARTS, PairFilter
from genmu_studio.pair_table import PairTable
from ui.actions import Actions
from ui.icons import icon
from ui.models.facet_model import Entries
from ui.numbers import count
from ui.theme import GRID_PX, watch
from ui.widgets.basics import label
from ui.widgets.chosen_chip import ChosenChip
from ui.widgets.facet_list import FacetList
from ui.widgets.filter_facets import FACETS
from ui.widgets.filter_section import FilterSection
from ui.widgets.range_filter import RangeFilter, RangeKind
from ui.widgets.scales import MEASUREMENTS, SEEDS, SIMILARITIES, measurement_scale, seed_scale, similarity_scale
from ui.widgets.search_field import SearchField

NARROWEST_PX = 190
WIDEST_PX = 320
_USUAL_PX = 240
_GAP_PX = 4

RANGES: Mapping[str, RangeKind] = {
    "own": RangeKind(
        "Similarity, own template", "Similarity of the unlearned sample to the identity it should show",
        SIMILARITIES, similarity_scale,
    ),
    "forget": RangeKind(
        "Similarity, forget template", "Similarity of the unlearned sample to the forget identity",
        SIMILARITIES, similarity_scale,
    ),
    "pps": RangeKind(
        "PPS", "Prosody preservation of the pair, in percent", MEASUREMENTS, measurement_scale(0.5),
    ),
    "wer": RangeKind(
        "WER", "Word error rate of the unlearned sample, in percent of the words asked for", MEASUREMENTS,
        measurement_scale(1.0),
    ),
    "naturalness": RangeKind(
        "Predicted naturalness", "Naturalness of the unlearned sample, 1 to 5, as a model predicts it", MEASUREMENTS,
        measurement_scale(0.05),
    ),
    "seeds": RangeKind("Seed", "The seed of the pair", SEEDS, seed_scale),
}  # fmt: skip
_ORDER = (
    "outcomes",
    "identities",
    "roles",
    "marks",
    "labels",
    "own",
    "forget",
    "pps",
    "wer",
    "naturalness",
    "codes",
    "conditions",
    "seeds",
)
_NOT_EVERYWHERE = ("labels",)
_FOLDED = ("forget", "seeds")
_OF_THRESHOLD = ("own", "forget")
_NOTHING = Histogram(np.array([0.0, 1.0]), np.zeros(1, dtype=np.intp), np.zeros(1, dtype=np.intp))


class FilterPanel(QFrame):
    """Shows a filter and lets it be changed; `changed` carries the new one, `left` says that Esc was pressed in it."""

    changed = Signal(object)  # PairFilter
    left = Signal()

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.setAccessibleName("Filters")
        self.setMinimumWidth(NARROWEST_PX)
        self.setMaximumWidth(WIDEST_PX)
        self._filter = PairFilter()
        self._table: PairTable | None = None
        self._entries: dict[str, Entries] = {}
        self.lists = {facet.field: FacetList(facet.title, facet.entry) for facet in FACETS}
        self.ranges = {field: RangeFilter(kind) for field, kind in RANGES.items()}
        self.sections = self._make_sections()
        self.search = SearchField()
        self.problems = QToolButton()
        self.clear = QToolButton()
        self.chosen = ChosenChip()
        self._title = label("Filters", "heading")
        self._count = label("", "muted")
        self._counts: tuple[str, ...] = ("",)  # how many are left, in ever fewer words
        self._does = {
            self.search: actions["search"], self.problems: actions["show_problems"], self.clear: actions["all_pairs"],
        }  # fmt: skip
        self._build()
        for field, section in self.sections.items():
            section.cleared.connect(partial(self._clear_part, field))
            section.folded.connect(self._settle)
        for field, values in self.lists.items():
            values.changed.connect(partial(self._set, field))
        for field, limits in self.ranges.items():
            limits.changed.connect(partial(self._set, field))
        self.chosen.removed.connect(partial(self._clear_part, "chosen"))
        self.search.searched.connect(partial(self._set, "text"))
        for action in self._does.values():
            action.changed.connect(self._dress)
        watch().changed.connect(self._dress)
        self._dress()

    # ---- building ----

    def _make_sections(self) -> dict[str, FilterSection]:
        made = {
            facet.field: FilterSection(facet.title, facet.tip, self.lists[facet.field], is_open=facet.is_open)
            for facet in FACETS
        }
        for field, kind in RANGES.items():
            made[field] = FilterSection(kind.name, kind.tip, self.ranges[field], is_open=field not in _FOLDED)
        return {field: made[field] for field in _ORDER}

    def _build(self) -> None:
        self.clear.setProperty("flat", True)
        self.clear.setText("Clear")
        self.clear.setAccessibleName("Clear the filter")
        self.clear.clicked.connect(self.search.drop_typed)
        self.clear.clicked.connect(self._does[self.clear].trigger)
        for button in (self.clear, self.problems):
            button.setStyleSheet("padding: 5px;")
        self.problems.setCheckable(True)
        self.problems.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.problems.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.problems.clicked.connect(self._does[self.problems].trigger)
        title = QHBoxLayout()
        title.setSpacing(_GAP_PX)
        title.addWidget(self._title)
        title.addStretch(1)
        title.addWidget(self._count)
        chips = QHBoxLayout()
        chips.setSpacing(_GAP_PX)
        chips.addWidget(self.problems, 1)
        chips.addWidget(self.clear)
        body = QWidget()
        column = self._column = QVBoxLayout(body)
        column.setContentsMargins(GRID_PX, 0, GRID_PX, GRID_PX)
        column.setSpacing(GRID_PX - 2)
        for section in self.sections.values():
            column.addWidget(section)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(body)
        body.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(1, GRID_PX, 1, 1)
        whole.setSpacing(GRID_PX)
        top = QVBoxLayout()
        top.setContentsMargins(GRID_PX + _GAP_PX, 0, GRID_PX, 0)
        top.setSpacing(GRID_PX)
        top.addLayout(title)
        top.addWidget(self.search)
        top.addLayout(chips)
        top.addWidget(self.chosen)
        whole.addLayout(top)
        whole.addWidget(area, 1)

    def _dress(self) -> None:
        """Take the icons of the theme, and the tooltips of the actions, which name their keys."""
        self.problems.setIcon(icon("problems"))
        for widget, action in self._does.items():
            widget.setToolTip(action.toolTip())

    def sizeHint(self) -> QSize:
        """Return the usual width."""
        return QSize(_USUAL_PX, 560)

    # ---- what is shown ----

    def show_filter(self, table: PairTable, wanted: PairFilter, facets: Facets, threshold: float | None = None) -> None:
        """Show a filter with its counts, without telling anybody. threshold : of the lens, None without one."""
        if table is not self._table:
            self._table = table
            self._entries = {facet.field: facet.entries(table) for facet in FACETS}
        self._filter = wanted
        whole = f"{facets.left:,} of {count(facets.total, 'pair')}"
        self._counts = (whole, f"{facets.left:,} of {facets.total:,}", f"{facets.left:,}")
        self._count.setToolTip(whole)
        self._write_count()
        self.clear.setVisible(wanted != PairFilter())
        self.search.show_text(wanted.text)
        self.problems.setText(f"Problems {facets.problems:,}")
        self.problems.setAccessibleName(f"Problems, {count(facets.problems, 'pair')}")
        self.problems.setChecked(wanted.problems)
        self.chosen.show_chosen(wanted.chosen)
        for field, values in self.lists.items():
            checked = getattr(wanted, field)
            values.show_entries(self._entries[field], getattr(facets, field), checked)
            self.sections[field].say(f"{len(checked)} chosen" if checked else "", is_chosen=bool(checked))
            if field in _NOT_EVERYWHERE:
                self.sections[field].setVisible(bool(self._entries[field]) or bool(checked))
        for field, limits in self.ranges.items():
            histogram = _histogram_of(facets, field)
            chosen = getattr(wanted, field)
            limits.show_range(histogram, chosen, threshold if field in _OF_THRESHOLD else None)
            self.sections[field].say("", is_chosen=chosen is not None)
            self.sections[field].setVisible(bool(histogram.all_counts.any()) or chosen is not None)
        self._settle()

    def _write_count(self) -> None:
        metrics, room = self._count.fontMetrics(), self.width() - self._title.sizeHint().width() - 3 * GRID_PX - _GAP_PX
        fitting = (words for words in self._counts if metrics.horizontalAdvance(words) <= room)
        self._count.setText(next(fitting, self._counts[-1]))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say with as many words as there is room for how many pairs are left."""
        super().resizeEvent(event)
        self._write_count()

    def _settle(self) -> None:
        """Lay out from the inside out now: left to Qt, a change of height takes a frame for each level."""
        for section in self.sections.values():
            for layout in (section.content.layout(), section.layout()):
                if layout is not None:
                    layout.activate()
        self._column.activate()

    # ---- what a person changes ----

    def _set(self, field: str, value: Any) -> None:
        self._filter = replace(self._filter, **{field: value})
        self.changed.emit(self._filter)

    def _clear_part(self, field: str) -> None:
        self._set(field, getattr(PairFilter(), field))

    def focus_search(self) -> None:
        """Let the person type what to search for."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Esc, which no part of the panel has a use for."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    # ---- memory ----

    def state(self) -> dict[str, object]:
        """Return which sections are folded."""
        return {"folded": [field for field, section in self.sections.items() if not section.is_open]}

    def restore(self, state: Mapping[str, object]) -> None:
        """Fold the sections that `state` names, and open the others."""
        folded = state.get("folded")
        if isinstance(folded, list):
            for field, section in self.sections.items():
                section.set_open(field not in folded)


def _histogram_of(facets: Facets, field: str) -> Histogram:
    """Return the histogram of a range; an empty one of what nobody measured."""
    if field in MEASURED_PARTS:
        return facets.measured.get(field, _NOTHING)
    found: Histogram = getattr(facets, field)
    return found
