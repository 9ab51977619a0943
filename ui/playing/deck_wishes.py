"""Decks that are wished for: made off the GUI thread, the last ones only."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal

from genmu_studio.playback.deck import Letter
from genmu_studio.sounds.opening import Sound
from ui.playing.decks import Decks, prepare_decks
from ui.questions import MovedOnError, Questions
from ui.widgets.worker_lane import WorkerLane


class _Wish:
    """Decks that are asked for: of which sounds, and how. is_current : False once others are wanted."""

    def __init__(self, sounds: Mapping[Letter, Sound], rate: int, channels: int, speed: float, loud: bool) -> None:
        self.what = (tuple(sounds.items()), rate, channels, speed, loud)
        self.is_current = True
        self.question = partial(prepare_decks, dict(sounds), rate, channels, speed, loud=loud)

    def answer(self) -> Decks:
        """Make the decks, where they are still wanted."""
        if not self.is_current:
            raise MovedOnError
        return self.question()


class DeckWishes(QObject):
    """Has the decks made that were wished for last: on the thread of `questions`, at other speeds by a worker."""

    made = Signal(object)  # Decks
    refused = Signal(object)  # the exception

    def __init__(self, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._questions = questions
        self._lane = WorkerLane(1, parent=self)
        self._lane.answered.connect(self._take_from_lane)
        self._wish: _Wish | None = None
        self._answered: object = None  # what the last answer was about

    @property
    def is_open(self) -> bool:
        """Whether an answer is still to come."""
        return self._wish is not None

    def ask(self, sounds: Mapping[Letter, Sound], rate: int, channels: int, speed: float, *, loud: bool) -> bool:
        """Whether the last answer was about these decks; else they are asked for, and none that were before."""
        wish = _Wish(sounds, rate, channels, speed, loud)
        if self._wish is not None and self._wish.what == wish.what:
            return False
        if self._wish is None and self._answered == wish.what:
            return True
        self._drop()
        self._wish = wish
        if speed != 1:  # what keeps the pitch would hold up what plays
            self._lane.wish(wish, wish.question)
        else:
            self._questions.ask(
                wish.answer, partial(self._take, wish), partial(self._refuse, wish), lambda: wish.is_current
            )
        return False

    def forget(self) -> None:
        """Wish for nothing, and know of no answer."""
        self._drop()
        self._answered = None

    def close(self) -> None:
        """End the worker; safe to call twice."""
        self._drop()
        self._lane.close()

    def _drop(self) -> None:
        if self._wish is not None:
            self._wish.is_current = False
            self._lane.withdraw(self._wish)
            self._wish = None

    def _take_from_lane(self, wish: _Wish, answer: object) -> None:
        if wish.is_current:
            if isinstance(answer, Decks):
                self._take(wish, answer)
            else:
                self._refuse(wish, answer if isinstance(answer, BaseException) else RuntimeError(str(answer)))

    def _take(self, wish: _Wish, decks: Decks) -> None:
        self._wish, self._answered = None, wish.what
        self.made.emit(decks)

    def _refuse(self, wish: _Wish, error: BaseException) -> None:
        self._wish, self._answered = None, wish.what
        self.refused.emit(error)
