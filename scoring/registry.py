"""The registry of evaluators and metrics: one decorator each; listing them costs no heavy import.

Evaluators live one to a file in `scoring.evaluators`; other packages add theirs through the entry-point groups
`genmu.evaluators` and `genmu.metrics`, whose values name a module to import.
"""

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TypeVar

from scoring.attributes.declared import Attribute
from scoring.digests import digest_of, files_digest
from scoring.errors import UserError
from scoring.types import Evaluator, EvaluatorInfo, EvaluatorSpec, MetricInfo, Options, OptionValue

Factory = Callable[[Options, str], Evaluator]
WeightLocator = Callable[[Options], tuple[Path, ...]]
Declaration = Callable[[Options], tuple[Attribute, ...]]


def _no_attributes(options: Options) -> tuple[Attribute, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class RegisteredEvaluator:
    """An evaluator's description, its factory, and how its weight files are found.

    `locate_weights` returns the files in a fixed order, and raises UserError with the line to type or the path to fill.
    `attributes` says which values are attributes of a face or voice; of a local model its label map does, so that it
    raises as `locate_weights` does.
    """

    info: EvaluatorInfo
    create: Factory
    locate_weights: WeightLocator
    attributes: Declaration = _no_attributes

    def options(self, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return the defaults overlaid with `given`; UserError for an unknown name or another type.

        A whole number will do where a fraction is expected, and becomes one, so that 1 and 1.0 give one digest.
        """
        merged = dict(self.info.defaults)
        for name, value in given.items():
            if name not in merged:
                known = ", ".join(merged) or "none"
                raise UserError(f"{self.info.name} has no option {name!r}", f"Its options: {known}.")
            expected = type(merged[name])
            allowed = (int, float) if expected is float else (expected,)
            if type(value) not in allowed:
                raise UserError(f"option {name!r} of {self.info.name} must be of type {expected.__name__}")
            merged[name] = expected(value)
        return merged

    def missing_packages(self) -> tuple[str, ...]:
        """Return the import names in `needs` that are not installed; imports nothing."""
        return tuple(name for name in self.info.needs if importlib.util.find_spec(name) is None)

    def require_packages(self) -> None:
        """Raise UserError with the exact line to type where a package is missing."""
        missing = self.missing_packages()
        if missing:
            raise UserError(
                f"{self.info.name} needs the package{'s' * (len(missing) > 1)} {', '.join(missing)}",
                f'Type: pip install "genmu-studio[{self.info.extra}]"',
            )


_EVALUATORS: dict[str, RegisteredEvaluator] = {}


def evaluator(
    info: EvaluatorInfo, *, weights: WeightLocator, attributes: Declaration = _no_attributes
) -> Callable[[Factory], Factory]:
    """Register the decorated factory `(options, device) -> Evaluator` under `info.name`."""

    def register(factory: Factory) -> Factory:
        known = _EVALUATORS.get(info.name)
        if known is not None and known.info != info:
            raise ValueError(f"two evaluators are named {info.name!r}")
        _EVALUATORS[info.name] = RegisteredEvaluator(info, factory, weights, attributes)
        return factory

    return register


@cache
def _load_evaluator_modules() -> None:
    import scoring.evaluators as package  # noqa: PLC0415 - the modules of that package import this one

    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
    for point in entry_points(group="genmu.evaluators"):
        point.load()


def evaluators() -> dict[str, RegisteredEvaluator]:
    """Return every registered evaluator by name, fake ones included."""
    _load_evaluator_modules()
    return dict(sorted(_EVALUATORS.items()))


def find_evaluator(name: str) -> RegisteredEvaluator:
    """Return the evaluator of that name; UserError naming those that exist."""
    known = evaluators()
    if name not in known:
        shown = ", ".join(each for each, registered in known.items() if registered.info.kind != "fake")
        raise UserError(f"there is no evaluator named {name!r}", f"There are: {shown}.")
    return known[name]


@dataclass(frozen=True, slots=True)
class EvaluatorIdentity:
    """What makes two runs of an evaluator comparable: its results are keyed by `digest`."""

    name: str
    version: str
    weights_sha256: str
    options: tuple[tuple[str, OptionValue], ...]
    digest: str


def identify(spec: EvaluatorSpec) -> EvaluatorIdentity:
    """Return the identity of `spec`: digest of (name, version, weights, options). Reads the weight files only."""
    registered = find_evaluator(spec.name)
    options = registered.options(dict(spec.options))
    weights_sha256 = files_digest(registered.locate_weights(options))
    ordered = tuple(sorted(options.items()))
    info = registered.info
    digest = digest_of(
        {"name": info.name, "version": info.version, "weights": weights_sha256, "options": dict(ordered)}
    )
    return EvaluatorIdentity(info.name, info.version, weights_sha256, ordered, digest)


def open_evaluator(spec: EvaluatorSpec) -> Evaluator:
    """Load the model of `spec`. UserError where a package, weights or an option is missing or wrong."""
    registered = find_evaluator(spec.name)
    registered.require_packages()
    options = registered.options(dict(spec.options))
    try:
        return registered.create(options, spec.device)
    except UserError:
        raise
    except Exception as error:  # a library may raise anything on a damaged weight file
        reason = f"{type(error).__name__}: {error}"
        raise UserError(
            f"{spec.name} could not be loaded: {reason.splitlines()[0]}",
            "Its weight files may be damaged or incomplete; `genmu evaluators` tells where they come from.",
            reason,
        ) from error


MetricFunction = Callable[..., object]
F = TypeVar("F", bound=MetricFunction)


@dataclass(frozen=True, slots=True)
class RegisteredMetric:
    """A metric's description and the function that computes it."""

    info: MetricInfo
    compute: MetricFunction


_METRICS: dict[str, RegisteredMetric] = {}


def metric(info: MetricInfo) -> Callable[[F], F]:
    """Register the decorated function as the metric `info.name`."""

    def register(function: F) -> F:
        _METRICS[info.name] = RegisteredMetric(info, function)
        return function

    return register


@cache
def _load_metric_modules() -> None:
    import scoring.metrics as package  # noqa: PLC0415 - the modules of that package import this one

    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
    for point in entry_points(group="genmu.metrics"):
        point.load()


def metrics() -> dict[str, RegisteredMetric]:
    """Return every registered metric by name."""
    _load_metric_modules()
    return dict(sorted(_METRICS.items()))
