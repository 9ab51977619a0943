"""What differs between the pictures of pairs, how alike they are, what files say: computed off the GUI thread.

Which files they are, and whether the cache on disk knows how alike they are, is looked up on one thread; the rest is
computed in one worker process, newest wish first, started when first needed. Pixmaps are made on the GUI thread only.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, overload

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage, QPixmap

from genmu_studio.pair_comparison import (
    FileFacts,
    Mode,
    PairComparison,
    PairSimilarity,
    Points,
    compare_pair,
    describe_file,
    pair_similarity,
    read_similarity,
)
from genmu_studio.thumbnails import Unshown
from scoring.types import Media
from ui.widgets.thumbnails import Picture
from ui.widgets.worker_lane import Question, WorkerLane

# Of the pair that is looked at, and the one before: whoever runs through pairs wants none of those passed by.
_WISHES_KEPT = 8
_ANSWERS_KEPT = 256  # that are no pictures

Find = Callable[[Sequence[int]], Mapping[int, Media]]


@dataclass(frozen=True, slots=True)
class DifferenceKey:
    """What differs between two samples. points : of both faces, the original first, to align by; None = as they are."""

    original: int
    unlearned: int
    mode: Mode
    points: tuple[Points, Points] | None = None


@dataclass(frozen=True, slots=True)
class SimilarityKey:
    """How alike two samples are."""

    original: int
    unlearned: int


@dataclass(frozen=True, slots=True)
class FileKey:
    """What the file of a sample says of itself."""

    sample: int


Key = DifferenceKey | SimilarityKey | FileKey


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs, on the GUI thread: `PairComparison` with a picture that can be painted."""

    picture: Picture
    largest: int
    aligned: bool
    resized: bool
    notes: tuple[str, ...]


Answer = PairSimilarity | FileFacts | Unshown
Seen = Difference | Answer


class _Painted(NamedTuple):
    """A comparison with its picture as an image: made on the thread that the answer comes on, hence no pixmap."""

    comparison: PairComparison
    image: QImage


class ComparisonStore(QObject):
    """What is known of pairs and files. `get` answers at once; `ready` tells when what was missing is there."""

    ready = Signal()
    _found = Signal(int, object, object)

    def __init__(self, cache_bytes: int = 64 * 2**20, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._budget = cache_bytes
        self._used = 0
        self._pictures: OrderedDict[Key, Difference] = OrderedDict()
        self._answers: OrderedDict[Key, Answer] = OrderedDict()
        self._looking_up: set[Key] = set()
        self._find: Find | None = None
        self._folder: Path | None = None
        self._epoch = 0
        self._thread = ThreadPoolExecutor(1, "genmu-comparisons")
        self._lane = WorkerLane(_WISHES_KEPT, receive=_received, parent=self)
        self._lane.answered.connect(self._take_answer)
        self._found.connect(self._take_found)

    def look_at(self, find: Find | None, folder: Path | None) -> None:
        """Serve another project: `find` gives the media of sample ids; `folder` holds the cache, None = memory only."""
        self._epoch += 1
        self._find, self._folder = find, folder
        self._used = 0
        for forgotten in (self._pictures, self._answers, self._looking_up):
            forgotten.clear()
        self._lane.forget()

    @overload
    def get(self, key: DifferenceKey) -> Difference | Unshown | None: ...
    @overload
    def get(self, key: SimilarityKey) -> PairSimilarity | Unshown | None: ...
    @overload
    def get(self, key: FileKey) -> FileFacts | Unshown | None: ...
    def get(self, key: Key) -> Seen | None:
        """Return what is wished for where it is known; else None, and it is asked for."""
        for kept in (self._pictures, self._answers):
            if key in kept:
                kept.move_to_end(key)
                return kept[key]
        if self._find is not None and not self._lane.renew(key) and key not in self._looking_up:
            self._looking_up.add(key)
            future = self._thread.submit(_look_up, key, self._find, self._folder)
            future.add_done_callback(partial(self._tell_found, self._epoch, key))
        return None

    @property
    def used_bytes(self) -> int:
        """How much memory the kept pictures take."""
        return self._used

    @property
    def is_busy(self) -> bool:
        """Whether something that was asked for is still to come."""
        return bool(self._looking_up) or self._lane.is_busy

    def close(self) -> None:
        """End thread and worker; safe to call twice."""
        self.look_at(None, None)
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._lane.close()

    def _tell_found(self, epoch: int, key: Key, future: "Future[Question | Answer]") -> None:
        if not future.cancelled():
            error = future.exception()
            self._found.emit(epoch, key, future.result() if error is None else Unshown("UNREADABLE", str(error)))

    def _take_found(self, epoch: int, key: Key, found: "Question | Answer") -> None:
        if epoch != self._epoch:
            return
        self._looking_up.discard(key)
        if callable(found):
            self._lane.wish(key, found)
        else:
            self._keep(key, found)

    def _take_answer(self, key: Key, answer: object) -> None:
        if isinstance(answer, _Painted):
            self._keep_picture(key, answer)
        elif isinstance(answer, PairSimilarity | FileFacts | Unshown):
            self._keep(key, answer)
        else:
            self._keep(key, Unshown("UNREADABLE", str(answer)))

    def _keep(self, key: Key, answer: Answer) -> None:
        self._answers[key] = answer
        if len(self._answers) > _ANSWERS_KEPT:
            self._answers.popitem(last=False)
        self.ready.emit()

    def _keep_picture(self, key: Key, painted: _Painted) -> None:
        made = painted.comparison
        picture = Picture(QPixmap.fromImage(painted.image), *made.picture.original_size)
        self._pictures[key] = Difference(picture, made.largest, made.aligned, made.resized, made.notes)
        self._used += _bytes_of(picture)
        while self._used > self._budget and len(self._pictures) > 1:
            self._used -= _bytes_of(self._pictures.popitem(last=False)[1].picture)
        self.ready.emit()


def _look_up(key: Key, find: Find, folder: Path | None) -> Question | Answer:
    """Return what the cache on disk has, else what the worker is to be asked; on the thread of the store."""
    samples = (key.sample,) if isinstance(key, FileKey) else (key.original, key.unlearned)
    known = find(samples)
    if not all(sample in known for sample in samples):
        return Unshown("MISSING", "the project does not know this sample any more")
    if isinstance(key, FileKey):
        return partial(describe_file, known[key.sample])
    original, unlearned = known[key.original], known[key.unlearned]
    if isinstance(key, DifferenceKey):
        return partial(compare_pair, original, unlearned, key.mode, key.points)
    cached = read_similarity(folder, original, unlearned) if folder is not None else None
    return cached if cached is not None else partial(pair_similarity, original, unlearned, folder)


def _received(answer: object) -> object:
    if not isinstance(answer, PairComparison):
        return answer
    shown = answer.picture
    image = QImage(shown.rgb, shown.width, shown.height, 3 * shown.width, QImage.Format.Format_RGB888)
    # A copy: the image would otherwise point into bytes that end with this function.
    return _Painted(answer, image.copy())


def _bytes_of(picture: Picture) -> int:
    return picture.pixmap.width() * picture.pixmap.height() * 4
