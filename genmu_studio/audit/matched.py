"""The matched-evaluation table: which settings are equal within the pairs of a submission (PROTOCOL §1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from genmu_studio.store.audited import AuditedSamples
from scoring.types import Track

# What may not differ between the two sides of a pair, in PROTOCOL's order, under the names of samples.csv.
REQUIRED: Mapping[Track, tuple[str, ...]] = {
    "face": ("reference", "prompt", "seed", "sampler", "steps", "guidance", "width", "height", "camera"),
    "speech": ("transcript", "reference", "sample_rate", "preprocessing", "seed", "decoder"),
    "concept": ("prompt", "negative_prompt", "seed", "sampler", "steps", "guidance", "width", "height"),
}


@dataclass(frozen=True, slots=True)
class MatchedSetting:
    """One setting over all pairs. undeclared : pairs of which neither side names it. required : by the protocol."""

    name: str
    required: bool
    equal: int
    differing: int
    undeclared: int
    samples: tuple[int, ...]

    @property
    def ok(self) -> bool:
        """Whether it is declared, and equal, in every pair."""
        return not self.differing and not self.undeclared


def matched_table(samples: AuditedSamples, track: Track) -> tuple[MatchedSetting, ...]:
    """Return a row per setting: those that the protocol asks for, then others that pairs declare.

    The seed is equal in every pair, since pairs are made by it.
    """
    pairs = [row for row in samples.of_side("unlearned") if row.partner is not None]
    declared = sorted({name for row in pairs for name in (*row.settings, *row.differing)})
    names = [*REQUIRED[track], *(name for name in declared if name not in REQUIRED[track])]
    return tuple(_setting(name, samples, [row.id for row in pairs], name in REQUIRED[track]) for name in names)


def _setting(name: str, samples: AuditedSamples, pairs: Sequence[int], required: bool) -> MatchedSetting:
    if name == "seed":
        return MatchedSetting(name, required, len(pairs), 0, 0, ())
    rows = [samples.by_id[id_] for id_ in pairs]
    differing = tuple(row.id for row in rows if name in row.differing)
    undeclared = sum(name not in row.settings and name not in row.differing for row in rows)
    return MatchedSetting(
        name, required, len(rows) - len(differing) - undeclared, len(differing), undeclared, differing
    )
