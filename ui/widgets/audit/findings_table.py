"""The table of findings: walked by row, a finding opened with Enter, linked with Space; folds open and close."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QHeaderView

from ui.models.audit_findings import EVIDENCE, FINDING, LINK, SEVERITY, VALUE_COLUMN, AuditRow, FindingsModel
from ui.theme import GRID_PX, watch
from ui.widgets.row_table import RowTable
from ui.widgets.segments import RowDelegate, SegmentsDelegate

_ROW_PX = 46
_LOW_PX = 30
_WIDTHS = {LINK: 30, SEVERITY: 92, VALUE_COLUMN: 116, EVIDENCE: 108}
_FINDING_PX = 180


class FindingsTable(RowTable):
    """Shows a `FindingsModel`. `chosen` carries the row gone to, None for none."""

    opened = Signal(object)  # AuditRow
    chosen = Signal(object)  # AuditRow or None
    folded = Signal(str, bool)  # which fold, and whether it shall be open

    def __init__(self, model: FindingsModel) -> None:
        super().__init__((), _ROW_PX)
        self.rows = model
        self._kept: tuple[str, ...] | None = None
        self.setModel(model)
        self.setAccessibleName("Findings")
        self.setToolTip("Findings: Enter opens their samples in Review, Space links them with the verdict")
        self.setItemDelegate(SegmentsDelegate(self))
        plain = RowDelegate(self)
        for column in (LINK, VALUE_COLUMN, EVIDENCE):
            self.setItemDelegateForColumn(column, plain)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(24)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, width in _WIDTHS.items():
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, width)
        self.verticalHeader().setMinimumSectionSize(_LOW_PX)
        model.modelAboutToBeReset.connect(self._remember)
        model.modelReset.connect(self._restore)
        self.selectionModel().currentRowChanged.connect(lambda now, _: self._tell(now))
        self.clicked.connect(self._click)
        self.doubleClicked.connect(lambda index: self._open(index.row()))
        watch().changed.connect(self.viewport().update)

    def fit_columns(self) -> None:
        """Give the sentences what the other columns leave."""
        rest = self.viewport().width() - sum(_WIDTHS.values())
        self.horizontalHeader().resizeSection(FINDING, max(rest, _FINDING_PX))

    @property
    def current(self) -> AuditRow | None:
        """The row that is gone to."""
        row = self.currentIndex().row()
        return self.rows.row_at(row) if 0 <= row < self.rows.rowCount() else None

    def step(self, by: int) -> bool:
        """Go to the next row or the one before; whether there is any."""
        count = self.rows.rowCount()
        if count:
            self.go_to(min(max(self.currentIndex().row() + by, 0), count - 1))
        return count > 0

    def go_to(self, row: int) -> None:
        """Go to a row."""
        if 0 <= row < self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(row, FINDING))

    def open_current(self) -> bool:
        """Open what the current row holds; whether there is one."""
        return self._open(self.currentIndex().row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open, link or fold; all other keys walk the rows."""
        row = self.current
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.setAccepted(self.open_current())
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.go_to(0 if key == Qt.Key.Key_Home else self.rows.rowCount() - 1)
        elif row is not None and row.kind == "fold" and key in (Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right):
            wanted = not row.is_open if key == Qt.Key.Key_Space else key == Qt.Key.Key_Right
            if wanted != row.is_open:
                self.folded.emit(row.fold, wanted)
        elif row is not None and key == Qt.Key.Key_Space:
            self.toggle_link()
        else:
            super().keyPressEvent(event)

    def toggle_link(self) -> bool:
        """Link the findings of the current check with the verdict, or no longer; whether that can be done."""
        row = self.current
        if row is None or row.kind != "finding":
            return False
        state = Qt.CheckState.Unchecked if row.is_linked else Qt.CheckState.Checked
        index = self.rows.index(self.currentIndex().row(), LINK)
        return self.rows.setData(index, state, Qt.ItemDataRole.CheckStateRole)

    def forget(self) -> None:
        """Begin with the first row: the findings to come are of another submission."""
        self._kept = None
        self.setCurrentIndex(QModelIndex())

    def _click(self, index: QModelIndex) -> None:
        row = self.rows.row_at(index.row())
        if row.kind == "fold":
            self.folded.emit(row.fold, not row.is_open)
        elif index.column() == EVIDENCE and row.samples:
            self.opened.emit(row)

    def _open(self, place: int) -> bool:
        if not 0 <= place < self.rows.rowCount():
            return False
        row = self.rows.row_at(place)
        if row.kind == "fold":
            self.folded.emit(row.fold, not row.is_open)
        elif row.samples:
            self.opened.emit(row)
        return True

    def _tell(self, index: QModelIndex) -> None:
        self.chosen.emit(self.rows.row_at(index.row()) if index.isValid() else None)

    def _remember(self) -> None:
        row = self.current
        self._kept = row.name if row is not None else self._kept

    def _restore(self) -> None:
        self._set_heights()
        self.fit_columns()
        place = None if self._kept is None else self.rows.place_of(self._kept)
        if self.rows.rowCount():
            self.go_to(place or 0)
        else:
            self.chosen.emit(None)

    def _set_heights(self) -> None:
        line = QFontMetrics(self.font()).height()
        for place in range(self.rows.rowCount()):
            is_low = self.rows.row_at(place).kind in ("fold", "passed")
            self.setRowHeight(place, max(_LOW_PX, line + GRID_PX) if is_low else max(_ROW_PX, 2 * line + GRID_PX + 4))
