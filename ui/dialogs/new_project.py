"""Make a project: where, under which name, with which protocol, and with further groups."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit

from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.project import Project
from genmu_studio.protocol import load_groups, load_protocol, shipped_protocols
from scoring.errors import UserError
from ui.dialogs.dialog import Dialog, push_button
from ui.jobs import Ended, Job
from ui.main_window import MainWindow
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.path_field import PathField

SIZE = QSize(620, 380)
SUFFIX = ".genmu"


@dataclass(frozen=True, slots=True)
class Wish:
    """What project to make. protocol : a shipped name or the path of a file. groups : a CSV of further groups."""

    folder: Path
    protocol: str
    groups: Path | None = None

    def make(self, on_progress: Callable[[Progress], None], cancellation: Cancellation) -> Project:
        """Make the project; UserError where something about the wish is wrong."""
        rules = load_protocol(self.protocol)
        if self.groups is not None:
            rules = rules.with_groups(load_groups(self.groups))
        return Project.create(self.folder, rules)


class NewProjectDialog(Dialog):
    """Asks, makes the project off the GUI thread, and hands it over with `made`."""

    made = Signal(object)  # Project

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, "New project", SIZE)
        self._job: Job | None = None
        self.name = QLineEdit("audit")
        self.name.setAccessibleName("Name")
        self.name.setToolTip("The project's folder gets this name")
        self.folder = PathField("In folder", "The folder in which the project's own is made", "folder")
        recent = window.memory.recent_projects
        self.folder.set_path(recent[0].parent if recent else Path.home())
        self.protocol = QComboBox()
        self.protocol.setAccessibleName("Protocol")
        self.protocol.setToolTip("The rules of the challenge: tracks, groups, evaluators, thresholds")
        for shipped in shipped_protocols():
            self.protocol.addItem(shipped, shipped)
        self.protocol.addItem("from a file…", None)
        self.file = PathField("Protocol file", "A protocol of your own, in TOML", "file", "Protocols (*.toml)")
        self.groups = PathField("Further groups", "Identity groups of your own, in the published form", "file",
                                "Tables (*.csv)")  # fmt: skip
        self.groups.line.setPlaceholderText("none; a CSV of the published form adds identity groups")
        self._where = label("", "muted")
        self._where.setWordWrap(True)
        self._lay_out()
        self._create = push_button("Create", "Make the project (Enter)", self.make_project, primary=True)
        self.add_foot(self.close_button("Cancel"), self._create)
        self.name.textChanged.connect(self._check)
        for field in (self.folder, self.file, self.groups):
            field.changed.connect(self._check)
        self.protocol.currentIndexChanged.connect(self._check)
        self._check()
        self.name.setFocus()
        self.name.selectAll()

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        self._form.setSpacing(GRID_PX + 2)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        for text, widget in (
            ("Name", self.name),
            ("In folder", self.folder),
            ("Protocol", self.protocol),
            ("Protocol file", self.file),
            ("Further groups", self.groups),
        ):
            self._form.addRow(label(text), widget)
        self.body.addLayout(self._form)
        self.body.addWidget(self._where)
        self.body.addStretch(1)

    @property
    def target(self) -> Path | None:
        """The folder that the project will be, None where name or folder is missing."""
        name = self.name.text().strip().removesuffix(SUFFIX)
        return self.folder.path / f"{name}{SUFFIX}" if self.folder.path is not None and name else None

    def _check(self) -> None:
        self.say_error(None)
        name = self.name.text().strip()
        is_plain = not any(each in name for each in "/\\") and name not in {".", ".."}
        of_file = self.protocol.currentData() is None
        self._form.setRowVisible(self.file, of_file)
        target = self.target
        self._where.setText("Name it and choose a folder." if target is None else f"The project will be {target}")
        if not is_plain:
            self._where.setText("A name has no slash in it; the folder stands in its own line.")
        is_ready = target is not None and is_plain and (not of_file or self.file.path is not None)
        self._create.setEnabled(is_ready and self._job is None)

    def make_project(self) -> None:
        """Make the project."""
        if self.target is None or self._job is not None:
            return
        protocol = self.protocol.currentData() or str(self.file.path)
        wish = Wish(self.target, protocol, self.groups.path)
        self._job = Job("Making a project", wish.make, self)
        self._job.ended.connect(self._end)
        self._job.start()
        self._check()

    def _end(self, ended: Ended) -> None:
        self._job = None
        self._check()
        if isinstance(ended.value, Project):
            self.accept()
            self.made.emit(ended.value)
        elif isinstance(ended.error, UserError):
            self.say_error(ended.error)
        elif ended.error is not None:
            self.reject()
            self.studio.show_error(ended.error, ended.report)

    def reject(self) -> None:
        """Close, unless the project is being made: a moment later it is there, and must not be lost."""
        if self._job is None:
            super().reject()
