"""Who sits down to label: the annotators of a campaign, chosen by arrows and Enter."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from genmu_studio.labelling.progress import CampaignProgress
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.campaigns.button import page_button
from ui.widgets.campaigns.words import last_seen, so_far

_WIDTH_PX = 460
_ROW_PX = 36
_GAP_PX = 1
_NAME = int(Qt.ItemDataRole.UserRole)


class NameChoice(QWidget):
    """Lists the names. `chosen` carries the campaign's name and the annotator's; `left` says that nobody sits down."""

    chosen = Signal(str, str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._campaign = ""
        title = label("Who are you?")
        title.setStyleSheet("font-size: 22px; font-weight: 600;")
        self._about = label("", "muted")
        self._about.setWordWrap(True)
        self.list = QListWidget()
        self.list.setAccessibleName("Annotators")
        self.list.setToolTip("Arrows choose a name, Enter or a double click sits down")
        self.list.setUniformItemSizes(True)
        self.list.setSpacing(_GAP_PX)
        self.list.itemActivated.connect(self._take)
        self._back = page_button("Back", "Back to the campaigns (Esc)", self.left.emit)
        self._begin = page_button("Begin", "Sit down and go on where you stopped (Enter)", self.take, primary=True)
        foot = QHBoxLayout()
        foot.addWidget(self._back)
        foot.addStretch(1)
        foot.addWidget(self._begin)
        middle = QWidget()
        middle.setFixedWidth(_WIDTH_PX)
        column = QVBoxLayout(middle)
        column.setSpacing(2 * GRID_PX)
        column.addStretch(1)
        column.addWidget(title)
        column.addWidget(self._about)
        column.addWidget(self.list, 6)
        column.addLayout(foot)
        column.addStretch(2)
        beside = QHBoxLayout(self)
        beside.addWidget(middle)
        self.setFocusProxy(self.list)

    def show_names(self, shown: CampaignProgress, before: str = "") -> None:
        """Show the annotators of a campaign, the one who was there before marked."""
        self._campaign = shown.campaign.name
        head = shown.campaign.file.campaign
        self._about.setText(
            f"{head.title or head.name}\nFrom here on nothing shows whose samples they are. "
            "Every answer is kept before the next item shows; leave whenever you like."
        )
        self.list.clear()
        for one in shown.annotators:
            item = QListWidgetItem(f"{one.name}   ·   {so_far(one)}, {last_seen(one)}")
            item.setSizeHint(QSize(0, _ROW_PX))
            item.setData(_NAME, one.name)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{one.name}, {so_far(one)}, {last_seen(one)}")
            self.list.addItem(item)
            if one.name == before:
                self.list.setCurrentItem(item)
        if self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        # As high as its rows, as far as there is room
        self.list.setMaximumHeight(self.list.count() * (_ROW_PX + 2 * _GAP_PX) + 2 * GRID_PX)

    def clear(self) -> None:
        """Forget the names."""
        self._campaign = ""
        self._about.setText("")
        self.list.clear()

    def take(self) -> None:
        """Sit down as who is marked."""
        self._take(self.list.currentItem())

    def _take(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(self._campaign, item.data(_NAME))
