"""What sounds while labelling, and what was heard of it: one playhead, one cursor, one loop; X stays what it is."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from genmu_studio.labelling.heard import Heard
from genmu_studio.playback.deck import Letter, Source
from genmu_studio.settings import Settings
from genmu_studio.sounds.opening import Sound
from ui.models.sound_view import SoundView
from ui.playing import SKIP_S, Playing
from ui.widgets.label.item_preloader import EntrySounds

_LEAST_NOTED_S = 0.005  # of a difference in length


class BlindPlayer(QObject):
    """Plays the sounds of an entry, of which one is A; what acts returns whether there was something to do.

    lengths_s : of each source; of X the longest, as its own would tell what it is.
    `changed` : anything but the playhead. `heard_more` : a stretch that was not heard before has sounded.
    """

    changed = Signal()
    heard_more = Signal()

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view = SoundView(self)
        self.playing = Playing(settings, self)
        self.heard = Heard()
        self.lengths_s: Mapping[Source, float] = {}
        self._counted_to_s: float | None = None  # of what sounds now
        self._is_moving = False
        self.view.cursor_moved.connect(self._seek)
        self.view.loop_changed.connect(self._take_loop)
        self.playing.moved.connect(self._move_cursor)
        self.playing.changed.connect(self._follow)

    # ---- which sounds ----

    def begin(self, entry: EntrySounds, heard: Heard) -> None:
        """Play the sounds of another entry from now on. heard : what was heard of them before; more is added to it.

        The device stays open: no item waits for it.
        """
        self._stop_counting()
        self.playing.stop()
        self.heard = heard
        sounds: dict[Letter, Sound] = {letter: each.sound for letter, each in zip(_LETTERS, entry.sounds, strict=False)}
        lengths_s: dict[Source, float] = {letter: each.duration_s for letter, each in sounds.items()}
        if entry.x is not None:
            lengths_s["X"] = max(lengths_s.values())
        self.lengths_s = lengths_s
        self.view.begin()
        self.view.set_length(max(lengths_s.values()), max(each.rate for each in sounds.values()))
        self.playing.begin(entry.x)
        self.playing.put_on(sounds)
        self.playing.select("A")
        self.changed.emit()

    def clear(self) -> None:
        """Have no sound."""
        self.leave()
        self.heard = Heard()
        self.lengths_s = {}
        self.playing.begin()
        self.view.begin()

    @property
    def sources(self) -> tuple[Source, ...]:
        """What can be heard: A, or A and B and perhaps X."""
        return tuple(self.lengths_s)

    @property
    def unheard(self) -> tuple[Source, ...]:
        """What has not been heard whole."""
        return tuple(each for each, length_s in self.lengths_s.items() if not self.heard.is_whole(each, length_s))

    @property
    def has_heard_any(self) -> bool:
        """Whether something of each sound was heard."""
        return bool(self.lengths_s) and all(self.heard.of(each) for each in self.lengths_s)

    def share_of(self, source: Source) -> float:
        """Return the fraction of a source that was heard."""
        return self.heard.share(source, self.lengths_s.get(source, 0.0))

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known of how the sounds are played, and tells none from another."""
        own_s = [length_s for source, length_s in self.lengths_s.items() if source != "X"]
        differ = max(own_s, default=0.0) - min(own_s, default=0.0) >= _LEAST_NOTED_S
        return (
            *(("A and B differ in length: silence follows the shorter one",) if differ else ()),
            *(("played equally loud, as the settings say",) if len(own_s) > 1 and self.playing.is_equally_loud else ()),
        )

    # ---- what a person does ----

    def toggle(self) -> bool:
        """Play from the cursor, or pause."""
        return self.silence() or self.playing.play()

    def play(self) -> bool:
        """Play from the cursor."""
        return self.playing.play()

    def silence(self) -> bool:
        """Fall silent; whether anything sounded, or was about to."""
        return self.playing.stop()

    def hear(self, source: Source) -> bool:
        """Hear a source: from the same moment on while another sounds, else from the cursor."""
        if source not in self.lengths_s:
            return False
        sounds = self.playing.playing
        if source != self.playing.source or not sounds:
            self._stop_counting()
            self.playing.select(source, from_start=self.playing.starts_again and source != self.playing.source)
            self._begin_to_count()
            self._show_cursor()
        if not sounds:
            self.playing.play()
        return True

    def skip(self, by: int) -> bool:
        """Go back or forward by seconds."""
        self._stop_counting()
        has_moved = self.playing.skip(by * SKIP_S)
        self._begin_to_count()
        return has_moved

    def toggle_loop(self) -> bool:
        """Repeat what is selected, else everything; or no longer."""
        return bool(self.lengths_s) and self.view.toggle_loop()

    def leave(self) -> None:
        """Fall silent and give the device back."""
        self._stop_counting()
        self.playing.leave()

    def close(self) -> None:
        """End whatever runs; safe to call twice."""
        self.playing.close()

    # ---- the cursor and the loop ----

    def _seek(self) -> None:
        if not self._is_moving:
            self._stop_counting()
            self.playing.seek(self.view.cursor_s)
            self._begin_to_count()

    def _move_cursor(self) -> None:
        self._count()
        self._show_cursor()

    def _show_cursor(self) -> None:
        self._is_moving = True
        self.view.set_cursor(self.playing.position_s)
        self.view.follow_cursor()
        self._is_moving = False

    def _take_loop(self) -> None:
        self._stop_counting()
        loop = self.view.loop
        if loop is None:
            self.playing.clear_loop()
        else:
            self.playing.set_loop(loop.start_s, loop.end_s)
        self._begin_to_count()

    # ---- what was heard ----

    def _follow(self) -> None:
        """Begin to count where it begins to sound."""
        if self._counted_to_s is None or not self.playing.player.playing:
            self._stop_counting()
            self._begin_to_count()
        self.changed.emit()

    def _begin_to_count(self) -> None:
        player = self.playing.player
        self._counted_to_s = player.position_s if player.playing else None

    def _stop_counting(self) -> None:
        """Count what has sounded so far: from here on it may sound elsewhere."""
        self._count()
        self._counted_to_s = None

    def _count(self) -> None:
        """Count what the device has taken since this was last asked for. A player moves on only while it takes."""
        player, before_s = self.playing.player, self._counted_to_s
        if before_s is None:
            return
        now_s, loop = player.position_s, player.loop
        stretches = [(before_s, now_s)]
        if now_s < before_s:  # only a loop leads back: all else is counted before it is done
            stretches = [(before_s, loop.end_s), (loop.start_s, now_s)] if loop is not None else []
        new = [self.heard.add(self.playing.source, *each) for each in stretches]
        self._counted_to_s = now_s if player.playing else None
        if any(new):
            self.heard_more.emit()


_LETTERS: tuple[Letter, ...] = ("A", "B")
