"""What the figures mean, in the words of the registry: whoever gets a report may not know them."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.registry import metrics
from scoring.types import Track

# Those that a report shows, in the order in which they are met, as it calls them.
_TITLES: Mapping[str, str] = {
    "FA": "FA",
    "EA": "EA",
    "RA": "RA",
    "ERB": "ERB of a group",
    "ERB_track": "ERB of the track",
    "ERB_of_means": "ERB of means",
    "GP": "GP",
    "points_lost": "points lost",
    "FA_conditional": "FA where the original verified",
    "RA_conditional": "RA where the original verified",
    "FS": "FS",
    "RS": "RS",
}


@dataclass(frozen=True, slots=True)
class Definition:
    """A figure: its name on the page, its unit, and how it is computed."""

    title: str
    unit: str
    text: str


def definitions(track: Track) -> tuple[Definition, ...]:
    """Return the definitions of the figures of a track."""
    infos = {title: metrics()[name].info for name, title in _TITLES.items()}
    return tuple(Definition(title, info.unit, info.definition) for title, info in infos.items() if track in info.track)
