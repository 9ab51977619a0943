"""The views of the window, in the order of the rail. A view is built when it is first shown."""

from dataclasses import dataclass
from importlib import import_module

from ui.actions import Actions
from ui.context import Context
from ui.views.page import Page


@dataclass(frozen=True, slots=True)
class ViewRow:
    """One view: its name, its title and icon on the rail, and the class that builds it."""

    name: str
    title: str
    icon: str
    module: str
    class_name: str

    def build(self, context: Context, actions: Actions) -> Page:
        """Build the view."""
        page: Page = getattr(import_module(self.module), self.class_name)(context, actions)
        page.setObjectName(f"view_{self.name}")
        return page


VIEWS: tuple[ViewRow, ...] = (
    ViewRow("submissions", "Submissions", "submissions", "ui.views.submissions", "SubmissionsView"),
    ViewRow("overview", "Overview", "overview", "ui.views.overview", "OverviewView"),
    ViewRow("review", "Review", "review", "ui.views.review", "ReviewView"),
    ViewRow("scores", "Scores", "scores", "ui.views.scores", "ScoresView"),
    ViewRow("label", "Label", "label", "ui.views.label", "LabelView"),
    ViewRow("audit", "Audit", "audit", "ui.views.audit", "AuditView"),
)
