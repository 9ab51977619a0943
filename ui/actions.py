"""The actions of the window as QActions: menus, palette, key sheet and tooltips are made of the table of their rows."""

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from genmu_studio.settings import Settings
from ui.action_rows import ACTIONS, ActionRow, Scope
from ui.icons import icon
from ui.theme import watch
from ui.widgets.basics import literal
from ui.widgets.tips import tip

__all__ = ["ACTIONS", "ActionRow", "Actions", "Scope", "readable", "view_actions"]


def view_actions(views: tuple[tuple[str, str, str], ...]) -> tuple[ActionRow, ...]:
    """Return one action per view (name, title, icon), on Ctrl+1, Ctrl+2 and so on."""
    return tuple(
        ActionRow(f"view_{name}", title, f"Show {title}", (f"Ctrl+{number}",), menu="View", icon=symbol)
        for number, (name, title, symbol) in enumerate(views, start=1)
    )


class Actions(QObject):
    """The actions as QActions, by name, with the keys that the settings give them."""

    def __init__(self, table: tuple[ActionRow, ...], settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table: Mapping[str, ActionRow] = {row.name: row for row in table}
        self.settings = settings
        self._steps: dict[str, str] = {}
        self._only: frozenset[Scope] | None = None
        self._actions = {row.name: self._make(row) for row in table}
        settings.subscribe(lambda key: self._refresh() if key == "keys" else None)
        watch().changed.connect(self._refresh)
        self._refresh()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def on(self, name: str, function: Callable[[], object]) -> None:
        """Let the action do `function()`."""
        self._actions[name].triggered.connect(lambda *_: function())

    def keys_of(self, name: str) -> tuple[str, ...]:
        """Return the keys of an action: the person's, else its own."""
        return self.settings.keys.get(name, self.table[name].keys)

    def named_by(self, keys: str, scope: str) -> str | None:
        """Return the action that `keys` mean in `scope`; an action of the scope goes before one of the window."""
        for wanted in (scope, "window"):
            for row in self.table.values():
                if row.scope == wanted and keys in self.keys_of(row.name):
                    return row.name
        return None

    def clash(self, name: str, keys: str) -> str | None:
        """Return the other action that would lose `keys` if `name` had them."""
        scope = self.table[name].scope
        for row in self.table.values():
            overlap = row.scope == scope or "window" in (row.scope, scope)
            if row.name != name and overlap and keys in self.keys_of(row.name):
                return row.name
        return None

    def name_step(self, name: str, step: str | None) -> None:
        """Let an action say which step it is about, None for none: "Undo: Pick 3 pairs"."""
        words = f": {step}" if step else ""
        if words != self._steps.get(name, ""):
            self._steps[name] = words
            self._refresh()

    def show_only(self, scopes: Iterable[Scope] | None) -> None:
        """Let the actions of all other scopes be there without a word, None = show all again."""
        self._only = None if scopes is None else frozenset(scopes)
        self._refresh()

    def _make(self, row: ActionRow) -> QAction:
        action = QAction(row.text, self)
        action.setObjectName(row.name)
        # The router of `ui.keys` acts on keys; Qt's own shortcuts would know nothing of scopes and other layouts.
        action.setShortcutVisibleInContextMenu(False)
        return action

    def _refresh(self) -> None:
        for name, action in self._actions.items():
            row = self.table[name]
            if self._only is not None and row.scope not in self._only:
                _silence(action)
                continue
            action.setVisible(True)
            action.setObjectName(name)
            keys = self.keys_of(name)
            shown = " or ".join(readable(each) for each in keys)
            step = self._steps.get(name, "")
            text = literal(row.text + step)
            action.setText(f"{text}\t{readable(keys[0])}" if keys else text)
            action.setIconText(row.text)
            words = f"{row.tip} ({shown})" if shown else row.tip
            action.setToolTip(tip(f"{row.text}{step}\n{words}") if step else words)
            if row.icon:
                action.setIcon(icon(row.icon))


def _silence(action: QAction) -> None:
    action.setVisible(False)
    action.setObjectName("")
    action.setText("")
    action.setIconText("")
    action.setToolTip("")


def readable(keys: str) -> str:
    """Return keys as a person reads them on this system."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) or keys
