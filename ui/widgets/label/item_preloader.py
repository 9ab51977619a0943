"""The media of the entries of a queue, decoded off the GUI thread: of the one that is shown, and of the next.

What is decoded here costs nothing to show: pictures with their halves and quarters, so that none is reduced while it is
painted, and sounds with their outlines.
"""

from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage

from genmu_studio.labelling.given_x import x_of
from genmu_studio.labelling.picture_levels import picture_levels
from genmu_studio.sounds.opening import Unopened, open_sound
from genmu_studio.sounds.peaks import peaks_of
from genmu_studio.thumbnails import Unshown
from scoring.types import Media
from ui.models.sound_store import Opened

_BUDGET_BYTES = 256 << 20
_ALWAYS_KEPT = 2  # the one that is shown, and the next, whatever they take
_WAITING = 3


@dataclass(frozen=True, slots=True)
class Undecodable:
    """A picture or sound that cannot be shown: the code, and no word on the file."""

    code: str


@dataclass(frozen=True, eq=False, slots=True)
class EntryPicture:
    """levels : the picture, then copies of half the size each. width, height : in pixels of the file, upright.

    pixels : what the levels are painted of.
    """

    levels: tuple[QImage, ...]
    width: int
    height: int
    pixels: tuple[NDArray[np.uint8], ...]

    def fitting(self, width_px: float) -> QImage:
        """Return the smallest copy that is at least `width_px` wide, the picture itself where none is."""
        return next((each for each in reversed(self.levels) if each.width() >= width_px), self.levels[0])


@dataclass(frozen=True, eq=False, slots=True)
class EntryPictures:
    """The pictures of an entry: one, or A, B and perhaps X."""

    pictures: tuple[EntryPicture | Undecodable, ...]


@dataclass(frozen=True, eq=False, slots=True)
class EntrySounds:
    """The sounds of an entry: one, or A and B. x : what X is, None = there is none; nobody is told."""

    sounds: tuple[Opened, ...]
    x: Literal["A", "B"] | None


Prepared = EntryPictures | EntrySounds | Undecodable
_Medias = tuple[Media, ...]


class ItemPreloader(QObject):
    """Entries by their media. `get` and `prepare` answer at once; `ready` tells that something has been decoded."""

    ready = Signal()
    _decoded = Signal(int, object, object)

    def __init__(self, budget_bytes: int = _BUDGET_BYTES, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._budget = budget_bytes
        self._kept: OrderedDict[_Medias, Prepared] = OrderedDict()
        self._waiting: OrderedDict[_Medias, None] = OrderedDict()
        self._decoding: _Medias | None = None
        self._thread: ThreadPoolExecutor | None = None
        self._epoch = 0
        # Queued always: an answer that is there before anybody waits for it would come in the middle of the asking.
        self._decoded.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def get(self, media: Sequence[Media]) -> Prepared | None:
        """Return what is decoded; else None, and it is decoded before all that waits."""
        wanted = tuple(media)
        if wanted in self._kept:
            self._kept.move_to_end(wanted)
            return self._kept[wanted]
        self._ask(wanted, first=True)
        return None

    def prepare(self, media: Sequence[Media]) -> None:
        """Have something decoded that will be shown next, after what waits already."""
        wanted = tuple(media)
        if wanted not in self._kept:
            self._ask(wanted, first=False)

    def look_anew(self, media: Sequence[Media]) -> None:
        """Forget that something could not be decoded: whoever comes back to it may find it there."""
        if _has_failed(self._kept.get(tuple(media))):
            del self._kept[tuple(media)]

    @property
    def used_bytes(self) -> int:
        """How much memory the decoded media take."""
        return sum(_bytes_of(each) for each in self._kept.values())

    @property
    def is_busy(self) -> bool:
        """Whether something that was asked for is still to come."""
        return self._decoding is not None or bool(self._waiting)

    def forget(self) -> None:
        """Know nothing any more, and end the thread as soon as it has decoded what it is at; safe to call twice."""
        self._epoch += 1
        self._kept.clear()
        self._waiting.clear()
        self._decoding = None
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.shutdown(wait=False, cancel_futures=True)

    def _ask(self, wanted: _Medias, *, first: bool) -> None:
        if wanted == self._decoding:
            return
        if first or wanted not in self._waiting:
            self._waiting[wanted] = None
            self._waiting.move_to_end(wanted, last=not first)
        while len(self._waiting) > _WAITING:
            self._waiting.popitem()
        self._decode_next()

    def _decode_next(self) -> None:
        if self._decoding is not None or not self._waiting:
            return
        self._decoding, _ = self._waiting.popitem(last=False)
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, "genmu-items")
        future = self._thread.submit(_decode, self._decoding)
        future.add_done_callback(partial(self._tell, self._epoch, self._decoding))

    def _tell(self, epoch: int, media: _Medias, future: "Future[Prepared]") -> None:
        if future.cancelled():
            return
        # Whatever went wrong may name the file: nobody is told more than that it cannot be read.
        prepared = future.result() if future.exception() is None else Undecodable("UNREADABLE")
        with suppress(RuntimeError):  # the window is gone
            self._decoded.emit(epoch, media, prepared)

    def _take(self, epoch: int, media: _Medias, prepared: Prepared) -> None:
        if epoch != self._epoch:
            return
        self._decoding = None
        self._kept[media] = prepared
        while self.used_bytes > self._budget and len(self._kept) > _ALWAYS_KEPT:
            self._kept.popitem(last=False)
        self._decode_next()
        self.ready.emit()


def _has_failed(prepared: Prepared | None) -> bool:
    shown = prepared.pictures if isinstance(prepared, EntryPictures) else (prepared,)
    return any(isinstance(each, Undecodable) for each in shown)


def _decode(media: _Medias) -> Prepared:
    """Return the decoded media of an entry; each file is read once."""
    if any(each.kind == "image" for each in media):
        pictures = {each: _picture(each) for each in dict.fromkeys(media)}
        return EntryPictures(tuple(pictures[each] for each in media))
    sounds = {each: open_sound(each) for each in dict.fromkeys(media)}
    opened = []
    for each in media:
        sound = sounds[each]
        if isinstance(sound, Unopened):
            return Undecodable(sound.code)
        opened.append(sound)
    x = None
    if len(opened) > 2:
        x = x_of(*opened)
        if x is None:
            return Undecodable("CHANGED")  # X was A or B when the entry was made
    return EntrySounds(tuple(Opened(each, peaks_of(each.mono)) for each in opened[:2]), x)


def _picture(media: Media) -> EntryPicture | Undecodable:
    shown = picture_levels(media)
    if isinstance(shown, Unshown):
        return Undecodable(shown.code)
    return EntryPicture(tuple(map(_image, shown.pixels)), *shown.original_size, shown.pixels)


def _image(pixels: NDArray[np.uint8]) -> QImage:
    """Return an image of these very pixels, which stay where they are for as long as somebody keeps them."""
    height, width = pixels.shape[:2]
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32)


def _bytes_of(prepared: Prepared) -> int:
    if isinstance(prepared, EntryPictures):
        # One picture may stand for two of an entry: X is A or B.
        shown = {id(each): each for each in prepared.pictures if isinstance(each, EntryPicture)}
        return sum(level.sizeInBytes() for each in shown.values() for level in each.levels)
    if isinstance(prepared, EntrySounds):
        return sum(each.size_bytes for each in prepared.sounds)
    return 256
