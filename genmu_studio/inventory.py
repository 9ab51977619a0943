"""What can run here: packages, weights, licences, and how to get what is missing. Loads no model."""

from dataclasses import dataclass

from genmu_studio.metrics_json import kind_title
from genmu_studio.official import is_official
from genmu_studio.protocol import Protocol, load_protocol
from scoring.errors import UserError
from scoring.registry import RegisteredEvaluator, evaluators, find_evaluator, identify
from scoring.types import EvaluatorInfo, EvaluatorSpec


@dataclass(frozen=True, slots=True)
class EvaluatorState:
    """Whether one evaluator can run here. problem, how : what is missing and the line to type; "" where available.

    weights_sha256 : of the weights that are there, "" where there are none. official : they are the published ones.
    """

    info: EvaluatorInfo
    available: bool
    official: bool
    weights_sha256: str
    problem: str = ""
    how: str = ""

    @property
    def kind(self) -> str:
        """What a person should take it for."""
        info = self.info
        if self.official or (info.kind == "reference" and info.aspect == "identity" and not self.available):
            return "official"
        return kind_title(info.kind, info.aspect, self.weights_sha256)

    def to_json(self) -> dict[str, object]:
        """Return the state as the JSON shows it."""
        return {
            "name": self.info.name,
            "title": self.info.title,
            "track": self.info.track,
            "kind": self.info.kind,
            "available": self.available,
            "official": self.official,
            "weights": self.weights_sha256 or None,
            "licence": self.info.licence,
            "source": self.info.source,
            "problem": self.problem or None,
            "how": self.how or None,
        }


def list_evaluators(protocol: Protocol | None = None) -> list[EvaluatorState]:
    """Return the state of every evaluator but the fake ones, which exist for tests only."""
    rules = protocol or load_protocol()
    return [_state(registered, rules) for registered in evaluators().values() if registered.info.kind != "fake"]


def evaluator_state(name: str, protocol: Protocol) -> EvaluatorState:
    """Return the state of the evaluator of that name; UserError where there is none."""
    return _state(find_evaluator(name), protocol)


def _state(registered: RegisteredEvaluator, protocol: Protocol) -> EvaluatorState:
    info = registered.info
    spec = EvaluatorSpec(info.name)
    try:
        registered.require_packages()
        identity = identify(spec)
    except UserError as error:
        return EvaluatorState(info, False, False, "", error.message, error.hint)
    return EvaluatorState(info, True, is_official(protocol, spec), identity.weights_sha256)
