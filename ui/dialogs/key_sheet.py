"""The keys of the view that is shown and of the whole window, as they are now. F1 or ? again closes it."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from ui.actions import ActionRow, Actions, readable
from ui.dialogs.dialog import PlainDialog, push_button
from ui.keys import candidates
from ui.studio_window import StudioWindow
from ui.theme import GRID_PX
from ui.widgets.basics import Card, label

SIZE = QSize(880, 620)


class KeySheet(PlainDialog):
    """Lists the keys."""

    def __init__(self, window: StudioWindow) -> None:
        super().__init__(window, "Keys", SIZE)
        self._studio = window
        groups = key_groups(window.table, window.scope)
        inside = QWidget()
        columns = QHBoxLayout(inside)
        columns.setContentsMargins(0, 0, GRID_PX, 0)
        columns.setSpacing(2 * GRID_PX)
        sides = [QVBoxLayout(), QVBoxLayout()]
        heights = [0, 0]
        for title, rows in groups:
            side = heights.index(min(heights))
            sides[side].addWidget(_card(title, rows, window.table))
            heights[side] += len(rows) + 2
        for side_layout in sides:
            side_layout.setSpacing(2 * GRID_PX)
            side_layout.addStretch(1)
            columns.addLayout(side_layout, 1)
        scrolled = QScrollArea()
        scrolled.setWidgetResizable(True)
        scrolled.setWidget(inside)
        scrolled.setAccessibleName("Keys")
        scrolled.setToolTip("Every key that acts here")
        self.body.addWidget(scrolled)
        change = push_button("Change keys…", "Open the keys in the settings", self._change)
        self.add_foot(change, label("No letter or digit acts while text is typed.", "muted"), self.close_button())
        scrolled.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on the key that opened it."""
        if set(candidates(event)) & set(self._studio.table.keys_of("key_sheet")):
            self.reject()
        else:
            super().keyPressEvent(event)

    def _change(self) -> None:
        from ui.dialogs.settings import KEYS, SettingsDialog  # noqa: PLC0415 - only where somebody wants it

        self.accept()
        dialog = SettingsDialog(self._studio)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show_section(KEYS)
        dialog.open()


def key_groups(actions: Actions, view: str) -> list[tuple[str, list[ActionRow]]]:
    """Return the actions that have a key, by group: those of the view first, then those of the window by menu."""
    groups: dict[str, list[ActionRow]] = {}
    for row in actions.table.values():
        if actions.keys_of(row.name) and row.scope == view:
            groups.setdefault(f"In {view.title()}", []).append(row)
    for row in actions.table.values():
        if actions.keys_of(row.name) and row.scope == "window":
            groups.setdefault(f"Everywhere · {row.menu}", []).append(row)
    return list(groups.items())


def _card(title: str, rows: list[ActionRow], actions: Actions) -> QWidget:
    card = Card(title)
    grid = QGridLayout()
    grid.setHorizontalSpacing(2 * GRID_PX)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(0, 1)
    for place, row in enumerate(rows):
        grid.addWidget(label(row.text.rstrip("…")), place, 0)
        keys = QHBoxLayout()
        keys.setSpacing(4)
        for key in actions.keys_of(row.name):
            keys.addWidget(label(readable(key), "key"))
        grid.addLayout(keys, place, 1, Qt.AlignmentFlag.AlignRight)
    card.body.addLayout(grid)
    return card
