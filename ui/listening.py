"""What joins the panes of a pair of sounds, the player, and the words: one cursor, one loop, the pair that is shown."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QTimer

from genmu_studio.heard_words import HeardWords, Piece, Stretch, asked_of, heard_words
from genmu_studio.media_keys import MediaKey
from genmu_studio.playback.deck import Letter, Source
from genmu_studio.playback.voice import SHORTEST_LOOP_S
from genmu_studio.review import PairFacts
from genmu_studio.sounds.opening import Sound
from ui.actions import Actions
from ui.models.sound_view import Span
from ui.playing import SKIP_S, Playing
from ui.questions import Questions
from ui.widgets.player_bar import PlayerBar
from ui.widgets.sound.block import SoundBlock
from ui.widgets.sound.desk import SoundDesk
from ui.widgets.transcript_line import TranscriptLine

_SIDES: Mapping[str, Letter] = {"original": "A", "unlearned": "B"}


class Listening(QObject):
    """Stands below the panes of `desk`, follows their cursor and loop, and moves them while it plays.

    `follow` is to be called when the desk may show other sounds. What acts returns whether there was something to do.
    """

    def __init__(self, desk: SoundDesk, actions: Actions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk, self._view = desk, desk.view
        self.playing = Playing(actions.settings, self)
        self.bar = PlayerBar(actions, self.playing, desk.view)
        self.line = TranscriptLine(actions)
        self._questions = Questions("genmu-words", self)
        self._keys: tuple[MediaKey | None, ...] = ()
        self._facts: PairFacts | None = None
        self._heard: Sequence[HeardWords] = ()
        self._hearer = ""
        self._words: Mapping[Letter, Stretch] = {}
        self._is_moving = False
        self._wants_reference = False
        desk.add_below(self.line)
        desk.add_below(self.bar)
        self._connect()

    def _connect(self) -> None:
        self._desk.store.ready.connect(self.follow)
        self._desk.bar.reference_chosen.connect(self._follow_soon)
        self._desk.reference.installEventFilter(self)
        self._view.cursor_moved.connect(self._seek)
        self._view.loop_changed.connect(self._take_loop)
        self.playing.moved.connect(self._move_cursor)
        self.line.loop_wanted.connect(self.loop_words)
        self.line.chosen.connect(self._choose_hearer)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow when a reference is shown or put away."""
        if event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self._follow_soon()
        return False

    def _follow_soon(self) -> None:
        QTimer.singleShot(0, self, self.follow)

    # ---- which sounds ----

    def follow(self) -> None:
        """Play the sounds that the desk shows, once both sides are known."""
        sides = (self._desk.original.answers, self._desk.unlearned.answers)
        keys = tuple(each.key for each in sides)
        if keys != self._keys:
            self._keys, self._words, self._wants_reference = keys, {}, False
            self.playing.begin()
            self._show_nothing_heard()
        if not self._desk.isVisible() or any(each.opened is None for each in sides):
            return
        sounds: dict[Letter, Sound] = {}
        for letter, block in self._blocks().items():
            if block.answers.sound is not None:
                sounds[letter] = block.answers.sound.sound
        self.bar.offer_reference(self._desk.bar.reference.isEnabled())
        self.playing.put_on(sounds)
        if self._wants_reference and self._desk.reference.answers.opened is not None:
            self._wants_reference = False
            if "R" in sounds:
                self._play_reference()

    def _blocks(self) -> dict[Letter, SoundBlock]:
        blocks: dict[Letter, SoundBlock] = {"A": self._desk.original, "B": self._desk.unlearned}
        return {**blocks, "R": self._desk.reference} if self._desk.reference in self._desk.blocks else blocks

    # ---- one cursor, one loop ----

    def _own(self, view_s: float) -> float:
        """Return the moment of what is heard at a moment of the view; of X the same, which would tell what it is."""
        return self._desk.unlearned.own_time(view_s) if self.playing.source == "B" else view_s

    def _of_view(self, own_s: float) -> float:
        lane = self._desk.unlearned.outline.lane
        return lane.time_at(lane.x_of(own_s)) if self._is_warped else own_s

    @property
    def _is_warped(self) -> bool:
        return self.playing.source == "B" and self._desk.unlearned.is_aligned

    def _seek(self) -> None:
        if not self._is_moving:
            self.playing.seek(self._own(self._view.cursor_s))

    def _move_cursor(self) -> None:
        self._is_moving = True
        self._view.set_cursor(self._of_view(self.playing.position_s))
        self._view.follow_cursor()
        self._is_moving = False

    def _take_loop(self) -> None:
        if not self._is_moving:
            self._words = {}
            self._apply_loop()

    def _apply_loop(self) -> None:
        loop = self._view.loop
        if loop is None:
            self.playing.clear_loop()
        else:
            self.playing.set_loop(self._own(loop.start_s), self._own(loop.end_s))

    # ---- what a person does ----

    def toggle(self) -> bool:
        """Play from the cursor, or pause."""
        if self.playing.playing:
            return self.playing.stop()
        apart_s = abs(self._own(self._view.cursor_s) - self.playing.position_s)
        if self.playing.duration_s and apart_s > 1 / self._view.rate:
            self._seek()
        return self.playing.play()

    def stop(self) -> bool:
        """Stop playback; whether anything played."""
        return self.playing.stop()

    def select(self, source: Source) -> bool:
        """Hear another sound from the same moment of the view on; of words that loop, the same words."""
        if source == "R":
            return self.hear_reference()
        at_s = self._of_view(self.playing.position_s)
        was_warped = self._is_warped
        starts_again = self.playing.starts_again
        if not self.playing.select(source, from_start=starts_again):
            return False
        if self._words:
            self._loop_chosen_words()
        elif not starts_again and (was_warped or self._is_warped):
            self.playing.seek(self._own(at_s))
            self._apply_loop()
        self._move_cursor()
        return True

    def hear_reference(self) -> bool:
        """Play the reference from its start, shown first where it is not; whether there is one."""
        if "R" in self.playing.sources:
            self._play_reference()
            return True
        is_shown = self._desk.reference in self._desk.blocks  # but not open yet
        self._wants_reference = is_shown or self._desk.toggle_reference()
        return self._wants_reference

    def _play_reference(self) -> None:
        self.playing.select("R", from_start=True)
        self.playing.play()

    def skip(self, by: int) -> bool:
        """Go back or forward by seconds."""
        return self.playing.skip(by * SKIP_S)

    def match_levels(self) -> bool:
        """Match levels, or no longer."""
        return self.playing.set_equally_loud(not self.playing.is_equally_loud)

    def look_again(self) -> bool:
        """Look for devices anew."""
        self.playing.look_again()
        return True

    # ---- words ----

    def loop_words(self, piece: Piece, side: str) -> None:
        """Repeat changed words, where they are in each sound, beginning with the side in whose line they stand."""
        places = {"A": piece.original, "B": piece.unlearned}
        self._words = {letter: place for letter, place in places.items() if place is not None}  # type: ignore[misc]  # both are letters
        if not self._words:
            return
        letter = _SIDES[side]
        if self.playing.source not in {"X", letter}:
            self.playing.select(letter)
        self._loop_chosen_words()
        self.playing.play()

    def _loop_chosen_words(self) -> None:
        place = self._place_of_words()
        if place is None:
            return
        self._is_moving = True  # the loop is the words', not the person's
        start_s, end_s = self._of_view(place.start_s), self._of_view(place.end_s)
        if end_s - start_s < SHORTEST_LOOP_S:
            end_s = start_s + SHORTEST_LOOP_S
        self._view.set_loop(Span(start_s, end_s))
        self._view.set_cursor(start_s)
        self._view.follow_cursor()
        self._is_moving = False
        self.playing.set_loop(place.start_s, place.end_s)
        self.playing.seek(place.start_s)

    def _place_of_words(self) -> Stretch | None:
        """Return where the words are in what is heard; for X where they are in either, which does not tell."""
        source, words = self.playing.source, self._words
        if source == "X":
            return Stretch(min(each.start_s for each in words.values()), max(each.end_s for each in words.values()))
        return words.get(source)

    def show_facts(self, facts: PairFacts) -> None:
        """Show what was heard in the pair."""
        self._facts = facts
        if any(found.evaluator.aspect == "transcript" for found in facts.others):
            self._questions.ask(
                partial(heard_words, facts), self._show_heard, self._say_failure, lambda: self._facts is facts
            )
        else:
            self._show_heard(())

    def _show_heard(self, heard: Sequence[HeardWords]) -> None:
        self._heard = heard
        if self._facts is not None:
            number = next((n for n, each in enumerate(heard) if each.evaluator == self._hearer), 0)
            self.line.show_words(heard, asked_of(self._facts), number)

    def _say_failure(self, error: BaseException) -> None:
        self._heard = ()
        self.line.show_words((), None, why=f"The words cannot be compared: {error}")

    def _show_nothing_heard(self) -> None:
        self._facts, self._heard = None, ()
        self.line.begin()

    def _choose_hearer(self, number: int) -> None:
        self._hearer = self._heard[number].evaluator
        self._show_heard(self._heard)

    # ---- memory and end ----

    def state(self) -> dict[str, object]:
        """Return what is remembered."""
        return {**self.playing.state(), "hearer": self._hearer}

    def restore(self, state: object) -> None:
        """Listen as `state` says; what it says wrongly stays."""
        self.playing.restore(state)
        hearer = state.get("hearer") if isinstance(state, Mapping) else None
        self._hearer = hearer if isinstance(hearer, str) else self._hearer

    def close(self) -> None:
        """End whatever runs; safe to call twice."""
        self.playing.close()
        self._questions.close()
