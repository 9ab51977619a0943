"""The references dialog: what a folder offers, taken in by a job, and what each identity has then."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QSpinBox, QTableView, QTabWidget
from pytestqt.qtbot import QtBot

from genmu_studio.project import Project
from tests.core import world
from ui.dialogs.references import ReferencesDialog
from ui.main_window import MainWindow


def _project(window: MainWindow, tmp_path: Path) -> Project:
    project = Project.create(tmp_path / "empty.genmu", world.two_groups())
    window.context.set_project(project)
    return project


def _dialog(window: MainWindow, qtbot: QtBot) -> ReferencesDialog:
    window.table["import_references"].trigger()
    dialog = window.findChildren(ReferencesDialog)[-1]
    qtbot.waitExposed(dialog)
    return dialog


def _texts(dialog: ReferencesDialog) -> str:
    return "\n".join(each.text() for each in dialog.findChildren(QLabel) if each.isVisible())


def _cells(dialog: ReferencesDialog, name: str) -> list[list[str]]:
    view = next(each for each in dialog.findChildren(QTableView) if each.accessibleName() == name)
    model = view.model()
    return [[model.index(r, c).data() for c in range(model.columnCount())] for r in range(model.rowCount())]


def _button(dialog: ReferencesDialog, text: str) -> QPushButton:
    return next(each for each in dialog.findChildren(QPushButton) if each.text() == text)


def test_what_is_found_is_shown_then_taken_in(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    project = _project(window, tmp_path)
    world.write_references(tmp_path / "refs", ["1", "2", "3", "4", "11", "12", world.STRANGER])
    dialog = _dialog(window, qtbot)
    assert "Choose the folder" in _texts(dialog)
    assert not _button(dialog, "Take in").isEnabled()
    QTest.keyClicks(dialog.folder.line, str(tmp_path / "refs"))
    qtbot.waitUntil(lambda: "18 references of 6 identities" in _texts(dialog))
    assert "1 identity of the protocol without any here" in _texts(dialog)
    cells = _cells(dialog, "References by identity")
    assert cells[0] == ["13", "face", "verification", "✕ none", "–"]
    assert ["1", "face", "verification", "3", "–"] in cells
    assert _cells(dialog, "Problems")[0][:3] == ["■ left out", "REFERENCE_MISSING", "13"]
    dialog.cohort.setValue(1)
    qtbot.waitUntil(lambda: "1 of them for calibration only" in _texts(dialog))
    assert ["stranger", "face", "calibration only", "3", "–"] in _cells(dialog, "References by identity")
    dialog.per_identity.setValue(2)
    qtbot.waitUntil(lambda: "14 references of 7 identities" in _texts(dialog))
    with qtbot.waitSignal(window.jobs.ended, timeout=20_000):
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert "14 references added" in _texts(dialog)
    assert ["1", "face", "verification", "2", "2"] in _cells(dialog, "References by identity")
    again = project.intake.references(tmp_path / "refs", 2, 1)
    assert (again.added, again.known) == (0, 14)


def test_a_folder_without_references_is_said_in_the_dialog(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    _project(window, tmp_path)
    (tmp_path / "nothing").mkdir()
    dialog = _dialog(window, qtbot)
    dialog.folder.set_path(tmp_path / "nothing")
    qtbot.waitUntil(lambda: "holds no reference of the protocol's identities" in dialog.problem)
    assert not _button(dialog, "Take in").isEnabled()
    dialog.folder.set_path(world.write_references(tmp_path / "refs", ["1"]))
    qtbot.waitUntil(lambda: "3 references of 1 identity" in _texts(dialog))
    assert dialog.problem == ""


def test_closing_it_while_the_job_runs_keeps_what_is_taken_in(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    _project(window, tmp_path)
    dialog = _dialog(window, qtbot)
    dialog.folder.set_path(world.write_references(tmp_path / "refs", ["1", "2"]))
    qtbot.waitUntil(_button(dialog, "Take in").isEnabled)
    with qtbot.waitSignals([window.jobs.ended, dialog.destroyed], timeout=20_000):
        QTest.mouseClick(_button(dialog, "Take in"), Qt.MouseButton.LeftButton)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert "6 references added" in window.notices.notices[0].text


def test_closing_it_while_it_looks_is_safe(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    _project(window, tmp_path)
    dialog = _dialog(window, qtbot)
    dialog.folder.set_path(world.write_references(tmp_path / "refs", ["1", "2"]))
    qtbot.waitUntil(lambda: "Looking…" in _texts(dialog))
    with qtbot.waitSignal(dialog.destroyed):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.notices.notices == ()


def test_every_control_has_a_name_and_a_tooltip(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    _project(window, tmp_path)
    dialog = _dialog(window, qtbot)
    kinds = (QPushButton, QLineEdit, QSpinBox)
    controls = [each for kind in kinds for each in dialog.findChildren(kind) if each.objectName()[:3] != "qt_"]
    assert [each for each in controls if not each.accessibleName() or not each.toolTip()] == []
    tabs = dialog.findChild(QTabWidget)
    assert tabs is not None
    assert tabs.accessibleName()
