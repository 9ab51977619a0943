"""The campaigns of the project, newest first, and where new ones and labels from elsewhere come in."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from genmu_studio.labelling.progress import CampaignProgress
from ui.numbers import count
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.campaigns.button import page_button
from ui.widgets.campaigns.card import CampaignCard


class CampaignsHome(QWidget):
    """`wanted` carries what a person wants ("label", "results", "pack", "export", "new", "import"), and of which."""

    wanted = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.cards: tuple[CampaignCard, ...] = ()
        self._said = label("", "muted")
        self._new = page_button(
            "New campaign…",
            "Ask people about samples: whom, what, and how many",
            lambda: self.wanted.emit("new", ""),
            primary=True,
        )
        self._import = page_button(
            "Import labels…",
            "Take in the journals of packs, or labels of another copy; nothing is overwritten",
            lambda: self.wanted.emit("import", ""),
        )
        head = QHBoxLayout()
        head.setSpacing(GRID_PX)
        head.addWidget(self._said, 1)
        head.addWidget(self._import)
        head.addWidget(self._new)
        inside = QWidget()
        self._list = QVBoxLayout(inside)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(GRID_PX + 4)
        self._list.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(inside)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setAccessibleName("Campaigns")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX + 4)
        column.addLayout(head)
        column.addWidget(self._area, 1)

    def show_campaigns(self, shown: Sequence[CampaignProgress], *, writable: bool) -> None:
        """Show these, newest first; the button that had the focus has it again."""
        held = self._held()
        self.clear()
        self.cards = tuple(CampaignCard(each) for each in reversed(shown))
        for place, card in enumerate(self.cards):
            card.wanted.connect(self.wanted)
            self._list.insertWidget(place, card)
        for button in (self._new, self._import):
            button.setEnabled(writable)
        finished, entries = sum(each.finished for each in shown), sum(each.entries for each in shown)
        self._said.setText(f"{count(len(shown), 'campaign')} · {finished:,} of {entries:,} entries finished")
        if held is not None:
            self.go_to(*held)

    def clear(self) -> None:
        """Show nothing: not a name is left."""
        for card in self.cards:
            self._list.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = ()
        self._said.setText("")

    def _held(self) -> tuple[str, str] | None:
        focused = self.window().focusWidget()
        for card in self.cards:
            for do, button in card.buttons.items():
                if button is focused:
                    return card.name, do
        return None

    def go_to(self, name: str, do: str = "label") -> None:
        """Give the focus to a button of a campaign's card; of the first where there is none of that name."""
        card = next((each for each in self.cards if each.name == name), next(iter(self.cards), None))
        if card is not None:
            card.buttons[do].setFocus(Qt.FocusReason.OtherFocusReason)
            self._area.ensureWidgetVisible(card, 0, GRID_PX)

    def step(self, by: int) -> bool:
        """Go to the same button of the next or the previous card, as far as there is one; whether there are any."""
        held = self._held()
        if held is None:
            self.go_to("")
            return bool(self.cards)
        place = next(n for n, card in enumerate(self.cards) if card.name == held[0]) + by
        if 0 <= place < len(self.cards):
            self.go_to(self.cards[place].name, held[1])
        return True
