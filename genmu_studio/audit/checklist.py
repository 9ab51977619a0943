"""The contract checklist of a submission: what it names, what it delivered, and whether it came in time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from genmu_studio.audit.checks.contract import UNDELIVERED
from genmu_studio.domain import SubmissionRow
from genmu_studio.leaderboard import is_late

if TYPE_CHECKING:
    from genmu_studio.project import Project

State = Literal["ok", "warning", "missing"]


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One line. state : "missing" where ranking rests on it, "warning" where it is shown. note : what was found."""

    item: str
    state: State
    note: str


def checklist(project: "Project", submission: SubmissionRow) -> tuple[ChecklistItem, ...]:
    """Return the lines, as PROTOCOL lists them, then delivery and receipt."""
    needed = project.protocol.contract.complete
    items = cast("list[Mapping[str, object]]", submission.scan.get("contract") or [])
    lines = [
        ChecklistItem(
            str(each["item"]),
            "ok" if each["ok"] else "missing" if each["item"] in needed else "warning",
            str(each["note"]),
        )
        for each in items
    ]
    problems = cast("list[Mapping[str, str]]", submission.scan.get("problems") or [])
    undelivered = [each["message"] for each in problems if each["code"] in UNDELIVERED]
    note = "; ".join(undelivered[:3]) + (f"; and {len(undelivered) - 3} more" if len(undelivered) > 3 else "")
    lines.append(ChecklistItem("declared grid delivered", "warning" if undelivered else "ok", note))
    return (*lines, _receipt(project, submission))


def _receipt(project: "Project", submission: SubmissionRow) -> ChecklistItem:
    item, received = "received before the deadline", submission.received_at_utc
    if received is None:
        return ChecklistItem(item, "missing", "nobody noted when it was received")
    return ChecklistItem(item, "missing" if is_late(submission, project.protocol) else "ok", f"{received}")
