"""Two journeys through the review desk, from the points lost to a report with a note: by keys and by mouse only."""

import html
import json
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox
from pytestqt.qtbot import QtBot

from genmu_studio.pair_table import PairOutcome
from genmu_studio.project import Project
from tests.ui.driving import Person, live
from tests.ui.keyboard import CTRL, NONE, SHIFT, click, type_text
from ui.dialogs.report import ReportDialog
from ui.views.overview import OverviewView
from ui.views.review import ReviewView

CHECKOUT = Path(__file__).resolve().parents[2]
ENTRY = "example-lab-face-r1"
WORST = "13"  # the retain identity that costs most: the entry shows a stranger in its place
NOTE = 'eyes <gone> & "mouth" too'
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def folder(scored_folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(scored_folder, tmp_path / "project.genmu"))


# ---- what is seen and what is stored, the same for both ----


def worst_row(person: Person) -> int:
    """Return the place of the worst retain identity among the points lost, once they are there."""
    page = person.window.page
    assert isinstance(page, OverviewView)
    model = page.points_lost.model
    person.wait(lambda: page.shown is not None and model.rowCount() > 0)
    said = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
    place = next(place for place, text in enumerate(said) if " · retain" in text)
    assert said[place].startswith(f"{WORST}, Two")
    return place


def check_lost_first(person: Person) -> ReviewView:
    """See the pairs of that identity, those that cost points first."""
    page = person.window.page
    assert isinstance(page, ReviewView)
    person.wait(lambda: page.grid.isVisible() and len(page.grid.rows) == 2 and not page.pairs.waits_for_scores)
    table = page.table
    assert table is not None
    assert {table.identity_of(int(row)) for row in page.grid.rows} == {WORST}
    assert table.outcome_of(int(page.grid.rows[0])) == PairOutcome.LOST
    return page


def mode(page: ReviewView) -> str:
    return page.pair.mode


def is_held(page: ReviewView) -> bool:
    return page.pair._held.is_held


def check_end(folder: Path) -> None:
    """Find the bookmark and the note in the store and in the report, and its ERB in that of the command line."""
    with Project.open(folder, "read") as project:
        marks = project.marks(project.submission(ENTRY))
    (sample,) = marks.bookmarks
    assert marks.notes == {sample: NOTE}
    page = (folder / "exports" / f"{ENTRY}-report.html").read_text(encoding="utf-8")
    assert html.escape(NOTE).replace("&quot;", "&#34;") in page
    assert "<gone>" not in page
    command = [sys.executable, "-m", "genmu_studio.cli", "metrics", "--json", "--submission", ENTRY, str(folder)]
    ended = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    (numbers,) = json.loads(ended.stdout)["submissions"]
    (value,) = set(re.findall(r'<data value="([^"]*)" data-name="track_value\.ERB\.value">', page))
    assert value == repr(numbers["track_value"]["ERB"]["value"])


# ---- by keys ----


def by_keys(folder: Path, person: Person) -> None:
    person.key(Qt.Key.Key_2, CTRL)
    place = worst_row(person)
    person.tab_to("Points lost per identity")
    person.key(Qt.Key.Key_Home)
    for _ in range(place):
        person.key(Qt.Key.Key_Down)
    person.key(Qt.Key.Key_Return)
    page = check_lost_first(person)
    person.key(Qt.Key.Key_Return)
    person.wait(lambda: page.is_large)
    canvas = page.pair.canvas
    person.key(Qt.Key.Key_2, ALT)
    assert mode(page) == "wipe"
    person.key(Qt.Key.Key_Left, ALT)
    person.key(Qt.Key.Key_3, ALT)
    assert mode(page) == "flicker"
    target = QApplication.focusWidget()
    assert target is not None
    still = canvas.grab().toImage()
    QTest.keyPress(target, Qt.Key.Key_V)
    assert is_held(page)
    assert canvas.grab().toImage() != still
    QTest.keyRelease(target, Qt.Key.Key_V)
    assert not is_held(page)
    assert canvas.grab().toImage() == still
    person.key(Qt.Key.Key_B)
    person.wait(lambda: page.table is not None and page.table.bookmarked.any())
    person.key(Qt.Key.Key_T)
    focused = QApplication.focusWidget()
    assert focused is page.inspector.note.edit
    type_text(focused, NOTE)
    person.key(Qt.Key.Key_Escape)
    person.wait(lambda: page.table is not None and page.table.noted.any())
    person.key(Qt.Key.Key_G)
    person.wait(lambda: not page.is_large)
    person.key(Qt.Key.Key_E, CTRL | SHIFT)
    person.dialog(ReportDialog)
    person.tab_to("Open when written")
    person.key(Qt.Key.Key_Space)
    person.key(Qt.Key.Key_Return)
    person.wait(lambda: person.top is person.window)
    person.wait_for_jobs()


def test_by_keys_alone(
    folder: Path, dressed: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert live(partial(by_keys, folder), qtbot, monkeypatch, tmp_path, str(folder)) == 0
    check_end(folder)


# ---- by mouse ----


def by_mouse(folder: Path, person: Person) -> None:
    click(person.button("Overview", person.window.rail))
    place = worst_row(person)
    overview = person.window.page
    assert isinstance(overview, OverviewView)
    person.click_item(overview.points_lost.list, overview.points_lost.model.index(place, 0))
    page = check_lost_first(person)
    QTest.mouseDClick(page.grid.viewport(), Qt.MouseButton.LeftButton, NONE, page.grid.tile_rect(0).center())
    person.wait(lambda: page.is_large)
    canvas = page.pair.canvas
    click(person.button("Wipe", page.pair))
    assert mode(page) == "wipe"
    middle = canvas.rect().center()
    before = canvas._divider
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, NONE, middle)
    QTest.mouseMove(canvas, middle - QPoint(60, 0))
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, NONE, middle - QPoint(60, 0))
    assert canvas._divider < before
    click(person.button("Flicker", page.pair))
    assert mode(page) == "flicker"
    click(person.button("Bookmark", page.docks()[0]))
    person.wait(lambda: page.table is not None and page.table.bookmarked.any())
    click(page.inspector.note.edit.viewport())
    focused = QApplication.focusWidget()
    assert focused is page.inspector.note.edit
    type_text(focused, NOTE)
    click(person.button("‹ Grid", page.pair))
    person.wait(lambda: not page.is_large)
    person.wait(lambda: page.table is not None and page.table.noted.any())
    person.choose_in_menu("File", "Report")
    dialog = person.dialog(ReportDialog)
    box = next(each for each in dialog.findChildren(QCheckBox) if each.text() == "Open when written")
    click(box, QPoint(8, box.height() // 2))
    assert not box.isChecked()
    click(person.button("Write", dialog))
    person.wait(lambda: person.top is person.window)
    person.wait_for_jobs()


def test_by_mouse_alone(
    folder: Path, dressed: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert live(partial(by_mouse, folder), qtbot, monkeypatch, tmp_path, str(folder)) == 0
    check_end(folder)
