"""The band is the interval that an evaluation gives at each threshold, coarse first."""

from itertools import islice, pairwise

from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.evaluation import evaluate
from genmu_studio.scores.band import band, coarse_to_fine
from genmu_studio.view import View
from scoring.metrics.erb_bootstrap import FEW_CONDITIONS
from tests.core.scores.made import FEWER, MadeBase, at, base_of, bases, thresholds, views
from tests.scoring.metrics.slow import GROUP, Sample


@FEWER
@given(bases(missing=True), views(), st.lists(thresholds(), min_size=1, max_size=4))
def test_every_point_is_an_evaluation(made: MadeBase, view: View, wanted: list[float]) -> None:
    points = list(band(made.base.through(view), wanted))
    assert sorted(point.place for point in points) == list(range(len(wanted)))
    for point in points:
        assert point.threshold == wanted[point.place]
        full = evaluate(made.base.through(at(view, point.threshold)))
        assert point.track == full.track.erb
        assert point.groups == {scores.group: scores.unlearned.erb for scores in full.groups}


def test_the_bootstrap_widens_it_where_there_are_conditions_enough() -> None:
    samples = [
        Sample("unlearned", name, condition, "scored", tuple(0.9 if name == each else 0.1 for each in GROUP[:2]))
        for name in GROUP[:2]
        for condition in range(4)
    ]
    spread = [
        Sample(
            each.side, each.identity, each.condition, "scored", (0.1 + 0.2 * each.condition, 0.9 - 0.2 * each.condition)
        )
        for each in samples
    ]
    (narrow,) = band(base_of([(spread, 2)], min_conditions=5).through(View()), [0.4])
    (wide,) = band(base_of([(spread, 2)], min_conditions=4).through(View()), [0.4])
    assert FEW_CONDITIONS in (narrow.track.badge or "")
    assert wide.track.badge is None
    assert narrow.track.value == wide.track.value
    assert narrow.track.interval is not None
    assert wide.track.interval is not None
    assert wide.track.interval[0] <= narrow.track.interval[0]
    assert wide.track.interval[1] >= narrow.track.interval[1]
    assert wide.track.interval != narrow.track.interval


@given(st.integers(0, 300))
def test_each_place_comes_once_and_the_gaps_are_halved(count: int) -> None:
    order = coarse_to_fine(count)
    assert sorted(order) == list(range(count))
    assert set(order[:2]) == {0, count - 1} if count else not order
    for seen in range(2, count):
        widest = max(later - earlier for earlier, later in pairwise(sorted(order[:seen])))
        assert widest <= 4 * count / seen


def test_whoever_reads_may_stop() -> None:
    samples = [Sample("unlearned", name, 0, "scored", (0.5, 0.5)) for name in GROUP[:2]]
    points = band(base_of([(samples, 2)]).through(View()), [0.1, 0.2, 0.3, 0.4])
    assert [point.place for point in islice(points, 2)] == [0, 3]
