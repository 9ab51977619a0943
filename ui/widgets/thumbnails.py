"""Pictures and waveforms of samples and references for the screen, made off the GUI thread, newest wish first.

Where a file is, is looked up on one thread; thumbnails are read from the cache on disk, or else made, in one worker
process. While that is not there yet, or held up by a large file, the thread reads the cache: not otherwise, as threads
that decode make the GUI thread wait for the interpreter. What arrives is an image of the size that is painted; pixmaps
are made of it on the GUI thread, a few in each frame.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap

from genmu_studio.media_keys import MediaKey
from genmu_studio.thumbnails import Pixels, Unshown, Waveform, kept_side
from scoring.types import Media
from ui.widgets.thumbnail_look_up import (
    FULL,
    Content,
    Decoded,
    Find,
    Found,
    Key,
    content_of,
    look_up,
    question_of,
    received,
)
from ui.widgets.worker_lane import Question, WorkerLane

__all__ = ["FULL", "Key", "Picture", "Seen", "ThumbnailStore", "size_for"]

FRAME_MS = 16
_TAKEN_MS = 4  # of a frame for making pixmaps
_WISHES_KEPT = 2048  # more than the largest screen shows
_FILES_KEPT = 8192  # about 4 MiB
_LOOKED_UP_AT_ONCE = 24
_IN_FLIGHT = 2
_ASKED_AT_ONCE = 12


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture on the GUI thread. width, height : of the file, upright, where the whole was decoded, else 0."""

    pixmap: QPixmap
    width: int = 0
    height: int = 0


Seen = Picture | Waveform | Unshown


def size_for(side_px: float) -> int:
    """Return a size that serves a picture of that side, and those of about that side."""
    return kept_side(ceil(side_px))


class ThumbnailStore(QObject):
    """What samples look like. `get` answers at once; `ready` tells when something that was missing is there."""

    ready = Signal()  # at most once in a frame
    _looked_up = Signal(int, object)

    def __init__(
        self, cache_bytes: int, parent: QObject | None = None, clock: Callable[[], float] = perf_counter
    ) -> None:
        super().__init__(parent)
        self._budget = cache_bytes
        self._clock = clock
        self._used = 0
        self._aside = 0
        self._kept: OrderedDict[Content, Seen] = OrderedDict()
        self._sizes: Counter[int] = Counter()  # of what is kept
        self._files: OrderedDict[MediaKey, Media | Unshown] = OrderedDict()
        self._wishes: OrderedDict[Key, None] = OrderedDict()
        self._in_look_up: dict[Key, None] = {}
        self._arrived: OrderedDict[Content, Decoded] = OrderedDict()
        self._find: Find | None = None
        self._folder: Path | None = None
        self._epoch = 0
        self._thread = ThreadPoolExecutor(1, "genmu-thumbnails")
        self._lane = WorkerLane(_WISHES_KEPT, _IN_FLIGHT, _ASKED_AT_ONCE, received, self)
        self._lane.answered.connect(self._take_answer)
        self._looked_up.connect(self._take_found)
        self._pump = _timer(self, 0, self._look_up)
        self._frame = _timer(self, FRAME_MS, self._take_arrived)

    def look_at(self, find: Find | None, folder: Path | None) -> None:
        """Serve another project: `find` gives media files; `folder` holds the cache, None = memory only."""
        self._epoch += 1
        self._find, self._folder = find, folder
        self._used = 0
        for forgotten in (self._kept, self._sizes, self._files, self._wishes, self._in_look_up, self._arrived):
            forgotten.clear()
        self._lane.forget()

    def set_budget(self, cache_bytes: int) -> None:
        """Keep at most so many bytes of pictures in memory."""
        self._budget = cache_bytes
        self._drop_old()

    def set_aside(self, drawn_bytes: int) -> None:
        """Leave so much of the budget to what was drawn from these pictures."""
        self._aside = drawn_bytes
        self._drop_old()

    @property
    def budget_bytes(self) -> int:
        """How much memory pictures, and what is drawn from them, may take."""
        return self._budget

    @property
    def used_bytes(self) -> int:
        """How much memory the kept pictures take."""
        return self._used

    def get(self, sample: int, size: int) -> Seen | None:
        """Return what a sample looks like where it is known; else None, and it is asked for.

        size : the longest side in pixels of the screen, or FULL; a file with fewer pixels is not enlarged.
        """
        return self.look(Key(MediaKey("sample", sample), size))

    def get_reference(self, reference: int, size: int) -> Seen | None:
        """Return what a reference looks like where it is known; else None, and it is asked for."""
        return self.look(Key(MediaKey("reference", reference), size))

    def look(self, key: Key) -> Seen | None:
        """Return what is wished for where it is known; else None, and it is asked for."""
        file = self._file(key.media)
        if isinstance(file, Unshown):
            return file
        if file is not None:
            content = content_of(file, key.size)
            if content in self._kept:
                self._kept.move_to_end(content)
                return self._kept[content]
            if content in self._arrived or self._lane.renew(content):
                return None
        if self._find is not None and key not in self._in_look_up:
            self._wishes[key] = None
            self._wishes.move_to_end(key)
            if len(self._wishes) > _WISHES_KEPT:
                self._wishes.popitem(last=False)
            self._pump.start()
        return None

    def kept(self, sample: int) -> Seen | None:
        """Return what is known of a sample in any size, the largest; asks for nothing."""
        file = self._file(MediaKey("sample", sample))
        if not isinstance(file, Media):
            return file
        sizes = sorted(self._sizes, key=lambda size: (size != FULL, -size))
        contents = (content_of(file, FULL)._replace(size=size) for size in sizes)
        return next((self._kept[content] for content in contents if content in self._kept), None)

    def withdraw(self, keys: Iterable[Key]) -> None:
        """Take wishes back: nobody looks there any more."""
        for key in keys:
            self._wishes.pop(key, None)
            self._in_look_up.pop(key, None)
            file = self._file(key.media)
            if isinstance(file, Media):
                self._lane.withdraw(content_of(file, key.size))

    @property
    def is_busy(self) -> bool:
        """Whether something that was asked for is still to come."""
        return bool(self._wishes or self._in_look_up or self._arrived) or self._lane.is_busy

    def close(self) -> None:
        """End thread and worker; safe to call twice."""
        self.look_at(None, None)
        self._pump.stop()
        self._frame.stop()
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._lane.close()

    def _file(self, key: MediaKey) -> Media | Unshown | None:
        if key in self._files:
            self._files.move_to_end(key)
            return self._files[key]
        return None

    # ---- looking up: which file it is, and whether the cache on disk has it ----

    def _look_up(self) -> None:
        if self._in_look_up or self._find is None or not self._wishes:
            return
        keys = [self._wishes.popitem()[0] for _ in range(min(_LOOKED_UP_AT_ONCE, len(self._wishes)))]
        self._in_look_up = dict.fromkeys(keys)
        known = {key.media: file for key in keys if isinstance(file := self._file(key.media), Media)}
        cache = None if self._lane.is_prompt else self._folder
        self._lane.start()
        # To ask a dictionary whether it has a key is safe from any thread.
        future = self._thread.submit(look_up, keys, known, self._find, cache, self._kept.__contains__)
        future.add_done_callback(partial(self._tell_found, self._epoch, keys))

    def _tell_found(self, epoch: int, keys: Sequence[Key], future: "Future[Mapping[Key, Found]]") -> None:
        if not future.cancelled():
            error = future.exception()
            lost = Found(Unshown("UNREADABLE", str(error)), None)
            self._looked_up.emit(epoch, future.result() if error is None else dict.fromkeys(keys, lost))

    def _take_found(self, epoch: int, found: Mapping[Key, Found]) -> None:
        if epoch != self._epoch:
            return
        missing: dict[Hashable, Question] = {}
        for key, (file, cached) in reversed(tuple(found.items())):  # the newest wish is made first
            self._files[key.media] = file
            if isinstance(file, Media):
                content = content_of(file, key.size)
                if cached is not None:
                    self._arrived[content] = cached
                elif key in self._in_look_up and content not in self._kept:
                    missing[content] = question_of(file, key.size, self._folder)
        self._lane.wish_all(missing)
        while len(self._files) > _FILES_KEPT:
            self._files.popitem(last=False)
        self._in_look_up.clear()
        self._pump.start()
        self._show_soon()

    def _take_answer(self, content: Content, answer: object) -> None:
        self._arrived[content] = answer if isinstance(answer, Decoded) else Decoded(Unshown("UNREADABLE", str(answer)))
        self._show_soon()

    # ---- keeping ----

    def _show_soon(self) -> None:
        if not self._frame.isActive():
            self._frame.start()

    def _take_arrived(self) -> None:
        """Keep what has arrived, as much as a frame has time for."""
        ends = self._clock() + _TAKEN_MS / 1000
        while self._arrived:
            self._keep(*self._arrived.popitem(last=False))
            if self._clock() >= ends:
                break
        if self._arrived:
            self._frame.start()
        self.ready.emit()

    def _keep(self, content: Content, decoded: Decoded) -> None:
        seen: Seen
        if isinstance(decoded.content, QImage):
            seen = Picture(QPixmap.fromImage(decoded.content), decoded.width, decoded.height)
        elif isinstance(decoded.content, Pixels):
            seen = Picture(QPixmap.fromImage(_image(decoded.content)))
        else:
            seen = decoded.content
        self._forget(content)
        self._kept[content] = seen
        self._sizes[content.size] += 1
        self._used += _bytes_of(seen)
        self._drop_old()

    def _forget(self, content: Content) -> None:
        dropped = self._kept.pop(content, None)
        if dropped is not None:
            self._used -= _bytes_of(dropped)
            self._sizes[content.size] -= 1
            if not self._sizes[content.size]:
                del self._sizes[content.size]

    def _drop_old(self) -> None:
        while self._used + self._aside > self._budget and len(self._kept) > 1:
            self._forget(next(iter(self._kept)))


def _timer(parent: QObject, interval_ms: int, then: Callable[[], None]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(interval_ms)
    timer.timeout.connect(then)
    return timer


def _image(pixels: Pixels) -> QImage:
    """Return an image that owns what it shows. Copied here: memory that one thread keeps for another ends in pieces."""
    line = 4 * pixels.width
    return QImage(pixels.bgra, pixels.width, pixels.height, line, QImage.Format.Format_RGB32).copy()


def _bytes_of(seen: Seen) -> int:
    if isinstance(seen, Picture):
        return seen.pixmap.width() * seen.pixmap.height() * 4
    return seen.peaks.nbytes if isinstance(seen, Waveform) else 256
