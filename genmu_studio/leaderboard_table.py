"""The leaderboard as others read it: cells of a table, JSON, CSV, HTML."""

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict

from genmu_studio.evaluation import Evaluation
from genmu_studio.export import safe_cell, visible
from genmu_studio.leaderboard import LeaderboardRow
from genmu_studio.metrics_json import KIND_TITLES, kind_words, preserved_json, value_json
from genmu_studio.people_figures import people_json
from scoring.metrics.track import mean_of_groups
from scoring.types import MetricValue, Track

COLUMNS = (
    "rank", "team", "method", "revision", "ERB", "interval", "FA", "RA", "GP", "evaluator", "submission", "remarks",
)  # fmt: skip
# Of other aspects, where an entry has them: reported, never ranked.
PRESERVED_COLUMNS = ("AR", "SAR", "PPS", "WER")
# Of people's judgments, where an entry has them, by the names of `people_figures`: columns of their own, never ranked.
PEOPLE_COLUMNS = {"AR people": "AR", "SAR people": "SAR", "MOS": "MOS unlearned"}
LABELLED = "labelled"  # percent of what people are asked about the entry
NUMBER_COLUMNS = frozenset({"rank", "revision", "ERB", "FA", "RA", "GP", *PRESERVED_COLUMNS, *PEOPLE_COLUMNS, LABELLED})
_AFTER_GP = COLUMNS.index("GP") + 1


def preserved_columns(rows: Sequence[LeaderboardRow]) -> tuple[str, ...]:
    """Return those of `PRESERVED_COLUMNS` that some entry has a figure for."""
    return tuple(name for name in PRESERVED_COLUMNS if any(name in row.preserved for row in rows))


def beside_columns(rows: Sequence[LeaderboardRow]) -> tuple[str, ...]:
    """Return the columns beside the rank of a table of these entries: those of evaluators, then those of people."""
    people = (column for column, name in PEOPLE_COLUMNS.items() if any(name in row.people for row in rows))
    labelled = (LABELLED,) if any(row.labelled is not None for row in rows) else ()
    return (*preserved_columns(rows), *people, *labelled)


def board_columns(rows: Sequence[LeaderboardRow]) -> tuple[str, ...]:
    """Return the columns of a table of these entries."""
    return (*COLUMNS[:_AFTER_GP], *beside_columns(rows), *COLUMNS[_AFTER_GP:])


def board_cells(row: LeaderboardRow, beside: Sequence[str] = ()) -> list[str]:
    """Return the cells of an entry, one per column; a number that is not computable is a dash.

    beside : the columns beside the rank that the table has.
    """
    submission, evaluation = row.submission, row.evaluation
    numbers = [""] * 5
    evaluator = ""
    remarks = [row.reason or ""]
    others = [
        f"{name} by {each.evaluator.name} ({kind_words(each.evaluator)})"
        for name, each in row.preserved.items()
        if name in beside
    ]
    others += [
        f"{row.people[name].info.symbol} by {row.people[name].source}"
        for column, name in PEOPLE_COLUMNS.items()
        if column in beside and name in row.people
    ]
    if evaluation is not None:
        erb = evaluation.track.erb
        interval = "" if erb.interval is None else f"{erb.interval[0]:.1f}–{erb.interval[1]:.1f}"
        numbers = [
            _number(erb),
            interval,
            *(_number(v) for v in (mean_fa(evaluation), evaluation.track.ra, evaluation.gp)),
        ]
        evaluator = evaluation.evaluator.name
        if not evaluation.evaluator.official:
            evaluator += f" ({KIND_TITLES[evaluation.evaluator.kind]})"
        stage1 = [f"stage 1: {flag}" for scores in evaluation.groups for flag in scores.stage1.flags]
        balance = "ERB of the groups' means" if evaluation.lens.aggregate == "erb_of_means" else ""
        remarks += [balance, evaluation.track.policy_badge or "", erb.badge or "", evaluation.faces_picked, *stage1]
    rank = "" if row.rank is None else str(row.rank)
    shown = "; ".join(dict.fromkeys(remark for remark in (*remarks, *others) if remark))
    return [
        rank,
        submission.team,
        submission.method,
        str(submission.revision),
        *numbers,
        *(_beside(row, column) for column in beside),
        evaluator,
        submission.id,
        shown,
    ]


def _beside(row: LeaderboardRow, column: str) -> str:
    """Return the cell of a column beside the rank, empty where the entry has no such figure."""
    if column == LABELLED:
        return "" if row.labelled is None else f"{row.labelled.percent:.2f}"
    name = PEOPLE_COLUMNS.get(column)
    figure = row.preserved.get(column) if name is None else row.people.get(name)
    return "" if figure is None else _number(figure.value)


def _number(value: MetricValue) -> str:
    return "–" if value.value is None else f"{value.value:.2f}"


def mean_fa(evaluation: Evaluation) -> MetricValue:
    """Return the unweighted mean of the groups' FA."""
    ea = evaluation.track.ea
    return ea if ea.value is None else mean_of_groups({each.group: each.unlearned.fa for each in evaluation.groups})


def board_json(row: LeaderboardRow, rank_by: str) -> dict[str, object]:
    """Return an entry as the JSON shows it."""
    submission, evaluation = row.submission, row.evaluation
    missing = MetricValue(None, reason=row.reason)
    return {
        "rank": row.rank,
        "team": submission.team,
        "submission": submission.id,
        "method": submission.method,
        "revision": submission.revision,
        rank_by: value_json(missing if evaluation is None else evaluation.track.erb),
        "FA": value_json(missing if evaluation is None else mean_fa(evaluation)),
        "RA": value_json(missing if evaluation is None else evaluation.track.ra),
        "GP": value_json(missing if evaluation is None else evaluation.gp),
        **preserved_json({name: each for name, each in row.preserved.items() if name in PRESERVED_COLUMNS}),
        "people": people_json(tuple(row.people.values())),
        LABELLED: None if row.labelled is None else asdict(row.labelled),
        "aggregate": None if evaluation is None else evaluation.lens.aggregate,
        "evaluator": None if evaluation is None else evaluation.evaluator.name,
        "official": evaluation is not None and evaluation.evaluator.official,
        "policy_badge": None if evaluation is None else evaluation.track.policy_badge,
        "complete": submission.complete,
        "received_at": submission.received_at_utc,
        "ranked": row.rank is not None,
        "reason": row.reason,
    }


def board_csv(rows: Sequence[LeaderboardRow]) -> str:
    """Return the table as CSV, with text that a spreadsheet would run made inert."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(board_columns(rows))
    beside = beside_columns(rows)
    writer.writerows([safe_cell(cell) for cell in board_cells(row, beside)] for row in rows)
    return text.getvalue()


def board_html(track: Track, rows: Sequence[LeaderboardRow]) -> str:
    """Return the table as one HTML page that needs no network; every cell is escaped."""
    from jinja2 import Environment, PackageLoader, select_autoescape  # noqa: PLC0415 - only this form needs it

    environment = Environment(loader=PackageLoader("resources", "templates"), autoescape=select_autoescape())
    template = environment.get_template("leaderboard.html")
    beside = beside_columns(rows)
    cells = [[visible(cell) for cell in board_cells(row, beside)] for row in rows]
    return template.render(track=track, columns=board_columns(rows), rows=cells)
