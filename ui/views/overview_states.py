"""What the overview says where there is nothing to show: no project, no submission, not scored, loading, failed."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from genmu_studio.domain import SubmissionRow
from genmu_studio.project import Project
from genmu_studio.view import View
from scoring.errors import UserError
from ui.actions import Actions
from ui.widgets.basics import EmptyState


class OverviewStates(QWidget):
    """One of several empty states, each with what to do next."""

    again = Signal()

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stack = QStackedLayout(self)
        self.no_project = self._add("overview", "No project is open", "A project holds the submissions of a challenge.")
        self.no_project.offer(actions["open_project"])
        self.no_project.offer(actions["new_project"], primary=False)
        self.no_submission = self._add(
            "submissions",
            "No submission yet",
            "Import the folder or archive that a team handed in; you see first what is understood of it.",
        )
        self.no_submission.offer(actions["import_submission"])
        self.not_scored = self._add("score", "Not scored yet", "")
        self.not_scored.offer(actions["score"])
        self.other_evaluator = self._add("lens", "Not scored by this evaluator", "")
        self.other_evaluator.offer(actions["official_lens"])
        self.other_evaluator.offer(actions["score"], primary=False)
        self.concept = self._add(
            "review", "A concept entry has no ERB", "ERB is of identities. The samples of this entry are in Review."
        )
        self.concept.offer(actions["view_review"])
        self.loading = self._add("overview", "Computing…", "Scores and intervals of this submission.")
        self.failed = self._add("error", "The scores could not be computed", "")
        self.failed.offer_to("Try again", "Compute the scores once more", self.again.emit)

    def _add(self, symbol: str, title: str, text: str) -> EmptyState:
        made = EmptyState(symbol, title, text)
        self._stack.addWidget(made)
        return made

    @property
    def current(self) -> EmptyState | None:
        """The state that is shown."""
        shown = self._stack.currentWidget()
        return shown if isinstance(shown, EmptyState) else None

    def explain(self, project: Project | None, submission: SubmissionRow | None, view: View) -> None:
        """Say why there are no scores."""
        self._stack.setCurrentWidget(self._reason(project, submission, view))

    def _reason(self, project: Project | None, submission: SubmissionRow | None, view: View) -> EmptyState:
        if project is None:
            return self.no_project
        if submission is None:
            return self.no_submission
        if submission.track == "concept":
            return self.concept
        if view.evaluator is not None:
            self.other_evaluator.say(
                "Not scored by this evaluator", f"{submission.team} has no results of {view.evaluator}."
            )
            return self.other_evaluator
        self.not_scored.say("Not scored yet", f"No evaluator has measured the samples of {submission.team}.")
        return self.not_scored

    def load(self) -> None:
        """Say that numbers are being computed."""
        self._stack.setCurrentWidget(self.loading)

    def fail(self, error: BaseException) -> None:
        """Say what went wrong."""
        hint = f" {error.hint}" if isinstance(error, UserError) and error.hint else ""
        self.failed.say("The scores could not be computed", f"{error}.{hint}")
        self._stack.setCurrentWidget(self.failed)
