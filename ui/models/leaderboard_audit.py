"""The columns of the leaderboard that the audit has a part in: flags by severity, and verdicts."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from genmu_studio.domain import SubmissionId
from genmu_studio.leaderboard import LeaderboardRow
from ui.models.leaderboard_column import Column
from ui.models.leaderboard_flags import SHAPES, flags_of
from ui.numbers import NONE
from ui.widgets.audit.decisions import PAST, SIGNS, TOKENS
from ui.widgets.segments import Lines, Segment

if TYPE_CHECKING:
    from genmu_studio.audit.standing import Standing
    from genmu_studio.audit.verdicts import Verdict

Audits = Mapping[SubmissionId, "Standing"]


def _flag_lines(audits: Audits, row: LeaderboardRow) -> Lines:
    flags = flags_of(row, audits.get(row.submission.id))
    if not flags:
        return ((Segment("✓", "good" if row.evaluation else "muted"), Segment("none", "muted")),)
    shown = [Segment(f"{SHAPES[flags[0].color]} {flags[0].word}", flags[0].color)]
    if len(flags) > 1:
        shown.append(Segment(f"+{len(flags) - 1}", "muted"))
    return (tuple(shown),)


def _flag_text(audits: Audits, row: LeaderboardRow) -> str:
    return "; ".join(flag.text for flag in flags_of(row, audits.get(row.submission.id)))


def _flag_key(audits: Audits, row: LeaderboardRow) -> float:
    return -len(flags_of(row, audits.get(row.submission.id)))


def flags_column(audits: Audits) -> Column:
    """Return the column of flags; audits : where entries stand in the audit."""
    text = partial(_flag_text, audits)
    return Column(
        "flags",
        "What to know before trusting the numbers.",
        text,
        partial(_flag_key, audits),
        text,
        lines=partial(_flag_lines, audits),
    )


def _verdict_text(audits: Audits, row: LeaderboardRow) -> str:
    verdict = _verdict_of(audits, row)
    return NONE if verdict is None else f"{SIGNS[verdict.decision]} {PAST[verdict.decision]}"


def _verdict_of(audits: Audits, row: LeaderboardRow) -> "Verdict | None":
    standing = audits.get(row.submission.id)
    return None if standing is None else standing.verdict


def _verdict_tip(audits: Audits, row: LeaderboardRow) -> str:
    verdict = _verdict_of(audits, row)
    if verdict is None:
        return "No verdict was signed yet"
    return f"{PAST[verdict.decision]} by {verdict.by} at {verdict.at_utc}\n{verdict.reason}".strip()


def _verdict_lines(audits: Audits, row: LeaderboardRow) -> Lines:
    verdict = _verdict_of(audits, row)
    if verdict is None:
        return ((Segment(NONE, "muted"),),)
    return ((Segment(_verdict_text(audits, row), TOKENS[verdict.decision]),),)


def verdict_column(audits: Audits) -> Column:
    """Return the column of verdicts."""
    text = partial(_verdict_text, audits)
    about = "What was signed last in the audit room; the ranking does not follow it."
    return Column("verdict", about, text, text, partial(_verdict_tip, audits), lines=partial(_verdict_lines, audits))
