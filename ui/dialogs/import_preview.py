"""The preview of one submission: what was understood, what is wrong, what matches nothing, what the contract lacks."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from genmu_studio.domain import Problem
from genmu_studio.submission.contract import ContractItem
from genmu_studio.submission.delivered import Delivered
from genmu_studio.submission.layouts import Unmatched
from genmu_studio.submission.path_parts import Correction
from genmu_studio.submission.problems import severity_of
from ui.dialogs.correction_form import CorrectionForm, Meaning
from ui.dialogs.remarks import LOOKS, SEVERITIES, Remark, remarks_of
from ui.dialogs.scanner import Scan
from ui.models.text_table import TextTable, text_view
from ui.theme import GRID_PX
from ui.widgets.basics import label


class ImportPreview(QWidget):
    """Shows a scan; `corrected` says that a person knows better what its folders mean."""

    corrected = Signal(object)  # Correction

    def __init__(self) -> None:
        super().__init__()
        self._title = label()
        self._title.setStyleSheet("font-size: 16px; font-weight: 600;")
        self._title.setWordWrap(True)
        self._method = label("", "muted")
        self._method.setWordWrap(True)
        self._remarks = QVBoxLayout()
        self._remarks.setSpacing(4)
        self._delivered: TextTable[Delivered] = TextTable(
            ("identity", "group", "original", "unlearned", "matched pairs", "with other settings"), _delivered_cells
        )
        self._problems: TextTable[Problem] = TextTable(
            ("severity", "code", "where", "what", "what to do"), _problem_cells, _problem_color
        )
        self._unmatched: TextTable[Unmatched] = TextTable(
            ("file", "why no sample uses it"), lambda row: (row.path, row.reason)
        )
        self._contract: TextTable[ContractItem] = TextTable(
            ("there", "item", "as written"),
            lambda row: ("✓ yes" if row.ok else "✕ no", row.item, row.note),
            lambda row: "good" if row.ok else "bad",
        )
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName("Preview")
        self.tabs.setDocumentMode(True)
        self.correction = CorrectionForm()
        self.correction.corrected.connect(self.corrected)
        self._lay_out()

    def _lay_out(self) -> None:
        understood = QWidget()
        column = QVBoxLayout(understood)
        column.setSpacing(GRID_PX + 4)
        column.addLayout(self._remarks)
        self._by_identity = text_view(self._delivered, "Samples by identity", (150, 160, 80, 90, 110))
        column.addWidget(self._by_identity, 1)
        column.addStretch()
        for widget, tip in (
            (understood, "What was understood"),
            (text_view(self._problems, "Problems", (84, 170, 150, 320)), "What is wrong, the gravest first"),
            (text_view(self._unmatched, "Unmatched files", (330,)), "Media that no sample uses"),
            (text_view(self._contract, "Contract", (64, 170)), "What a submission has to name"),
            (self.correction, "Say what a folder means, where the names were not understood"),
        ):
            self.tabs.setTabToolTip(self.tabs.addTab(widget, ""), tip)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._title)
        layout.addWidget(self._method)
        layout.addSpacing(GRID_PX // 2)
        layout.addWidget(self.tabs, 1)

    def show_scan(self, scan: Scan, meanings: Sequence[Meaning], correction: Correction) -> None:
        """Show what was understood of a submission."""
        scanned = scan.scanned
        head = None if scanned.manifest is None else scanned.manifest.submission
        self._title.setText(
            scanned.source.path.name if head is None else f"{head.team} · {head.track} · revision {head.revision}"
        )
        self._method.setText("" if head is None else head.method)
        self._method.setVisible(head is not None and bool(head.method))
        self._say(remarks_of(scan))
        problems = sorted(scanned.problems, key=lambda each: SEVERITIES.index(severity_of(each.code)))
        self._delivered.show_rows(scan.delivered)
        self._by_identity.setVisible(bool(scan.delivered))
        self._problems.show_rows(problems)
        self._unmatched.show_rows(scanned.unmatched)
        self._contract.show_rows(scanned.contract)
        there = sum(each.ok for each in scanned.contract)
        for place, text in enumerate(
            (
                "Understood",
                f"Problems {len(problems):,}",
                f"Unmatched {len(scanned.unmatched):,}",
                f"Contract {there} of {len(scanned.contract)}",
                "Correct",
            )
        ):
            self.tabs.setTabText(place, text)
        self.correction.show_names(scan.folders, meanings, correction)
        self.tabs.setTabVisible(3, bool(scanned.contract))
        self.tabs.setTabVisible(4, head is not None and not scanned.table)

    def _say(self, remarks: Sequence[Remark]) -> None:
        while (item := self._remarks.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for remark in remarks:
            line = label(remark.text, remark.role)
            line.setWordWrap(True)
            line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._remarks.addWidget(line)


def _delivered_cells(row: Delivered) -> tuple[str, ...]:
    numbers = (row.original, row.unlearned, row.matched, row.mismatched)
    return (row.identity, row.group, *(f"{number:,}" for number in numbers))


def _problem_cells(row: Problem) -> tuple[str, ...]:
    _, shape, word = LOOKS[severity_of(row.code)]
    return (f"{shape} {word}", row.code, row.path, row.message, row.hint)


def _problem_color(row: Problem) -> str:
    return LOOKS[severity_of(row.code)][0]
