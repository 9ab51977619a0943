"""A matched pair as the page shows it: both samples, what became of them, and how they were asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan

from genmu_studio.pair_table import NO_SAMPLE, PairTable
from genmu_studio.report.figures import cosine
from genmu_studio.report.outcome_marks import OutcomeMark, mark_of
from genmu_studio.report.pictures import Picture
from genmu_studio.report.texts import NAME_CHARACTERS, TEXT_CHARACTERS, cut
from genmu_studio.store.review import SampleFacts
from scoring.types import Media

_NO_SAMPLE = Picture(code="NO SAMPLE", why="the pair has none on this side")


@dataclass(frozen=True, slots=True)
class SampleCard:
    """One side of a pair. similarity : to the template of the identity asked for, "" where it has none."""

    side: str
    path: str
    picture: Picture
    similarity: str
    code: str


@dataclass(frozen=True, slots=True)
class PairCard:
    """A pair. asked : the prompt, or the words to be spoken. differing : names of the settings that differ within it.

    pick : "picked", "rejected" or "".
    """

    group: str
    identity: str
    role: str
    mark: OutcomeMark
    samples: tuple[SampleCard, ...]
    seed: int
    condition: str
    asked: str
    differing: str
    pick: str
    bookmarked: bool
    note: str


@dataclass(frozen=True, eq=False, slots=True)
class PairMaterial:
    """What cards are made of: the table, and facts and pictures of the samples that are shown."""

    table: PairTable
    facts: Mapping[int, SampleFacts]
    pictures: Mapping[Media, Picture]


def samples_of(table: PairTable, rows: Sequence[int]) -> list[int]:
    """Return the ids of the samples of these pairs, in their order."""
    return [sample for row in rows for sample in table.samples(row) if sample != NO_SAMPLE]


def pair_card(material: PairMaterial, row: int) -> PairCard:
    """Return the card of the pair in `row`."""
    table = material.table
    original, unlearned = (material.facts.get(sample) for sample in table.samples(row))
    known = unlearned or original
    outcome = table.outcome_of(row)
    return PairCard(
        group=cut(table.groups[int(table.group[row])], NAME_CHARACTERS),
        identity=cut(table.identity_of(row), NAME_CHARACTERS),
        role=table.role_of(row),
        mark=mark_of(outcome, cut(table.words_of(row), NAME_CHARACTERS)),
        samples=(
            _sample_card("original", original, float(table.own_original[row]), material.pictures),
            _sample_card("unlearned", unlearned, float(table.own_unlearned[row]), material.pictures),
        ),
        seed=int(table.seed[row]),
        condition=cut(known.condition, NAME_CHARACTERS) if known is not None else "",
        asked=cut(_asked(known.settings)) if known is not None else "",
        differing=cut(", ".join(known.differing), NAME_CHARACTERS) if known is not None else "",
        pick={1: "picked", -1: "rejected"}.get(int(table.pick[row]), ""),
        bookmarked=bool(table.bookmarked[row]),
        note=cut(table.notes.get(row, ""), TEXT_CHARACTERS),
    )


def _asked(settings: Mapping[str, str]) -> str:
    return settings.get("prompt") or settings.get("transcript", "")


def _sample_card(
    side: str, facts: SampleFacts | None, similarity: float, pictures: Mapping[Media, Picture]
) -> SampleCard:
    if facts is None:
        return SampleCard(side, "", _NO_SAMPLE, "", "")
    return SampleCard(
        side=side,
        path=cut(facts.path, NAME_CHARACTERS),
        picture=pictures[facts.media],
        similarity="" if isnan(similarity) else cosine(similarity),
        code=facts.code,
    )
