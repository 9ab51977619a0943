"""What a file gives away beside its score: a fingerprint of what is seen or heard, and what it says of itself.

The audit finds copies by the first and holds the second against the manifest. Both are measured once per file and kept,
like everything else that takes a look at every sample.
"""

from collections.abc import Iterable, Sequence

from scoring.likeness.pictures import picture_fingerprint
from scoring.likeness.sounds import sound_fingerprint
from scoring.media import decode_audio, load_image
from scoring.media.embedded_metadata import Fact, describe
from scoring.media.sound_texture import sound_texture
from scoring.types import Measurement, Outcome, SampleError, Subject

FINGERPRINT = "fingerprint"  # hexadecimal, None where there is nothing to see or hear
SAYS = "says"  # [name, value] of each fact
PICTURE_VALUES = ("width", "height")
SOUND_VALUES = ("duration_s", "rate_hz", "level_range_db", "flatness")  # the last two of `sound_texture`
MOST_CHARACTERS = 4_000  # of all facts of a file together: each sample's are kept

_LOOKED_AT_SIDE = 256


class TracesEvaluator:
    """Takes the traces of each file by itself; no weights, nothing learnt."""

    provider = "CPU"
    notice = ""

    def measure(self, batch: Sequence[Subject]) -> list[Outcome]:
        """Return one outcome per subject."""
        return [_measure(subject) for subject in batch]


def _measure(subject: Subject) -> Outcome:
    media = subject.media
    try:
        says = [list(fact) for fact in _bounded(describe(media))]
        if media.kind == "image":
            picture = load_image(media, max_side=_LOOKED_AT_SIDE)
            values = {"width": float(picture.original_size[0]), "height": float(picture.original_size[1])}
            found, flags = picture_fingerprint(picture.rgb), picture.flags
        else:
            sound = decode_audio(media)
            values = {"duration_s": sound.duration_s, "rate_hz": float(sound.rate)}
            texture = sound_texture(sound.mono, sound.rate)
            if texture is not None:
                values |= {"level_range_db": texture.level_range_db, "flatness": texture.flatness}
            found, flags = sound_fingerprint(sound.mono, sound.rate), sound.flags
    except SampleError as error:
        return error.failure
    detail = {FINGERPRINT: None if found is None else found.tobytes().hex(), SAYS: says}
    return Measurement(values, None, flags, detail)


def _bounded(facts: Iterable[Fact]) -> Iterable[Fact]:
    """Yield facts until they are `MOST_CHARACTERS` long together; the last one is cut."""
    room = MOST_CHARACTERS
    for fact in facts:
        if room <= 0:
            return
        yield Fact(fact.name, fact.value[:room])
        room -= len(fact.name) + len(fact.value)
