"""The JSON of `genmu import`: what was understood of a submission, in stable names."""

from genmu_studio.domain import Problem
from genmu_studio.submission.problems import severity_of
from genmu_studio.submission.scan import ScannedSubmission

Json = dict[str, object]

_FIRST_UNMATCHED = 50


def problem_json(problem: Problem) -> Json:
    """Return a problem with its severity."""
    return {
        "code": problem.code,
        "severity": severity_of(problem.code).value,
        "path": problem.path,
        "message": problem.message,
        "hint": problem.hint,
    }


def scan_json(scanned: ScannedSubmission) -> Json:
    """Return what the import understood."""
    head = None if scanned.manifest is None else scanned.manifest.submission
    return {
        "source": scanned.source.path.name,
        "archive_sha256": scanned.source.archive_sha256 or None,
        "refused": scanned.refused,
        "team": None if head is None else head.team,
        "track": None if head is None else head.track,
        "revision": None if head is None else head.revision,
        "table": scanned.table or None,
        "samples": len(scanned.rows),
        "pairs": {"matched": scanned.pairs.matched, "mismatched": scanned.pairs.mismatched},
        "unmatched": {
            "count": len(scanned.unmatched),
            "first": [{"path": each.path, "reason": each.reason} for each in scanned.unmatched[:_FIRST_UNMATCHED]],
        },
        "ignored": dict(scanned.ignored),
        "problems": [problem_json(problem) for problem in scanned.problems],
        "inferred": dict(scanned.inferred),
        "contract": [{"item": each.item, "ok": each.ok, "note": each.note} for each in scanned.contract],
        "complete": scanned.complete,
    }
