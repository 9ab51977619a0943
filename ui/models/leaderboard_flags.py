"""What a person should know about an entry beside its numbers, in few words, with the full sentence as a tooltip."""

from collections.abc import Mapping
from dataclasses import dataclass

from genmu_studio.leaderboard import LeaderboardRow
from ui.numbers import count

BAD, NOTE = "bad", "what_if"
SHAPES = {BAD: "■", NOTE: "▲"}


@dataclass(frozen=True, slots=True)
class Flag:
    """One remark. color : the token that also decides the shape. word : for the table. text : the whole sentence."""

    color: str
    word: str
    text: str


def flags_of(row: LeaderboardRow) -> tuple[Flag, ...]:
    """Return the flags of an entry, the gravest first."""
    flags: list[Flag] = []
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
