"""Whether original and unlearned samples are paired as they look: the optimal assignment beside the declared one."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from scoring.errors import BugError
from scoring.frame import BoolArray, IndexArray
from scoring.metrics.diagnostics.cells import Codes, Values
from scoring.metrics.values import joined, not_computable, share_value
from scoring.rules import SHIPPED, Rules
from scoring.types import FloatArray, MetricValue
from scoring.verification import unit_rows

# Assignment takes the cube of a block: half a second for this many pairs, and 8 MB of similarities.
MOST_PAIRS_AT_ONCE = 1000
# What a declared pair is preferred by: more than the errors of float32 cosines, less than anything that matters.
TIE = 1e-5


@dataclass(frozen=True, eq=False, slots=True)
class Pairing:
    """The declared pairing beside the optimal one; p pairs.

    disagreement : share of the compared pairs whose original goes to another unlearned sample, percent. Part 'chance':
    what unrelated samples give, one agreement per block of pairs on average; part 'gain': how much the mean similarity
    of the pairs rises under the optimal assignment.
    compared : (p,) whether a pair entered. partner : (p,) the pair whose unlearned sample the original of this one goes
    to, itself where both agree, −1 where it did not enter. gain : float64 (p,) similarity to it − to the declared one.
    """

    disagreement: MetricValue
    compared: BoolArray
    partner: IndexArray
    gain: Values

    @property
    def differing(self) -> IndexArray:
        """The pairs on which the two disagree, those that gain most first."""
        rows = np.flatnonzero(self.compared & (self.partner != np.arange(len(self.partner))))
        return rows[np.argsort(-self.gain[rows], kind="stable")]


def best_partners(similarity: Values) -> IndexArray:
    """Return the assignment of rows to columns of `similarity` (m, m) with the largest sum, (m,): column of each row.

    The diagonal is preferred by 1e-5 a pair, so that of assignments that are equal but for rounding the one that
    agrees most with the declared pairs is taken; which of several such is the solver's choice, always the same.

    >>> best_partners(np.array([[0.1, 0.9], [0.9, 0.1]])).tolist(), best_partners(np.full((2, 2), 0.5)).tolist()
    ([1, 0], [0, 1])
    """
    from scipy.optimize import linear_sum_assignment

    columns: IndexArray = linear_sum_assignment(similarity + TIE * np.eye(len(similarity)), maximize=True)[1]
    return columns


def compare_pairing(original: FloatArray, unlearned: FloatArray, block: Codes, rules: Rules = SHIPPED) -> Pairing:
    """Return how the optimal assignment of `original` to `unlearned` (p, d) differs from the declared one, row by row.

    block : (p,) code of what may be exchanged: group, identity and condition, where seeds are to be told apart; group
    and identity alone, where conditions are. A block of more than 1,000 pairs is cut into consecutive parts, with a
    badge: an exchange between parts is not seen. Blocks of one pair are not compared, nor pairs with an embedding that
    is not finite, which count as failures. Unlearning may change retained samples so much that none is nearest to its
    own original: the gain, beside the share, tells that from pairs exchanged.

    Two pairs of three were exchanged:

    >>> u = np.eye(3, dtype=np.float32)
    >>> found = compare_pairing(u, u[[1, 0, 2]], np.zeros(3, dtype=np.intp))
    >>> round(found.disagreement.value, 1), found.differing.tolist(), found.partner.tolist()
    (66.7, [0, 1], [1, 0, 2])
    """
    if not len(original) == len(unlearned) == len(block):
        raise BugError("a pairing needs an original, an unlearned sample and a block for each pair")
    before, after = unit_rows(original), unit_rows(unlearned)
    finite: BoolArray = np.all(np.isfinite(before) & np.isfinite(after), axis=1)
    partner, gain = np.full(len(block), -1, dtype=np.intp), np.zeros(len(block))
    blocks, was_cut = 0, False
    for rows, is_part in _blocks(block, finite):
        similarity = before[rows] @ after[rows].T
        columns = best_partners(similarity)
        partner[rows] = rows[columns]
        gain[rows] = similarity[np.arange(len(rows)), columns] - np.diagonal(similarity)
        blocks, was_cut = blocks + 1, was_cut or is_part
    compared: BoolArray = partner >= 0
    n, failures = int(np.count_nonzero(compared)), int(np.count_nonzero(~finite))
    if not n:
        return Pairing(not_computable("no block of two pairs or more", 0, failures), compared, partner, gain)
    differing = int(np.count_nonzero(partner[compared] != np.flatnonzero(compared)))
    badge = joined(f"blocks cut at {MOST_PAIRS_AT_ONCE:,} pairs" if was_cut else None)
    parts = {"chance": 100 * (1 - blocks / n), "gain": float(gain[compared].mean()), "blocks": float(blocks)}
    return Pairing(share_value(differing, n, failures, badge, parts, level=rules.level), compared, partner, gain)


def _blocks(block: Codes, finite: BoolArray) -> Iterator[tuple[IndexArray, bool]]:
    """Yield the rows of each block or part of a block of two pairs or more, and whether it is a part."""
    rows = np.flatnonzero(finite)
    rows = rows[np.argsort(block[rows], kind="stable")]
    for own in np.split(rows, np.flatnonzero(np.diff(block[rows])) + 1):
        parts = -(-len(own) // MOST_PAIRS_AT_ONCE)
        for part in np.array_split(own, parts) if parts else []:
            if len(part) > 1:
                yield part, parts > 1
