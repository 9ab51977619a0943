"""The generated page of the window: every action with its keys, and every setting, from their tables."""

from genmu_studio.settings import SETTINGS, Setting
from tools.tables import table
from ui.actions import ACTIONS, ActionRow, view_actions
from ui.views import VIEWS


def page() -> str:
    """Return the whole page."""
    rows = (*ACTIONS, *view_actions(tuple((row.name, row.title, row.icon) for row in VIEWS)))
    sections = "\n".join(
        f"### Anywhere in the window\n\n{_action_table(each)}\n"
        if scope == "window"
        else f"### In {scope.title()}\n\n{_action_table(each)}\n"
        for scope, each in _by_scope(rows).items()
    )
    return f"""\
# Keys and settings of the window

Written by `make docs` from the program itself; a test says when it is out of date.

## Actions and their keys

The keys are the program's own; *Settings, Keys* gives an action others. A key is matched by its letter, on a layout
without Latin letters by its position. No letter or digit acts while text is typed.

{sections}
## Settings

{_setting_table()}
"""


def _by_scope(rows: tuple[ActionRow, ...]) -> dict[str, list[ActionRow]]:
    found: dict[str, list[ActionRow]] = {}
    for row in rows:
        found.setdefault(row.scope, []).append(row)
    return found


def _action_table(rows: list[ActionRow]) -> str:
    return table(
        ("action", "does", "keys", "menu"),
        (
            (row.text.rstrip("…"), row.tip, ", ".join(f"`{key}`" for key in row.keys) or "none", row.menu or "none")
            for row in rows
        ),
    )


def _setting_table() -> str:
    return table(
        ("setting", "section", "means", "values", "default"),
        ((row.title, row.section, row.tip, _values(row), f"`{row.default}`") for row in SETTINGS),
    )


def _values(row: Setting) -> str:
    if row.kind == "choice":
        return ", ".join(f"`{value}`" for value in row.choices)
    return f"{row.minimum} to {row.maximum}" if row.kind == "int" else row.kind
