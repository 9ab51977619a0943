"""ERB under the three policies for failures to acquire, side by side (PROTOCOL §2)."""

from collections.abc import Mapping

from scoring.frame import Policy
from scoring.rules import Rules
from scoring.types import MetricValue


def policy_badge(policies: Mapping[Policy, MetricValue], rules: Rules) -> str | None:
    """Return the red badge that stands beside the rank where the ERB of the policies differ by more than allowed.

    A policy under which ERB is not computable, while it is under another, differs as well.
    """
    values = [each.value for each in policies.values() if each.value is not None]
    if not values:
        return None
    if len(values) < len(policies):
        missing = ", ".join(name for name, each in policies.items() if each.value is None)
        return f"policies disagree: not computable under {missing}"
    # Values are exact to about 1e-13; a difference of just the limit is not more than it.
    spread = round(max(values) - min(values), 9)
    return f"policies differ by {spread:.2f} points" if spread > rules.policy_spread_points else None
