"""Every submission beside the others: which families of checks raised what, and what was decided."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout

from genmu_studio.domain import SubmissionId
from ui.actions import Actions
from ui.models.audit_reading import AllAudits
from ui.models.audit_standings import FIRST_FAMILY, StandingsModel, columns_of
from ui.numbers import count
from ui.theme import GRID_PX, watch
from ui.widgets.action_button import ActionButton
from ui.widgets.basics import Card, label
from ui.widgets.row_table import RowTable
from ui.widgets.segments import SegmentsDelegate

_ROW_PX = 48
_FIRST_PX = (150, 92, 66, 118)
_FAMILY_PX = 70


class AllCard(Card):
    """`opened` carries the submission whose findings shall be shown."""

    opened = Signal(str)

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.setAccessibleName("All submissions")
        self._heading = label("All submissions", "heading")
        self.remark = label("", "muted")
        self.model = StandingsModel(self)
        self.table = StandingsTable(self.model)
        head = QHBoxLayout()
        head.setSpacing(GRID_PX)
        head.addWidget(self._heading)
        head.addWidget(self.remark)
        head.addStretch(1)
        head.addWidget(ActionButton(actions["audit_run_all"], "Run on all"))
        self.body.addLayout(head)
        self.body.addWidget(self.table, 1)
        self.table.opened.connect(self.opened)
        self.setFocusProxy(self.table)

    def show_all(self, found: AllAudits, shown: SubmissionId | None) -> None:
        """Show where every submission stands; the row of `shown` is gone to where none was."""
        before = self.table.current
        audited = sum(bool(each.checks) for each in found.standings)
        self._heading.setText(f"All submissions · {audited} of {len(found.standings)} audited")
        stale = sum(bool(each.checks and each.stale) for each in found.standings)
        self.remark.setText(f"▲ {count(stale, 'submission')} with inputs changed since" if stale else "")
        self.table.share_width((*_FIRST_PX, *(_FAMILY_PX for _ in found.families)))
        self.model.show_rows(columns_of(found.families), found.standings)
        place = self.model.place_of(before or shown)
        self.table.go_to(place or 0)

    def show_running(self) -> None:
        """Grey what is there while checks run."""
        self.remark.setText("running…")
        self.model.set_stale()


class StandingsTable(RowTable):
    """Shows a `StandingsModel`; Enter and a double click open a submission."""

    opened = Signal(str)

    def __init__(self, model: StandingsModel) -> None:
        super().__init__((), _ROW_PX)
        self._standings = model
        self.setModel(model)
        self.setAccessibleName("Submissions and what was found in them")
        self.setToolTip("Submissions and what was found in them: Enter opens the findings of one")
        self.setItemDelegate(SegmentsDelegate(self))
        header = self.horizontalHeader()
        header.setMinimumHeight(_ROW_PX)
        header.setTextElideMode(Qt.TextElideMode.ElideNone)
        header.setStyleSheet("QHeaderView::section { font-size: 11px; padding: 4px 3px 4px 6px; }")
        self.doubleClicked.connect(lambda _: self.open_current())
        model.modelReset.connect(self.fit_columns)
        watch().changed.connect(self.viewport().update)

    def share_width(self, smallest_px: tuple[int, ...]) -> None:
        """Give each column as much at least."""
        self._smallest_px = smallest_px

    @property
    def current(self) -> SubmissionId | None:
        """The submission that is gone to."""
        row = self.currentIndex().row()
        return self._standings.row_at(row).submission.id if 0 <= row < self._standings.rowCount() else None

    def step(self, by: int) -> bool:
        """Go to the next row or the one before; whether there is any."""
        rows = self._standings.rowCount()
        self.go_to(min(max(self.currentIndex().row() + by, 0), rows - 1))
        return rows > 0

    def go_to(self, row: int) -> None:
        """Go to a row."""
        if 0 <= row < self._standings.rowCount():
            column = max(0, self.currentIndex().column())
            self.setCurrentIndex(self._standings.index(row, min(column, FIRST_FAMILY - 1)))

    def open_current(self) -> bool:
        """Ask for the findings of the current submission; whether there is one."""
        current = self.current
        if current is not None:
            self.opened.emit(current)
        return current is not None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter; all other keys walk the rows."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.setAccepted(self.open_current())
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.go_to(0 if event.key() == Qt.Key.Key_Home else self._standings.rowCount() - 1)
        else:
            super().keyPressEvent(event)
