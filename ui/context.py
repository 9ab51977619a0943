"""What the window looks at: project, submission, lens. Views read it and are told when it changes.

Evaluations are computed off the GUI thread and kept until the data change; a view that asks gets the value at once
where it is known, else None, and is told when it is there. They have a thread of their own: a small question, the facts
of a pair, does not wait for them.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from genmu_studio.domain import SubmissionId, SubmissionRow
from genmu_studio.evaluation import Evaluation
from genmu_studio.leaderboard import LeaderboardRow
from genmu_studio.lens import stepped_threshold
from genmu_studio.look import Look, LookBase
from genmu_studio.project import ChangeSet, Project
from genmu_studio.view import NoResultsError, View
from scoring.errors import UserError
from scoring.types import Track
from scoring.verification import TemplateRule
from ui.questions import MovedOnError, Questions, take_no_notice

T = TypeVar("T")
_KEPT = 64
_KEPT_BYTES = 256 * 2**20  # of the frames that kept evaluations come from
_BOARDS_KEPT = 12
_BASES_KEPT = 4  # their frames are kept by the project too
REST_MS = 120


class _BaseKey(NamedTuple):
    """What the base of a look depends on."""

    submission: str
    evaluator: str | None
    template: TemplateRule | None


class Context(QObject):
    """The state that all views share. Signals are emitted on the GUI thread only."""

    project_changed = Signal()
    submission_changed = Signal()
    lens_changed = Signal()
    lens_rested = Signal()  # after it changed, some time ago: now it is worth while to compute figures
    data_changed = Signal(object)  # ChangeSet
    look_ready = Signal(str)  # submission id
    evaluation_ready = Signal(str)  # submission id
    leaderboard_ready = Signal(str)  # track
    failed = Signal(object)  # an exception of a background question
    leaving = Signal()  # the project is about to be closed: what is not written down yet is written now
    closing = Signal()  # the window closes: whoever has threads or workers of its own ends them
    _told = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project: Project | None = None
        self._submission: SubmissionRow | None = None
        self._view = View()
        self._evaluations: OrderedDict[tuple[str, View], Evaluation | None] = OrderedDict()
        self._bases: dict[_BaseKey, LookBase | None] = {}
        self._look: tuple[LookBase, View, Look] | None = None
        self._look_failures: dict[_BaseKey, BaseException] = {}
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(REST_MS)
        self._resting.timeout.connect(self._rest)
        self._postponed: dict[str, Callable[[], object]] = {}
        self._boards: OrderedDict[tuple[Track, View], Sequence[LeaderboardRow]] = OrderedDict()
        self._asked: set[object] = set()
        self._epoch = 0
        self._askers = 0  # grows when those who asked so far are gone
        self._closed = False
        self._unsubscribe: Callable[[], None] | None = None
        self._questions = Questions("genmu-question", self)
        self._evaluating = Questions("genmu-evaluation", self)
        for questions in (self._questions, self._evaluating):
            questions.failed.connect(self.failed)
        self._told.connect(self._take_change)

    # ---- what is looked at ----

    @property
    def project(self) -> Project | None:
        """The open project."""
        return self._project

    @property
    def submission(self) -> SubmissionRow | None:
        """The submission that is shown."""
        return self._submission

    @property
    def view(self) -> View:
        """What the lens was set to; the protocol's own where nothing was."""
        return self._view

    def set_project(self, project: Project | None) -> None:
        """Look at another project; the one before is closed."""
        self.leaving.emit()
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        before, self._project = self._project, project
        self._forget()
        self._view = View()
        if project is not None:
            self._unsubscribe = project.subscribe(partial(self._hear, project))
        self._submission = next(iter(project.submissions()), None) if project is not None else None
        if before is not None:
            before.close()
        self.project_changed.emit()
        self.submission_changed.emit()

    def select(self, submission: SubmissionId | None) -> None:
        """Look at another submission."""
        rows = self._project.submissions() if self._project is not None else []
        chosen = next((row for row in rows if row.id == submission), None)
        if chosen != self._submission:
            self._submission = chosen
            self.submission_changed.emit()

    def step(self, by: int) -> None:
        """Look at the submission `by` places further on, round and round."""
        rows = self._project.submissions() if self._project is not None else []
        if rows:
            place = next((n for n, row in enumerate(rows) if self._submission and row.id == self._submission.id), 0)
            self.select(rows[(place + by) % len(rows)].id)

    def look(self, **changes: str | None) -> None:
        """Change the lens: evaluator, threshold, rule, template, policy or aggregate; None = the protocol's."""
        changed = replace(self._view, **changes)  # type: ignore[arg-type]  # names are View's own
        if changed != self._view:
            self._view = changed
            self._resting.start()
            self.lens_changed.emit()

    def move_threshold(self, by: float) -> None:
        """Raise or lower the threshold, to the next multiple of the step where it lies between two."""
        look = self.current_look()
        if look is not None:
            self.look(threshold=repr(stepped_threshold(look.own_lens.threshold.value, by)))

    @property
    def is_moving(self) -> bool:
        """Whether the lens has changed a moment ago, and figures with their intervals are not asked for yet."""
        return self._resting.isActive()

    def official_lens(self) -> None:
        """Look with the protocol's own lens again."""
        if self._view != View():
            self._view = View()
            self._resting.start()
            self.lens_changed.emit()

    # ---- questions ----

    def current_look(self) -> Look | None:
        """Return how the shown submission is looked at, without figures: at once where what it rests on is known.

        Else it is asked for, and `look_ready` tells; None too where no evaluator has results.
        """
        row, project, key = self._submission, self._project, self._base_key
        if row is None or project is None or key is None:
            return None
        if key not in self._bases:
            if key not in self._asked:
                self._asked.add(key)
                self._look_failures.pop(key, None)
                question = partial(_look_base, project, row, self._view)
                self._ask_about_data(key, question, partial(self._keep_base, key), partial(self._miss_base, key))
            return None
        base = self._bases[key]
        if base is None:
            return None
        if self._look is None or self._look[0] is not base or self._look[1] != self._view:
            try:
                self._look = (base, self._view, base.through(self._view))
            except UserError:  # a preset that this evaluator has not
                return None
        return self._look[2]

    def knows_look(self) -> bool:
        """Whether `current_look` answers for good: what it says now will not become another look."""
        return self._base_key in self._bases

    def look_failure(self) -> BaseException | None:
        """Return why `current_look` could not be read when it was asked for last."""
        return None if self._base_key is None else self._look_failures.get(self._base_key)

    @property
    def _base_key(self) -> "_BaseKey | None":
        row = self._submission
        return None if row is None else _BaseKey(row.id, self._view.evaluator, self._view.template)

    def _miss_base(self, key: "_BaseKey", error: BaseException) -> None:
        self._look_failures[key] = error

    def _keep_base(self, key: "_BaseKey", base: LookBase | None) -> None:
        self._bases[key] = base
        while len(self._bases) > _BASES_KEPT:
            del self._bases[next(iter(self._bases))]
        self.look_ready.emit(key.submission)

    def evaluation(self, submission: SubmissionRow | None = None) -> Evaluation | None:
        """Return the scores of a submission (the shown one) under the lens where they are known; else ask for them."""
        row = submission or self._submission
        if row is None or self._project is None:
            return None
        key = (row.id, self._view)
        if key in self._evaluations:
            self._evaluations.move_to_end(key)
            return self._evaluations[key]
        if self.is_moving:
            self._postponed[row.id] = partial(self.evaluation, row)
        elif key not in self._asked:
            self._asked.add(key)
            question = partial(self._while_wanted, self._view, partial(_evaluate, self._project, row, self._view))
            self._ask_about_data(key, question, lambda value: self._keep(key, value))
        return None

    def is_known(self, submission: SubmissionRow | None = None) -> bool:
        """Whether `evaluation` would answer at once."""
        row = submission or self._submission
        return row is not None and (row.id, self._view) in self._evaluations

    def leaderboard(self, track: Track) -> Sequence[LeaderboardRow] | None:
        """Return the entries of a track under the lens, ranked ones first, where they are known; else ask for them."""
        if self._project is None:
            return None
        key = (track, self._view)
        if key not in self._boards and self.is_moving:
            self._postponed[track] = partial(self.leaderboard, track)
        elif key not in self._boards and key not in self._asked:
            self._asked.add(key)
            question = partial(self._while_wanted, self._view, partial(self._project.leaderboard, track, self._view))
            self._ask_about_data(key, question, lambda rows: self._keep_board(key, rows))
        return self._boards.get(key)

    def _while_wanted(self, view: View, question: Callable[[], T]) -> T:
        """Return the answer to `question`; MovedOnError where the lens has moved on before its turn came."""
        if view != self._view:
            raise MovedOnError
        return question()

    def _rest(self) -> None:
        """Ask what was not worth asking while the lens moved."""
        postponed, self._postponed = self._postponed, {}
        for ask in postponed.values():
            ask()
        self.lens_rested.emit()

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._questions.is_busy or self._evaluating.is_busy

    def ask(
        self,
        question: Callable[[], T],
        then: Callable[[T], object],
        otherwise: Callable[[BaseException], object] = take_no_notice,
    ) -> None:
        """Compute `question()` off the GUI thread, and hand the answer to `then` on it.

        A failure goes to `otherwise`, then to `failed`. An answer about a project that is no longer open is dropped,
        and so is one to whoever is gone.
        """
        self._questions.ask(question, then, otherwise, partial(self._is_wanted, self._project, self._askers))

    def _is_wanted(self, project: Project | None, askers: int) -> bool:
        return self._project is project and self._askers == askers

    def forget_askers(self) -> None:
        """Let nobody who asked so far be answered: they are gone. What could not be written is told all the same."""
        self._askers += 1

    def wait_for(self, written: "Future[T]", then: Callable[[T], object]) -> None:
        """Hand the end of a write to `then` on the GUI thread, a failure to `failed`; questions do not wait for it."""
        project, askers = self._project, self._askers

        def end(value: T) -> None:
            if self._askers == askers:
                then(value)

        self._questions.wait_for(written, end, take_no_notice, lambda: self._project is project)

    def _ask_about_data(
        self,
        key: object,
        question: Callable[[], T],
        then: Callable[[T], object],
        otherwise: Callable[[BaseException], object] = take_no_notice,
    ) -> None:
        """Ask what is to be kept under `key`; an answer from before a change of the data is dropped.

        A question that failed is asked again by the next who wants the answer.
        """
        epoch = self._epoch

        def answer(receive: Callable[[Any], object], value: object) -> None:
            self._asked.discard(key)
            receive(value)

        self._evaluating.ask(question, partial(answer, then), partial(answer, otherwise), lambda: epoch == self._epoch)

    def _keep(self, key: tuple[str, View], value: Evaluation | None) -> None:
        self._evaluations[key] = value
        while len(self._evaluations) > _KEPT or (self._kept_bytes() > _KEPT_BYTES and len(self._evaluations) > 1):
            self._evaluations.popitem(last=False)
        self.evaluation_ready.emit(key[0])

    def _kept_bytes(self) -> int:
        """Return what the frames of the kept evaluations take; those of several lenses are the same."""
        seen = [each.look.base.built for each in self._evaluations.values() if each is not None]
        built = {id(each): each for each in seen}
        return sum(frames.size_bytes for frames in built.values())

    def _keep_board(self, key: tuple[Track, View], rows: Sequence[LeaderboardRow]) -> None:
        self._boards[key] = rows
        while len(self._boards) > _BOARDS_KEPT:
            self._boards.popitem(last=False)
        self.leaderboard_ready.emit(key[0])

    # ---- changes ----

    def _hear(self, project: Project, changes: ChangeSet) -> None:
        """Take a change to the GUI thread, from whatever thread made it; there, what the window asks first is read."""
        if changes.moves_numbers:
            with suppress(Exception):  # the window asks again, and says what is wrong
                project.submissions()
        self._told.emit(changes)

    def _take_change(self, changes: ChangeSet) -> None:
        if self._project is None:
            return
        known = self._submission.id if self._submission is not None else None
        if changes.moves_numbers:
            self._forget()
            rows = self._project.submissions()
            self._submission = next((row for row in rows if row.id == known), rows[0] if rows else None)
        self.data_changed.emit(changes)
        if (self._submission.id if self._submission is not None else None) != known:
            self.submission_changed.emit()

    def _forget(self) -> None:
        self._epoch += 1
        self._bases.clear()
        self._look_failures.clear()
        self._postponed.clear()
        self._look = None
        self._evaluations.clear()
        self._boards.clear()
        self._asked.clear()

    def close(self) -> None:
        """Close the project and end the threads of questions; a second call does nothing."""
        if self._closed:
            return
        self._closed = True
        self.leaving.emit()
        self.closing.emit()
        for questions in (self._questions, self._evaluating):
            questions.close()
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        if self._project is not None:
            self._project.close()
            self._project = None


def _look_base(project: Project, row: SubmissionRow, view: View) -> LookBase | None:
    """Return what is looked at; None too where the lens asks for an evaluator that has not seen it."""
    try:
        return project.look_base(row, view)
    except NoResultsError:
        return None


def _evaluate(project: Project, row: SubmissionRow, view: View) -> Evaluation | None:
    """Return the scores of a submission; None too where the lens asks for an evaluator that has not seen it."""
    try:
        return project.evaluate(row, view)
    except NoResultsError:
        return None
