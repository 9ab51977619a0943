"""Distributions against plain loops over the samples."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.scores.distributions import Distribution, Role, Selection, distributions, histograms
from genmu_studio.view import View
from scoring.calibration import Comparisons
from scoring.rules import Comparison
from tests.core.scores.made import COMPARISONS, FEWER, MadeBase, base_of, bases, names_of, singles, thresholds
from tests.scoring.metrics.slow import GROUP, Sample, single

ROLES: tuple[Role, ...] = ("forget", "retain")


@FEWER
@given(bases(), st.sampled_from(ROLES), st.data())
def test_each_side_has_the_similarities_that_decide_about_its_samples(
    made: MadeBase, role: Role, data: st.DataObject
) -> None:
    names = [names_of(number, k) for number, (_, k) in enumerate(made.samples)]
    chosen = Selection(
        data.draw(st.sampled_from([None, *(f"Set {number}" for number in range(len(names)))])),
        data.draw(st.sampled_from([None, *(name for each in names for name in each)])),
    )
    found = distributions(made.base.through(View()), None, role, chosen)
    assert [each.name for each in found] == ["original", "unlearned"]
    for distribution in found:
        scores, failures, unscored = [], 0, 0
        for number, (samples, _) in enumerate(made.samples):
            for sample in samples:
                name = names[number][GROUP.index(sample.identity)]
                if chosen.group not in (None, f"Set {number}") or chosen.identity not in (None, name):
                    continue
                if sample.side != distribution.name or (sample.identity == GROUP[0]) != (role == "forget"):
                    continue
                failures += sample.status == "failure"
                unscored += sample.status == "error"
                if sample.status == "scored":
                    scores.append(single(sample.similarity[GROUP.index(sample.identity)]))
        assert distribution.scores.tolist() == sorted(scores)
        assert (distribution.n, distribution.failures, distribution.unscored) == (len(scores), failures, unscored)


@given(st.lists(st.sampled_from([0.25, 0.5, 0.75]), max_size=20), thresholds(), st.sampled_from(COMPARISONS))
def test_what_lies_on_either_side_of_a_threshold(scores: list[float], threshold: float, comparison: Comparison) -> None:
    one = Distribution("unlearned", np.sort(singles(scores)))
    limit = single(threshold)
    expected = sum(score >= limit if comparison == ">=" else score > limit for score in scores)
    assert one.verified_at(threshold, comparison) == expected


def test_references_come_beside_them_whatever_is_selected() -> None:
    base = base_of([([Sample("unlearned", "84", 0, "scored", (0.5, 0.0))], 2)])
    references = Comparisons(singles([0.9, 0.7]), singles([0.1, 0.3, 0.2]), 2)
    found = distributions(base.through(View()), references, "retain", Selection("Set 0", "84"))
    assert [(each.name, each.n) for each in found] == [
        ("original", 0), ("unlearned", 0), ("mated", 2), ("non-mated", 3),
    ]  # fmt: skip
    assert found[3].scores.tolist() == singles([0.1, 0.2, 0.3]).tolist()


@given(st.lists(st.lists(st.floats(-1, 1, width=32), max_size=30), min_size=1, max_size=4), st.integers(1, 60))
def test_histograms_share_their_edges_and_hold_every_score(scores: list[list[float]], bins: int) -> None:
    found = histograms([Distribution(str(number), np.sort(singles(each))) for number, each in enumerate(scores)], bins)
    edges = found.edges.tolist()
    assert len(edges) == bins + 1
    assert edges == sorted(set(edges))
    for number, each in enumerate(scores):
        counts = [0] * bins
        for score in each:
            place = max(place for place in range(bins) if edges[place] <= score)
            counts[place] += 1
            assert score <= edges[-1]
        assert found.shares[str(number)].tolist() == pytest.approx([count / max(1, len(each)) for count in counts])
        assert math.fsum(found.shares[str(number)].tolist()) == pytest.approx(1.0 if each else 0.0)
