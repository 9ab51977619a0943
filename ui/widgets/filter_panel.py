"""The filter of pairs as a panel: search, problems, and a foldable section for each part, with counts beside each."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from genmu_studio.pair_facets import Facets, Histogram
from genmu_studio.pair_filter import PairFilter
from genmu_studio.pair_table import PairTable
from ui.actions import Actions
from ui.icons import icon
from ui.models.facet_model import Entries
from ui.numbers import count
from ui.theme import GRID_PX, watch
from ui.widgets.basics import label
from ui.widgets.facet_list import FacetList
from ui.widgets.filter_facets import FACETS
from ui.widgets.filter_section import FilterSection
from ui.widgets.range_filter import RangeFilter, RangeKind
from ui.widgets.scales import SEEDS, SIMILARITIES, seed_scale, similarity_scale
from ui.widgets.search_field import SearchField

NARROWEST_PX = 190
WIDEST_PX = 320
_USUAL_PX = 240

RANGES: Mapping[str, RangeKind] = {
    "own": RangeKind(
        "Similarity, own template", "Similarity of the unlearned sample to the identity it should show",
        SIMILARITIES, similarity_scale,
    ),
    "forget": RangeKind(
        "Similarity, forget template", "Similarity of the unlearned sample to the forget identity",
        SIMILARITIES, similarity_scale,
    ),
    "seeds": RangeKind("Seed", "The seed of the pair", SEEDS, seed_scale),
}  # fmt: skip
_ORDER = ("outcomes", "identities", "roles", "marks", "own", "forget", "codes", "conditions", "seeds")
_FOLDED = ("forget", "seeds")


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
        self.search.setToolTip(actions["search"].toolTip())
        self.problems = QToolButton()
        self.clear = QToolButton()
        self._count = label("", "muted")
        self._build(actions)
        for field, section in self.sections.items():
            section.cleared.connect(partial(self._clear_part, field))
            section.folded.connect(self._settle)
        for field, values in self.lists.items():
            values.changed.connect(partial(self._set, field))
        for field, limits in self.ranges.items():
            limits.changed.connect(partial(self._set, field))
        self.search.searched.connect(partial(self._set, "text"))
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

    def _build(self, actions: Actions) -> None:
        self.clear.setProperty("flat", True)
        self.clear.setText("Clear")
        self.clear.setAccessibleName("Clear the filter")
        self.clear.setToolTip(actions["all_pairs"].toolTip())
        self.clear.clicked.connect(self.search.drop_typed)
        self.clear.clicked.connect(actions["all_pairs"].trigger)
        for button in (self.clear, self.problems):
            button.setStyleSheet("padding: 5px 7px;")
        self.problems.setCheckable(True)
        self.problems.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.problems.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.problems.setToolTip(actions["show_problems"].toolTip())
        self.problems.clicked.connect(actions["show_problems"].trigger)
        title = QHBoxLayout()
        title.addWidget(label("Filters", "heading"))
        title.addStretch(1)
        title.addWidget(self._count)
        chips = QHBoxLayout()
        chips.setSpacing(4)
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
        top.setContentsMargins(GRID_PX + 4, 0, GRID_PX, 0)
        top.setSpacing(GRID_PX)
        top.addLayout(title)
        top.addWidget(self.search)
        top.addLayout(chips)
        whole.addLayout(top)
        whole.addWidget(area, 1)

    def _dress(self) -> None:
        self.problems.setIcon(icon("problems"))

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
        left = f"{facets.left:,} of {count(facets.total, 'pair')}"
        self._count.setText(left)
        self._count.setToolTip(left)
        self.clear.setVisible(wanted != PairFilter())
        self.search.show_text(wanted.text)
        self.problems.setText(f"Problems  {facets.problems:,}")
        self.problems.setAccessibleName(f"Problems, {count(facets.problems, 'pair')}")
        self.problems.setChecked(wanted.problems)
        for field, values in self.lists.items():
            checked = getattr(wanted, field)
            values.show_entries(self._entries[field], getattr(facets, field), checked)
            self.sections[field].say(f"{len(checked)} chosen" if checked else "", is_chosen=bool(checked))
        for field, limits in self.ranges.items():
            histogram: Histogram = getattr(facets, field)
            chosen = getattr(wanted, field)
            limits.show_range(histogram, chosen, None if field == "seeds" else threshold)
            self.sections[field].say("", is_chosen=chosen is not None)
            self.sections[field].setVisible(bool(histogram.all_counts.any()) or chosen is not None)
        self._settle()

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
