"""The card of the embedding map on a scored project: its states, colours under the lens, the lasso, what is saved."""

import csv
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation
from genmu_studio.look import Look
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.scores.distributions import Selection
from genmu_studio.scores.embedding_map import EmbeddingMap, outcomes_of, principal_map
from scoring.errors import UserError
from scoring.frame import Side
from tests.core import world
from tests.ui.controls import without_name, without_tip
from tests.ui.driving import Person
from tests.ui.keyboard import click, press
from tests.ui.map_world import crowd, lasso, pixel, point
from ui.main_window import MainWindow
from ui.widgets.scores_map import embedding_card, map_reading
from ui.widgets.scores_map.embedding_card import EmbeddingCard
from ui.widgets.scores_map.map_scene import MOST_LINES, MapScene
from ui.widgets.thumbnails import ThumbnailStore

SECOND = "second-lab-face-r1"
EVERYTHING = Selection()


@dataclass
class Desk:
    """The card beside the window whose project it shows, and what it asked for."""

    window: MainWindow
    card: EmbeddingCard
    qtbot: QtBot
    errors: list[UserError] = field(default_factory=list)
    wanted: list[tuple[tuple[int, ...], str]] = field(default_factory=list)
    opened: list[int] = field(default_factory=list)

    def wait(self, until: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(until()), timeout=20_000)

    @property
    def look(self) -> Look:
        self.wait(self.window.context.current_look)
        look = self.window.context.current_look()
        assert look is not None
        return look

    def follow(self, selection: Selection = EVERYTHING) -> None:
        self.card.follow(self.look, selection)

    def settle(self, selection: Selection = EVERYTHING) -> MapScene:
        """Follow the context until the map is there."""
        self.follow(selection)
        self.wait(lambda: self.card.reading.map is not None)
        assert not self.card.stack.note
        QApplication.processEvents()  # the layout
        return self.scene

    @property
    def scene(self) -> MapScene:
        scene = self.card.canvas.scene
        assert scene is not None
        return scene

    def choose(self, box: QComboBox, text: str) -> None:
        Person(self.window, self.qtbot).choose(box, text)


@pytest.fixture
def desk(scored_window: MainWindow, qtbot: QtBot) -> Iterator[Desk]:
    scored_window.hide()  # it would lie over the card, and take the pointer
    thumbnails = ThumbnailStore(2**20)
    errors: list[UserError] = []
    card = EmbeddingCard(scored_window.context, thumbnails, errors.append)
    made = Desk(scored_window, card, qtbot, errors)
    card.samples_wanted.connect(lambda ids, title: made.wanted.append((ids, title)))
    card.sample_wanted.connect(made.opened.append)
    qtbot.addWidget(card)
    card.resize(440, 420)
    card.show()
    qtbot.waitExposed(card)
    card.activateWindow()
    qtbot.waitUntil(card.isActiveWindow)
    yield made
    card.close()
    thumbnails.close()


# ---- states ----


def test_it_says_that_it_reads_and_then_shows_every_embedding(desk: Desk) -> None:
    desk.follow()
    assert desk.card.stack.note == "Reading the embeddings…"
    assert not desk.card.caption.isVisible()
    shown = desk.settle().shown
    frames = desk.look.frames
    assert sorted(shown.samples.tolist()) == sorted(id_ for frame in frames for id_ in frame.sample_id.tolist())
    assert desk.card.caption.text() == "28 samples"
    assert desk.card.canvas.isVisible()


def test_a_group_that_is_selected_is_laid_out_alone_and_kept(desk: Desk) -> None:
    whole = desk.settle().shown
    assert desk.card.accessibleName() == "Embedding map"
    one = desk.settle(Selection(world.ONE.name)).shown
    assert desk.card.accessibleName() == "One · Embedding map"
    assert one.groups == (world.ONE.name,)
    assert len(one) < len(whole)
    desk.follow()
    assert desk.scene.shown is whole  # nothing was read again


def test_an_identity_that_is_selected_stands_out(desk: Desk) -> None:
    scene = desk.settle(Selection(world.ONE.name, "2"))
    assert scene.focus == scene.shown.identities.index("2")
    lines = scene.lines_in(desk.card.canvas.frame)
    assert lines is not None
    assert {scene.shown.identities[scene.shown.identity[place]] for place in lines.ravel().tolist()} == {"2"}
    desk.follow(Selection(world.ONE.name))
    assert desk.scene.focus is None


def test_imported_results_have_no_map_and_that_is_said(desk: Desk) -> None:
    base = desk.look.base
    imported = replace(desk.look, base=replace(base, evaluator=replace(base.evaluator, kind="imported")))
    desk.card.follow(imported, EVERYTHING)
    assert desk.card.stack.note.startswith("Imported results bring no embeddings.")
    assert not desk.card.method.isVisible()
    desk.settle()
    assert desk.card.method.isVisible()


def test_too_few_embeddings_are_said_and_tried_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> EmbeddingMap:
        raise UserError("a map needs at least three embeddings", "Score the submission first.")

    told: list[object] = []
    desk.window.context.failed.connect(told.append)
    monkeypatch.setattr(map_reading, "principal_map", refuse)
    desk.follow()
    desk.wait(lambda: desk.card.reading.error)
    assert desk.card.stack.note == "A map needs at least three embeddings. Score the submission first."
    assert not told  # the card says it: no banner
    monkeypatch.setattr(map_reading, "principal_map", principal_map)
    click(desk.card.stack.button)
    desk.wait(lambda: desk.card.reading.map is not None)
    assert desk.card.canvas.isVisible()


def test_a_bug_is_said_here_and_to_the_window(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> EmbeddingMap:
        raise ZeroDivisionError("no variance")

    told: list[object] = []
    desk.window.context.failed.connect(told.append)
    monkeypatch.setattr(map_reading, "principal_map", break_down)
    desk.follow()
    desk.wait(lambda: told)
    assert isinstance(told[0], ZeroDivisionError)
    assert desk.card.stack.note == "The map could not be laid out. no variance"


def test_another_submission_ends_what_is_laid_out(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = threading.Event(), threading.Event()

    def wait_for_cancel(*arguments: object) -> EmbeddingMap:
        cancellation = arguments[-1]
        assert isinstance(cancellation, Cancellation)
        begun.set()
        cancellation.on_request(ended.set)
        ended.wait(20)
        raise CancelledError("cancelled")

    monkeypatch.setattr(map_reading, "principal_map", wait_for_cancel)
    desk.follow()
    desk.wait(begun.is_set)
    monkeypatch.setattr(map_reading, "principal_map", principal_map)
    desk.window.context.select(desk.window.context.project.submission(SECOND).id)  # type: ignore[union-attr]  # open
    shown = desk.settle().shown
    assert ended.is_set()
    frames = desk.look.frames
    assert desk.look.submission.id == SECOND
    assert set(shown.samples.tolist()) == {id_ for frame in frames for id_ in frame.sample_id.tolist()}


def test_without_umap_it_cannot_be_chosen_and_says_why(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding_card, "has_umap", lambda: False)
    card = EmbeddingCard(desk.window.context, ThumbnailStore(2**20), desk.errors.append)
    desk.qtbot.addWidget(card)
    index = card.method.model().index(card.method.findData("umap"), 0)
    assert not index.flags() & Qt.ItemFlag.ItemIsEnabled
    assert "pip install umap-learn" in index.data(Qt.ItemDataRole.ToolTipRole)
    card.restore({"method": "umap"})
    assert card.method.value == "pca"


def test_umap_takes_its_time_can_be_cancelled_and_comes(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def lay_out(*arguments: object) -> EmbeddingMap:
        cancellation = arguments[-1]
        assert isinstance(cancellation, Cancellation)
        cancellation.on_request(go_on.set)
        go_on.wait(20)
        if cancellation.requested:
            raise CancelledError("cancelled: there is no map")
        return replace(pca, method="umap", explained=None)

    pca = desk.settle().shown
    monkeypatch.setattr(map_reading, "umap_map", lay_out)
    desk.card.method.forbid("umap", "")
    desk.choose(desk.card.method, "UMAP")
    assert desk.card.stack.note.startswith("Laying out by UMAP…")
    click(desk.card.stack.button)  # Cancel
    desk.wait(lambda: desk.card.reading.error)
    assert desk.card.stack.note == "Cancelled: there is no map."
    go_on.clear()
    click(desk.card.stack.button)  # Try again
    assert desk.card.stack.note.startswith("Laying out by UMAP…")
    go_on.set()
    desk.wait(lambda: desk.card.reading.map is not None)
    assert desk.scene.axes(desk.card.canvas.frame).x_title == "UMAP, first direction (no unit)"
    desk.choose(desk.card.method, "PCA")
    assert desk.scene.shown is pca


# ---- colours ----


def test_colours_follow_the_threshold_and_places_stay(desk: Desk) -> None:
    scene = desk.settle()
    desk.choose(desk.card.coloring, "by outcome")
    assert scene.coloring == "outcome"
    places = scene.shown.places.copy()
    seen = set()
    for threshold in ("0.99", "-0.5", "0.45"):
        desk.window.context.look(threshold=threshold)
        desk.follow()
        assert scene.outcomes.tolist() == outcomes_of(scene.shown, desk.look).tolist()
        seen |= {look.text for look in scene.legend()}
    assert desk.scene is scene
    assert np.array_equal(scene.shown.places, places)
    assert {"original", "still verified", "became retain", "kept", "lost"} <= seen


def test_the_card_of_a_sample_says_what_holds_now(desk: Desk) -> None:
    """Coloured by identity nothing is repainted for a threshold, but what is said of a sample is of that threshold."""
    scene = desk.settle()
    place = int(np.flatnonzero((scene.shown.side == Side.UNLEARNED) & (scene.shown.identity == 0))[0])
    point(desk.card.canvas, pixel(desk.card.canvas, place))
    assert "became 2" in desk.card.canvas.accessibleDescription()
    desk.window.context.look(threshold="1.0")
    desk.follow()
    point(desk.card.canvas, pixel(desk.card.canvas, place))
    pointed = desk.card.canvas.pointed
    assert pointed is not None
    outcome = PairOutcome(int(outcomes_of(scene.shown, desk.look)[pointed]))
    assert outcome == PairOutcome.FORGOTTEN  # at 1.0 nobody is verified
    assert ": forgotten, similarity" in desk.card.canvas.accessibleDescription()


def test_one_side_can_be_looked_at_alone(desk: Desk) -> None:
    scene = desk.settle()
    lasso(desk.card.canvas, *range(len(scene.shown)))
    assert desk.card.chosen.isVisible()
    desk.choose(desk.card.sides, "unlearned")
    assert scene.sides == "unlearned"
    assert scene.chosen is None  # what was chosen may not be seen any more
    lasso(desk.card.canvas, *range(len(scene.shown)))
    assert desk.card.chosen.text() == "14 samples chosen"


# ---- lasso ----


def test_a_lasso_is_counted_in_words_and_shown_in_review(desk: Desk) -> None:
    scene = desk.settle()
    lasso(desk.card.canvas, *range(len(scene.shown)))
    assert desk.card.chosen.text() == "28 samples chosen"
    click(desk.card.show_chosen)
    assert desk.wanted == [(tuple(scene.shown.samples.tolist()), "lasso: 28 samples")]
    click(desk.card.clear)
    assert scene.chosen is None
    assert not desk.card.chosen.isVisible()


def test_the_button_lets_a_drag_draw_and_keys_do_all_of_it(desk: Desk) -> None:
    scene = desk.settle()
    states = []
    for _ in range(2):
        click(desk.card.lasso)
        states.append(desk.card.canvas.draws_always)
    assert states == [True, False]
    desk.card.canvas.setFocus()
    press(desk.card.canvas, Qt.Key.Key_Right)
    here = desk.card.canvas.current
    assert here is not None
    press(desk.card.canvas, Qt.Key.Key_Space)
    assert desk.card.chosen.text() == "1 sample chosen"
    press(desk.card.canvas, Qt.Key.Key_Return)
    assert desk.opened == [int(scene.shown.samples[here])]
    desk.card.show_chosen.setFocus()
    press(desk.card.show_chosen, Qt.Key.Key_Space)
    assert desk.wanted == [((int(scene.shown.samples[here]),), "map: 1 sample")]


def test_an_empty_lasso_says_so(desk: Desk) -> None:
    desk.settle()
    canvas = desk.card.canvas
    canvas._choice.choose(np.zeros(28, dtype=np.bool_))
    assert desk.card.chosen.text() == "No sample lies inside the line"
    assert not desk.card.show_chosen.isEnabled()


def test_too_many_lines_are_said_in_words(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = crowd(3 * MOST_LINES)
    monkeypatch.setattr(embedding_card, "outcomes_of", lambda found, look: np.zeros(len(found), dtype=np.int8))
    desk.card._look = desk.look
    desk.card._show_map(desk.look, shown)
    desk.card._caption()
    assert f"more than {MOST_LINES} pairs in sight" in desk.card.caption.text()
    desk.card._selection = Selection(None, "3422")
    desk.card._show_map(desk.look, shown)
    desk.card._caption()
    assert f"lines of {3 * MOST_LINES // 4:,} of {3 * MOST_LINES // 2:,} pairs" in desk.card.caption.text()


# ---- what is saved, remembered, and for everybody ----


def test_the_numbers_that_are_saved_are_those_on_the_map(desk: Desk, tmp_path: Path) -> None:
    scene = desk.settle()
    desk.card.save(tmp_path / "map.csv")
    with (tmp_path / "map.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    samples = [row for row in rows if row["side"] != "template"]
    assert [int(row["sample"]) for row in samples] == scene.shown.samples.tolist()
    assert [[float(row["x"]), float(row["y"])] for row in samples] == scene.shown.places.tolist()
    templates = [row for row in rows if row["side"] == "template"]
    assert [row["identity"] for row in templates] == list(scene.shown.templates)
    for name in ("map.png", "map.svg"):
        desk.card.save(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 2000
    assert "component" in (tmp_path / "map.svg").read_text(encoding="utf-8")


def test_while_there_is_no_map_nothing_is_drawn_or_saved(desk: Desk, tmp_path: Path) -> None:
    desk.follow()
    assert desk.card.stack.table().rows == ()
    desk.card.save(tmp_path / "map.png")
    desk.wait(lambda: desk.card.reading.map is not None)


def test_what_was_chosen_comes_back(desk: Desk) -> None:
    desk.settle()
    desk.choose(desk.card.coloring, "by outcome")
    desk.choose(desk.card.sides, "originals")
    state = desk.card.state()
    assert state == {"method": "pca", "coloring": "outcome", "sides": "original"}
    other = EmbeddingCard(desk.window.context, ThumbnailStore(2**20), desk.errors.append)
    desk.qtbot.addWidget(other)
    other.restore({**state, "unknown": 3})
    assert other.state() == state
    other.restore({"coloring": 7, "sides": "nowhere"})
    assert other.state() == state


def test_everything_has_a_name_and_a_tooltip(desk: Desk) -> None:
    desk.settle()
    lasso(desk.card.canvas, 0, 5)
    QApplication.processEvents()
    assert not without_name(desk.card)
    assert not without_tip(desk.card)


def test_closing_the_project_ends_it(desk: Desk) -> None:
    desk.settle()
    desk.window.context.set_project(None)
    assert desk.card.reading.map is None
    assert not desk.card.reading.is_busy
