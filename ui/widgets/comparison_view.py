"""A comparison of two entries: its figures above, the samples that ended otherwise below."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from genmu_studio.domain import MEDIA_KIND
from genmu_studio.entry_comparison import Delta, EntryComparison
from genmu_studio.pair_outcomes import OUTCOME_WORDS
from genmu_studio.sample_changes import ChangedSample, ChangedSamples, SampleChanges, Turn
from ui.models.column_table import ColumnTable
from ui.models.compared import changed_columns, delta_columns, reach_of
from ui.numbers import count
from ui.theme import GRID_PX
from ui.widgets.basics import EmptyState, label
from ui.widgets.changed_list import ChangedList
from ui.widgets.delta_bar import DeltaBarDelegate
from ui.widgets.entry_boxes import entry_name
from ui.widgets.interval_bar import IntervalDelegate
from ui.widgets.row_table import RowTable
from ui.widgets.segments import SegmentsDelegate
from ui.widgets.thumbnails import ThumbnailStore

_FIGURE_PX = (124, 134, 134, 204, 204)
_FIGURE_ROW_PX = 30
_FIGURES_SHOWN = 7  # at first; more are scrolled to, or the handle below is drawn
_FIRST, _SECOND, _INTERVAL = 1, 2, 4  # columns of figures


class ComparisonView(QSplitter):
    """Shows an `EntryComparison`."""

    listed_changed = Signal()

    def __init__(self, thumbnails: ThumbnailStore) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._samples: SampleChanges | None = None
        self._titles = ("first", "second")
        self._listed: ChangedSamples | None = None
        self.deltas: ColumnTable[Delta] = ColumnTable(self)
        self.changes: ColumnTable[ChangedSample] = ColumnTable(self)
        self.figures = RowTable(_FIGURE_PX, _FIGURE_ROW_PX)
        self._bars = DeltaBarDelegate(self.figures)
        self.list = ChangedList(self.changes, thumbnails)
        self.turns = QComboBox()
        self._counts = label("", "muted")
        self._nothing = EmptyState("difference", "No sample ended otherwise", "")
        self._list_pages = QStackedWidget()
        self.turns.activated.connect(lambda _: self._list_samples())
        self._lay_out()

    def _lay_out(self) -> None:
        self.figures.setModel(self.deltas)
        self.figures.setAccessibleName("Figures")
        self.figures.setToolTip("Figures of both entries, and how they changed")
        self.figures.setItemDelegate(SegmentsDelegate(self.figures))
        for column in (_FIRST, _SECOND):
            self.figures.setItemDelegateForColumn(column, IntervalDelegate(self.figures))
        self.figures.setItemDelegateForColumn(_INTERVAL, self._bars)
        self.turns.setAccessibleName("Which changes")
        self.turns.setToolTip("List only the samples that took this turn")
        self.turns.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        head = QHBoxLayout()
        head.addWidget(self._counts, 1)
        head.addWidget(self.turns)
        for page in (self.list, self._nothing):
            self._list_pages.addWidget(page)
        lower = QWidget()
        column_of_list = QVBoxLayout(lower)
        column_of_list.setContentsMargins(0, GRID_PX, 0, 0)
        column_of_list.setSpacing(GRID_PX)
        column_of_list.addLayout(head)
        column_of_list.addWidget(self._list_pages, 1)
        self.setChildrenCollapsible(False)
        self.addWidget(self.figures)
        self.addWidget(lower)
        self.setStretchFactor(1, 1)
        self.setSizes([(_FIGURES_SHOWN + 1) * _FIGURE_ROW_PX + GRID_PX, 10_000])  # the lower takes the rest
        self.setTabOrder(self.figures, self.turns)
        self.setTabOrder(self.turns, self.list)

    # ---- showing ----

    def show_comparison(self, comparison: EntryComparison) -> None:
        """Show a comparison; the turn and the sample that were looked at are looked at again where it has them."""
        first, second = comparison.first, comparison.second
        self._titles = (f"first: {entry_name(first.submission)}", f"second: {entry_name(second.submission)}")
        self._samples = comparison.samples
        self._bars.reach = reach_of(comparison.deltas)
        self.deltas.show_rows(delta_columns(self._titles, first.decision.rules.level), comparison.deltas)
        self.figures.fit_columns()
        self.list.set_kind(MEDIA_KIND[first.submission.track])
        self._counts.setText(_counts(comparison.samples))
        self._fill_turns(comparison.samples.changed)
        self._list_samples()

    def set_stale(self) -> None:
        """Grey what is shown: it is not of what is chosen."""
        self.deltas.set_stale()
        self.changes.set_stale()

    @property
    def listed(self) -> ChangedSamples | None:
        """The samples that are listed, None where nothing has been shown yet."""
        return self._listed

    @property
    def said(self) -> str:
        """What is said of the samples."""
        return self._counts.text()

    def say(self, text: str) -> None:
        """Say what was just done, until something else is shown."""
        self._counts.setText(text)

    def _fill_turns(self, changed: ChangedSamples) -> None:
        before = self.turns.currentData()
        self.turns.clear()
        self.turns.addItem(f"all changes  ·  {len(changed):,}", None)
        for turn, n in changed.turns().items():
            words = f"{turn.role}: {OUTCOME_WORDS[turn.first]} → {OUTCOME_WORDS[turn.second]}"
            self.turns.addItem(f"{words}  ·  {n:,}", turn)
        self.turns.setCurrentIndex(max(self.turns.findData(before), 0) if before is not None else 0)
        self.turns.setEnabled(len(changed) > 0)

    def _list_samples(self) -> None:
        """List the samples of the chosen turn, that which is looked at among them."""
        if self._samples is None:
            return
        index, turn = self.list.currentIndex(), self.turns.currentData()
        looked_at = self.changes.row_at(index.row()).samples[0] if index.isValid() else None
        changed = self._samples.changed
        self._listed = changed if turn is None else changed.that_took(Turn(*turn))
        self.changes.show_rows(changed_columns(self._titles), self._listed)
        if len(self._listed):
            place = None if looked_at is None else self._listed.place_of(looked_at)
            self.list.setCurrentIndex(self.changes.index(place or 0, 0))
        self._list_pages.setCurrentWidget(self.list if len(self._listed) else self._nothing)
        self.listed_changed.emit()


def _counts(samples: SampleChanges) -> str:
    parts = [
        f"{len(samples.changed):,} of {count(samples.matched, 'matched sample')} ended otherwise",
        f"{samples.only_first:,} only in the first" if samples.only_first else "",
        f"{samples.only_second:,} only in the second" if samples.only_second else "",
    ]
    return "  ·  ".join(part for part in parts if part)
