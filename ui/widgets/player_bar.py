"""The player below the panes: play, which sound, loop, speed, levels, the device, and why nothing is heard."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from genmu_studio.playback.deck import Source
from genmu_studio.settings import DEFAULT_DEVICE
from ui.actions import Actions
from ui.icons import icon
from ui.models.sound_view import SoundView
from ui.numbers import signed
from ui.playing import SPEEDS, Playing
from ui.theme import GRID_PX, current, watch
from ui.widgets.action_tool import ActionTool
from ui.widgets.basics import label, literal
from ui.widgets.elided import ElidedLabel
from ui.widgets.explained_tool import ExplainedTool
from ui.widgets.flow import FlowLayout
from ui.widgets.tips import tip

_NAMES: dict[Source, str] = {"A": "original", "B": "unlearned", "X": "blind", "R": "reference"}
_ACTIONS: dict[Source, str] = {"A": "hear_original", "B": "hear_unlearned", "X": "hear_blind", "R": "hear_reference"}
_INKS: dict[Source, str] = {"A": "original", "B": "unlearned", "X": "text", "R": "text"}
_TIME_PX = 108

T = TypeVar("T")


class PlayerBar(QFrame):
    """Shows `playing` and changes it; the loop is that of `view`."""

    def __init__(self, actions: Actions, playing: Playing, view: SoundView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._playing, self._view = playing, view
        self.setProperty("card", True)
        self.setAccessibleName("Player")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.play = ExplainedTool(actions["play"])
        self.play.setCheckable(False)
        self.play.clicked.connect(actions["play"].trigger)
        self.sources = {source: self._source_tool(actions, source) for source in _NAMES}
        self.back, self.forward = ActionTool(actions["skip_back"]), ActionTool(actions["skip_forward"])
        self.loop = ExplainedTool(actions["loop"], "Loop")
        self.loop.clicked.connect(self._toggle_loop)
        self.speed = _menu_tool("Speed", self._fill_speeds)
        self.speed.setToolTip(
            f"How fast it plays, the pitch kept ({actions['slower'].toolTip()}; {actions['faster'].toolTip()})"
        )
        self.levels = ExplainedTool(actions["match_levels"], "Match levels")
        self.levels.clicked.connect(actions["match_levels"].trigger)
        self._look = actions["look_for_devices"]
        self.device = _menu_tool("Output device", self._fill_devices)
        self.device.setProperty("flat", True)
        self.time = label()
        self.time.setMinimumWidth(_TIME_PX)
        self.time.setToolTip("Where the playhead is, and the length of the longest sound")
        self.gains = label("", "muted")
        self.gains.setToolTip("What was done to the level of each sound")
        self.notes = ElidedLabel("", "muted")
        self.notes.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.trouble = label("", "warning")
        self.trouble.setWordWrap(True)
        self.again = ActionTool(self._look, "Look again")
        self._trouble_line = QWidget()
        self._offers_reference = False
        self._lay_out()
        playing.changed.connect(self._follow)
        playing.moved.connect(self._say_time)
        view.loop_changed.connect(self._follow_loop)
        view.cursor_moved.connect(self._say_time)
        watch().changed.connect(self._dress)
        self._dress()
        self._follow()

    def _lay_out(self) -> None:
        buttons = QWidget()
        flow = FlowLayout(buttons)
        for widget in (self.play, *self.sources.values(), self.back, self.forward, self.loop, self.speed):
            widget.setProperty("tight", True)
            flow.addWidget(widget)
        self.levels.setProperty("chip", True)
        said = QHBoxLayout()
        said.setSpacing(GRID_PX)
        said.addWidget(self.time)
        said.addWidget(self.levels)
        said.addWidget(self.gains)
        said.addWidget(self.notes, 1)
        said.addWidget(self.device)
        row = QHBoxLayout(self._trouble_line)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.trouble, 1)
        row.addWidget(self.again)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID_PX + 2, GRID_PX - 2, GRID_PX + 2, GRID_PX - 4)
        column.setSpacing(GRID_PX // 2)
        column.addWidget(buttons)
        column.addLayout(said)
        column.addWidget(self._trouble_line)

    def _source_tool(self, actions: Actions, source: Source) -> ExplainedTool:
        made = ExplainedTool(actions[_ACTIONS[source]], f"{source} {_NAMES[source]}")
        made.clicked.connect(actions[_ACTIONS[source]].trigger)
        made.clicked.connect(lambda *_: self._follow())  # the button shows what is selected, not what was pressed
        if source == "X":
            menu = QMenu(made)
            menu.setAccessibleName("Blind comparison")
            for name in ("reveal_blind", "draw_blind"):
                menu.addAction(actions[name])
            made.setMenu(menu)
            made.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        return made

    # ---- what is so ----

    def offer_reference(self, is_there: bool) -> None:
        """Offer the reference also where it is not shown yet."""
        self._offers_reference = is_there
        self._follow()

    def _follow(self) -> None:
        playing = self._playing
        self.play.setIcon(icon("pause" if playing.playing else "play"))
        self.play.setAccessibleName("Pause" if playing.playing else "Play")
        available = {*playing.sources, *(("R",) if self._offers_reference else ())}
        for source, made in self.sources.items():
            made.disable("" if source in available else f"There is no {_NAMES[source]} sound")
            made.setChecked(source == playing.source and source in playing.sources)
        revealed = playing.revealed_x
        said = "blind" if revealed is None else f"is {revealed}"
        self.sources["X"].setText(f"X {said}")
        self.sources["X"].setAccessibleDescription(
            "Original or unlearned; it does not tell which" if revealed is None else f"X is {_NAMES[revealed]}"
        )
        self.speed.setText(f"{playing.speed:g} ×")
        self.levels.setChecked(playing.is_equally_loud)
        shows = playing.is_equally_loud and playing.source != "R"
        gains = [f"{letter} {signed(level.gain_db)} dB" for letter, level in playing.levels.items()]
        self.gains.setText("  ".join(gains) if shows else "")
        self.gains.setVisible(bool(self.gains.text()))
        notes = ["getting ready…"] if playing.is_preparing else playing.notes
        self.notes.setText(" · ".join(notes))
        self.notes.setToolTip(tip("\n".join(notes)))
        self._follow_device()
        self._follow_loop()
        self._say_time()

    def _follow_device(self) -> None:
        playing, speaker = self._playing, self._playing.speaker
        trouble, device = playing.trouble, speaker.device
        self._trouble_line.setVisible(trouble is not None)
        self.trouble.setText("" if trouble is None else f"▲ Nothing is heard: {trouble.reason}. {trouble.remedy}")
        if device is not None:
            name = device.name if speaker.wanted != DEFAULT_DEVICE else "default device"
            self.device.setText(literal(f"{name[-40:]} · {device.rate / 1000:g} kHz"))
            words = f"{device.name} ({device.host}), {device.rate} Hz, {'stereo' if device.channels == 2 else 'mono'}"
        else:
            self.device.setText("no device" if speaker.has_looked else "device…")
            words = "No device to play on" if speaker.has_looked else "Devices are looked for when there is a sound"
        self.device.setToolTip(tip(f"{words}\nThe volume is the system's"))
        self.device.setAccessibleName(f"Output device: {words}")

    def _follow_loop(self) -> None:
        ends = self._view.loop_ends
        self.loop.setChecked(self._view.loop is not None)
        # The ends stand in the line below the time axis: here they would push the other buttons about.
        self.loop.setAccessibleDescription("" if ends is None else f"{ends.start_s:.2f} to {ends.end_s:.2f} s")

    def _say_time(self) -> None:
        playing = self._playing
        self.time.setText(f"{playing.position_s:.2f} / {playing.duration_s:.2f} s")

    # ---- what a person does ----

    def _toggle_loop(self) -> None:
        self._view.toggle_loop()
        self._follow_loop()

    def _fill_speeds(self, menu: QMenu) -> None:
        menu.clear()
        for speed in SPEEDS:
            action = menu.addAction(f"{speed:g} ×")
            action.setCheckable(True)
            action.setChecked(speed == self._playing.speed)
            action.triggered.connect(partial(_choose, self._playing.set_speed, speed))

    def _fill_devices(self, menu: QMenu) -> None:
        menu.clear()
        speaker = self._playing.speaker
        names = [DEFAULT_DEVICE, *dict.fromkeys(device.name for device in speaker.devices)]
        if speaker.wanted not in names:
            names.append(speaker.wanted)
        for name in names:
            action = menu.addAction(literal("The system's default" if name == DEFAULT_DEVICE else name))
            action.setCheckable(True)
            action.setChecked(name == speaker.wanted)
            action.triggered.connect(partial(_choose, self._playing.choose_device, name))
        menu.addSeparator()
        menu.addAction(self._look)

    def hideEvent(self, event: QHideEvent) -> None:
        """Fall silent where the pair is left, but not where the window is put away."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._playing.leave()

    def _dress(self) -> None:
        tokens = current()
        for source, made in self.sources.items():
            ink = getattr(tokens, _INKS[source])
            room = "padding-right: 22px;" if source == "X" else ""
            made.setStyleSheet(
                f"QToolButton {{ color: {ink}; {room} }} QToolButton:disabled {{ color: {tokens.muted}; }} "
                f"QToolButton:checked {{ background: {tokens.surface}; color: {ink}; border: 2px solid {ink}; "
                f"padding: 4px 5px; {room} }} "
                f"QToolButton:focus {{ border-color: {tokens.accent}; }}"
            )
        self.play.setIcon(icon("pause" if self._playing.playing else "play"))


def _menu_tool(name: str, fill: Callable[[QMenu], None]) -> QToolButton:
    made = QToolButton()
    made.setAccessibleName(name)
    made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    menu = QMenu(made)
    menu.setAccessibleName(name)
    menu.aboutToShow.connect(lambda: fill(menu))
    made.setMenu(menu)
    return made


def _choose(choose: Callable[[T], object], value: T, _checked: bool = False) -> None:
    choose(value)
