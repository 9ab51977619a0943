"""What a check of the audit is, and the registry: one decorated function each, in `genmu_studio.audit.checks`."""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Literal

from scoring.types import Track

if TYPE_CHECKING:
    from genmu_studio.audit.material import Material

Severity = Literal["high", "medium", "info"]
Family = Literal[
    "contract",
    "matching",
    "degenerate output",
    "copies",
    "collapse",
    "substitution",
    "over-suppression",
    "threshold",
    "verifier attack",
    "stage 1",
    "weights",
    "reproduction",
]
Limits = Mapping[str, float]

SEVERITIES: tuple[Severity, ...] = ("high", "medium", "info")
ALL_TRACKS: tuple[Track, ...] = ("face", "speech", "concept")
IDENTITY_TRACKS: tuple[Track, ...] = ("face", "speech")


@dataclass(frozen=True, slots=True)
class CheckInfo:
    """What a check looks for (PROTOCOL §6).

    id : stable. severity : the gravest that it raises. limits : by name, from where on it raises; the protocol file may
    set others. definition : what is computed and when it is raised, in plain words. version : another one makes what
    was found before stale.

    needs_more : it reads media, other submissions or labels, which an evidence bundle does not hold. opens_files :
    tracks of which it needs more, since it opens their media. reads_others : other submissions of the track: what it
    found is stale as soon as one of them changes. reads_labels : what people say, likewise.
    """

    id: str
    family: Family
    title: str
    severity: Severity
    definition: str
    limits: Limits = field(default_factory=dict)
    tracks: tuple[Track, ...] = ALL_TRACKS
    version: str = "1"
    needs_more: bool = False
    opens_files: tuple[Track, ...] = ()
    reads_others: bool = False
    reads_labels: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check raises.

    message : one plain sentence with its numbers. value, limit : what was measured and where it begins to count, None
    where there is no number. samples : ids of the evidence, the worst first. numbers : further evidence by name.
    """

    severity: Severity
    message: str
    value: float | None = None
    limit: float | None = None
    samples: tuple[int, ...] = ()
    numbers: Mapping[str, float | str | None] = field(default_factory=dict)


class NotRunError(Exception):
    """A check cannot say anything, and why: something was not measured, or there is too little of it."""


Run = Callable[["Material", Limits], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class RegisteredCheck:
    """A check and what runs it: NotRunError where it can say nothing, nothing raised where all is well."""

    info: CheckInfo
    run: Run


_CHECKS: dict[str, RegisteredCheck] = {}


def check(info: CheckInfo) -> Callable[[Run], Run]:
    """Register the decorated function `(material, limits) -> findings` under `info.id`."""

    def register(run: Run) -> Run:
        known = _CHECKS.get(info.id)
        if known is not None and known.info != info:
            raise ValueError(f"two checks are named {info.id!r}")
        _CHECKS[info.id] = RegisteredCheck(info, run)
        return run

    return register


@cache
def _load_check_modules() -> None:
    import genmu_studio.audit.checks as package  # noqa: PLC0415 - the modules of that package import this one

    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")


def checks() -> Mapping[str, RegisteredCheck]:
    """Return every check by id, family by family as PROTOCOL lists them."""
    _load_check_modules()
    families = Family.__args__  # type: ignore[attr-defined]  # the names of a Literal, in its order
    return dict(sorted(_CHECKS.items(), key=lambda item: (families.index(item[1].info.family), item[0])))
