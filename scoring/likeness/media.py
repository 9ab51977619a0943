"""From a file to its fingerprint, and whether two files are near duplicates: of pictures and of sounds."""

from scoring.errors import BugError
from scoring.likeness.bits import Fingerprint, distances, words_of
from scoring.likeness.pictures import PICTURE_RADIUS, picture_fingerprint
from scoring.likeness.sound_frames import MOST_BIT_ERRORS, bit_error_rate, sound_frames
from scoring.likeness.sounds import SOUND_RADIUS, sound_fingerprint
from scoring.media import decode_audio, load_image
from scoring.types import Media, MediaKind

# A picture is decoded reduced to at most this: quicker for large ones, and far above the 64 pixels that are looked at.
_LOOKED_AT_SIDE = 256


def fingerprint(media: Media) -> Fingerprint | None:
    """Return the 32 bytes of the picture or sound in `media`; None where it is of one colour, silent or under 0.2 s.

    What the file says of itself plays no part, only what is seen or heard. SampleError as `load_image` and
    `decode_audio` raise it.
    """
    if media.kind == "image":
        return picture_fingerprint(load_image(media, max_side=_LOOKED_AT_SIDE).rgb)
    sound = decode_audio(media)
    return sound_fingerprint(sound.mono, sound.rate)


def radius_of(kind: MediaKind) -> int:
    """Return in how many bits two fingerprints of near duplicates may differ."""
    return PICTURE_RADIUS if kind == "image" else SOUND_RADIUS


def are_near(a: Media, b: Media) -> bool:
    """Whether two files of one kind are near duplicates. Of sounds near by fingerprint, this decides frame by frame."""
    if a.kind != b.kind:
        raise BugError("a picture and a sound are not compared")
    first, second = fingerprint(a), fingerprint(b)
    if first is None or second is None:
        return first is second  # both of one colour, or both silent
    if int(distances(words_of(first[None]), words_of(second[None]))[0]) > radius_of(a.kind):
        return False
    return a.kind == "image" or are_one_sound(a, b)


def are_one_sound(a: Media, b: Media) -> bool:
    """Whether two sounds whose fingerprints are near are near duplicates, frame by frame."""
    frames = [sound_frames(sound.mono, sound.rate) for sound in (decode_audio(a), decode_audio(b))]
    rate = bit_error_rate(*frames)
    return rate is not None and rate <= MOST_BIT_ERRORS
