"""The table of the leaderboard: its columns grow with the window, up to a comfortable width."""

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView

from genmu_studio.leaderboard_table import beside_columns
from ui.models.leaderboard_model import COLUMNS, ERB, FLAGS, OF_PEOPLE, PRESERVED, RANK, TEAM, VERDICT, LeaderboardModel
from ui.widgets.interval_bar import IntervalDelegate
from ui.widgets.segments import RowDelegate, SegmentsDelegate

_SMALLEST_PX = {
    "rank": 46, "rev": 36, "ERB with interval": 158, "FA ↓": 56, "RA ↑": 56, "GP": 56, "AR": 56, "SAR": 56,
    "PPS": 56, "WER ↓": 60, "MOS": 56, "labelled": 64, "flags": 118, "verdict": 84, "evaluator": 104,
    "complete": 74, "received UTC": 98,
}  # fmt: skip
_BY_PEOPLE_PX = 104  # of a column in which a figure says that it is people's
_TEAM_PX = 172
_MOST = 1.2


class LeaderboardTable(QTableView):
    """Shows a `LeaderboardModel`; the column of teams takes what the others leave."""

    def __init__(self, model: LeaderboardModel) -> None:
        super().__init__()
        self.setAccessibleName("Leaderboard")
        self._entries = model
        self._by_people: frozenset[int] = frozenset()
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(RowDelegate(self))
        self.setItemDelegateForColumn(TEAM, SegmentsDelegate(self))
        self.setItemDelegateForColumn(FLAGS, SegmentsDelegate(self))
        self.setItemDelegateForColumn(VERDICT, SegmentsDelegate(self))
        self.setItemDelegateForColumn(ERB, IntervalDelegate(self))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(36)
        self.setSortingEnabled(True)
        self.sortByColumn(RANK, Qt.SortOrder.AscendingOrder)
        model.modelReset.connect(self._show_columns)
        self._show_columns()

    def _show_columns(self) -> None:
        """Show the columns of other aspects, of people and of verdicts where some entry has one."""
        columns = {**PRESERVED, **OF_PEOPLE}
        beside = beside_columns(self._entries.entries)
        present = {columns[name] for name in beside}
        told = {place for name, place in OF_PEOPLE.items() if name in beside}
        self._by_people = frozenset(told & set(PRESERVED.values()))
        for place in columns.values():
            self.setColumnHidden(place, place not in present)
        self.setColumnHidden(VERDICT, not self._entries.has_verdicts)
        self._share_width(self.viewport().width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width among the columns; below a smallest one the table scrolls."""
        super().resizeEvent(event)
        self._share_width(event.size().width())

    def _share_width(self, left_px: int) -> None:
        header = self.horizontalHeader()
        smallest_px = {
            place: _BY_PEOPLE_PX if place in self._by_people else _SMALLEST_PX[column.title]
            for place, column in enumerate(COLUMNS)
            if column.title in _SMALLEST_PX and not header.isSectionHidden(place)
        }
        factor = min(max((left_px - _TEAM_PX) / sum(smallest_px.values()), 1.0), _MOST)
        for place, width_px in smallest_px.items():
            header.resizeSection(place, int(width_px * factor))
            left_px -= header.sectionSize(place)
        header.resizeSection(TEAM, max(left_px, _TEAM_PX))

    def mark(self, place: int) -> None:
        """Choose a row."""
        self.setCurrentIndex(self.model().index(place, TEAM, QModelIndex()))
