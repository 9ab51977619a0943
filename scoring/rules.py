"""The rules that shape numbers and that a protocol may change: nothing in `scoring` keeps such a constant elsewhere.

The defaults are those of the shipped protocol. Whoever has a protocol passes its rules (`Decision.rules`).
"""

from dataclasses import dataclass
from typing import Literal

Comparison = Literal[">=", ">"]


@dataclass(frozen=True, slots=True)
class Rules:
    """What the protocol decides where the challenge is silent (PROTOCOL §2 to §4).

    comparison : whether a similarity equal to the threshold verifies (">=") or not (">").
    level : of every interval, a fraction. bootstrap_resamples, bootstrap_seed, min_conditions : of the bootstrap over
    conditions, which needs that many per identity.
    exact_up_to : identities up to which points lost are exact; beyond, the mean over `permutations` from
    `permutation_seed`.
    original_fa_min, original_ra_min : percent under which the stage-1 gate flags the original side.
    policy_spread_points : ERB of the policies that differ by more get a badge. few_non_mated : fewer non-mated
    comparisons give a calibration its badge. stranger_draws, stranger_seed : of the stranger value beside GP.
    """

    comparison: Comparison = ">="
    level: float = 0.95
    bootstrap_resamples: int = 2000
    bootstrap_seed: int = 20260711
    min_conditions: int = 5
    exact_up_to: int = 12
    permutations: int = 2000
    permutation_seed: int = 20260711
    original_fa_min: float = 80.0
    original_ra_min: float = 80.0
    policy_spread_points: float = 1.0
    # The rule of 30 (Doddington et al. 2000): with fewer, an FMR of 1e-3 rests on under 30 false matches.
    few_non_mated: int = 30_000
    stranger_draws: int = 200
    stranger_seed: int = 20260711


SHIPPED = Rules()
