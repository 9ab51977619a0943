"""The report dialog: asks what and where, hands over to a job, and a notice says what was written."""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from genmu_studio.marks import Mark
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.project import Project
from genmu_studio.report.outcome_marks import mark_of
from tests.core.reports import Report, check_page, words
from tests.ui.blank import BLANK_VIEWS
from tests.ui.keyboard import click, press
from ui.dialogs.report import ReportDialog
from ui.main_window import MainWindow
from ui.notices import Notice
from ui.theme import DARK, LIGHT, Tokens
from ui.views import ViewRow
from ui.widgets.outcomes import MARKS

ENTRY = "example-lab-face-r1"


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    return BLANK_VIEWS


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the files that the system was asked to open."""
    found: list[str] = []

    def open_url(url: QUrl) -> bool:
        found.append(url.toLocalFile())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    return found


@pytest.fixture
def dialog(scored_window: MainWindow, qtbot: QtBot, opened: list[str]) -> Iterator[ReportDialog]:
    made = ReportDialog(scored_window)
    made.open()
    qtbot.waitExposed(made)
    yield made
    made.close()


def button(root: object, text: str) -> QPushButton:
    assert isinstance(root, ReportDialog | MainWindow)
    (found,) = [each for each in root.findChildren(QPushButton) if each.text() == text and each.isVisible()]
    return found


def wait_for_notice(window: MainWindow, qtbot: QtBot) -> Notice:
    qtbot.waitUntil(lambda: bool(window.notices.notices) and window.jobs.current is None, timeout=30_000)
    return window.notices.notices[0]


def read(path: Path) -> Report:
    report = Report(path.read_bytes())
    check_page(report)
    return report


def test_the_shown_submission_is_written_into_the_project_and_opened(
    dialog: ReportDialog, qtbot: QtBot, opened: list[str]
) -> None:
    window = dialog.studio
    project = window.context.project
    assert project is not None
    out = project.folder / "exports" / f"{ENTRY}-report.html"
    assert dialog.about.currentText() == "Example Lab, face, revision 1"
    assert dialog.path.text() == str(out)
    press(dialog.path, Qt.Key.Key_Return)
    assert not dialog.isVisible()
    notice = wait_for_notice(window, qtbot)
    assert (notice.severity, notice.text) == ("info", f"Report written: {out}.")
    assert opened == [str(out)]
    assert words(read(out).all("h1")[0]) == "Example Lab"
    click(button(window, "Open"))
    click(button(window, "Show in folder"))
    assert opened[1:] == [str(out), str(out.parent)]
    assert {path.name for path in (project.folder / "media" / "thumbnails").rglob("*.jpg")}


def test_a_leaderboard_where_the_person_says_without_opening_it(
    dialog: ReportDialog, qtbot: QtBot, opened: list[str], tmp_path: Path
) -> None:
    dialog.path.setText(str(tmp_path / "kept-here.html"))
    press(dialog.about, Qt.Key.Key_Down)
    assert dialog.about.currentText() == "Leaderboard of the face track"
    assert dialog.path.text() == str(tmp_path / "face-leaderboard.html")
    press(dialog.open_it, Qt.Key.Key_Space)
    click(button(dialog, "Write"))
    notice = wait_for_notice(dialog.studio, qtbot)
    assert notice.text == f"Report written: {tmp_path / 'face-leaderboard.html'}."
    assert opened == []
    assert words(read(tmp_path / "face-leaderboard.html").all("h1")[0]) == "Face track"


def test_the_lens_that_is_set_is_the_lens_of_the_report(
    scored_window: MainWindow, qtbot: QtBot, opened: list[str], tmp_path: Path
) -> None:
    scored_window.context.look(threshold="0.97", policy="failure")
    dialog = ReportDialog(scored_window)
    dialog.open()
    qtbot.waitExposed(dialog)
    assert any("what-if" in each for each in texts_of(dialog))
    dialog.path.setText(str(tmp_path / "r.html"))
    click(button(dialog, "Write"))
    wait_for_notice(scored_window, qtbot)
    report = read(tmp_path / "r.html")
    assert "◆ what-if lens" in [words(each) for each in report.of_class("badge")]
    (threshold,) = [each for each in report.numbers() if each.name == "lens.threshold.value"]
    assert threshold.value == 0.97
    assert "failures to acquire count against the entry" in report.text


def texts_of(dialog: ReportDialog) -> list[str]:
    from tests.ui.controls import texts

    return texts(dialog)


def test_marks_made_in_the_window_are_in_the_report(
    dialog: ReportDialog, qtbot: QtBot, tmp_path: Path, opened: list[str]
) -> None:
    project = dialog.studio.context.project
    assert project is not None
    find = "SELECT max(id) FROM sample WHERE side = 'unlearned' AND submission_id = ?"
    ((key,),) = project.store.read(lambda db: list(db.execute(find, [ENTRY])))
    project.mark("Note", [Mark("bookmark", key, "yes"), Mark("note", key, "look at this")]).result()
    dialog.path.setText(str(tmp_path / "r.html"))
    click(button(dialog, "Write"))
    wait_for_notice(dialog.studio, qtbot)
    report = read(tmp_path / "r.html")
    notes = report.of_class("note", report.section("marked-pairs"))
    assert [words(each) for each in notes] == ["look at this"]


def test_a_place_that_takes_no_file_is_told_in_the_dialog(dialog: ReportDialog, tmp_path: Path) -> None:
    (tmp_path / "there.html").write_text("old")
    dialog.path.setText(str(tmp_path / "there.html"))
    assert "will be replaced" in dialog.said
    dialog.path.setText(str(tmp_path / "nowhere" / "r.html"))
    assert dialog.said == ""
    click(button(dialog, "Write"))
    assert "there is no folder" in dialog.problem
    dialog.path.setText(str(tmp_path))
    click(button(dialog, "Write"))
    assert "is a folder" in dialog.problem
    assert dialog.studio.jobs.current is None
    dialog.path.setText("  ")
    assert not button(dialog, "Write").isEnabled()


def test_a_file_that_is_there_is_replaced_as_was_said(dialog: ReportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "r.html").write_text("old")
    dialog.path.setText(str(tmp_path / "r.html"))
    click(button(dialog, "Write"))
    wait_for_notice(dialog.studio, qtbot)
    read(tmp_path / "r.html")


def test_a_cancelled_report_says_that_nothing_was_written(dialog: ReportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    window = dialog.studio
    dialog.path.setText(str(tmp_path / "r.html"))
    click(button(dialog, "Write"))
    window.jobs.cancel()
    notice = wait_for_notice(window, qtbot)
    assert notice.text == "The report was cancelled; nothing was written."
    assert not (tmp_path / "r.html").exists()


def test_no_program_to_open_it_is_told_and_the_report_is_there(
    dialog: ReportDialog, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    dialog.path.setText(str(tmp_path / "r.html"))
    click(button(dialog, "Write"))
    notice = wait_for_notice(dialog.studio, qtbot)
    assert "no program was found to open r.html" in notice.text
    assert (tmp_path / "r.html").is_file()


def test_a_read_only_project_is_reported_beside_it(window: MainWindow, scored_folder: Path, qtbot: QtBot) -> None:
    window.context.set_project(Project.open(scored_folder, "read"))
    dialog = ReportDialog(window)
    dialog.open()
    qtbot.waitExposed(dialog)
    assert dialog.path.text() == str(scored_folder.parent / f"{ENTRY}-report.html")
    dialog.close()


def test_an_empty_project_says_what_to_do(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    from tests.core import world

    window.context.set_project(Project.create(tmp_path / "empty.genmu", world.one_group()))
    dialog = ReportDialog(window)
    dialog.open()
    qtbot.waitExposed(dialog)
    assert dialog.said == "There is nothing to report yet: import a submission first."
    assert not button(dialog, "Write").isEnabled()
    dialog.close()


# ---- one look ----


def test_outcomes_look_in_the_report_as_they_look_in_the_window() -> None:
    assert {outcome: (mark.shape, mark.token) for outcome, mark in MARKS.items()} == {
        outcome: (mark_of(outcome).shape, mark_of(outcome).tone) for outcome in PairOutcome
    }


@pytest.mark.parametrize(("tokens", "place"), [(LIGHT, 0), (DARK, 1)], ids=["light", "dark"])
def test_the_colours_of_the_report_are_those_of_the_window(tokens: Tokens, place: int) -> None:
    style = (files("resources") / "templates" / "report" / "style.css").read_text(encoding="utf-8")
    block = re.findall(r":root \{([^}]*)\}", style)[place]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))
    for name, value in colours.items():
        assert value == getattr(tokens, name.replace("-", "_")).lower(), name
    assert {"original", "unlearned", "good", "bad", "changed", "what-if", "text", "muted"} <= set(colours)
