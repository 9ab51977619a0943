"""Contract: what a submission had to name, deliver and be in time with (PROTOCOL §1)."""

from collections.abc import Iterable, Mapping
from typing import cast

from genmu_studio.audit.check import CheckInfo, Finding, Limits, check
from genmu_studio.audit.import_problems import problems_of, sentence_of_problems
from genmu_studio.audit.material import Material
from genmu_studio.leaderboard import is_late
from genmu_studio.submission.problems import ProblemCode

UNDELIVERED = frozenset(
    {
        ProblemCode.GROUP_NOT_DELIVERED,
        ProblemCode.IDENTITY_NOT_DELIVERED,
        ProblemCode.GRID_INCOMPLETE,
        ProblemCode.FILE_MISSING,
    }
)


@check(
    CheckInfo(
        id="contract_fields",
        family="contract",
        title="Missing declarations",
        severity="high",
        definition=(
            "Items that a submission must name and does not. High where one is missing that ranking rests on (the "
            "protocol's contract.complete: weights, repository at a commit or tag, instructions), else info."
        ),
    )
)
def contract_fields(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise what is not declared."""
    items = cast("list[Mapping[str, object]]", material.scan.get("contract") or [])
    missing = [str(each["item"]) for each in items if not each["ok"]]
    needed = [name for name in missing if name in material.protocol.contract.complete]
    if needed:
        yield Finding("high", f"not ranked without: {', '.join(needed)}", len(needed), 0)
    if rest := [name for name in missing if name not in needed]:
        yield Finding("info", f"not declared: {', '.join(rest)}", len(rest), 0)


@check(
    CheckInfo(
        id="contract_delivery",
        family="contract",
        title="Not delivered",
        severity="medium",
        definition="Groups, identities, files, or cells of the declared N × seed grid that did not come.",
    )
)
def contract_delivery(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise what was declared or is needed and is not there."""
    if found := problems_of(material, UNDELIVERED):
        yield Finding("medium", sentence_of_problems(found), len(found), 0)


@check(
    CheckInfo(
        id="contract_paths",
        family="contract",
        title="Dead paths",
        severity="medium",
        definition="Values of the manifest that look like relative paths and name nothing in the submission.",
    )
)
def contract_paths(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise paths that lead nowhere."""
    if found := problems_of(material, {ProblemCode.PATH_DEAD}):
        yield Finding("medium", sentence_of_problems(found), len(found), 0)


@check(
    CheckInfo(
        id="contract_deadline",
        family="contract",
        title="Received after the deadline",
        severity="high",
        definition=(
            "The organizer's time of receipt is not before the protocol's deadline (an instant, exclusive: one second "
            "before it counts as in time). Without a time of receipt: medium."
        ),
    )
)
def contract_deadline(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise what came too late, or nobody knows when."""
    received = material.submission.received_at_utc
    if received is None:
        yield Finding("medium", "nobody noted when it was received; without that it is not ranked")
    elif is_late(material.submission, material.protocol):
        instant = material.protocol.deadline.instant
        yield Finding("high", f"received at {received}; the deadline was {instant:%Y-%m-%dT%H:%M:%SZ}")
