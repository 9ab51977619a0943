"""What the window looks at: project, submission, lens. Views read it and are told when it changes.

Figures are computed off the GUI thread and kept until the data change; a view that asks gets the value at once where it
is known, else None, and is told when it is there. They have a thread of their own: a small question, the facts of a
pair, does not wait for them.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from genmu_studio.domain import SubmissionId, SubmissionRow
from genmu_studio.evaluation import Evaluation
from genmu_studio.leaderboard import LeaderboardRow
from genmu_studio.lens import stepped_threshold
from genmu_studio.look import Look
from genmu_studio.project import ChangeSet, Project
from genmu_studio.view import View
from scoring.types import Track
from ui.data_questions import DataQuestions
from ui.kept_figures import KeptFigures
from ui.kept_looks import KeptLooks
from ui.lens_setting import LensSetting
from ui.questions import Questions, take_no_notice

T = TypeVar("T")


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
        self._askers = 0  # grows when those who asked so far are gone
        self._closed = False
        self._unsubscribe: Callable[[], None] | None = None
        self._questions = Questions("genmu-question", self)
        self._evaluating = Questions("genmu-evaluation", self)
        for questions in (self._questions, self._evaluating):
            questions.failed.connect(self.failed)
        self._about_data = DataQuestions(self._evaluating)
        self._lens = LensSetting(self)
        self._looks = KeptLooks(self._about_data, self)
        self._figures = KeptFigures(self._about_data, self._lens, self)
        self._lens.changed.connect(self.lens_changed)
        self._lens.rested.connect(self.lens_rested)
        self._looks.ready.connect(self.look_ready)
        self._figures.evaluation_ready.connect(self.evaluation_ready)
        self._figures.leaderboard_ready.connect(self.leaderboard_ready)
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
        return self._lens.view

    def set_project(self, project: Project | None) -> None:
        """Look at another project; the one before is closed."""
        self.leaving.emit()
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        before, self._project = self._project, project
        self._forget()
        self._lens.begin()
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
        self._lens.change(**changes)

    def move_threshold(self, by: float) -> None:
        """Raise or lower the threshold, to the next multiple of the step where it lies between two."""
        look = self.current_look()
        if look is not None:
            self.look(threshold=repr(stepped_threshold(look.own_lens.threshold.value, by)))

    @property
    def is_moving(self) -> bool:
        """Whether the lens has changed a moment ago, and figures with their intervals are not asked for yet."""
        return self._lens.is_moving

    def official_lens(self) -> None:
        """Look with the protocol's own lens again."""
        self._lens.reset()

    # ---- questions ----

    def current_look(self) -> Look | None:
        """Return how the shown submission is looked at, without figures: at once where what it rests on is known.

        Else it is asked for, and `look_ready` tells; None too where no evaluator has results.
        """
        row, project = self._submission, self._project
        return None if row is None or project is None else self._looks.look(project, row, self.view)

    def knows_look(self) -> bool:
        """Whether `current_look` answers for good: what it says now will not become another look."""
        return self._submission is not None and self._looks.knows(self._submission, self.view)

    def look_failure(self) -> BaseException | None:
        """Return why `current_look` could not be read when it was asked for last."""
        return None if self._submission is None else self._looks.failure(self._submission, self.view)

    def evaluation(self, submission: SubmissionRow | None = None) -> Evaluation | None:
        """Return the scores of a submission (the shown one) under the lens where they are known; else ask for them."""
        row = submission or self._submission
        return None if row is None or self._project is None else self._figures.evaluation(self._project, row)

    def is_known(self, submission: SubmissionRow | None = None) -> bool:
        """Whether `evaluation` would answer at once."""
        row = submission or self._submission
        return row is not None and self._figures.knows(row)

    def leaderboard(self, track: Track) -> Sequence[LeaderboardRow] | None:
        """Return the entries of a track under the lens, ranked ones first, where they are known; else ask for them."""
        return None if self._project is None else self._figures.leaderboard(self._project, track)

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
        elif "labels" in changes:
            self._figures.hear_people()
        self.data_changed.emit(changes)
        if (self._submission.id if self._submission is not None else None) != known:
            self.submission_changed.emit()

    def _forget(self) -> None:
        for kept in (self._about_data, self._looks, self._figures):
            kept.forget()

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
