"""The playhead: a moment within the sounds, the stretch that repeats, and the player that goes through them."""

from PySide6.QtCore import QObject, Signal

from genmu_studio.playback.deck import Source, empty_deck
from genmu_studio.playback.output import USUAL_CHANNELS, USUAL_RATE
from genmu_studio.playback.player import Loop, Player
from scoring.errors import UserError
from ui.playing.decks import Decks
from ui.playing.sources import Sources


class Playhead(QObject):
    """Goes through the deck of what is selected in `sources`. Times are in s within the files.

    `moved` : it was put elsewhere by what it goes through, or has stopped. decks : what is put on, if anything is.
    """

    moved = Signal()

    def __init__(self, sources: Sources, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sources = sources
        self.player = Player(USUAL_RATE, USUAL_CHANNELS)
        self.decks: Decks | None = None
        self._loop: Loop | None = None
        self._at_s = 0.0  # where it is while no deck is put on, and on the pair while the reference is heard
        self._from_s = 0.0  # nothing before is heard

    # ---- decks ----

    def begin(self) -> None:
        """Go to the start of nothing: another pair is looked at."""
        self._loop, self._at_s, self._from_s = None, 0.0, 0.0
        self.take_off()

    def take_off(self) -> None:
        """Have no deck."""
        self.decks = None
        self.player.load(empty_deck(self.player.rate, self.player.channels))

    def fit(self, rate: int, channels: int) -> bool:
        """Play for a device of `rate` Hz and so many channels; whether it did not before: then no deck is put on."""
        if (self.player.rate, self.player.channels) == (rate, channels):
            return False
        self.player, self.decks = Player(rate, channels), None
        return True

    def put_on(self, decks: Decks) -> None:
        """Go through other decks; on, where they are other ones of the same sounds."""
        before, self.decks = self.decks, decks._replace(pair=self._sources.with_x(decks.pair))
        source = self._sources.selected
        if before is not None and self.player.source == source and source in before.of(source).sources:
            self.player.swap(self.decks.of(source))
        else:
            self._load(self._at_s)

    def _load(self, at_s: float) -> None:
        """Let the player have the deck of what is selected."""
        if self.decks is None:
            return
        source, plays = self._sources.selected, self.player.playing
        self.player.load(self.decks.of(source), source if source in self._sources.available else None)
        self.player.seek(at_s)
        self._from_s = at_s
        self._apply_loop()
        if plays:
            self.player.play()

    def follow_source(self, before: Source, *, from_start: bool) -> None:
        """Go through what is selected now instead of `before`; back on the pair, from where that was left."""
        if self.decks is None:
            return
        source = self._sources.selected
        if (before == "R") != (source == "R"):
            if source == "R":
                self._at_s = self.player.position_s
            self._load(0.0 if from_start or source == "R" else self._at_s)
        else:
            self.player.select(source, from_start=from_start)
        if from_start:
            self._from_s = 0.0

    def follow_x(self) -> None:
        """Go through what X is now."""
        if self.decks is not None:
            self.decks = self.decks._replace(pair=self._sources.with_x(self.decks.pair))
            if self.player.source != "R":
                self.player.swap(self.decks.pair)

    # ---- moments ----

    @property
    def drawn_s(self) -> float:
        """Where it is."""
        return self._at_s if self.decks is None else self.player.position_s

    def heard_s(self, late_s: float) -> float:
        """Return where it is for whoever hears it `late_s` later: within the loop, and not before it began."""
        drawn_s = self.drawn_s
        if self.decks is None or not self.player.playing:
            return drawn_s
        least_s = self._from_s if drawn_s >= self._from_s else 0.0
        loop = self.player.loop
        if loop is not None and drawn_s >= loop.start_s:
            least_s = max(least_s, loop.start_s)
        return max(least_s, drawn_s - late_s)

    def seek(self, at_s: float) -> None:
        """Go to a moment."""
        self._at_s = self._from_s = max(0.0, at_s)
        if self.decks is not None:
            self.player.seek(at_s)

    def play(self) -> None:
        """Go on."""
        self._from_s = self.player.position_s
        self.player.play()
        self._from_s = min(self._from_s, self.player.position_s)

    def pause(self) -> None:
        """Stay."""
        if self.decks is not None:
            self.player.pause()
            self.stay()
            self.moved.emit()

    def stay(self) -> None:
        """Know where it stays, now that the player went no further."""
        self._at_s = self.player.position_s

    # ---- the stretch that repeats ----

    def set_loop(self, loop: Loop) -> None:
        """Repeat that stretch; none where it is too short within these sounds."""
        self._loop = loop
        self._apply_loop()

    def clear_loop(self) -> None:
        """Repeat nothing."""
        self._loop = None
        self.player.clear_loop()

    def _apply_loop(self) -> None:
        if self._loop is None or self.decks is None:
            return
        try:
            self.player.set_loop(self._loop.start_s, self._loop.end_s)
        except UserError:  # beyond the end of all sounds
            self.player.clear_loop()
        if not self.player.playing and self.player.position_s != self._at_s:
            self.stay()
            self.moved.emit()
