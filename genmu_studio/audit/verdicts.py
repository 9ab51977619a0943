"""Verdicts: signed once and for good, each a row of the log; a later one stands in place of the one before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from genmu_studio.audit.auditing import read_findings
from genmu_studio.audit.drafts import DECISIONS, Decision, Draft
from genmu_studio.domain import SubmissionId, SubmissionRow
from genmu_studio.store import drafts as draft_store
from genmu_studio.store.audit_log import (
    AuditEvent,
    ChainCheck,
    NewAuditEvent,
    audit_events,
    check_chain,
    put_audit_event,
)
from genmu_studio.store.ownership import user_name
from genmu_studio.store.results import now_utc
from genmu_studio.texts import clean_text
from scoring.errors import UserError

if TYPE_CHECKING:
    from sqlite_utils import Database

    from genmu_studio.project import Project


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was decided about a submission. findings : message by check that it rests on. hash : of its row."""

    submission: SubmissionId
    decision: Decision
    reason: str
    findings: Mapping[str, Sequence[str]]
    by: str
    at_utc: str
    hash: str


def reason_of(draft: Draft) -> str:
    """Return the reason that would be signed; UserError where there is no decision, or no reason for it."""
    if draft.decision is None:
        raise UserError("a verdict says accept, query or reject", "Choose one.")
    reason = clean_text(draft.reason)
    if not reason and draft.decision != "accept":
        raise UserError(f"{draft.decision} needs a reason", "Say why, for the team and for whoever looks at it later.")
    return reason


def sign(project: "Project", submission: SubmissionRow, draft: Draft) -> Verdict:
    """Sign a verdict; the draft is empty afterwards. UserError where there is no decision, or no reason for it."""
    reason = reason_of(draft)
    raised = read_findings(project, submission).raised
    linked: dict[str, list[str]] = {id_: [] for id_ in draft.linked}
    for info, finding in raised:
        if info.id in linked:
            linked[info.id].append(finding.message)
    if missing := [id_ for id_, messages in linked.items() if not messages]:
        raise UserError(f"the check {missing[0]} raises nothing any more", "Take the link out, or audit again.")
    content = {
        "decision": draft.decision,
        "reason": reason,
        "findings": linked,
        "revision": submission.revision,
        "team": submission.team,
        "content_digest": submission.content_digest,
    }
    new = NewAuditEvent(now_utc(), user_name(), "verdict", submission.id, content)

    def write(db: "Database") -> AuditEvent:
        event = put_audit_event(db, new)
        draft_store.put_draft(db, "Draft that was signed", new.author, submission.id, None)
        return event

    return _verdict(project.store.write(write).result())


def _verdict(event: AuditEvent) -> Verdict:
    content = event.content
    decision = cast("Decision", content["decision"])
    assert decision in DECISIONS and event.submission is not None  # noqa: S101, PT018 - as `sign` wrote it
    return Verdict(
        event.submission,
        decision,
        str(content["reason"]),
        cast("Mapping[str, Sequence[str]]", content["findings"]),
        event.author,
        event.at_utc,
        event.hash,
    )


def verdicts(project: "Project") -> Mapping[SubmissionId, Verdict]:
    """Return the verdict that stands about each submission that has one. A row that was altered is nobody's verdict."""
    events = project.store.read(audit_events)
    return {
        event.submission: _verdict(event)
        for event in events
        if event.kind == "verdict" and event.submission and event.is_as_written
    }


def chain(project: "Project", expected_head: str | None = None) -> ChainCheck:
    """Return whether the log is as it was written; with a head that was printed, whether its end is still there."""
    return check_chain(project.store.read(audit_events), expected_head)
