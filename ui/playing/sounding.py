"""From what is wanted to what is heard.

`proceed` takes the next step that is missing (a device, a deck, an open device) whenever something has become known, so
that a person can press play before anything is there.
"""

from PySide6.QtCore import QObject, QTimer, Signal

from genmu_studio.playback.output import USUAL_CHANNELS, USUAL_RATE, NoSound
from genmu_studio.settings import Settings
from scoring.errors import UserError
from ui.loudspeaker import Loudspeaker
from ui.playing.deck_wishes import DeckWishes
from ui.playing.decks import Decks
from ui.playing.playhead import Playhead
from ui.playing.sources import Sources
from ui.questions import Questions

DEVICE, EQUALLY_LOUD = "playback.device", "playback.equally_loud"
_TICK_MS = 16


class Sounding(QObject):
    """Lets a device draw what is selected in `sources`, from the playhead on, as the settings say.

    `changed` : anything but the playhead. `moved` : the playhead. speed : tell with `proceed` where it was set anew.
    """

    changed = Signal()
    moved = Signal()

    def __init__(self, settings: Settings, sources: Sources, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings, self._sources = settings, sources
        self._questions = Questions("genmu-playing", self)
        self.speaker = Loudspeaker(self._questions, self)
        self.speaker.wanted = settings.text(DEVICE)
        self.speaker.changed.connect(self.proceed)
        self._wishes = DeckWishes(self._questions, self)
        self._wishes.made.connect(self._take_decks)
        self._wishes.refused.connect(self._take_refusal)
        self.playhead = Playhead(sources, self)
        self.playhead.moved.connect(self.moved)
        self.speed = 1.0
        self._wants_play = False
        self._problem: NoSound | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._unsubscribe = settings.subscribe(self._setting_changed)

    # ---- what is so ----

    @property
    def is_wanted(self) -> bool:
        """Whether it sounds, or will when what it takes is there."""
        return self._wants_play or self.playhead.player.playing

    @property
    def is_preparing(self) -> bool:
        """Whether sounds are being made ready."""
        return self._wishes.is_open

    @property
    def trouble(self) -> NoSound | None:
        """Why nothing can be heard."""
        return self._problem or self.speaker.trouble

    # ---- what is wanted ----

    def begin(self) -> None:
        """Want nothing of the sounds so far."""
        self._wants_play = False
        self._timer.stop()
        self._wishes.forget()
        self._problem = None

    def play(self) -> bool:
        """Play from the playhead on; whether there is something to play."""
        if not self._sources.sounds:
            return False
        self._wants_play = True
        if self.speaker.trouble is not None and not self.speaker.is_busy:
            self.speaker.look(again=True)
        self.proceed()
        return True

    def stop(self) -> bool:
        """Fall silent; whether anything was heard or about to be."""
        was_wanted = self.is_wanted
        self._wants_play = False
        self._timer.stop()
        if was_wanted:
            self.playhead.pause()
            self.changed.emit()
        return was_wanted

    def look_again(self) -> None:
        """Look for devices anew."""
        self.stop()
        self.speaker.look(again=True)
        self.changed.emit()

    def leave(self) -> None:
        """Fall silent and give the device back."""
        self.stop()
        self.speaker.close()

    def close(self) -> None:
        """End whatever runs; safe to call twice."""
        self.leave()
        self._unsubscribe()
        self._wishes.close()
        self._questions.close()

    # ---- step by step ----

    def _setting_changed(self, key: str) -> None:
        if key == DEVICE and self.speaker.wanted != self._settings.text(DEVICE):
            self.speaker.wanted = self._settings.text(DEVICE)
            if self.speaker.has_looked:
                self.look_again()
        elif key == EQUALLY_LOUD:
            self.proceed()

    def proceed(self) -> None:
        """Take the next step towards what is wanted."""
        speaker, sounds = self.speaker, self._sources.sounds
        if sounds and not speaker.has_looked and not speaker.is_busy:
            speaker.look()
        if sounds and speaker.has_looked and not speaker.is_busy and self._has_decks() and self._wants_play:
            self._begin_to_sound()
        self.changed.emit()

    def _has_decks(self) -> bool:
        """Whether the decks that are wanted are put on; else they are asked for."""
        device = self.speaker.device
        rate, channels = (USUAL_RATE, USUAL_CHANNELS) if device is None else (device.rate, device.channels)
        if self.playhead.fit(rate, channels):
            self._wishes.forget()
        loud = bool(self._settings.get(EQUALLY_LOUD))
        return self._wishes.ask(self._sources.sounds, rate, channels, self.speed, loud=loud)

    def _take_decks(self, decks: Decks) -> None:
        self._problem = None
        self.playhead.put_on(decks)
        self.proceed()

    def _take_refusal(self, error: BaseException) -> None:
        self._wants_play = False
        hint = error.hint if isinstance(error, UserError) else ""
        self._problem = NoSound(str(error), hint or "Everything but playback works.")
        self.playhead.take_off()
        self.changed.emit()

    def _begin_to_sound(self) -> None:
        if self.speaker.output is None and self.speaker.trouble is None:
            self.speaker.open(self.playhead.player)
            return
        self._wants_play = False
        if self.playhead.player.deck.sources and self.speaker.start():
            self.playhead.play()
            self._timer.start()

    def _tick(self) -> None:
        output = self.speaker.output
        trouble = output.trouble if output is not None else None
        if trouble is not None:
            self.stop()
            self.speaker.fail(trouble)
            return
        self.moved.emit()
        if not self.playhead.player.playing:
            self._timer.stop()
            self.playhead.stay()
            self.changed.emit()
