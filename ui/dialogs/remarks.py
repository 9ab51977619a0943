"""What was understood of a submission, in sentences: each with a shape, so that colour is not all that tells."""

from collections import Counter
from dataclasses import dataclass

from genmu_studio.submission.problems import Severity, severity_of
from ui.dialogs.scanner import Scan
from ui.numbers import count, identities

SEVERITIES = tuple(reversed(Severity))  # the gravest first
# severity → the role of a label or token of the theme, the shape, the word
LOOKS = {
    Severity.FATAL: ("bad", "■", "refused"),
    Severity.ERROR: ("bad", "■", "left out"),
    Severity.WARNING: ("what_if", "▲", "warning"),
    Severity.INFO: ("muted", "●", "note"),
}
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence. role : of its label, "" = plain."""

    role: str
    text: str


def remarks_of(scan: Scan) -> tuple[Remark, ...]:
    """Return what a person should read before importing, the whole first."""
    scanned = scan.scanned
    if scanned.refused:
        fatal = [each for each in scanned.problems if severity_of(each.code) is Severity.FATAL]
        return tuple(Remark("bad", f"■ refused: {each.message}. {each.hint}".strip()) for each in fatal)
    people = {each.identity for each in scan.delivered}
    groups = {each.group for each in scan.delivered}
    whole = (
        f"{count(len(scanned.rows), 'sample')}, {count(scanned.pairs.matched, 'matched pair')}, "
        f"{identities(len(people))} in {count(len(groups), 'group')}"
    )
    return (
        Remark("strong", whole),
        *_about_pairs(scan),
        *_about_problems(scan),
        *_about_files(scan),
        _completeness(scan),
    )


def _about_pairs(scan: Scan) -> list[Remark]:
    pairs = scan.scanned.pairs
    remarks = []
    if pairs.mismatched:
        text = f"▲ {count(pairs.mismatched, 'pair')} with settings that differ: left out of paired metrics"
        remarks.append(Remark("warning", text))
    lone = len(pairs.lone_originals) + len(pairs.lone_unlearned)
    if lone:
        remarks.append(Remark("warning", f"▲ {count(lone, 'sample')} without a partner on the other side"))
    return remarks


def _about_problems(scan: Scan) -> list[Remark]:
    counts = Counter(severity_of(each.code) for each in scan.scanned.problems)
    remarks = []
    if counts[Severity.ERROR]:
        text = f"■ {count(counts[Severity.ERROR], 'error')}: what they name was left out; see Problems"
        remarks.append(Remark("bad", text))
    if counts[Severity.WARNING]:
        remarks.append(Remark("warning", f"▲ {count(counts[Severity.WARNING], 'warning')}; see Problems"))
    return remarks


def _about_files(scan: Scan) -> list[Remark]:
    scanned = scan.scanned
    remarks = []
    if scanned.unmatched:
        text = f"▲ {count(len(scanned.unmatched), 'file')} that no sample uses; see Unmatched"
        remarks.append(Remark("warning", text))
    if scanned.table:
        remarks.append(Remark("muted", f"● read from {scanned.table}"))
    layouts, guesses = scanned.inferred.get("layouts"), scanned.inferred.get("guesses")
    if isinstance(layouts, dict) and layouts:
        named = [f"{layout} ({number:,})" for layout, number in list(layouts.items())[:_MOST_NAMED]]
        more = f" and {len(layouts) - _MOST_NAMED} more" if len(layouts) > _MOST_NAMED else ""
        remarks.append(Remark("muted", f"● read from names: {', '.join(named)}{more}"))
    if isinstance(guesses, list):
        remarks += [Remark("warning", f"▲ assumed: {guess}") for guess in guesses]
    if scanned.ignored:
        ignored = ", ".join(f"{number:,} {heading}" for heading, number in scanned.ignored.items())
        remarks.append(Remark("muted", f"● ignored: {ignored}"))
    return remarks


def _completeness(scan: Scan) -> Remark:
    if scan.scanned.complete:
        return Remark("good", "✓ complete: weights, repository at a commit and instructions are named")
    return Remark("warning", "▲ incomplete: it can be measured, but not ranked; see Contract")
