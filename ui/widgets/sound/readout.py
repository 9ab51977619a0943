"""The line below the time axis: where the cursor is, what is selected, what repeats, and how the grey was made."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.models.sound_settings import SoundSettings
from ui.models.sound_view import SoundView, Span
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.elided import ElidedLabel
from ui.widgets.sound.lane import LEFT_PX, RIGHT_PX
from ui.widgets.sound.sound_words import seconds

_SAMPLES_SEEN_S = 0.1  # where less is shown, samples can be told apart


class Readout(QWidget):
    """Follows the view."""

    def __init__(self, view: SoundView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.cursor_words = label()
        self.selection_words = label("", "muted")
        self.loop_words = label("", "good")
        self._stated = ElidedLabel("", "muted")
        self._stated.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(round(LEFT_PX), 2, round(RIGHT_PX), 4)
        row.setSpacing(2 * GRID_PX)
        for widget in (self.cursor_words, self.selection_words, self.loop_words):
            row.addWidget(widget)
        row.addWidget(self._stated, 1)
        view.cursor_moved.connect(self._say)
        view.shown_changed.connect(self._say)
        view.selection_changed.connect(self._say)
        view.loop_changed.connect(self._say)

    def state_settings(self, settings: SoundSettings) -> None:
        """Say how the spectrogram was made."""
        spectrum = settings.spectrum
        stated = (
            f"spectrogram {spectrum.window.capitalize()} {1000 * spectrum.window_s:g} ms · {settings.range_db:g} dB"
        )
        self._stated.show_text(stated if settings.panes.spectrogram else "")

    def _say(self) -> None:
        view = self._view
        if not view.length_s:
            for each in (self.cursor_words, self.selection_words, self.loop_words):
                each.setText("")
            return
        decimals = 3 if view.shown.length_s > _SAMPLES_SEEN_S else 5
        self.cursor_words.setText(f"{seconds(view.cursor_s, decimals)} · sample {view.cursor_frame}")
        selected = view.selection
        words = "" if selected is None else f"selected {seconds(selected.length_s)} ({_ends(selected)})"
        self.selection_words.setText(words)
        ends = view.loop_ends
        on = "loop" if view.loop is not None else "loop off"
        self.loop_words.setText("" if ends is None else f"{on} {_ends(ends)}")


def _ends(span: Span) -> str:
    return f"{span.start_s:.3f}–{span.end_s:.3f}"
