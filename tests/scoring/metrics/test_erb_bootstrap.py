from dataclasses import replace

import numpy as np
import pytest

from scoring.frame import Decision, GroupFrame, Side
from scoring.metrics.erb_bootstrap import FEW_CONDITIONS, condition_counts
from scoring.metrics.identity import erasure_retention_balance
from scoring.metrics.outcomes import outcomes, tally
from scoring.metrics.sides import side_scores
from scoring.rules import Rules
from tests.scoring.metrics.slow import GROUP, Sample, frame_of

YES = {"84": (1.0, 0.0, 0.0), "5895": (0.0, 1.0, 0.0), "3853": (0.0, 0.0, 1.0)}
NO = (0.0, 0.0, 0.0)


def group(hits: dict[str, list[int]], per_condition: int = 2) -> GroupFrame:
    """Per identity, how many of `per_condition` samples verify in each condition."""
    samples = [
        Sample("unlearned", identity, condition, "scored", YES[identity] if index < verified else NO)
        for identity, conditions in hits.items()
        for condition, verified in enumerate(conditions)
        for index in range(per_condition)
    ]
    return frame_of([replace(each, similarity=each.similarity[: len(hits)]) for each in samples], len(hits))


def slow_bootstrap(hits: dict[str, list[int]], per_condition: int, repeats: int) -> tuple[float, float]:
    """Return the percentile interval of ERB, drawing the conditions of each identity one by one."""
    rng = np.random.default_rng(11)
    values = []
    for _ in range(repeats):
        drawn = {name: [rows[rng.integers(len(rows))] for _ in rows] for name, rows in hits.items()}
        forget, *retain = (drawn[name] for name in GROUP[: len(hits)])
        ea = 1 - sum(forget) / (per_condition * len(forget))
        ra = sum(map(sum, retain)) / (per_condition * sum(map(len, retain)))
        values.append(100 * 2 * ea * ra / (ea + ra) if ea + ra else 0.0)
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high)


CLUSTERED = {"84": [0, 0, 0, 4, 4, 0, 0, 4], "5895": [4, 4, 4, 0, 4, 4, 0, 4], "3853": [4, 4, 4, 4, 0, 4, 4, 4]}


def test_the_interval_is_the_hull_with_a_plain_bootstrap() -> None:
    frame = group(CLUSTERED, per_condition=4)
    found = erasure_retention_balance(frame, Decision(0.5))
    counts = tally(frame, outcomes(frame, Decision(0.5)))
    analytic = side_scores(counts, Side.UNLEARNED, Decision(0.5)).erb.interval
    plain = slow_bootstrap(CLUSTERED, 4, 4000)
    assert analytic is not None
    # All four samples of a condition stand or fall together: the bootstrap is wider than counting 32 as independent.
    assert plain[0] < analytic[0]
    assert found.interval == pytest.approx((min(plain[0], analytic[0]), max(plain[1], analytic[1])), abs=2.5)
    assert found.badge is None


def test_the_same_seed_gives_the_same_interval() -> None:
    frame = group(CLUSTERED, per_condition=4)
    assert erasure_retention_balance(frame, Decision(0.5)) == erasure_retention_balance(frame, Decision(0.5))


def test_where_the_bootstrap_collapses_the_analytic_interval_stays() -> None:
    frame = group({"84": [0] * 8, "5895": [1] * 12, "3853": [1] * 12}, per_condition=1)
    found = erasure_retention_balance(frame, Decision(0.5))
    assert found.value == 100.0
    assert found.interval == pytest.approx((79.27, 100.0), abs=0.01)
    assert found.badge is None


def test_the_rules_decide_seed_resamples_level_and_how_many_conditions_are_enough() -> None:
    frame = group(CLUSTERED, per_condition=4)
    shipped = erasure_retention_balance(frame, Decision(0.5))
    others = [
        erasure_retention_balance(frame, Decision(0.5, rules=rules))
        for rules in (Rules(bootstrap_seed=1), Rules(bootstrap_resamples=150), Rules(level=0.8))
    ]
    assert all(other.value == shipped.value for other in others)
    assert len({shipped.interval, *(other.interval for other in others)}) == 4
    narrow = others[-1].interval
    assert narrow is not None
    assert shipped.interval is not None
    assert shipped.interval[0] < narrow[0] < narrow[1] < shipped.interval[1]
    more = erasure_retention_balance(frame, Decision(0.5, rules=Rules(min_conditions=9)))
    counts = tally(frame, outcomes(frame, Decision(0.5)))
    assert (more.badge, more.interval) == (
        FEW_CONDITIONS,
        side_scores(counts, Side.UNLEARNED, Decision(0.5)).erb.interval,
    )


@pytest.mark.parametrize("short", GROUP[:3])
def test_one_identity_with_few_conditions_gives_the_badge(short: str) -> None:
    hits = {name: [1] * (4 if name == short else 5) for name in GROUP[:3]}
    assert erasure_retention_balance(group(hits), Decision(0.5)).badge == FEW_CONDITIONS
    enough = {name: [1] * 5 for name in GROUP[:3]}
    assert erasure_retention_balance(group(enough), Decision(0.5)).badge is None


def test_a_condition_whose_samples_all_failed_is_none_under_exclude() -> None:
    frame = group({name: [1] * 5 for name in GROUP[:3]})
    status = frame.status.copy()
    status[(frame.identity == 1) & (frame.condition == 3)] = 1
    failed = replace(frame, status=status)
    assert erasure_retention_balance(failed, Decision(0.5)).badge is None
    excluded = erasure_retention_balance(failed, Decision(0.5, policy="exclude"))
    assert excluded.badge == f"coverage 28 of 30; {FEW_CONDITIONS}"


def test_condition_counts_by_hand() -> None:
    frame = group({"84": [0, 2], "5895": [1, 1, 2]})
    counts = condition_counts(frame, outcomes(frame, Decision(0.5)), Side.UNLEARNED)
    rows = sorted(zip(counts.identity.tolist(), counts.table[:, 0].tolist(), counts.table.sum(axis=1), strict=True))
    assert rows == [(0, 0, 2), (0, 2, 2), (1, 1, 2), (1, 1, 2), (1, 2, 2)]
    assert len(condition_counts(frame, outcomes(frame, Decision(0.5)), Side.ORIGINAL).table) == 0
