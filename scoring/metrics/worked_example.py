"""The small group on which every metric's docstring shows its number."""

import numpy as np

from scoring.frame import GroupFrame, Side, Status, sum_embeddings
from scoring.verification import unit_rows

# Similarities to the templates of 84 (forget), 5895 and 3853 (retain); a threshold of 0.5 is meant.
_AS_84, _AS_5895, _AS_3853, _AS_NOBODY = (0.8, 0.2, 0.1), (0.2, 0.7, 0.1), (0.1, 0.3, 0.9), (0.3, 0.2, 0.1)

# (identity, its similarities per sample on the original side, on the unlearned side)
_SAMPLES = (
    (0, 8 * [_AS_84], 2 * [_AS_84] + [_AS_5895] + 5 * [_AS_NOBODY]),
    (1, 12 * [_AS_5895], 6 * [_AS_5895] + 6 * [_AS_NOBODY]),
    (2, 12 * [_AS_3853], 12 * [_AS_3853]),
)


def _example() -> GroupFrame:
    identity = np.array([person for person, before, _ in _SAMPLES for _ in before])
    similarity = [row for _, before, _ in _SAMPLES for row in before] + [
        row for _, _, after in _SAMPLES for row in after
    ]
    pairs = len(identity)
    side = np.repeat(np.array([Side.ORIGINAL, Side.UNLEARNED], dtype=np.int8), pairs)
    # Each identity's samples: seeds 1 and 2 of conditions 0, 1, …
    within = np.concatenate([np.arange(len(before)) for _, before, _ in _SAMPLES])
    return GroupFrame(
        group="Speech Set 1",
        forget="84",
        retain=("5895", "3853"),
        identities=("84", "5895", "3853"),
        sample_id=np.arange(2 * pairs),
        side=side,
        identity=np.tile(identity, 2),
        condition=np.tile(within // 2, 2),
        seed=np.tile(within % 2 + 1, 2).astype(np.int64),
        status=np.full(2 * pairs, Status.SCORED, dtype=np.int8),
        similarity=np.array(similarity, dtype=np.float32),
        partner=np.concatenate([np.arange(pairs) + pairs, np.arange(pairs)]),
        mismatched=np.zeros(2 * pairs, dtype=np.bool_),
        # The similarities, made unit vectors, serve as embeddings: three dimensions are enough to show distances.
        embeddings=sum_embeddings(unit_rows(similarity).astype(np.float32), side, np.tile(identity, 2), 3),
    )


EXAMPLE = _example()
