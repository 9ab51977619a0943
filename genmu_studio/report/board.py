"""The leaderboard of a track on a page: the table, then a short breakdown of each entry."""

from collections.abc import Sequence
from dataclasses import dataclass

from genmu_studio.leaderboard import LeaderboardRow
from genmu_studio.leaderboard_table import PEOPLE_COLUMNS, PRESERVED_COLUMNS, beside_columns, board_json
from genmu_studio.metrics_json import evaluation_json
from genmu_studio.project import Project
from genmu_studio.report.breakdown import GroupBreakdown, group_breakdowns
from genmu_studio.report.figures import Figure, Place
from genmu_studio.report.head import Entry, Looked, entry_of, looked
from genmu_studio.report.preserved import figure_in
from genmu_studio.report.provenance import Facts, entry_facts, evaluator_facts
from genmu_studio.report.standing import Standing
from genmu_studio.report.summary import Summary, summary_of

LEADERBOARD = "leaderboard"  # what names of numbers begin with that are those of `genmu leaderboard --json`


@dataclass(frozen=True, slots=True)
class Scored:
    """What is said of an entry that was scored."""

    looked: Looked
    summary: Summary
    groups: tuple[GroupBreakdown, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """A column beside the rank, as one entry has it. figure : None where it has none. source : who measured or judged.

    column : as in a written leaderboard.
    """

    column: str
    figure: Figure | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """An entry. number : counted from 1. rank : "" where it is not ranked. scored : None where it was not.

    erb, fa, ra, gp : as in the leaderboard. beside : further columns, the same of each entry. flags : what is grave, in
    sentences. faces_picked : what rests on faces that people picked, in a sentence, "" for nothing.
    """

    number: int
    rank: str
    entry: Entry
    erb: Figure
    fa: Figure
    ra: Figure
    gp: Figure
    beside: tuple[Beside, ...]
    flags: tuple[str, ...]
    faces_picked: str
    scored: Scored | None
    facts: tuple[Facts, ...]


@dataclass(frozen=True, slots=True)
class BoardProvenance:
    """Where a leaderboard comes from: what holds for the page, then the facts of each entry."""

    facts: tuple[Facts, ...]
    entries: tuple[BoardEntry, ...]


def board_entries(project: Project, rows: Sequence[LeaderboardRow], rank_by: str) -> tuple[BoardEntry, ...]:
    """Return the entries of a leaderboard in its order."""
    ranked = sum(row.rank is not None for row in rows)
    columns = [name for name in beside_columns(rows) if name in PRESERVED_COLUMNS or name in PEOPLE_COLUMNS]
    table = _Table(ranked, rank_by, tuple(columns))
    return tuple(_entry(project, number, row, table) for number, row in enumerate(rows, start=1))


@dataclass(frozen=True, slots=True)
class _Table:
    """What holds for each entry. ranked : how many are. columns : those beside the rank."""

    ranked: int
    rank_by: str
    columns: tuple[str, ...]


def _entry(project: Project, number: int, row: LeaderboardRow, table: _Table) -> BoardEntry:
    board = Place(board_json(row, table.rank_by), LEADERBOARD)
    evaluation = row.evaluation
    scored = None
    facts = [entry_facts(project, row.submission)]
    if evaluation is not None:
        metrics = Place(evaluation_json(evaluation, project.preserved(row.submission)))
        scored = Scored(looked(evaluation, metrics), summary_of(metrics), group_breakdowns(metrics))
        facts.append(evaluator_facts(project, evaluation))
    return BoardEntry(
        number=number,
        rank=board["rank"].text,
        entry=entry_of(row.submission, Standing(row.rank, table.ranked, row.reason or "")),
        erb=board[table.rank_by].figure(),
        fa=board["FA"].figure(),
        ra=board["RA"].figure(),
        gp=board["GP"].figure(),
        beside=tuple(_beside(board, column) for column in table.columns),
        flags=_flags(scored) if scored is not None else (),
        faces_picked=evaluation.faces_picked if evaluation is not None else "",
        scored=scored,
        facts=tuple(facts),
    )


def _beside(board: Place, column: str) -> Beside:
    if column in PEOPLE_COLUMNS:
        at = board["people"]
        for key in PEOPLE_COLUMNS[column].split():
            if key not in at:
                return Beside(column)
            at = at[key]
        return Beside(column, figure_in(at, at["unit"].text), at["source"].text)
    if column not in board:
        return Beside(column)
    return Beside(column, board[column].figure(), board[column]["evaluator"]["name"].text)


def _flags(scored: Scored) -> tuple[str, ...]:
    stage1 = [f"{group.group}, stage 1: {flag}" for group in scored.groups for flag in group.stage1.flags]
    return tuple(flag for flag in (scored.summary.policy_badge, *stage1) if flag)
