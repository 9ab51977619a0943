"""Write a report: about the shown submission or a leaderboard, and where to; a job of the window does the rest."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QFormLayout, QHBoxLayout, QLineEdit

from genmu_studio.domain import TRACKS, SubmissionRow
from genmu_studio.report.request import ReportRequest, check_place
from genmu_studio.view import View
from scoring.errors import UserError
from scoring.types import Track
from ui.dialogs.dialog import Dialog, push_button
from ui.main_window import MainWindow
from ui.report_job import start_report
from ui.theme import GRID_PX
from ui.widgets.basics import label

SIZE = QSize(680, 260)


class ReportDialog(Dialog):
    """Asks what to report and where to; it closes when the job begins, which says in a notice what it wrote."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, "Report", SIZE)
        project = window.context.project
        assert project is not None  # noqa: S101 - the action is disabled without a project
        self._view = window.context.view
        # A folder of the project's own, made when it is needed; one that may only be read is left as it is.
        self._exports = project.folder / "exports" if project.mode == "write" else project.folder.parent
        self._choices = _choices(window.context.submission, {row.track for row in project.submissions()})
        self.about = QComboBox()
        self.about.setAccessibleName("About")
        self.about.setToolTip("What the page is about")
        for track, row in self._choices:
            self.about.addItem(f"Leaderboard of the {track} track" if row is None else _name(row))
        self.path = QLineEdit()
        self.path.setAccessibleName("File")
        self.path.setToolTip("Where the page is written")
        self._browse = push_button("Browse…", "Choose where the page is written", self._choose)
        self.open_it = QCheckBox("Open when written")
        self.open_it.setAccessibleName("Open when written")
        self.open_it.setToolTip("Show the page in the browser as soon as it is there")
        self.open_it.setChecked(True)
        self._said = label("", "muted")
        self._said.setWordWrap(True)
        self._lay_out()
        self._write = push_button("Write", "Write the page (Enter)", self.write, primary=True)
        self.add_foot(self.close_button(), self._write)
        self.about.currentIndexChanged.connect(lambda _: self._suggest())
        self.path.textChanged.connect(lambda _: self._check())
        self._suggest()
        self.about.setFocus()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GRID_PX)
        form.setVerticalSpacing(GRID_PX + 4)
        form.addRow(label("About"), self.about)
        is_official = self._view == View()
        lens = "The protocol's own" if is_official else "▲ A what-if: the page says so beside its numbers"
        form.addRow(label("Lens"), label(lens, "" if is_official else "warning"))
        path_row = QHBoxLayout()
        path_row.setSpacing(GRID_PX)
        path_row.addWidget(self.path, 1)
        path_row.addWidget(self._browse)
        form.addRow(label("File"), path_row)
        form.addRow(label(""), self.open_it)
        form.addRow(label(""), self._said)
        self.body.addLayout(form)
        self.body.addStretch(1)

    @property
    def said(self) -> str:
        """What is said about the file."""
        return self._said.text()

    def _suggest(self) -> None:
        """Suggest a file for what is chosen, in the folder that is written there."""
        if not self._choices:
            self._check()
            return
        track, row = self._choices[self.about.currentIndex()]
        folder = Path(self.path.text()).parent if self.path.text() else self._exports
        self.path.setText(str(folder / (f"{track}-leaderboard.html" if row is None else f"{row.id}-report.html")))

    def _check(self) -> None:
        text = self.path.text().strip()
        self._write.setEnabled(bool(text and self._choices))
        if not self._choices:
            self._said.setText("There is nothing to report yet: import a submission first.")
        elif text and Path(text).expanduser().is_file():
            self._said.setText("There is a file of this name already: it will be replaced.")
        else:
            self._said.setText("")

    def _choose(self) -> None:
        dialog = QFileDialog(self, "Write the report to")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # the line below says so
        dialog.setDefaultSuffix("html")
        dialog.selectFile(self.path.text())
        dialog.fileSelected.connect(self.path.setText)
        dialog.open()

    def write(self) -> None:
        """Write the page."""
        out = Path(self.path.text().strip()).expanduser().absolute()
        try:
            self._make_exports(out)
            check_place(out, replace=True)
        except UserError as error:
            self.say_error(error)
            return
        track, row = self._choices[self.about.currentIndex()]
        request = ReportRequest(out, track, row, self._view, replace=True)
        start_report(self.studio, request, open_it=self.open_it.isChecked())
        self.accept()

    def _make_exports(self, out: Path) -> None:
        if out.parent != self._exports:
            return
        try:
            self._exports.mkdir(exist_ok=True)
        except OSError as error:
            raise UserError(f"{self._exports} cannot be made: {error.strerror}", "Name another place.") from None


def _choices(shown: SubmissionRow | None, tracks: set[Track]) -> list[tuple[Track, SubmissionRow | None]]:
    """Return what can be reported: the submission that is shown, then the leaderboards, that of its track first."""
    if shown is None:
        return []
    boards = sorted((track for track in TRACKS if track in tracks), key=lambda track: track != shown.track)
    return [(shown.track, shown), *((track, None) for track in boards)]


def _name(row: SubmissionRow) -> str:
    return f"{row.team}, {row.track}, revision {row.revision}"
