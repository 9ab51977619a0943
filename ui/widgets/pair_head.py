"""The line above a pair: where one is, what became of the pair, how it is laid out, and how large."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from genmu_studio.pair_table import PairOutcome
from ui.actions import Actions
from ui.theme import GRID_PX, watch
from ui.widgets.action_tool import ActionTool
from ui.widgets.basics import label, restyle
from ui.widgets.canvas_modes import Mode
from ui.widgets.elided import ElidedLabel
from ui.widgets.face_menu import FaceMenu
from ui.widgets.mode_buttons import ModeButtons, explain
from ui.widgets.outcomes import MARKS, mark_pixmap

_LEAST_TITLE_PX = 220
_ZOOM_PX = 80  # of the longest words, so that nothing moves while one zooms


class PairHead(QWidget):
    """One line where there is room, else two."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._align_action = actions["toggle_align"]
        self._outcome_shown: PairOutcome | None = None
        self._mode: Mode = "side"
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
        self.heat = _toggle("Heat", "Heat map")
        self.heat.setVisible(False)
        self.heat.setToolTip(f"The largest difference of each pixel in colours. {actions['mode_difference'].toolTip()}")
        self.align = _toggle("Align")
        self.boxes = _toggle("Boxes")
        self.face_menu = FaceMenu(actions)
        self._images = (self.likeness, self.modes, self.align, self.boxes, self.face_menu, self.zoom)
        self._zooms = tuple(_tight(ActionTool(actions[name])) for name in ("zoom_fit", "zoom_actual"))
        self._lay_out(actions)
        explain(self.boxes, actions["toggle_faces"])
        self._align_reason = ""
        self._align_action.changed.connect(self._tell_align)
        self._tell_align()
        watch().changed.connect(self._say_outcome)

    def _lay_out(self, actions: Actions) -> None:
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GRID_PX)
        self._where, where = _line()
        where.addWidget(ActionTool(actions["back_to_grid"], "‹ Grid"))
        for name in ("previous_pair", "next_pair"):
            where.addWidget(_tight(ActionTool(actions[name])))
        for widget in (self._place, self._mark, self._outcome):
            where.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        where.addWidget(self._title, 1, Qt.AlignmentFlag.AlignVCenter)
        where.addWidget(self.likeness)
        self._how, how = _line()
        for tool in (self.modes, self.heat, self.align, self.boxes, self.face_menu):
            how.addWidget(tool)
        how.addStretch(1)
        how.addWidget(self.zoom)
        for each in self._zooms:
            how.addWidget(each)
        self._row.addWidget(self._where, 1)
        self._row.addWidget(self._how)

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
        for widget in (*self._images, *self._zooms):
            widget.setVisible(is_image)
        self.heat.setVisible(is_image and self._mode == "difference")

    def show_mode(self, mode: Mode, *, heat: bool) -> None:
        """Show how the pair is laid out."""
        self._mode = mode
        self.modes.show_mode(mode)
        self.heat.setChecked(heat)
        self.heat.setVisible(mode == "difference" and not self.modes.isHidden())
        self._break_line()

    def show_align(self, reason: str, *, is_on: bool) -> None:
        """Show whether faces are aligned. reason : why they cannot be, "" where they can."""
        self._align_reason = reason
        self.align.setEnabled(not reason)
        self.align.setChecked(is_on)
        self._tell_align()

    def _tell_align(self) -> None:
        self.align.setToolTip(self._align_reason or self._align_action.toolTip())

    # ---- one line or two, in whole words or short ones ----

    def minimumSizeHint(self) -> QSize:
        """Return the width at which everything has room in two lines, in short words."""
        width = max(self._where.minimumSizeHint().width(), self._tools_px(short=True))
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the line where it is too long."""
        super().resizeEvent(event)
        self._break_line()

    def _tools_px(self, *, short: bool) -> int:
        now = self._how.minimumSizeHint().width() - self.modes.sizeHint().width()
        return now + self.modes.width_of(short=short)

    def _break_line(self) -> None:
        words = self._tools_px(short=False)
        fits = self._where.sizeHint().width() + _LEAST_TITLE_PX + GRID_PX + words <= self.width()
        self._row.setDirection(QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom)
        self.modes.set_short(words > self.width())


def _line() -> tuple[QWidget, QHBoxLayout]:
    widget = QWidget()
    row = QHBoxLayout(widget)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(GRID_PX - 2)
    return widget, row


def _tight(button: QToolButton) -> QToolButton:
    button.setProperty("tight", True)
    return button


def _toggle(text: str, name: str = "") -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setAccessibleName(name or text)
    button.setCheckable(True)
    button.setProperty("chip", True)
    return button
