"""Matched pairs: original and unlearned samples of the same cell, and what differs although it should not."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from genmu_studio.domain import SampleRow


@dataclass(frozen=True, slots=True)
class Pair:
    """Two samples by their places in the list of rows. `differing` names the settings that are not equal."""

    original: int
    unlearned: int
    differing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pairs:
    """All pairs in the order of the originals, and the places of samples without a partner."""

    pairs: tuple[Pair, ...] = ()
    lone_originals: tuple[int, ...] = ()
    lone_unlearned: tuple[int, ...] = ()

    @property
    def matched(self) -> int:
        """How many pairs differ in nothing but the side."""
        return sum(not pair.differing for pair in self.pairs)

    @property
    def mismatched(self) -> int:
        """How many pairs have settings that differ."""
        return len(self.pairs) - self.matched


def match_pairs(rows: Sequence[SampleRow], matched_settings: Iterable[str]) -> Pairs:
    """Return the pairs of `rows` by pair key (PROTOCOL §1, §2); nothing depends on the order of rows.

    A setting that only one side declares differs: otherwise leaving it out would hide a mismatch.
    """
    settings = tuple(matched_settings)
    unlearned = {row.pair_key: place for place, row in enumerate(rows) if row.side == "unlearned"}
    pairs = []
    lone = []
    for place, row in enumerate(rows):
        if row.side != "original":
            continue
        partner = unlearned.pop(row.pair_key, None)
        if partner is None:
            lone.append(place)
        else:
            pairs.append(Pair(place, partner, _differing(row, rows[partner], settings)))
    return Pairs(tuple(pairs), tuple(lone), tuple(sorted(unlearned.values())))


def _differing(one: SampleRow, other: SampleRow, settings: tuple[str, ...]) -> tuple[str, ...]:
    prompt_type = ("prompt_type",) if one.prompt_type != other.prompt_type else ()
    if one.settings is other.settings:
        return prompt_type
    return prompt_type + tuple(name for name in settings if one.settings.get(name) != other.settings.get(name))
