"""From the map and the matrices to Review: what was drawn around, a cell, one sample; and what is told of files."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.look import Look
from genmu_studio.pair_orders import PairOrder
from genmu_studio.scores.distributions import Selection
from scoring.errors import UserError
from tests.core import world
from tests.ui.keyboard import click, press
from tests.ui.map_world import lasso
from tests.ui.review_desk import is_large, review, table_of, wait
from ui.main_window import MainWindow
from ui.notices import Notice
from ui.widgets.scores.side_part import SidePart
from ui.widgets.scores_map.parts import MapPart, MatrixPart
from ui.widgets.thumbnails import ThumbnailStore

OF_ONE = Selection(world.ONE.name)


@pytest.fixture
def thumbnails() -> Iterator[ThumbnailStore]:
    store = ThumbnailStore(2**20)
    yield store
    store.close()


def no_error(error: UserError) -> None:
    raise AssertionError(error.message)


def show(part: SidePart, window: MainWindow, qtbot: QtBot) -> Look:
    """Show a part beside the window as the scores room does; what it asks of other views it gets."""
    review(window, qtbot)
    part.asked.connect(window.show_view)
    qtbot.addWidget(part)
    part.resize(440, 420)
    part.show()
    qtbot.waitExposed(part)
    look = window.context.current_look()
    assert look is not None
    part.follow(look, OF_ONE)
    return look


def test_what_a_lasso_encloses_is_shown_in_review(
    scored_window: MainWindow, qtbot: QtBot, thumbnails: ThumbnailStore
) -> None:
    part = MapPart(scored_window.context, thumbnails, no_error)
    show(part, scored_window, qtbot)
    wait(qtbot, lambda: part.card.reading.map is not None)
    QApplication.processEvents()  # the layout
    scene = part.card.canvas.scene
    assert scene is not None
    lasso(part.card.canvas, *range(len(scene.shown)))
    click(part.card.show_chosen)
    page = review(scored_window, qtbot)
    table = table_of(page)
    assert {table.groups[table.group[row]] for row in page.grid.rows} == {world.ONE.name}
    assert len(page.grid.rows) == 8
    assert page.panel.chosen.text() == "lasso: 16 samples"
    part.close()


def test_a_sample_of_the_map_opens_large(scored_window: MainWindow, qtbot: QtBot, thumbnails: ThumbnailStore) -> None:
    part = MapPart(scored_window.context, thumbnails, no_error)
    show(part, scored_window, qtbot)
    wait(qtbot, lambda: part.card.reading.map is not None)
    canvas = part.card.canvas
    press(canvas, Qt.Key.Key_Right)
    assert canvas.current is not None
    assert canvas.scene is not None
    sample = int(canvas.scene.shown.samples[canvas.current])
    press(canvas, Qt.Key.Key_Return)
    page = review(scored_window, qtbot)
    assert is_large(page)
    assert page.active_row == table_of(page).row_of(sample)
    part.close()


def test_a_cell_is_shown_in_review_the_most_similar_first(scored_window: MainWindow, qtbot: QtBot) -> None:
    part = MatrixPart(scored_window.context, no_error)
    show(part, scored_window, qtbot)
    QApplication.processEvents()  # the layout
    view = part.card.view
    click(view.viewport(), view.box_of(1, 1).center().toPoint())
    page = review(scored_window, qtbot)
    table = table_of(page)
    assert {table.identity_of(row) for row in page.grid.rows} == {"2"}
    assert len(page.grid.rows) == 2
    assert page.pairs.order == PairOrder("own", descending=True)
    similarity = table.own_unlearned[page.grid.rows]
    assert np.all(np.diff(similarity) <= 0)
    assert "unlearned 2 against 2: 2 samples" in page.panel.chosen.accessibleName()
    part.close()


def test_a_file_that_is_saved_is_told_of(scored_window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    part = MatrixPart(scored_window.context, no_error)
    show(part, scored_window, qtbot)
    told: list[Notice] = []
    part.noticed.connect(told.append)
    part.card._save_chosen(tmp_path / "matrix.csv")
    assert [notice.text for notice in told] == ["✓ matrix.csv is saved."]
    assert (tmp_path / "matrix.csv").exists()
    part.close()
