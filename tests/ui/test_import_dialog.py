"""The import dialog: preview first, then jobs; closing it at any moment changes nothing."""

import threading
import zipfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QListWidget, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from genmu_studio.domain import SubmissionRow
from genmu_studio.importing import Receipt
from genmu_studio.intake import IntakeRoom
from genmu_studio.submission.scan import scan_submission
from tests.core import world
from ui.dialogs.import_submission import ImportDialog
from ui.main_window import MainWindow

HOSTILE = "<b>x</b><img src=x>"


@pytest.fixture
def entry(tmp_path: Path) -> Path:
    return world.write_submission(tmp_path / "third", world.grid(world.two_groups(), conditions=1), team="Third Lab")


def _dialog(window: MainWindow, qtbot: QtBot, paths: Sequence[Path]) -> ImportDialog:
    window.commands.import_submission(list(paths))
    dialog = window.findChildren(ImportDialog)[-1]
    qtbot.waitExposed(dialog)
    return dialog


def _read(window: MainWindow, qtbot: QtBot, *paths: Path) -> ImportDialog:
    dialog = _dialog(window, qtbot, paths)
    entries = dialog.list.entries
    qtbot.waitUntil(lambda: bool(entries) and all(each.scan or each.error for each in entries), timeout=20_000)
    return dialog


def _texts(dialog: ImportDialog) -> str:
    return "\n".join(each.text() for each in dialog.findChildren(QLabel) if each.isVisible())


def _press(dialog: ImportDialog, text: str) -> None:
    button = next(each for each in dialog.findChildren(QPushButton) if each.text().startswith(text))
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def _cells(dialog: ImportDialog, name: str) -> list[list[str]]:
    view = next(each for each in dialog.findChildren(QTableView) if each.accessibleName() == name)
    model = view.model()
    return [[model.index(r, c).data() for c in range(model.columnCount())] for r in range(model.rowCount())]


def _stored(window: MainWindow) -> list[SubmissionRow]:
    project = window.context.project
    assert project is not None
    return project.submissions()


def test_enter_imports_what_the_preview_shows(unscored_window: MainWindow, qtbot: QtBot, entry: Path) -> None:
    dialog = _read(unscored_window, qtbot, entry)
    assert "Third Lab · face · revision 1" in _texts(dialog)
    assert "14 samples, 7 matched pairs, 7 identities in 2 groups" in _texts(dialog)
    assert "read from samples.csv" in _texts(dialog)
    assert ["1", "One", "1", "1", "1", "0"] in _cells(dialog, "Samples by identity")
    assert len(_stored(unscored_window)) == 2
    dialog.receipt.known.click()
    dialog.receipt.at.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClicks(dialog.receipt.at, "20260630120000")
    QTest.keyClicks(dialog.receipt.team, "Real Third Lab")
    with qtbot.waitSignal(unscored_window.jobs.ended, timeout=20_000):
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    row = next(row for row in _stored(unscored_window) if row.team_claimed == "Third Lab")
    assert (row.team, row.received_at_utc) == ("Real Third Lab", "2026-06-30T12:00:00+00:00")
    assert unscored_window.context.submission == row
    assert "Real Third Lab, face, revision 1 is imported: 14 samples" in unscored_window.notices.notices[0].text


def test_several_at_once_each_with_its_own_team_and_one_left_out(
    unscored_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    for name in ("a", "b", "c"):
        samples = world.grid(world.two_groups(), conditions=1 + (name == "b"), seeds=1 + (name == "c"))
        world.write_submission(tmp_path / "several" / name, samples, team=f"Team {name}")
    dialog = _read(unscored_window, qtbot, tmp_path / "several")
    qtbot.waitUntil(lambda: len(dialog.list.chosen) == 3)
    dialog.receipt.show_receipt(Receipt(datetime(2026, 6, 1, tzinfo=UTC)), "", of_several=True)
    _press(dialog, "Same for all")
    dialog.list.setCurrentRow(1)
    QTest.keyClicks(dialog.receipt.team, "B confirmed")
    dialog.list.setCurrentRow(2)
    assert dialog.receipt.team.text() == ""
    assert dialog.receipt.known.isChecked()
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Qt.Key.Key_Space)
    _press(dialog, "Import 2 submissions")
    qtbot.waitUntil(lambda: len(_stored(unscored_window)) == 4 and unscored_window.jobs.current is None, timeout=20_000)
    assert {row.team for row in _stored(unscored_window)} >= {"Team a", "B confirmed"}
    assert all(row.received_at_utc is not None for row in _stored(unscored_window))


def test_what_is_wrong_is_listed_with_code_and_hint(unscored_window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    samples = [*world.grid(world.two_groups(), conditions=1), world.Sample("original", "One", "99", "c0", 0, shows="1")]
    folder = world.write_submission(tmp_path / "odd", samples, team=HOSTILE, manifest=world.HEAD)
    (folder / "extra.png").write_bytes((folder / samples[0].path).read_bytes())
    (folder / ".hidden").touch()
    dialog = _read(unscored_window, qtbot, folder)
    assert f"{HOSTILE} · face · revision 1" in _texts(dialog)
    assert "■ 1 error: what they name was left out" in _texts(dialog)
    assert "2 files that no sample uses" in _texts(dialog)
    assert "1 hidden files" in _texts(dialog)
    assert "incomplete" in _texts(dialog)
    problems = _cells(dialog, "Problems")
    assert problems[0][:2] == ["■ left out", "IDENTITY_UNKNOWN"]
    assert [dialog.preview.tabs.tabText(n) for n in (1, 2)] == [f"Problems {len(problems)}", "Unmatched 2"]
    assert ["extra.png", "no usable row of samples.csv names it"] in _cells(dialog, "Unmatched files")
    contract = {row[1]: row[0] for row in _cells(dialog, "Contract")}
    assert (contract["team"], contract["weights"]) == ("✓ yes", "✕ no")
    assert all(
        each.textFormat() == Qt.TextFormat.PlainText for each in dialog.findChildren(QLabel) if HOSTILE in each.text()
    )


def test_a_refused_one_says_why_and_cannot_be_imported(
    unscored_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "submission.toml").write_text("[submission]\n")
    dialog = _read(unscored_window, qtbot, tmp_path / "bad")
    assert "refused: the team is missing" in _texts(dialog)
    assert dialog.list.chosen == []
    assert "■ refused" in dialog.list.item(0).text()
    assert not any(each.text().startswith("Import ") for each in dialog.findChildren(QPushButton))


def test_a_folder_without_submission_is_said_in_the_dialog(
    unscored_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = _dialog(unscored_window, qtbot, [tmp_path])
    qtbot.waitUntil(lambda: "holds no submission" in dialog.problem)
    assert "Which submissions?" in _texts(dialog)


def test_an_archive_is_unpacked_into_the_project(
    unscored_window: MainWindow, qtbot: QtBot, entry: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(tmp_path / "third.zip", "w") as made:
        for path in sorted(entry.rglob("*")):
            made.write(path, path.relative_to(entry))
    dialog = _read(unscored_window, qtbot, tmp_path / "third.zip")
    assert "14 samples" in _texts(dialog)
    with qtbot.waitSignal(unscored_window.jobs.ended, timeout=20_000):
        _press(dialog, "Import 1 submission")
    assert len(_stored(unscored_window)) == 3


def test_a_folder_name_can_be_corrected(unscored_window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "named"
    for side in ("original", "unlearned"):
        for identity in ("1", "2", "3", "4"):
            for number in range(2):
                where = "somebody" if identity == "4" else identity
                world.write_picture(folder / side / where / f"{number}.png", identity, number)
    (folder / "submission.toml").write_text(world.HEAD.format(team="T", track="face", revision=1))
    dialog = _read(unscored_window, qtbot, folder)
    assert "12 samples" in _texts(dialog)
    assert dialog.preview.tabs.tabText(4) == "Correct"
    form = dialog.preview.correction
    form.names.setCurrentText("somebody")
    form.choices.setCurrentText("identity 4")
    form.add()
    qtbot.waitUntil(lambda: "16 samples" in _texts(dialog), timeout=10_000)
    assert form.said.item(0).text() == "somebody: identity 4"
    form.remove()
    qtbot.waitUntil(lambda: "12 samples" in _texts(dialog), timeout=10_000)
    assert form.said.count() == 0
    dialog.reject()


def test_the_same_content_is_not_taken_in_twice(unscored_window: MainWindow, qtbot: QtBot, entry: Path) -> None:
    for _ in range(2):
        dialog = _read(unscored_window, qtbot, entry)
        with qtbot.waitSignal(unscored_window.jobs.ended, timeout=20_000):
            _press(dialog, "Import 1 submission")
    assert len(_stored(unscored_window)) == 3
    assert "was there already" in unscored_window.notices.notices[0].text


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[threading.Event, threading.Event]]:
    """Hold every scan until the second event is set; the first says that one has begun."""
    begun, go_on = threading.Event(), threading.Event()

    def slow(*arguments: Any, **options: Any) -> Any:
        begun.set()
        go_on.wait(20)
        return scan_submission(*arguments, **options)

    monkeypatch.setattr("ui.dialogs.scanner.scan_submission", slow)
    yield begun, go_on
    go_on.set()


def test_closing_the_dialog_while_it_reads_is_safe(
    unscored_window: MainWindow, qtbot: QtBot, entry: Path, held: tuple[threading.Event, threading.Event]
) -> None:
    begun, go_on = held
    dialog = _dialog(unscored_window, qtbot, [entry])
    qtbot.waitUntil(begun.is_set)
    assert "Reading third" in _texts(dialog)
    with qtbot.waitSignal(dialog.destroyed):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    go_on.set()
    qtbot.waitUntil(lambda: not any("reading third" in each.name for each in threading.enumerate()), timeout=10_000)
    assert len(_stored(unscored_window)) == 2
    assert unscored_window.notices.notices == ()


def test_a_cancelled_import_leaves_nothing(
    unscored_window: MainWindow, qtbot: QtBot, entry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_in = IntakeRoom.submission

    def cancelled(room: IntakeRoom, scanned: Any, receipt: Any, on_progress: Any, cancellation: Any) -> Any:
        cancellation.request()
        return take_in(room, scanned, receipt, on_progress, cancellation)

    monkeypatch.setattr(IntakeRoom, "submission", cancelled)
    dialog = _read(unscored_window, qtbot, entry)
    with qtbot.waitSignal(unscored_window.jobs.ended, timeout=20_000):
        _press(dialog, "Import 1 submission")
    assert len(_stored(unscored_window)) == 2
    assert "nothing was imported" in unscored_window.notices.notices[0].text


def test_dropped_files_are_read(unscored_window: MainWindow, qtbot: QtBot, entry: Path) -> None:
    dialog = _dialog(unscored_window, qtbot, [])
    assert "Which submissions?" in _texts(dialog)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(entry)), QUrl.fromLocalFile(str(entry))])
    event = QDropEvent(
        QPointF(9, 9), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    dialog.dropEvent(event)
    qtbot.waitUntil(lambda: [bool(each.scan) for each in dialog.list.entries] == [True], timeout=10_000)


def test_every_control_has_a_name_and_a_tooltip(unscored_window: MainWindow, qtbot: QtBot, entry: Path) -> None:
    dialog = _read(unscored_window, qtbot, entry)
    kinds = (QPushButton, QLineEdit, QListWidget, QComboBox)
    controls = [each for kind in kinds for each in dialog.findChildren(kind) if each.objectName()[:3] != "qt_"]
    unnamed = [each for each in controls if not each.accessibleName() or not each.toolTip()]
    assert unnamed == []
