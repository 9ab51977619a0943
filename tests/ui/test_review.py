"""Review by real keys and mouse: what a person sees of pairs, and what stays when filter, lens or project change."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from sqlite_utils import Database

from genmu_studio.domain import SubmissionId, SubmissionRow
from genmu_studio.look import Look
from genmu_studio.pair_orders import PairOrder
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.project import Project
from genmu_studio.view import View
from scoring.errors import UserError
from tests.core import world
from tests.ui import controls
from tests.ui.keyboard import CTRL, click
from tests.ui.review_desk import (
    FIRST,
    PAIRS,
    SECOND,
    active,
    counts,
    is_large,
    left,
    of_identity,
    press,
    review,
    shown_text,
    table_of,
    tool,
    wait,
)
from ui.main_window import MainWindow
from ui.models import pair_list
from ui.views.review import ReviewView
from ui.widgets.thumbnails import FULL, Picture


@pytest.fixture
def page(scored_window: MainWindow, qtbot: QtBot) -> ReviewView:
    return review(scored_window, qtbot)


def has_outcome(page: ReviewView, outcome: PairOutcome) -> bool:
    return page.table is not None and bool(np.any(page.table.outcome == outcome))


def offered(page: ReviewView) -> list[str]:
    return [button.text() for button in page.findChildren(QPushButton) if button.isVisible()]


# ---- states ----


def test_without_a_project_it_says_so_and_offers_to_open_one(window: MainWindow) -> None:
    window.show_view("review")
    assert isinstance(window.page, ReviewView)
    assert "No project is open" in shown_text(window.page)
    assert offered(window.page) == ["Open project…", "New project…"]
    assert not window.page.act("next_pair")
    assert "What is known of a pair is shown here" in shown_text(window.page.dock)


def test_without_a_submission_it_offers_to_import_one(window: MainWindow, tmp_path: Path) -> None:
    window.context.set_project(Project.create(tmp_path / "empty.genmu", world.one_group()))
    window.show_view("review")
    assert isinstance(window.page, ReviewView)
    assert "No submission has been imported" in shown_text(window.page)
    assert offered(window.page) == ["Import submission…"]


def test_before_scoring_the_pairs_can_be_looked_at_and_scoring_is_offered(
    unscored_window: MainWindow, qtbot: QtBot
) -> None:
    page = review(unscored_window, qtbot)
    assert len(page.grid.rows) == PAIRS
    assert "Not scored yet" in shown_text(page.states.banner)
    assert page.states.banner.isVisible()
    assert counts(page, "outcomes")["not scored"] == PAIRS
    wait(qtbot, lambda: isinstance(page.thumbnails.get(table_of(page).samples(0)[0], FULL), Picture))
    press(page, Qt.Key.Key_Return)
    assert is_large(page)


def test_the_scores_take_the_banner_away(page: ReviewView) -> None:
    assert not page.states.banner.isVisible()
    assert left(page) == f"{PAIRS} of {PAIRS} pairs"


def test_pairs_that_cannot_be_read_say_so_and_are_read_again(
    scored_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(project: Project, submission: SubmissionRow, look: Look | None) -> None:
        raise UserError("the disk cannot be read", "Is it still there?")

    with monkeypatch.context() as patched:
        patched.setattr(pair_list, "load_pairs", refuse)
        scored_window.show_view("review")
        page = scored_window.page
        assert isinstance(page, ReviewView)
        wait(qtbot, lambda: "The pairs could not be read" in shown_text(page))
    assert "The disk cannot be read. Is it still there?" in shown_text(page)
    assert not page.panel.isVisible()
    (again,) = [each for each in page.findChildren(QPushButton) if each.isVisible()]
    assert again.text() == "Try again"
    click(again)
    wait(qtbot, lambda: page.table is not None)
    assert page.grid.isVisible()
    assert page.panel.isVisible()


def test_scores_that_cannot_be_read_say_so_above_the_pairs_and_are_read_again(
    scored_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = scored_window.context.project
    assert project is not None

    def refuse(submission: SubmissionRow, view: View) -> None:
        raise UserError("the embeddings are damaged")

    with monkeypatch.context() as patched:
        patched.setattr(project, "look_base", refuse)
        scored_window.context.look(template="best_match")  # only now: the view shown before may ask for it too
        scored_window.show_view("review")
        page = scored_window.page
        assert isinstance(page, ReviewView)
        wait(qtbot, lambda: "The scores could not be read: the embeddings are damaged" in shown_text(page))
    assert len(page.grid.rows) == PAIRS
    assert page.pairs.waits_for_scores
    (again,) = [each for each in page.states.banner.findChildren(QPushButton) if each.isVisible()]
    click(again)
    wait(qtbot, lambda: has_outcome(page, PairOutcome.KEPT))
    assert not page.states.banner.isVisible()


def test_reading_is_announced_only_where_it_takes_longer(
    page: ReviewView, scored_window: MainWindow, qtbot: QtBot
) -> None:
    scored_window.context.select(SubmissionId(SECOND))
    assert page.table is None
    assert "Reading" not in shown_text(page)
    page.states._patience.timeout.emit()
    assert "Reading the pairs…" in shown_text(page)
    wait(qtbot, lambda: page.table is not None and not page.pairs.waits_for_scores)
    assert "Reading" not in shown_text(page)


# ---- inspector ----


def test_the_inspector_is_hidden_and_shown_by_its_button(page: ReviewView) -> None:
    button = tool(page.tools, "Inspector")
    assert page.dock.isVisible()
    click(button)
    assert not page.dock.isVisible()
    page.context.official_lens()
    assert not page.dock.isVisible()
    click(button)
    assert page.dock.isVisible()


def test_settings_that_differ_and_flags_are_told_with_their_sentences(
    window: MainWindow, scored_folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "project.genmu"
    shutil.copytree(scored_folder, folder)
    with Project.open(folder) as project:

        def mark(db: Database) -> None:
            (sample,) = db.execute(
                "SELECT unlearned_id FROM pair WHERE submission_id = ? ORDER BY id LIMIT 1 OFFSET 4", [FIRST]
            ).fetchone()
            db.execute("UPDATE pair SET differing_json = '[\"guidance\"]' WHERE unlearned_id = ?", [sample])
            db.execute(
                "UPDATE result SET flags_json = '[\"BLUR\"]' "
                "WHERE subject_id = (SELECT subject_id FROM sample WHERE id = ?)",
                [sample],
            )

        project.store.write(mark).result()
    window.context.set_project(Project.open(folder))
    page = review(window, qtbot)
    window.show_view("review", "problems")
    assert left(page) == "1 of 14 pairs"
    assert counts(page, "codes") == {"BLUR": 1, "settings differ": 1, "no partner": 0}
    wait(qtbot, lambda: "settings differ: guidance" in shown_text(page.dock))
    assert "BLUR: the picture is blurred" in shown_text(page.dock)


# ---- lens, submissions, requests, memory ----


def test_outcomes_follow_the_lens_and_rows_and_the_active_pair_stay(page: ReviewView, qtbot: QtBot) -> None:
    press(page, Qt.Key.Key_End)
    before, rows = active(page), page.grid.rows.tolist()
    page.context.look(threshold="1.0")
    wait(qtbot, lambda: not has_outcome(page, PairOutcome.STILL_VERIFIED))
    assert active(page) == before
    assert page.grid.rows.tolist() == rows
    page.context.official_lens()
    wait(qtbot, lambda: has_outcome(page, PairOutcome.STILL_VERIFIED))


def test_another_submission_shows_its_own_pairs(page: ReviewView, qtbot: QtBot) -> None:
    page.set_filter(of_identity("2"))
    assert not has_outcome(page, PairOutcome.FORGOTTEN)
    page.context.select(SubmissionId(SECOND))
    wait(qtbot, lambda: has_outcome(page, PairOutcome.FORGOTTEN))
    assert len(page.grid.rows) == PAIRS


def test_a_request_that_comes_before_the_pairs_is_kept(scored_window: MainWindow, qtbot: QtBot) -> None:
    request = {"group": "Two", "order": {"by": "costs", "descending": False}}
    scored_window.show_view("review", request)
    page = scored_window.page
    assert isinstance(page, ReviewView)
    wait(qtbot, lambda: page.table is not None and not page.pairs.waits_for_scores)
    assert len(page.grid.rows) == 6
    # The first in that order, though the order could be told only when the scores were there.
    assert page.grid.current == 0
    assert table_of(page).outcome_of(active(page)[1]) in (PairOutcome.STILL_VERIFIED, PairOutcome.LOST)


def test_a_request_is_answered_by_the_first_pair_in_its_order(page: ReviewView, scored_window: MainWindow) -> None:
    press(page, Qt.Key.Key_End)
    scored_window.show_view("review", {"group": "Two", "order": {"by": "own", "descending": False}})
    assert page.grid.current == 0
    lowest = np.argmin(table_of(page).own_unlearned[page.grid.rows])
    assert lowest == 0


def test_requests_lead_to_problems_and_single_samples(page: ReviewView, scored_window: MainWindow) -> None:
    wanted = table_of(page).samples(9)[1]
    page.set_filter(of_identity("1"))
    scored_window.show_view("review", {"sample": wanted})
    assert is_large(page)
    assert page.active_row == 9
    scored_window.show_view("review", "problems")
    assert not is_large(page)
    assert page.panel.problems.isChecked()
    scored_window.show_view("review", {"sample": 99_999})
    assert not is_large(page)
    assert len(page.grid.rows) == PAIRS


def test_it_remembers_how_it_looked(page: ReviewView) -> None:
    page.set_order(PairOrder("costs", descending=True))
    page.tools.set_tile_width(200)
    page.pair.faces.setChecked(False)
    click(page.panel.sections["outcomes"].head)
    click(page.strip.fold)
    press(page, Qt.Key.Key_F, modifiers=CTRL)
    page.inspector.in_file.fold.setChecked(True)
    state = page.state()
    page.set_order(PairOrder())
    page.tools.set_tile_width(300)
    page.pair.faces.setChecked(True)
    page.panel.sections["outcomes"].set_open(True)
    page.strip.fold.setChecked(True)
    page.inspector.in_file.fold.setChecked(False)
    page.filters.toggle_panel()
    assert page.state() != state
    page.restore(state)
    assert page.state() == state
    assert page.pairs.order == PairOrder("costs", descending=True)
    assert not page.panel.isVisible()
    nonsense: dict[str, object] = {
        "tile": "wide", "order": "nonsense", "panel": 3, "filters": [], "strip": 1, "pair": {"faces": "no"},
        "inspector": {"files": 0},
    }  # fmt: skip
    page.restore(nonsense)
    assert page.pairs.order == PairOrder()
    assert {**page.state(), "order": state["order"]} == state


def test_another_project_is_shown_from_its_beginning(
    page: ReviewView, scored_window: MainWindow, qtbot: QtBot, unscored_folder: Path, tmp_path: Path
) -> None:
    page.set_filter(of_identity("2"))
    shutil.copytree(unscored_folder, tmp_path / "other.genmu")
    scored_window.context.set_project(Project.open(tmp_path / "other.genmu"))
    wait(qtbot, lambda: page.pairs.pairs is not None and not page.pairs.waits_for_scores)
    assert not has_outcome(page, PairOutcome.KEPT)
    assert len(page.grid.rows) == PAIRS
    scored_window.context.set_project(None)
    assert "No project is open" in shown_text(page)


@pytest.mark.parametrize("opened", [False, True])
def test_every_control_says_what_it_is(page: ReviewView, qtbot: QtBot, opened: bool) -> None:
    page.inspector.in_file.fold.setChecked(True)
    if opened:
        press(page, Qt.Key.Key_Return)
    wait(qtbot, page.inspector.in_file.copy.isVisible)
    for root in (page, page.dock.widget()):
        assert len(list(controls.controls(root))) > 5
        assert controls.without_name(root) == []
        assert controls.without_tip(root) == []
        assert controls.beyond_tab(root) == []
