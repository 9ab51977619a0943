"""Every plot as picture, drawing, numbers and on the clipboard: axes with units, cells that no spreadsheet runs."""

import csv
from pathlib import Path
from shutil import copytree
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from genmu_studio.project import Project
from genmu_studio.protocol import load_protocol
from genmu_studio.protocol_tables import GroupTable
from tests.core import world
from tests.ui.scores_room import Room, action, make_varied, open_project, read_csv
from ui.main_window import MainWindow
from ui.widgets.chart import Chart
from ui.widgets.chart_card import ChartCard

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '=HYPERLINK("http://x")'


@pytest.fixture(scope="module")
def varied_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_varied(tmp_path_factory.mktemp("varied"))


@pytest.fixture
def room(window: MainWindow, qtbot: QtBot, varied_folder: Path, tmp_path: Path) -> Room:
    return open_project(window, qtbot, copytree(varied_folder, tmp_path / "varied.genmu"))


def cards(room: Room) -> dict[str, ChartCard]:
    page = room.page
    return {
        "forget": page.forget, "retain": page.retain, "curves": page.curves, "matrix": page.matrix.card,
        "map": page.map.card, "det": page.references.det, "rates": page.references.rates, "ranks": page.stability.card,
    }  # fmt: skip


def come_forward(room: Room, name: str) -> ChartCard:
    """Show a plot; that in the column beside by its tab."""
    tab = {"matrix": "matrix", "map": "map", "det": "references", "rates": "references", "ranks": "stability"}.get(name)
    if tab is not None:
        room.page.side.bring_to_front(tab)
    if name == "map":
        room.wait(lambda: room.page.map.card.reading.map is not None)
    room.rest()
    QApplication.processEvents()
    return cards(room)[name]


def test_every_plot_is_saved_and_copied(room: Room, tmp_path: Path) -> None:
    for name in cards(room):
        card = come_forward(room, name)
        (folder := tmp_path / name).mkdir()
        png = room.save(card, folder, "png")
        picture = QImage(str(png))
        assert picture.width() >= 2 * card.content.width()
        assert (
            len({picture.pixel(x, y) for x in range(0, picture.width(), 7) for y in range(0, picture.height(), 7)}) > 3
        )
        svg = ElementTree.parse(room.save(card, folder, "svg")).getroot()  # noqa: S314 - the program's own
        assert svg.tag == f"{SVG}svg"
        assert len(list(svg.iter(f"{SVG}path"))) + len(list(svg.iter(f"{SVG}polyline"))) > 3
        texts = "".join("".join(each.itertext()) for each in svg.iter(f"{SVG}text"))
        if isinstance(card.content, Chart):
            axes = card.content.axes
            assert axes.x_title in texts, name
            assert axes.y_title in texts, name
        head, rows = read_csv(room.save(card, folder, "csv"))
        assert rows, name
        assert all(len(row) == len(head) for row in rows)
        assert any("saved" in notice.text for notice in room.window.notices.notices)
        QGuiApplication.clipboard().clear()
        action(card, "Copy picture").trigger()
        assert QGuiApplication.clipboard().image() == card.picture(), name


def test_units_stand_on_every_axis(room: Room) -> None:
    for name in cards(room):
        card = come_forward(room, name)
        if isinstance(card.content, Chart):
            axes = card.content.axes
            assert "cosine" in axes.x_title or "%" in axes.x_title, name
            assert "%" in axes.y_title or axes.y_title == "rank", name


def test_shares_in_the_table_are_those_drawn(room: Room, tmp_path: Path) -> None:
    for card in (room.page.forget, room.page.retain):
        head, rows = read_csv(room.save(card, tmp_path, "csv"))
        curves = {curve.name: curve for curve in card.chart.curves}
        assert len(head) == 2 + len(curves)
        for place, title in enumerate(head[2:], start=2):
            name, _, rest = title.partition(", % of ")
            drawn = curves[name]._y.tolist()
            assert [row[place] for row in rows] == [repr(value) for value in drawn]
            assert sum(drawn) == pytest.approx(100)
            assert int(rest.replace(",", "")) > 0


def test_reset_view_in_the_menu(room: Room) -> None:
    chart = room.page.curves.chart
    whole = chart.shown_x
    chart.setFocus()
    room.key(*[Qt.Key.Key_Plus] * 4)
    assert chart.shown_x != whole
    action(room.page.curves, "Reset view").trigger()
    assert chart.shown_x == whole
    assert room.page.forget.chart.shown_x == whole


def test_the_menu_opens_by_key_and_has_a_name(room: Room) -> None:
    for name in cards(room):
        card = come_forward(room, name)
        assert card.tools.accessibleName() == f"Tools of {card.accessibleName()}"
        assert card.tools.focusPolicy() & Qt.FocusPolicy.TabFocus
        words = [each.text() for each in card.menu.actions() if each.text()]
        assert [each for each in words if "Save" in each] == ["Save as PNG…", "Save as SVG…", "Save numbers as CSV…"]


def test_what_cannot_be_written_is_said(room: Room, tmp_path: Path) -> None:
    action(room.page.forget, "CSV…").trigger()
    (dialog,) = [each for each in room.window.findChildren(QFileDialog) if each.isVisible()]
    dialog.fileSelected.emit(str(tmp_path / "nowhere" / "x.csv"))
    dialog.close()
    assert any("cannot be written" in notice.text for notice in room.window.notices.notices)


def test_hostile_names_stay_text(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    group = GroupTable(name="=1+1", track="face", dataset="colours", forget="1", retain=("2", "3"))
    protocol = load_protocol().with_only_groups([group], "colours")
    with Project.create(tmp_path / "hostile.genmu", protocol) as project:
        for number, team in enumerate((HOSTILE, "<b>&amp;</b>")):
            entry = world.write_submission(tmp_path / f"entry{number}", world.grid(protocol))
            world.take_in(project, entry, team=team)
        world.write_references(tmp_path / "references", ("1", "2", "3"))
        project.intake.references(tmp_path / "references")
        world.score_with_fake(project)
    room = open_project(window, qtbot, tmp_path / "hostile.genmu")
    for name in cards(room):
        card = come_forward(room, name)
        (folder := tmp_path / name).mkdir()
        path = room.save(card, folder, "csv")
        with path.open(encoding="utf-8", newline="") as stream:
            for cell in (cell for row in csv.reader(stream) for cell in row):
                assert cell[:1] not in "=+@\t\r" or not cell, (name, cell)
        ElementTree.parse(room.save(card, folder, "svg"))  # noqa: S314 - the program's own
