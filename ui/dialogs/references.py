"""Take in references: which identities a folder offers, then a job, then how many each identity has."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QSpinBox, QTabWidget, QWidget
from shiboken6 import isValid

from genmu_studio.domain import Problem
from genmu_studio.importing import ImportedReferences
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.project import Project
from genmu_studio.references import FoundReferences, find_references
from genmu_studio.submission.problems import severity_of
from scoring.errors import UserError
from scoring.types import Track
from ui.dialogs.dialog import Dialog, push_button
from ui.dialogs.remarks import LOOKS, SEVERITIES
from ui.jobs import Ended, Job
from ui.main_window import MainWindow
from ui.models.text_table import TextTable, text_view
from ui.notices import Notice
from ui.numbers import NONE, count, identities
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.path_field import PathField

SIZE = QSize(860, 640)
_AFTER_TYPING_MS = 250
_MOST_COHORT = 100_000


@dataclass(frozen=True, slots=True)
class Line:
    """One identity of the table. found : in the folder. now : in the project, None before it was taken in."""

    track: Track
    identity: str
    is_cohort: bool
    found: int
    now: int | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """What to take in: the first `per_identity` media of each identity, and of `cohort` further ones."""

    project: Project
    folder: Path
    per_identity: int
    cohort: int

    def find(self, on_progress: Callable[[Progress], None], cancellation: Cancellation) -> FoundReferences:
        """Return what the folder offers."""
        rules = self.project.protocol
        return find_references(self.folder, rules, per_identity=self.per_identity, cohort=self.cohort)

    def take_in(self, on_progress: Callable[[Progress], None], cancellation: Cancellation) -> ImportedReferences:
        """Take it into the project."""
        return self.project.intake.references(self.folder, self.per_identity, self.cohort, on_progress, cancellation)


class ReferencesDialog(Dialog):
    """Looks into a folder in the background; what it takes in stays when the dialog is closed meanwhile."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, "References", SIZE)
        project = window.context.project
        assert project is not None  # noqa: S101 - the action is disabled without a project
        self._project = project
        self._job: Job | None = None
        self._again = False
        self._wish: Wish | None = None
        self._found: FoundReferences | None = None
        self.folder = PathField("Folder", "A folder per identity, or CelebA or LibriTTS as they unpack", "folder")
        self.per_identity = _number("References per identity", "The first ones by name", 1, 10_000)
        self.per_identity.setValue(project.protocol.references.per_identity)
        self.cohort = _number("Further identities", "For calibration only: they never enter a score", 0, _MOST_COHORT)
        self._said = label("", "muted")
        self._said.setWordWrap(True)
        self._identities: TextTable[Line] = TextTable(
            ("identity", "track", "for", "found here", "in the project"), _line_cells, _line_color
        )
        self._problems: TextTable[Problem] = TextTable(
            ("severity", "code", "where", "what", "what to do"), _problem_cells
        )
        self.tabs = QTabWidget()
        self._take = push_button("Take in", "Take the references into the project (Enter)", self.take_in, primary=True)
        self._lay_out()
        self.add_foot(self.close_button(), self._take)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_AFTER_TYPING_MS)
        self._timer.timeout.connect(self._look)
        for changed in (self.folder.changed, self.per_identity.valueChanged, self.cohort.valueChanged):
            changed.connect(self._change)
        self._show(None)

    def _lay_out(self) -> None:
        numbers = QWidget()
        row = QHBoxLayout(numbers)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID_PX)
        for widget in (self.per_identity, label("further identities"), self.cohort):
            row.addWidget(widget)
        row.addStretch(1)
        form = QFormLayout()
        form.setSpacing(GRID_PX + 2)
        form.addRow(label("Folder"), self.folder)
        form.addRow(label("Per identity"), numbers)
        self.tabs.setAccessibleName("What was found")
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(text_view(self._identities, "References by identity", (200, 90, 170, 110)), "Identities")
        self.tabs.addTab(text_view(self._problems, "Problems", (84, 170, 140, 280)), "Problems")
        self.body.addLayout(form)
        self.body.addWidget(self._said)
        self.body.addWidget(self.tabs, 1)

    # ---- looking ----

    def _change(self) -> None:
        """Take nothing in that has not been shown first."""
        self._take.setEnabled(False)
        self._timer.start()

    def _look(self) -> None:
        self.say_error(None)
        self._show(None)
        folder = self.folder.path
        if self._job is not None:
            self._again = True
        elif folder is not None:
            self._said.setText("Looking…")
            self._wish = Wish(self._project, folder, self.per_identity.value(), self.cohort.value())
            self._job = Job("looking for references", self._wish.find, self)
            self._job.ended.connect(self._end)
            self._job.start()

    def _end(self, ended: Ended) -> None:
        self._job = None
        if self._again:
            self._again = False
            self._look()
        elif isinstance(ended.value, FoundReferences):
            self._show(ended.value)
        else:
            self._said.setText("")
            self.say_error(ended.error)
            if not isinstance(ended.error, UserError | None):
                self.studio.show_error(ended.error, ended.report)

    def _show(self, found: FoundReferences | None) -> None:
        self._found = found
        self._take.setEnabled(found is not None)
        self._show_problems(() if found is None else found.problems)
        if found is None:
            self._identities.show_rows(())
            self._said.setText("Genuine pictures or recordings say who an identity is. Choose the folder they lie in.")
            return
        lines = [Line(*key, number) for key, number in found.counts.items()]
        missing = [
            Line(track, identity, False, 0)
            for track in dict.fromkeys(line.track for line in lines)
            for identity in self._project.protocol.identities_of(track)
            if (track, identity, False) not in found.counts
        ]
        self._identities.show_rows([*missing, *lines])
        self._said.setText(_sentence(lines, missing))

    def _show_problems(self, problems: tuple[Problem, ...]) -> None:
        self._problems.show_rows(sorted(problems, key=lambda each: SEVERITIES.index(severity_of(each.code))))
        self.tabs.setTabText(1, f"Problems {len(problems):,}")

    # ---- taking in ----

    def take_in(self) -> None:
        """Take the references in as a job of the window; the dialog shows the result where it is still open."""
        if self._wish is None or self._found is None:
            return
        for widget in (self._take, self.folder, self.per_identity, self.cohort):
            widget.setEnabled(False)
        job = self.studio.jobs.run("Taking in references", self._wish.take_in, partial(_say, self.studio, self))
        job.progressed.connect(self._show_progress)
        self._said.setText("Waits for its turn; the dialog can be closed meanwhile.")

    def _show_progress(self, progress: Progress) -> None:
        share = f" {progress.done:,} of {progress.total:,}" if progress.total else ""
        self._said.setText(f"{progress.phase}{share}; the dialog can be closed meanwhile.")

    def show_result(self, ended: Ended) -> None:
        """Show how many references each identity has now, or what went wrong."""
        for widget in (self.folder, self.per_identity, self.cohort):
            widget.setEnabled(True)
        if not isinstance(ended.value, ImportedReferences):
            self._said.setText("Nothing was taken in.")
            self.say_error(ended.error if isinstance(ended.error, UserError) else None)
            self._take.setEnabled(True)
            return
        imported = ended.value
        found: Mapping[tuple[Track, str, bool], int] = {} if self._found is None else self._found.counts
        self._identities.show_rows(
            [Line(*key, number, imported.identities.get(key[0], {}).get(key[1])) for key, number in found.items()]
        )
        self._show_problems(imported.problems)
        self._said.setText(_result_sentence(imported))


def _say(window: MainWindow, dialog: ReferencesDialog, ended: Ended) -> None:
    if isValid(dialog):
        dialog.show_result(ended)
    if isinstance(ended.value, ImportedReferences):
        window.notices.show_notice(Notice("info", _result_sentence(ended.value)))


def _result_sentence(imported: ImportedReferences) -> str:
    known = f", {imported.known:,} known already" if imported.known else ""
    return f"✓ {count(imported.added, 'reference')} added{known}."


def _sentence(lines: list[Line], missing: list[Line]) -> str:
    total = sum(line.found for line in lines)
    cohort = sum(line.is_cohort for line in lines)
    parts = [f"{count(total, 'reference')} of {identities(len(lines))}"]
    if cohort:
        parts.append(f"{cohort:,} of them for calibration only")
    if missing:
        parts.append(f"▲ {identities(len(missing))} of the protocol without any here")
    return " · ".join(parts)


def _line_cells(line: Line) -> tuple[str, ...]:
    purpose = "calibration only" if line.is_cohort else "verification"
    found = f"{line.found:,}" if line.found else "✕ none"
    return (line.identity, line.track, purpose, found, NONE if line.now is None else f"{line.now:,}")


def _line_color(line: Line) -> str:
    return "" if line.found else "bad"


def _problem_cells(row: Problem) -> tuple[str, ...]:
    _, shape, word = LOOKS[severity_of(row.code)]
    return (f"{shape} {word}", row.code, row.path, row.message, row.hint)


def _number(name: str, tip: str, least: int, most: int) -> QSpinBox:
    made = QSpinBox()
    made.setRange(least, most)
    made.setAccessibleName(name)
    made.setToolTip(f"{name}: {tip[0].lower()}{tip[1:]}")
    made.setMinimumWidth(90)
    return made
