"""Two journeys of a reviewer through the whole program, by keys only and by mouse only.

From the retain identity that cost most to its lost samples, into one pair, to what differs; a bookmark, a note, back to
the grid, what is bookmarked, and a report that carries the note.
"""

import html
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.domain import SubmissionId
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.project import Project
from tests.core import world
from tests.core.reports import Report, check_page
from tests.ui.controls import texts
from tests.ui.driving import Person, live
from tests.ui.keyboard import ALT, CTRL, NONE, SHIFT, click, type_text
from tests.ui.review_desk import counts, drag, left
from ui.dialogs.palette import PaletteDialog
from ui.dialogs.report import ReportDialog
from ui.views.overview import OverviewView
from ui.views.review import ReviewView
from ui.widgets.canvas_contents import SIDES
from ui.widgets.canvas_modes import Layer
from ui.widgets.thumbnails import Picture

CHECKOUT = Path(__file__).resolve().parents[2]
ENTRY = SubmissionId("example-lab-face-r1")
CONDITIONS, SEEDS = 2, 3
LOST = 3  # pairs of the identity
WORST = "13"
NOTE = "Another <b>person</b> & no smile"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home with a scored project, in which of each identity but one the forget one is forgotten for nothing.

    Half of the samples of 13 show a stranger: the worst retain identity, whose lost samples come last as published.
    """
    protocol = world.two_groups()
    samples = world.showing(
        world.grid(protocol, CONDITIONS, SEEDS),
        {("unlearned", "1"): world.STRANGER, ("unlearned", "11"): world.STRANGER},
    )
    samples = [
        replace(each, shows=world.STRANGER)
        if (each.side, each.identity, each.condition) == ("unlearned", WORST, "c1")
        else each
        for each in samples
    ]
    world.write_submission(tmp_path / "entry", samples, size=48)
    world.write_references(tmp_path / "references", protocol.identities_of("face"))
    with Project.create(tmp_path / "audit.genmu", protocol) as project:
        project.intake.references(tmp_path / "references")
        world.take_in(project, tmp_path / "entry")
        world.score_with_fake(project)
    return tmp_path


# ---- what is to be seen and what is stored, the same for both ----


@dataclass(frozen=True)
class Marked:
    """The pair that was marked."""

    key: int
    row: int


def overview_of(person: Person) -> OverviewView:
    page = person.window.page
    assert isinstance(page, OverviewView)
    person.wait(lambda: page.shown is not None)
    return page


def place_of_worst(page: OverviewView) -> int:
    """Return where the retain identity stands that lost most points."""
    model = page.points_lost.model
    said = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
    place = next(place for place, text in enumerate(said) if "· retain ·" in text)
    assert said[place].startswith(f"{WORST}, Two · retain")
    return place


def check_lost_first(person: Person) -> ReviewView:
    """See the pairs of the worst identity, the lost ones first, and the first of them looked at."""
    page = person.window.page
    assert isinstance(page, ReviewView)
    person.wait(lambda: page.grid.isVisible() and len(page.grid.rows) == CONDITIONS * SEEDS)
    table = page.table
    assert table is not None
    assert {table.identity_of(row) for row in page.grid.rows.tolist()} == {WORST}
    outcomes = [table.outcome_of(row) for row in page.grid.rows.tolist()]
    assert outcomes == [PairOutcome.LOST] * LOST + [PairOutcome.KEPT] * LOST
    assert page.grid.current == 0
    assert "points lost first" in texts(page.tools)
    return page


def check_large(person: Person, page: ReviewView) -> Marked:
    person.wait(lambda: page.is_large and page.pair.isVisible())
    person.wait(lambda: all(isinstance(side.seen, Picture) for side in page.pair.canvas.contents.sides))
    said = texts(page.pair)
    assert any(f"{WORST} retain" in text for text in said)
    assert "lost" in said
    assert f"1 of {CONDITIONS * SEEDS}" in said
    row, table = page.active_row, page.table
    assert row is not None
    assert table is not None
    return Marked(table.key(row), row)


def colour_at(page: ReviewView, at: QPoint) -> int:
    return page.pair.canvas.grab().toImage().pixel(at)


def check_divided(page: ReviewView, share: float) -> None:
    """See the original left of the divider and the unlearned picture right of it."""
    canvas = page.pair.canvas
    assert canvas.mode == "wipe"
    assert canvas.arrangement.divider == pytest.approx(share, abs=0.05)
    middle = canvas.height() // 2
    (pane,) = canvas.arrangement.panes()
    at = pane.left() + share * pane.width()
    assert colour_at(page, QPoint(round(at) - 40, middle)) != colour_at(page, QPoint(round(at) + 40, middle))


def shows(page: ReviewView) -> Layer:
    """Return which side stands in the one pane."""
    canvas = page.pair.canvas
    middle = colour_at(page, canvas.rect().center() + QPoint(0, canvas.height() // 4))
    found: dict[int, Layer] = {}
    for side, layer in zip(SIDES, canvas.contents.sides, strict=True):
        assert isinstance(layer.seen, Picture)
        found[layer.seen.pixmap.toImage().pixel(1, 1)] = side
    return found[middle]


def check_difference(person: Person, page: ReviewView) -> None:
    person.wait(
        lambda: page.pair.canvas.mode == "difference" and page.pair.canvas.contents["difference"].seen is not None
    )
    person.wait(lambda: any("PSNR" in text for text in texts(page.pair)))


def check_marks(person: Person, page: ReviewView, marked: Marked) -> None:
    """See bookmark and note where they belong, and find them stored."""
    table = page.table
    assert table is not None
    person.wait(lambda: page.table is not None and page.table.notes == {marked.row: NOTE})
    assert page.table is not None
    assert np.flatnonzero(page.table.bookmarked).tolist() == [marked.row]
    assert page.inspector.marks.buttons["bookmark"].isChecked()
    assert page.inspector.note.state == "saved"
    project = person.window.context.project
    assert project is not None
    marks = project.marks(project.submission(ENTRY))
    assert marks.bookmarks == {marked.key}
    assert marks.notes == {marked.key: NOTE}
    assert any(text.startswith("saved ") for text in texts(person.window.status))


def check_bookmarked(person: Person, page: ReviewView, marked: Marked) -> None:
    person.wait(lambda: page.grid.rows.tolist() == [marked.row])
    assert counts(page, "marks")["bookmarked"] == 1
    assert left(page) == f"1 of {7 * CONDITIONS * SEEDS} pairs"


def check_report(person: Person, out: Path, folder: Path) -> None:
    """Read the page: valid, with the note as it was written, and the numbers of the command line."""
    person.wait_for_jobs()
    person.wait(lambda: any(f"Report written: {out}." in notice.text for notice in person.window.notices.notices))
    report = Report(out.read_bytes())
    check_page(report)
    assert html.escape(NOTE) in report.source
    assert "<b>person</b>" not in report.source
    assert NOTE in report.text
    said = said_by_the_command_line(folder)
    printed = {number.name: number.value for number in report.numbers()}
    assert printed["track_value.ERB.value"] == said["track_value"]["ERB"]["value"]
    assert 0 < printed["track_value.ERB.value"] < 100


def said_by_the_command_line(folder: Path) -> Any:
    command = [sys.executable, "-m", "genmu_studio.cli", "metrics", "--json", str(folder)]
    ended = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    (numbers,) = json.loads(ended.stdout)["submissions"]
    return numbers


def check_end(folder: Path) -> None:
    """Find the marks in the project after the program has ended, as two steps that can be undone."""
    with Project.open(folder, "read") as project:
        marks = project.marks(project.submission(ENTRY))
        assert list(marks.notes.values()) == [NOTE]
        assert set(marks.notes) == marks.bookmarks
        assert project.undo_titles() == (f"Note on {WORST}, seed 0", None)


def run(steps: Callable[[Path, Person], None], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    folder = home / "audit.genmu"
    assert live(partial(steps, folder), qtbot, monkeypatch, home, str(folder)) == 0
    check_end(folder)


# ---- by keys ----


def by_keys(folder: Path, person: Person) -> None:
    person.key(Qt.Key.Key_2, CTRL)
    overview = overview_of(person)
    person.tab_to("Points lost per identity")
    person.key(Qt.Key.Key_Home)
    for _ in range(place_of_worst(overview)):
        person.key(Qt.Key.Key_Down)
    person.key(Qt.Key.Key_Return)
    page = check_lost_first(person)

    person.key(Qt.Key.Key_Return)
    marked = check_large(person, page)
    person.key(Qt.Key.Key_2, ALT)
    check_divided(page, 0.5)
    for _ in range(5):
        person.key(Qt.Key.Key_Right, ALT)
    check_divided(page, 0.6)
    person.key(Qt.Key.Key_3, ALT)
    assert shows(page) == "original"
    hold(person, Qt.Key.Key_V, lambda: shows(page) == "unlearned")
    assert shows(page) == "original"
    person.key(Qt.Key.Key_4, ALT)
    check_difference(person, page)

    person.key(Qt.Key.Key_B)
    person.wait(page.inspector.marks.buttons["bookmark"].isChecked)
    person.key(Qt.Key.Key_T)
    assert QApplication.focusWidget() is page.inspector.note.edit
    type_text(page.inspector.note.edit, NOTE)
    person.key(Qt.Key.Key_Escape)
    check_marks(person, page, marked)

    person.key(Qt.Key.Key_G)
    person.wait(page.grid.isVisible)
    person.key(Qt.Key.Key_K, CTRL)
    person.dialog(PaletteDialog)
    person.write("all pairs")
    person.key(Qt.Key.Key_Return)
    person.wait(lambda: len(page.grid.rows) == 7 * CONDITIONS * SEEDS)
    person.come_forward()
    person.key(Qt.Key.Key_Slash)
    person.tab_to("Label state, section")
    person.key(Qt.Key.Key_Space)
    person.tab_to("Label state")
    view = page.panel.lists["marks"].view
    while view.currentIndex().data() != "bookmarked":
        before = view.currentIndex().row()
        person.key(Qt.Key.Key_Down)
        assert view.currentIndex().row() > before
    person.key(Qt.Key.Key_Space)
    check_bookmarked(person, page, marked)
    person.key(Qt.Key.Key_Escape)
    assert page.grid.hasFocus()

    out = folder.parent / "by-keys.html"
    person.key(Qt.Key.Key_E, CTRL | SHIFT)
    person.dialog(ReportDialog)
    person.tab_to("File")
    person.write(str(out))
    person.tab_to("Open when written")
    person.key(Qt.Key.Key_Space)
    person.key(Qt.Key.Key_Return)
    check_report(person, out, folder)
    person.come_forward()
    person.key(Qt.Key.Key_Q, CTRL)
    person.wait(lambda: not person.window.isVisible())


def hold(person: Person, key: Qt.Key, until: Callable[[], bool]) -> None:
    """Hold a key down until something is to be seen."""
    target = QApplication.focusWidget() or person.window
    QTest.keyPress(target, key)
    person.wait(until)
    QTest.keyRelease(target, key)


def test_a_review_by_keys_alone(
    home: Path, dressed: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(by_keys, qtbot, monkeypatch, home)


# ---- by mouse ----


def by_mouse(folder: Path, person: Person) -> None:
    click(person.button("Overview", person.window.rail))
    overview = overview_of(person)
    lost = overview.points_lost
    person.click_item(lost.list, lost.model.index(place_of_worst(overview), 0))
    page = check_lost_first(person)

    QTest.mouseDClick(page.grid.viewport(), Qt.MouseButton.LeftButton, pos=page.grid.tile_rect(0).center())
    marked = check_large(person, page)
    canvas = page.pair.canvas
    click(person.named("Wipe", page.pair))
    check_divided(page, 0.5)
    (pane,) = canvas.arrangement.panes()
    start = QPoint(round(pane.center().x()), canvas.height() // 2)
    drag(canvas, start, start + QPoint(round(0.1 * pane.width()), 0))
    check_divided(page, 0.6)
    click(person.named("Flicker", page.pair))
    assert shows(page) == "original"
    click(person.named("Flicker", page.pair))
    assert shows(page) == "unlearned"
    click(person.named("Difference", page.pair))
    check_difference(person, page)

    click(page.inspector.marks.buttons["bookmark"])
    person.wait(page.inspector.marks.buttons["bookmark"].isChecked)
    QGuiApplication.clipboard().setText(NOTE)  # from wherever the person found the words
    edit = page.inspector.note.edit
    click(edit.viewport())
    choose_in_context(edit.viewport(), "Paste")
    click(person.button("‹ Grid", page.pair))
    person.wait(page.grid.isVisible)
    click(page.grid.viewport(), page.grid.tile_rect(0).center())
    check_marks(person, page, marked)

    click(person.named("Clear the filter", page.panel))
    person.wait(lambda: len(page.grid.rows) == 7 * CONDITIONS * SEEDS)
    click(person.named("Label state, section", page.panel))
    values = page.panel.lists["marks"]
    place = next(row for row in range(values.model.rowCount()) if values.model.index(row).data() == "bookmarked")
    person.click_item(values.view, values.model.index(place))
    check_bookmarked(person, page, marked)

    person.choose_in_menu("File", "Report")
    dialog = person.dialog(ReportDialog)
    click(dialog.open_it, QPoint(8, dialog.open_it.height() // 2))
    assert not dialog.open_it.isChecked()
    click(person.button("Write", dialog))
    check_report(person, folder / "exports" / f"{ENTRY}-report.html", folder)
    person.choose_in_menu("File", "Quit")
    person.wait(lambda: not person.window.isVisible())


def choose_in_context(widget: QWidget, text: str) -> None:
    """Right-click a field and click a line of its menu."""
    at = widget.rect().center()
    QTest.mouseClick(widget, Qt.MouseButton.RightButton, NONE, at)
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(widget, QContextMenuEvent(reason, at, widget.mapToGlobal(at)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    action = next(each for each in menu.actions() if each.text().replace("&", "").startswith(text))
    assert action.isEnabled()
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, NONE, menu.actionGeometry(action).center())


def test_a_review_by_mouse_alone(
    home: Path, dressed: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(by_mouse, qtbot, monkeypatch, home)
