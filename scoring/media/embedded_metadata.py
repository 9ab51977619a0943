"""What a media file says of itself: its format and size, and the texts, tags and credentials that it carries.

Nothing is decoded that is not shown, nothing is executed, and every answer is bounded, whatever the file holds.
"""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from scoring.media.audio import AUDIO_FORMATS
from scoring.media.decoders import IMAGE_FORMATS
from scoring.media.files import read_media_bytes
from scoring.media.foreign_text import plain
from scoring.media.picture_metadata import picture_facts
from scoring.media.sniffing import require_format
from scoring.media.sound_metadata import sound_facts
from scoring.types import Media

MOST_FACTS = 100
LONGEST_NAME = 80
LONGEST_VALUE = 4000


class Fact(NamedTuple):
    """One thing that a file says: plain text, of more than one line where the file has it so."""

    name: str
    value: str


def describe(media: Media) -> tuple[Fact, ...]:
    """Return what the file says of itself, at most `MOST_FACTS` facts; of a damaged file what can still be read.

    Characters that control the display (and could make a text look like another) are replaced by �. SampleError:
    MISSING, CHANGED, EMPTY, TOO_LARGE, UNREADABLE.
    """
    data = read_media_bytes(media)
    if media.kind == "image":
        content = require_format(data, tuple(IMAGE_FORMATS), "pictures")
        found = picture_facts(data, content)
    else:
        content = require_format(data, AUDIO_FORMATS, "sounds")
        found = sound_facts(data, content)
    head = [Fact("format", content.upper()), Fact("file size", f"{len(data):,} bytes")]
    facts = [*head, *islice(_bounded(found), MOST_FACTS - len(head))]
    if next(_bounded(found), None) is not None:
        facts[-1] = Fact("and more", "the file holds more than is listed here")
    return tuple(facts)


def _bounded(found: Iterator[tuple[str, str]]) -> Iterator[Fact]:
    for name, value in found:
        if text := plain(value, LONGEST_VALUE):
            yield Fact(plain(name, LONGEST_NAME).replace("\n", " "), text)
