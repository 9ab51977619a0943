"""What became of an evidence bundle: what was altered, and which numbers come out otherwise."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel

from genmu_studio.audit.bundle.verifying import Difference, Verified
from ui.dialogs.dialog import Dialog, push_button
from ui.main_window import MainWindow
from ui.models.text_table import TextTable, text_view
from ui.numbers import count
from ui.sample_files import copy_text
from ui.widgets.basics import label

SIZE = QSize(820, 520)
SMALL = QSize(720, 240)  # where there is nothing to list
_MOST_CHARACTERS = 200


class VerifiedDialog(Dialog):
    """Says whether the bundle is what it was, and lists what is not."""

    def __init__(self, window: MainWindow, path: Path, verified: Verified) -> None:
        super().__init__(window, "Verify bundle", SMALL if verified.ok else SIZE)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._verified = verified
        self.verdict = _words(verdict_of(verified), "good" if verified.ok else "alarm")
        self.body.addWidget(self.verdict)
        self.body.addWidget(_words(f"{path}\n{_made(verified)}"))
        self.altered: TextTable[str] = TextTable(("altered",), lambda row: (row,), lambda row: "bad")
        self.differences: TextTable[Difference] = TextTable(
            ("number", "in the bundle", "computed now"), _cells, lambda row: "bad"
        )
        if verified.altered:
            self.altered.show_rows(verified.altered)
            self.body.addWidget(text_view(self.altered, "Altered files and rows", ()), 1)
            self.body.addWidget(_words("Numbers are not computed again where something was altered."))
        elif verified.differences:
            self.differences.show_rows(verified.differences)
            self.body.addWidget(text_view(self.differences, "Numbers that come out otherwise", (320, 200)), 1)
        else:
            self.body.addStretch(1)
        if verified.not_recomputed:
            names = ", ".join(verified.not_recomputed)
            self.body.addWidget(_words(f"Not computed again, since they read more than a bundle holds: {names}."))
        self.body.addWidget(
            _words(f"SHA-256 of its head: {verified.digest}\nCompare it with the one that was printed.")
        )
        copy = push_button("Copy digest", "Copy the SHA-256 of the head", lambda: copy_text(verified.digest))
        self.add_foot(copy, self.close_button())


def verdict_of(verified: Verified) -> str:
    """Return what became of a bundle, in a sentence."""
    if verified.altered:
        many = len(verified.altered)
        return f"■ Altered: {many:,} {'file or row is' if many == 1 else 'files or rows are'} not what they should be."
    compared = count(verified.recomputed, "value")
    if verified.differences:
        return f"■ Unaltered, but {len(verified.differences):,} of {compared} come out otherwise."
    return f"✓ Unaltered: every file and the log are what they were, and {compared} come out the same."


def _made(verified: Verified) -> str:
    head = verified.head
    made = (
        ""
        if head is None
        else f", made by {head.made_by} at {head.made_at_utc[:16].replace('T', ' ')} UTC with version {head.program}"
    )
    return f"Submission {verified.submission}{made}"


def _cells(row: Difference) -> tuple[str, str, str]:
    return (row.where, repr(row.bundled)[:_MOST_CHARACTERS], repr(row.computed)[:_MOST_CHARACTERS])


def _words(text: str, role: str = "muted") -> QLabel:
    made = label(text, role)
    made.setWordWrap(True)
    return made
