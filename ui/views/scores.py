"""The scores room: similarities, what a threshold makes of them, and which samples hang on it."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QStackedLayout

from genmu_studio.domain import MEDIA_KIND
from genmu_studio.look import Look
from genmu_studio.media_keys import find_media
from genmu_studio.project import ChangeSet, Project
from genmu_studio.scores.curves import LiveScores, TrackSweep
from genmu_studio.scores.distributions import Selection
from genmu_studio.scores.flips import delta_to_nearest, find_flips
from scoring.errors import UserError
from ui.actions import Actions
from ui.context import Context
from ui.models.score_room import Curves, Distributions, ScoreRoom
from ui.notices import Notice
from ui.scores_memory import ScoresMemory
from ui.views.overview_states import OverviewStates
from ui.views.page import Page
from ui.widgets.scores.aligned_plots import AlignedPlots
from ui.widgets.scores.figures import live_figures
from ui.widgets.scores.figures_card import LARGEST_DELTA, FiguresCard
from ui.widgets.scores.flip_delegate import SIDE_PX
from ui.widgets.scores.flips_card import FlipsCard
from ui.widgets.scores.references_part import ReferencesPart
from ui.widgets.scores.scores_layout import ScoresLayout
from ui.widgets.scores.selection_bar import SelectionBar
from ui.widgets.scores.side_part import SideTabs
from ui.widgets.scores.stability_part import StabilityPart
from ui.widgets.scores.threshold_words import official_of
from ui.widgets.scores_map.parts import MapPart, MatrixPart
from ui.widgets.thumbnails import Seen, ThumbnailStore

DELTA = 0.02
_THUMBNAIL_BYTES = 16 * 2**20


class ScoresView(Page):
    """Joins what there is (`room`), what a person chose, and the widgets that show and change both."""

    def __init__(self, context: Context, actions: Actions) -> None:
        super().__init__(context, actions)
        self.setAccessibleName("Scores")
        self._project: Project | None = None
        self._delta = DELTA
        self._look: Look | None = None  # what is shown
        self.room = ScoreRoom(context, self)
        self.thumbnails = ThumbnailStore(_THUMBNAIL_BYTES, self)
        self.states = OverviewStates(actions)
        self.selection = SelectionBar()
        self.plots = AlignedPlots(self._show_error, self)
        self.forget, self.retain, self.curves = self.plots.cards
        self.figures = FiguresCard()
        self.references = ReferencesPart(context, self._show_error)
        self.stability = StabilityPart(self._show_error)
        self.flips = FlipsCard(self._see, actions)
        self.side = SideTabs()
        self.matrix = MatrixPart(context, self._show_error)
        self.map = MapPart(context, self.thumbnails, self._show_error)
        self.side.add("matrix", "Matrix", "Whom the samples of each identity are similar to", self.matrix)
        self.side.add("map", "Map", "How the embeddings lie to each other", self.map)
        self.side.add("references", "References", "What the references say of thresholds", self.references)
        self.side.add("stability", "Stability", "How the ranking depends on the threshold", self.stability)
        self._layout = ScoresLayout(self.selection, self.plots, self.figures, self.side, self.flips)
        self._memory = ScoresMemory(
            self.selection, self.curves, self.side, self._layout, matrix=self.matrix, map_part=self.map
        )
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self._layout)
        self._stack.addWidget(self.states)
        self._connect()

    def _connect(self) -> None:
        context = self.context
        for chart in (*self.plots.charts, self.references.rates.chart, self.stability.chart):
            chart.threshold_moved.connect(self._look_at)
            chart.threshold_stepped.connect(context.move_threshold)
        for card in (*self.plots.cards, self.references.det, self.references.rates, self.stability.card):
            card.saved.connect(self._tell_saved)
        self.room.changed.connect(self.refresh)
        self.room.band_grown.connect(self._show_band)
        context.lens_rested.connect(self._rest)
        self.selection.changed.connect(self.refresh)
        self.curves.variants_changed.connect(self.refresh)
        self.side.turned.connect(self.refresh)
        self.side.asked.connect(self.asked)
        self.side.noticed.connect(self.noticed)
        self.side.again.connect(self._try_again)
        self.stability.opened.connect(context.select)
        self.flips.opened.connect(lambda sample: self.asked.emit("review", {"sample": sample}))
        self.figures.entered.connect(self._look_at)
        self.figures.stepped.connect(context.move_threshold)
        self.figures.chosen.connect(lambda name: context.look(threshold=name))
        self.figures.zoned.connect(self._set_delta)
        self.flips.widened.connect(self._set_delta)
        self.states.again.connect(self._try_again)
        self.thumbnails.ready.connect(self.flips.list.viewport().update)
        context.closing.connect(self.thumbnails.close)
        context.failed.connect(self._hear_failure)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the keys to the first plot."""
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.OtherFocusReason and self.forget.isVisibleTo(self):
            self.forget.chart.setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- following the context ----

    def refresh(self, changes: ChangeSet | None = None) -> None:
        """Show the submission under the lens as far as it is known, or say why there is nothing to show."""
        project = self.context.project
        if project is not self._project:
            self._project, self._look = project, None
            self.plots.draw_anew()
            self.room.leave()
            folder = project.folder if project is not None and project.mode == "write" else None
            self.thumbnails.look_at(partial(find_media, project) if project is not None else None, folder)
        self.room.note(changes)
        look = self.context.current_look()
        if look is None:
            self._show_nothing(project)
            return
        self.selection.show_look(look)
        self.room.follow(look, self.selection.selection, self.curves.wanted)
        sweep, found, curves = self.room.sweep, self.room.distributions, self.room.curves
        if sweep is not None and found is not None and curves is not None:
            self._look = look
            self._draw(look, found, curves)
            self._stack.setCurrentWidget(self._layout)
            self._follow(look, sweep)
            if self.hasFocus():
                self.forget.chart.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.room.error is not None:
            self._show_state(self.room.error)
        elif self._look is None or self._look.submission.id != look.submission.id:
            self._show_state(None)

    def _show_nothing(self, project: Project | None) -> None:
        submission, view = self.context.submission, self.context.view
        failure = self.context.look_failure()
        if failure is not None:
            self._show_state(failure)
        elif project is None or submission is None or self.context.knows_look() or submission.track == "concept":
            self._look = None
            self.states.explain(project, submission, view)
            self._stack.setCurrentWidget(self.states)
        elif self._look is None or self._look.submission.id != submission.id:
            self._show_state(None)

    def _show_state(self, error: BaseException | None) -> None:
        """Say that there is nothing to show yet, or why there is nothing."""
        self._look = None
        if error is None:
            self.states.load()
        else:
            self.states.fail(error)
        self._stack.setCurrentWidget(self.states)

    def _hear_failure(self, error: BaseException) -> None:
        """Say that the submission cannot be looked at, where that is what failed: nobody tells of it otherwise."""
        if error is self.context.look_failure():
            self._show_state(error)

    def _try_again(self) -> None:
        self.room.ask_again()
        self.refresh()

    # ---- what stays while the threshold moves ----

    def _draw(self, look: Look, found: Distributions, curves: Curves) -> None:
        """Draw what was not drawn before; what is drawn stays while what follows it is computed."""
        if self.plots.draw(look, found, curves, self.room.variants, self.selection.selection):
            self.flips.show_kind(MEDIA_KIND[look.submission.track])
            self._show_band()

    def _show_band(self) -> None:
        self.curves.show_band(self.room.band.points, is_complete=self.room.band.is_complete)

    # ---- what moves with the threshold ----

    def _follow(self, look: Look, sweep: TrackSweep) -> None:
        selection = self.selection.selection
        live = sweep.at(look.own_lens.threshold.value)
        self.plots.follow(look, live, self._delta, is_moving=self.context.is_moving)
        self.figures.show_live(look, live, selection.group)
        self._show_rested(look, live, selection.group)
        self._show_flips(sweep, live, selection)
        self._show_side(look, selection)

    def _rest(self) -> None:
        """Show what is not worth showing while the threshold moves."""
        if self.isVisible():
            self.refresh()

    def _show_rested(self, look: Look, live: LiveScores, group: str | None) -> None:
        rested = self.room.rested()
        if rested is not None:
            erb = rested.track if group is None else rested.groups[group]
            self.figures.show_rested(look, live_figures(live, group)._replace(erb=erb))
        self.figures.show_official(self.room.official(), group)
        self.figures.show_delta(self._delta)

    def _show_flips(self, sweep: TrackSweep, live: LiveScores, selection: Selection) -> None:
        flips = find_flips(sweep, live.threshold, self._delta)
        erb = live_figures(live, selection.group).erb.value
        self.flips.show_flips(flips, selection, self._delta, erb, is_moving=self.context.is_moving)
        if not len(self.flips.model) and not self.context.is_moving:
            delta = delta_to_nearest(sweep, live.threshold, selection)
            self.flips.offer(delta if delta is not None and delta <= LARGEST_DELTA else None)

    def _show_side(self, look: Look, selection: Selection) -> None:
        front = self.side.currentWidget()
        if front is self.references:
            self.references.show_plots(self.room.plots, self.room.plots_error)
        elif front is self.stability:
            self.stability.show_stability(self.room.stability(), self.room.stability_error)
        self.side.follow(look, selection)

    # ---- what a person does ----

    def _look_at(self, value: float) -> None:
        """Decide with this threshold; with the protocol's own by its name, so that it is no what-if."""
        look = self.context.current_look()
        is_official = look is not None and value == official_of(look)
        self.context.look(threshold=None if is_official else repr(value))

    def _set_delta(self, delta: float) -> None:
        self._delta = delta
        self.refresh()

    def act(self, name: str) -> bool:
        """Go through the flips."""
        by = {"next_flip": 1, "previous_flip": -1}.get(name)
        return by is not None and self._stack.currentWidget() is self._layout and self.flips.step(by)

    def _see(self, sample: int) -> Seen | None:
        """Return what a sample looks like; while the threshold moves nothing is asked for."""
        if self.context.is_moving:
            return self.thumbnails.kept(sample)
        size = round(SIDE_PX * self.devicePixelRatioF())
        return self.thumbnails.get(sample, size) or self.thumbnails.kept(sample)

    def _show_error(self, error: UserError) -> None:
        self.noticed.emit(Notice.of(error))

    def _tell_saved(self, path: Path) -> None:
        self.noticed.emit(Notice("info", f"✓ {path.name} is saved.", str(path.parent)))

    def close_down(self) -> None:
        """End the map that is laid out, and the workers."""
        self.map.card.reading.forget()
        self.thumbnails.close()
        super().close_down()

    # ---- remembering ----

    def state(self) -> dict[str, object]:
        """Return what was chosen, and how the room is divided."""
        return {"delta": self._delta, **self._memory.state()}

    def restore(self, state: dict[str, object]) -> None:
        """Look as `state` says."""
        delta = state.get("delta")
        if isinstance(delta, float) and 0 <= delta <= 1:
            self._delta = delta
        self._memory.restore(state)
