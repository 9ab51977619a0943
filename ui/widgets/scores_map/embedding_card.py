"""The card of the embedding map: what is laid out and how it is coloured, states, and what a lasso chose."""

from collections.abc import Callable, Mapping

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from genmu_studio.chart_table import ChartTable
from genmu_studio.look import Look
from genmu_studio.scores.distributions import Selection
from genmu_studio.scores.embedding_map import EmbeddingMap, outcomes_of
from genmu_studio.scores.map_readings import MapSample, map_table, sample_at
from scoring.errors import UserError
from scoring.projection import has_umap
from ui.context import Context
from ui.numbers import count
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.chart_card import ChartCard
from ui.widgets.elided import ElidedLabel
from ui.widgets.scores_map.embedding_canvas import EmbeddingCanvas
from ui.widgets.scores_map.map_controls import Choice, ControlRow, Switch
from ui.widgets.scores_map.map_reading import MapReading, Method
from ui.widgets.scores_map.map_scene import MOST_LINES, Coloring, MapScene, Outcomes, Sides
from ui.widgets.scores_map.map_states import MapStack
from ui.widgets.thumbnails import ThumbnailStore

METHODS: Mapping[Method, str] = {"pca": "PCA", "umap": "UMAP"}
COLORINGS: Mapping[Coloring, str] = {"identity": "by identity", "outcome": "by outcome"}
SIDES: Mapping[Sides, str] = {"both": "both sides", "original": "originals", "unlearned": "unlearned"}
_TITLE = "Embedding map"
_NO_UMAP = "UMAP is not installed: pip install umap-learn"
_IMPORTED = "Imported results bring no embeddings. Score the submission with an evaluator to see a map."


class EmbeddingCard(ChartCard):
    """Shows the map of a look while somebody calls `follow`.

    `samples_wanted` carries ids of samples and a title for them, `sample_wanted` the id of one: to be shown in Review.
    """

    samples_wanted = Signal(object, str)  # tuple[int, ...]
    sample_wanted = Signal(int)

    def __init__(self, context: Context, thumbnails: ThumbnailStore, show_error: Callable[[UserError], object]) -> None:
        self.canvas = EmbeddingCanvas(thumbnails)
        self.stack = MapStack(self.canvas)
        super().__init__(_TITLE, "embedding-map", self.stack, show_error)
        self.reading = MapReading(context, self)
        self._look: Look | None = None
        self._selection = Selection()
        self._colored_for: Look | None = None  # the look that the outcomes of the scene are of
        self.method = Choice("Layout", "How the embeddings are laid out", tuple(METHODS.items()))
        self.coloring = Choice("Colours", "What the colours mean", tuple(COLORINGS.items()))
        self.sides = Choice("Sides", "Which samples are shown", tuple(SIDES.items()))
        self.lasso = Switch("Lasso", "Draw around samples to choose them (also Shift and drag)", "lasso")
        self.method.forbid("umap", "" if has_umap() else _NO_UMAP)
        self.caption = ElidedLabel("", "muted")
        self.chosen = label()
        self.show_chosen = QPushButton("Show in Review")
        self.clear = QPushButton("Clear")
        self._bar = self._make_bar()
        self._lay_out()
        self._connect()

    # ---- building ----

    def _make_bar(self) -> QWidget:
        for button, about in (
            (self.show_chosen, "Show the pairs of the chosen samples"),
            (self.clear, "Choose none (Esc)"),
        ):
            button.setAccessibleName(button.text())
            button.setToolTip(about)
            button.setStyleSheet("padding: 2px 9px;")
        self.show_chosen.setProperty("primary", True)
        bar = QWidget()
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, GRID_PX, 0)
        row.addWidget(self.chosen)
        row.addStretch(1)
        row.addWidget(self.clear)
        row.addWidget(self.show_chosen)
        bar.hide()
        return bar

    def _lay_out(self) -> None:
        column = self.layout()
        assert isinstance(column, QVBoxLayout)  # noqa: S101 - what a ChartCard has
        column.insertWidget(1, ControlRow(self.method, self.coloring, self.sides))
        self.lasso.setProperty("flat", True)
        self.head.insertWidget(self.head.count() - 1, self.lasso)
        column.addWidget(self._bar)
        column.addWidget(self.caption)

    def _connect(self) -> None:
        self.reading.changed.connect(self._show)
        self.method.chosen.connect(lambda _: self._refresh())
        self.coloring.chosen.connect(lambda _: self._recolor())
        self.sides.chosen.connect(lambda _: self._recolor())
        self.lasso.toggled.connect(self.canvas.set_draws_always)
        self.stack.pressed.connect(self._press)
        self.show_chosen.clicked.connect(lambda *_: self._ask_for_chosen())
        self.clear.clicked.connect(lambda *_: self.canvas.clear_chosen())
        self.canvas.chosen_changed.connect(self._show_chosen)
        self.canvas.looked.connect(self._caption)
        self.canvas.opened.connect(self._open)

    # ---- what is shown ----

    def follow(self, look: Look, selection: Selection) -> None:
        """Show the map of what is looked at; colours follow its threshold. An identity that is selected stands out."""
        self._look, self._selection = look, selection
        self._refresh()

    def _refresh(self) -> None:
        look = self._look
        if look is None:
            return
        if look.evaluator.kind == "imported":
            self.stack.say(_IMPORTED)
            self._show_controls(False)
            return
        named = tuple(frame.group for frame in look.frames if self._selection.group in (None, frame.group))
        self.reading.want(look, named, "umap" if self.method.value == "umap" else "pca")
        self._show()

    def _show(self) -> None:
        """Show the map as far as it is known, or say where it is."""
        look, found = self._look, self.reading.map
        if look is None:
            return
        self._show_controls(True)
        if found is not None:
            self._show_map(look, found)
        elif self.reading.error is not None:
            error = self.reading.error
            self.stack.say(
                f"{_sentence(error.message)} {error.hint}".strip(), "Try again", "Lay the samples out once more"
            )
        elif self.method.value == "umap":
            words = "Laying out by UMAP… At many thousands of samples that takes minutes."
            self.stack.say(words, "Cancel", "End it; the principal components need a moment only")
        else:
            self.stack.say("Reading the embeddings…")
        self._caption()

    def _show_controls(self, shown: bool) -> None:
        for control in (self.method, self.coloring, self.sides, self.lasso):
            control.setVisible(shown)

    def _show_map(self, look: Look, found: EmbeddingMap) -> None:
        scene = self.canvas.scene
        if scene is None or scene.shown is not found:
            scene = MapScene(found, outcomes_of(found, look))
            self._colored_for = look
            self.canvas.show_scene(scene, self._describe, self._table)
            self._recolor()
            self._show_chosen()
            self.set_title(_TITLE if len(found.groups) == len(look.frames) else f"{found.groups[0]} · {_TITLE}")
        self._focus(scene)
        if scene.coloring == "outcome" and self._colored_for is not look:
            self._fresh(scene, look)
            self.canvas.redraw()
        self.stack.show_canvas()

    def _focus(self, scene: MapScene) -> None:
        wanted, names = self._selection.identity, scene.shown.identities
        number = names.index(wanted) if wanted in names else None
        if number != scene.focus:
            scene.set_focus(number)
            self.canvas.redraw()

    def _fresh(self, scene: MapScene, look: Look) -> Outcomes:
        """Return the outcomes under the look, which the scene knows from now on."""
        if self._colored_for is not look:
            self._colored_for = look
            scene.set_outcomes(outcomes_of(scene.shown, look))
        return scene.outcomes

    def _recolor(self) -> None:
        scene, look = self.canvas.scene, self._look
        if scene is None or look is None:
            return
        if scene.coloring != self.coloring.value:
            self._fresh(scene, look)
            scene.set_coloring("outcome" if self.coloring.value == "outcome" else "identity")
        if scene.sides != self.sides.value:
            self.canvas.clear_chosen()
            scene.set_sides(next(side for side in SIDES if side == self.sides.value))
        self.canvas.redraw()
        self._caption()

    # ---- words and numbers ----

    def _caption(self) -> None:
        scene = self.canvas.scene
        is_shown = scene is not None and not self.stack.note
        self.caption.setVisible(is_shown)
        if scene is not None and is_shown:
            said = [count(len(scene.shown), "sample"), self._missing(scene), *scene.shown.notes, self._lines(scene)]
            self.caption.show_text(" · ".join(each for each in said if each))

    def _missing(self, scene: MapScene) -> str:
        """Say how many samples have no place; UMAP says itself how many it took."""
        frames = () if self._look is None else self._look.frames
        every = sum(len(frame) for frame in frames if frame.group in scene.shown.groups)
        missing = every - len(scene.shown)
        return f"{missing:,} without an embedding" if missing and scene.shown.method == "pca" else ""

    def _lines(self, scene: MapScene) -> str:
        lines = scene.lines_in(self.canvas.frame)
        if lines is None:
            return f"more than {MOST_LINES} pairs in sight: lines of the identity that you point at"
        if scene.focus is None or scene.chosen is not None:
            return ""
        pairs = int(np.count_nonzero(scene.shown.identity[scene.pairs[:, 0]] == scene.focus))
        return f"lines of {len(lines):,} of {count(pairs, 'pair')}" if len(lines) < pairs else ""

    def _describe(self, place: int) -> MapSample:
        scene, look = self.canvas.scene, self._look
        assert scene is not None  # noqa: S101 - who points at a place has a map
        assert look is not None  # noqa: S101 - and looks at something
        return sample_at(scene.shown, self._fresh(scene, look), look, place)

    def _table(self) -> ChartTable:
        scene, look = self.canvas.scene, self._look
        if scene is None or look is None:
            return ChartTable((), ())
        return map_table(scene.shown, self._fresh(scene, look), look, scene.allowed)

    # ---- what a person does ----

    def _press(self) -> None:
        if self.reading.is_busy:
            self.reading.cancel()
        else:
            self.reading.ask_again()
            self._refresh()

    def _open(self, place: int) -> None:
        scene = self.canvas.scene
        if scene is not None:
            self.sample_wanted.emit(int(scene.shown.samples[place]))

    def _show_chosen(self) -> None:
        scene = self.canvas.scene
        is_any = scene is not None and scene.chosen is not None
        self._bar.setVisible(is_any)
        if scene is not None and scene.chosen is not None:
            n = int(np.count_nonzero(scene.chosen))
            self.chosen.setText(f"{count(n, 'sample')} chosen" if n else "No sample lies inside the line")
            self.show_chosen.setEnabled(n > 0)
        self._caption()

    def _ask_for_chosen(self) -> None:
        scene = self.canvas.scene
        if scene is not None and scene.chosen is not None:
            ids = tuple(scene.shown.samples[scene.chosen].tolist())
            self.samples_wanted.emit(ids, f"{'lasso' if self.canvas.has_lasso else 'map'}: {count(len(ids), 'sample')}")

    # ---- remembering ----

    def state(self) -> dict[str, object]:
        """Return what was chosen of layout, colours and sides."""
        return {"method": self.method.value, "coloring": self.coloring.value, "sides": self.sides.value}

    def restore(self, state: Mapping[str, object]) -> None:
        """Choose what `state` says, as far as it can be had here."""
        for name, box in (("method", self.method), ("coloring", self.coloring), ("sides", self.sides)):
            value = state.get(name)
            if isinstance(value, str) and (value != "umap" or has_umap()):
                box.choose(value)


def _sentence(message: str) -> str:
    return message[:1].upper() + message[1:] + "."
