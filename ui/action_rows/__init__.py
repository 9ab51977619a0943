"""The rows of all actions, one file for the window and each view that has its own."""

from ui.action_rows.audit import AUDIT
from ui.action_rows.label import LABEL
from ui.action_rows.review import REVIEW
from ui.action_rows.row import ActionRow, Scope
from ui.action_rows.window import HELP, WINDOW

ACTIONS: tuple[ActionRow, ...] = (*WINDOW, *REVIEW, *LABEL, *AUDIT, *HELP)

__all__ = ["ACTIONS", "ActionRow", "Scope"]
