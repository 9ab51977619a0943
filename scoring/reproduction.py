"""How equal a re-generated output is to the one that was submitted: bytes, content, tolerance, likeness, identity."""

from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from scoring.digests import bytes_sha256
from scoring.errors import BugError
from scoring.likeness.bits import Fingerprint, distances, words_of
from scoring.likeness.media import radius_of
from scoring.likeness.pictures import picture_fingerprint
from scoring.likeness.sound_frames import MOST_BIT_ERRORS, bit_error_rate, sound_frames
from scoring.likeness.sounds import sound_fingerprint
from scoring.media import decode_audio, load_image, read_media_bytes
from scoring.media.comparing import PSNR_CAP_DB
from scoring.metrics.values import joined
from scoring.types import FloatArray, Media, MediaKind, SampleError
from scoring.verification import unit_rows

# Of a silent sound every ratio is that to this power.
_SILENCE = 1e-30


class Equality(IntEnum):
    """How equal two media are, the strongest first; a level holds whatever weaker ones say."""

    SAME_BYTES = 0
    SAME_CONTENT = 1
    WITHIN_TOLERANCE = 2
    ALIKE = 3
    SAME_IDENTITY = 4
    DIFFERENT = 5


MEANINGS = {
    Equality.SAME_BYTES: "the files are the same, byte by byte",
    Equality.SAME_CONTENT: "the files differ, their pixels or samples do not",
    Equality.WITHIN_TOLERANCE: "pixels or samples differ by no more than other hardware makes them",
    Equality.ALIKE: "they look or sound alike, as after another encoding",
    Equality.SAME_IDENTITY: "they show the same identity and are other outputs",
    Equality.DIFFERENT: "they are different outputs",
}


@dataclass(frozen=True, slots=True)
class Tolerance:
    """What still counts as re-generated [ours].

    ratio_db : PSNR of a picture, signal-to-noise ratio of a sound, at least; 40 dB are ±2 or 3 of 255 levels, and
    most of what another GPU or library changes. largest : of any value, at most, of full scale; a seed that went
    another way changes some pixels a lot and most not at all. cosine : of the embeddings, at least.
    """

    ratio_db: float = 40.0
    largest: float = 0.1
    cosine: float = 0.9


@dataclass(frozen=True, slots=True)
class Reproduction:
    """The first level that holds, and what was measured on the way to it; None where that was not looked at.

    largest : largest difference of a value, of full scale. ratio_db : PSNR or signal-to-noise ratio, at most 100.
    differing_bits : of the fingerprints. cosine : of the embeddings. note : why a level could not be judged ("" = all
    that was asked could).
    """

    level: Equality
    largest: float | None = None
    ratio_db: float | None = None
    differing_bits: int | None = None
    cosine: float | None = None
    note: str = ""


def compare_outputs(
    submitted: Media,
    regenerated: Media,
    tolerance: Tolerance | None = None,
    embeddings: tuple[FloatArray, FloatArray] | None = None,
) -> Reproduction:
    """Return how equal two outputs of one kind are.

    embeddings : of both, (d,) each, where an evaluator gave them; otherwise identity is not judged. Pictures of other
    sizes and sounds of other rates, lengths or channels are compared by likeness and identity alone. SampleError where
    a file cannot be opened; one that opens and cannot be decoded is compared by its bytes, and the note says so.
    """
    if submitted.kind != regenerated.kind:
        raise BugError("a picture and a sound are not compared")
    limits = tolerance or Tolerance()
    if bytes_sha256(read_media_bytes(submitted)) == bytes_sha256(read_media_bytes(regenerated)):
        return Reproduction(Equality.SAME_BYTES)
    try:
        first, second = (_decoded(media) for media in (submitted, regenerated))
    except SampleError as error:
        return _by_identity(Reproduction(Equality.DIFFERENT, note=error.failure.message), limits, embeddings)
    found = _by_values(first, second, limits)
    if found.level is Equality.DIFFERENT:
        found = _by_likeness(found, first, second)
    return found if found.level is not Equality.DIFFERENT else _by_identity(found, limits, embeddings)


@dataclass(frozen=True, eq=False, slots=True)
class _Picture:
    values: NDArray[np.uint8]  # (H, W, 3)
    kind: MediaKind = "image"


@dataclass(frozen=True, eq=False, slots=True)
class _Sound:
    values: FloatArray  # (n, channels)
    mono: FloatArray  # (n,)
    rate: int
    kind: MediaKind = "audio"


_Decoded = _Picture | _Sound


def _decoded(media: Media) -> _Decoded:
    if media.kind == "image":
        return _Picture(load_image(media).rgb)
    sound = decode_audio(media)
    return _Sound(sound.channels, sound.mono, sound.rate)


def _by_values(first: _Decoded, second: _Decoded, limits: Tolerance) -> Reproduction:
    if not _are_comparable(first, second):
        what = "sizes" if isinstance(first, _Picture) else "rates, lengths or channels"
        return Reproduction(Equality.DIFFERENT, note=f"their {what} differ")
    if np.array_equal(first.values, second.values):
        return Reproduction(Equality.SAME_CONTENT)
    apart = first.values.astype(np.float64) - second.values
    signal = 1.0  # PSNR: the square of full scale
    if isinstance(first, _Picture):
        apart /= 255
    else:
        signal = float(np.square(first.values, dtype=np.float64).mean())
    largest, noise = float(np.abs(apart).max()), float(np.square(apart).mean())
    ratio = min(PSNR_CAP_DB, 10 * float(np.log10(max(signal, _SILENCE) / noise)))
    within = ratio >= limits.ratio_db and largest <= limits.largest
    return Reproduction(Equality.WITHIN_TOLERANCE if within else Equality.DIFFERENT, largest, ratio)


def _are_comparable(first: _Decoded, second: _Decoded) -> bool:
    if isinstance(first, _Sound) and isinstance(second, _Sound) and first.rate != second.rate:
        return False
    return first.values.shape == second.values.shape


def _by_likeness(found: Reproduction, first: _Decoded, second: _Decoded) -> Reproduction:
    one, other = _fingerprint(first), _fingerprint(second)
    if one is None or other is None:
        note = joined(found.note, "one of them is of one colour, silent or very short: likeness is not judged")
        return replace(found, note=note or "")
    bits = int(distances(words_of(one[np.newaxis]), words_of(other[np.newaxis]))[0])
    alike = bits <= radius_of(first.kind) and _frames_agree(first, second)
    return replace(found, level=Equality.ALIKE if alike else Equality.DIFFERENT, differing_bits=bits)


def _fingerprint(media: _Decoded) -> Fingerprint | None:
    if isinstance(media, _Sound):
        return sound_fingerprint(media.mono, media.rate)
    return picture_fingerprint(media.values)


def _frames_agree(first: _Decoded, second: _Decoded) -> bool:
    if not isinstance(first, _Sound) or not isinstance(second, _Sound):
        return True  # of pictures the fingerprint is all there is
    rate = bit_error_rate(sound_frames(first.mono, first.rate), sound_frames(second.mono, second.rate))
    return rate is not None and rate <= MOST_BIT_ERRORS


def _by_identity(
    found: Reproduction, limits: Tolerance, embeddings: tuple[FloatArray, FloatArray] | None
) -> Reproduction:
    if embeddings is None:
        return found
    cosine = float(np.prod(unit_rows(np.stack(embeddings)), axis=0).sum())
    if not np.isfinite(cosine):
        return replace(found, note=joined(found.note, "an embedding has no direction") or "")
    level = Equality.SAME_IDENTITY if cosine >= limits.cosine else Equality.DIFFERENT
    return replace(found, level=level, cosine=min(1.0, cosine))
