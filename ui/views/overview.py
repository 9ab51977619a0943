"""The overview of one submission: ERB, where it stands, where points were lost, every identity and sample."""

from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from genmu_studio.domain import SubmissionId
from genmu_studio.evaluation import Evaluation
from genmu_studio.leaderboard import LeaderboardRow
from genmu_studio.overview.identities import IdentityRow
from genmu_studio.overview.lost import LostRow
from genmu_studio.overview.plane import PlanePoint, team_point
from genmu_studio.overview.preserved import Preserved, preserved
from genmu_studio.overview.summary import Overview, overview
from genmu_studio.pair_orders import PairOrder, order_json
from genmu_studio.project import ChangeSet
from ui.actions import Actions
from ui.context import Context
from ui.theme import GRID_PX
from ui.views.overview_states import OverviewStates
from ui.views.page import Page
from ui.widgets.basics import Card
from ui.widgets.beside_card import BesideCard
from ui.widgets.erb_card import ErbCard
from ui.widgets.identity_card import IdentityCard
from ui.widgets.next_steps import NextSteps
from ui.widgets.plane import Plane
from ui.widgets.points_lost import PointsLost
from ui.widgets.preserved_card import PreservedCard
from ui.widgets.seed_strips import PickedSample
from ui.widgets.stage1_card import Stage1Card

_PATIENCE_MS = 150
_LEFT_PX = 264
_WIDE_PX = 1180


class OverviewView(Page):
    """Cards over one `Overview`, which is computed off the GUI thread."""

    def __init__(self, context: Context, actions: Actions) -> None:
        super().__init__(context, actions)
        self.setAccessibleName("Overview")
        self._asked_for: Evaluation | None = None
        self._shown: Overview | None = None
        self._preserved_of: SubmissionId | None = None
        self._is_preserved_asked = False
        self._is_said_anew = False  # whether people have said something since it was asked what is preserved
        self.erb, self.stage1, self.beside = ErbCard(), Stage1Card(), BesideCard()
        self.preserved = PreservedCard(actions["score_aspects"])
        self.steps, self.points_lost, self.identities, self.plane = (
            NextSteps(actions),
            PointsLost(),
            IdentityCard(),
            Plane(),
        )
        self.states = OverviewStates(actions)
        self.states.again.connect(self.refresh)
        self.content = self._lay_out()
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self.content)
        self._stack.addWidget(self.states)
        # What is shown stays a moment while the next numbers are computed: no flicker where that is quick.
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._show_loading)
        self.plane.opened.connect(self._open_point)
        self.points_lost.opened.connect(self._open_identity)
        self.identities.row_opened.connect(self._open_identity)
        self.identities.strips.opened.connect(self._open_sample)
        context.leaderboard_ready.connect(self._show_teams)
        context.data_changed.connect(self._hear)
        context.failed.connect(self._fail)

    def _lay_out(self) -> QScrollArea:
        inner = QWidget()
        self._grid = grid = QGridLayout(inner)
        grid.setContentsMargins(0, 0, GRID_PX, GRID_PX)
        grid.setSpacing(GRID_PX + 6)
        left = QVBoxLayout()
        left.setSpacing(GRID_PX + 6)
        for card in (self.erb, self.stage1, self.beside):
            card.setFixedWidth(_LEFT_PX)
            left.addWidget(card)
        left.addStretch(1)
        where = Card("Where it stands · EA against RA")
        where.body.addWidget(self.plane, 1)
        grid.addWidget(self.steps, 0, 0, 1, 3)
        grid.addLayout(left, 1, 0, 3, 1)
        grid.addWidget(where, 1, 1)
        grid.addWidget(self.points_lost, 1, 2)
        grid.addWidget(self.preserved, 2, 1, 1, 2)
        grid.setColumnStretch(1, 9)
        grid.setColumnStretch(2, 7)
        grid.setRowStretch(5, 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inner)
        return area

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the table the whole width where that is little."""
        super().resizeEvent(event)
        is_wide = event.size().width() >= _WIDE_PX
        row, column, columns = (3, 1, 2) if is_wide else (4, 0, 3)
        self._grid.addWidget(self.identities, row, column, 1, columns)

    # ---- showing ----

    @property
    def shown(self) -> Overview | None:
        """What is on screen; None while a state stands there."""
        return self._shown if self._stack.currentWidget() is self.content else None

    def refresh(self, changes: ChangeSet | None = None) -> None:
        """Show the submission under the lens, or say why there is nothing to show."""
        self._is_said_anew |= changes is not None and "labels" in changes
        evaluation = self.context.evaluation()
        if evaluation is None:
            self._asked_for = None
            self._wait_or_explain()
        elif self._shown is not None and self._shown.evaluation is evaluation:
            self._reveal(self._shown)
        elif self._asked_for is not evaluation:
            self._asked_for = evaluation
            self._wait()
            project = self.context.project
            if project is not None:
                self.context.ask(partial(overview, project, evaluation), self._take)

    def _wait_or_explain(self) -> None:
        project, submission = self.context.project, self.context.submission
        if project is not None and submission is not None and not self.context.is_known():
            self._wait()
            return
        self._patience.stop()
        self.states.explain(project, submission, self.context.view)
        self._stack.setCurrentWidget(self.states)

    def _wait(self) -> None:
        if self._shown is None or self._shown.evaluation.submission != self.context.submission:
            self._show_loading()
        else:
            self._patience.start(_PATIENCE_MS)

    def _show_loading(self) -> None:
        self.states.load()
        self._stack.setCurrentWidget(self.states)

    def _take(self, made: Overview) -> None:
        if made.evaluation is self.context.evaluation():
            self._fill(made)
            self._reveal(made)

    def _reveal(self, shown: Overview) -> None:
        self._patience.stop()
        self._shown = shown
        self._stack.setCurrentWidget(self.content)
        if self._is_said_anew and not self._is_preserved_asked:
            self._ask_preserved(shown.evaluation)
        self._show_teams()

    def _hear(self, changes: ChangeSet) -> None:
        """Ask anew what people say when the page is shown again; while it is shown, the window has it refreshed."""
        self._is_said_anew |= "labels" in changes and not self.isVisible()

    def _fill(self, shown: Overview) -> None:
        for card in (self.erb, self.stage1, self.beside, self.steps, self.points_lost, self.identities):
            card.show_overview(shown)
        self.plane.show_points(shown.points, shown.evaluation.submission.team, shown.is_what_if)
        self._ask_preserved(shown.evaluation)

    def _ask_preserved(self, evaluation: Evaluation) -> None:
        """Ask what is preserved besides identity: counting words may take longer than all else of the page."""
        project, submission = self.context.project, evaluation.submission
        self._is_said_anew = False
        if self._preserved_of != submission.id:
            self._preserved_of = submission.id
            self.preserved.show_preserved(Preserved((), can_be_measured=False), evaluation.decision.rules.level)
        if project is not None:
            self._is_preserved_asked = True
            self.context.ask(
                partial(preserved, project, submission), partial(self._take_preserved, evaluation), self._fail_preserved
            )

    def _fail_preserved(self, _error: BaseException) -> None:
        self._is_preserved_asked = False

    def _take_preserved(self, evaluation: Evaluation, found: Preserved) -> None:
        self._is_preserved_asked = False
        if self._is_said_anew and self._shown is not None:
            self._ask_preserved(self._shown.evaluation)
        if self._shown is not None and self._shown.evaluation.submission.id == evaluation.submission.id:
            self.preserved.show_preserved(found, evaluation.decision.rules.level)

    def _show_teams(self, _track: str = "") -> None:
        shown = self.shown
        if shown is None:
            return
        mine = shown.evaluation.submission
        rows = self.context.leaderboard(mine.track) or ()
        self.plane.show_teams(tuple(point for row in rows if (point := _other_point(row, mine.id)) is not None))

    def _fail(self, error: BaseException) -> None:
        if self.shown is None and self.context.submission is not None and not self.context.is_known():
            self._patience.stop()
            self.states.fail(error)

    # ---- opening ----

    def _open_point(self, point: PlanePoint) -> None:
        if point.kind == "team":
            row = next((row for row in self._entries() if row.submission.id == point.opens), None)
            if row is not None:
                self.context.select(row.submission.id)
        else:
            self.asked.emit("review", {"group": point.opens})

    def _entries(self) -> tuple[LeaderboardRow, ...]:
        submission = self.context.submission
        return () if submission is None else tuple(self.context.leaderboard(submission.track) or ())

    def _open_identity(self, row: LostRow | IdentityRow) -> None:
        request: dict[str, object] = {"group": row.group, "order": order_json(PairOrder("costs"))}
        if row.identity:
            request["identity"] = row.identity
        self.asked.emit("review", request)

    def _open_sample(self, picked: PickedSample) -> None:
        request = {"group": picked.group, "identity": picked.identity, "sample": picked.sample_id}
        self.asked.emit("review", request)

    # ---- remembering ----

    def state(self) -> dict[str, object]:
        """Return which group is shown."""
        return {"group": self.identities.preferred}

    def restore(self, state: dict[str, object]) -> None:
        """Show that group again, once it is there."""
        group = state.get("group")
        if isinstance(group, str):
            self.identities.prefer(group)


def _other_point(row: LeaderboardRow, mine: str) -> PlanePoint | None:
    return team_point(row.evaluation) if row.evaluation is not None and row.submission.id != mine else None
