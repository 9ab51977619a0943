"""Write results, metrics, labels or the audit as a table, in the background; say where it was written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QFormLayout, QHBoxLayout, QLineEdit
from shiboken6 import isValid

from genmu_studio.export import FORMATS
from genmu_studio.export_job import ExportRequest, write_elsewhere
from genmu_studio.jobs import Cancellation, Progress
from scoring.errors import UserError
from ui.dialogs.dialog import Dialog, push_button
from ui.jobs import Ended
from ui.main_window import MainWindow
from ui.notices import Notice
from ui.numbers import count
from ui.theme import GRID_PX
from ui.widgets.basics import label

SIZE = QSize(640, 330)
_TABLES = (
    ("results", "Results: a row per sample and evaluator"),
    ("metrics", "Metrics: a row per submission, group, side and metric"),
    ("labels", "Labels: a row per answer of people, with what they did not see"),
    ("audit", "Audit: a row per check of each submission, with what it found"),
)
_FORMATS = {"csv": "CSV", "json": "JSON", "parquet": "Parquet"}


class ExportDialog(Dialog):
    """Asks what to write and where, and writes it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, "Export table", SIZE)
        project = window.context.project
        assert project is not None  # noqa: S101 - the action is disabled without a project
        self._project = project.folder
        self.table = _choice("Table", "What the rows are", _TABLES)
        self.form = _choice("Format", "How the file is written", [(name, _FORMATS[name]) for name in FORMATS])
        self.bom = QCheckBox("Byte order mark")
        self.bom.setAccessibleName("Byte order mark")
        self.bom.setToolTip("Spreadsheets want one to read accents and other scripts rightly; only for CSV")
        self.path = QLineEdit()
        self.path.setAccessibleName("File")
        self.path.setToolTip("Where the table is written")
        self._browse = push_button("Browse…", "Choose where the table is written", self._choose)
        self._said = label("", "muted")
        self._said.setWordWrap(True)
        self._lay_out()
        self._open = push_button("Open folder", "Show the folder of the table in the file manager", self._open_folder)
        self._open.hide()
        self._export = push_button("Export", "Write the table (Enter)", self.export, primary=True)
        self.add_foot(self.close_button(), self._open, self._export)
        self.table.activated.connect(lambda _: self._suggest())
        self.form.activated.connect(lambda _: self._suggest())
        self.path.textChanged.connect(lambda _: self._check())
        self._suggest()
        self.table.setFocus()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GRID_PX)
        form.setVerticalSpacing(GRID_PX + 4)
        form.addRow(label("Table"), self.table)
        format_row = QHBoxLayout()
        format_row.setSpacing(2 * GRID_PX)
        format_row.addWidget(self.form)
        format_row.addWidget(self.bom)
        format_row.addStretch(1)
        form.addRow(label("Format"), format_row)
        path_row = QHBoxLayout()
        path_row.setSpacing(GRID_PX)
        path_row.addWidget(self.path, 1)
        path_row.addWidget(self._browse)
        form.addRow(label("File"), path_row)
        form.addRow(label(""), self._said)
        self.body.addLayout(form)
        self.body.addStretch(1)

    @property
    def said(self) -> str:
        """What is said about the file."""
        return self._said.text()

    def _suggest(self) -> None:
        """Suggest a file beside the project, or the one chosen with the ending that fits."""
        form, table = str(self.form.currentData()), str(self.table.currentData())
        self.bom.setEnabled(form == "csv")
        folder = Path(self.path.text()).parent if self.path.text() else self._project.parent
        name = self._project.name.removesuffix(".genmu")
        self.path.setText(str(folder / f"{name}-{table}.{form}"))

    def _check(self) -> None:
        text = self.path.text().strip()
        self._export.setEnabled(bool(text))
        self._open.hide()
        exists = bool(text) and Path(text).is_file()
        self._said.setText("There is a file of this name already: it will be replaced." if exists else "")

    def _choose(self) -> None:
        dialog = QFileDialog(self, "Write the table to")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # the line below says so
        dialog.selectFile(self.path.text())
        dialog.fileSelected.connect(self.path.setText)
        dialog.open()

    def export(self) -> None:
        """Write the table."""
        out = Path(self.path.text().strip()).expanduser().absolute()
        if not out.parent.is_dir():
            self.say_error(UserError(f"there is no folder {out.parent}"))
            return
        is_csv = self.form.currentData() == "csv"
        request = ExportRequest(
            self._project,
            str(self.table.currentData()),
            str(self.form.currentData()),
            out,
            bom=is_csv and self.bom.isChecked(),
        )

        def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> int | None:
            on_progress(Progress(f"writing {out.name}"))
            return write_elsewhere(request, cancellation)

        self.say_error(None)
        self._export.setEnabled(False)
        waits = self.studio.jobs.current is not None
        self._said.setText("Waits for the job that runs…" if waits else "Writing…")
        window = self.studio

        def ended(end: Ended) -> None:
            if isValid(self):
                self._show(end, out)
            elif end.ending == "finished" and end.value is not None:
                window.notices.show_notice(Notice("info", f"Wrote {out}."))

        window.jobs.run("Export", work, ended)

    def _show(self, ended: Ended, out: Path) -> None:
        self._export.setEnabled(True)
        if ended.ending == "finished" and isinstance(ended.value, int):
            self._said.setText(f"Wrote {count(ended.value, 'row')} to {out}")
            self._open.show()
            self._open.setFocus()
        else:
            self._said.setText("Nothing was written.")
            self.say_error(ended.error)

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(self.path.text()).parent)))


def _choice(name: str, tip: str, choices: list[tuple[str, str]] | tuple[tuple[str, str], ...]) -> QComboBox:
    made = QComboBox()
    made.setAccessibleName(name)
    made.setToolTip(tip)
    for value, text in choices:
        made.addItem(text, value)
    return made
