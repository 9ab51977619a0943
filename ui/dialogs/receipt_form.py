"""What the organizer knows of an entry: when it was received (in UTC), and whose it is."""

from datetime import UTC, datetime

from PySide6.QtCore import QDateTime, QTimeZone, Signal
from PySide6.QtWidgets import QCheckBox, QDateTimeEdit, QGridLayout, QHBoxLayout, QLineEdit, QWidget

from genmu_studio.importing import Receipt
from ui.dialogs.dialog import push_button
from ui.theme import GRID_PX
from ui.widgets.basics import label

FORMAT = "yyyy-MM-dd HH:mm:ss"


class ReceiptForm(QWidget):
    """Holds the receipt of one entry; `changed` is emitted when a person changes it."""

    changed = Signal()
    for_all = Signal()  # the time shall hold for every entry

    def __init__(self) -> None:
        super().__init__()
        self.known = QCheckBox("Received at (UTC)")
        self.known.setAccessibleName("Time of receipt is known")
        self.known.setToolTip("The organizer's time of receipt decides which entry counts, and whether it was in time")
        self.at = QDateTimeEdit(QDateTime.currentDateTimeUtc())
        self.at.setTimeZone(QTimeZone.utc())
        self.at.setDisplayFormat(FORMAT)
        self.at.setAccessibleName("Received at, UTC")
        self.at.setToolTip("When the organizer received it, in UTC")
        self._now = push_button("Now", "Received at this moment", self._set_now)
        self._all = push_button("Same for all", "Give every submission of the list this time", self.for_all.emit)
        self.team = QLineEdit()
        self.team.setAccessibleName("Confirmed team")
        self.team.setToolTip("The team as the organizer confirmed it; empty = as the submission claims")
        self.team.setMaximumWidth(360)
        times = QHBoxLayout()
        times.setSpacing(GRID_PX)
        for widget in (self.at, self._now, self._all):
            times.addWidget(widget)
        times.addStretch(1)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(GRID_PX)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.known, 0, 0)
        grid.addLayout(times, 0, 1)
        grid.addWidget(label("Confirmed team"), 1, 0)
        grid.addWidget(self.team, 1, 1)
        self.known.toggled.connect(self._follow)
        self.known.clicked.connect(self.changed)
        self.at.dateTimeChanged.connect(self.changed)
        self.team.textEdited.connect(self.changed)
        self._follow(self.known.isChecked())

    @property
    def receipt(self) -> Receipt:
        """What is written."""
        seconds = self.at.dateTime().toSecsSinceEpoch()
        at = datetime.fromtimestamp(seconds, UTC) if self.known.isChecked() else None
        return Receipt(at, self.team.text().strip() or None)

    def show_receipt(self, receipt: Receipt, claimed: str, *, of_several: bool) -> None:
        """Show the receipt of an entry; `claimed` is the team that it names."""
        self.blockSignals(True)
        self.known.setChecked(receipt.received_at is not None)
        if receipt.received_at is not None:
            self.at.setDateTime(QDateTime.fromSecsSinceEpoch(int(receipt.received_at.timestamp()), QTimeZone.utc()))
        self.team.setText(receipt.team or "")
        self.team.setPlaceholderText(claimed)
        self._all.setVisible(of_several)
        self.blockSignals(False)

    def _set_now(self) -> None:
        self.known.setChecked(True)
        self.at.setDateTime(QDateTime.currentDateTimeUtc())
        self.changed.emit()

    def _follow(self, is_known: bool) -> None:
        self.at.setEnabled(is_known)
        self._all.setEnabled(is_known)
