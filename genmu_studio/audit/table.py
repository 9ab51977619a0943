"""What the audits of a project found, as a table: one row per finding, and per check that was passed or not run."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from genmu_studio.project import Project

Cell = str | int | float | None

# Every column with its type, so that a table without rows has them too.
COLUMNS: Mapping[str, type] = {
    "submission": str, "team": str, "track": str, "revision": int, "check": str, "check_version": str, "family": str,
    "title": str, "outcome": str, "severity": str, "message": str, "value": float, "limit": float, "samples": int,
    "sample_ids": str, "numbers": str, "at_utc": str, "stale": int, "verdict": str, "verdict_by": str,
    "verdict_at_utc": str, "protocol_digest": str, "log_head": str,
}  # fmt: skip


def audit_table(project: "Project") -> list[dict[str, Cell]]:
    """Return the rows, submission by submission, check by check. outcome : raised, passed or not run."""
    room = project.audit
    standing, head = room.verdicts(), room.chain().head
    rows: list[dict[str, Cell]] = []
    for submission in project.submissions():
        verdict = standing.get(submission.id)
        for outcome in room.findings(submission).outcomes:
            info = outcome.info
            common: dict[str, Cell] = {
                "submission": submission.id,
                "team": submission.team,
                "track": submission.track,
                "revision": submission.revision,
                "check": info.id,
                "check_version": info.version,
                "family": info.family,
                "title": info.title,
                "at_utc": outcome.at_utc,
                "stale": int(outcome.stale),
                "verdict": verdict.decision if verdict else None,
                "verdict_by": verdict.by if verdict else None,
                "verdict_at_utc": verdict.at_utc if verdict else None,
                "protocol_digest": project.protocol.digest,
                "log_head": head,
            }
            if not outcome.findings:
                said = "not run" if outcome.not_run else "passed"
                rows.append(_row({**common, "outcome": said, "message": outcome.not_run or None}))
            for finding in outcome.findings:
                told: dict[str, Cell] = {
                    "outcome": "raised",
                    "severity": finding.severity,
                    "message": finding.message,
                    "value": finding.value,
                    "limit": finding.limit,
                    "samples": len(finding.samples),
                    "sample_ids": json.dumps(finding.samples),
                    "numbers": json.dumps(dict(finding.numbers), ensure_ascii=False),
                }
                rows.append(_row({**common, **told}))
    return rows


def _row(cells: dict[str, Cell]) -> dict[str, Cell]:
    return {name: cells.get(name) for name in COLUMNS}
