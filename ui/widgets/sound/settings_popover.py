"""The small sheet of the desk's settings: how the spectrogram is made, and between which limits a pitch is searched."""

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QFrame, QSpinBox, QVBoxLayout, QWidget

from genmu_studio.sounds.spectrogram import SpectrogramSettings
from scoring.errors import UserError
from ui.models.sound_settings import (
    HIGHEST_PITCH_HZ,
    LOWEST_PITCH_HZ,
    NARROWEST_RANGE_DB,
    WIDEST_RANGE_DB,
    SoundSettings,
)
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.sound.sound_words import rate_words
from ui.widgets.tips import tip

_WINDOWS_S = (0.003, 0.005, 0.01, 0.02, 0.03, 0.05)
_HIGHEST_HZ = (4000.0, 5000.0, 8000.0, 12000.0, 16000.0, 24000.0)
_EMPHASES_DB = (0.0, 6.0)
_FIRST_FLOOR_HZ, _FIRST_CEILING_HZ = 75, 500


class SettingsPopover(QFrame):
    """`changed` carries the settings that a person chose."""

    changed = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("card", True)
        self.setAccessibleName("How sounds are measured")
        self._settings = SoundSettings()
        self._shows = False
        self.window_s = _choice("Window", "Short windows show pulses, long ones harmonics")
        self.window_shape = _choice("Window shape", "Gaussian has no side lobes; Hann is sharper at the same length")
        self.highest_hz = _choice("Highest frequency", "Of the spectrogram, cut at half the sampling rate")
        self.range_db = _number("Dynamic range", "What lies so far below the loudest is blank", " dB")
        self.range_db.setRange(round(NARROWEST_RANGE_DB), round(WIDEST_RANGE_DB))
        self.range_db.setSingleStep(5)
        self.emphasis = _choice("Emphasis", "Raises what lies above 1 kHz, where speech is weak")
        self.finds = QCheckBox("find for each voice")
        self.finds.setAccessibleName("Find the limits of pitch for each voice")
        self.finds.setToolTip("Floor 0.75 of the lower quartile, ceiling 1.5 of the upper one, as they are scored")
        self.floor_hz = _number("Pitch floor", "No pitch is searched below", " Hz")
        self.ceiling_hz = _number("Pitch ceiling", "No pitch is searched above", " Hz")
        for box in (self.floor_hz, self.ceiling_hz):
            box.setRange(round(LOWEST_PITCH_HZ), round(HIGHEST_PITCH_HZ))
            box.setSingleStep(5)
        self._problem = label("", "bad")
        self._bandwidth = label("", "muted")
        for length_s in _WINDOWS_S:
            self.window_s.addItem(f"{1000 * length_s:g} ms", length_s)
        for shape in ("gaussian", "hann"):
            self.window_shape.addItem(shape.capitalize(), shape)
        for hz in _HIGHEST_HZ:
            self.highest_hz.addItem(rate_words(round(hz)), hz)
        for db in _EMPHASES_DB:
            self.emphasis.addItem("none" if db == 0 else f"+{db:g} dB per octave", db)
        self._lay_out()
        self.show_settings(self._settings)
        for combo in (self.window_s, self.window_shape, self.highest_hz, self.emphasis):
            combo.activated.connect(self._read)
        for box in (self.range_db, self.floor_hz, self.ceiling_hz):
            box.valueChanged.connect(self._read)
        self.finds.toggled.connect(self._read)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GRID_PX)
        form.setVerticalSpacing(GRID_PX - 2)
        form.addRow(label("Spectrogram", "heading"))
        form.addRow("Window", self.window_s)
        form.addRow("Shape", self.window_shape)
        form.addRow("", self._bandwidth)
        form.addRow("Up to", self.highest_hz)
        form.addRow("Dynamic range", self.range_db)
        form.addRow("Emphasis", self.emphasis)
        form.addRow(label("Pitch", "heading"))
        form.addRow("Limits", self.finds)
        form.addRow("Floor", self.floor_hz)
        form.addRow("Ceiling", self.ceiling_hz)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID_PX, GRID_PX + 4, 2 * GRID_PX, GRID_PX + 4)
        column.addLayout(form)
        column.addWidget(self._problem)
        self._problem.hide()

    def show_settings(self, settings: SoundSettings) -> None:
        """Show what is so."""
        self._settings = settings
        self._shows = True
        spectrum = settings.spectrum
        _select(self.window_s, spectrum.window_s, f"{1000 * spectrum.window_s:g} ms")
        _select(self.window_shape, spectrum.window, spectrum.window)
        _select(self.highest_hz, spectrum.high_hz, f"{spectrum.high_hz:g} Hz")
        _select(self.emphasis, spectrum.emphasis_db_per_octave, f"{spectrum.emphasis_db_per_octave:g} dB per octave")
        self.range_db.setValue(round(settings.range_db))
        found = settings.floor_hz is None or settings.ceiling_hz is None
        self.finds.setChecked(found)
        if not found:
            self.floor_hz.setValue(round(settings.floor_hz or 0))
            self.ceiling_hz.setValue(round(settings.ceiling_hz or 0))
        elif not self.floor_hz.isEnabled() or self.floor_hz.value() == self.floor_hz.minimum():
            self.floor_hz.setValue(_FIRST_FLOOR_HZ)
            self.ceiling_hz.setValue(_FIRST_CEILING_HZ)
        for box in (self.floor_hz, self.ceiling_hz):
            box.setEnabled(not found)
        self._bandwidth.setText(f"bandwidth {spectrum.bandwidth_hz:.0f} Hz at −3 dB")
        self._shows = False

    def _read(self) -> None:
        if self._shows:
            return
        try:
            spectrum = SpectrogramSettings(
                window_s=self.window_s.currentData(),
                window=self.window_shape.currentData(),
                high_hz=self.highest_hz.currentData(),
                emphasis_db_per_octave=self.emphasis.currentData(),
            )
            wanted = replace(self._settings, spectrum=spectrum, range_db=float(self.range_db.value()))
            found = self.finds.isChecked()
            limits = (None, None) if found else (float(self.floor_hz.value()), float(self.ceiling_hz.value()))
            wanted = wanted.with_pitch(*limits)
        except UserError as error:
            self._problem.setText(str(error))
            self._problem.show()
            return
        self._problem.hide()
        if wanted != self._settings:
            self.show_settings(wanted)
            self.changed.emit(wanted)

    def open_below(self, widget: QWidget) -> None:
        """Open below a button, within its screen."""
        self.adjustSize()
        corner = widget.mapToGlobal(QPoint(0, widget.height() + 4))
        room = widget.screen().availableGeometry()
        x = min(corner.x(), room.right() - self.width())
        y = min(corner.y(), room.bottom() - self.height())
        self.move(max(x, room.left()), max(y, room.top()))
        self.show()
        self.window_s.setFocus(Qt.FocusReason.PopupFocusReason)


def _choice(name: str, hint: str) -> QComboBox:
    made = QComboBox()
    made.setAccessibleName(name)
    made.setToolTip(tip(hint))
    return made


def _number(name: str, hint: str, suffix: str) -> QSpinBox:
    made = QSpinBox()
    made.setAccessibleName(name)
    made.setToolTip(tip(f"{hint} (↑ and ↓: a step)"))
    made.setSuffix(suffix)
    made.setKeyboardTracking(False)
    return made


def _select(combo: QComboBox, value: object, text: str) -> None:
    place = combo.findData(value)
    if place < 0:
        combo.addItem(text, value)
        place = combo.count() - 1
    combo.setCurrentIndex(place)
