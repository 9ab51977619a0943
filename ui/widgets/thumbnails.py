"""Pictures and waveforms of samples for the screen: made off the GUI thread, newest wish first, kept within a budget.

Where a sample's file is, and whether the cache on disk has its thumbnail, is looked up on one thread; what is missing
is decoded in one worker process, started when it is first needed. Pixmaps are made on the GUI thread only.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap

from genmu_studio.executors import ExecutorChoice, Lanes
from genmu_studio.media_keys import MediaKey
from genmu_studio.thumbnails import (
    FullPicture,
    Thumbnail,
    Unshown,
    Waveform,
    make_full,
    make_small,
    read_cached,
)
from scoring.types import Media

FULL = 0  # the size of a picture with every pixel
# A few of each, so that pictures of one size serve several tile sizes.
SIZES = (96, 160, 256, 512)
WAVE_COLUMNS = 400
FULL_WAVE_COLUMNS = 2400
_WISHES_KEPT = 512
_LOOKED_UP_AT_ONCE = 24
_IN_FLIGHT = 2

Find = Callable[[Sequence[MediaKey]], Mapping[MediaKey, Media]]


class Key(NamedTuple):
    """What is wished for: of which sample or reference, and a size of `SIZES` or FULL."""

    media: MediaKey
    size: int


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture on the GUI thread. width, height : of the file, upright, where the whole was decoded, else 0."""

    pixmap: QPixmap
    width: int = 0
    height: int = 0


@dataclass(frozen=True, slots=True)
class _Decoded:
    """What came from a thread: an image with the file's size, or a waveform, or why there is neither."""

    content: QImage | Waveform | Unshown
    width: int = 0
    height: int = 0


Seen = Picture | Waveform | Unshown
_Found = Mapping[Key, _Decoded | Media]


def size_for(side_px: float) -> int:
    """Return the size of `SIZES` that a picture of that side needs."""
    return next((size for size in SIZES if size >= side_px), SIZES[-1])


class ThumbnailStore(QObject):
    """What samples look like. `get` answers at once; `ready` tells when something that was missing is there."""

    ready = Signal()
    _found = Signal(int, object)
    _made = Signal(object, object, object)

    def __init__(self, cache_bytes: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._budget = cache_bytes
        self._used = 0
        self._kept: OrderedDict[Key, Seen] = OrderedDict()
        self._media: dict[MediaKey, Media] = {}
        self._wishes: OrderedDict[Key, None] = OrderedDict()
        self._to_make: OrderedDict[Key, Media] = OrderedDict()
        self._making: dict[Key, Media] = {}
        self._suspects: set[Key] = set()
        self._find: Find | None = None
        self._folder: Path | None = None
        self._epoch = 0
        self._generation = 0  # of workers: what a worker that died left behind is told apart
        self._looking_up = False
        self._thread = ThreadPoolExecutor(1, "genmu-thumbnails")
        self._lanes: Lanes | None = None
        self._pump = QTimer(self)
        self._pump.setSingleShot(True)
        self._pump.setInterval(0)
        self._pump.timeout.connect(self._look_up)
        self._found.connect(self._take_found)
        self._made.connect(self._take_made)

    def look_at(self, find: Find | None, folder: Path | None) -> None:
        """Serve another project: `find` gives media files; `folder` holds the cache, None = memory only."""
        self._epoch += 1
        self._find, self._folder = find, folder
        self._looking_up = False
        self._used = 0
        for forgotten in (self._kept, self._media, self._wishes, self._to_make, self._making, self._suspects):
            forgotten.clear()

    def set_budget(self, cache_bytes: int) -> None:
        """Keep at most so many bytes of pictures in memory."""
        self._budget = cache_bytes
        self._drop_old()

    @property
    def used_bytes(self) -> int:
        """How much memory the kept pictures take."""
        return self._used

    def get(self, sample: int, size: int) -> Seen | None:
        """Return what a sample looks like where it is known; else None, and it is asked for."""
        return self._get(Key(MediaKey("sample", sample), size))

    def get_reference(self, reference: int, size: int) -> Seen | None:
        """Return what a reference looks like where it is known; else None, and it is asked for."""
        return self._get(Key(MediaKey("reference", reference), size))

    def _get(self, key: Key) -> Seen | None:
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key in self._to_make:
            self._to_make.move_to_end(key)
        elif self._find is not None and key not in self._making:
            self._wishes[key] = None
            self._wishes.move_to_end(key)
            if len(self._wishes) > _WISHES_KEPT:
                self._wishes.popitem(last=False)
            self._pump.start()
        return None

    def kept(self, sample: int) -> Seen | None:
        """Return what is known of a sample in any size, the largest; asks for nothing."""
        keys = (Key(MediaKey("sample", sample), size) for size in (FULL, *reversed(SIZES)))
        return next((self._kept[key] for key in keys if key in self._kept), None)

    @property
    def is_busy(self) -> bool:
        """Whether something that was asked for is still to come."""
        return bool(self._looking_up or self._wishes or self._to_make or self._making)

    def close(self) -> None:
        """End thread and worker; safe to call twice."""
        self.look_at(None, None)
        self._pump.stop()
        self._thread.shutdown(wait=True, cancel_futures=True)
        if self._lanes is not None:
            self._lanes.kill()  # whatever it decodes, nobody waits for it any more
            self._lanes.close()
            self._lanes = None

    # ---- looking up: which file it is, and whether the cache on disk has it ----

    def _look_up(self) -> None:
        if self._looking_up or self._find is None or not self._wishes:
            return
        keys = [self._wishes.popitem()[0] for _ in range(min(_LOOKED_UP_AT_ONCE, len(self._wishes)))]
        known = {key.media: self._media[key.media] for key in keys if key.media in self._media}
        self._looking_up = True
        future = self._thread.submit(_look_up, keys, known, self._find, self._folder)
        future.add_done_callback(partial(self._tell_found, self._epoch, keys))

    def _tell_found(self, epoch: int, keys: Sequence[Key], future: "Future[_Found]") -> None:
        if future.cancelled():
            return
        error = future.exception()
        lost = _Decoded(Unshown("UNREADABLE", str(error)))
        self._found.emit(epoch, future.result() if error is None else dict.fromkeys(keys, lost))

    def _take_found(self, epoch: int, found: _Found) -> None:
        if epoch != self._epoch:
            return
        self._looking_up = False
        for key, value in reversed(tuple(found.items())):  # the newest wish is made first
            if isinstance(value, Media):
                self._media[key.media] = value
                self._to_make[key] = value
                self._to_make.move_to_end(key)
            else:
                self._keep(key, value)
        while len(self._to_make) > _WISHES_KEPT:
            self._to_make.popitem(last=False)
        self._make()
        self._look_up()
        self.ready.emit()

    # ---- making: in the worker ----

    def _make(self) -> None:
        # One at a time while it is not known which file took a worker down: the next to do so is the one.
        limit = 1 if self._suspects else _IN_FLIGHT
        while self._to_make and len(self._making) < limit:
            key, media = self._to_make.popitem()
            self._making[key] = media
            if self._lanes is None:
                self._lanes = ExecutorChoice("processes", 1).open()
            if key.size == FULL and media.kind == "image":
                future = self._lanes.submit(make_full, media)
            else:
                future = self._lanes.submit(make_small, media, _columns_or_pixels(media, key.size), self._folder)
            future.add_done_callback(partial(self._tell_made, (self._epoch, self._generation), key))

    def _tell_made(self, when: tuple[int, int], key: Key, future: "Future[object]") -> None:
        if future.cancelled():
            return
        error = future.exception()
        self._made.emit(when, key, error if error is not None else _decoded(future.result()))

    def _take_made(self, when: tuple[int, int], key: Key, value: _Decoded | BaseException) -> None:
        epoch, generation = when
        if generation == self._generation and isinstance(value, BrokenExecutor):
            self._worker_died()
        elif epoch == self._epoch and key in self._making and not isinstance(value, BrokenExecutor):
            del self._making[key]
            self._suspects.discard(key)
            if isinstance(value, _Decoded):
                self._keep(key, value)
            else:
                self._keep(key, _Decoded(Unshown("UNREADABLE", str(value))))
        self._make()
        self.ready.emit()

    def _worker_died(self) -> None:
        """Start another; what was in its hands is tried once more, and is at fault if that ends a worker again."""
        self._generation += 1
        if self._lanes is not None:
            self._lanes.restart()
        for key, media in self._making.items():
            if key in self._suspects:
                self._suspects.discard(key)
                self._keep(key, _Decoded(Unshown("UNREADABLE", "decoding it ended the worker, twice")))
            else:
                self._suspects.add(key)
                self._to_make[key] = media
                self._to_make.move_to_end(key, last=False)
        self._making.clear()

    # ---- keeping ----

    def _keep(self, key: Key, value: _Decoded) -> None:
        content = value.content
        seen: Seen
        if isinstance(content, QImage):
            seen = Picture(QPixmap.fromImage(content), value.width, value.height)
        else:
            seen = content
        self._used += _bytes_of(seen) - (_bytes_of(self._kept[key]) if key in self._kept else 0)
        self._kept[key] = seen
        self._kept.move_to_end(key)
        self._drop_old()

    def _drop_old(self) -> None:
        while self._used > self._budget and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self._used -= _bytes_of(dropped)


def _look_up(keys: Sequence[Key], known: Mapping[MediaKey, Media], find: Find, folder: Path | None) -> _Found:
    """Return what the cache on disk has for each key, else the file to make it of; on the thread of the store."""
    unknown = sorted({key.media for key in keys} - set(known))
    media_of = {**known, **find(unknown)} if unknown else known
    found: dict[Key, _Decoded | Media] = {}
    for key in keys:
        media = media_of.get(key.media)
        if media is None:
            found[key] = _Decoded(Unshown("MISSING", "the project does not know this file any more"))
            continue
        is_kept = key.size != FULL or media.kind == "audio"
        cached = read_cached(folder, media, _columns_or_pixels(media, key.size)) if folder and is_kept else None
        found[key] = media if cached is None else _decoded(cached)
    return found


def _columns_or_pixels(media: Media, size: int) -> int:
    if media.kind == "image":
        return size
    return FULL_WAVE_COLUMNS if size == FULL else WAVE_COLUMNS


def _decoded(shown: object) -> _Decoded:
    """Return what `genmu_studio.thumbnails` gave as an image; on whatever thread, hence no pixmap."""
    if isinstance(shown, Thumbnail):
        return _Decoded(QImage.fromData(shown.jpeg))
    if isinstance(shown, FullPicture):
        stride = 3 * shown.width
        image = QImage(shown.rgb, shown.width, shown.height, stride, QImage.Format.Format_RGB888)
        # A copy: the image would otherwise point into bytes that end with this function.
        return _Decoded(image.copy(), *shown.original_size)
    assert isinstance(shown, Waveform | Unshown)  # noqa: S101 - the union `Shown` has no other member
    return _Decoded(shown)


def _bytes_of(seen: Seen) -> int:
    if isinstance(seen, Picture):
        return seen.pixmap.width() * seen.pixmap.height() * 4
    return seen.peaks.nbytes if isinstance(seen, Waveform) else 256
