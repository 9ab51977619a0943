"""The lens: how we look. Threshold, template and rule per evaluator; policy for failures; aggregate of the track.

One object decides every number, colour, order and list. Anything but the protocol's own lens is a *what-if*.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil, floor

from genmu_studio.calibrations import FrozenCalibration
from genmu_studio.protocol import Protocol
from genmu_studio.protocol_tables import EvaluatorRules
from scoring.errors import UserError
from scoring.frame import Decision, Policy, Rule
from scoring.metrics.track import Aggregate
from scoring.rules import Rules
from scoring.types import Track
from scoring.verification import TemplateRule

WHAT_IF = "what-if"
FALLBACK = "fallback"
UNPUBLISHED = EvaluatorRules.model_validate(
    {"fallback": {"value": 0.5, "origin": "no published value: half of the range"}}
)


@dataclass(frozen=True, slots=True)
class Threshold:
    """A decision threshold with its name and where it comes from. is_protocols : what the protocol asks for."""

    value: float
    preset: str
    origin: str
    is_protocols: bool

    @property
    def badge(self) -> str | None:
        """A warning to stand beside every number that it shaped."""
        if not self.is_protocols:
            return WHAT_IF
        return FALLBACK if self.preset == FALLBACK else None


@dataclass(frozen=True, slots=True)
class EvaluatorLens:
    """How one evaluator's similarities become decisions."""

    threshold: Threshold
    template: TemplateRule
    rule: Rule


@dataclass(frozen=True, slots=True)
class Lens:
    """How we look at everything: one `EvaluatorLens` per evaluator digest, one policy and one aggregate for all."""

    evaluators: Mapping[str, EvaluatorLens]
    policy: Policy
    aggregate: Aggregate

    def is_official(self, protocol: Protocol, evaluator_digest: str) -> bool:
        """Whether numbers under this lens are the protocol's own for that evaluator."""
        decision = protocol.decision
        one = self.evaluators[evaluator_digest]
        return (
            one.threshold.is_protocols
            and one.template == decision.template
            and one.rule == decision.rule
            and self.policy == decision.policy
            and self.aggregate == decision.aggregate
        )

    def decision(self, evaluator_digest: str, rules: Rules) -> Decision:
        """Return how that evaluator's similarities become decisions, under the `rules` of the protocol."""
        one = self.evaluators[evaluator_digest]
        return Decision(one.threshold.value, one.rule, self.policy, rules)

    def with_evaluator(self, digest: str, one: EvaluatorLens) -> "Lens":
        """Return the lens with another look at one evaluator."""
        return replace(self, evaluators={**self.evaluators, digest: one})


def presets(protocol: Protocol, track: Track, evaluator: str, frozen: FrozenCalibration | None) -> dict[str, Threshold]:
    """Return every threshold of an evaluator that has a name, by name; the one that the protocol asks for is marked.

    The protocol's is taken from the frozen calibration; where that is missing or does not support it, the published
    value stands in as `fallback`.
    """
    rules = protocol.evaluators.get(evaluator, UNPUBLISHED)
    wanted = protocol.tracks[track].official_threshold
    found: dict[str, Threshold] = {}
    if frozen is not None:
        origin = f"calibrated on the project's references ({frozen.digest[:12]})"
        for name, value in frozen.thresholds.items():
            found[name] = Threshold(value, name, origin, is_protocols=name == wanted)
    stands_in = wanted not in found
    found[FALLBACK] = Threshold(rules.fallback.value, FALLBACK, rules.fallback.origin, is_protocols=stands_in)
    for preset in rules.presets:
        found[preset.name] = Threshold(preset.value, preset.name, preset.origin, is_protocols=False)
    return found


def choose_threshold(text: str | None, known: Mapping[str, Threshold]) -> Threshold:
    """Return the threshold that `text` names: a preset, a number, or None for the protocol's own.

    UserError for an unknown preset and for a number that no cosine can be.
    """
    if text is None:
        return next(threshold for threshold in known.values() if threshold.is_protocols)
    if text in known:
        return known[text]
    try:
        value = float(text)
    except ValueError:
        raise UserError(f"there is no threshold {text!r}", f"Give a number, or one of: {', '.join(known)}.") from None
    if not -1 <= value <= 1:
        raise UserError(f"a threshold of {text} is outside −1 … 1", "Similarity is a cosine.")
    return Threshold(value, "", "chosen by hand", is_protocols=False)


def stepped_threshold(value: float, by: float) -> float:
    """Return the multiple of |by| that comes after `value` in the direction of `by`, within −1 … 1.

    >>> stepped_threshold(0.4503, 0.01), stepped_threshold(0.4503, -0.01), stepped_threshold(0.45, 0.001)
    (0.46, 0.45, 0.451)
    """
    size = abs(by)
    steps = round(value / size, 6)  # 0.45 is no binary fraction: it shall count as the multiple that it means
    wanted = floor(steps) + 1 if by > 0 else ceil(steps) - 1
    return min(1.0, max(-1.0, round(wanted * size, 9)))
