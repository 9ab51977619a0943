"""Reads what came of a campaign off the GUI thread, again whenever labels change; one reading at a time."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from genmu_studio.labelling.results.campaign import CampaignResults
from genmu_studio.project import Project
from ui.context import Context
from ui.widgets.label_results.annotator_columns import Decision


@dataclass(frozen=True, slots=True)
class Read:
    """What is shown. history : every decision about whose labels count, oldest first. level : of intervals."""

    results: CampaignResults
    history: Sequence[Decision]
    level: float

    @property
    def is_empty(self) -> bool:
        """Whether nobody has answered anything."""
        return not self.results.labels.labels and not self.results.labels.notes


class ResultsReading(QObject):
    """`changed` says that there is something else to show: other results, or why there are none."""

    changed = Signal()

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._project: Project | None = None
        self._campaign = ""
        self._is_reading = False
        self._is_stale = False
        self.read: Read | None = None
        self.error: BaseException | None = None

    @property
    def is_reading(self) -> bool:
        """Whether an answer is still to come."""
        return self._is_reading

    def look_at(self, campaign: str) -> None:
        """Read what came of a campaign of the open project, "" = of none."""
        self._project, self._campaign = self._context.project, campaign
        self.read, self.error = None, None
        self._is_reading = self._is_stale = False
        self.ask_again()

    def ask_again(self) -> None:
        """Read it once more; what is there stays until the new is."""
        project, name = self._project, self._campaign
        if project is None or not name:
            return
        if self._is_reading:
            self._is_stale = True
            return
        self._is_reading, self._is_stale = True, False

        def question() -> Read:
            room = project.labelling
            campaign = room.campaign(name)
            return Read(room.results(campaign), room.exclusion_history(campaign), project.protocol.rules().level)

        self._context.ask(
            question, lambda read: self._take(project, name, read), lambda error: self._fail(project, name, error)
        )

    def _take(self, project: Project, name: str, read: Read) -> None:
        if (project, name) == (self._project, self._campaign):
            self.read, self.error = read, None
            self._settle()

    def _fail(self, project: Project, name: str, error: BaseException) -> None:
        if (project, name) == (self._project, self._campaign):
            self.error = error
            self._settle()

    def _settle(self) -> None:
        self._is_reading = False
        is_stale = self._is_stale
        self.changed.emit()
        if is_stale:
            self.ask_again()
