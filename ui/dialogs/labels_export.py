"""The labels of a campaign as a table, blind or revealed, or as a file that another copy of the project merges."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QFormLayout, QHBoxLayout, QLineEdit
from shiboken6 import isValid

from genmu_studio.export import FORMATS
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.labelling.campaigns import Campaign
from scoring.errors import UserError
from ui.dialogs.dialog import Dialog, push_button
from ui.jobs import Ended
from ui.main_window import MainWindow
from ui.notices import Notice
from ui.numbers import count
from ui.theme import GRID_PX
from ui.widgets.basics import label

SIZE = QSize(660, 340)
EVENTS = "events"
_FORMATS = {"csv": "CSV", "json": "JSON", "parquet": "Parquet"}
_ABOUT = {
    EVENTS: "Every act with all that it replaced; Import labels… takes it into another copy of the project.",
    "blind": "A row per answer without submission, side, role, identity or path: for who must not know them yet.",
    "revealed": "A row per answer with the sample that it is about: not for annotators.",
}


class ExportLabelsDialog(Dialog):
    """Asks what to write and where, and writes it."""

    def __init__(self, window: MainWindow, campaign: Campaign) -> None:
        super().__init__(window, f"Export labels of {campaign.name}", SIZE)
        project = window.context.project
        assert project is not None  # noqa: S101 - the button is of a campaign of the open project
        self._project = project
        self._campaign = campaign
        self.what = QComboBox()
        self.what.setAccessibleName("What")
        self.what.setToolTip("What is written of the labels")
        for text, value in (
            ("Table, revealed", "revealed"), ("Table, blind", "blind"), ("Label file, to be merged elsewhere", EVENTS),
        ):  # fmt: skip
            self.what.addItem(text, value)
        self.form = QComboBox()
        self.form.setAccessibleName("Format")
        self.form.setToolTip("How the table is written")
        for name in FORMATS:
            self.form.addItem(_FORMATS[name], name)
        self.bom = QCheckBox("Byte order mark")
        self.bom.setAccessibleName("Byte order mark")
        self.bom.setToolTip("Spreadsheets want one to read accents and other scripts rightly; only for CSV")
        self.annotator = QComboBox()
        self.annotator.setAccessibleName("Annotator")
        self.annotator.setToolTip("Whose queue goes into the label file")
        self.annotator.addItem("all annotators", "")
        for name in campaign.file.campaign.annotators:
            self.annotator.addItem(name, name)
        self.path = QLineEdit()
        self.path.setAccessibleName("File")
        self.path.setToolTip("Where it is written")
        self._browse = push_button("Browse…", "Choose where it is written", self._choose)
        self._about = label("", "muted")
        self._said = label("", "muted")
        for each in (self._about, self._said):
            each.setWordWrap(True)
        self._lay_out()
        self._write = push_button("Export", "Write it (Enter)", self.export, primary=True)
        self.add_foot(self.close_button(), self._write)
        for box in (self.what, self.form, self.annotator):
            box.currentIndexChanged.connect(lambda _: self._suggest())
        self.path.textChanged.connect(lambda _: self._check())
        self._suggest()
        self.what.setFocus()

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(2 * GRID_PX)
        self._form.setVerticalSpacing(GRID_PX + 4)
        self._form.addRow(label("What"), self.what)
        self._form.addRow(label(""), self._about)
        self._formats = QHBoxLayout()
        self._formats.setSpacing(2 * GRID_PX)
        self._formats.addWidget(self.form)
        self._formats.addWidget(self.bom)
        self._formats.addStretch(1)
        self._form.addRow(label("Format"), self._formats)
        self._form.addRow(label("Annotator"), self.annotator)
        path_row = QHBoxLayout()
        path_row.setSpacing(GRID_PX)
        path_row.addWidget(self.path, 1)
        path_row.addWidget(self._browse)
        self._form.addRow(label("File"), path_row)
        self._form.addRow(label(""), self._said)
        self.body.addLayout(self._form)
        self.body.addStretch(1)

    @property
    def said(self) -> str:
        """What is said about the file."""
        return self._said.text()

    @property
    def _is_events(self) -> bool:
        return bool(self.what.currentData() == EVENTS)

    def _suggest(self) -> None:
        """Suggest a file beside the project, or the one chosen with the ending that fits."""
        self._form.setRowVisible(self._formats, not self._is_events)
        self._form.setRowVisible(self.annotator, self._is_events)
        self.bom.setEnabled(self.form.currentData() == "csv")
        self._about.setText(_ABOUT[str(self.what.currentData())])
        folder = Path(self.path.text()).parent if self.path.text() else self._project.folder.parent
        kind = {"blind": "-blind", EVENTS: ""}.get(str(self.what.currentData()), "")
        who = f"-{plain(self.annotator.currentData())}" if self._is_events and self.annotator.currentData() else ""
        ending = "jsonl" if self._is_events else str(self.form.currentData())
        self.path.setText(str(folder / f"{plain(self._campaign.name)}-labels{kind}{who}.{ending}"))

    def _check(self) -> None:
        text = self.path.text().strip()
        self._write.setEnabled(bool(text))
        exists = bool(text) and Path(text).expanduser().is_file()
        self._said.setText("There is a file of this name already: it will be replaced." if exists else "")

    def _choose(self) -> None:
        dialog = QFileDialog(self, "Write the labels to")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # the line below says so
        dialog.selectFile(self.path.text())
        dialog.fileSelected.connect(self.path.setText)
        dialog.open()

    def export(self) -> None:
        """Write it, as a job of the window."""
        out = Path(self.path.text().strip()).expanduser().absolute()
        if not out.parent.is_dir():
            self.say_error(UserError(f"there is no folder {out.parent}"))
            return
        room, campaign, window = self._project.labelling, self._campaign, self.studio
        annotator, is_events = str(self.annotator.currentData()), self._is_events
        is_blind, bom = self.what.currentData() == "blind", self.bom.isEnabled() and self.bom.isChecked()

        def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> int:
            on_progress(Progress(f"writing {out.name}"))
            if is_events:
                return room.export(campaign, out, annotator)
            return room.export_table(campaign, out, blind=is_blind, bom=bom)

        def ended(end: Ended) -> None:
            if isValid(self):
                self._show(end, out)
            elif end.ending == "finished":
                window.notices.show_notice(Notice("info", f"Wrote {out}."))

        self.say_error(None)
        self._write.setEnabled(False)
        self._said.setText("Waits for the job that runs…" if window.jobs.current is not None else "Writing…")
        window.jobs.run("Exporting labels", work, ended)

    def _show(self, ended: Ended, out: Path) -> None:
        self._write.setEnabled(True)
        if ended.ending == "finished" and isinstance(ended.value, int):
            self._said.setText(f"Wrote {count(ended.value, 'event' if self._is_events else 'row')} to {out}")
        else:
            self._said.setText("Nothing was written.")
            self.say_error(ended.error)


def plain(name: str) -> str:
    """Return a name as part of a file's name, on every system."""
    kept = "".join(each if each.isalnum() or each in "-_" else "-" for each in name).strip("-")
    return kept or "labels"
