"""Samples that were chosen on a map or in a matrix, in Review: what is shown, and the chip that lets the others in."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from genmu_studio.pair_filter import Chosen, PairFilter
from genmu_studio.project import Project
from genmu_studio.saved_filters import save_filter, saved_filters
from tests.ui.keyboard import click
from tests.ui.keyboard import press as press_at
from tests.ui.review_desk import PAIRS, focus, left, press, project_of, review, table_of, wait
from ui.main_window import MainWindow
from ui.widgets.filter_words import filter_words

HOSTILE = "<img src=x> & lasso: 3 samples " + 20 * "very long "


def ask(window: MainWindow, samples: tuple[int, ...], title: str) -> None:
    window.page.asked.emit("review", {"samples": samples, "title": title})


def test_review_shows_the_pairs_of_the_chosen_samples(scored_window: MainWindow, qtbot: QtBot) -> None:
    page = review(scored_window, qtbot)
    table = table_of(page)
    samples = (int(table.original[2]), int(table.unlearned[2]), int(table.unlearned[5]))
    scored_window.show_view("overview")
    ask(scored_window, samples, "lasso: 3 samples")
    assert scored_window.page is page
    assert sorted(page.grid.rows.tolist()) == [2, 5]
    assert left(page) == f"2 of {PAIRS} pairs"
    assert page.panel.chosen.isVisible()
    assert page.panel.chosen.text() == "lasso: 3 samples"
    assert page.pairs.filter == PairFilter(chosen=Chosen(frozenset(samples), "lasso: 3 samples"))


def test_a_click_on_the_chip_shows_the_others_again(scored_window: MainWindow, qtbot: QtBot) -> None:
    page = review(scored_window, qtbot)
    table = table_of(page)
    ask(scored_window, (int(table.unlearned[0]),), "lasso: 1 sample")
    assert len(page.grid.rows) == 1
    click(page.panel.chosen)
    assert len(page.grid.rows) == PAIRS
    assert not page.panel.chosen.isVisible()
    assert page.pairs.filter == PairFilter()


def test_the_chip_works_by_keys_and_says_what_it_is(scored_window: MainWindow, qtbot: QtBot) -> None:
    page = review(scored_window, qtbot)
    table = table_of(page)
    ask(scored_window, (int(table.original[1]),), HOSTILE)
    chip = page.panel.chosen
    assert HOSTILE in chip.accessibleName()
    assert "&lt;img" in chip.toolTip()
    assert "…" in chip.text()
    assert chip.width() <= page.panel.width()
    page.panel.focus_search()
    for _ in range(10):
        if focus() is chip:
            break
        press(page, Qt.Key.Key_Tab)
    assert focus() is chip
    press_at(chip, Qt.Key.Key_Space)
    assert len(page.grid.rows) == PAIRS


def test_other_parts_of_the_filter_narrow_the_chosen_ones(scored_window: MainWindow, qtbot: QtBot) -> None:
    page = review(scored_window, qtbot)
    table = table_of(page)
    samples = tuple(table.unlearned.tolist())
    ask(scored_window, samples, "map: 14 samples")
    assert len(page.grid.rows) == PAIRS
    page.set_filter(PairFilter(roles=frozenset({"forget"}), chosen=page.pairs.filter.chosen))
    assert len(page.grid.rows) == int(table.is_forget.sum())
    assert page.panel.chosen.isVisible()


def test_samples_that_are_gone_leave_nothing_and_a_way_back(scored_window: MainWindow, qtbot: QtBot) -> None:
    page = review(scored_window, qtbot)
    ask(scored_window, (999_999,), "lasso: 1 sample")
    assert len(page.grid.rows) == 0
    assert page.panel.chosen.isVisible()
    click(page.panel.chosen)
    assert len(page.grid.rows) == PAIRS


def test_a_request_waits_until_pairs_are_read(scored_window: MainWindow, qtbot: QtBot) -> None:
    project = scored_window.context.project
    assert project is not None
    frames = project.unscored_frames(project.submissions()[0]).groups
    sample = int(frames[0].sample_id[0])
    scored_window.show_view("review", {"samples": [sample], "title": "one"})
    page = review(scored_window, qtbot)
    wait(qtbot, lambda: len(page.grid.rows) == 1)
    assert page.panel.chosen.text() == "one"


def test_chosen_samples_are_kept_with_a_saved_filter(scored_window: MainWindow, qtbot: QtBot) -> None:
    page = review(scored_window, qtbot)
    wanted = PairFilter(chosen=Chosen(frozenset({3, 1, 2}), HOSTILE))
    project: Project = project_of(page)
    save_filter(project, "mine", wanted)
    (kept,) = saved_filters(project)
    assert kept.filter == wanted
    assert filter_words(wanted) == HOSTILE
