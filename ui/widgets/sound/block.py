"""The panes of one sound: a line that says what it is, then waveform, spectrogram with pitch, intensity."""

from math import ceil

import numpy as np
from PySide6.QtWidgets import QVBoxLayout, QWidget

from genmu_studio.media_keys import MediaKey
from genmu_studio.sounds.aligning import Alignment
from genmu_studio.sounds.contours import Contour
from genmu_studio.sounds.measuring import Pitch, Unmeasured
from genmu_studio.sounds.opening import Unopened
from genmu_studio.sounds.spectrogram import Spectrogram
from ui.models.sound_settings import SoundSettings
from ui.models.sound_store import Opened, SoundStore
from ui.models.sound_view import SoundView, Span
from ui.theme import watch
from ui.widgets.sound.answers import WHOLE_COLUMNS, Answers
from ui.widgets.sound.block_head import BlockHead
from ui.widgets.sound.intensity_lane import IntensityLane
from ui.widgets.sound.lane import Clock
from ui.widgets.sound.lane_items import Limits
from ui.widgets.sound.lane_stack import GAP_PX, LaneStack
from ui.widgets.sound.outline_lane import OutlineLane
from ui.widgets.sound.sound_words import level_words, pitch_words
from ui.widgets.sound.spectrum_lane import SpectrumLane
from ui.widgets.sound.warp_links import WarpLinks

_WEIGHTS = (5.0, 9.0, 3.0)
_LINKS_PX = 22.0
_STRETCH_GRID = 8  # of what is shown: a small pan asks for nothing new
_PART_COLUMNS = 2048


class SoundBlock(QWidget):
    """Shows one sound of the desk. ink : the colour of its side, as a token."""

    def __init__(self, name: str, ink: str, view: SoundView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answers = Answers()
        self._name = name
        self._view = view
        self._alignment: Alignment | None = None
        self.head = BlockHead(ink)
        self.head.show_name(name)
        self.stack = LaneStack(view)
        self.outline = OutlineLane(self.stack, ink, _WEIGHTS[0])
        self.spectrum = SpectrumLane(self.stack, _WEIGHTS[1])
        self.intensity = IntensityLane(self.stack, ink, _WEIGHTS[2])
        self._links = WarpLinks(self.stack.sheet.scene, ink)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.stack, 1)
        self.setAccessibleName(f"Panes of the {name.lower()} sound")
        self.stack.spanned.connect(self._show_links)
        watch().changed.connect(self._dress)

    # ---- what is shown ----

    def show_media(self, key: MediaKey | None, caption: str, hint: str = "") -> None:
        """Show another sound; None = there is none."""
        self.head.show_name(f"{self._name} {caption}".strip(), hint)
        if key != self.answers.key or key is None:
            self.answers = Answers(key)
            self.set_alignment(None)

    def ask(self, store: SoundStore, settings: SoundSettings) -> None:
        """Show what is known, ask for what is missing."""
        answers, panes = self.answers, settings.panes
        answers.ask(store, settings)
        self._ask_part(store, settings)
        self.stack.set_shown(self.outline.lane, panes.waveform)
        self.stack.set_shown(self.spectrum.lane, panes.spectrogram or panes.pitch)
        self.stack.set_shown(self.intensity.lane, panes.intensity)
        self.head.show_sound(answers.opened.sound if isinstance(answers.opened, Opened) else answers.opened)
        self._show_outline()
        self._show_spectrum(settings)
        self._show_intensity()

    def _show_outline(self) -> None:
        opened = self.answers.opened
        if isinstance(opened, Unopened):
            self.outline.show_sound(None, f"✕ {opened.code}: {opened.sentence}", "bad")
        else:
            self.outline.show_sound(self.answers.sound, "reading the sound…")

    def _show_spectrum(self, settings: SoundSettings) -> None:
        answers, panes = self.answers, settings.panes
        whole = answers.whole if isinstance(answers.whole, Spectrogram) and panes.spectrogram else None
        self.spectrum.show_spectra(whole, answers.part if whole is not None else None)
        self.spectrum.show_pitch(answers.pitch if panes.pitch else None)
        notes = []
        if answers.sound is not None:
            if panes.spectrogram:
                notes.append(_note("spectrogram", answers.whole))
            if panes.pitch:
                notes.append(_note("pitch", answers.pitch))
        self.spectrum.lane.show_note(" · ".join(filter(None, notes)))

    def _show_intensity(self) -> None:
        intensity = self.answers.intensity
        self.intensity.show_contour(intensity if isinstance(intensity, Contour) else None, self._alignment)
        self.intensity.lane.show_note(_note("intensity", intensity) if self.answers.sound is not None else "")

    def _ask_part(self, store: SoundStore, settings: SoundSettings) -> None:
        """Ask for more columns where those of the whole sound are wider than pixels."""
        sound, shown = self.answers.sound, self._view.shown
        if sound is None or self._alignment is not None or shown.length_s <= 0:
            return
        wide = shown.length_s / max(1.0, self.stack.width() * self.stack.devicePixelRatioF())
        if sound.sound.duration_s / WHOLE_COLUMNS <= 1.5 * wide:
            self.answers.part = None
            return
        step_s = shown.length_s / _STRETCH_GRID
        start_s = max(0.0, (int(shown.start_s / step_s) - 1) * step_s)
        end_s = min(sound.sound.duration_s, (ceil(shown.end_s / step_s) + 1) * step_s)
        if start_s < end_s:
            self.answers.ask_part(store, settings, Span(start_s, end_s), _PART_COLUMNS)

    def set_scales(self, peak: float, band: Limits, pitch: Limits | None, grey: tuple[float, float]) -> None:
        """Take the axes that all sounds of the desk share."""
        self.outline.set_limits(peak)
        self.spectrum.show_band(band, pitch)
        self.spectrum.set_grey(*grey)

    # ---- aligned times ----

    def set_alignment(self, alignment: Alignment | None) -> None:
        """Draw on the time of the original; the waveform keeps its own, with lines that join the two."""
        if alignment is self._alignment:
            return
        self._alignment = alignment
        clocks = None if alignment is None else _clocks(alignment)
        self.outline.lane.set_clock(*(clocks or (None, None)))
        self.spectrum.set_alignment(alignment)
        self._show_intensity()
        self.stack.set_gap(self.outline.lane, GAP_PX if alignment is None else _LINKS_PX)
        self.stack.follow_marks()

    @property
    def is_aligned(self) -> bool:
        """Whether it is drawn on the time of the original."""
        return self._alignment is not None

    def own_time(self, view_s: float) -> float:
        """Return the moment of the sound that is at a moment of the view."""
        return view_s if self._alignment is None else float(self._alignment.to_unlearned(np.array([view_s]))[0])

    def _show_links(self) -> None:
        wave, below = self.outline.lane, self.spectrum.lane
        if self._alignment is not None and wave.is_shown and below.is_shown:
            self._links.show(self._alignment, wave, below)
        else:
            self._links.hide()

    # ---- cursor ----

    def say_values(self, cursor_s: float) -> None:
        """Say what the sound is like at a moment of the view."""
        at_s, answers = self.own_time(cursor_s), self.answers
        sound = answers.sound
        if sound is None or not 0 <= at_s <= sound.sound.duration_s:
            self.head.values.setText("" if sound is None else "after its end")
            return
        words = (pitch_words(answers.found_pitch, answers.f0_at(at_s)), level_words(answers.level_at(at_s)))
        self.head.values.setText(" · ".join(filter(None, words)))

    def _dress(self) -> None:
        for lane in (self.outline, self.spectrum, self.intensity):
            lane.dress()
        self._links.dress()


def _note(what: str, answer: object) -> str:
    """Return what to say in place of a curve: that it is computed, or why there is none."""
    if isinstance(answer, Unmeasured):
        return f"{what} not measurable: {answer.reason}"
    if answer is None:
        return f"computing {what}…"
    if isinstance(answer, Pitch) and answer.median_hz is None:
        return "no voice was found"
    return ""


def _clocks(alignment: Alignment) -> tuple[Clock, Clock]:
    return (
        lambda view_s: float(alignment.to_unlearned(np.array([view_s]))[0]),
        lambda own_s: float(alignment.to_original(np.array([own_s]))[0]),
    )
