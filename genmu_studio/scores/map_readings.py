"""What is read off a map of embeddings: its pairs, where identities lie, a sample in full, all of it as a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import NDArray

from genmu_studio.chart_table import Cell, ChartTable
from genmu_studio.look import Look
from genmu_studio.pair_outcomes import OUTCOME_WORDS, PairOutcome
from genmu_studio.scores.embedding_map import EmbeddingMap
from genmu_studio.scores.matrices import frame_of
from scoring.frame import BoolArray, IndexArray, Side
from scoring.types import FloatArray

_BECAME = (PairOutcome.BECAME_FORGET, PairOutcome.BECAME_RETAIN)


def pairs_on(shown: EmbeddingMap) -> IndexArray:
    """Return where the original and the unlearned sample of each pair are that has both on the map, (p, 2)."""
    originals = np.flatnonzero((shown.side == Side.ORIGINAL) & (shown.partner >= 0))
    return np.stack([originals, shown.partner[originals]], axis=1)


@dataclass(frozen=True, eq=False, slots=True)
class Whereabouts:
    """Where k identities lie: the mean of their originals, else of all their samples, and how far these lie from it.

    places : float32 (k, 2), NaN for an identity without samples. spread : median distance, (k,), NaN too. n : samples.
    """

    places: FloatArray
    spread: FloatArray
    n: IndexArray


def whereabouts(shown: EmbeddingMap) -> Whereabouts:
    """Return where each identity of a map lies."""
    k = len(shown.identities)
    places, spread = np.full((k, 2), np.nan, dtype=np.float32), np.full(k, np.nan, dtype=np.float32)
    n = np.bincount(shown.identity, minlength=k)
    for number in np.flatnonzero(n).tolist():
        of_it = shown.identity == number
        originals = of_it & (shown.side == Side.ORIGINAL)
        chosen = shown.places[originals if originals.any() else of_it]
        places[number] = chosen.mean(axis=0, dtype=np.float64)
        spread[number] = np.median(np.hypot(*(chosen - places[number]).T))
    return Whereabouts(places, spread, n)


@dataclass(frozen=True, slots=True)
class MapSample:
    """One sample of a map, and the pair that it belongs to.

    original, unlearned : ids of the pair, None for a side that is missing; own_… : their similarity to the own
    template, NaN where not compared. side : of this sample. became : whom, None where it kept or lost its identity.
    """

    original: int | None
    unlearned: int | None
    own_original: float
    own_unlearned: float
    group: str
    identity: str
    role: str
    side: Side
    condition: str
    seed: int
    outcome: PairOutcome
    became: str | None
    x: float
    y: float

    @property
    def sample(self) -> int:
        """Its id."""
        found = self.original if self.side == Side.ORIGINAL else self.unlearned
        assert found is not None  # noqa: S101 - a sample is on its own side
        return found

    @property
    def outcome_words(self) -> str:
        """What became of its pair, in words."""
        return f"became {self.became}" if self.became is not None else OUTCOME_WORDS[self.outcome]


def sample_at(shown: EmbeddingMap, outcomes: NDArray[np.int8], look: Look, place: int) -> MapSample:
    """Return all that is known of the sample at `place`. outcomes : int8 (n,) of `PairOutcome`, under `look`."""
    frame = frame_of(look, shown.groups[int(shown.group[place])])
    row, side = int(shown.row[place]), Side(int(shown.side[place]))
    column, partner = int(frame.identity[row]), int(frame.partner[row])
    original, unlearned = (row, partner) if side == Side.ORIGINAL else (partner, row)
    outcome = PairOutcome(int(outcomes[place]))
    x, y = shown.places[place].tolist()
    return MapSample(
        original=int(frame.sample_id[original]) if original >= 0 else None,
        unlearned=int(frame.sample_id[unlearned]) if unlearned >= 0 else None,
        own_original=float(frame.own[original]) if original >= 0 else nan,
        own_unlearned=float(frame.own[unlearned]) if unlearned >= 0 else nan,
        group=frame.group,
        identity=frame.identities[column],
        role="retain" if column else "forget",
        side=side,
        condition=look.base.built.conditions[int(frame.condition[row])],
        seed=int(frame.seed[row]),
        outcome=outcome,
        became=frame.identities[int(frame.rival[unlearned])] if outcome in _BECAME else None,
        x=x,
        y=y,
    )


def map_table(
    shown: EmbeddingMap, outcomes: NDArray[np.int8], look: Look, wanted: BoolArray | None = None
) -> ChartTable:
    """Return the samples of a map, or those `wanted` (n,), with their places, and the templates after them."""
    chosen = np.arange(len(shown)) if wanted is None else np.flatnonzero(wanted)
    condition, seed = np.zeros(len(shown), dtype=np.intp), np.zeros(len(shown), dtype=np.int64)
    for number, group in enumerate(shown.groups):
        frame, here = frame_of(look, group), shown.group == number
        condition[here], seed[here] = frame.condition[shown.row[here]], frame.seed[shown.row[here]]
    columns = {
        "sample": shown.samples[chosen].tolist(),
        "group": _named(shown.groups, shown.group[chosen]),
        "identity": _named(shown.identities, shown.identity[chosen]),
        "side": _named([side.name.lower() for side in Side], shown.side[chosen]),
        "condition": _named(look.base.built.conditions, condition[chosen]),
        "seed": seed[chosen].tolist(),
        "outcome of the pair": _named([OUTCOME_WORDS[each] for each in PairOutcome], outcomes[chosen]),
        "x": shown.places[chosen, 0].tolist(),
        "y": shown.places[chosen, 1].tolist(),
    }
    rows: list[tuple[Cell, ...]] = list(zip(*columns.values(), strict=True))
    templates = zip(shown.templates, shown.template_places.tolist(), strict=True)
    rows += [(None, "", name, "template", "", None, "", x, y) for name, (x, y) in templates]
    return ChartTable(tuple(columns), rows)


def _named(names: Sequence[str], numbers: NDArray[np.integer]) -> list[str]:
    return [names[number] for number in numbers.tolist()]
