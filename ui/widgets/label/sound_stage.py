"""The sounds that are judged: one, or A and B and perhaps X, as panes on one time axis with a player below.

Nothing tells one from the other but its letter, and nothing tells what X is.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from genmu_studio.labelling.heard import Heard
from genmu_studio.settings import Settings
from ui.actions import Actions
from ui.theme import GRID_PX, current, watch
from ui.widgets.label.item_preloader import EntrySounds
from ui.widgets.label.sound_stage_bar import SoundBar
from ui.widgets.label.sound_stage_pane import SoundPane
from ui.widgets.label.sound_stage_player import BlindPlayer
from ui.widgets.sound.time_axis import TimeAxis

_LETTERS = ("A", "B", "X")
_GAP_PX = 4
_LEAST_PEAK = 0.01
_HEADROOM = 1.04


class SoundStage(QWidget):
    """Shows what is given; `changed` says that it plays, or was heard, otherwise than before."""

    changed = Signal()

    def __init__(self, actions: Actions, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.player = BlindPlayer(settings, self)
        self._must_play = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Sound")
        view = self.player.view
        self.single = SoundPane("", view, actions)
        self.panes = {letter: SoundPane(letter, view, actions) for letter in _LETTERS}
        self.axis = TimeAxis(view)
        self.bar = SoundBar(actions, self.player)
        self._frame = QFrame()
        self._frame.setObjectName("panes")
        player = self.player
        self._acts: Mapping[str, Callable[[], bool]] = {
            "play": player.toggle,
            "hear_a": partial(player.hear, "A"),
            "hear_b": partial(player.hear, "B"),
            "hear_x": partial(player.hear, "X"),
            "back": partial(player.skip, -1),
            "forward": partial(player.skip, 1),
            "loop": player.toggle_loop,
            "fit": view.show_all,
            "actual": view.show_selection,
            "zoom_in": partial(self._zoom, 1),
            "zoom_out": partial(self._zoom, -1),
            "pan_left": partial(view.pan_steps, -1),
            "pan_right": partial(view.pan_steps, 1),
        }
        self._lay_out()
        self.player.changed.connect(self._follow)
        self.player.heard_more.connect(self._follow_heard)
        watch().changed.connect(self._dress)
        self._dress()

    def _lay_out(self) -> None:
        panes = QVBoxLayout(self._frame)
        panes.setContentsMargins(1, 4, 1, 2)
        panes.setSpacing(_GAP_PX)
        for pane in (self.single, *self.panes.values()):
            panes.addWidget(pane, 1)
            pane.hide()
        panes.addWidget(self.axis)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX)
        column.addStretch(1)
        column.addWidget(self._frame, 100)
        column.addWidget(self.bar)
        column.addStretch(1)

    # ---- what is shown ----

    def show_sounds(self, entry: EntrySounds, heard: Heard, *, must_play: bool) -> None:
        """Show other sounds. heard : what was heard of them before. must_play : mark what was heard."""
        self._must_play = must_play
        self.player.begin(entry, heard)
        sounds = dict(zip(_LETTERS, entry.sounds, strict=False))
        is_single = len(sounds) == 1
        peak = max(_LEAST_PEAK, *(each.sound.peak for each in entry.sounds)) * _HEADROOM
        self.single.setVisible(is_single)
        self.single.show_sound(entry.sounds[0] if is_single else None, peak)
        for letter, pane in self.panes.items():
            pane.setVisible(not is_single and letter in self.player.sources)
            pane.show_sound(None if is_single else sounds.get(letter), peak)
        self._take_room()
        self.setAccessibleName("Sound" if is_single else f"Sounds {_listed(self.player.sources)}")
        self._follow()
        self._follow_heard()

    def _take_room(self) -> None:
        """Be no higher than the panes can be, so that a single sound lies in the middle of the stage."""
        shown = [pane for pane in (self.single, *self.panes.values()) if not pane.isHidden()]
        panes_px = sum(pane.maximumHeight() + _GAP_PX for pane in shown)
        self._frame.setMaximumHeight(panes_px + self.axis.height() + 2 * GRID_PX)

    def clear(self) -> None:
        """Show nothing, keep nothing, and be silent."""
        self.player.clear()
        for pane in (self.single, *self.panes.values()):
            pane.show_sound(None, 1.0)
            pane.show_heard((), 0.0)
            pane.hide()

    def why_not_yet(self) -> str:
        """Return why the sounds may not be judged yet, "" where they may."""
        player = self.player
        unheard = player.unheard if self._must_play else ()
        if player.playing.trouble is not None and (unheard or not player.has_heard_any):
            return "This sound cannot be played here: skip it, with the reason"
        if not unheard:
            return ""
        which = "it" if len(player.sources) == 1 else _listed(unheard)
        return f"Listen to all of {which} first"

    # ---- what a person does ----

    def act(self, name: str) -> bool:
        """Do an action of the desk by its name without "label_"; whether there was something to do."""
        does = self._acts.get(name)
        return does is not None and does()

    def _zoom(self, steps: int) -> bool:
        self.player.view.zoom(steps)
        return True

    # ---- following the player ----

    def _follow(self) -> None:
        for letter, pane in self.panes.items():
            pane.show_selected(letter == self.player.playing.source)
        self.changed.emit()

    def _follow_heard(self) -> None:
        player = self.player
        for source, length_s in player.lengths_s.items():
            pane = self.single if len(player.sources) == 1 else self.panes[source]
            pane.show_heard(player.heard.of(source) if self._must_play else (), length_s if self._must_play else 0.0)
            pane.say_heard(f"{100 * player.share_of(source):.0f} % heard" if self._must_play else "")
        self.changed.emit()

    # ---- looks ----

    def hideEvent(self, event: QHideEvent) -> None:
        """Fall silent where the sounds are left, but not where the window is put away."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.player.leave()

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


def _listed(letters: Sequence[str]) -> str:
    """Return letters as a sentence has them: "A, B and X"."""
    *before, last = letters
    return f"{', '.join(before)} and {last}" if before else last
