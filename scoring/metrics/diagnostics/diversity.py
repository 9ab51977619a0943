"""Whether a generator still answers one request in as many ways as it did: collapse shows here first (PROTOCOL §6)."""

from dataclasses import dataclass

import numpy as np

from scoring.errors import BugError
from scoring.frame import BoolArray, Side
from scoring.metrics.diagnostics.cells import Codes, Counts, Values, cell_sums, mean_within
from scoring.metrics.erb_bootstrap import FEW_CONDITIONS
from scoring.metrics.values import counted, joined, not_computable
from scoring.rules import SHIPPED, Rules
from scoring.statistics import Interval, percentile_interval
from scoring.types import FloatArray, MetricValue

# Mean cosine distances of float32 vectors carry errors of about 1e-7: below this there is no diversity to lose.
NO_DIVERSITY = 1e-6


@dataclass(frozen=True, eq=False, slots=True)
class Diversity:
    """Mean pairwise cosine distance (1 − cos) within cells, unlearned against original.

    ratio : unlearned / original of the means over cells, 1 = as diverse as before. difference : unlearned − original.
    identity, condition : (c,) codes of the cells that have samples; condition −1 where a cell is an identity.
    original, unlearned : float64 (c,), NaN where a side has fewer than two embeddings. n : int64 (2, c), how many.
    """

    ratio: MetricValue
    difference: MetricValue
    identity: Codes
    condition: Codes
    original: Values
    unlearned: Values
    n: Counts


def within_condition(
    embeddings: FloatArray, identity: Codes, condition: Codes, side: Codes, rules: Rules = SHIPPED
) -> Diversity:
    """Return the diversity across seeds: each cell is an identity in a condition; all (n,), embeddings (n, d).

    Cells with two embeddings or more on both sides are compared, each counts equally [ours]; the others are missing,
    and a badge counts them. Interval: percentile bootstrap over conditions within identity, original and unlearned of a
    cell drawn together, where each identity has as many cells as the rules ask for.

    Two seeds that were 90° apart now lie 60° apart:

    >>> u = np.float32([[1, 0], [0, 1], [1, 0], [0.5, 0.75**0.5]])
    >>> zero = np.zeros(4, dtype=np.intp)
    >>> found = within_condition(u, zero, zero, np.array([0, 0, 1, 1]))
    >>> round(found.ratio.value, 4), round(found.difference.value, 4), found.ratio.badge
    (0.5, -0.5, 'few conditions')
    """
    return _compared(embeddings, identity, condition, side, rules)


def within_identity(embeddings: FloatArray, identity: Codes, side: Codes, rules: Rules = SHIPPED) -> Diversity:
    """Return the diversity of all that was asked of an identity, across conditions and seeds; else as above.

    The cells are the identities, of which there are few: the interval draws identities, where there are enough.
    """
    return _compared(embeddings, identity, None, side, rules)


def _compared(embeddings: FloatArray, identity: Codes, condition: Codes | None, side: Codes, rules: Rules) -> Diversity:
    columns = (identity, side) if condition is None else (identity, condition, side)
    if any(column.shape != (len(embeddings),) for column in columns):
        raise BugError("embeddings and codes differ in length")
    names = np.stack([identity, np.full_like(identity, -1) if condition is None else condition], axis=1)
    cells, cell = np.unique(names, axis=0, return_inverse=True)
    c = len(cells)
    total, count = cell_sums(embeddings, side.astype(np.intp) * c + cell.reshape(-1), len(Side) * c)
    distance = 1 - mean_within(total, count).reshape(len(Side), c)
    known: BoolArray = np.all(np.isfinite(distance), axis=0)
    entered = int(count.reshape(len(Side), c)[:, known].sum())
    ratio, difference = _values(distance, known, cells[:, 0] if condition is not None else None, entered, rules)
    return Diversity(ratio, difference, cells[:, 0], cells[:, 1], distance[0], distance[1], count.reshape(len(Side), c))


def _values(
    distance: Values, known: BoolArray, identity: Codes | None, n: int, rules: Rules
) -> tuple[MetricValue, MetricValue]:
    missing = len(known) - int(np.count_nonzero(known))
    if not known.any():
        noun = "cell" if len(known) == 1 else "cells"
        reason = f"none of {len(known)} {noun} has two embeddings on both sides"
        return not_computable(reason), not_computable(reason)
    pairs = distance[:, known].T
    original, unlearned = pairs.mean(axis=0).tolist()
    strata = np.zeros(len(pairs), dtype=np.intp) if identity is None else identity[known]
    draws = _resampled(pairs, strata, rules)
    parts = {"original": original, "unlearned": unlearned, "cells": float(len(pairs)), "missing": float(missing)}
    few = FEW_CONDITIONS if identity is not None else "few identities"
    badge = joined(f"{counted(missing, 'cell')} missing" if missing else None, None if draws is not None else few)
    difference = MetricValue(
        unlearned - original, n, interval=_limits(draws, rules, ratio=False), badge=badge, parts=parts
    )
    if original < NO_DIVERSITY:
        badge = joined("no diversity on the original side", badge)
        reason = "the originals of each cell are all alike: there is no diversity to lose"
        return MetricValue(None, n, badge=badge, reason=reason, parts=parts), difference
    ratio = MetricValue(unlearned / original, n, interval=_limits(draws, rules, ratio=True), badge=badge, parts=parts)
    return ratio, difference


def _resampled(pairs: Values, strata: Codes, rules: Rules) -> Values | None:
    """Return the sums (resamples, 3) of original, unlearned and cells, drawn within strata; None of too few."""
    rng = np.random.default_rng(rules.bootstrap_seed)
    sums = np.zeros((rules.bootstrap_resamples, 3))
    for each in np.unique(strata).tolist():
        own = pairs[strata == each]
        if len(own) < rules.min_conditions:
            return None
        drawn = rng.multinomial(len(own), np.full(len(own), 1 / len(own)), size=rules.bootstrap_resamples)
        sums += drawn @ np.column_stack([own, np.ones(len(own))])
    return sums


def _limits(draws: Values | None, rules: Rules, *, ratio: bool) -> Interval | None:
    if draws is None:
        return None
    original, unlearned, cells = draws.T
    if not ratio:
        return percentile_interval((unlearned - original) / cells, rules.level)
    if (original < NO_DIVERSITY * cells).any():
        return None
    return percentile_interval(unlearned / original, rules.level)
