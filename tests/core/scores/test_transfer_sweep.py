"""Counts at any threshold are those of the transfer matrix at that threshold."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.scores.matrices import Outside, transfer
from genmu_studio.scores.transfer_sweep import TransferSweep
from genmu_studio.view import View
from scoring.frame import Side
from tests.core.scores.made import FEWER, MadeBase, at, bases, thresholds
from tests.scoring.metrics.slow import FRAME_LEVELS


@FEWER
@given(bases(), st.sampled_from(Side), st.lists(thresholds(), min_size=1, max_size=5), st.data())
def test_a_sweep_counts_what_the_matrix_counts(
    made: MadeBase, side: Side, values: list[float], data: st.DataObject
) -> None:
    for frame in made.base.built.groups:
        outside = None
        if data.draw(st.booleans()):
            levels = st.sampled_from([*FRAME_LEVELS, float("nan")])
            drawn = data.draw(st.lists(st.tuples(levels, levels), min_size=len(frame), max_size=len(frame)))
            outside = Outside(("77", "88"), np.array(drawn, dtype=np.float32).reshape(-1, 2), 0)
        sweep = TransferSweep(frame, side, outside)
        for value in values:
            look = made.base.through(at(View(), value))
            expected = transfer(look, frame.group, side, outside)
            found = sweep.at(look.decision.threshold, look.decision.rules.comparison)
            assert (found.identities, found.templates) == (expected.identities, expected.templates)
            for name in ("verified", "nearest", "nobody", "n"):
                one, other = getattr(found, name), getattr(expected, name)
                assert one.tolist() == other.tolist(), name
                assert one.dtype == other.dtype
