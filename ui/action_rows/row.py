"""What an action is, as a row of a table.

`keys` are in the canonical form of `ui.keys` ("Ctrl+O", "Shift+A", "1"). An action of scope "window" acts anywhere; the
others only while the view of that name is shown and no text is being typed.
"""

from dataclasses import dataclass
from typing import Literal

Scope = Literal["window", "submissions", "overview", "review", "scores", "label", "audit"]


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action. text : as menus show it. tip : what it does. menu : the menu that it stands in, "" = none."""

    name: str
    text: str
    tip: str
    keys: tuple[str, ...] = ()
    scope: Scope = "window"
    menu: str = ""
    icon: str = ""
