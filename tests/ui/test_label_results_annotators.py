"""Whose labels count: left out for a reason and counted again, nothing deleted; and what people see otherwise."""

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.labelling.opening import assignments_of
from genmu_studio.pair_filter import Chosen
from genmu_studio.project import Project
from genmu_studio.settings import Settings
from scoring.statistics import wilson
from tests.ui.controls import texts
from tests.ui.keyboard import click, type_text
from tests.ui.label_results_desk import Desk, cells, desk_at
from tests.ui.label_results_world import ANNOTATORS, answer_all, make_project
from ui.main_window import MainWindow
from ui.views.review import ReviewView
from ui.widgets.label_results.item_pictures import SAMPLES, SIDE_PX
from ui.widgets.label_results.tracks import TRACKS
from ui.widgets.thumbnails import size_for


@pytest.fixture(scope="module")
def answered_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_project(tmp_path_factory.mktemp("annotators"), scored=True, size=4)
    with Project.open(folder, "write") as project:
        answer_all(project)
        answer_all(project, "pairs-2026")
    return folder


@pytest.fixture
def copied(answered_folder: Path, tmp_path: Path) -> Path:
    return Path(copytree(answered_folder, tmp_path / "project.genmu"))


@pytest.fixture
def desk(copied: Path, qtbot: QtBot, settings: Settings, dressed: QApplication) -> Iterator[Desk]:
    with desk_at(qtbot, copied, settings) as made:
        yield made


# ---- how they worked ----


def test_checks_are_counted_as_they_were_answered(desk: Desk) -> None:
    part = desk.open().page.annotators
    desk.turn_to(part)
    campaign, labels = desk.results.campaign, desk.labels().labels
    for place, name in enumerate(ANNOTATORS):
        row = cells(part.table)[place]
        assert row["annotator"] == name
        for kind in ("gold", "attention"):
            known = [
                label.value in label.accepted
                for label in labels
                if (label.annotator, label.kind) == (name, kind) and label.accepted and label.value is not None
            ]
            right = sum(known)
            assert row[kind] == f"{right} of {len(known)}"
            column = [*row].index(kind)
            tracks = part.table.results.data(part.table.results.index(place, column), TRACKS)
            assert isinstance(tracks, tuple)
            assert tracks[0].band == pytest.approx(wilson(right, len(known), 0.95))
        at = {label.place: label for label in labels if label.annotator == name and label.question.id == "smile"}
        again = [
            at[each.place].value == at[each.shown_before].value
            for each in assignments_of(desk.project, campaign, name)
            if each.shown_before in at and each.place in at and at[each.place].value and at[each.shown_before].value
        ]
        said, n = (int(each) for each in row["self-consistency"].split(" of "))
        assert said >= sum(again)
        assert n >= len(again)
        assert row["progress"] == "52 of 52"
        assert row["counts"] == "counts"


# ---- leaving out ----


def test_an_annotator_is_left_out_for_a_reason_and_counts_again(desk: Desk) -> None:
    part = desk.open().page.annotators
    desk.turn_to(part)
    before, figure = len(desk.labels().labels), desk.results.questions[0].n
    of_eve = sum(label.annotator == "eve" and label.value is not None for label in desk.labels().of_items("smile"))
    assert "Nothing is deleted" in "\n".join(texts(part))
    desk.key(Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Delete)
    desk.wait(lambda: QApplication.focusWidget() is part.deciding.reason)
    assert "labels of eve not count" in "\n".join(texts(part))
    desk.key(Qt.Key.Key_Return)  # without a reason nothing happens
    assert part.deciding.is_asking
    type_text(part.deciding.reason, "fails half of the checks")
    desk.key(Qt.Key.Key_Return)
    desk.wait(lambda: desk.results.annotators[2].excluded == "fails half of the checks")

    assert desk.results.questions[0].n == figure - of_eve
    desk.wait(lambda: not part.deciding.is_asking)
    assert cells(part.table)[2]["counts"] == "left out: fails half of the checks"
    assert [(row["annotator"], row["decision"], row["reason"]) for row in cells(part.history)] == [
        ("eve", "left out", "fails half of the checks")
    ]
    assert any("▲ Left out: eve." in each for each in texts(desk.page))
    assert len(desk.labels().labels) == before  # nothing is deleted
    assert {row["raters"] for row in cells(desk.page.agreement.table)} == {"2"}

    desk.wait(lambda: QApplication.focusWidget() is part.table)
    click(part.deciding.count_again)
    desk.wait(lambda: desk.results.annotators[2].excluded is None)
    assert desk.results.questions[0].n == figure
    assert [row["decision"] for row in cells(part.history)] == ["counts again", "left out"]
    assert not any("▲ Left out" in each for each in texts(desk.page))


def test_esc_leaves_nobody_out(desk: Desk) -> None:
    part = desk.open().page.annotators
    desk.turn_to(part)
    click(part.deciding.leave_out)
    type_text(part.deciding.reason, "a moment of anger")
    desk.key(Qt.Key.Key_Escape)
    desk.wait(lambda: QApplication.focusWidget() is part.table)
    assert not part.deciding.is_asking
    assert desk.left == 0
    assert desk.project.labelling.exclusion_history(desk.results.campaign) == []


def test_what_is_being_typed_stays_while_labels_change(desk: Desk) -> None:
    part = desk.open().page.annotators
    desk.turn_to(part)
    desk.key(Qt.Key.Key_Delete)
    type_text(part.deciding.reason, "half a sent")
    desk.project.labelling.exclude(desk.results.campaign, "ben", "ill")
    desk.wait(lambda: desk.results.annotators[1].excluded == "ill")
    type_text(part.deciding.reason, "ence")
    assert part.deciding.reason.text() == "half a sentence"
    assert part.deciding.is_asking


def test_nothing_is_decided_in_a_project_that_is_only_looked_at(
    copied: Path, qtbot: QtBot, settings: Settings, dressed: QApplication
) -> None:
    with desk_at(qtbot, copied, settings, "read") as desk:
        part = desk.open().page.annotators
        desk.turn_to(part)
        desk.key(Qt.Key.Key_Delete)
        assert not part.deciding.is_asking
        assert not part.deciding.leave_out.isEnabled()
        assert any("read-only" in each for each in texts(part))


# ---- people against the machine ----


def test_a_pair_that_people_see_otherwise_opens_in_review(desk: Desk) -> None:
    part = desk.open("pairs-2026").page.disagreements
    desk.turn_to(part)
    found = desk.results.machine
    assert found, "the world has such pairs"
    assert desk.page.tabs.tabText(3) == f"Disagreements · {len(found)}"
    rows = [part.table.results.row_at(row) for row in range(part.table.results.rowCount())]
    assert [row.sentence for row in rows] == [row.sentence for row in found]
    assert found[0].sentence in texts(part)
    desk.context.select(next(row.id for row in desk.project.submissions() if row.id != found[0].submission))
    desk.key(Qt.Key.Key_Return)
    assert desk.asked == [("review", {"sample": found[0].sample})]
    submission = desk.context.submission
    assert submission is not None
    assert submission.id == found[0].submission


def test_what_both_sides_look_like_stands_in_the_row(desk: Desk) -> None:
    part = desk.open("pairs-2026").page.disagreements
    desk.turn_to(part)
    sides = desk.project.store.read(lambda db: dict(db.execute("SELECT id, side FROM sample").fetchall()))
    model = part.table.results
    for row in range(model.rowCount()):
        samples = model.data(model.index(row, 0), SAMPLES)
        assert isinstance(samples, tuple)
        assert [sides[sample] for sample in samples] == ["original", "unlearned"]
    first, second = found if isinstance(found := model.data(model.index(0, 0), SAMPLES), tuple) else (0, 0)
    size = size_for(SIDE_PX * part.table.devicePixelRatioF())
    desk.wait(lambda: part.thumbnails.get(first, size) and part.thumbnails.get(second, size))


def test_a_page_that_is_taken_away_ends_what_runs(desk: Desk) -> None:
    desk.open("pairs-2026")
    desk.turn_to(desk.page.adjudication)
    desk.page.show_campaign("faces-2026")  # what is being read then is told to nobody
    desk.page.close_down()
    desk.wait(lambda: not desk.context.is_busy)
    assert desk.page.reading.read is None
    assert desk.errors == []


def test_several_pairs_are_opened_together(desk: Desk) -> None:
    part = desk.open("pairs-2026").page.disagreements
    desk.turn_to(part)
    click(part.show_all)
    first = desk.results.machine[0].submission
    ((view, request),) = desk.asked
    assert view == "review"
    assert isinstance(request, dict)
    assert request["samples"] == [row.sample for row in desk.results.machine if row.submission == first]
    json.dumps(request)


def test_where_nobody_differs_it_says_so(desk: Desk) -> None:
    part = desk.open().page.disagreements
    desk.turn_to(part)
    assert any("Nowhere do people and an evaluator" in each for each in texts(part))


def test_review_shows_the_pairs_that_are_asked_for(window: MainWindow, copied: Path, qtbot: QtBot) -> None:
    window.context.set_project(Project.open(copied, "write"))
    project = window.context.project
    assert project is not None
    room = project.labelling
    found = room.results(room.campaign("pairs-2026")).machine
    samples = [row.sample for row in found if row.submission == found[0].submission]
    window.context.select(next(row.id for row in project.submissions() if row.id == found[0].submission))
    window.show_view("review", {"samples": samples, "title": "5 pairs that people see otherwise"})
    page = window.page
    assert isinstance(page, ReviewView)
    qtbot.waitUntil(lambda: page.pairs.filter.chosen == Chosen(frozenset(samples), "5 pairs that people see otherwise"))
    qtbot.waitUntil(lambda: len(page.grid.rows) == len(samples))
