"""Write the generated part of the reference from the registries: `python -m tools.reference`, or `make docs`."""

from collections.abc import Callable, Mapping
from pathlib import Path

from genmu_studio.audit.check import checks
from genmu_studio.metrics_json import LOCAL
from scoring.codes import MEANINGS
from scoring.registry import evaluators, metrics
from scoring.types import EvaluatorInfo
from tools import window_reference
from tools.tables import table

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "generated"

KIND_MEANING = {"reference": "the challenge's own", "light": "light stand-in", "imported": "computed elsewhere"}


def _kind(info: EvaluatorInfo) -> str:
    if info.aspect == "identity":
        return KIND_MEANING[info.kind]
    if info.kind == "reference":
        return "published model or method"
    return LOCAL if info.aspect == "attributes" else KIND_MEANING[info.kind]


def evaluator_table() -> str:
    """Return one row per evaluator that a person may use."""
    infos = [each.info for each in evaluators().values() if each.info.kind != "fake"]
    return table(
        ("evaluator", "is", "kind", "track", "gives", "options", "extra", "licence of the weights"),
        (
            (
                f"`{info.name}`, version {info.version}",
                info.title,
                _kind(info),
                info.track,
                ", ".join((*info.produces, *(("what its label map names",) if _kind(info) == LOCAL else ()))),
                ", ".join(f"`{name} = {value!r}`" for name, value in info.defaults) or "none",
                f"`{info.extra}`" if info.extra else "none",
                info.licence,
            )
            for info in infos
        ),
    )


def metric_table() -> str:
    """Return one row per metric."""
    infos = [each.info for each in metrics().values()]
    return table(
        ("metric", "unit", "better", "tracks", "definition"),
        (
            (
                f"`{info.name}`",
                info.unit,
                "higher" if info.higher_is_better else "lower",
                ", ".join(info.track),
                info.definition,
            )
            for info in infos
        ),
    )


def code_table() -> str:
    """Return one row per code of a sample."""
    return table(
        ("code", "class", "means"),
        ((f"`{code}`", kind.value, meaning) for code, (kind, meaning) in MEANINGS.items()),
    )


def check_table() -> str:
    """Return one row per check of the audit."""
    return table(
        ("check", "family", "gravest", "tracks", "limits", "definition"),
        (
            (
                f"`{info.id}`<br>{info.title}",
                info.family,
                info.severity,
                ", ".join(info.tracks),
                ", ".join(f"`{name} = {value:g}`" for name, value in info.limits.items()) or "none",
                info.definition,
            )
            for info in (each.info for each in checks().values())
        ),
    )


def page() -> str:
    """Return the whole page."""
    return f"""\
# Evaluators, metrics, checks and codes

Written by `make docs` from the program itself; a test says when it is out of date.

## Evaluators

{evaluator_table()}

## Metrics

{metric_table()}

## Checks of the audit

[What an audit is](../explanation/audit.md), and how often each check is wrong. Limits may be set in `[audit.<check>]`
of the protocol file.

{check_table()}

## Codes of samples

A *failure to acquire* leaves nothing that can be verified. A *flag* marks a sample that is scored all the same. An
*evaluator error* is neither: the sample waits to be scored again.

{code_table()}
"""


PAGES: Mapping[str, Callable[[], str]] = {"registries.md": page, "window.md": window_reference.page}

if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, write in PAGES.items():
        (FOLDER / name).write_text(write(), encoding="utf-8")
