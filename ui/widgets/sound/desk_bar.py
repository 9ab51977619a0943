"""The line above the panes: aligned times, a reference, which panes are shown and how they are measured, the zoom."""

from collections.abc import Sequence
from dataclasses import asdict, replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from genmu_studio.reference_pictures import ReferencePicture
from ui.actions import Actions
from ui.models.sound_settings import Panes, SoundSettings
from ui.models.sound_view import SoundView
from ui.theme import GRID_PX
from ui.widgets.action_tool import ActionTool
from ui.widgets.basics import label, literal
from ui.widgets.explained_tool import ExplainedTool
from ui.widgets.sound.lane_items import Limits
from ui.widgets.sound.settings_popover import SettingsPopover
from ui.widgets.sound.sound_words import seconds

_NAME_LETTERS = 48


class DeskBar(QWidget):
    """`settings_changed` carries other settings, `reference_chosen` a reference or None."""

    settings_changed = Signal(object)
    reference_chosen = Signal(object)

    def __init__(self, actions: Actions, view: SoundView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._settings = SoundSettings()
        self.align = ExplainedTool(actions["align_times"], "Align times")
        self.reference = ExplainedTool(actions["show_reference"], "Reference")
        self.reference.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self._references = QMenu(self.reference)
        self._references.setAccessibleName("References of the identity")
        self.reference.setMenu(self._references)
        self.panes = _menu_button("Panes", "Which panes of each sound are shown")
        self._pane_menu = QMenu(self.panes)
        self.panes.setMenu(self._pane_menu)
        self._pane_actions = {name: self._pane_action(name) for name in asdict(Panes())}
        self.measuring = QToolButton()
        self.measuring.setAccessibleName("How sounds are measured")
        self.popover = SettingsPopover(self)
        self.popover.changed.connect(self.settings_changed)
        self.measuring.clicked.connect(lambda *_: self.popover.open_below(self.measuring))
        self.zoom = label("", "muted")
        self.zoom.setToolTip("How much of the time axis is shown")
        for chip in (self.align, self.reference):
            chip.setProperty("chip", True)
        self.reference.setStyleSheet("padding-right: 20px;")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID_PX - 2)
        for tool in (self.align, self.reference, self.panes, self.measuring):
            row.addWidget(tool)
        row.addStretch(1)
        row.addWidget(self.zoom)
        fit = ActionTool(actions["zoom_fit"])
        fit.setProperty("tight", True)
        row.addWidget(fit)
        view.shown_changed.connect(self._say_zoom)
        self.show_settings(self._settings, None)

    def _pane_action(self, name: str) -> QAction:
        action = self._pane_menu.addAction(name.capitalize())
        action.setCheckable(True)
        action.toggled.connect(lambda on: self._show_pane(name, on))
        return action

    def _show_pane(self, name: str, on: bool) -> None:
        panes = replace(self._settings.panes, **{name: on})
        if panes == self._settings.panes:
            return
        if panes == Panes(False, False, False, False):  # something is to be seen
            self._pane_actions[name].setChecked(True)
            return
        self.settings_changed.emit(replace(self._settings, panes=panes))

    def show_settings(self, settings: SoundSettings, pitch: Limits | None) -> None:
        """Show what is so. pitch : the limits that were searched, None while they are not known."""
        if settings != self._settings:
            self._settings = settings
            self.popover.show_settings(settings)
        for name, action in self._pane_actions.items():
            action.setChecked(getattr(settings.panes, name))
        is_found = settings.floor_hz is None or settings.ceiling_hz is None
        limits = f"{pitch.low:.0f}–{pitch.high:.0f} Hz" if pitch is not None else ("found" if is_found else "")
        self.measuring.setText(f"Pitch {limits} ▾")
        spectrum = settings.spectrum
        self.measuring.setToolTip(
            f"Spectrogram: {spectrum.window.capitalize()} window of {1000 * spectrum.window_s:g} ms, "
            f"{spectrum.bandwidth_hz:.0f} Hz wide, up to {spectrum.high_hz:g} Hz, {settings.range_db:g} dB. "
            f"Pitch: {'limits found for each voice' if is_found else f'searched in {limits}'}"
        )

    def show_references(self, references: Sequence[ReferencePicture], chosen: ReferencePicture | None) -> None:
        """Offer references of the identity."""
        self._references.clear()
        for each in references:
            name = each.path.rsplit("/", 1)[-1]
            action = self._references.addAction(
                literal(name[-_NAME_LETTERS:] + (f" · {each.code}" if each.code else ""))
            )
            action.setCheckable(True)
            action.setChecked(chosen is not None and each.id == chosen.id)
            action.triggered.connect(lambda _=False, reference=each: self.reference_chosen.emit(reference))
        self.reference.disable("" if references else "This identity has no reference")
        self.reference.setChecked(chosen is not None)

    def _say_zoom(self) -> None:
        view = self._view
        whole = "" if view.shows_all else f" of {seconds(view.length_s, 2)}"
        self.zoom.setText(f"{seconds(view.shown.length_s, 2)}{whole}" if view.length_s else "")


def _menu_button(text: str, hint: str) -> QToolButton:
    made = QToolButton()
    made.setText(text)
    made.setAccessibleName(text)
    made.setToolTip(hint)
    made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return made
