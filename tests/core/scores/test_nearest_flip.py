"""How wide a zone must be for one flip: with a thousandth less none is found."""

from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.scores.curves import TrackSweep
from genmu_studio.scores.distributions import Selection
from genmu_studio.scores.flips import delta_to_nearest, find_flips
from genmu_studio.view import View
from tests.core.scores.made import FEWER, MadeBase, base_of, bases, thresholds, views
from tests.scoring.metrics.slow import GROUP, Sample


@FEWER
@given(bases(), views(), thresholds(), st.booleans())
def test_it_is_the_smallest_that_finds_any(made: MadeBase, view: View, threshold: float, one: bool) -> None:
    sweep = TrackSweep(made.base.through(view))
    frames = sweep.look.frames
    selection = Selection(frames[0].group) if one and frames else Selection()

    def finds(delta: float) -> bool:
        return len(find_flips(sweep, threshold, delta).selected(selection)) > 0

    delta = delta_to_nearest(sweep, threshold, selection)
    if delta is None:
        assert not finds(2.0)
    else:
        assert finds(delta)
        assert delta <= 0.001 or not finds(delta - 0.001 - 1e-6)


def test_a_zone_whose_end_rounds_onto_the_sample_is_wider() -> None:
    samples = [Sample(side, name, 0, "scored", (0.5, 0.0)) for side in ("original", "unlearned") for name in GROUP[:2]]
    sweep = TrackSweep(base_of([(samples, 2)]).through(View()))
    threshold = 0.2500000298023224  # plus 0.25 it is 0.5 as float32
    selection = Selection()
    assert len(find_flips(sweep, threshold, 0.25).selected(selection)) == 0
    assert delta_to_nearest(sweep, threshold, selection) == 0.251
