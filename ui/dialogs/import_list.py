"""The submissions of an import: each with its state in words; those with a tick are imported."""

from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from genmu_studio.importing import Receipt
from genmu_studio.submission.layouts import NO_CORRECTION
from genmu_studio.submission.path_parts import Correction
from ui.dialogs.scanner import Scan
from ui.numbers import count
from ui.theme import current

_ITEM_PX = 48
_SMALLEST_PX = 190
_CHECK = Qt.ItemDataRole.CheckStateRole


@dataclass
class Entry:
    """One submission of the list: what was understood of it, what a person said of it."""

    path: Path
    scan: Scan | None = None
    error: BaseException | None = None
    phase: str = "waits to be read"
    correction: Correction = NO_CORRECTION
    receipt: Receipt = field(default_factory=Receipt)

    @property
    def is_ready(self) -> bool:
        """Whether it can be imported."""
        return self.scan is not None and not self.scan.scanned.refused

    @property
    def state(self) -> tuple[str, str]:
        """Its state in words with a shape, and the token of their colour."""
        if self.error is not None:
            return f"■ {self.error}", "bad"
        if self.scan is None:
            return f"… {self.phase}", "muted"
        if self.scan.scanned.refused:
            return "■ refused", "bad"
        scanned = self.scan.scanned
        samples = count(len(scanned.rows), "sample")
        if scanned.problems or scanned.unmatched:
            return f"▲ {samples}, see remarks", "what_if"
        return f"✓ {samples}, {count(scanned.pairs.matched, 'pair')}", "good"


class ImportList(QListWidget):
    """Shows entries in the order in which they were found."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Submissions found")
        self.setToolTip("Those with a tick are imported (Space)")
        self.setMinimumWidth(_SMALLEST_PX)
        self.entries: list[Entry] = []

    def add(self, path: Path) -> bool:
        """Add the submission at `path`; False where it is there already."""
        if self.entry(path) is not None:
            return False
        self.entries.append(Entry(path))
        self.addItem(QListWidgetItem())
        self.show_entry(self.entries[-1])
        if self.currentRow() < 0:
            self.setCurrentRow(0)
        return True

    def entry(self, path: Path) -> Entry | None:
        """Return the entry of the submission at `path`."""
        return next((each for each in self.entries if each.path == path), None)

    @property
    def current(self) -> Entry | None:
        """The entry that is looked at."""
        return self.entries[self.currentRow()] if self.currentRow() >= 0 else None

    @property
    def chosen(self) -> list[Entry]:
        """The entries with a tick that can be imported."""
        ticked = Qt.CheckState.Checked
        return [each for n, each in enumerate(self.entries) if each.is_ready and self.item(n).checkState() == ticked]

    def show_entry(self, entry: Entry) -> None:
        """Show the entry as it is now; it gets a tick as soon as it can be imported."""
        item = self.item(self.entries.index(entry))
        text, color = entry.state
        item.setSizeHint(QSize(0, _ITEM_PX))
        item.setText(f"{entry.path.name}\n{text}")
        item.setForeground(QColor(getattr(current(), color)))
        has_tick_box = item.data(_CHECK) is not None
        if entry.is_ready and not has_tick_box:
            item.setCheckState(Qt.CheckState.Checked)
        elif not entry.is_ready and has_tick_box:
            item.setData(_CHECK, None)
