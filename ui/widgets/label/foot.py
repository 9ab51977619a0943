"""The foot of the desk: its keys, that answers are kept before the next item shows, and how the work goes."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ui.actions import Actions, readable
from ui.labelling.session import LabelSession
from ui.numbers import count
from ui.theme import GRID_PX
from ui.widgets.basics import label, restyle
from ui.widgets.elided import ElidedLabel
from ui.widgets.label.keyed_button import key_cap
from ui.widgets.tips import tip

PROMISE = "every answer is saved before the next item shows"
# What is said of the keys of an item: of a picture, of a sound, of two, of several questions, of any
_ZOOM = (("zoom", ""),)
_PLAY = (("play", "label_play"),)
_TWO = (("A", "label_hear_a"), ("B", "label_hear_b"))
_QUESTIONS = (("question", "label_question_down"),)
_ANY = (("skip with reason", "label_skip"), ("previous", "label_previous"))
_WHEEL = "Ctrl wheel"
_DOT = " · "


class DeskFoot(QWidget):
    """Keys on the left, the promise beside them."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._keys = QHBoxLayout()
        self._keys.setSpacing(GRID_PX - 2)
        self._promise = label(PROMISE, "muted")
        self._promise.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._promise.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addLayout(self._keys)
        row.addWidget(self._promise, 1)

    def begin(self, session: LabelSession) -> None:
        """Show the keys that the items of a session have, as they are now."""
        self.end()
        entries, questions = session.queue.entries, session.queue.questions
        media = entries[0].media if entries else ()
        sounds = any(each.kind == "audio" for each in media)
        shown = (_PLAY if sounds else _ZOOM) + (_TWO if len(media) > 1 else ())
        for words, name in shown + _ANY + (_QUESTIONS if len(questions) > 1 else ()):
            keys = self._actions.keys_of(name) if name else (_WHEEL,)
            self._keys.addWidget(label(words, "muted"))
            self._keys.addWidget(key_cap((readable(keys[0]) if name else keys[0]).replace("+", " ") if keys else "–"))
            self._keys.addSpacing(GRID_PX)
        self._fit()

    def end(self) -> None:
        """Show no keys."""
        while (item := self._keys.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Promise where there is room for all of it."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.width() - self._keys.sizeHint().width()
        self._promise.setText(PROMISE if room >= QFontMetrics(self.font()).horizontalAdvance(PROMISE) else "")


class Pacing(QWidget):
    """How long an item takes, how long the rest will take, when a break comes, and when it was saved last."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: Sequence[str] = ()
        self._pace = ElidedLabel("", "muted")
        self._saved = label("", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._pace, 1)
        row.addWidget(self._saved)

    @property
    def words(self) -> str:
        """What it says of the pace."""
        return self._pace.text()

    @property
    def saved(self) -> str:
        """What it says of the last answer."""
        return self._saved.text()

    def follow(self, session: LabelSession) -> None:
        """Show how the session goes."""
        self._parts = pace_words(session)
        pen = session.pen
        if pen.refusal is not None:
            self._saved.setText("not saved")
        else:
            self._saved.setText("" if pen.saved_at is None else f"saved {pen.saved_at:%H:%M:%S}")
        restyle(self._saved, "muted" if pen.refusal is None else "alarm")
        self._fit()

    def _fit(self) -> None:
        """Show as much as there is room for; the first part is what one can do without."""
        room = self.width() - self._saved.sizeHint().width() - GRID_PX
        metrics = QFontMetrics(self.font())
        wordings = [_DOT.join(self._parts[first:]) for first in range(len(self._parts))]
        fitting = (each for each in wordings if metrics.horizontalAdvance(each) <= room)
        self._pace.show_text(next(fitting, wordings[-1] if wordings else ""))
        self._pace.setToolTip(tip(_DOT.join(self._parts)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def end(self) -> None:
        """Show nothing."""
        self._parts = ()
        self._fit()
        self._saved.setText("")


def pace_words(session: LabelSession) -> Sequence[str]:
    """Return "3.4 s per item", "about 22 min left", "next break in 36 items", as far as that is known."""
    rhythm = session.rhythm
    left = len(session.queue.entries) - session.finished
    parts = []
    if rhythm.seconds_each is not None:
        parts.append(f"{rhythm.seconds_each:.1f} s per item")
    seconds = rhythm.seconds_for(left)
    if seconds and left:
        parts.append(f"about {roughly(seconds)} left")
    until = rhythm.until_break
    if until is not None and left > until > 0:
        parts.append(f"next break in {count(until, 'item')}")
    return parts or [f"{count(left, 'item')} left"]


def roughly(seconds: float) -> str:
    """Return a time to come as one says it: "40 s", "22 min", "1 h 5 min"."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
