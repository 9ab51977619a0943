"""Take in outputs of a submission that were generated again, or by a quantised model: what, and as which side."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QComboBox, QFileDialog, QFormLayout, QHBoxLayout, QLineEdit

from genmu_studio.further_sides import FURTHER_SIDES, FurtherSide, ImportedSide
from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.submission.scan import scan_submission
from genmu_studio.watching import Watch
from ui.dialogs.dialog import Dialog, push_button
from ui.jobs import Ended
from ui.main_window import MainWindow
from ui.notices import Notice
from ui.numbers import count
from ui.theme import GRID_PX
from ui.widgets.basics import label

if TYPE_CHECKING:
    from genmu_studio.domain import SubmissionRow
    from genmu_studio.project import Project

SIZE = QSize(640, 300)
_TITLES: dict[FurtherSide, str] = {"reproduced": "generated again", "quantized": "of a quantised model"}
_TIPS: dict[FurtherSide, str] = {
    "reproduced": "With the same weights, commands and seeds: they should come out again",
    "quantized": "With the weights in fewer bits: the audit looks whether the forgetting survives that",
}
_ABOUT = (
    "A folder or archive laid out like a submission. Its unlearned outputs are taken as a further side, cell by cell; "
    "they enter no figure of the entry. Nothing in it is executed."
)


class ImportSideDialog(Dialog):
    """Asks for a folder or archive and a side; it closes when the job begins, which says in a notice what came in."""

    def __init__(self, window: MainWindow, submission: SubmissionRow) -> None:
        super().__init__(window, "Import re-generated outputs", SIZE)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._submission = submission
        about = label(_ABOUT, "muted")
        about.setWordWrap(True)
        self.path = QLineEdit()
        self.path.setAccessibleName("Outputs")
        self.path.setToolTip("Folder or archive that holds the outputs")
        folder = push_button("Folder…", "Choose a folder", partial(self._choose, QFileDialog.FileMode.Directory))
        archive = push_button("Archive…", "Choose an archive", partial(self._choose, QFileDialog.FileMode.ExistingFile))
        self.sides = QComboBox()
        self.sides.setAccessibleName("They are")
        for each in FURTHER_SIDES:
            self.sides.addItem(_TITLES[each], each)
        self._about_side = label("", "muted")
        self._about_side.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(GRID_PX)
        for widget in (self.path, folder, archive):
            row.addWidget(widget)
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GRID_PX)
        form.setVerticalSpacing(GRID_PX + 4)
        entry = label(f"{submission.team}, {submission.track}, revision {submission.revision}")
        entry.setWordWrap(True)
        form.addRow(label("Submission"), entry)
        form.addRow(label("Outputs"), row)
        form.addRow(label("They are"), self.sides)
        form.addRow(label(""), self._about_side)
        self.body.addWidget(about)
        self.body.addLayout(form)
        self.body.addStretch(1)
        self._import = push_button("Import", "Take them in (Enter)", self.take, primary=True)
        self._import.setEnabled(False)
        self.add_foot(self.close_button("Cancel"), self._import)
        self.path.textChanged.connect(lambda text: self._import.setEnabled(bool(text.strip())))
        self.sides.currentIndexChanged.connect(lambda _: self._explain())
        self._explain()
        self.path.setFocus()

    def _explain(self) -> None:
        self._about_side.setText(f"{_TIPS[self.side]}.")
        self.sides.setToolTip(_TIPS[self.side])

    def _choose(self, mode: QFileDialog.FileMode) -> None:
        dialog = QFileDialog(self, "Outputs that were generated again")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        if mode == QFileDialog.FileMode.Directory:
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.path.setText)
        dialog.open()

    @property
    def side(self) -> FurtherSide:
        """The side that is chosen."""
        return FURTHER_SIDES[self.sides.currentIndex()]

    def take(self) -> None:
        """Take the outputs in."""
        project = self.studio.context.project
        if project is not None:
            path = Path(self.path.text().strip()).expanduser().absolute()
            start_side_import(self.studio, project, self._submission, path, self.side)
        self.accept()


def start_side_import(
    window: MainWindow, project: Project, submission: SubmissionRow, path: Path, side: FurtherSide
) -> None:
    """Read and take in a further side of a submission, as a job of the window."""

    def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> ImportedSide:
        scanned = scan_submission(
            path, project.protocol, unpack_into=project.intake.unpack_folder, watch=Watch(on_progress, cancellation)
        )
        return project.intake.side(scanned, side, submission, on_progress, cancellation)

    window.jobs.run(f"Importing outputs {_TITLES[side]}", work, partial(_say, window))


def _say(window: MainWindow, ended: Ended) -> None:
    if isinstance(ended.error, CancelledError):
        window.notices.show_notice(Notice("info", f"{ended.title}: cancelled, nothing was imported."))
    found = ended.value
    if not isinstance(found, ImportedSide):
        return
    known = f", {found.known:,} known already" if found.known else ""
    text = f"{count(found.added, 'output')} {_TITLES[found.side]} taken in for {found.row.id}{known}."
    hint, details = "Run the checks to compare them.", ""
    if found.strangers:
        hint = f"{count(len(found.strangers), 'file')} left out: no request of the entry. {hint}"
        details = "\n".join(found.strangers)
    action = ("Run checks", window.table["audit_run"].trigger)
    window.notices.show_notice(Notice("warning" if found.strangers else "info", text, hint, details, action))
