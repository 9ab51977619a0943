"""Labels from elsewhere: what came in, what was refused and why, what is in conflict. Nothing is overwritten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QTabWidget
from shiboken6 import isValid

from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.labelling.merging import Conflict
from genmu_studio.labelling.taking import TakenFile, take_file
from genmu_studio.submission.refused_lines import RefusedLine
from ui.dialogs.dialog import Dialog, push_button
from ui.jobs import Ended
from ui.main_window import MainWindow
from ui.models.text_table import TextTable, text_view
from ui.notices import Notice
from ui.numbers import count
from ui.widgets.basics import label

SIZE = QSize(940, 560)
PATTERN = "Packs, journals and label files (*.zip *.jsonl)"
_WELCOME = (
    "Take packs that came back with their journals (.labels.jsonl) beside them, or label files that another copy of "
    "this project wrote. All events of both sides are kept."
)
Line = tuple[Path, RefusedLine]
Disputed = tuple[str, Conflict]


class ImportLabelsDialog(Dialog):
    """Takes files in one after another, in the background; what is in stays when the dialog is closed meanwhile."""

    def __init__(self, window: MainWindow, paths: Sequence[Path] = ()) -> None:
        super().__init__(window, "Import labels", SIZE)
        project = window.context.project
        assert project is not None  # noqa: S101 - the button is disabled without a project
        self._project = project
        self._taken: tuple[TakenFile, ...] = ()
        self._is_busy = False
        self.setAcceptDrops(True)
        self._said = label(_WELCOME, "muted")
        self._said.setWordWrap(True)
        self._files: TextTable[TakenFile] = TextTable(
            ("file", "campaign", "added", "known already", "refused", "what is wrong"), _file_cells, _file_color
        )
        self._refused: TextTable[Line] = TextTable(("file", "line", "why it was not taken"), _line_cells)
        self._conflicts: TextTable[Disputed] = TextTable(
            ("campaign", "annotator", "place", "question", "what stands", "settled"), _conflict_cells, _conflict_color
        )
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName("What came of it")
        self.tabs.tabBar().setToolTip("What came of the files (← and →)")
        self.tabs.tabBar().setAccessibleName("What came of it")
        self.tabs.addTab(text_view(self._files, "Files", (210, 150, 70, 110, 80)), "Files")
        self.tabs.addTab(text_view(self._refused, "Refused lines", (260, 70)), "Refused lines")
        self.tabs.addTab(text_view(self._conflicts, "Conflicts", (160, 120, 60, 150, 300)), "Conflicts")
        self.body.addWidget(self._said)
        self.body.addWidget(self.tabs, 1)
        self._choose = push_button("Choose files…", "Choose packs, journals or label files (Enter)", self.choose,
                                   primary=True)  # fmt: skip
        self.add_foot(self.close_button(), self._choose)
        self._show()
        self._choose.setFocus()
        if paths:
            self.take(paths)

    @property
    def said(self) -> str:
        """What is said of the files in all."""
        return self._said.text()

    def choose(self) -> None:
        """Ask for files."""
        dialog = QFileDialog(self, "Labels to take in")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters([PATTERN, "All files (*)"])
        dialog.filesSelected.connect(lambda paths: self.take([Path(each) for each in paths]))
        dialog.open()

    def take(self, paths: Sequence[Path]) -> None:
        """Take files in, as a job of the window."""
        if self._is_busy or not paths:
            return
        self._is_busy = True
        self._choose.setEnabled(False)
        waits = self.studio.jobs.current is not None
        self._said.setText("Waits for the job that runs…" if waits else "Reading…")
        project, files, window = self._project, tuple(paths), self.studio

        def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> tuple[TakenFile, ...]:
            taken: list[TakenFile] = []
            for place, path in enumerate(files):
                if cancellation.requested:
                    break
                on_progress(Progress(f"reading {path.name}", place, len(files)))
                taken.append(take_file(project, path))
            return tuple(taken)

        def ended(end: Ended) -> None:
            taken = end.value if isinstance(end.value, tuple) else ()
            if isValid(self):
                self._end(taken)
            elif taken:
                window.notices.show_notice(Notice("info", f"Labels: {in_all(taken)}."))

        window.jobs.run("Importing labels", work, ended)

    def _end(self, taken: Sequence[TakenFile]) -> None:
        self._is_busy = False
        self._choose.setEnabled(True)
        self._taken = (*self._taken, *taken)
        self._show()

    def _show(self) -> None:
        lines = [(each.path, line) for each in self._taken if each.merged for line in each.merged.refused]
        conflicts = conflicts_of(self._taken)
        self._files.show_rows(self._taken)
        self._refused.show_rows(lines)
        self._conflicts.show_rows(conflicts)
        self.tabs.setTabText(1, f"Refused lines {len(lines):,}" if lines else "Refused lines")
        self.tabs.setTabText(2, f"▲ Conflicts {len(conflicts):,}" if conflicts else "Conflicts")
        if self._taken:
            hint = " Conflicts are settled in Results, under adjudication." if conflicts else ""
            self._said.setText(f"{in_all(self._taken)}. Nothing was overwritten.{hint}")
        if conflicts:
            self.tabs.setCurrentIndex(2)

    # ---- dropping ----

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take local files."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take in what is dropped."""
        event.acceptProposedAction()
        self.take([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])


def in_all(taken: Sequence[TakenFile]) -> str:
    """Return what came of files, in one sentence without its stop."""
    merged = [each.merged for each in taken if each.merged is not None]
    parts = [
        f"{count(len(taken), 'file')}: {count(sum(each.added for each in merged), 'event')} added",
        f"{sum(each.known for each in merged):,} known already",
        f"{sum(len(each.refused) for each in merged):,} refused",
    ]
    if failed := sum(each.error is not None for each in taken):
        parts.append(f"{count(failed, 'file')} not taken")
    return ", ".join(parts)


def conflicts_of(taken: Sequence[TakenFile]) -> list[Disputed]:
    """Return the conflicts of the campaigns that files belong to, as the last file of each left them."""
    last = {each.merged.campaign: each.merged.conflicts for each in taken if each.merged is not None}
    return [(campaign, conflict) for campaign, found in last.items() for conflict in found]


def _file_cells(row: TakenFile) -> Sequence[str]:
    if row.merged is None:
        wrong = f"{row.error.message}. {row.error.hint}" if row.error is not None else ""
        return (row.path.name, "", "", "", "", wrong)
    merged = row.merged
    return (row.path.name, merged.campaign, f"{merged.added:,}", f"{merged.known:,}", f"{len(merged.refused):,}", "")


def _file_color(row: TakenFile) -> str:
    return "" if row.error is None else "bad"


def _line_cells(row: Line) -> Sequence[str]:
    path, line = row
    return (path.name, f"{line.line:,}", line.reason)


def _conflict_cells(row: Disputed) -> Sequence[str]:
    campaign, conflict = row
    stands = " or ".join(
        f"“{event.value}”" if event.kind != "skip" else f"skipped: {event.value}" for event in conflict.events
    )
    settled = "adjudicated" if conflict.adjudicated else "open"
    return (campaign, conflict.annotator, f"{conflict.place + 1:,}", conflict.question or "note", stands, settled)


def _conflict_color(row: Disputed) -> str:
    return "" if row[1].adjudicated else "what_if"
