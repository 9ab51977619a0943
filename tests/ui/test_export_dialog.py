"""The export dialog: writes in the background, says where, and leaves nothing half written."""

import csv
import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QComboBox, QPushButton
from pytestqt.qtbot import QtBot

from genmu_studio.export import metrics_table, results_table
from genmu_studio.export_job import ExportRequest, write, write_elsewhere
from genmu_studio.jobs import Cancellation
from scoring.errors import UserError
from tests.ui.blank import BLANK_VIEWS
from tests.ui.keyboard import click, press
from ui.dialogs.export import ExportDialog
from ui.main_window import MainWindow
from ui.views import ViewRow


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    return BLANK_VIEWS


@pytest.fixture
def dialog(scored_window: MainWindow, qtbot: QtBot) -> ExportDialog:
    made = ExportDialog(scored_window)
    made.open()
    qtbot.waitExposed(made)
    return made


def choose(box: QComboBox, value: str) -> None:
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def button(dialog: ExportDialog, text: str) -> QPushButton:
    (found,) = [each for each in dialog.findChildren(QPushButton) if each.text() == text]
    return found


def export(dialog: ExportDialog, qtbot: QtBot) -> None:
    click(button(dialog, "Export"))
    qtbot.waitUntil(lambda: dialog.said.startswith(("Wrote", "Nothing")), timeout=30_000)


def test_a_table_for_a_spreadsheet(
    dialog: ExportDialog, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = dialog.studio.context.project
    assert project is not None
    dialog.bom.setChecked(True)
    export(dialog, qtbot)
    out = tmp_path / "project-results.csv"
    rows = results_table(project)
    assert dialog.said == f"Wrote {len(rows)} rows to {out}"
    text = out.read_bytes()
    assert text.startswith(b"\xef\xbb\xbf")
    assert len(list(csv.DictReader(text.decode("utf-8-sig").splitlines()))) == len(rows)
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    click(button(dialog, "Open folder"))
    assert [url.toLocalFile() for url in opened] == [str(tmp_path)]


def test_metrics_as_json_where_the_person_says(dialog: ExportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    project = dialog.studio.context.project
    assert project is not None
    dialog.bom.setChecked(True)
    choose(dialog.table, "metrics")
    choose(dialog.form, "json")
    assert dialog.path.text() == str(tmp_path / "project-metrics.json")
    assert not dialog.bom.isEnabled()
    dialog.path.setText(str(tmp_path / "own.json"))
    press(dialog.path, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Wrote" in dialog.said, timeout=30_000)
    assert json.loads((tmp_path / "own.json").read_text()) == metrics_table(project)


def test_a_file_that_is_there_is_told_and_a_folder_that_is_not(dialog: ExportDialog, tmp_path: Path) -> None:
    (tmp_path / "there.csv").write_text("old")
    dialog.path.setText(str(tmp_path / "there.csv"))
    assert "will be replaced" in dialog.said
    dialog.path.setText(str(tmp_path / "nowhere" / "x.csv"))
    click(button(dialog, "Export"))
    assert "there is no folder" in dialog.problem
    assert dialog.studio.jobs.current is None
    dialog.path.setText("  ")
    assert not button(dialog, "Export").isEnabled()


def test_what_cannot_be_written_is_told(dialog: ExportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    dialog.path.setText(str(tmp_path / "folder.csv"))
    export(dialog, qtbot)
    assert dialog.said == "Nothing was written."
    assert "cannot be written" in dialog.problem
    assert button(dialog, "Export").isEnabled()


def test_a_dialog_that_is_closed_leaves_the_news_to_the_window(
    dialog: ExportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    window = dialog.studio
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    click(button(dialog, "Export"))
    dialog.close()
    qtbot.waitUntil(lambda: bool(window.notices.notices), timeout=30_000)
    assert window.notices.notices[0].text == f"Wrote {tmp_path / 'project-results.csv'}."


def test_a_cancelled_export_writes_nothing(scored_folder: Path, tmp_path: Path) -> None:
    cancelled = Cancellation()
    cancelled.request()
    request = ExportRequest(scored_folder, "results", "csv", tmp_path / "x.csv")
    assert write_elsewhere(request, cancelled) is None
    assert not (tmp_path / "x.csv").exists()


def test_parquet_holds_the_same_rows(scored_folder: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    count = write(ExportRequest(scored_folder, "results", "parquet", tmp_path / "x.parquet"))
    assert pq.read_table(tmp_path / "x.parquet").num_rows == count > 0


def test_an_error_of_the_person_crosses_the_process(tmp_path: Path) -> None:
    with pytest.raises(UserError):
        write_elsewhere(ExportRequest(tmp_path / "gone", "results", "csv", tmp_path / "x.csv"), Cancellation())
