"""What plots of the scores room say of a threshold, in words."""

from genmu_studio.look import Look
from genmu_studio.scores.distributions import Distribution
from ui.numbers import count
from ui.widgets.chart_frame import written
from ui.widgets.chart_marks import ThresholdMark


def official_of(look: Look) -> float:
    """Return the threshold that the protocol asks for."""
    return next(preset.value for preset in look.base.presets.values() if preset.is_protocols)


def mark_of(look: Look, delta: float = 0.0, below: str = "", above: str = "") -> ThresholdMark:
    """Return the threshold of a look as a plot marks it; the official one beside it where it is another."""
    value = look.own_lens.threshold.value
    return ThresholdMark(value, written(value, 3), official_of(look), delta, below, above, tint="unlearned")


def verb_of(look: Look) -> str:
    """Return what samples at or above the threshold do: under the strict rule they need more in order to verify."""
    return "verify" if look.decision.rule == "verify" else "reach it"


def share_words(found: Distribution, look: Look, what: str) -> str:
    """Return "6 of 48 forget samples verify"; failures count among them, since they do not."""
    verified = found.verified_at(look.decision.threshold, look.decision.rules.comparison)
    whole = found.n + found.failures + found.unscored
    return f"{verified:,} of {count(whole, what)} {verb_of(look)}" if whole else f"no {what}s"


def missing_words(found: Distribution) -> str:
    """Return how many samples have no similarity, "" for none."""
    parts = [count(found.failures, "failure")] if found.failures else []
    parts += [f"{found.unscored:,} not scored"] if found.unscored else []
    return ", ".join(parts)
