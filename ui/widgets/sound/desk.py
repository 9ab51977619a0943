"""The listening desk: original above unlearned, and a reference, on one time axis; what a player needs lies below."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFocusEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from genmu_studio.media_keys import MediaKey
from genmu_studio.reference_pictures import ReferencePicture
from genmu_studio.sounds.aligning import Alignment
from genmu_studio.sounds.measuring import Unmeasured
from genmu_studio.sounds.opening import Unopened
from ui.actions import Actions
from ui.models.sound_settings import SoundSettings, restored
from ui.models.sound_store import AlignmentKey, SoundStore
from ui.models.sound_view import SoundView
from ui.theme import GRID_PX, current, watch
from ui.widgets.sound.block import SoundBlock
from ui.widgets.sound.desk_bar import DeskBar
from ui.widgets.sound.desk_scales import scales_of
from ui.widgets.sound.difference_block import DifferenceBlock
from ui.widgets.sound.lane import LEFT_PX, RIGHT_PX
from ui.widgets.sound.readout import Readout
from ui.widgets.sound.time_axis import TimeAxis

_REST_MS = 150
_CURSOR_STEP_PX = 4


class SoundDesk(QWidget):
    """Shows a pair of sounds; what acts returns whether there was something to do.

    view : the cursor, selection and loop, for a player to follow and to set. store : the sounds, where they are open.
    `add_below` takes what stands below the panes.
    """

    def __init__(self, actions: Actions, store: SoundStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.view = SoundView(self)
        self.settings = SoundSettings()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._has_pair = False
        self._wants_align = self._wants_reference = False
        self._aligned: Alignment | Unmeasured | None = None
        self._references: tuple[ReferencePicture, ...] = ()
        self._reference: ReferencePicture | None = None
        self.bar = DeskBar(actions, self.view)
        self.original = SoundBlock("Original", "original", self.view)
        self.unlearned = SoundBlock("Unlearned", "unlearned", self.view)
        self.reference = SoundBlock("Reference", "text", self.view)
        self.difference = DifferenceBlock(self.view)
        self.axis = TimeAxis(self.view)
        self.readout = Readout(self.view)
        self._frame = QFrame()
        self._frame.setObjectName("panes")
        self._axis_column = QVBoxLayout()
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._ask)
        self._lay_out()
        self._connect()
        self._dress()

    def _lay_out(self) -> None:
        blocks = QWidget()
        column = QVBoxLayout(blocks)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        for block, share in ((self.original, 4), (self.unlearned, 4), (self.difference, 2), (self.reference, 4)):
            column.addWidget(block, share)
        self._scroll.setWidget(blocks)
        for each in (self._scroll.viewport(), blocks):
            each.setAutoFillBackground(False)
        panes = QVBoxLayout(self._frame)
        panes.setContentsMargins(1, 4, 1, 2)
        panes.setSpacing(2)
        panes.addWidget(self._scroll, 1)
        panes.addLayout(self._axis_column)
        self._axis_column.setSpacing(2)
        self._axis_column.addWidget(self.axis)
        self._axis_column.addWidget(self.readout)
        self._below = QVBoxLayout(self)
        self._below.setContentsMargins(0, 0, 0, 0)
        self._below.setSpacing(GRID_PX)
        self._below.addWidget(self.bar)
        self._below.addWidget(self._frame, 1)
        self.reference.hide()

    def _connect(self) -> None:
        self._scroll.verticalScrollBar().rangeChanged.connect(self._make_room)
        self.store.ready.connect(self._ask)
        self.view.shown_changed.connect(self._rest.start)
        self.view.cursor_moved.connect(self._say_values)
        self.bar.settings_changed.connect(self.set_settings)
        self.bar.reference_chosen.connect(self._choose_reference)
        self.bar.align.clicked.connect(self.toggle_align)
        self.bar.reference.clicked.connect(self.toggle_reference)
        watch().changed.connect(self._dress)

    def _make_room(self, _: int, most: int) -> None:
        """Let the axis end where the panes do, beside the bar that scrolls them."""
        bar = self._scroll.verticalScrollBar()
        self._axis_column.setContentsMargins(0, 0, bar.sizeHint().width() if most > 0 else 0, 0)

    def scroll_panes(self, pages: float) -> bool:
        """Look at panes further down, or up where negative; whether there were more."""
        bar = self._scroll.verticalScrollBar()
        before = bar.value()
        bar.setValue(round(before + pages * bar.pageStep()))
        return bar.value() != before

    def add_below(self, widget: QWidget) -> None:
        """Let a widget stand below the panes."""
        self._below.addWidget(widget)

    @property
    def blocks(self) -> list[SoundBlock]:
        """The sounds that are shown, from above."""
        sounds = [self.original, self.unlearned]
        return [*sounds, self.reference] if self._reference is not None else sounds

    # ---- which sounds ----

    def show_pair(
        self, original: MediaKey | None, unlearned: MediaKey | None, captions: Sequence[str] = ("", "")
    ) -> None:
        """Show another pair; None = there is no sample on that side. captions : what is said beside each name."""
        self._has_pair = True
        before = (self.original.answers.key, self.unlearned.answers.key)
        self.original.show_media(original, captions[0])
        self.unlearned.show_media(unlearned, captions[1])
        if before != (original, unlearned):
            self.view.begin()
            self._aligned = None
            self._references = ()
            self._show_reference(None)
        self._ask()

    def show_references(self, references: Sequence[ReferencePicture]) -> None:
        """Offer the references of the pair's identity; one is shown where that was wanted before."""
        self._references = tuple(references)
        kept = next(
            (each for each in references if self._reference is not None and each.id == self._reference.id), None
        )
        self._show_reference(kept or (self._first_reference() if self._wants_reference else None))
        self._ask()

    def _first_reference(self) -> ReferencePicture | None:
        usable = [each for each in self._references if not each.code]
        return next(iter(usable or self._references), None)

    def _choose_reference(self, reference: ReferencePicture) -> None:
        self._wants_reference = True
        self._show_reference(reference)
        self._ask()

    def toggle_reference(self) -> bool:
        """Show a reference of the identity below, or no longer; whether there is one."""
        self._wants_reference = self._reference is None and bool(self._references)
        self._show_reference(self._first_reference() if self._wants_reference else None)
        self._ask()
        return bool(self._references)

    def _show_reference(self, reference: ReferencePicture | None) -> None:
        self._reference = reference
        if reference is not None:
            self.reference.show_media(MediaKey("reference", reference.id), reference.identity, reference.path)
        self.reference.setVisible(reference is not None)
        self.bar.show_references(self._references, reference)

    # ---- asking and showing ----

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what is missing."""
        super().showEvent(event)
        self._ask()

    def _ask(self) -> None:
        if not (self._has_pair and self.isVisible()):
            return
        self.store.start()
        if self._wants_align:
            self._ask_alignment()
        for block in reversed(self.blocks):  # the newest wish is served first
            block.ask(self.store, self.settings)
        sounds = [block.answers.sound.sound for block in self.blocks if block.answers.sound is not None]
        if sounds:
            self.view.set_length(max(each.duration_s for each in sounds), sounds[0].rate)
        self._show_alignment()
        self._share_scales()
        self._say_values()

    def _share_scales(self) -> None:
        scales = scales_of([block.answers for block in self.blocks], self.settings)
        for block in self.blocks:
            block.set_scales(scales.peak, scales.band, scales.pitch, (scales.top_db, self.settings.range_db))
        self.bar.show_settings(self.settings, scales.pitch)
        self.readout.state_settings(self.settings)

    def set_settings(self, settings: SoundSettings) -> None:
        """Show other panes, or measure in another way."""
        old, self.settings = self.settings, settings
        for block in (self.original, self.unlearned, self.reference):
            block.answers.forget(old, settings)
        if (old.floor_hz, old.ceiling_hz) != (settings.floor_hz, settings.ceiling_hz):
            self._aligned = None
        self.bar.show_settings(settings, None)
        self._ask()

    def _say_values(self) -> None:
        for block in self.blocks:
            block.say_values(self.view.cursor_s)
        self.difference.say_values(self.view.cursor_s)
        said = [f"{block.head.name} {block.head.values.text()}" for block in self.blocks if block.head.values.text()]
        self.setAccessibleDescription("; ".join([self.readout.cursor_words.text(), *said]))

    # ---- aligned times ----

    @property
    def wants_align(self) -> bool:
        """Whether the unlearned sound is wanted on the time of the original."""
        return self._wants_align

    def toggle_align(self) -> bool:
        """Draw the unlearned sound on the time of the original, or no longer; whether both can be heard."""
        can = self._why_unaligned() == ""
        self._wants_align = can and not self._wants_align
        self._show_alignment()
        self._ask()
        return can

    def _why_unaligned(self) -> str:
        for side, block in (("original", self.original), ("unlearned", self.unlearned)):
            if isinstance(block.answers.opened, Unopened):
                return f"There is no {side} sound to align"
        return ""

    def _ask_alignment(self) -> None:
        original, unlearned = self.original.answers, self.unlearned.answers
        if self._aligned is None and original.sound and unlearned.sound and original.key and unlearned.key:
            limits = (self.settings.floor_hz, self.settings.ceiling_hz)
            self._aligned = self.store.get(AlignmentKey(original.key, unlearned.key, *limits))

    def _show_alignment(self) -> None:
        reason = self._why_unaligned()
        self.bar.align.disable(reason)
        is_on = self._wants_align and not reason
        self.bar.align.setChecked(is_on)
        found = self._aligned if is_on else None
        self.unlearned.set_alignment(found if isinstance(found, Alignment) else None)
        self.difference.show_alignment(found)
        self.difference.setVisible(is_on)

    # ---- what a person does ----

    def _pixel_s(self) -> float:
        width = self.axis.width() - LEFT_PX - RIGHT_PX
        return self.view.shown.length_s / width if width > 0 else 0.0

    def move_cursor(self, steps: int) -> bool:
        """Move the cursor by a few pixels, by a sample where those are fewer; whether it moved."""
        return self.view.move_cursor(steps * _CURSOR_STEP_PX * self._pixel_s())

    def extend_selection(self, steps: int) -> bool:
        """Move the end of the selection that the cursor is at."""
        return self.view.extend_selection(steps * _CURSOR_STEP_PX * self._pixel_s())

    # ---- looks and memory ----

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self._dress()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the focus left."""
        super().focusOutEvent(event)
        self._dress()

    def _dress(self) -> None:
        tokens = current()
        edge = tokens.accent if self.hasFocus() else tokens.line
        self._frame.setStyleSheet(
            f"#panes {{ background: {tokens.surface}; border: 1px solid {edge}; border-radius: 6px; }}"
        )

    def state(self) -> dict[str, object]:
        """Return how it is laid out."""
        return {"settings": self.settings.state(), "align": self._wants_align, "reference": self._wants_reference}

    def restore(self, state: object) -> None:
        """Lay out as `state` says; what it does not say, or says wrongly, stays."""
        if not isinstance(state, Mapping):
            return
        self._wants_align = state.get("align") is True
        self._wants_reference = state.get("reference") is True
        self.set_settings(restored(state.get("settings")))
