"""Sounds and what is drawn of them, opened and measured off the GUI thread, newest wish first.

Where a file is, is looked up on one thread, which also opens the sound and makes its outline: that lets go of the
interpreter while it decodes. Spectrogram, pitch, intensity and alignment are asked of one worker process.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import overload

from PySide6.QtCore import QObject, Qt, Signal

from genmu_studio.media_keys import MediaKey
from genmu_studio.sounds.aligning import Alignment, align_sounds
from genmu_studio.sounds.contours import Contour
from genmu_studio.sounds.measuring import (
    Pitch,
    Unmeasured,
    measure_intensity,
    measure_pitch,
    measure_spectrogram,
    measure_stretch,
)
from genmu_studio.sounds.opening import Sound, Unopened, open_sound
from genmu_studio.sounds.peaks import Peaks, kept_peaks
from genmu_studio.sounds.spectrogram import Spectrogram, SpectrogramSettings
from scoring.types import Media
from ui.models.sound_view import Span
from ui.widgets.worker_lane import Question, WorkerLane

# Of the pair that is looked at, and a reference: whoever runs through pairs wants none of those passed by.
_OPENINGS_KEPT = 4
_WISHES_KEPT = 12
_MEASURED_BYTES = 64 << 20

Find = Callable[[Sequence[MediaKey]], Mapping[MediaKey, Media]]


@dataclass(frozen=True, slots=True)
class Opened:
    """A sound and its outline."""

    sound: Sound
    peaks: Peaks

    @property
    def size_bytes(self) -> int:
        """How much memory it takes."""
        arrays = (self.sound.channels, self.sound.mono, self.peaks.low, self.peaks.high)
        return sum(array.nbytes for array in arrays)


@dataclass(frozen=True, slots=True)
class SpectrogramKey:
    """A spectrogram in so many columns. stretch : None = all of the sound."""

    media: MediaKey
    settings: SpectrogramSettings
    columns: int
    stretch: Span | None = None


@dataclass(frozen=True, slots=True)
class PitchKey:
    """A pitch between two limits; None = found."""

    media: MediaKey
    floor_hz: float | None
    ceiling_hz: float | None


@dataclass(frozen=True, slots=True)
class IntensityKey:
    """The intensity of a sound."""

    media: MediaKey


@dataclass(frozen=True, slots=True)
class AlignmentKey:
    """How the unlearned sound follows the original, with the limits of pitch; None = found."""

    original: MediaKey
    unlearned: MediaKey
    floor_hz: float | None
    ceiling_hz: float | None


Key = SpectrogramKey | PitchKey | IntensityKey | AlignmentKey
Measured = Spectrogram | Pitch | Contour | Alignment | Unmeasured


class SoundStore(QObject):
    """What is known of sounds. `open` and `get` answer at once; `ready` tells when what was missing is there."""

    ready = Signal()
    _found = Signal(int, object, object)

    def __init__(self, sound_bytes: int = 192 << 20, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._budget = sound_bytes
        self._used = 0
        self._measured_bytes = 0
        self._sounds: OrderedDict[MediaKey, Opened | Unopened] = OrderedDict()
        self._measured: OrderedDict[Key, Measured] = OrderedDict()
        self._media: dict[MediaKey, Media] = {}
        self._waiting: OrderedDict[MediaKey, None] = OrderedDict()
        self._opening: MediaKey | None = None
        self._find: Find | None = None
        self._folder: Path | None = None
        self._epoch = 0
        self._thread = ThreadPoolExecutor(1, "genmu-sounds")
        self._lane = WorkerLane(_WISHES_KEPT, parent=self)
        self._lane.answered.connect(self._take_answer)
        # Queued always: an answer that is there before anybody waits for it would come in the middle of the asking.
        self._found.connect(self._take_found, Qt.ConnectionType.QueuedConnection)

    def look_at(self, find: Find | None, folder: Path | None) -> None:
        """Serve another project: `find` gives media files; `folder` holds the cache, None = memory only."""
        self._epoch += 1
        self._find, self._folder = find, folder
        self._used = self._measured_bytes = 0
        self._opening = None
        for forgotten in (self._sounds, self._measured, self._media, self._waiting):
            forgotten.clear()
        self._lane.forget()

    def open(self, key: MediaKey) -> Opened | Unopened | None:
        """Return a sound where it is open, or why it does not open; else None, and it is asked for."""
        if key in self._sounds:
            self._sounds.move_to_end(key)
            return self._sounds[key]
        if self._find is not None and key != self._opening:
            self._waiting[key] = None
            self._waiting.move_to_end(key)
            while len(self._waiting) > _OPENINGS_KEPT:
                self._waiting.popitem(last=False)
            self._open_next()
        return None

    @overload
    def get(self, key: SpectrogramKey) -> Spectrogram | Unmeasured | None: ...
    @overload
    def get(self, key: PitchKey) -> Pitch | Unmeasured | None: ...
    @overload
    def get(self, key: IntensityKey) -> Contour | Unmeasured | None: ...
    @overload
    def get(self, key: AlignmentKey) -> Alignment | Unmeasured | None: ...
    def get(self, key: Key) -> Measured | None:
        """Return what is measured of sounds that are open; else None, and it is asked for."""
        if key in self._measured:
            self._measured.move_to_end(key)
            return self._measured[key]
        if not self._lane.renew(key):
            question = self._question(key)
            if question is not None:
                self._lane.wish(key, question)
        return None

    def known(self, key: SpectrogramKey) -> Spectrogram | None:
        """Return a spectrogram where it is there; asks for nothing."""
        found = self._measured.get(key)
        return found if isinstance(found, Spectrogram) else None

    def start(self) -> None:
        """Start the worker before it is needed, where there is a project."""
        if self._find is not None:
            self._lane.start()

    @property
    def used_bytes(self) -> int:
        """How much memory sounds and what was measured of them take."""
        return self._used + self._measured_bytes

    @property
    def is_busy(self) -> bool:
        """Whether something that was asked for is still to come."""
        return self._opening is not None or bool(self._waiting) or self._lane.is_busy

    def close(self) -> None:
        """End thread and worker; safe to call twice."""
        self.look_at(None, None)
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._lane.close()

    # ---- opening ----

    def _open_next(self) -> None:
        if self._opening is None and self._waiting and self._find is not None:
            self._opening, _ = self._waiting.popitem()  # the newest
            future = self._thread.submit(_open, self._opening, self._find, self._folder)
            future.add_done_callback(partial(self._tell_found, self._epoch, self._opening))

    def _tell_found(self, epoch: int, key: MediaKey, future: "Future[tuple[Media | None, Opened | Unopened]]") -> None:
        if not future.cancelled():
            error = future.exception()
            lost = (None, Unopened("UNREADABLE", str(error)))
            self._found.emit(epoch, key, future.result() if error is None else lost)

    def _take_found(self, epoch: int, key: MediaKey, found: tuple[Media | None, Opened | Unopened]) -> None:
        if epoch != self._epoch:
            return
        media, sound = found
        self._opening = None
        if media is not None:
            self._media[key] = media
        self._sounds[key] = sound
        self._used += _bytes_of(sound)
        while self._used > self._budget and len(self._sounds) > 1:
            self._used -= _bytes_of(self._sounds.popitem(last=False)[1])
        self._open_next()
        self.ready.emit()

    # ---- measuring ----

    def _question(self, key: Key) -> Question | None:
        """Return what the worker is to be asked; None while a file that it is about has not been looked up."""
        keys = (key.original, key.unlearned) if isinstance(key, AlignmentKey) else (key.media,)
        media = [self._media[each] for each in keys if each in self._media]
        return _question(key, media, self._folder) if len(media) == len(keys) else None

    def _take_answer(self, key: Key, answer: object) -> None:
        is_known = isinstance(answer, Spectrogram | Pitch | Contour | Alignment | Unmeasured)
        measured = answer if is_known else Unmeasured(str(answer))
        self._measured[key] = measured  # type: ignore[assignment]  # just asked
        self._measured_bytes += _bytes_of_measured(self._measured[key])
        while self._measured_bytes > _MEASURED_BYTES and len(self._measured) > 1:
            self._measured_bytes -= _bytes_of_measured(self._measured.popitem(last=False)[1])
        self.ready.emit()


def _open(key: MediaKey, find: Find, folder: Path | None) -> tuple[Media | None, Opened | Unopened]:
    media = find([key]).get(key)
    if media is None:
        return None, Unopened("MISSING", "the project does not know this sound any more")
    sound = open_sound(media)
    if isinstance(sound, Unopened):
        return media, sound
    return media, Opened(sound, kept_peaks(folder, media, sound.mono))


def _question(key: Key, media: Sequence[Media], folder: Path | None) -> Question:
    if isinstance(key, AlignmentKey):
        return partial(align_sounds, media[0], media[1], key.floor_hz, key.ceiling_hz)
    if isinstance(key, PitchKey):
        return partial(measure_pitch, folder, media[0], key.floor_hz, key.ceiling_hz)
    if isinstance(key, IntensityKey):
        return partial(measure_intensity, folder, media[0])
    if key.stretch is not None:
        return partial(measure_stretch, media[0], key.settings, *key.stretch, key.columns)
    return partial(measure_spectrogram, folder, media[0], key.settings, key.columns)


def _bytes_of(opened: Opened | Unopened) -> int:
    return opened.size_bytes if isinstance(opened, Opened) else 256


def _bytes_of_measured(measured: Measured) -> int:
    if isinstance(measured, Spectrogram):
        return measured.levels.nbytes + 256
    if isinstance(measured, Pitch):
        measured = measured.contour
    if isinstance(measured, Contour):
        return measured.times_s.nbytes + measured.values.nbytes + measured.present.nbytes
    return 2 * 16 * len(measured.original_s) + 256 if isinstance(measured, Alignment) else 256
