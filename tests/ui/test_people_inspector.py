"""What people said, in the inspector of Review: each question and side, who differs, and again when they say more."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from genmu_studio.project import Project
from tests.core.labelling import people_world as people
from tests.ui.review_desk import click_value, counts, rest, review, table_of
from ui.main_window import MainWindow
from ui.views.review import ReviewView
from ui.widgets.filter_words import filter_words

WAIT_MS = 20_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return people.make(tmp_path_factory.mktemp("people"), answered=False)


@pytest.fixture
def project(window: MainWindow, folder: Path, tmp_path: Path) -> Project:
    opened = Project.open(people.copied(folder, tmp_path), "write")
    window.context.set_project(opened)
    window.context.select(opened.submission(people.ENTRY).id)
    return opened


def texts(page: ReviewView) -> list[str]:
    section = page.inspector.people
    return [each.text() for each in section.findChildren(QLabel) if each.isVisibleTo(page.inspector)]


def look_at(page: ReviewView, identity: str, qtbot: QtBot) -> None:
    table = table_of(page)
    place = next(place for place, row in enumerate(page.grid.rows.tolist()) if table.identity_of(row) == identity)
    page.grid.go_to(place)
    rest(page, qtbot)


def test_labels_of_the_pair_are_told_and_told_anew(window: MainWindow, project: Project, qtbot: QtBot) -> None:
    page = review(window, qtbot)
    look_at(page, "1", qtbot)
    assert texts(page) == []
    window.show_view("submissions")
    people.answer(project)
    page = review(window, qtbot)
    qtbot.waitUntil(lambda: len(texts(page)) > 1, timeout=WAIT_MS)
    shown = texts(page)
    assert shown[0] == "What people said"
    for words in ("yes · 2 annotators", "30 years · 1 annotator", "4 good × 1, 5 excellent × 1 · 2 annotators"):
        assert words in shown, words
    assert shown.count("▲ they differ") == 1

    look_at(page, "4", qtbot)
    qtbot.waitUntil(lambda: texts(page) == [], timeout=WAIT_MS)


def test_pairs_are_filtered_by_what_people_said(window: MainWindow, project: Project, qtbot: QtBot) -> None:
    page = review(window, qtbot)
    rest(page, qtbot)
    assert counts(page, "labels") == {"labelled": 0, "not labelled": 7, "conflicting": 0}
    window.show_view("submissions")
    people.answer(project)
    page = review(window, qtbot)
    # 1 and 2 by both sides, 3 by its original; of 1 and 2 the votes differ.
    qtbot.waitUntil(
        lambda: counts(page, "labels") == {"labelled": 3, "not labelled": 4, "conflicting": 2}, timeout=WAIT_MS
    )
    click_value(page, "labels", "conflicting")
    rest(page, qtbot)
    table = table_of(page)
    assert {table.identity_of(row) for row in page.grid.rows.tolist()} == {"1", "2"}
    assert filter_words(page.pairs.filter) == "conflicting"


def test_without_campaigns_there_is_no_such_filter(scored_window: MainWindow, qtbot: QtBot) -> None:
    page = review(scored_window, qtbot)
    rest(page, qtbot)
    assert not page.panel.sections["labels"].isVisibleTo(page)
    assert page.panel.sections["marks"].isVisibleTo(page)


def test_labels_that_come_while_the_pair_is_looked_at(window: MainWindow, project: Project, qtbot: QtBot) -> None:
    page = review(window, qtbot)
    look_at(page, "2", qtbot)
    people.answer(project)
    qtbot.waitUntil(lambda: "no · 2 annotators" in texts(page), timeout=WAIT_MS)
    assert page.inspector.people.isVisible()
