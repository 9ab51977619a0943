"""Import submissions: a preview of each first, then they are taken in as jobs of the window."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from genmu_studio.importing import Receipt
from genmu_studio.jobs import Progress
from genmu_studio.submission.path_parts import Correction
from scoring.errors import UserError
from ui.dialogs.correction_form import meanings_of
from ui.dialogs.dialog import Dialog, push_button
from ui.dialogs.import_list import Entry, ImportList
from ui.dialogs.import_preview import ImportPreview
from ui.dialogs.receipt_form import ReceiptForm
from ui.dialogs.scanner import Scan, Scanner
from ui.import_job import start_import
from ui.main_window import MainWindow
from ui.notices import Notice
from ui.numbers import count
from ui.theme import GRID_PX
from ui.widgets.basics import Card, EmptyState

SIZE = QSize(1120, 720)
_ARCHIVES = "Archives (*.zip *.tar.gz *.tgz *.tar.zst)"


class ImportDialog(Dialog):
    """Finds, previews and imports. It can be closed at any moment: nothing has been imported until Import."""

    def __init__(self, window: MainWindow, paths: Sequence[Path]) -> None:
        super().__init__(window, "Import submissions", SIZE)
        project = window.context.project
        assert project is not None  # noqa: S101 - the action is disabled without a project
        self._project = project
        self.setAcceptDrops(True)
        self.list = ImportList()
        self.list.currentRowChanged.connect(self._show_current)
        self.list.itemChanged.connect(self._count)
        self.preview = ImportPreview()
        self.preview.corrected.connect(self._correct)
        self.receipt = ReceiptForm()
        self.receipt.changed.connect(self._note_receipt)
        self.receipt.for_all.connect(self._same_for_all)
        self._empty = EmptyState("import", "Which submissions?", "Drop folders or archives here, or choose them.")
        self._waiting = EmptyState("import", "", "")
        self._pages = QStackedWidget()
        self._import = push_button("Import", "Take those with a tick in (Enter)", self.take_in, primary=True)
        self._lay_out()
        self._scanner = Scanner(project, self)
        self._scanner.found.connect(self._add)
        self._scanner.scanned.connect(self._take_scan)
        self._scanner.failed.connect(self._take_error)
        self._scanner.progressed.connect(self._take_progress)
        self.finished.connect(self._scanner.stop)
        self._empty.offer_to("Choose a folder…", "A submission, or a folder of several", self.choose_folder)
        self.look_at(paths)
        self._show_current()

    def _lay_out(self) -> None:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(GRID_PX, 0, 0, 0)
        column.setSpacing(GRID_PX + 4)
        column.addWidget(self.preview, 1)
        receipt = Card("What the organizer knows · without a time of receipt an entry is not ranked")
        receipt.body.addWidget(self.receipt)
        column.addWidget(receipt)
        for page in (self._empty, self._waiting, right):
            self._pages.addWidget(page)
        self._full = right
        self._splitter = QSplitter()
        self._splitter.addWidget(self.list)
        self._splitter.addWidget(self._pages)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes([250, SIZE.width() - 250])
        self._splitter.setChildrenCollapsible(False)
        top = QHBoxLayout()
        top.setSpacing(GRID_PX)
        top.addWidget(push_button("Add folder…", "A submission, or a folder of several", self.choose_folder))
        top.addWidget(push_button("Add archives…", "One or several archives", self.choose_archives))
        top.addStretch(1)
        self.body.addLayout(top)
        self.body.addWidget(self._splitter, 1)
        self.add_foot(self.close_button("Cancel"), self._import)

    # ---- finding ----

    def choose_folder(self) -> None:
        """Ask for a folder that is or holds submissions."""
        dialog = QFileDialog(self, "A submission, or a folder of several")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        self._ask(dialog)

    def choose_archives(self) -> None:
        """Ask for archives."""
        dialog = QFileDialog(self, "Archives of submissions")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters([_ARCHIVES, "All files (*)"])
        self._ask(dialog)

    def _ask(self, dialog: QFileDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self._take_names)
        dialog.open()

    def _take_names(self, names: list[str]) -> None:
        self.look_at([Path(name) for name in names])

    def look_at(self, paths: Sequence[Path]) -> None:
        """Look for submissions at `paths` and read them."""
        self.say_error(None)
        self._scanner.find(paths)
        self._show_current()

    def _add(self, paths: tuple[Path, ...]) -> None:
        for path in paths:
            if self.list.add(path):
                self._scanner.scan(path)

    # ---- what the scanner says ----

    def _take_scan(self, path: Path, scan: Scan) -> None:
        entry = self.list.entry(path)
        if entry is not None:
            entry.scan, entry.error = scan, None
            self.list.show_entry(entry)
            self._show_current()

    def _take_error(self, path: Path, error: BaseException) -> None:
        entry = self.list.entry(path)
        if entry is None:
            self.say_error(error)
        else:
            entry.error = error
            self.list.show_entry(entry)
        if not isinstance(error, UserError):
            self.studio.show_error(error)
        self._show_current()

    def _take_progress(self, path: Path, progress: Progress) -> None:
        entry = self.list.entry(path)
        share = f" {progress.done:,} of {progress.total:,}" if progress.total else ""
        if entry is not None and entry.scan is None:
            entry.phase = f"{progress.phase}{share}"
            self.list.show_entry(entry)
        self._waiting.say(f"Reading {path.name}", f"{progress.phase}{share}")

    # ---- showing ----

    def _show_current(self) -> None:
        entry = self.list.current
        self.list.setVisible(bool(self.list.entries))
        if entry is None:
            is_busy = self._scanner.is_busy
            self._waiting.say("Looking for submissions…", "")
            self._pages.setCurrentWidget(self._waiting if is_busy else self._empty)
        elif entry.error is not None:
            hint = entry.error.hint if isinstance(entry.error, UserError) else ""
            self._waiting.say(f"{entry.path.name} cannot be read", f"{entry.error} {hint}".strip())
            self._pages.setCurrentWidget(self._waiting)
        elif entry.scan is None:
            self._waiting.say(f"Reading {entry.path.name}", entry.phase)
            self._pages.setCurrentWidget(self._waiting)
        else:
            self._show_scan(entry, entry.scan)
        self._count()

    def _show_scan(self, entry: Entry, scan: Scan) -> None:
        manifest = scan.scanned.manifest
        meanings = () if manifest is None else meanings_of(self._project.protocol, manifest.submission.track)
        self.preview.show_scan(scan, meanings, entry.correction)
        claimed = "" if manifest is None else manifest.submission.team
        self.receipt.show_receipt(entry.receipt, claimed, of_several=len(self.list.entries) > 1)
        self.receipt.setEnabled(entry.is_ready)
        self._pages.setCurrentWidget(self._full)

    def _count(self) -> None:
        number = len(self.list.chosen)
        self._import.setEnabled(number > 0)
        self._import.setText(f"Import {count(number, 'submission')}" if number else "Import")

    # ---- what a person says ----

    def _note_receipt(self) -> None:
        if (entry := self.list.current) is not None:
            entry.receipt = self.receipt.receipt

    def _same_for_all(self) -> None:
        at = self.receipt.receipt.received_at
        for entry in self.list.entries:
            entry.receipt = Receipt(at, entry.receipt.team)

    def _correct(self, correction: Correction) -> None:
        if (entry := self.list.current) is not None:
            entry.correction, entry.scan = correction, None
            entry.phase = "is read again"
            self._scanner.scan(entry.path, correction)
            self.list.show_entry(entry)
            self._show_current()

    # ---- dropping ----

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take local files and folders."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Look at what is dropped."""
        event.acceptProposedAction()
        self.look_at([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])

    # ---- importing ----

    def take_in(self) -> None:
        """Import those with a tick, one job after the other, and close."""
        entries = self.list.chosen
        running = self.studio.jobs.current
        for entry in entries:
            if entry.scan is not None:
                start_import(self.studio, self._project, entry.scan.scanned, entry.receipt)
        if running is not None:
            text = f"{count(len(entries), 'submission')} will be imported when “{running.title}” has ended."
            self.studio.notices.show_notice(Notice("info", text))
        self.accept()
