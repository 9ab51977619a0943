"""Making a project from the window: what is asked, what is made, what is refused in the dialog."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.project import Project
from ui.dialogs.new_project import NewProjectDialog
from ui.main_window import MainWindow

GROUPS = "track,dataset,set,forget_id,retain_ids,selection_note\nface,colours,Mine,1,2;3,\n"


@pytest.fixture
def dialog(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> NewProjectDialog:
    window.table["new_project"].trigger()
    made = window.findChild(NewProjectDialog)
    assert made is not None
    qtbot.waitExposed(made)
    made.folder.set_path(tmp_path)
    return made


def _press(dialog: QWidget, text: str) -> None:
    button = next(each for each in dialog.findChildren(QPushButton) if each.text() == text)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def _type(line: QLineEdit, text: str) -> None:
    line.selectAll()
    QTest.keyClicks(line, text)


def test_enter_makes_a_project_and_opens_it(
    dialog: NewProjectDialog, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    _type(dialog.name, "mine")
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.context.project is not None)
    project = window.context.project
    assert project is not None
    assert project.folder == tmp_path / "mine.genmu"
    assert (project.mode, project.protocol.name) == ("write", "genmu-2.0")
    assert window.windowTitle().startswith("mine")
    assert window.memory.recent_projects[0] == project.folder


def test_further_groups_are_taken_in(
    dialog: NewProjectDialog, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "groups.csv").write_text(GROUPS)
    dialog.groups.set_path(tmp_path / "groups.csv")
    _press(dialog, "Create")
    qtbot.waitUntil(lambda: window.context.project is not None)
    project = window.context.project
    assert project is not None
    assert "Mine" in [group.name for group in project.protocol.groups_of("face")]


def test_what_is_wrong_is_said_in_the_dialog(
    dialog: NewProjectDialog, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "audit.genmu").mkdir()
    (tmp_path / "audit.genmu" / "thing").touch()
    _press(dialog, "Create")
    qtbot.waitUntil(lambda: bool(dialog.problem))
    assert "audit.genmu" in dialog.problem
    assert dialog.isVisible()
    assert window.context.project is None
    _type(dialog.name, "other")
    assert dialog.problem == ""
    (tmp_path / "groups.csv").write_text("a,b\n1,2\n")
    dialog.groups.set_path(tmp_path / "groups.csv")
    _press(dialog, "Create")
    qtbot.waitUntil(lambda: "lacks the column" in dialog.problem)
    assert not (tmp_path / "other.genmu").exists()


def test_a_protocol_of_ones_own(dialog: NewProjectDialog, window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    create = next(each for each in dialog.findChildren(QPushButton) if each.text() == "Create")
    assert not dialog.file.isVisible()
    dialog.protocol.setCurrentIndex(dialog.protocol.count() - 1)
    assert dialog.file.isVisible()
    assert not create.isEnabled()
    (tmp_path / "own.toml").write_text("name = 3")
    dialog.file.set_path(tmp_path / "own.toml")
    _press(dialog, "Create")
    qtbot.waitUntil(lambda: "is not a valid protocol" in dialog.problem)


@pytest.mark.parametrize("name", ["", "a/b", "..", "  "])
def test_a_name_must_be_one(dialog: NewProjectDialog, name: str) -> None:
    dialog.name.setText(name)
    create = next(each for each in dialog.findChildren(QPushButton) if each.text() == "Create")
    assert not create.isEnabled()


def test_closing_while_it_is_made_loses_nothing(
    dialog: NewProjectDialog, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog.make_project()
    dialog.reject()
    assert dialog.isVisible()
    qtbot.waitUntil(lambda: window.context.project is not None)
    assert isinstance(window.context.project, Project)


def test_browsing_fills_the_folder(dialog: NewProjectDialog, tmp_path: Path) -> None:
    QTest.mouseClick(dialog.folder.button, Qt.MouseButton.LeftButton)
    files = dialog.findChild(QFileDialog)
    assert files is not None
    files.fileSelected.emit(str(tmp_path / "there"))
    files.reject()
    assert dialog.target == tmp_path / "there" / "audit.genmu"


def test_every_control_has_a_name_and_a_tooltip(dialog: NewProjectDialog) -> None:
    controls = [*dialog.findChildren(QPushButton), *dialog.findChildren(QLineEdit)]
    assert [each for each in controls if not each.accessibleName() or not each.toolTip()] == []
