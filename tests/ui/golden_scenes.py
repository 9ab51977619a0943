"""What golden pictures are taken of: Review, its large pair and Scores, each empty, loading, partial, failed and full.

A scene brings the window about; the picture is taken when it has come to rest.
"""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt

from genmu_studio.pair_filter import PairFilter
from genmu_studio.project import Project
from tests.ui.golden_stage import Stage
from tests.ui.keyboard import ALT
from tests.ui.review_desk import click_tile, of_identity, press, table_of
from ui.models import pair_list, score_room
from ui.views.review import ReviewView
from ui.widgets.canvas_modes import Mode

Scene = Callable[[Stage], object]

_BROKEN = ("the disk cannot be read", "Is it still there?")


# ---- Review ----


def _review(stage: Stage, project: str) -> ReviewView:
    stage.open(project)
    page = stage.review()
    stage.wait(lambda: page.table is not None and not page.pairs.waits_for_scores)
    stage.rest()
    return page


def _review_loading(stage: Stage) -> None:
    stage.hold(pair_list, "load_pairs")
    stage.open("scored")
    stage.review()


def _review_loading_scores(stage: Stage) -> None:
    stage.hold(Project, "look_base")
    stage.open("scored")
    page = stage.review()
    stage.wait(lambda: page.table is not None)


def _review_failed(stage: Stage) -> None:
    stage.refuse(pair_list, "load_pairs", *_BROKEN)
    stage.open("scored")
    stage.review()


def _review_failed_scores(stage: Stage) -> None:
    stage.refuse(Project, "look_base", *_BROKEN)
    stage.open("scored")
    page = stage.review()
    stage.wait(lambda: page.table is not None)


def _review_full(stage: Stage) -> None:
    """Pick one pair, reject one, set a bookmark on one, and select two."""
    page = _review(stage, "scored")
    for place, key in ((0, Qt.Key.Key_P), (1, Qt.Key.Key_X), (2, Qt.Key.Key_B)):
        click_tile(page, place)
        press(page, key)
    for place in (2, 3):
        click_tile(page, place, Qt.KeyboardModifier.ControlModifier)


def _review_filtered(stage: Stage) -> None:
    page = _review(stage, "scored")
    page.set_filter(of_identity("3"))


def _review_nothing_passes(stage: Stage) -> None:
    page = _review(stage, "scored")
    page.set_filter(PairFilter(text="nobody of that name"))


# ---- the large pair ----


def _pair(stage: Stage, identity: str, condition: str, seed: int) -> ReviewView:
    page = _review(stage, "scored")
    table = table_of(page)
    row = next(
        row
        for row in range(len(table))
        if (table.identity_of(row), table.conditions[int(table.condition[row])], int(table.seed[row]))
        == (identity, condition, seed)
    )
    stage.window.show_view("review", {"sample": table.samples(row)[0]})
    assert page.is_large
    stage.rest()
    return page


def _pair_in_mode(stage: Stage, mode: Mode) -> None:
    _pair(stage, "3", "c0", 1).pair.set_mode(mode)


def _pair_flicker_held(stage: Stage) -> None:
    page = _pair(stage, "3", "c0", 1)
    press(page, Qt.Key.Key_3, modifiers=ALT)
    page.act("flicker")


def _pair_heat(stage: Stage) -> None:
    page = _pair(stage, "3", "c0", 1)
    press(page, Qt.Key.Key_4, Qt.Key.Key_4, modifiers=ALT)


def _pair_two_faces(stage: Stage) -> None:
    _pair(stage, "13", "c0", 0)


def _pair_damaged(stage: Stage) -> None:
    _pair(stage, "4", "c1", 0)


# ---- Scores ----


def _scores(stage: Stage, side: str, project: str = "scored") -> None:
    stage.open(project)
    page = stage.scores()
    page.side.bring_to_front(side)
    stage.wait(page.forget.isVisible)


def _scores_loading(stage: Stage) -> None:
    stage.hold(Project, "look_base")
    stage.open("scored")
    stage.scores()


def _scores_failed(stage: Stage) -> None:
    stage.refuse(score_room, "TrackSweep", *_BROKEN)
    stage.open("scored")
    page = stage.scores()
    stage.wait(lambda: page.room.error is not None)


def _scores_what_if(stage: Stage) -> None:
    """Decide with a threshold of one's own among similarities of samples that forgot: some are about to flip."""
    _scores(stage, "matrix")
    stage.scores().restore({"delta": 0.1})
    stage.window.context.look(threshold="-0.05")


def _empty(stage: Stage, view: str) -> None:
    stage.window.show_view(view)


def _open(stage: Stage, view: str, project: str) -> None:
    stage.open(project)
    stage.window.show_view(view)


SCENES: Mapping[str, Scene] = {
    "review-no-project": partial(_empty, view="review"),
    "review-no-submission": partial(_open, view="review", project="empty"),
    "review-loading": _review_loading,
    "review-loading-scores": _review_loading_scores,
    "review-not-scored": partial(_open, view="review", project="unscored"),
    "review-half-scored": partial(_review, project="half"),
    "review-failed": _review_failed,
    "review-failed-scores": _review_failed_scores,
    "review-full": _review_full,
    "review-filtered": _review_filtered,
    "review-nothing-passes": _review_nothing_passes,
    "pair-side": partial(_pair_in_mode, mode="side"),
    "pair-wipe": partial(_pair_in_mode, mode="wipe"),
    "pair-flicker-held": _pair_flicker_held,
    "pair-difference": partial(_pair_in_mode, mode="difference"),
    "pair-heat": _pair_heat,
    "pair-two-faces": _pair_two_faces,
    "pair-damaged": _pair_damaged,
    "scores-no-project": partial(_empty, view="scores"),
    "scores-no-submission": partial(_open, view="scores", project="empty"),
    "scores-loading": _scores_loading,
    "scores-not-scored": partial(_open, view="scores", project="unscored"),
    "scores-half-scored": partial(_scores, side="matrix", project="half"),
    "scores-failed": _scores_failed,
    "scores-matrix": partial(_scores, side="matrix"),
    "scores-map": partial(_scores, side="map"),
    "scores-references": partial(_scores, side="references"),
    "scores-stability": partial(_scores, side="stability"),
    "scores-what-if": _scores_what_if,
}
