"""The files of pairs in the window: copied, shown in their folder, opened elsewhere; what they say of themselves."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from genmu_studio.pair_comparison import FileFacts
from genmu_studio.pair_details import FileValues, file_values
from genmu_studio.project import Project
from genmu_studio.review import sample_media
from genmu_studio.thumbnails import Unshown
from scoring.errors import UserError
from scoring.media.embedded_metadata import Fact
from tests.core import world
from tests.ui.keyboard import CTRL, SHIFT, click
from tests.ui.pair_world import Comparisons
from tests.ui.review_desk import (
    active,
    click_tile,
    is_large,
    press,
    project_of,
    rest,
    review,
    shown_text,
    table_of,
    tool,
    wait,
)
from ui import sample_files
from ui.main_window import MainWindow
from ui.numbers import similarity
from ui.views.review import ReviewView
from ui.widgets.comparisons import FileKey
from ui.widgets.file_section import LONGEST_SHOWN, MOST_ROWS, FileSection
from ui.widgets.thumbnails import FULL, Picture


@pytest.fixture
def page(scored_window: MainWindow, qtbot: QtBot) -> ReviewView:
    return review(scored_window, qtbot)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return what the system was asked to open."""
    found: list[Path] = []

    def open_url(url: QUrl) -> bool:
        found.append(Path(url.toLocalFile()))
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    return found


def path_of(page: ReviewView, row: int) -> Path:
    key = table_of(page).key(row)
    return Path(sample_media(project_of(page), [key])[key].path)


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


# ---- handed to the rest of the system ----


def test_the_path_of_the_pair_is_copied(page: ReviewView, qtbot: QtBot) -> None:
    click_tile(page, 3)
    press(page, Qt.Key.Key_C, modifiers=CTRL | SHIFT)
    wait(qtbot, lambda: clipboard() == str(path_of(page, 3)))
    assert path_of(page, 3).is_file()


def test_the_paths_of_a_selection_are_copied_one_a_line(page: ReviewView, qtbot: QtBot) -> None:
    click_tile(page, 1)
    click_tile(page, 3, SHIFT)
    press(page, Qt.Key.Key_C, modifiers=CTRL | SHIFT)
    wait(qtbot, lambda: clipboard().splitlines() == [str(path_of(page, row)) for row in (1, 2, 3)])


def test_the_tile_is_copied_as_a_picture_and_the_large_pair_as_it_is_shown(page: ReviewView, qtbot: QtBot) -> None:
    click_tile(page, 0)
    QGuiApplication.clipboard().clear()
    press(page, Qt.Key.Key_C, modifiers=CTRL)
    tile = QGuiApplication.clipboard().image()
    assert tile.size() == page.grid.tile_rect(0).size() * tile.devicePixelRatio()
    press(page, Qt.Key.Key_Return)
    samples = table_of(page).samples(active(page)[1])
    wait(qtbot, lambda: all(isinstance(page.thumbnails.get(each, FULL), Picture) for each in samples))
    press(page, Qt.Key.Key_C, modifiers=CTRL)
    large = QGuiApplication.clipboard().image()
    assert large.size() == page.pair.canvas.size() * large.devicePixelRatio()
    assert large.size() != tile.size()


def test_nothing_is_copied_where_no_tile_is_marked(page: ReviewView) -> None:
    QGuiApplication.clipboard().setText("mine")
    press(page, Qt.Key.Key_P, modifiers=SHIFT)  # problems: there are none
    assert len(page.grid.rows) == 0
    press(page, Qt.Key.Key_C, modifiers=CTRL)
    assert clipboard() == "mine"


def test_the_file_is_opened_by_the_program_of_the_system(page: ReviewView, qtbot: QtBot, opened: list[Path]) -> None:
    click_tile(page, 2)
    press(page, Qt.Key.Key_O, modifiers=CTRL | SHIFT)
    wait(qtbot, lambda: opened == [path_of(page, 2)])


@pytest.mark.skipif(sys.platform in {"darwin", "win32"}, reason="there the file manager marks the file itself")
def test_the_folder_of_the_file_is_shown(page: ReviewView, qtbot: QtBot, opened: list[Path]) -> None:
    click_tile(page, 2)
    press(page, Qt.Key.Key_R, modifiers=CTRL | SHIFT)
    wait(qtbot, lambda: opened == [path_of(page, 2).parent])


@pytest.mark.parametrize(
    ("platform", "command"),
    [("darwin", ["/usr/bin/open", "-R", "{}"]), ("win32", ["explorer", "/select,{}"])],
)
def test_elsewhere_the_file_manager_marks_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, command: list[str]
) -> None:
    path = tmp_path / "--a strange; name.png"
    path.write_bytes(b"x")
    started: list[list[str]] = []
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(subprocess, "Popen", started.append)
    sample_files.reveal(path)
    assert started == [[part.format(path) for part in command]]


@pytest.mark.parametrize("do", [sample_files.reveal, sample_files.open_externally])
def test_a_file_that_is_gone_is_not_opened(tmp_path: Path, opened: list[Path], do: Callable[[Path], None]) -> None:
    with pytest.raises(UserError, match=r"gone\.png is not there any more"):
        do(tmp_path / "gone.png")
    assert opened == []


def test_where_no_program_opens_it_the_window_says_so(
    page: ReviewView, scored_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    press(page, Qt.Key.Key_O, modifiers=CTRL | SHIFT)
    wait(qtbot, lambda: scored_window.notices.notices)
    assert scored_window.notices.notices[0].text.startswith("no program was found to open ")


# ---- the inspector ----


def test_the_inspector_tells_both_sides_and_whom_it_became(page: ReviewView, qtbot: QtBot) -> None:
    wait(qtbot, lambda: "Files" in shown_text(page.dock))
    text = shown_text(page.dock)
    assert "forget: became 2" in text
    assert "own template" in text
    assert "fake_image" in text
    assert "Nearest identities, unlearned" in text
    assert "unlearned/One/1/c0/0.png" in text
    assert similarity(float(table_of(page).own_unlearned[0])) in text
    click(tool(page.dock, "Copy the path of the unlearned sample"))
    assert clipboard() == str(path_of(page, 0))


# ---- what the files say ----


def test_facts_of_both_files_stand_side_by_side_in_their_order() -> None:
    before = (Fact("format", "PNG"), Fact("comment", "one"), Fact("comment", "two"))
    after = (Fact("format", "PNG"), Fact("model", "unlearned"), Fact("comment", "one"))
    assert file_values(before, after) == (
        FileValues("format", "PNG", "PNG"),
        FileValues("comment", "one", "one"),
        FileValues("comment", "two", None),
        FileValues("model", None, "unlearned"),
    )
    assert file_values((), ()) == ()


@pytest.fixture
def told(window: MainWindow, scored_folder: Path, tmp_path: Path, qtbot: QtBot) -> ReviewView:
    """Return the view of a project of its own files, of which the first pair's unlearned one holds a text."""
    protocol = world.one_group()
    entry = world.write_submission(tmp_path / "entry", world.grid(protocol, conditions=1))
    path = entry / "unlearned" / "One" / "1" / "c0" / "0.png"
    text = PngInfo()
    text.add_text("parameters", "<b>a person</b>, steps 20")
    with Image.open(path) as image:
        image.copy().save(path, pnginfo=text)
    with Project.create(tmp_path / "told.genmu", protocol) as project:
        world.take_in(project, entry)
    window.context.set_project(Project.open(tmp_path / "told.genmu"))
    return review(window, qtbot)


def test_what_the_files_say_is_read_when_the_section_is_opened(told: ReviewView, qtbot: QtBot) -> None:
    section = told.inspector.in_file
    rest(told, qtbot)
    assert not told.pair.comparisons.is_busy  # nobody has asked
    assert "parameters" not in shown_text(told.dock)
    click(section.fold)
    wait(qtbot, lambda: "parameters" in shown_text(told.dock))
    assert "<b>a person</b>, steps 20" in shown_text(told.dock)
    assert "4 × 4 pixels" in shown_text(told.dock)
    click(section.copy)
    assert "unlearned\ttext “parameters”\t<b>a person</b>, steps 20" in clipboard().splitlines()
    click_tile(told, 1)
    wait(qtbot, lambda: "4 × 4 pixels" in shown_text(told.dock))
    assert "parameters" not in shown_text(told.dock)
    press(told, Qt.Key.Key_A)
    wait(qtbot, lambda: "parameters" in shown_text(told.dock))
    click(section.fold)
    assert "parameters" not in shown_text(told.dock)


def test_of_a_large_pair_the_section_says_how_much_there_is(told: ReviewView, qtbot: QtBot) -> None:
    press(told, Qt.Key.Key_Return)
    assert is_large(told)
    section = told.inspector.in_file
    wait(qtbot, lambda: section._said.text() == "4 | 5")
    assert not section.fold.isChecked()
    assert "parameters" not in shown_text(told.dock)


@pytest.fixture
def section(dressed: object, qtbot: QtBot) -> FileSection:
    """Return a section of which nothing is known, opened."""
    made = FileSection(Comparisons())
    qtbot.addWidget(made)
    made.resize(QSize(300, 400))
    made.show()
    made.fold.setChecked(True)
    return made


def answer(section: FileSection, sample: int, seen: FileFacts | Unshown) -> None:
    store = section._comparisons
    assert isinstance(store, Comparisons)
    store.answer(FileKey(sample), seen)


def test_nothing_is_asked_before_the_person_rests(section: FileSection) -> None:
    store = section._comparisons
    assert isinstance(store, Comparisons)
    section.show_samples((1, 2))
    store.ready.emit()
    assert store.asked == []
    section.rest(is_large=False)
    assert store.asked == [FileKey(1), FileKey(2)]
    assert "reading…" in shown_text(section)
    section.show_samples((3, 4))
    assert "reading…" not in shown_text(section)


def test_a_file_that_cannot_be_read_says_why(section: FileSection) -> None:
    section.show_samples((1, -1))
    section.rest(is_large=False)
    answer(section, 1, Unshown("MISSING", "the file is not there"))
    assert "MISSING: the file is not there" in shown_text(section)
    assert not section.copy.isVisible()


def test_what_is_long_or_much_is_bounded_and_copied_in_full(section: FileSection) -> None:
    long = "<i>" + 4000 * "x"
    facts = tuple(Fact(f"name {number}", long) for number in range(100))
    section.show_samples((1, 2))
    section.rest(is_large=False)
    answer(section, 1, FileFacts(facts))
    assert "reading…" in shown_text(section)
    answer(section, 2, FileFacts(facts[:1]))
    shown = shown_text(section)
    assert f"and {100 - MOST_ROWS} more: copy them to read them" in shown
    assert f"{long[:LONGEST_SHOWN]}…" in shown
    assert long[: LONGEST_SHOWN + 1] not in shown
    click(section.copy)
    assert clipboard().count(long) == 101


def test_the_section_is_opened_by_keys(section: FileSection) -> None:
    section.fold.setFocus()
    QTest.keyClick(section.fold, Qt.Key.Key_Space)
    assert not section.fold.isChecked()
    assert section.state() == {"files": False}


def test_the_folder_of_a_read_only_project_stays_as_it_is(
    window: MainWindow, scored_folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "theirs.genmu"
    shutil.copytree(scored_folder, folder)
    window.context.set_project(Project.open(folder, "read"))
    page = review(window, qtbot)
    before = sorted(each.relative_to(folder) for each in folder.rglob("*") if "-shm" not in each.name)
    press(page, Qt.Key.Key_Return)
    wait(qtbot, lambda: "SSIM" in shown_text(page.dock) or "pixels a side" in shown_text(page.dock))
    after = sorted(each.relative_to(folder) for each in folder.rglob("*") if "-shm" not in each.name)
    assert after == before
