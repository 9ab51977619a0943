"""A view that shows nothing and records what it is asked: for tests of the frame around views."""

from ui.actions import Actions
from ui.context import Context
from ui.views import ViewRow
from ui.views.page import Page


class BlankView(Page):
    def __init__(self, context: Context, actions: Actions) -> None:
        super().__init__(context, actions)
        self.setAccessibleName("Blank")
        self.acted: list[str] = []
        self.requests: list[object] = []
        self.refreshed = 0

    def refresh(self, changes: object = None) -> None:
        self.refreshed += 1

    def act(self, name: str) -> bool:
        self.acted.append(name)
        return True

    def show_request(self, request: object) -> None:
        self.requests.append(request)


def blank(name: str, title: str, icon: str) -> ViewRow:
    return ViewRow(name, title, icon, "tests.ui.blank", "BlankView")


BLANK_VIEWS = tuple(
    blank(name, name.title(), name) for name in ("submissions", "overview", "review", "scores", "label", "audit")
)  # fmt: skip
