"""The matrices: numbers on the screen are those of the core, counts follow the lens, a cell opens its samples."""

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QToolTip
from pytestqt.qtbot import QtBot

from genmu_studio.look import Look
from genmu_studio.pair_orders import PairOrder
from genmu_studio.scores.distributions import Selection
from genmu_studio.scores.matrices import samples_of_cell, similarity_matrix, transfer
from scoring.errors import UserError
from scoring.frame import Side, Status
from tests.core import world
from tests.ui.controls import without_name, without_tip
from tests.ui.driving import Person
from tests.ui.keyboard import click, press
from ui import theme
from ui.main_window import MainWindow
from ui.widgets.chart_frame import written
from ui.widgets.scores_map import matrix_card
from ui.widgets.scores_map.matrix_card import MatrixCard
from ui.widgets.scores_map.matrix_grid import NOBODY, Header, MatrixAsk, MatrixGrid, MatrixMaker
from ui.widgets.scores_map.matrix_paint import cell_color, text_color
from ui.widgets.scores_map.matrix_view import MatrixView

ONE, TWO = world.ONE.name, world.TWO.name
OF_ONE = Selection(ONE)
Wanted = tuple[tuple[int, ...], str, PairOrder | None]


@dataclass
class Desk:
    """The card beside the window whose project it shows, and what it asked for."""

    window: MainWindow
    card: MatrixCard
    qtbot: QtBot
    wanted: list[Wanted] = field(default_factory=list)

    def wait(self, until: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(until()), timeout=20_000)

    @property
    def look(self) -> Look:
        self.wait(self.window.context.current_look)
        look = self.window.context.current_look()
        assert look is not None
        return look

    def follow(self, selection: Selection = OF_ONE) -> MatrixGrid:
        self.card.follow(self.look, selection)
        QApplication.processEvents()  # the layout
        return self.grid

    @property
    def grid(self) -> MatrixGrid:
        grid = self.card.view.grid
        assert grid is not None
        return grid

    def choose(self, box: QComboBox, text: str) -> MatrixGrid:
        Person(self.window, self.qtbot).choose(box, text)
        return self.grid

    def click(self, row: int, column: int) -> None:
        click(self.card.view.viewport(), self.card.view.box_of(row, column).center().toPoint())


@pytest.fixture
def desk(scored_window: MainWindow, qtbot: QtBot) -> Iterator[Desk]:
    scored_window.hide()  # it would lie over the card, and take the pointer
    errors: list[UserError] = []
    card = MatrixCard(scored_window.context, errors.append)
    made = Desk(scored_window, card, qtbot)
    card.samples_wanted.connect(lambda *wanted: made.wanted.append(wanted))
    qtbot.addWidget(card)
    card.resize(440, 320)
    card.show()
    qtbot.waitExposed(card)
    card.activateWindow()
    qtbot.waitUntil(card.isActiveWindow)
    made.follow()
    yield made
    card.close()
    assert not errors


# ---- numbers ----


@pytest.mark.parametrize("side", ["original", "unlearned"])
def test_cells_say_the_mean_similarity(desk: Desk, side: str) -> None:
    grid = desk.choose(desk.card.sides, side)
    expected = similarity_matrix(desk.look, ONE, Side[side.upper()])
    assert [header.name for header in grid.rows] == list(expected.identities) == ["1", "2", "3", "4"]
    assert [header.role for header in grid.rows] == ["forget", "retain", "retain", "retain"]
    assert np.array_equal(grid.values, expected.mean)
    for row, texts in enumerate(grid.texts):
        for column, text in enumerate(texts):
            assert text == written(float(expected.mean[row, column]), 2)
            assert f"mean {written(float(expected.mean[row, column]), 3)}" in grid.words(row, column)
            assert f"{expected.n[row, column]} sample" in grid.words(row, column)


def test_a_change_is_unlearned_minus_original(desk: Desk) -> None:
    grid = desk.choose(desk.card.sides, "change")
    original, unlearned = (similarity_matrix(desk.look, ONE, side) for side in Side)
    assert np.array_equal(grid.values, unlearned.mean - original.mean)
    assert grid.values[0, 0] < -0.1 < 0.1 < grid.values[0, 1]  # 1 shows 2
    assert grid.texts[0][0].startswith("−")
    assert grid.texts[0][1].startswith("+")
    assert grid.words(0, 1).count("mean") == 2


@pytest.mark.parametrize("mode", ["verified", "nearest"])
def test_counts_are_those_of_the_core_and_follow_the_threshold(desk: Desk, mode: str) -> None:
    desk.choose(desk.card.mode, mode)
    seen = set()
    for threshold in ("-1", "0.45", "0.999", "1"):
        desk.window.context.look(threshold=threshold)
        grid = desk.follow()
        expected = transfer(desk.look, ONE, Side.UNLEARNED)
        counts = expected.nearest if mode == "nearest" else np.hstack([expected.verified, expected.nobody[:, None]])
        assert [[int(text) for text in texts] for texts in grid.texts] == counts.tolist()
        seen.add(grid.texts)
        if mode == "verified":
            assert grid.columns[-1] == Header(NOBODY, "")
    assert len(seen) == (1 if mode == "nearest" else 3)


def test_a_change_of_counts_has_signs_and_both_numbers_in_words(desk: Desk) -> None:
    desk.choose(desk.card.mode, "nearest")
    grid = desk.choose(desk.card.sides, "change")
    assert grid.texts[0][:2] == ("−2", "+2")
    assert grid.words(0, 1) == "1 generated, nearest to 2\noriginal: 0 of 2 samples\nunlearned: 2 of 2 samples"


def test_the_mean_is_not_computed_again_for_a_threshold(desk: Desk) -> None:
    grid = desk.grid
    desk.window.context.look(threshold="0.1")
    assert desk.follow() is grid


def test_of_all_groups_one_is_shown_and_can_be_chosen(desk: Desk) -> None:
    assert not desk.card.group.isVisible()
    grid = desk.follow(Selection())
    assert desk.card.group.isVisible()
    assert grid.asked.group == ONE
    assert desk.card.accessibleName() == f"{ONE} · Mean similarity, generated × template"
    grid = desk.choose(desk.card.group, TWO)
    assert [header.name for header in grid.rows] == ["11", "12", "13"]
    assert desk.follow(Selection(ONE)).asked.group == ONE
    assert desk.follow(Selection()).asked.group == TWO


def test_identities_outside_the_group_are_compared_when_wanted(desk: Desk) -> None:
    assert desk.card.others.isVisible()
    click(desk.card.others)
    assert "outside the group" in desk.card.caption.text()
    desk.wait(lambda: len(desk.grid.columns) == 7)
    assert [(header.name, header.role) for header in desk.grid.columns[4:]] == [
        ("11", "outside"), ("12", "outside"), ("13", "outside"),
    ]  # fmt: skip
    assert not desk.card.caption.isVisible()
    click(desk.card.others)
    assert len(desk.grid.columns) == 4


def test_where_others_cannot_be_had_they_are_turned_off(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise UserError("the disk is gone")

    told: list[object] = []
    desk.window.context.failed.connect(told.append)
    monkeypatch.setattr(matrix_card, "load_outside", refuse)
    click(desk.card.others)
    desk.wait(lambda: not desk.card.others.isChecked())
    assert len(told) == 1
    assert len(desk.grid.columns) == 4
    assert not desk.card.caption.isVisible()


# ---- opening ----


def test_a_click_asks_for_the_samples_the_most_similar_first(desk: Desk) -> None:
    desk.click(0, 1)
    ids, title, order = desk.wanted.pop()
    assert (
        list(ids) == samples_of_cell(desk.look, ONE, Side.UNLEARNED, identity="1", template="2", which="all").tolist()
    )
    assert title == "unlearned 1 against 2: 2 samples"
    assert order is None
    desk.click(1, 0)
    assert desk.wanted.pop()[2] == PairOrder("forget", descending=True)
    desk.click(1, 1)
    assert desk.wanted.pop()[2] == PairOrder("own", descending=True)


def test_keys_walk_and_open(desk: Desk) -> None:
    view = desk.card.view
    view.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Up):
        press(view, key)
    assert view.cell == (1, 1)
    assert view.accessibleDescription() == desk.grid.words(1, 1)
    press(view, Qt.Key.Key_Return)
    assert desk.wanted[-1][1] == "unlearned 2 against 2: 2 samples"
    press(view, Qt.Key.Key_Home)
    press(view, Qt.Key.Key_Left)
    assert view.cell == (1, 0)
    press(view, Qt.Key.Key_End)
    press(view, Qt.Key.Key_Space)
    assert desk.wanted[-1][1] == "unlearned 2 against 4: 2 samples"


def test_the_cell_for_nobody_asks_for_those_who_verify_as_nobody(desk: Desk) -> None:
    desk.choose(desk.card.mode, "verified")
    desk.window.context.look(threshold="1.0")
    grid = desk.follow()
    row = next(row for row, texts in enumerate(grid.texts) if texts[-1] != "0")
    desk.click(row, 4)
    ids, title, _ = desk.wanted.pop()
    assert len(ids) == int(grid.texts[row][-1])
    assert title.startswith(f"unlearned {grid.rows[row].name} verified as nobody")


def test_an_empty_cell_opens_nothing(desk: Desk) -> None:
    desk.choose(desk.card.mode, "nearest")
    assert desk.grid.texts[0][2] == "0"
    desk.click(0, 2)
    assert not desk.wanted


def test_a_press_that_slides_off_its_cell_opens_nothing(desk: Desk) -> None:
    view = desk.card.view
    first, second = (view.box_of(0, column).center().toPoint() for column in (0, 1))
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, first)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, second)
    assert not desk.wanted


def test_the_pointer_marks_a_cell_and_a_tooltip_says_everything(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda at, text, widget: told.append(text))
    view = desk.card.view
    at = view.box_of(0, 1).center().toPoint()
    plain = view.grab().toImage()
    QTest.mouseMove(view.viewport(), at + QPoint(0, 40))
    QTest.mouseMove(view.viewport(), at)
    assert view.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor
    assert view.grab().toImage() != plain
    QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, at, view.mapToGlobal(at)))
    assert "1 generated, template of 2" in told[0]
    assert "standard deviation" in told[0]
    assert "2 samples" in told[0]
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert view.grab().toImage() == plain


# ---- how it looks ----


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("side", ["original", "unlearned", "change"])
def test_numbers_stand_out_of_every_cell(dressed: QApplication, scheme: theme.Scheme, side: str) -> None:
    theme.apply(dressed, scheme)
    try:
        strengths = np.linspace(-1 if side == "change" else 0, 1, 81)[np.newaxis]
        grid = made_grid(1, 81, strengths, MatrixAsk(ONE, "mean", side))  # type: ignore[arg-type]  # of the parameters
        for column in range(81):
            ground = cell_color(grid, 0, column)
            assert theme.contrast(text_color(ground), ground.name()) >= 4.5
        weakest, strongest = cell_color(grid, 0, 40 if side == "change" else 0), cell_color(grid, 0, 80)
        assert theme.contrast(strongest.name(), weakest.name()) > 2
    finally:
        theme.apply(dressed, "dark")


def test_both_directions_of_a_change_have_a_hue_of_their_own(dressed: QApplication) -> None:
    del dressed
    grid = made_grid(1, 3, np.array([[-1.0, 0.0, 1.0]]), MatrixAsk(ONE, "mean", "change"))
    less, same, more = (cell_color(grid, 0, column) for column in range(3))
    assert less.blue() > less.red()
    assert more.red() > more.blue()
    assert same == QColor(theme.current().raised)


def made_grid(rows: int, columns: int, strengths: np.ndarray, asked: MatrixAsk) -> MatrixGrid:
    names = [Header(f"identity {number}", "retain") for number in range(max(rows, columns))]
    texts = tuple(tuple(f"{value:.2f}" for value in line) for line in strengths.tolist())
    return MatrixGrid(
        asked, tuple(names[:rows]), tuple(names[:columns]), strengths, strengths, texts,
        lambda row, column: f"cell {row}, {column}", lambda row, column: (row, column),
    )  # fmt: skip


def test_a_matrix_of_many_identities_scrolls_to_the_cell_of_the_keys(dressed: QApplication, qtbot: QtBot) -> None:
    del dressed
    view = MatrixView()
    qtbot.addWidget(view)
    view.resize(400, 260)
    view.show_grid(made_grid(60, 70, np.zeros((60, 70)), MatrixAsk(ONE)))
    view.show()
    qtbot.waitExposed(view)
    view.setFocus()
    assert view.horizontalScrollBar().maximum() > 0
    assert view.verticalScrollBar().maximum() > 0
    press(view, Qt.Key.Key_End)
    for _ in range(80):
        press(view, Qt.Key.Key_Down)
    assert view.cell == (59, 69)
    box = view.box_of(59, 69)
    assert QRectF(view.viewport().rect()).contains(box)
    told: list[tuple[int, int]] = []
    view.opened.connect(lambda row, column: told.append((row, column)))
    click(view.viewport(), box.center().toPoint())
    assert told == [(59, 69)]
    view.reset_view()
    assert view.horizontalScrollBar().value() == view.verticalScrollBar().value() == 0
    view.show_grid(made_grid(2, 2, np.zeros((2, 2)), MatrixAsk(ONE)))
    assert view.cell == (1, 1)
    assert view.verticalScrollBar().maximum() == 0


def test_the_own_template_is_framed(desk: Desk) -> None:
    image = desk.card.view.grab().toImage()
    own, other = (desk.card.view.box_of(1, column).toRect() for column in (1, 2))
    text = QColor(theme.current().text)
    assert image.pixelColor(own.left() + own.width() // 2, own.top()) == text
    assert image.pixelColor(other.left() + other.width() // 2, other.top()) != text


def test_what_is_saved_is_what_is_shown(desk: Desk, tmp_path: Path) -> None:
    desk.card.save(tmp_path / "matrix.csv")
    with (tmp_path / "matrix.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["generated", "role", *(f"mean similarity {name}" for name in "1234")]
    assert [row[:2] for row in rows[1:]] == [["1", "forget"], ["2", "retain"], ["3", "retain"], ["4", "retain"]]
    assert [[float(cell) for cell in row[2:]] for row in rows[1:]] == desk.grid.values.tolist()
    desk.choose(desk.card.mode, "verified")
    assert desk.card.view.table().columns[-1] == "samples that verify as nobody"
    assert all(isinstance(cell, int) for row in desk.card.view.table().rows for cell in row[2:])
    desk.card.save(tmp_path / "matrix.svg")
    assert "rows generated, columns reference templates" in (tmp_path / "matrix.svg").read_text(encoding="utf-8")


def test_without_a_matrix_nothing_happens(dressed: QApplication, qtbot: QtBot) -> None:
    del dressed
    view = MatrixView()
    qtbot.addWidget(view)
    view.show()
    press(view, Qt.Key.Key_Return)
    click(view.viewport())
    image = QImage(80, 60, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    view.paint_on(painter, QRectF(image.rect()))
    painter.end()
    assert view.table().rows == ()


def test_what_was_chosen_comes_back_and_everything_has_a_name(desk: Desk) -> None:
    desk.choose(desk.card.mode, "nearest")
    desk.choose(desk.card.sides, "original")
    assert desk.card.state() == {"mode": "nearest", "side": "original"}
    desk.card.restore({"mode": "verified", "side": 3})
    assert desk.card.state() == {"mode": "verified", "side": "original"}
    assert not without_name(desk.card)
    assert not without_tip(desk.card)


def test_a_group_without_scored_samples_shows_dashes(desk: Desk) -> None:
    frame = desk.look.frames[0]
    assert MatrixMaker(desk.look.base).make(desk.look, MatrixAsk(ONE)).values.shape == (4, 4)
    nothing = replace(
        frame,
        status=np.full(len(frame), Status.ERROR, dtype=np.int8),
        similarity=np.full(frame.similarity.shape, np.nan, dtype=np.float32),
    )
    base = desk.look.base
    look = replace(desk.look, base=replace(base, built=replace(base.built, groups=(nothing,))))
    for mode in ("mean", "verified", "nearest"):
        for side in ("unlearned", "change"):
            grid = MatrixMaker(look.base).make(look, MatrixAsk(ONE, mode, side))
            assert {text for texts in grid.texts for text in texts} == {"–"}
            assert "nothing compared" in grid.words(0, 0)
            assert np.isfinite(grid.strength).all()
            assert grid.samples(0, 0) == ()
