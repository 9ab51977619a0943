"""Reproduction: whether what the organizers generated again is what was submitted."""

from collections.abc import Iterable

from genmu_studio.audit.check import CheckInfo, Finding, Limits, Severity, check
from genmu_studio.audit.material import Material
from genmu_studio.audit.reproduction import compare_reproduced
from scoring.reproduction import Tolerance

_TOLERANCE = Tolerance()


@check(
    CheckInfo(
        id="reproduction",
        family="reproduction",
        title="Outputs generated again",
        severity="high",
        definition=(
            "Outputs that were generated again against the submitted ones of the same cell: the same bytes, the same "
            "pixels or samples, within `ratio_db` and `largest` (of full scale), alike by fingerprint; else the same "
            "identity by `cosine` of the embeddings, or different. The first three and alike count as reproduced. High "
            "where a condition has less than `high` percent reproduced, medium under `medium`, else info."
        ),
        limits={
            "high": 50.0,
            "medium": 95.0,
            "ratio_db": _TOLERANCE.ratio_db,
            "largest": _TOLERANCE.largest,
            "cosine": _TOLERANCE.cosine,
        },
        needs_more=True,
    )
)
def reproduction(material: Material, limits: Limits) -> Iterable[Finding]:
    """Say how many came out again, and raise the conditions that did not; those that differ most first."""
    tolerance = Tolerance(limits["ratio_db"], limits["largest"], limits["cosine"])
    found = compare_reproduced(material, tolerance)
    differing = [each for each in found.cells if not each.is_reproduced]
    worst = min(100 * again / n for again, n in found.conditions.values())
    severity: Severity = "high" if worst < limits["high"] else "medium" if worst < limits["medium"] else "info"
    levels = ", ".join(f"{count} {name}" for name, count in found.levels.items())
    conditions = ", ".join(f"{name} {again} of {n}" for (_, name), (again, n) in found.conditions.items() if again < n)
    yield Finding(
        severity,
        f"{len(found.cells)} generated again: {levels}" + (f"; by condition {conditions}" if conditions else ""),
        worst,
        limits["high"] if severity == "high" else limits["medium"],
        tuple(each.submitted.id for each in sorted(differing, key=lambda each: each.found is not None)),
        {**{name: float(count) for name, count in found.levels.items()}, "not generated again": float(found.missing)},
    )
