"""Looking up a thumbnail, off the GUI thread: which file it shows, and what the cache on disk has of that."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtGui import QImage

from genmu_studio.media_keys import MediaKey
from genmu_studio.thumbnails import FullPicture, Pixels, Unshown, Waveform, make_for_screen, make_full, read_for_screen
from scoring.types import Media

FULL = 0  # the size of a picture with every pixel
WAVE_COLUMNS = 400
FULL_WAVE_COLUMNS = 2400

Find = Callable[[Sequence[MediaKey]], Mapping[MediaKey, Media]]
UNKNOWN = Unshown("MISSING", "the project does not know this file any more")


class Key(NamedTuple):
    """What is wished for: of which sample or reference, and its longest side in pixels of the screen, or FULL."""

    media: MediaKey
    size: int


class Content(NamedTuple):
    """What is kept, once for all samples of the same bytes.

    size : longest side in pixels, or FULL, of a picture; columns of a waveform.
    """

    digest: str
    kind: str
    size: int


@dataclass(frozen=True, slots=True)
class Decoded:
    """What came from a thread: a full picture with the file's size, a thumbnail, a waveform, or why there is none."""

    content: QImage | Pixels | Waveform | Unshown
    width: int = 0
    height: int = 0


class Found(NamedTuple):
    """What is known of a wish. cached : what the cache on disk has, None = it has nothing, or it was not asked."""

    file: Media | Unshown
    cached: Decoded | None


def content_of(file: Media, size: int) -> Content:
    """Return under what a file in that size, as it is wished for, is kept."""
    if file.kind == "audio":
        size = FULL_WAVE_COLUMNS if size == FULL else WAVE_COLUMNS
    return Content(file.sha256 or file.path, file.kind, size)


def question_of(file: Media, size: int, folder: Path | None) -> Callable[[], object]:
    """Return what a worker is asked to make of a file in that size; `received` takes the answer."""
    if size == FULL and file.kind == "image":
        return partial(make_full, file)
    return partial(make_for_screen, file, content_of(file, size).size, folder)


def look_up(
    keys: Sequence[Key],
    known: Mapping[MediaKey, Media],
    find: Find,
    folder: Path | None,
    is_kept: Callable[[Content], bool],
) -> dict[Key, Found]:
    """Return which file each key means, and what the cache in `folder` has of it, None = do not ask it."""
    unknown = sorted({key.media for key in keys} - set(known))
    files = {**known, **find(unknown)} if unknown else known
    found: dict[Key, Found] = {}
    read: dict[Content, Decoded | None] = {}
    for key in keys:
        file = files.get(key.media)
        if file is None:
            found[key] = Found(UNKNOWN, None)
            continue
        content = content_of(file, key.size)
        if content not in read and not is_kept(content):
            read[content] = _read(folder, file, content.size)
        found[key] = Found(file, read.get(content))
    return found


def _read(folder: Path | None, file: Media, size: int) -> Decoded | None:
    cached = read_for_screen(folder, file, size) if folder is not None and size != FULL else None
    return None if cached is None else received(cached)


def received(shown: object) -> Decoded:
    """Return what `genmu_studio.thumbnails` gave, a full picture as an image; on whatever thread, hence no pixmap."""
    if isinstance(shown, FullPicture):
        stride = 3 * shown.width
        image = QImage(shown.rgb, shown.width, shown.height, stride, QImage.Format.Format_RGB888)
        # Another format, hence a copy: the image would otherwise point into bytes that end with this function.
        return Decoded(image.convertToFormat(QImage.Format.Format_RGB32), *shown.original_size)
    assert isinstance(shown, Pixels | Waveform | Unshown)  # noqa: S101 - for the screen there is nothing else
    return Decoded(shown)
