"""Commands that read: metrics, leaderboard, export."""

import sys
from pathlib import Path
from typing import Literal

import click

from genmu_studio.cli.terminal import json_option, print_json, print_line, print_table, shown
from genmu_studio.evaluation import Evaluation, View
from genmu_studio.export import FORMATS, TABLES, write_table
from genmu_studio.leaderboard_table import COLUMNS, NUMBER_COLUMNS, board_cells, board_csv, board_html, board_json
from genmu_studio.metrics_json import (
    KIND_TITLES,
    evaluation_json,
    protocol_json,
    submission_json,
    unscored_json,
)
from genmu_studio.project import Project
from genmu_studio.protocol import Policy, Rule, TemplateRule
from genmu_studio.store.submissions import SubmissionRow
from scoring.metrics.group import GroupScores
from scoring.types import Track

PROJECT = click.Path(exists=True, file_okay=False, path_type=Path)
NOT_SCORED = "no evaluator has results for this submission"


@click.command()
@click.argument("project", type=PROJECT)
@click.option("--submission", "name", help="Only this one.")
@click.option("--evaluator", help="Default: the official one, else the light one, else imported results.")
@click.option("--threshold", metavar="X|PRESET", help="Another threshold: a what-if.")
@click.option("--rule", type=click.Choice(["verify", "verify+rank1"]))
@click.option("--template", type=click.Choice(["mean", "max", "mean_score"]))
@click.option("--policy", type=click.Choice(["forgotten", "failure", "exclude"]), help="What failures count for.")
@json_option
def metrics(
    project: Path,
    name: str | None,
    evaluator: str | None,
    threshold: str | None,
    rule: Rule | None,
    template: TemplateRule | None,
    policy: Policy | None,
    as_json: bool,
) -> None:
    """Print FA, EA, RA and ERB with intervals, policies and what stands behind them."""
    view = View(evaluator, threshold, rule, template, policy)
    with Project.open(project, "read") as opened:
        rows = [opened.submission(name)] if name else opened.submissions()
        entries = opened.official_entries()
        evaluations = [(row, opened.evaluate(row, view)) for row in rows]
        if as_json:
            data = {"project": opened.name, "protocol": protocol_json(opened.protocol)}
            shown_rows = [_metrics_json(opened, row, evaluation, entries[row.id]) for row, evaluation in evaluations]
            print_json({**data, "submissions": shown_rows})
            return
    if not rows:
        print_line("The project has no submission yet: genmu import takes one in.")
    for row, evaluation in evaluations:
        _print_metrics(row, evaluation)


def _metrics_json(
    project: Project, row: SubmissionRow, evaluation: Evaluation | None, reason: str | None
) -> dict[str, object]:
    if evaluation is None:
        why = reason or "not scored yet"
        rank_by = project.protocol.tracks[row.track].rank_by
        return {**submission_json(row, False, why), **unscored_json(row.id, NOT_SCORED, rank_by)}
    why_not = reason or (None if evaluation.official_lens else "what-if lens")
    return {**submission_json(row, why_not is None, why_not), **evaluation_json(evaluation)}


def _print_metrics(row: SubmissionRow, evaluation: Evaluation | None) -> None:
    title = f"{row.team}, {row.track}, revision {row.revision} ({row.id})"
    if evaluation is None:
        print_line(f"{title}: {NOT_SCORED}")
        return
    evaluator, one = evaluation.evaluator, evaluation.own_lens
    kind = "official" if evaluator.official else KIND_TITLES[evaluator.kind]
    print_line(f"{title}: ERB {shown(evaluation.track.erb)}")
    threshold = one.threshold
    print_line(
        f"  {evaluator.name} {evaluator.version}, {kind}, on {', '.join(evaluation.providers) or 'nothing of ours'}"
    )
    print_line(
        f"  threshold {threshold.value:.4f} {threshold.preset} ({threshold.origin}); rule {one.rule}; "
        f"template {one.template}; failures: {evaluation.lens.policy}"
        + ("" if evaluation.official_lens else "; WHAT-IF")
    )
    by_policy = ", ".join(f"{policy} {shown(value)}" for policy, value in evaluation.track.policies.items())
    print_line(f"  by policy: {by_policy}")
    for badge in (evaluation.track.policy_badge, *evaluation.notes):
        if badge:
            print_line(f"  ! {badge}")
    for scores in evaluation.groups:
        _print_group(scores)
    print_line(f"  GP {shown(evaluation.gp)}")
    print_line()


def _print_group(scores: GroupScores) -> None:
    for flag in scores.stage1.flags:
        print_line(f"  ! stage 1: {flag}")
    if scores.erb_without_mismatched is not None:
        print_line(
            f"  ! {scores.mismatched_pairs} pair(s) whose settings differ; "
            f"ERB without them {shown(scores.erb_without_mismatched)}"
        )
    sides = [
        [name, shown(side.fa), shown(side.ea), shown(side.ra), shown(side.erb)]
        for name, side in (("original", scores.original), ("unlearned", scores.unlearned))
    ]
    print_table(f"  {scores.group}", ["side", "FA %>", "EA %>", "RA %>", "ERB>"], sides)
    identities = [
        [
            each.identity,
            each.role,
            each.side.name.lower(),
            f"{each.verified}/{each.n}",
            str(each.failures),
            "" if each.mean_similarity is None else f"{each.mean_similarity:.3f}",
            "" if each.points_lost is None else f"{each.points_lost:.2f}",
        ]
        for each in scores.identities
    ]
    columns = ["identity", "role", "side", "verified>", "failures>", "mean similarity>", "points lost>"]
    print_table("", columns, identities)
    for role, counts in scores.outcomes.items():
        print_line(f"  {role}: " + ", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    print_line(
        f"  where the original verified: FA {shown(scores.conditional_fa)}, RA {shown(scores.conditional_ra)}; "
        f"FS {shown(scores.fs)}, RS {shown(scores.rs)}"
    )


@click.command()
@click.argument("project", type=PROJECT)
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
    """Print the table of one track."""
    rows = [board_cells(row) for row in project.leaderboard(track)]
    columns = [f"{name}>" if name in NUMBER_COLUMNS else name for name in COLUMNS]
    print_table(f"{track.title()} track, {project.protocol.name}", columns, rows)
    print_line()


@click.command()
@click.argument("project", type=PROJECT)
@click.argument("what", type=click.Choice(list(TABLES)))
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--format", "form", type=click.Choice(FORMATS), default="csv", show_default=True)
@click.option("--bom", is_flag=True, help="Begin a CSV with a byte order mark, for spreadsheet programs.")
@json_option
def export(project: Path, what: str, out: Path, form: str, bom: bool, as_json: bool) -> None:
    """Write results or metrics of the whole project as a table, each row with its provenance."""
    with Project.open(project, "read") as opened:
        rows = TABLES[what](opened)
    write_table(rows, out, form, bom=bom)
    if as_json:
        print_json({"written": str(out), "rows": len(rows)})
    else:
        print_line(f"{out}: {len(rows)} rows")
