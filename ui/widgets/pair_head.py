"""The line above a pair: where one is, what became of the pair, how it is laid out, and how large."""

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from genmu_studio.pair_outcomes import PairOutcome
from ui.actions import Actions
from ui.theme import GRID_PX, watch
from ui.widgets.action_tool import ActionTool
from ui.widgets.basics import label, restyle
from ui.widgets.breaking_line import BreakingLine
from ui.widgets.canvas_modes import Mode
from ui.widgets.elided import ElidedLabel
from ui.widgets.explained_tool import ExplainedTool
from ui.widgets.face_menu import FaceMenu
from ui.widgets.mode_buttons import ModeButtons
from ui.widgets.outcomes import MARKS, mark_pixmap

_LEAST_TITLE_PX = 220
_ZOOM_PX = 72  # of the longest words, so that nothing moves while one zooms

T = TypeVar("T", bound=QToolButton)


class PairHead(QWidget):
    """One line where there is room, else two."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outcome_shown: PairOutcome | None = None
        self._place = label("", "muted")
        self._title = ElidedLabel()
        self._title.setStyleSheet("font-weight: 600;")
        self._mark = QLabel()
        self._outcome = ElidedLabel(policy=QSizePolicy.Policy.Maximum)
        self.likeness = label("", "muted")
        self.likeness.setToolTip("How alike the pictures are, pixel by pixel, as they are: neither aligned nor resized")
        self.zoom = label("", "muted")
        self.zoom.setMinimumWidth(_ZOOM_PX)
        self.zoom.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.zoom.setToolTip("Pixels of the screen by pixels of the wider picture")
        self.modes = ModeButtons(actions)
        self.heat = ExplainedTool(actions["mode_difference"], "Heat", "Heat map")
        self.heat.setVisible(False)
        self.align = ExplainedTool(actions["toggle_align"], "Align")
        self.boxes = ExplainedTool(actions["toggle_faces"], "Boxes")
        self.face_menu = _tight(FaceMenu(actions))
        self._lay_out(actions)
        watch().changed.connect(self._say_outcome)

    def _lay_out(self, actions: Actions) -> None:
        self._where, where = _line()
        where.addWidget(ActionTool(actions["back_to_grid"], "‹ Grid"))
        for name in ("previous_pair", "next_pair"):
            where.addWidget(_tight(ActionTool(actions[name])))
        for widget in (self._place, self._mark, self._outcome):
            where.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        where.addWidget(self._title, 1, Qt.AlignmentFlag.AlignVCenter)
        where.addWidget(self.likeness)
        self._how, how = _line()
        for toggle in (self.heat, self.align, self.boxes):
            toggle.setProperty("chip", True)
        for tool in (self.modes, self.heat, self.align, self.boxes, self.face_menu):
            how.addWidget(tool)
        how.addStretch(1)
        how.addWidget(self.zoom)
        for name in ("zoom_fit", "zoom_actual"):
            how.addWidget(_tight(ActionTool(actions[name])))
        line = BreakingLine(_LEAST_TITLE_PX)
        line.addWidget(self._where)
        line.addWidget(self._how)
        self.setLayout(line)

    # ---- what is shown ----

    def show_pair(self, title: str, place: str, outcome: PairOutcome, words: str) -> None:
        """Show which pair it is, and what became of it in words."""
        self._outcome_shown = outcome
        self._title.show_text(title)
        self._place.setText(place)
        self._outcome.show_text(words)
        self._say_outcome()

    def _say_outcome(self) -> None:
        if self._outcome_shown is not None:
            self._mark.setPixmap(mark_pixmap(self._outcome_shown, 12, self.devicePixelRatioF()))
            restyle(self._outcome, MARKS[self._outcome_shown].token)

    def show_kind(self, *, is_image: bool) -> None:
        """Show the tools for pictures, or do not."""
        self._how.setVisible(is_image)
        self.likeness.setVisible(is_image)

    def show_mode(self, mode: Mode, *, heat: bool) -> None:
        """Show how the pair is laid out."""
        self.modes.show_mode(mode)
        self.heat.setChecked(heat)
        self.heat.setVisible(mode == "difference")
        self._choose_words()

    def show_align(self, reason: str, *, is_on: bool) -> None:
        """Show whether faces are aligned. reason : why they cannot be, "" where they can."""
        self.align.disable(reason)
        self.align.setChecked(is_on)

    # ---- whole words or short ones ----

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say it in short words where there is no room for whole ones."""
        super().resizeEvent(event)
        self._choose_words()

    def _choose_words(self) -> None:
        others = self._how.minimumSizeHint().width() - self.modes.width_of(short=True)
        self.modes.set_short(others + self.modes.width_of(short=False) > self.width())


def _line() -> tuple[QWidget, QHBoxLayout]:
    widget = QWidget()
    row = QHBoxLayout(widget)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(GRID_PX // 2)
    return widget, row


def _tight(button: T) -> T:
    button.setProperty("tight", True)
    return button
