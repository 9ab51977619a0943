"""What is seen of the scores room in the smallest window and in a larger one, in both themes."""

from pathlib import Path
from shutil import copytree

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from scoring.types import MetricValue
from tests.ui.controls import beyond_tab, without_name, without_tip
from tests.ui.scores_room import Room, make_varied, open_project
from ui import theme
from ui.main_window import MainWindow
from ui.widgets.scores.figures import Figures


@pytest.fixture(scope="module")
def varied_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_varied(tmp_path_factory.mktemp("varied"))


@pytest.fixture
def room(window: MainWindow, qtbot: QtBot, varied_folder: Path, tmp_path: Path) -> Room:
    window.resize(1100, 700)
    return open_project(window, qtbot, copytree(varied_folder, tmp_path / "varied.genmu"))


def in_window(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def test_all_that_counts_is_seen_whole_in_the_smallest_window(room: Room) -> None:
    page, window = room.page, room.window
    assert (window.width(), window.height()) == (1100, 700)
    (area,) = [each for each in page.findChildren(QScrollArea) if each.isAncestorOf(page.figures)]
    assert not area.verticalScrollBar().isVisible()
    assert not area.horizontalScrollBar().isVisible()
    visible = in_window(area.viewport())
    for part in (page.selection, page.forget, page.retain, page.curves, page.figures, page.figures.outcomes):
        assert visible.contains(in_window(part)), part.accessibleName()
    for card in (page.forget, page.retain):
        legend = card.legend
        texts = legend.texts_in(legend.width())
        assert "mated" in texts
        assert legend._fits(texts, legend.width())
    figures = page.figures
    for row in (figures.erb, figures.fa, figures.ra):
        assert row.figure.fontMetrics().horizontalAdvance(row.figure.text()) <= row.figure.width()
        assert row.interval.fontMetrics().horizontalAdvance(row.interval.text()) <= row.interval.width()


def test_figures_do_not_cover_each_other(room: Room) -> None:
    figures = room.page.figures
    widest, missing = MetricValue(100.0, 70, interval=(88.8, 100.0)), MetricValue(None, reason="nothing was scored")
    for value in (widest, missing):
        figures.show_rested(room.look, Figures(value, value, value))
        QApplication.processEvents()
        boxes = [figures._title, figures.official, figures._official_at]
        for row in (figures.erb, figures.fa, figures.ra):
            assert row.figure.fontMetrics().horizontalAdvance(row.figure.text()) <= row.figure.width()
            text = QFontMetrics(row.interval.fitting_font()).horizontalAdvance(row.interval.text())
            assert text <= row.interval.width()
            boxes += [row.name, row.figure, row.interval]
        inside = figures.rect().adjusted(8, 0, -8, 0)
        for place, one in enumerate(boxes):
            assert inside.contains(one.geometry()), one.text()
            assert not any(one.geometry().intersects(other.geometry()) for other in boxes[:place]), one.text()


def test_the_parts_beside_the_plots_fit(room: Room) -> None:
    page = room.page
    for name in ("matrix", "map", "references", "stability"):
        page.side.bring_to_front(name)
        room.rest()
        QApplication.processEvents()
        assert page.side.currentWidget().width() <= page.side.width()
    assert not page.stability.table.horizontalScrollBar().isVisible()
    page.side.bring_to_front("references")
    QApplication.processEvents()
    assert page.references._facts.height() < 40
    assert in_window(page.side).contains(in_window(page.references.freeze))


def test_every_control_has_name_tip_and_focus(room: Room) -> None:
    page = room.page
    for name in ("matrix", "map", "references", "stability"):
        page.side.bring_to_front(name)
        room.rest()
        assert without_name(page) == []
        assert without_tip(page) == []
        assert beyond_tab(page) == []


def test_a_plot_is_painted_anew_in_another_theme(room: Room, dressed: QApplication) -> None:
    page = room.page
    parts: list[QWidget] = [page.forget, page.retain, page.curves, page.figures, page.flips]
    for side, part in (("references", page.references), ("stability", page.stability), ("map", page.map)):
        page.side.bring_to_front(side)
        room.rest()
        parts.append(part)
        dark = {id(each): ground(each) for each in parts if each.isVisible()}
        try:
            theme.apply(dressed, "light")
            QApplication.processEvents()
            for each in parts:
                if each.isVisible():
                    assert dark[id(each)] < 60, each.accessibleName()
                    assert ground(each) > 200, each.accessibleName()
        finally:
            theme.apply(dressed, "dark")
        parts.remove(part)
        QApplication.processEvents()


def ground(widget: QWidget) -> int:
    """Return how light most of a widget is, 0 to 255."""
    picture = widget.grab().toImage().scaled(40, 40)
    levels = sorted(picture.pixelColor(x, y).lightness() for x in range(40) for y in range(40))
    return levels[len(levels) // 2]
