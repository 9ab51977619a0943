"""The pane of one sound that is judged: its outline and what was heard of it; of X, which is only heard, no outline."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPen, QResizeEvent
from PySide6.QtWidgets import QGraphicsRectItem, QSizePolicy, QVBoxLayout, QWidget

from genmu_studio.labelling.heard import Stretch
from ui.actions import Actions
from ui.models.sound_store import Opened
from ui.models.sound_view import SoundView
from ui.theme import current, watch
from ui.widgets.explained_tool import ExplainedTool
from ui.widgets.sound.lane import Lane
from ui.widgets.sound.lane_stack import LaneStack
from ui.widgets.sound.outline_lane import OutlineLane

_LEAST_PX, _MOST_PX, _MOST_X_PX = 44, 280, 72
_BADGE_PX = 30
_BADGE_LEFT_PX = 9
_LINE_PX = 4.0


class SoundPane(QWidget):
    """Shows the sound of a letter. letter : "" where there is only one, which needs no name and no button.

    badge : the button that lets the sound be heard; pressed while it is the one.
    """

    def __init__(self, letter: str, view: SoundView, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._letter = letter
        self.stack = LaneStack(view)
        self.stack.setAccessibleName(f"Sound {letter}".strip())
        self.outline = OutlineLane(self.stack, "text", 1.0)
        self._heard = _HeardLine(self.stack, self.outline.lane)
        is_x = letter == "X"
        self.setMinimumHeight(_LEAST_PX)
        self.setMaximumHeight(_MOST_X_PX if is_x else _MOST_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack)
        self.badge = ExplainedTool(actions[f"label_hear_{(letter or 'A').lower()}"], letter, f"Sound {letter}".strip())
        self.badge.setParent(self)
        self.badge.setFixedSize(_BADGE_PX, _BADGE_PX)
        self.badge.setVisible(bool(letter))
        self.badge.clicked.connect(actions[f"label_hear_{(letter or 'A').lower()}"].trigger)
        watch().changed.connect(self._dress)
        self._dress()

    def show_sound(self, opened: Opened | None, peak: float) -> None:
        """Draw a sound as high as the loudest is, None = it is only heard."""
        self.outline.set_limits(peak)
        self.outline.show_sound(opened, "X is only heard")
        self.outline.lane.show_labels()  # how loud it is is not told in numbers

    def show_heard(self, stretches: Sequence[Stretch], length_s: float) -> None:
        """Mark what was heard of a sound that lasts so long; a length of 0 marks nothing."""
        self._heard.show(stretches, length_s)

    def show_selected(self, is_selected: bool) -> None:
        """Press the button, or let it go."""
        self.badge.setChecked(is_selected)

    def say_heard(self, words: str) -> None:
        """Say to whoever does not see it how much was heard, once for each change of the words."""
        if words != self.stack.accessibleDescription():
            self.badge.setAccessibleDescription(words)
            self.stack.setAccessibleDescription(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button in the middle of the edge."""
        super().resizeEvent(event)
        self.badge.move(_BADGE_LEFT_PX, (self.height() - _BADGE_PX) // 2)

    def _dress(self) -> None:
        tokens = current()
        self.outline.dress()
        self._heard.dress()
        self.badge.setStyleSheet(
            f"QToolButton {{ color: {tokens.muted}; font-weight: 600; font-size: 15px; padding: 0; }} "
            f"QToolButton:checked {{ background: {tokens.text}; color: {tokens.background}; "
            f"border: 1px solid {tokens.text}; }} "
            f"QToolButton:focus {{ border: 2px solid {tokens.accent}; }}"
        )


class _HeardLine:
    """A line at the foot of a lane: as long as the sound, filled where it was heard."""

    def __init__(self, stack: LaneStack, lane: Lane) -> None:
        self._scene, self._lane = stack.sheet.scene, lane
        self._stretches: Sequence[Stretch] = ()
        self._length_s = 0.0
        self._whole = self._item(15)
        self._parts: list[QGraphicsRectItem] = []
        stack.placed.connect(self._follow)
        stack.spanned.connect(self._follow)

    def _item(self, depth: int) -> QGraphicsRectItem:
        made = QGraphicsRectItem()
        made.setZValue(depth)
        made.setPen(QPen(Qt.PenStyle.NoPen))
        self._scene.addItem(made)
        return made

    def show(self, stretches: Sequence[Stretch], length_s: float) -> None:
        self._stretches, self._length_s = stretches, length_s
        while len(self._parts) < len(stretches):
            self._parts.append(self._item(16))
            self.dress()
        self._follow()

    def _follow(self) -> None:
        self._put(self._whole, Stretch(0.0, self._length_s))
        for number, item in enumerate(self._parts):
            is_there = number < len(self._stretches)
            self._put(item, self._stretches[number] if is_there else Stretch(0.0, 0.0))

    def _put(self, item: QGraphicsRectItem, stretch: Stretch) -> None:
        rect = self._lane.rect
        start, end = (self._lane.x_of(min(each, self._length_s)) for each in stretch)
        left, right = max(start, rect.left()), min(end, rect.right())
        item.setVisible(self._length_s > 0 and right > left)
        item.setRect(QRectF(left, rect.bottom() - _LINE_PX, max(0.0, right - left), _LINE_PX))

    def dress(self) -> None:
        self._whole.setBrush(QBrush(QColor(current().line)))
        for item in self._parts:
            item.setBrush(QBrush(QColor(current().good)))
