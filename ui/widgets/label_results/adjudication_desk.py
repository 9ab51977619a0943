"""One item to settle: what it looks or sounds like, and beside it what was said and what can be decided."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from genmu_studio.labelling.queue import QueueEntry
from ui.actions import Actions, readable
from ui.theme import GRID_PX
from ui.widgets.basics import Card, label
from ui.widgets.label.refusal_bar import RefusalBar
from ui.widgets.label.stage import ItemStage
from ui.widgets.label_results.adjudicable import Adjudicable
from ui.widgets.label_results.decision_panel import DecisionPanel
from ui.widgets.label_results.part import scrolled
from ui.widgets.label_results.ringed import Ringed
from ui.widgets.tips import tip

_SMALLEST_PX, _LARGEST_PX = 264, 340  # of what stands beside the item


class AdjudicationDesk(QWidget):
    """Where a decision is made; `panel.given` tells it. wants : does an action by name ("undo", "redo")."""

    def __init__(self, actions: Actions, wants: Callable[[str], object]) -> None:
        super().__init__()
        self._shown: tuple[Adjudicable, bool] | None = None
        self._staged = ""  # the token of the entry on the stage
        self.stage = ItemStage(actions, actions.settings)
        self.ring = Ringed("Item to settle", "The item; digits say which answer counts")
        self.ring.body.addWidget(self.stage)
        self.panel = DecisionPanel()
        self.bar = RefusalBar()
        self.said = label("", "muted")
        self.steps = tuple(_StepButton(actions, name, wants) for name in ("undo", "redo"))
        foot = QHBoxLayout()
        foot.setSpacing(GRID_PX)
        foot.addWidget(self.said, 1)
        for button in self.steps:
            foot.addWidget(button)
        card = Card()
        card.setMinimumWidth(_SMALLEST_PX)
        card.setMaximumWidth(_LARGEST_PX)
        card.body.addWidget(scrolled(self.panel), 1)
        card.body.addLayout(foot)
        beside = QHBoxLayout()
        beside.setSpacing(GRID_PX)
        beside.addWidget(self.ring, 3)
        beside.addWidget(card, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX)
        column.addWidget(self.bar)
        column.addLayout(beside, 1)
        self.setFocusProxy(self.ring)

    def show_item(
        self, item: Adjudicable, entry: QueueEntry | None, following: QueueEntry | None, *, may_write: bool
    ) -> None:
        """Show an item where its entry can be shown, and have the following one ready."""
        if (item, may_write) != self._shown:
            had_focus = self._panel_has_focus
            self._shown = (item, may_write)
            self.panel.show_item(item, may_write=may_write)
            if had_focus:
                self.take_keys_back()
        if entry is not None and entry.token != self._staged:
            self._staged = entry.token
            self.stage.show_entry(replace(entry, notice=""), must_play=False)
        if following is not None:
            self.stage.prepare(following)

    def clear(self) -> None:
        """Show nothing, be silent, and forget everything."""
        self._shown, self._staged = None, ""
        self.stage.clear()
        self.panel.show_item(None, may_write=False)

    @property
    def _panel_has_focus(self) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and self.panel.isAncestorOf(focused)

    def take_keys_back(self) -> None:
        """Let digits answer again."""
        self.ring.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave_field(self) -> bool:
        """Leave the field that a number is typed into; whether it had the keys."""
        if not self._panel_has_focus:
            return False
        self.take_keys_back()
        return True

    def hideEvent(self, event: QHideEvent) -> None:
        """Fall silent."""
        super().hideEvent(event)
        self.stage.silence()


class _StepButton(QPushButton):
    """Undo or redo of decisions, named with its key."""

    def __init__(self, actions: Actions, name: str, wants: Callable[[str], object]) -> None:
        super().__init__({"undo": "Undo", "redo": "Redo"}[name])
        what = {"undo": "Take back the last decision", "redo": "Decide again as before"}[name]
        keys = actions.keys_of(name)
        self.setToolTip(tip(f"{what} ({readable(keys[0])})" if keys else what))
        self.setAccessibleName(what)
        self.clicked.connect(lambda *_: wants(name))
