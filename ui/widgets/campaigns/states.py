"""What stands where there is no campaign: why, and what to do next."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

from scoring.errors import UserError
from ui.actions import Actions
from ui.widgets.basics import EmptyState

_NEW = ("New campaign…", "Ask people about samples: whom, what, and how many")
_TEMPLATE = ("Write a template…", "Write a campaign file with every setting explained, to be filled in an editor")


class CampaignStates(QStackedWidget):
    """One page for each reason. `wanted` carries what a person wants: "new", "template", "import", "again"."""

    wanted = Signal(str)

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.no_project = EmptyState(
            "label", "No project is open", "People judge the samples of a project here, without knowing whose they are."
        )
        self.no_project.offer(actions["open_project"])
        self.no_project.offer(actions["new_project"], primary=False)
        self.no_submission = EmptyState(
            "submissions", "Nothing to label yet", "Import a submission first: people judge its samples."
        )
        self.no_submission.offer(actions["import_submission"])
        self.no_campaign = EmptyState(
            "label",
            "No campaign yet",
            "A campaign says whom to ask what about which samples. Samples are shown blind and in a drawn order; every "
            "answer is kept at once. Fill in a form here, or write a template and choose it.",
        )
        self.no_campaign.offer_to(*_NEW, partial(self.wanted.emit, "new"))
        self.no_campaign.offer_to(*_TEMPLATE, partial(self.wanted.emit, "template"), primary=False)
        self.read_only = EmptyState(
            "label", "No campaign yet", "The project is open read-only: open it for writing to make a campaign."
        )
        self.loading = EmptyState("label", "Reading the campaigns…", "")
        self.failed = EmptyState("error", "The campaigns could not be read", "")
        self.failed.offer_to("Try again", "Read the campaigns once more", partial(self.wanted.emit, "again"))
        for page in (
            self.no_project, self.no_submission, self.no_campaign, self.read_only, self.loading, self.failed,
        ):  # fmt: skip
            self.addWidget(page)

    def explain(self, *, has_submissions: bool, writable: bool) -> None:
        """Say why there is no campaign."""
        if not has_submissions:
            self.setCurrentWidget(self.no_submission)
        else:
            self.setCurrentWidget(self.no_campaign if writable else self.read_only)

    def fail(self, error: BaseException) -> None:
        """Say what went wrong."""
        hint = f" {error.hint}" if isinstance(error, UserError) and error.hint else ""
        self.failed.say("The campaigns could not be read", f"{error}.{hint}")
        self.setCurrentWidget(self.failed)
