"""All submissions × families of checks as a table: the gravest of each, how many, and what was decided."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt

from genmu_studio.audit.check import SEVERITIES, Family
from genmu_studio.audit.standing import Standing
from ui.models.column_table import Column, ColumnTable, Index
from ui.numbers import count
from ui.widgets.audit.decisions import PAST, SIGNS, TOKENS
from ui.widgets.audit.severity import COLORS, MARKS, counts_text
from ui.widgets.segments import Lines, Segment

FIRST_FAMILY = 4
# A title is no wider than what stands below it.
_TITLES: dict[Family, str] = {
    "degenerate output": "degenerate\noutput", "over-suppression": "over-\nsuppression",
    "verifier attack": "verifier\nattack",
}  # fmt: skip


def columns_of(families: Sequence[Family]) -> tuple[Column[Standing], ...]:
    """Return the columns: who, what was decided, how much was raised, then one per family."""
    return (
        Column("team", _team_lines, tip=_team_tip, about="Team and track; Enter opens its findings"),
        Column("verdict", _verdict_lines, tip=_verdict_tip, about="What was signed last"),
        Column("complete", _complete_lines, about="Whether weights, repository and instructions are named"),
        Column(
            "findings", _findings_lines, tip=_findings_tip, about="What the checks raised: ■ high, ▲ medium, ● info"
        ),
        *(
            Column(
                _TITLES.get(family, family),
                partial(_family_lines, family),
                tip=partial(_family_tip, family),
                about=f"What checks of {family} raised: the gravest, and how many of those",
            )
            for family in families
        ),
    )


def _team_lines(row: Standing) -> Lines:
    it = row.submission
    return ((Segment(it.team, bold=True),), (Segment(f"{it.track}, revision {it.revision}", "muted"),))


def _team_tip(row: Standing) -> str:
    return f"{row.submission.team}\n{row.submission.method}\n{row.submission.id}"


def _verdict_lines(row: Standing) -> Lines:
    if row.verdict is None:
        return ((Segment("none", "muted"),),)
    decision = row.verdict.decision
    return ((Segment(f"{SIGNS[decision]} {PAST[decision]}", TOKENS[decision]),),)


def _verdict_tip(row: Standing) -> str:
    if row.verdict is None:
        return "Nothing was signed yet"
    return f"{PAST[row.verdict.decision]} by {row.verdict.by} at {row.verdict.at_utc}\n{row.verdict.reason}".strip()


def _complete_lines(row: Standing) -> Lines:
    return ((Segment("✓ yes", "good") if row.submission.complete else Segment("✕ no", "bad"),),)


def _findings_lines(row: Standing) -> Lines:
    if not row.checks:
        return ((Segment("never audited", "muted"),),)
    found = tuple(
        Segment(f"{MARKS[each]} {row.counts[each]}", COLORS[each]) for each in SEVERITIES if row.counts.get(each)
    )
    first = found or (Segment("✓ nothing", "good"),)
    return (first, (Segment("▲ inputs changed", "what_if"),)) if row.stale else (first,)


def _findings_tip(row: Standing) -> str:
    if not row.checks:
        return "Never audited: run the checks"
    stale = f"\n{count(row.stale, 'check')} to run again: inputs changed since" if row.stale else ""
    return f"{count(row.checks, 'check')}: {counts_text(row.counts) or 'nothing raised'}{stale}"


def _family_lines(family: Family, row: Standing) -> Lines:
    found = row.families.get(family)
    if found is None:
        return ()
    if found.gravest is None:
        return ((Segment("✓", "good") if found.said else Segment("–", "muted"),),)
    return ((Segment(f"{MARKS[found.gravest]} {found.counts[found.gravest]}", COLORS[found.gravest]),),)


def _family_tip(family: Family, row: Standing) -> str:
    found = row.families.get(family)
    if found is None:
        return f"{family}: not audited"
    silent = f"; {count(found.silent, 'check')} could not be run" if found.silent else ""
    titles = "\n".join(f"{MARKS[severity]} {title}" for severity, title in dict.fromkeys(found.raised))
    return f"{family}: {counts_text(found.counts) or 'nothing raised'}{silent}\n{titles}".strip()


class StandingsModel(ColumnTable[Standing]):
    """The rows, as the project lists its submissions."""

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title, at the left."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return super().headerData(section, orientation, role)

    def place_of(self, submission: str | None) -> int | None:
        """Return the row of a submission."""
        return next((n for n in range(self.rowCount()) if self.row_at(n).submission.id == submission), None)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows; an empty one says so aloud."""
        found = super().data(index, role)
        return "not audited" if role == Qt.ItemDataRole.AccessibleTextRole and not found else found
