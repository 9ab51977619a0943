"""The stage-1 gate: whether the original generator shows its identities at all, so that forgetting can be measured."""

from dataclasses import dataclass

from scoring.metrics.sides import SideScores
from scoring.rules import Rules
from scoring.types import MetricValue


@dataclass(frozen=True, slots=True)
class Stage1:
    """`flags` are plain sentences. passed : None where `reason` says that the original side cannot be judged."""

    passed: bool | None
    flags: tuple[str, ...]
    reason: str | None = None


def stage1_gate(original: SideScores, unlearned: SideScores, rules: Rules) -> Stage1:
    """Return whether the original side verifies as its own identities (PROTOCOL §3).

    Flagged: original FA or RA under its limit, and an unlearned RA whose Wilson lower limit exceeds the upper one of
    the original.
    """
    flags = [
        f"the original's {name} is {value.value:.1f} %, under {least:g} %: {meaning}"
        for name, value, least, meaning in (
            ("FA", original.fa, rules.original_fa_min, "it does not show the forget identity reliably"),
            ("RA", original.ra, rules.original_ra_min, "it does not show the retain identities reliably"),
        )
        if value.value is not None and value.value < least
    ]
    if _surely_above(unlearned.ra, original.ra):
        flags.append("the unlearned RA is above the original's beyond both intervals: the two sides are not comparable")
    reasons = [f"{name}: {value.reason}" for name, value in (("FA", original.fa), ("RA", original.ra)) if value.reason]
    if flags:
        return Stage1(False, tuple(flags), "; ".join(reasons) or None)
    return Stage1(None if reasons else True, (), "; ".join(reasons) or None)


def _surely_above(value: MetricValue, other: MetricValue) -> bool:
    return value.interval is not None and other.interval is not None and value.interval[0] > other.interval[1]
