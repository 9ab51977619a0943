"""What the audit room says where there is nothing to show: no project, nothing imported, not scored, never audited."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from genmu_studio.domain import SubmissionRow
from genmu_studio.project import Project
from scoring.errors import UserError
from ui.actions import Actions
from ui.widgets.basics import EmptyState


class AuditStates(QWidget):
    """One of several empty states, each with what to do next."""

    again = Signal()

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self._stack = QStackedLayout(self)
        self.no_project = self._add("audit", "No project is open", "A project holds the submissions of a challenge.")
        self.no_project.offer(actions["open_project"])
        self.no_project.offer(actions["new_project"], primary=False)
        self.no_submission = self._add(
            "submissions",
            "No submission yet",
            "Import the folder or archive that a team handed in; then its claims can be checked.",
        )
        self.no_submission.offer(actions["import_submission"])
        self.loading = self._add("audit", "Reading…", "What was found and decided about this submission.")
        self.failed = self._add("error", "The audit cannot be shown", "")
        self.failed.offer_to("Try again", "Read the audit once more", self.again.emit)

    def _add(self, symbol: str, title: str, text: str) -> EmptyState:
        made = EmptyState(symbol, title, text)
        self._stack.addWidget(made)
        return made

    @property
    def current(self) -> EmptyState | None:
        """The state that is shown."""
        shown = self._stack.currentWidget()
        return shown if isinstance(shown, EmptyState) else None

    def explain(self, project: Project | None, submission: SubmissionRow | None) -> None:
        """Say why there is nothing, or that it is being read."""
        there = self.no_submission if submission is None else self.loading
        shown = self.no_project if project is None else there
        self._stack.setCurrentWidget(shown)

    def fail(self, error: BaseException) -> None:
        """Say what went wrong."""
        hint = f" {error.hint}" if isinstance(error, UserError) and error.hint else ""
        self.failed.say("The audit cannot be shown", f"{error}.{hint}")
        self._stack.setCurrentWidget(self.failed)


class NeverAudited(QWidget):
    """What stands in place of findings before the checks were run."""

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self._state = EmptyState("audit", "Never audited", "")
        self._run = self._state.offer(actions["audit_run"])
        self._score = self._state.offer(actions["score"], primary=False)
        self._actions = actions
        stack = QStackedLayout(self)
        stack.addWidget(self._state)

    def explain(
        self, submission: SubmissionRow, checks: int, *, is_scored: bool, refused: str, is_running: bool
    ) -> None:
        """Say what checks would tell. refused : why they cannot be run, "" where they can."""
        if is_running:
            self._state.say("Checks are running…", "What they find is shown when they are done; Cancel stands below.")
        elif refused:
            self._state.say("Never audited", refused)
        elif is_scored:
            self._state.say(
                "Never audited", f"{checks} checks look at what {submission.team} handed in. Nothing is changed."
            )
        else:
            text = "Nothing is scored yet: checks of files and declarations can run, those of similarities cannot."
            self._state.say("Never audited", text)
        self._run.setVisible(not is_running)
        self._run.setEnabled(not refused)
        self._score.setVisible(not is_scored and not is_running)
        self._score.setEnabled(self._actions["score"].isEnabled())

    def take_keys(self) -> None:
        """Give the keys to the button that runs the checks."""
        if self._run.isEnabled():
            self._run.setFocus(Qt.FocusReason.OtherFocusReason)
