"""What a person should know about an entry beside its numbers, in few words, with the full sentence as a tooltip."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from genmu_studio.leaderboard import LeaderboardRow
from ui.numbers import count

if TYPE_CHECKING:
    from genmu_studio.audit.check import Severity
    from genmu_studio.audit.standing import Standing

BAD, NOTE = "bad", "what_if"
SHAPES = {BAD: "■", NOTE: "▲"}
_GRAVE: "tuple[tuple[Severity, str], ...]" = (("high", BAD), ("medium", NOTE))


@dataclass(frozen=True, slots=True)
class Flag:
    """One remark. color : the token that also decides the shape. word : for the table. text : the whole sentence."""

    color: str
    word: str
    text: str


def flags_of(row: LeaderboardRow, standing: "Standing | None" = None) -> tuple[Flag, ...]:
    """Return the flags of an entry, the gravest first. standing : where it stands in the audit, None = not audited."""
    flags = [] if standing is None else _audit_flags(standing)
    evaluation = row.evaluation
    if evaluation is not None:
        if badge := evaluation.track.policy_badge:
            flags.append(Flag(BAD, "policies", badge))
        for scores in evaluation.groups:
            flags += [Flag(BAD, "stage 1", f"{scores.group}: {flag}") for flag in scores.stage1.flags]
        track = evaluation.track
        for symbol, value in (("ERB", track.erb), ("RA", track.ra), ("GP", evaluation.gp)):
            if value.badge:
                flags.append(Flag(NOTE, f"{symbol} note", f"{symbol}: {value.badge}"))
        if picked := evaluation.faces_picked:
            flags.append(Flag(NOTE, "picked faces", picked))
    flags += _import_flags(row.submission.scan)
    return tuple(sorted(flags, key=lambda flag: flag.color != BAD))


def _audit_flags(standing: "Standing") -> list[Flag]:
    """Return what the audit raised that is graver than a remark, a flag for each severity."""
    flags = []
    for severity, color in _GRAVE:
        titles = [title for family in standing.families.values() for title in family.titles_of(severity)]
        if titles:
            word = f"audit: {standing.counts[severity]} {severity}"
            flags.append(Flag(color, word, f"{word}: {', '.join(dict.fromkeys(titles))}"))
    return flags


def _import_flags(scan: Mapping[str, object]) -> list[Flag]:
    flags = []
    pairs, problems = scan.get("pairs"), scan.get("problems")
    mismatched = pairs.get("mismatched") if isinstance(pairs, dict) else None
    if mismatched:
        text = f"{count(mismatched, 'pair')} with settings that differ: left out of paired metrics"
        flags.append(Flag(NOTE, f"{mismatched} mismatched", text))
    errors = [each for each in problems if each["severity"] == "error"] if isinstance(problems, list) else []
    if errors:
        first = errors[0]
        text = f"{count(len(errors), 'import error')}, the first: {first['code']} {first['path']}: {first['message']}"
        flags.append(Flag(BAD, count(len(errors), "import error"), text))
    return flags
