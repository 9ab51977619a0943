"""The line above the panes of a sound: which it is, what is wrong with it, and what it is like at the cursor."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from genmu_studio.sounds.opening import Sound, Unopened
from scoring.codes import CodeClass
from ui.theme import GRID_PX, current, watch
from ui.widgets.basics import label
from ui.widgets.elided import ElidedLabel
from ui.widgets.sound.lane import LEFT_PX, RIGHT_PX
from ui.widgets.sound.sound_words import details
from ui.widgets.tips import tip

_DETAILS_PX = 64
_VALUES_PX = 190  # of the longest, so that nothing moves while the cursor does


class BlockHead(QWidget):
    """One line. ink : the colour of the side, as a token."""

    def __init__(self, ink: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ink = ink
        self._said: tuple[Sound | Unopened | None, ...] = ()
        self._name = label()
        self._details = ElidedLabel("", "muted", QSizePolicy.Policy.Maximum)
        self._details.setMinimumWidth(_DETAILS_PX)
        self._codes = QWidget()
        self._code_row = QHBoxLayout(self._codes)
        self._code_row.setContentsMargins(0, 0, 0, 0)
        self._code_row.setSpacing(GRID_PX // 2)
        self._sentence = ElidedLabel("", "muted")
        self.values = _Values()
        row = QHBoxLayout(self)
        row.setContentsMargins(round(LEFT_PX), 2, round(RIGHT_PX), 1)
        row.setSpacing(GRID_PX)
        for widget in (self._name, self._details, self._codes):
            row.addWidget(widget)
        row.addWidget(self._sentence, 1)
        row.addWidget(self.values)
        watch().changed.connect(self.dress)
        self.dress()

    @property
    def name(self) -> str:
        """What the sound is called."""
        return self._name.text()

    @property
    def codes(self) -> list[str]:
        """What is said to be wrong with it."""
        items = [self._code_row.itemAt(number) for number in range(self._code_row.count())]
        found = [item.widget() for item in items if item is not None]
        return [each.text() for each in found if isinstance(each, QLabel)]

    @property
    def sentence(self) -> str:
        """What that means, in words."""
        return self._sentence.text()

    def show_name(self, name: str, hint: str = "") -> None:
        """Say which sound it is."""
        self._name.setText(name)
        self._name.setToolTip(tip(hint))

    def show_sound(self, sound: Sound | Unopened | None) -> None:
        """Say what the sound is like, or why it does not open; None while it is read."""
        if self._said == (sound,):
            return
        self._said = (sound,)
        if isinstance(sound, Sound):
            self._describe(details(sound))
            self._show_codes([(remark.code, remark.code_class is CodeClass.FAILURE) for remark in sound.remarks])
            self._say("; ".join([*(remark.sentence for remark in sound.remarks), *sound.notes]))
        elif isinstance(sound, Unopened):
            self._describe("")
            self._show_codes([(sound.code, True)])
            self._say(sound.sentence)
        else:
            self._describe("reading…")
            self._show_codes([])
            self._say("")

    def show_words(self, words: str) -> None:
        """Say something in place of what a sound is like."""
        self._said = ()
        self._describe(words)
        self._show_codes([])
        self._say("")

    def _describe(self, words: str) -> None:
        self._details.show_text(words)
        self._details.setVisible(bool(words))

    def _say(self, sentence: str) -> None:
        self._sentence.show_text(sentence)

    def _show_codes(self, codes: list[tuple[str, bool]]) -> None:
        while (item := self._code_row.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for code, is_failure in codes:
            chip = label(code)
            chip.setProperty("failure", is_failure)
            chip.setAccessibleName(f"{'Failure' if is_failure else 'Flag'} {code}")
            self._code_row.addWidget(chip)
        self._codes.setVisible(bool(codes))
        self.dress()

    def dress(self) -> None:
        """Take the colours of the theme."""
        tokens = current()
        self._name.setStyleSheet(f"color: {getattr(tokens, self._ink)}; font-weight: 600;")
        for chip in self._codes.findChildren(QLabel):
            ink = tokens.bad if chip.property("failure") else tokens.what_if
            chip.setStyleSheet(
                f"color: {ink}; border: 1px solid {ink}; border-radius: 3px; padding: 0px 4px; font-size: 11px;"
            )


class _Values(ElidedLabel):
    """What is so at the cursor, at the right end."""

    def __init__(self) -> None:
        super().__init__("", "muted", QSizePolicy.Policy.Maximum)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setToolTip("At the cursor: pitch, semitones re the median of this sound, level re full scale")

    def sizeHint(self) -> QSize:
        """Ask for the room of the longest values."""
        return QSize(_VALUES_PX, super().sizeHint().height())
