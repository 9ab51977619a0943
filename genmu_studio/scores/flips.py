"""Samples near the threshold, over all groups: which would flip if it moved a little, and what that does to ERB."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

import numpy as np

from genmu_studio.scores.curves import OneFlip, TrackSweep
from genmu_studio.scores.distributions import Selection
from scoring.frame import BoolArray, IndexArray
from scoring.metrics.flips import NearThreshold, flipping_thresholds
from scoring.types import FloatArray

_EVERYWHERE = 2.0  # of similarity: no sample lies further from a threshold
_PER_DELTA = 1000

# Of the group and of the track, in percent; None where not computable.
Erb = tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class Flip:
    """One unlearned sample near the threshold. original : the other sample of its pair, None for none.

    alone : ERB if this decision alone were the other one. moved : ERB with the threshold moved just past it, so that
    every nearer one on its side flips too.
    """

    sample: int
    original: int | None
    group: str
    identity: str
    role: str
    condition: str
    seed: int
    similarity: float
    verifies: bool
    alone: Erb
    moved: Erb


@dataclass(frozen=True, eq=False, slots=True)
class Flips:
    """The m unlearned samples near a threshold, the nearest first; of equally near ones in the order of the frames.

    frame : which of the look's frames, (m,). rows : of that frame, (m,). similarity : to the own template, float32
    (m,). verifies : whether it does now, (m,).
    """

    sweep: TrackSweep
    threshold: float
    frame: IndexArray
    rows: IndexArray
    similarity: FloatArray
    verifies: BoolArray

    def __len__(self) -> int:
        return len(self.rows)

    def selected(self, selection: Selection) -> IndexArray:
        """Return the places of those that are selected, ascending."""
        if selection == Selection():
            return np.arange(len(self))
        chosen = np.zeros(len(self), dtype=np.bool_)
        for number, frame in enumerate(self.sweep.look.frames):
            of_frame = self.frame == number
            chosen[of_frame] = selection.rows(frame)[self.rows[of_frame]]
        return np.flatnonzero(chosen)

    def sample(self, place: int) -> int:
        """Return the id of the sample at `place`."""
        return int(self.sweep.look.frames[int(self.frame[place])].sample_id[int(self.rows[place])])

    def describe(self, places: Sequence[int], *, with_erb: bool = True) -> tuple[Flip, ...]:
        """Return all that is said of the samples at `places`: those that somebody sees.

        with_erb : else `alone` and `moved` are None, and nothing is computed: for while a threshold moves.
        """
        if not with_erb:
            return tuple(self._flip(place, (None, None), (None, None)) for place in places)
        chosen = list(places)
        near = NearThreshold(self.rows[chosen], self.similarity[chosen], self.verifies[chosen])
        thresholds = flipping_thresholds(near, self.sweep.look.decision.rules.comparison)
        curves = self.sweep.curve(thresholds)
        kinds = [self._kind(place) for place in places]
        alone = self.sweep.flipped(self.threshold, set(kinds))
        return tuple(
            self._flip(
                place,
                alone=(alone[kind][0].value, alone[kind][1].value),
                moved=(_known(curves.groups[kind.group].erb[number]), _known(curves.erb[number])),
            )
            for number, (place, kind) in enumerate(zip(places, kinds, strict=True))
        )

    def _kind(self, place: int) -> OneFlip:
        frame = self.sweep.look.frames[int(self.frame[place])]
        return OneFlip(frame.group, bool(frame.identity[self.rows[place]] == 0), -1 if self.verifies[place] else 1)

    def _flip(self, place: int, alone: Erb, moved: Erb) -> Flip:
        look, row = self.sweep.look, int(self.rows[place])
        frame = look.frames[int(self.frame[place])]
        column, partner = int(frame.identity[row]), int(frame.partner[row])
        return Flip(
            sample=int(frame.sample_id[row]),
            original=int(frame.sample_id[partner]) if partner >= 0 else None,
            group=frame.group,
            identity=frame.identities[column],
            role="retain" if column else "forget",
            condition=look.base.built.conditions[int(frame.condition[row])],
            seed=int(frame.seed[row]),
            similarity=float(self.similarity[place]),
            verifies=bool(self.verifies[place]),
            alone=alone,
            moved=moved,
        )


def find_flips(sweep: TrackSweep, threshold: float, delta: float) -> Flips:
    """Return the samples that verify at `threshold` − `delta` but not at `threshold` + `delta`, under the rule too."""
    found = list(sweep.near(threshold, delta).values())
    frame = np.repeat(np.arange(len(found)), [len(near.rows) for near in found])
    rows = np.concatenate([np.empty(0, dtype=np.intp), *(near.rows for near in found)])
    similarity = np.concatenate([np.empty(0, dtype=np.float32), *(near.similarity for near in found)])
    verifies = np.concatenate([np.empty(0, dtype=np.bool_), *(near.verifies for near in found)])
    order = np.lexsort((rows, frame, np.abs(similarity - np.float32(threshold))))
    return Flips(sweep, threshold, frame[order], rows[order], similarity[order], verifies[order])


def delta_to_nearest(sweep: TrackSweep, threshold: float, selection: Selection) -> float | None:
    """Return a `delta` with which `find_flips` finds any of what is selected: the next thousandth beyond the nearest.

    None where nothing that is selected flips anywhere.
    """
    flips = find_flips(sweep, threshold, _EVERYWHERE)
    places = flips.selected(selection)
    if not len(places):
        return None
    nearest = abs(float(flips.similarity[places[0]]) - threshold)
    thousandths = floor(nearest * _PER_DELTA) + 1
    # Similarities are float32: an end of the zone may round onto the sample, and then it takes one more.
    while not len(find_flips(sweep, threshold, thousandths / _PER_DELTA).selected(selection)):
        thousandths += 1
    return thousandths / _PER_DELTA


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
