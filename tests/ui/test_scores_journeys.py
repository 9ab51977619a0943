"""Two journeys through the scores room, by keys only and by mouse only, in the whole program.

The threshold is moved to where samples flip, the first of them is looked at in Review; then a group, its matrix and a
cell of it, its map and some samples of that, each in Review; back to the official lens, and a plot is saved.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from genmu_studio.scores.distributions import Selection
from genmu_studio.scores.matrices import samples_of_cell
from scoring.frame import Side
from tests.ui.controls import texts
from tests.ui.driving import Person, live, wander
from tests.ui.keyboard import CTRL, SHIFT, click, press
from tests.ui.map_world import lasso
from tests.ui.scores_room import ONE, Room, make_varied, read_csv
from ui.views.review import ReviewView
from ui.views.scores import ScoresView
from ui.widgets.thumbnails import Picture

WHAT_IF = "What-if lens: back to the official one"
CARD, NAME = "ERB, FA and RA by threshold", "erb-by-threshold"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home with a scored project of two entries, of which the first is looked at."""
    make_varied(tmp_path).rename(tmp_path / "audit.genmu")
    return tmp_path


# ---- what is to be seen, the same for both ----


def scores_of(person: Person) -> ScoresView:
    """See the room, everything in it computed."""
    page = person.window.page
    assert isinstance(page, ScoresView)
    room = Room(person.window, person.qtbot)
    person.wait(lambda: room.is_at_rest)
    person.come_forward()
    return page


def review_of(person: Person) -> ReviewView:
    page = person.window.page
    assert isinstance(page, ReviewView)
    person.wait(lambda: page.table is not None and not page.pairs.waits_for_scores)
    return page


def threshold_of(page: ScoresView) -> float:
    look = page.context.current_look()
    assert look is not None
    return look.own_lens.threshold.value


def is_what_if(person: Person) -> bool:
    top = person.window.top_bar
    return any(each.accessibleName() == WHAT_IF and each.isVisible() for each in top.findChildren(QAbstractButton))


def check_what_if(person: Person, page: ScoresView) -> None:
    assert is_what_if(person)
    assert any("what-if" in text for text in texts(person.window.top_bar))
    assert f"{threshold_of(page):.3f}" in " ".join(texts(person.window.top_bar))
    assert page.figures.erb.figure.property("whatif") is True


def check_flip(page: ScoresView) -> int:
    """See that the nearest flip is chosen; return its sample."""
    assert page.flips.list.currentIndex().row() == 0
    assert page.flips._title.text().startswith(("These ", "This one "))
    flip = page.flips.model.row(0).flip
    nearest = min(abs(np.float32(each) - np.float32(threshold_of(page))) for each in own_similarities(page))
    assert abs(np.float32(flip.similarity) - np.float32(threshold_of(page))) == nearest
    return flip.sample


def own_similarities(page: ScoresView) -> list[float]:
    look = page.context.current_look()
    assert look is not None
    own = np.concatenate([frame.own[frame.side == Side.UNLEARNED] for frame in look.frames])
    return [float(each) for each in own[~np.isnan(own)]]


def check_pair(person: Person, sample: int) -> None:
    """See the pair of a sample large, in Review, under the threshold that was chosen."""
    page = review_of(person)
    person.wait(lambda: page.is_large and page.pair.isVisible())
    person.wait(lambda: all(isinstance(side.seen, Picture) for side in page.pair.canvas.contents.sides))
    row, table = page.active_row, page.table
    assert row is not None
    assert table is not None
    assert sample in {int(table.unlearned[row]), int(table.original[row])}
    assert is_what_if(person)


def check_group(page: ScoresView) -> None:
    assert page.selection.selection == Selection(ONE)
    assert all(ONE in card.accessibleName() for card in (page.forget, page.retain, page.curves, page.matrix.card))


def check_cell(person: Person, scores: ScoresView) -> None:
    """See the samples of 1 that the matrix had in its first row, those alone, in Review."""
    page = review_of(person)
    look = scores.context.current_look()
    assert look is not None
    cell = samples_of_cell(look, ONE, Side.UNLEARNED, identity="1", template="1", which="all")
    wanted = set(cell.tolist())
    check_chosen(person, page, wanted)


def check_chosen(person: Person, page: ReviewView, wanted: set[int]) -> None:
    table = page.table
    assert table is not None
    pairs = {row for row in range(len(table)) if {int(table.unlearned[row]), int(table.original[row])} & wanted}
    assert 0 < len(pairs) < len(table)
    person.wait(lambda: set(page.grid.rows.tolist()) == pairs)
    assert page.panel.chosen.isVisible()


def chosen_on_map(person: Person, page: ScoresView) -> set[int]:
    card = page.map.card
    person.wait(card.show_chosen.isVisible)
    scene = card.canvas.scene
    assert scene is not None
    assert scene.chosen is not None
    assert card.chosen.text().startswith(f"{int(scene.chosen.sum())} sample")
    return set(scene.shown.samples[scene.chosen].tolist())


def check_official(person: Person) -> None:
    person.wait(lambda: not is_what_if(person))
    assert person.window.context.view.threshold is None


def check_saved(page: ScoresView, folder: Path) -> None:
    """Find the plot as picture, drawing and numbers; the numbers are those that are drawn, with every digit."""
    picture = QImage(str(folder / f"{NAME}.png"))
    assert picture.width() > 400
    drawing = ElementTree.parse(folder / f"{NAME}.svg").getroot()  # noqa: S314 - the program's own
    assert drawing.tag.endswith("svg")
    head, rows = read_csv(folder / f"{NAME}.csv")
    assert head[:5] == ["threshold from", "threshold to", "ERB, %", "FA, %", "RA, %"]
    curves = {curve.name: curve for curve in page.curves.chart.curves}
    for place, name in enumerate(("ERB", "FA", "RA"), start=2):
        assert [repr(value) for value in curves[name]._y.tolist()] == [row[place] for row in rows]
    assert [repr(value) for value in curves["ERB"]._x[:-1].tolist()] == [row[0] for row in rows]
    low, high = page.curves.band._low[::2], page.curves.band._high[::2]
    assert [(repr(one), repr(other)) for one, other in zip(low.tolist(), high.tolist(), strict=True)] == [
        (row[5], row[6]) for row in rows
    ]


def run(steps: Callable[[Path, Person], None], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    folder = home / "audit.genmu"
    assert live(partial(steps, folder), qtbot, monkeypatch, home, str(folder)) == 0


# ---- by keys ----


def by_keys(folder: Path, person: Person) -> None:
    person.key(Qt.Key.Key_4, CTRL)
    page = scores_of(person)
    assert page.forget.chart.hasFocus()
    for _ in range(30):
        person.key(Qt.Key.Key_Comma)
    assert threshold_of(page) == 0.2
    person.key(Qt.Key.Key_Period, SHIFT)
    assert threshold_of(page) == 0.201
    scores_of(person)
    check_what_if(person, page)

    person.key(Qt.Key.Key_N)
    sample = check_flip(page)
    person.tab_to("Samples that flip near the threshold")
    person.key(Qt.Key.Key_Return)
    check_pair(person, sample)
    person.key(Qt.Key.Key_4, CTRL)
    scores_of(person)
    assert page.flips.model.row(page.flips.list.currentIndex().row()).flip.sample == sample

    person.tab_to("All groups")
    person.key(Qt.Key.Key_Right)
    scores_of(person)
    check_group(page)
    person.tab_to("Matrix of identities")
    person.key(Qt.Key.Key_Home)
    person.key(Qt.Key.Key_Return)
    check_cell(person, page)
    person.key(Qt.Key.Key_4, CTRL)
    scores_of(person)

    person.tab_to("Beside the plots")
    person.key(Qt.Key.Key_Right)
    person.wait(lambda: page.map.card.canvas.isVisible() and page.map.card.canvas.scene is not None)
    person.tab_to("Embedding map")
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Space):
        person.key(key)
    wanted = chosen_on_map(person, page)
    person.tab_to("Show in Review")
    person.key(Qt.Key.Key_Space)
    check_chosen(person, review_of(person), wanted)
    person.key(Qt.Key.Key_4, CTRL)
    scores_of(person)
    person.key(Qt.Key.Key_O)
    check_official(person)
    scores_of(person)

    for kind, down in (("png", 2), ("svg", 3), ("csv", 4)):
        person.tab_to(f"Tools of {CARD} · {ONE}")
        open_by_keys(person, down)
        person.write_path(folder.parent / f"{NAME}.{kind}")
        person.wait((folder.parent / f"{NAME}.{kind}").is_file)
        person.come_forward()
    check_saved(page, folder.parent)
    person.key(Qt.Key.Key_Q, CTRL)
    person.wait(lambda: not person.window.isVisible())


def open_by_keys(person: Person, down: int) -> None:
    """Open the menu of the button with the focus, go down so far, and choose; Qt runs a loop while it is open."""

    def choose() -> None:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        for _ in range(down):
            press(menu, Qt.Key.Key_Down)
        press(menu, Qt.Key.Key_Return)

    once_open(person, choose)
    person.key(Qt.Key.Key_Space)


def once_open(person: Person, then: Callable[[], None]) -> None:
    """Do something as soon as a menu is open."""
    watch = QTimer(person.window)

    def look() -> None:
        if QApplication.activePopupWidget() is not None:
            watch.stop()
            then()

    watch.timeout.connect(look)
    watch.start(10)


def test_the_scores_room_by_keys_alone(
    home: Path, dressed: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(by_keys, qtbot, monkeypatch, home)


# ---- by mouse ----


def by_mouse(folder: Path, person: Person) -> None:
    click(person.button("Scores", person.window.rail))
    page = scores_of(person)
    Room(person.window, person.qtbot).drag(page.forget.chart, 0.35, 0.2)
    assert threshold_of(page) == pytest.approx(0.2, abs=0.005)
    scores_of(person)
    check_what_if(person, page)

    click(person.named("Next flip", page.flips))
    sample = check_flip(page)
    flips = page.flips.list
    at = flips.visualRect(flips.currentIndex()).center()
    click(flips.viewport(), at)
    QTest.mouseDClick(flips.viewport(), Qt.MouseButton.LeftButton, pos=at)
    check_pair(person, sample)
    click(person.button("Scores", person.window.rail))
    scores_of(person)

    click(person.named(ONE, page.selection))
    scores_of(person)
    check_group(page)
    matrix = page.matrix.card.view
    click(matrix.viewport(), matrix.box_of(0, 1).center().toPoint())
    check_cell(person, page)
    click(person.button("Scores", person.window.rail))
    scores_of(person)

    tabs = page.side.tabBar()
    click(tabs, tabs.tabRect(1).center())
    canvas = page.map.card.canvas
    person.wait(lambda: canvas.isVisible() and canvas.scene is not None)
    QApplication.processEvents()  # the layout
    lasso(canvas, 0, 1)
    wanted = chosen_on_map(person, page)
    click(page.map.card.show_chosen)
    check_chosen(person, review_of(person), wanted)
    click(person.button("Scores", person.window.rail))
    scores_of(person)
    click(person.named(WHAT_IF, person.window.top_bar))
    check_official(person)
    scores_of(person)

    for kind in ("png", "svg", "csv"):
        once_open(person, partial(click_line, f"{kind.upper()}…"))
        click(person.named(f"Tools of {CARD} · {ONE}"))
        dialog = person.dialog(QFileDialog)
        click(person.button("Save", dialog))
        person.wait((folder.parent / f"{NAME}.{kind}").is_file)
    check_saved(page, folder.parent)
    person.choose_in_menu("File", "Quit")
    person.wait(lambda: not person.window.isVisible())


def click_line(words: str) -> None:
    """Click the line of the open menu that has these words."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    line = next(each for each in menu.actions() if words in each.text())
    at: QPoint = menu.actionGeometry(line).center()
    wander(menu, at)
    click(menu, at)
    if menu.isVisible():  # Qt takes no click where the menu has just come up under the mouse
        click(menu, at)


def test_the_scores_room_by_mouse_alone(
    home: Path, dressed: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(by_mouse, qtbot, monkeypatch, home)
