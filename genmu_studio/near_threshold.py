"""The similarities of the pairs that are shown, and how many of their decisions hang on a little of the threshold."""

from dataclasses import dataclass

import numpy as np

from genmu_studio.pair_facets import Histogram
from genmu_studio.pair_filter import Range
from genmu_studio.pair_table import PairTable
from scoring.frame import BoolArray, Decision
from scoring.types import FloatArray
from scoring.verification import verified

REACH = 0.02


@dataclass(frozen=True, eq=False, slots=True)
class RoleSimilarities:
    """Of the unlearned samples of one role, similarity to the template of the identity asked for.

    role : "forget" or "retain". identities : of those that are shown, in the order of the table. histogram : of those
    shown, over all of the role. near : how many of those shown verify at threshold − `REACH`, but not at threshold +
    `REACH`; None where nothing is decided.
    """

    role: str
    identities: tuple[str, ...]
    histogram: Histogram
    near: int | None


def role_similarities(table: PairTable, shown: BoolArray, role: str, decision: Decision | None) -> RoleSimilarities:
    """Return the similarities of one role among the pairs `shown` (n,)."""
    of_role = table.is_forget == (role == "forget")
    rows = shown & of_role
    bins = table.index.own
    members = np.unique(table.index.member[rows]).tolist()
    near = None
    if decision is not None:
        near = int(np.count_nonzero(is_near(table.own_unlearned[rows], decision)))
    return RoleSimilarities(
        role,
        tuple(dict.fromkeys(table.member_names[member][1] for member in members)),
        Histogram(bins.edges, bins.count(rows), bins.count(of_role)),
        near,
    )


def is_near(similarity: FloatArray, decision: Decision, reach: float = REACH) -> BoolArray:
    """Return which similarities verify at threshold − `reach`, but not at threshold + `reach`; a missing one never."""
    comparison = decision.rules.comparison
    near: BoolArray = verified(similarity, decision.threshold - reach, comparison)
    near &= ~verified(similarity, decision.threshold + reach, comparison)
    return near


def near_range(decision: Decision, reach: float = REACH) -> Range:
    """Return the inclusive range that holds exactly the float32 similarities that are near."""
    low, high = np.float32(decision.threshold - reach), np.float32(decision.threshold + reach)
    if decision.rules.comparison == ">=":
        high = np.nextafter(high, np.float32(-np.inf))
    else:
        low = np.nextafter(low, np.float32(np.inf))
    return float(low), float(high)
