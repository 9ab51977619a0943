"""What the audit room shows of one submission, and of all: read off the GUI thread, in one piece."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from genmu_studio.audit.auditing import limits_of
from genmu_studio.audit.check import Family, Limits, checks
from genmu_studio.audit.checklist import ChecklistItem
from genmu_studio.audit.drafts import Draft
from genmu_studio.audit.findings import SubmissionFindings
from genmu_studio.audit.log import AuditEvent, ChainCheck
from genmu_studio.audit.matched import MatchedSetting
from genmu_studio.audit.standing import Standing, families_of_checks, standings
from genmu_studio.audit.verdicts import Verdict
from genmu_studio.domain import SubmissionRow
from genmu_studio.project import Project
from genmu_studio.review import ReviewPairs, load_pairs
from genmu_studio.view import View


@dataclass(frozen=True, eq=False, slots=True)
class EntryAudit:
    """One submission. checks : how many there are for its track. is_scored : whether any evaluator has results.

    limits : of each check, as the protocol sets them.
    """

    submission: SubmissionRow
    findings: SubmissionFindings
    checks: int
    is_scored: bool
    checklist: Sequence[ChecklistItem]
    matched: Sequence[MatchedSetting]
    draft: Draft
    verdict: Verdict | None
    history: Sequence[AuditEvent]
    chain: ChainCheck
    limits: Mapping[str, Limits]

    @property
    def was_audited(self) -> bool:
        """Whether any check was run."""
        return bool(self.findings.outcomes)

    @property
    def stale(self) -> int:
        """How many checks have inputs that changed since they ran, or were never run."""
        return sum(each.stale for each in self.findings.outcomes) + max(0, self.checks - len(self.findings.outcomes))


@dataclass(frozen=True, eq=False, slots=True)
class AllAudits:
    """Every submission, and which families of checks there are."""

    standings: tuple[Standing, ...]
    families: tuple[Family, ...]


def read_entry(project: Project, submission: SubmissionRow, before: EntryAudit | None = None) -> EntryAudit:
    """Return what is known of one submission. before : read when the samples were those of now, None = never.

    Whatever rests on samples is taken from there: of 100,000 of them it takes a second.
    """
    room = project.audit
    own = {id_: each.info for id_, each in checks().items() if submission.track in each.info.tracks}
    return EntryAudit(
        submission,
        room.findings(submission),
        len(own),
        bool(project.evaluators_of(submission)),
        room.checklist(submission),
        room.matched(submission) if before is None else before.matched,
        room.draft(submission),
        room.verdicts().get(submission.id),
        room.history(submission),
        room.chain(),
        {id_: limits_of(project.protocol, info) for id_, info in own.items()},
    )


def read_pairs(project: Project, submission: SubmissionRow) -> ReviewPairs:
    """Return the pairs of a submission under the protocol's own lens, which the checks look with."""
    base = project.look_base(submission, View())
    return load_pairs(project, submission, None if base is None else base.through(View()))


def read_all(project: Project) -> AllAudits:
    """Return where every submission stands."""
    return AllAudits(standings(project), families_of_checks())
