"""What differs between two aligned sounds, on the time of the original: pitch in semitones, level in dB."""

from math import ceil

import numpy as np
from PySide6.QtWidgets import QVBoxLayout, QWidget

from genmu_studio.sounds.aligning import Alignment
from genmu_studio.sounds.contours import Contour
from genmu_studio.sounds.measuring import Unmeasured, value_at
from ui.models.sound_view import SoundView
from ui.theme import watch
from ui.widgets.sound.block_head import BlockHead
from ui.widgets.sound.lane import Label, Lane
from ui.widgets.sound.lane_items import Limits, Track
from ui.widgets.sound.lane_stack import LaneStack
from ui.widgets.sound.sound_words import signed

_LEAST_PX = 40
_GAP_PX = 8.0
_SEMITONES, _DECIBELS = 3.0, 6.0  # the least that an axis reaches, either way


class DifferenceBlock(QWidget):
    """Two lanes; hidden while times are not aligned."""

    def __init__(self, view: SoundView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._alignment: Alignment | None = None
        self.head = BlockHead("changed")
        self.head.show_name("Difference", "Unlearned less original, over aligned time")
        self.stack = LaneStack(view)
        self.semitones = _DifferenceLane(self.stack, "accent", "st", _SEMITONES)
        self.level = _DifferenceLane(self.stack, "changed", "dB", _DECIBELS)
        self.stack.set_gap(self.semitones.lane, _GAP_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.stack, 1)
        self.setAccessibleName("Difference of the aligned sounds")
        watch().changed.connect(self._dress)
        self.hide()

    def show_alignment(self, answer: Alignment | Unmeasured | None) -> None:
        """Show what differs; why nothing can be said; None while it is computed."""
        self._alignment = answer if isinstance(answer, Alignment) else None
        if self._alignment is not None:
            self.head.show_words("unlearned − original: pitch re own medians, level less its mean difference")
        note = "aligning…" if answer is None else ""
        if isinstance(answer, Unmeasured):
            note = f"not alignable: {answer.reason}"
        if self._alignment is None:
            self.head.show_words("")
        self.semitones.show_contour(None if self._alignment is None else self._alignment.semitones, note)
        self.level.show_contour(None if self._alignment is None else self._alignment.level_db, "")

    def say_values(self, cursor_s: float) -> None:
        """Say what differs at a moment."""
        words = []
        if self._alignment is not None:
            for contour, unit in ((self._alignment.semitones, "st"), (self._alignment.level_db, "dB")):
                value = value_at(contour, cursor_s)
                if value is not None:
                    words.append(f"{signed(value)} {unit}")
        self.head.values.setText(" · ".join(words))

    def _dress(self) -> None:
        self.semitones.dress()
        self.level.dress()


class _DifferenceLane:
    def __init__(self, stack: LaneStack, ink: str, unit: str, least: float) -> None:
        self._stack, self._unit, self._least = stack, unit, least
        self.lane: Lane = stack.add_lane(1.0, _LEAST_PX)
        self._zero = Track(self.lane.area, "line", 1.0)
        self._track = Track(self.lane.area, ink, 1.5)
        stack.spanned.connect(self._show_span)
        self.dress()

    def show_contour(self, contour: Contour | None, note: str) -> None:
        self.lane.show_note(note)
        if contour is None:
            self._track.clear()
            self._zero.clear()
            self.lane.show_labels()
            return
        values = np.abs(contour.values[contour.present])
        reach = max(self._least, float(ceil(np.percentile(values, 98)))) if len(values) else self._least
        limits = Limits(-reach, reach)
        self._track.show_contour(contour, limits, self.lane.span)
        ends_s = contour.times_s[[0, -1]]
        self._zero.show_contour(Contour(ends_s, np.zeros_like(ends_s), np.ones(2, np.bool_)), limits, self.lane.span)
        labels = [Label(1.0, signed(reach, 0)), Label(0.0, signed(-reach, 0))]
        self.lane.show_labels(labels, [Label(0.5, self._unit)])

    def _show_span(self) -> None:
        self._zero.show_span(self.lane.span)
        self._track.show_span(self.lane.span)

    def dress(self) -> None:
        ratio = self._stack.devicePixelRatioF()
        self._zero.dress(ratio)
        self._track.dress(ratio)
