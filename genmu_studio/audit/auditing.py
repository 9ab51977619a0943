"""Run the checks on submissions: those whose inputs changed since they ran, one submission after another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from genmu_studio.audit.check import CheckInfo, Finding, Limits, NotRunError, RegisteredCheck, checks
from genmu_studio.audit.findings import SubmissionFindings, findings_json, outcomes_of
from genmu_studio.audit.material import Material
from genmu_studio.domain import SubmissionRow
from genmu_studio.hashing import CancelledError
from genmu_studio.protocol import Protocol
from genmu_studio.store import check_runs as run_store
from genmu_studio.store.audit_log import NewAuditEvent, put_audit_event
from genmu_studio.store.check_runs import CheckRunRow
from genmu_studio.store.contents import labels_version
from genmu_studio.store.ownership import user_name
from genmu_studio.store.results import now_utc
from genmu_studio.watching import UNWATCHED, Watch
from scoring.digests import digest_of
from scoring.errors import UserError

if TYPE_CHECKING:
    from genmu_studio.project import Project


@dataclass(frozen=True, slots=True)
class Audited:
    """How an audit of submissions went. ran, kept : checks that were run, and whose inputs had not changed."""

    submissions: tuple[SubmissionFindings, ...]
    ran: int
    kept: int


def limits_of(protocol: Protocol, info: CheckInfo) -> Limits:
    """Return the limits of a check: the protocol's where it names them, else its own; UserError for an unknown name."""
    wanted: Mapping[str, float] = protocol.audit.get(info.id, {})
    unknown = sorted(set(wanted) - set(info.limits))
    if unknown:
        raise UserError(
            f"the check {info.id} has no limit {unknown[0]!r}",
            f"Its limits: {', '.join(info.limits) or 'none'}. Look at [audit] of the protocol.",
        )
    return {**info.limits, **wanted}


def inputs_digests(project: "Project", submission: SubmissionRow) -> dict[str, str]:
    """Return the digest of what each check of its track would read now, by check."""
    stamp = project.store.read(lambda db: run_store.data_stamp(db, submission.id))
    fixed = [submission.content_digest, submission.team, submission.received_at_utc, project.protocol.digest, stamp]
    others = project.store.read(lambda db: run_store.track_stamp(db, submission.track))
    said = list(project.store.read(labels_version))
    return {
        id_: digest_of(
            [
                *(id_, each.info.version, dict(limits_of(project.protocol, each.info)), fixed),
                others if each.info.reads_others else [],
                said if each.info.reads_labels else [],
            ]
        )
        for id_, each in checks().items()
        if submission.track in each.info.tracks
    }


def audit(project: "Project", submissions: Sequence[SubmissionRow], watch: Watch = UNWATCHED) -> Audited:
    """Run on each submission the checks whose inputs changed; what was found is kept check by check.

    CancelledError where somebody asked it to end: what was found until then stays. UserError where the project cannot
    be written to.
    """
    found, ran, kept = [], 0, 0
    total = len(submissions)
    for done, submission in enumerate(submissions):
        watch.step(f"auditing {submission.id}", done, total)
        digests = inputs_digests(project, submission)
        before = {row.check: row for row in project.store.read(lambda db, s=submission.id: run_store.check_runs(db, s))}  # type: ignore[misc]  # the default binds the loop's value
        material = Material(project, submission, watch)
        fresh = 0
        for id_, digest in digests.items():
            if id_ in before and before[id_].inputs_digest == digest:
                kept += 1
                continue
            watch.step(f"auditing {submission.id}", done, total)
            findings, not_run = run_check(checks()[id_], material)
            row = CheckRunRow(submission.id, id_, digest, findings_json(findings), not_run, now_utc())
            project.store.write(lambda db, row=row: run_store.put_check_run(db, row)).result()  # type: ignore[misc]  # the default binds the loop's value
            fresh += 1
        outcome = read_findings(project, submission)
        if fresh:
            _log(project, outcome, fresh)
        ran += fresh
        found.append(outcome)
    watch.step("auditing", total, total)
    return Audited(tuple(found), ran, kept)


def run_check(registered: RegisteredCheck, material: Material) -> tuple[tuple[Finding, ...], str]:
    """Return what a check says, and why it could say nothing, "" where it could."""
    try:
        return tuple(registered.run(material, limits_of(material.protocol, registered.info))), ""
    except NotRunError as error:
        return (), str(error)
    except CancelledError:
        raise
    except UserError as error:  # what a person can put right for this entry ends the audit of no other
        return (), error.message


def read_findings(project: "Project", submission: SubmissionRow) -> SubmissionFindings:
    """Return what is known of a submission; what was found before its inputs changed is marked as stale."""
    rows = project.store.read(lambda db: run_store.check_runs(db, submission.id))
    return SubmissionFindings(submission.id, outcomes_of(rows, inputs_digests(project, submission)))


def _log(project: "Project", outcome: SubmissionFindings, ran: int) -> None:
    """Put into the log that checks ran, and the digest of what they said."""
    raised = [
        {"check": info.id, "severity": finding.severity, "message": finding.message} for info, finding in outcome.raised
    ]
    said = digest_of([[each.info.id, findings_json(each.findings), each.not_run] for each in outcome.outcomes])
    new = NewAuditEvent(
        now_utc(),
        user_name(),
        "audited",
        outcome.submission,
        {"checks": len(outcome.outcomes), "ran": ran, "raised": raised, "findings_digest": said},
    )
    project.store.write(lambda db: put_audit_event(db, new)).result()
