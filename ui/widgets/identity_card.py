"""The table of identities and the seed strips, of all groups or of the one that is chosen."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from genmu_studio.overview.identities import IdentityRow
from genmu_studio.overview.summary import Overview
from ui import theme
from ui.models.identity_model import BAR_COLUMN, COLUMNS, ROW_ROLE, IdentityModel
from ui.widgets.basics import Card, label
from ui.widgets.group_switch import GroupSwitch
from ui.widgets.seed_strips import SeedStrips
from ui.widgets.wilson_delegate import WilsonDelegate

_ROW_PX = 32
_MOST_ROWS = 16


class IdentityCard(Card):
    """Rows and marks open their samples."""

    row_opened = Signal(object)  # IdentityRow

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("By identity", parent)
        self._shown: Overview | None = None
        self._preferred = ""
        self.switch = GroupSwitch()
        self.switch.changed.connect(self._choose)
        self.model = IdentityModel(self)
        self.table = _Table(self.model)
        self.table.chosen.connect(self._open)
        self._strip_title = label("By seed · similarity to the own template, one mark per sample", "heading")
        self.strips = SeedStrips()
        for widget in (self.switch, self.table, self._strip_title, self.strips):
            self.body.addWidget(widget)
        self.body.setAlignment(self.switch, Qt.AlignmentFlag.AlignLeft)
        theme.watch().changed.connect(self.table.viewport().update)

    def show_overview(self, shown: Overview) -> None:
        """Show the identities of a submission."""
        self._shown = shown
        self.switch.show_groups(shown.group_names)
        self.switch.choose(self._preferred if self._preferred in shown.group_names else "")
        self._fill()

    @property
    def preferred(self) -> str:
        """The group that a person chose last, "" for all."""
        return self._preferred

    def prefer(self, group: str) -> None:
        """Show that group of submissions which have it, "" for all."""
        self._preferred = group

    def _choose(self, group: str) -> None:
        self._preferred = group
        self._fill()

    def _fill(self) -> None:
        if self._shown is None:
            return
        chosen, several = self.switch.chosen, len(self._shown.group_names) > 1
        rows = tuple(row for row in self._shown.identities if not chosen or row.group == chosen)
        self.model.show_rows(rows, self._shown.is_what_if, names_group=several and not chosen)
        self.table.fit()
        strips = tuple(each for each in self._shown.strips if not chosen or each.group == chosen)
        self.strips.show_strips(strips, names_group=several and not chosen)
        name = chosen or ("" if several else "".join(self._shown.group_names))
        self.set_title(f"{name} · by identity" if name else "By identity")

    def _open(self, index: QModelIndex) -> None:
        row = index.data(ROW_ROLE)
        if isinstance(row, IdentityRow) and row.group:
            self.row_opened.emit(row)


class _Table(QTableView):
    """A table as high as its rows; a double click or Enter chooses one."""

    chosen = Signal(QModelIndex)

    def __init__(self, model: IdentityModel) -> None:
        super().__init__()
        self.setModel(model)
        self.setAccessibleName("Identities")
        self.setItemDelegateForColumn(BAR_COLUMN, WilsonDelegate(self))
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setShowGrid(False)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW_PX)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(36)
        for column in range(len(COLUMNS)):
            mode = QHeaderView.ResizeMode.Stretch if column == BAR_COLUMN else QHeaderView.ResizeMode.ResizeToContents
            header.setSectionResizeMode(column, mode)
        self.doubleClicked.connect(self.chosen)

    def fit(self) -> None:
        """Be as high as the rows, up to a screenful."""
        rows = min(self.model().rowCount(), _MOST_ROWS)
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + rows * _ROW_PX + 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the current row on Enter."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self.chosen.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)
