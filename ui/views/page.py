"""What every view is: a page that shows the context, refreshes what changed, and remembers how it looked."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDockWidget, QWidget

from genmu_studio.project import ChangeSet
from ui.actions import Actions
from ui.context import Context
from ui.questions import Questions


class Page(QWidget):
    """Base of all views. The window calls `refresh` when the page is shown or what it shows changed."""

    asked = Signal(str, object)  # another view's name, and what it shall show (see its `show_request`)
    job_wanted = Signal(str, object, object)  # a title, the work, and what takes its end
    noticed = Signal(object)  # a Notice
    said = Signal(str)  # what was just done, for the status line
    blinded = Signal(bool, str)  # whether nothing of the rest of the window may be seen, and what stands there instead

    def __init__(self, context: Context, actions: Actions) -> None:
        super().__init__()
        self.context = context
        self.actions_table = actions

    def refresh(self, changes: ChangeSet | None = None) -> None:
        """Show the context as it is now; `changes` = what changed, None = anything may have."""

    def act(self, name: str) -> bool:
        """Do the action `name` of this view's scope; whether there was something to do."""
        return False

    def take_keys(self, keys: str) -> bool:
        """Act on keys that no table knows, such as those of a question's answers; whether they meant something."""
        return False

    def docks(self) -> tuple[QDockWidget, ...]:
        """Return the docks that belong to this view; the window places and remembers them."""
        return ()

    def make_way(self) -> None:
        """Take notice that another view is about to be shown."""

    def close_down(self) -> None:
        """End what runs for it: it is about to be taken away."""
        for questions in self.findChildren(Questions):
            questions.abandon()

    def show_request(self, request: object) -> None:
        """Show what another view asked for."""

    def state(self) -> dict[str, object]:
        """Return what JSON can hold of how the view looks."""
        return {}

    def restore(self, state: dict[str, object]) -> None:
        """Look as `state` says; what it does not say stays."""
