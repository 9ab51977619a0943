"""Where submissions stand in the audit: what each family of checks raised, and what was decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from genmu_studio.audit.auditing import read_findings
from genmu_studio.audit.check import SEVERITIES, Family, Severity, checks
from genmu_studio.audit.findings import CheckOutcome, SubmissionFindings, outcomes_of
from genmu_studio.audit.verdicts import Verdict, verdicts
from genmu_studio.domain import SubmissionId, SubmissionRow
from genmu_studio.store import check_runs as run_store

if TYPE_CHECKING:
    from genmu_studio.project import Project


@dataclass(frozen=True, slots=True)
class FamilyStanding:
    """What the checks of one family said. counts : findings by severity. said, silent : checks that could, or not."""

    counts: Mapping[Severity, int]
    said: int
    silent: int
    raised: tuple[tuple[Severity, str], ...] = ()  # severity and title of the check, of each finding

    def titles_of(self, severity: Severity) -> tuple[str, ...]:
        """Return the titles of the checks that raised something so grave."""
        return tuple(dict.fromkeys(title for each, title in self.raised if each == severity))

    @property
    def gravest(self) -> Severity | None:
        """The gravest severity that was raised, None where nothing was."""
        return next((each for each in SEVERITIES if self.counts.get(each)), None)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one submission stands. checks : that were run, 0 = never audited. stale : whose inputs changed since."""

    submission: SubmissionRow
    counts: Mapping[Severity, int] = field(default_factory=dict)
    families: Mapping[Family, FamilyStanding] = field(default_factory=dict)
    checks: int = 0
    stale: int = 0
    verdict: Verdict | None = None

    @property
    def gravest(self) -> Severity | None:
        """The gravest severity that was raised, None where nothing was."""
        return next((each for each in SEVERITIES if self.counts.get(each)), None)


def standing_of(submission: SubmissionRow, found: SubmissionFindings, verdict: Verdict | None) -> Standing:
    """Return where a submission stands by what was found."""
    families: dict[Family, list[CheckOutcome]] = {}
    for outcome in found.outcomes:
        families.setdefault(outcome.info.family, []).append(outcome)
    return Standing(
        submission,
        _counts(found.outcomes),
        {name: _family(outcomes) for name, outcomes in families.items()},
        len(found.outcomes),
        sum(outcome.stale for outcome in found.outcomes),
        verdict,
    )


def _counts(outcomes: Sequence[CheckOutcome]) -> dict[Severity, int]:
    raised = [finding.severity for outcome in outcomes for finding in outcome.findings]
    return {each: raised.count(each) for each in SEVERITIES if each in raised}


def _family(outcomes: Sequence[CheckOutcome]) -> FamilyStanding:
    silent = sum(bool(outcome.not_run) for outcome in outcomes)
    raised = [(finding.severity, outcome.info.title) for outcome in outcomes for finding in outcome.findings]
    return FamilyStanding(_counts(outcomes), len(outcomes) - silent, silent, tuple(raised))


def standings(project: "Project") -> tuple[Standing, ...]:
    """Return where every submission stands, and how much of that is stale."""
    decided = verdicts(project)
    return tuple(standing_of(row, read_findings(project, row), decided.get(row.id)) for row in project.submissions())


def standings_as_audited(project: "Project") -> Mapping[SubmissionId, Standing]:
    """Return where submissions stood when they were audited, of those that anybody audited or decided about.

    Quick also for many: whether anything changed since is not looked at.
    """
    decided = verdicts(project)
    rows: dict[SubmissionId, list[run_store.CheckRunRow]] = {}
    for row in project.store.read(run_store.check_runs):
        rows.setdefault(row.submission, []).append(row)
    return {
        row.id: standing_of(row, SubmissionFindings(row.id, outcomes_of(rows.get(row.id, ()))), decided.get(row.id))
        for row in project.submissions()
        if row.id in rows or row.id in decided
    }


def families_of_checks() -> tuple[Family, ...]:
    """Return the families that there are checks of, as PROTOCOL lists them."""
    return tuple(dict.fromkeys(each.info.family for each in checks().values()))
