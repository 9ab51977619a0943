"""A campaign as a card: its name, what is asked of whom, how far each annotator is, and what can be done with it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton

from genmu_studio.labelling.progress import CampaignProgress
from ui import theme
from ui.theme import GRID_PX
from ui.widgets.basics import Card, label
from ui.widgets.campaigns.annotator_line import NAME_PX, add_line
from ui.widgets.campaigns.button import page_button
from ui.widgets.campaigns.words import facts_of
from ui.widgets.elided import ElidedLabel

_MOST_LINES = 12
_BUTTONS = (
    ("label", "Label…", "Sit down to label: choose your name, then go on where you stopped"),
    ("results", "Results", "What was said, how far people agree, whom to leave out, what to settle"),
    ("pack", "Pack…", "Write an annotator's queue as a file that leaves the house, blind"),
    ("export", "Export…", "Write the labels as tables, or as a file to be merged elsewhere"),
)


class CampaignCard(Card):
    """One campaign. `wanted` carries what a person wants to do, and the campaign's name."""

    wanted = Signal(str, str)

    def __init__(self, shown: CampaignProgress) -> None:
        super().__init__()
        self.name = shown.campaign.name
        self.setAccessibleName(f"Campaign {self.name}")
        self.body.addLayout(self._head(shown))
        self.body.addWidget(label(facts_of(shown), "muted"))
        self.body.addLayout(_lines(shown))

    def _head(self, shown: CampaignProgress) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(GRID_PX)
        name = ElidedLabel(self.name, "strong")
        name.setFont(theme.font(15, QFont.Weight.DemiBold))
        title = ElidedLabel(shown.campaign.file.campaign.title, "muted")
        for each in (name, title):
            each.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(name, 2)
        row.addWidget(title, 3)
        self.buttons = {do: self._button(do, text, tip) for do, text, tip in _BUTTONS}
        for button in self.buttons.values():
            row.addWidget(button)
        return row

    def _button(self, do: str, text: str, tip: str) -> QPushButton:
        return page_button(
            text,
            tip,
            lambda: self.wanted.emit(do, self.name),
            name=f"{text.rstrip('…')}: {self.name}",
            primary=do == "label",
        )


def _lines(shown: CampaignProgress) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(2 * GRID_PX)
    grid.setVerticalSpacing(GRID_PX - 2)
    grid.setColumnMinimumWidth(0, NAME_PX)
    grid.setColumnStretch(1, 3)
    grid.setColumnStretch(4, 1)
    for row, one in enumerate(shown.annotators[:_MOST_LINES]):
        add_line(grid, row, one)
    if (more := len(shown.annotators) - _MOST_LINES) > 0:
        rest = sum(each.queue.finished for each in shown.annotators[_MOST_LINES:])
        grid.addWidget(
            label(f"and {more:,} more, {rest:,} entries finished: see Results", "muted"), _MOST_LINES, 0, 1, 5
        )
    return grid
