"""What the audit says of an entry: contract, matched settings, findings, the verdict, and the head of the log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from genmu_studio.audit.check import SEVERITIES, Finding, Severity
from genmu_studio.audit.findings import CheckOutcome, SubmissionFindings
from genmu_studio.report.material import Material
from genmu_studio.report.texts import NAME_CHARACTERS, cut, instant

# Colour, shape and word: none of them alone.
SHAPES: Mapping[Severity, str] = {"high": "■", "medium": "▲", "info": "●"}
STATES = {"ok": "✓", "warning": "▲", "missing": "✕"}
_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A finding. value, limit : with every digit that they have, "" for none. samples : how many are its evidence."""

    severity: Severity
    shape: str
    title: str
    message: str
    value: str
    limit: str
    shown_value: str
    shown_limit: str
    samples: int


@dataclass(frozen=True, slots=True)
class ContractLine:
    """An item of the contract. shape : of its state."""

    shape: str
    state: str
    item: str
    note: str


@dataclass(frozen=True, slots=True)
class SettingLine:
    """A setting over all matched pairs."""

    name: str
    required: bool
    equal: int
    differing: int
    undeclared: int


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """What was decided, by whom, when, and on which findings it rests."""

    decision: str
    reason: str
    by: str
    when: str
    findings: tuple[str, ...]
    hash: str


@dataclass(frozen=True, slots=True)
class AuditSection:
    """Everything of one entry. counts : findings by severity, in words. checks : how many ran. not_run : with reasons.

    stale : checks whose inputs have changed since. head : of the log, with its number of rows.
    """

    counts: str
    checks: int
    findings: tuple[FoundLine, ...]
    not_run: tuple[tuple[str, str], ...]
    stale: int
    contract: tuple[ContractLine, ...]
    settings: tuple[SettingLine, ...]
    verdict: VerdictLine | None
    head: str
    rows: int
    broken: str


def audit_section(of: Material) -> AuditSection | None:
    """Return what the audit says of a submission, None where it was never audited and nothing was decided."""
    room = of.project.audit
    found, verdict, chain = room.findings(of.submission), room.verdicts().get(of.submission.id), room.chain()
    if not found.outcomes and verdict is None:
        return None
    return AuditSection(
        counts=_counts(found),
        checks=sum(not outcome.not_run for outcome in found.outcomes),
        findings=tuple(_line(info.title, finding) for info, finding in found.raised),
        not_run=tuple((each.info.title, cut(each.not_run, _LONGEST)) for each in found.outcomes if each.not_run),
        stale=_stale(found.outcomes),
        contract=tuple(
            ContractLine(STATES[each.state], each.state, each.item, cut(each.note, NAME_CHARACTERS))
            for each in room.checklist(of.submission)
        ),
        settings=tuple(
            SettingLine(cut(each.name, NAME_CHARACTERS), each.required, each.equal, each.differing, each.undeclared)
            for each in room.matched(of.submission)
        ),
        verdict=None
        if verdict is None
        else VerdictLine(
            verdict.decision,
            cut(verdict.reason, _LONGEST),
            cut(verdict.by, NAME_CHARACTERS),
            instant(verdict.at_utc),
            tuple(cut(text, _LONGEST) for messages in verdict.findings.values() for text in messages),
            verdict.hash,
        ),
        head=chain.head,
        rows=chain.events,
        broken=chain.reason,
    )


def _counts(found: SubmissionFindings) -> str:
    raised = [finding.severity for _, finding in found.raised]
    counts = [f"{raised.count(severity)} {severity}" for severity in SEVERITIES if severity in raised]
    return ", ".join(counts) or "nothing raised"


def _stale(outcomes: Sequence[CheckOutcome]) -> int:
    return sum(outcome.stale for outcome in outcomes)


def _line(title: str, finding: Finding) -> FoundLine:
    return FoundLine(
        finding.severity,
        SHAPES[finding.severity],
        title,
        cut(finding.message, _LONGEST),
        _exact(finding.value),
        _exact(finding.limit),
        _short(finding.value),
        _short(finding.limit),
        len(finding.samples),
    )


def _exact(number: float | None) -> str:
    return "" if number is None else repr(number)


def _short(number: float | None) -> str:
    return "–" if number is None else f"{number:.4g}".replace("-", "−")
