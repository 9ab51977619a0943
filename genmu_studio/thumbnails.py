"""Small and large pictures of media files for a screen: thumbnails with a cache on disk, waveforms, full pictures.

Runs in a worker process or a thread; a cached file is named by the content that it shows, so that it never goes stale.
The cache may be deleted at any time.
"""

import io
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from genmu_studio.writing import write_atomically
from scoring.errors import UserError
from scoring.media import decode_audio, load_image
from scoring.types import FloatArray, Media, SampleError

CACHE_FOLDER = Path("media") / "thumbnails"
# The screen is served from pictures of a few sizes, whatever size it asks for.
KEPT_SIDES_PX = (96, 160, 256, 512, 1024)
# Beyond this a side is reduced also in a full picture: no screen shows more at once, and memory stays bounded.
MAX_FULL_SIDE_PX = 4096
_JPEG_QUALITY = 88
_MOST_KEPT_BYTES = 4 << 20  # several times what the largest takes
_PEAKS_DTYPE = np.dtype("<f4")


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A small picture as a JPEG file."""

    jpeg: bytes


@dataclass(frozen=True, slots=True)
class Pixels:
    """A small picture as a screen takes it: bytes of blue, green, red and 255, row by row."""

    bgra: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class FullPicture:
    """A picture as bytes of RGB, row by row. width, height : of these bytes. original_size : of the file, upright."""

    rgb: bytes
    width: int
    height: int
    original_size: tuple[int, int]


@dataclass(frozen=True, eq=False, slots=True)
class Waveform:
    """The outline of a sound. peaks : float32 (columns, 2), the lowest and highest value of each part of it."""

    peaks: FloatArray
    duration_s: float


@dataclass(frozen=True, slots=True)
class Unshown:
    """Why a file cannot be shown: a code and a sentence."""

    code: str
    message: str


Shown = Thumbnail | Pixels | FullPicture | Waveform | Unshown


def make_thumbnail(media: Media, longest_px: int) -> bytes:
    """Return a JPEG of the picture, at most `longest_px` a side; SampleError where it cannot be decoded."""
    return _jpeg(Image.fromarray(load_image(media, max_side=longest_px).rgb))


def _jpeg(picture: Image.Image) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=_JPEG_QUALITY)
    return stream.getvalue()


def _pixels(picture: Image.Image, longest_px: int) -> Pixels:
    picture.thumbnail((longest_px, longest_px), reducing_gap=2.0)
    return Pixels(picture.convert("RGBA").tobytes("raw", "BGRA"), *picture.size)


def waveform_peaks(media: Media, columns: int) -> Waveform:
    """Return the outline of a sound in at most `columns` parts of equal length; SampleError where it has none."""
    sound = decode_audio(media)
    return Waveform(peaks_of(sound.mono, columns), sound.duration_s)


def peaks_of(mono: FloatArray, columns: int) -> FloatArray:
    """Return (lowest, highest) of each of `columns` parts of `mono` (n,); of each value where there are fewer."""
    starts = np.linspace(0, len(mono), min(columns, len(mono)), endpoint=False).astype(np.intp)
    return np.stack([np.minimum.reduceat(mono, starts), np.maximum.reduceat(mono, starts)], axis=1)


def peaks_at(waveform: Waveform, pixels: int) -> tuple[FloatArray, FloatArray]:
    """Return the lowest and highest value, within ±1, of each of `pixels` ≥ 1 places of equal width, (pixels,) each."""
    columns = len(waveform.peaks)
    if not columns:
        return np.zeros(pixels, dtype=np.float32), np.zeros(pixels, dtype=np.float32)
    places = np.arange(pixels) * columns // pixels
    low, high = np.clip(waveform.peaks, -1, 1).T
    if columns > pixels:
        return np.minimum.reduceat(low, places), np.maximum.reduceat(high, places)
    return low[places], high[places]


def full_picture(media: Media) -> FullPicture:
    """Return the picture with every pixel, reduced only beyond `MAX_FULL_SIDE_PX`; SampleError as above."""
    loaded = load_image(media, max_side=MAX_FULL_SIDE_PX)
    height, width = loaded.rgb.shape[:2]
    return FullPicture(loaded.rgb.tobytes(), width, height, loaded.original_size)


# ---- what a worker is asked ----


def make_small(media: Media, size: int, project: Path | None) -> Shown:
    """Return a thumbnail with sides up to `size` pixels, or a waveform of `size` columns; keep it on disk.

    project : the folder whose cache keeps it, None = keep nothing.
    """
    try:
        made = Thumbnail(make_thumbnail(media, size)) if media.kind == "image" else waveform_peaks(media, size)
    except (SampleError, MemoryError) as error:
        return _unshown(error)
    if project is not None and media.sha256:
        _keep(cached_path(project, media, size), made)
    return made


def make_for_screen(media: Media, size: int, project: Path | None) -> Shown:
    """Return a picture with sides up to `size` pixels as pixels, or a waveform of `size` columns; keep it on disk.

    Kept is the next larger picture of `KEPT_SIDES_PX`, from which `read_for_screen` makes any size up to that; what it
    finds is not made again.
    """
    if media.kind == "audio":
        return make_small(media, size, project)
    if project is not None and (known := read_for_screen(project, media, size)) is not None:
        return known
    side = kept_side(size)
    try:
        picture = Image.fromarray(load_image(media, max_side=side).rgb)
    except (SampleError, MemoryError) as error:
        return _unshown(error)
    if project is not None and media.sha256:
        _keep(cached_path(project, media, side), Thumbnail(_jpeg(picture)))
    return _pixels(picture, size)


def make_full(media: Media) -> Shown:
    """Return the full picture of an image file."""
    try:
        return full_picture(media)
    except (SampleError, MemoryError) as error:
        return _unshown(error)


def _unshown(error: SampleError | MemoryError) -> Unshown:
    if isinstance(error, SampleError):
        return Unshown(str(error.failure.code), error.failure.message)
    return Unshown("OUT_OF_MEMORY", "there is not enough memory to decode it")


# ---- the cache on disk ----


def cached_path(project: Path, media: Media, size: int) -> Path:
    """Return where the cache keeps a thumbnail or waveform of `size`."""
    suffix = "jpg" if media.kind == "image" else "peaks"
    return project / CACHE_FOLDER / media.sha256[:2] / f"{media.sha256}-{size}.{suffix}"


def read_cached(project: Path, media: Media, size: int) -> Shown | None:
    """Return what the cache has; None where it has nothing, or nothing whole."""
    if not media.sha256:
        return None
    try:
        with cached_path(project, media, size).open("rb") as stream:
            data = stream.read(_MOST_KEPT_BYTES)
    except OSError:
        return None
    if media.kind == "image":
        return Thumbnail(data) if data.endswith(b"\xff\xd9") else None
    if len(data) < 2 * _PEAKS_DTYPE.itemsize or len(data) % (2 * _PEAKS_DTYPE.itemsize):
        return None
    rows = np.frombuffer(data, _PEAKS_DTYPE).reshape(-1, 2).astype(np.float32)
    return Waveform(rows[1:], float(rows[0, 0]))


def kept_side(size: int) -> int:
    """Return the side in pixels of the kept picture that serves one of `size` pixels."""
    return next((side for side in KEPT_SIDES_PX if side >= size), KEPT_SIDES_PX[-1])


def read_for_screen(project: Path, media: Media, size: int) -> Shown | None:
    """Return what `make_for_screen` would, from the cache; None where it has nothing, or nothing whole."""
    if media.kind == "audio":
        return read_cached(project, media, size)
    for side in KEPT_SIDES_PX:
        if side >= kept_side(size):
            kept = read_cached(project, media, side)
            if isinstance(kept, Thumbnail) and (read := _read_jpeg(kept.jpeg, size)) is not None:
                return read
    return None


def _read_jpeg(jpeg: bytes, longest_px: int) -> Pixels | None:
    try:
        with Image.open(io.BytesIO(jpeg), formats=("JPEG",)) as picture:
            return _pixels(picture, longest_px) if max(picture.size) <= KEPT_SIDES_PX[-1] else None
    except (OSError, ValueError):  # none of ours
        return None


def _keep(path: Path, made: Shown) -> None:
    if isinstance(made, Thumbnail):
        data = made.jpeg
    elif isinstance(made, Waveform):
        head = np.array([[made.duration_s, 0]], dtype=_PEAKS_DTYPE)
        data = np.concatenate([head, made.peaks.astype(_PEAKS_DTYPE)]).tobytes()
    else:
        return
    # A full disk or a folder that may not be written costs time later, nothing else.
    with suppress(OSError, UserError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data)
