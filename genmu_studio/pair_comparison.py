"""What differs between the two pictures of a pair, how alike they are, what their files say: what a worker is asked.

How alike they are is kept on disk, named by their contents; the folder may be deleted at any time.
"""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import FiniteFloat, TypeAdapter, ValidationError

from genmu_studio.thumbnails import MAX_FULL_SIDE_PX, FullPicture, Unshown
from genmu_studio.writing import write_atomically
from scoring.digests import bytes_sha256
from scoring.errors import UserError
from scoring.media import LoadedImage, load_image
from scoring.media.comparing import (
    SSIM_WINDOW_PX,
    Transform,
    align,
    difference,
    fitted,
    heat_map,
    psnr,
    ssim,
    warp,
)
from scoring.media.embedded_metadata import Fact, describe
from scoring.types import Media, SampleError

CACHE_FOLDER = Path("media") / "comparisons"
# Part of the cache's names, so that another definition of the numbers does not find the old ones.
_DEFINITION = "ssim of BT.601 luminance, psnr of RGB, 1"
_CACHED_BYTES = 1000  # a few times what is written

Mode = Literal["difference", "heat"]
Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class PairComparison:
    """What differs between the pictures of a pair, as a picture in the frame of the original.

    picture : |original − unlearned| of each channel, or the largest of a pixel's as a heat map. largest : the largest
    difference found, of 255; the last colour of a heat map stands for it, the first for 0. aligned : whether the
    unlearned picture was laid over the original by the points of its face. resized : whether it was brought to another
    size. notes : what was done, in sentences.
    """

    picture: FullPicture
    largest: int
    aligned: bool
    resized: bool
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PairSimilarity:
    """How alike the pictures of a pair are, pixel by pixel as they are: never aligned, resized or reduced.

    ssim : −1 … 1. psnr_db : at most 100; None also for identical pictures, of which it is infinite. reason : why a
    number is missing, "" where none is.
    """

    ssim: FiniteFloat | None
    psnr_db: FiniteFloat | None
    identical: bool
    reason: str = ""


_CACHED = TypeAdapter(PairSimilarity)


def compare_pair(
    original: Media,
    unlearned: Media,
    mode: Mode,
    points: tuple[Points, Points] | None = None,
    max_side: int = MAX_FULL_SIDE_PX,
) -> PairComparison | Unshown:
    """Return what differs between two image files, or why it cannot be shown.

    points : of the face in the original and in the unlearned picture, in pixels of the upright files; with them the
    unlearned picture is aligned. max_side : reduce the original to at most so many pixels a side.
    """
    try:
        before, after = _load("original", original, max_side), _load("unlearned", unlearned, max_side)
        return _compared(before, after, mode, points)
    except (SampleError, MemoryError) as error:
        return _unshown(error)


def _compared(
    before: LoadedImage, after: LoadedImage, mode: Mode, points: tuple[Points, Points] | None
) -> PairComparison:
    height, width = before.rgb.shape[:2]
    transform = align(points[1], points[0]) if points is not None else None
    if transform is not None:
        rgb, inside = warp(after.rgb, _in_loaded_pixels(transform, before, after), (width, height))
        notes = [_words_of(transform)]
    else:
        rgb, inside = fitted(before.rgb, after.rgb), None
        notes = ["it cannot be aligned: the points of a face lie on one spot"] if points is not None else []
        notes += _words_on_sizes(before.original_size, after.original_size)
    if inside is not None and not inside.all():
        notes.append("chequered grey: the unlearned picture does not reach there")
    if (width, height) != before.original_size:
        notes.append(f"shown reduced to {width} × {height} pixels")
    picture, largest = (heat_map if mode == "heat" else difference)(before.rgb, rgb, inside)
    return PairComparison(
        picture=FullPicture(picture.tobytes(), width, height, before.original_size),
        largest=largest,
        aligned=transform is not None,
        resized=transform is None and before.original_size != after.original_size,
        notes=tuple(notes),
    )


def _in_loaded_pixels(transform: Transform, before: LoadedImage, after: LoadedImage) -> Transform:
    """Return a transform between the pixels of the files as one between the pixels of what was loaded of them."""
    ratio_before, ratio_after = (
        np.array([loaded.rgb.shape[1] / loaded.original_size[0], loaded.rgb.shape[0] / loaded.original_size[1]])
        for loaded in (before, after)
    )
    scaled = ratio_before[:, np.newaxis] * transform
    scaled[:, :2] /= ratio_after
    return scaled


def _words_of(transform: Transform) -> str:
    (cosine, _, right), (sine, _, down) = transform.tolist()
    scale, angle = np.hypot(cosine, sine), np.degrees(np.arctan2(sine, cosine))
    moved = f"scaled × {scale:.3f}, turned by {angle:.1f}°, its corner moved by ({right:.0f}, {down:.0f})"
    return f"the unlearned picture was laid over the original by its points: {moved}"


def _words_on_sizes(original: tuple[int, int], unlearned: tuple[int, int]) -> list[str]:
    if original == unlearned:
        return []
    reshaped = original[0] * unlearned[1] != original[1] * unlearned[0]
    sizes = f"the unlearned picture ({_size(unlearned)}) was brought to the size of the original ({_size(original)})"
    return [f"{sizes}, which changes its shape" if reshaped else sizes]


def _size(size: tuple[int, int]) -> str:
    return f"{size[0]} × {size[1]}"


# ---- how alike they are ----


def pair_similarity(original: Media, unlearned: Media, project: Path | None) -> PairSimilarity | Unshown:
    """Return how alike two image files are, or why it cannot be said; keep it on disk.

    project : the folder whose cache keeps it, None = keep nothing.
    """
    if project is not None and (cached := read_similarity(project, original, unlearned)) is not None:
        return cached
    try:
        measured = _similarity(
            _load("original", original, MAX_FULL_SIDE_PX), _load("unlearned", unlearned, MAX_FULL_SIDE_PX)
        )
    except (SampleError, MemoryError) as error:
        return _unshown(error)
    if project is not None and original.sha256 and unlearned.sha256:
        path = _cached_path(project, original, unlearned)
        # A full disk or a folder that may not be written costs time later, nothing else.
        with suppress(OSError, UserError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, json.dumps(asdict(measured)).encode())
    return measured


def _similarity(original: LoadedImage, unlearned: LoadedImage) -> PairSimilarity:
    if original.original_size != unlearned.original_size:
        sizes = f"{_size(original.original_size)} and {_size(unlearned.original_size)} pixels"
        return PairSimilarity(None, None, identical=False, reason=f"the sizes differ: {sizes}")
    if max(original.original_size) > MAX_FULL_SIDE_PX:
        return PairSimilarity(None, None, identical=False, reason=f"more than {MAX_FULL_SIDE_PX} pixels a side")
    psnr_db, ssim_value = psnr(original.rgb, unlearned.rgb), ssim(original.rgb, unlearned.rgb)
    reason = f"SSIM needs {SSIM_WINDOW_PX} pixels a side" if ssim_value is None else ""
    return PairSimilarity(ssim_value, psnr_db, identical=psnr_db is None, reason=reason)


def read_similarity(project: Path, original: Media, unlearned: Media) -> PairSimilarity | None:
    """Return what the cache on disk has; None where it has nothing, or nothing whole."""
    if not (original.sha256 and unlearned.sha256):
        return None
    try:
        with _cached_path(project, original, unlearned).open("rb") as stream:
            return _CACHED.validate_json(stream.read(_CACHED_BYTES), strict=True)
    except (OSError, ValidationError):
        return None


def _cached_path(project: Path, original: Media, unlearned: Media) -> Path:
    name = bytes_sha256(f"{_DEFINITION}\n{original.sha256}\n{unlearned.sha256}".encode())
    return project / CACHE_FOLDER / name[:2] / f"{name}.json"


# ---- what a file says ----


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What a media file says of itself, in the order in which it is shown."""

    facts: tuple[Fact, ...]


def describe_file(media: Media) -> FileFacts | Unshown:
    """Return what a media file says of itself, or why it cannot be read."""
    try:
        return FileFacts(describe(media))
    except (SampleError, MemoryError) as error:
        return _unshown(error)


# ---- all three ----


def _load(side: str, media: Media, max_side: int) -> LoadedImage:
    try:
        return load_image(media, max_side=max_side)
    except SampleError as error:
        raise SampleError(error.failure.code, f"{side}: {error.failure.message}") from error


def _unshown(error: SampleError | MemoryError) -> Unshown:
    if isinstance(error, SampleError):
        return Unshown(str(error.failure.code), error.failure.message)
    return Unshown("OUT_OF_MEMORY", "there is not enough memory to decode it")
