"""Commands that read: metrics, leaderboard, export."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from genmu_studio.cli.group_text import changed_rules, print_group
from genmu_studio.cli.lens_options import lens_options
from genmu_studio.cli.lines import print_line
from genmu_studio.cli.terminal import PATH, json_option, number, print_json, print_table, shown
from genmu_studio.domain import SubmissionRow
from genmu_studio.entry_json import entry_json
from genmu_studio.evaluation import Evaluation
from genmu_studio.export import FORMATS, TABLES, types_of, write_table
from genmu_studio.leaderboard_table import (
    NUMBER_COLUMNS,
    beside_columns,
    board_cells,
    board_columns,
    board_csv,
    board_html,
    board_json,
)
from genmu_studio.metrics_json import (
    KIND_TITLES,
    protocol_json,
)
from genmu_studio.people_figures import people_by_name
from genmu_studio.preservation import PreservedValue
from genmu_studio.project import Project
from genmu_studio.view import NoResultsError, View
from scoring.types import MetricValue, Track

if TYPE_CHECKING:
    from genmu_studio.labelling.people import PeopleValue

NOT_SCORED = "no evaluator has results for this submission"


@click.command()
@click.argument("project", type=PATH)
@click.option("--submission", "name", help="Only this one.")
@lens_options
@json_option
def metrics(project: Path, name: str | None, view: View, as_json: bool) -> None:
    """Print FA, EA, RA and ERB with intervals, policies and what stands behind them."""
    with Project.open(project, "read") as opened:
        rows = [opened.submission(name)] if name else opened.submissions()
        entries = opened.official_entries()
        evaluations = _evaluations(opened, rows, view)
        if as_json:
            data = {"project": opened.name, "protocol": protocol_json(opened.protocol)}
            shown_rows = [entry_json(opened, row, evaluation, entries[row.id]) for row, evaluation in evaluations]
            print_json({**data, "submissions": shown_rows})
            return
        beside = {row.id: (opened.preserved(row), opened.people(row)) for row, _ in evaluations}
    if not rows:
        print_line("The project has no submission yet: genmu import takes one in.")
    for row, evaluation in evaluations:
        _print_metrics(row, evaluation, entries[row.id])
        _print_preserved(*beside[row.id])
        print_line()


def _evaluations(
    project: Project, rows: Sequence[SubmissionRow], view: View
) -> list[tuple[SubmissionRow, Evaluation | None]]:
    """Evaluate `rows`, without those that the evaluator asked for has not scored; UserError where that is all."""
    found = []
    missing: NoResultsError | None = None
    for row in rows:
        try:
            found.append((row, project.evaluate(row, view)))
        except NoResultsError as error:
            missing = error
    if missing is not None and not found:
        raise missing
    return found


def _print_metrics(row: SubmissionRow, evaluation: Evaluation | None, reason: str | None) -> None:
    title = f"{row.team}, {row.track}, revision {row.revision} ({row.id})"
    if evaluation is None:
        print_line(f"{title}: {NOT_SCORED}")
        return
    evaluator, one, track = evaluation.evaluator, evaluation.own_lens, evaluation.track
    threshold = one.threshold
    kind = "official" if evaluator.official else KIND_TITLES[evaluator.kind]
    print_line(f"{title}: ERB {shown(track.erb)}")
    if not evaluation.official_lens:
        print_line("  ! WHAT-IF: not the protocol's own lens, so it is no result of the challenge")
    print_line(
        f"  {evaluator.name} {evaluator.version}, {kind}, on {', '.join(evaluation.providers) or 'nothing of ours'}"
    )
    name = f"{threshold.preset} " if threshold.preset else ""
    print_line(f"  threshold {threshold.value:.4f} {name}({threshold.origin})")
    print_line(
        f"  rule {one.rule}, template {one.template}, failures count as {evaluation.lens.policy}, "
        f"track value: {evaluation.lens.aggregate}"
    )
    if changed := changed_rules(evaluation.decision.rules):
        print_line(f"  ! rules of this protocol, and the shipped one's: {changed}")
    print_line("  ERB by policy: " + ", ".join(f"{policy} {number(erb)}" for policy, erb in track.policies.items()))
    if evaluation.lens.aggregate == "erb_of_means":
        print_line(f"  mean of the groups' ERB {shown(track.mean_of_groups)}")
    print_line(f"  ERB of means {shown(track.erb_of_means)} from EA {shown(track.ea)}, RA {shown(track.ra)}")
    if track.partial is not None:
        print_line(f"  ERB of the groups that have one: {shown(track.partial)}")
    print_line(f"  GP {shown(evaluation.gp)}{_parts(evaluation.gp)}")
    for badge in (reason and f"not ranked: {reason}", track.policy_badge, *evaluation.notes):
        if badge:
            print_line(f"  ! {badge}")
    for scores in evaluation.groups:
        print_group(scores)


def _print_preserved(values: Sequence[PreservedValue], people: Sequence["PeopleValue"]) -> None:
    for each in values:
        print_line(f"  {each.info.symbol} {shown(each.value)}{_parts(each.value)}, by {each.evaluator.name}")
    for name, found in people_by_name(people).items():
        print_line(f"  {name} {shown(found.value)}{_parts(found.value)}, by {found.source}")


def _parts(value: MetricValue) -> str:
    parts = [f"{name} {part:.2f}" for name, part in value.parts.items() if part is not None]
    return f" ({', '.join(parts)})" if parts else ""


@click.command()
@click.argument("project", type=PATH)
@click.option("--track", type=click.Choice(["face", "speech", "concept"]), required=True)
@click.option("--format", "form", type=click.Choice(["table", "csv", "html"]), default="table", show_default=True)
@json_option
def leaderboard(project: Path, track: Track, form: Literal["table", "csv", "html"], as_json: bool) -> None:
    """Print the entries of a track in their order; late, superseded and incomplete ones are shown and not ranked."""
    with Project.open(project, "read") as opened:
        if form == "table" and not as_json:
            print_leaderboard(opened, track)
            return
        rows = opened.leaderboard(track)
        rank_by = opened.protocol.tracks[track].rank_by
    if as_json:
        print_json({"track": track, "rows": [board_json(row, rank_by) for row in rows]})
    elif form == "csv":
        sys.stdout.write(board_csv(rows))
    else:
        sys.stdout.write(board_html(track, rows))


def print_leaderboard(project: Project, track: Track) -> None:
    """Print one track: a table of numbers, and below it who each entry is and what has to be said of it."""
    entries = project.leaderboard(track)
    beside, names = beside_columns(entries), board_columns(entries)
    rows = [dict(zip(names, board_cells(row, beside), strict=True)) for row in entries]
    title = f"{track.title()} track, {project.protocol.name}"
    if not rows:
        print_line(f"{title}: no submission yet; genmu import takes one in")
        return
    columns = ("rank", "team", "revision", "ERB", "interval", "FA", "RA", "GP", *beside)
    cells = [[row[name] for name in columns] for row in rows]
    print_table(title, [f"{name}>" if name in NUMBER_COLUMNS else name for name in columns], cells)
    for row in rows:
        facts = (row["submission"], row["method"], row["evaluator"], row["remarks"])
        print_line(f"  {row['rank'] or '–':>2}  {': '.join(fact for fact in facts if fact)}")
    print_line()


@click.command()
@click.argument("project", type=PATH)
@click.argument("what", type=click.Choice(list(TABLES)))
@click.argument("out", type=PATH)
@click.option("--format", "form", type=click.Choice(FORMATS), default="csv", show_default=True)
@click.option("--bom", is_flag=True, help="Begin a CSV with a byte order mark, for spreadsheet programs.")
@json_option
def export(project: Path, what: str, out: Path, form: str, bom: bool, as_json: bool) -> None:
    """Write results, metrics, labels or the audit of the whole project as a table, each row with its provenance."""
    with Project.open(project, "read") as opened:
        rows = TABLES[what](opened)
    write_table(rows, out, form, bom=bom, types=types_of(what))
    if as_json:
        print_json({"written": str(out), "rows": len(rows)})
    else:
        print_line(f"{out}: {len(rows)} rows")
