"""What an audit found, as it is kept and read again."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from genmu_studio.audit.check import SEVERITIES, CheckInfo, Finding, Severity, checks
from genmu_studio.domain import SubmissionId
from genmu_studio.store.check_runs import CheckRunRow


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """What one check said of one submission. not_run : why it said nothing, "" where it ran.

    stale : its inputs changed since. An outcome that ran without findings is a check that was passed.
    """

    info: CheckInfo
    findings: tuple[Finding, ...]
    not_run: str
    at_utc: str
    stale: bool = False


@dataclass(frozen=True, slots=True)
class SubmissionFindings:
    """The outcomes of all checks that were run on a submission, in the order of the registry."""

    submission: SubmissionId
    outcomes: tuple[CheckOutcome, ...]

    @property
    def raised(self) -> tuple[tuple[CheckInfo, Finding], ...]:
        """Every finding with its check, the gravest first."""
        found = [(outcome.info, finding) for outcome in self.outcomes for finding in outcome.findings]
        return tuple(sorted(found, key=lambda each: SEVERITIES.index(each[1].severity)))

    @property
    def gravest(self) -> Severity | None:
        """The gravest severity that was raised, None where nothing was."""
        return next((finding.severity for _, finding in self.raised), None)


def findings_json(findings: Iterable[Finding]) -> str:
    """Return findings as they are kept."""
    return json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, allow_nan=False)


def findings_of(text: str) -> tuple[Finding, ...]:
    """Return the findings that `findings_json` wrote."""
    return tuple(Finding(**{**each, "samples": tuple(each["samples"])}) for each in json.loads(text))


def outcomes_of(rows: Sequence[CheckRunRow], digests: dict[str, str] | None = None) -> tuple[CheckOutcome, ...]:
    """Return the outcomes that rows tell, of checks that still exist; digests : of the inputs now, by check."""
    by_check = {row.check: row for row in rows}
    return tuple(
        CheckOutcome(
            registered.info,
            findings_of(by_check[id_].findings_json),
            by_check[id_].not_run,
            by_check[id_].at_utc,
            digests is not None and digests.get(id_) != by_check[id_].inputs_digest,
        )
        for id_, registered in checks().items()
        if id_ in by_check
    )
