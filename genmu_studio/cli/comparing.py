"""The command that puts two entries beside each other: compare."""

from pathlib import Path

import click

from genmu_studio.cli.lens_options import lens_options
from genmu_studio.cli.lines import print_line
from genmu_studio.cli.terminal import PATH, json_option, number, print_json, print_table, remark
from genmu_studio.comparison_tables import comparison_json
from genmu_studio.entry_comparison import Delta, EntryComparison, compare_entries
from genmu_studio.evaluation import Evaluation
from genmu_studio.evaluator_comparison import compare_evaluators, find_state
from genmu_studio.metrics_json import KIND_TITLES
from genmu_studio.pair_outcomes import OUTCOME_WORDS
from genmu_studio.project import Project
from genmu_studio.sample_changes import ChangedSamples, SampleChanges
from genmu_studio.view import View
from scoring.metrics.values import counted


@click.command()
@click.argument("project", type=PATH)
@click.argument("first", metavar="S1")
@click.argument("second", metavar="S2")
@lens_options
@click.option(
    "--limit", type=click.IntRange(min=0), default=20, show_default=True, help="At most so many changed samples."
)
@click.option(
    "--evaluators", nargs=2, metavar="E1 E2", help="Of one entry, named twice: two evaluators, by name or digest."
)
@json_option
def compare(
    project: Path,
    first: str,
    second: str,
    view: View,
    limit: int,
    evaluators: tuple[str, str] | None,
    as_json: bool,
) -> None:
    """Put two entries beside each other: what moved in the figures, and which samples ended otherwise."""
    if evaluators:
        _check_one_entry(first, second, view)
        _compare_evaluators(project, first, evaluators, limit, as_json)
        return
    with Project.open(project, "read") as opened:
        comparison = compare_entries(opened, opened.submission(first), opened.submission(second), view)
        if as_json:
            print_json(comparison_json(opened, comparison))
            return
    _print_entries(comparison)
    _print_deltas(comparison)
    _print_samples(comparison.samples)
    _print_changed(comparison.samples.changed, limit)


def _check_one_entry(first: str, second: str, view: View) -> None:
    if first != second:
        raise click.UsageError("--evaluators compares one entry with itself: name it twice")
    if view != View():
        raise click.UsageError("--evaluators looks with the protocol's own lens: leave the other options out")


def _compare_evaluators(project: Path, name: str, wanted: tuple[str, str], limit: int, as_json: bool) -> None:
    with Project.open(project, "read") as opened:
        submission = opened.submission(name)
        states = [find_state(opened, submission, each) for each in wanted]
        compared = compare_evaluators(opened, submission, *states)
        if as_json:
            told = [{"what": each.what, "first": each.first, "second": each.second} for each in compared.reasons]
            print_json({**comparison_json(opened, compared.figures), "reasons": told})
            return
    for reason in compared.reasons:
        print_line(f"may be why: {reason.what}: {reason.first} → {reason.second}")
    _print_deltas(compared.figures)
    _print_samples(compared.figures.samples)
    _print_changed(compared.figures.samples.changed, limit)


def _print_entries(comparison: EntryComparison) -> None:
    one, own, lens = comparison.first, comparison.first.own_lens, comparison.first.lens
    for title, evaluation in (("first", one), ("second", comparison.second)):
        row = evaluation.submission
        print_line(f"{title:<7} {row.team}, {row.track}, revision {row.revision} ({row.id})")
    if not one.official_lens:
        print_line("  ! WHAT-IF: not the protocol's own lens, so it is no result of the challenge")
    kind = "official" if one.evaluator.official else KIND_TITLES[one.evaluator.kind]
    print_line(f"  {one.evaluator.name} {one.evaluator.version}, {kind}, on {_providers(comparison)}")
    preset = f"{own.threshold.preset} " if own.threshold.preset else ""
    print_line(f"  threshold {own.threshold.value:.4f} {preset}({own.threshold.origin})")
    print_line(
        f"  rule {own.rule}, template {own.template}, failures count as {lens.policy}, track value: {lens.aggregate}"
    )


def _providers(comparison: EntryComparison) -> str:
    def of(evaluation: Evaluation) -> str:
        return ", ".join(evaluation.providers) or "nothing of ours"

    first, second = of(comparison.first), of(comparison.second)
    return first if first == second else f"{first} (first), {second} (second)"


def _print_deltas(comparison: EntryComparison) -> None:
    rows = [
        [each.group or "track", each.symbol, number(each.first), number(each.second), _change(each), _verdict(each)]
        for each in comparison.deltas
    ]
    print_table("", ["group", "%", "first>", "second>", "change>", ""], rows)
    for entry, group in comparison.missing:
        print_line(f"  ! {entry} delivered nothing of {group}")
    for title, evaluation in (("first", comparison.first), ("second", comparison.second)):
        if badge := evaluation.track.policy_badge:
            print_line(f"  ! {title}: {badge}")
    missing = {group for _, group in comparison.missing}
    for delta in comparison.deltas:
        if delta.group in missing:
            continue
        for title, value in (("first", delta.first), ("second", delta.second)):
            if text := remark(value):
                print_line(f"  ! {delta.group or 'track'} {delta.symbol}, {title}: {text}")
    if any(delta.interval for delta in comparison.deltas):
        print_line("  The intervals of changes take both entries as independent: they are rather too wide.")


def _change(delta: Delta) -> str:
    """Return a change as a cell of a table: points with their sign, and the interval; a dash where there is none."""
    if not delta.change:
        return "–" if delta.change is None else "0.00"
    interval = "" if delta.interval is None else f" [{delta.interval[0]:+.1f}, {delta.interval[1]:+.1f}]"
    return f"{'▲' if delta.change > 0 else '▼'} {delta.change:+.2f}{interval}"


def _verdict(delta: Delta) -> str:
    if delta.is_better is None:
        return ""
    return f"{'better' if delta.is_better else 'worse'}{', may be chance' if delta.may_be_chance else ''}"


def _print_samples(samples: SampleChanges) -> None:
    alone = ", ".join(
        f"{n} only in the {title}" for n, title in ((samples.only_first, "first"), (samples.only_second, "second")) if n
    )
    print_line(
        f"{counted(samples.matched, 'unlearned sample')} of the same identity, condition and seed"
        f"{f', {alone}' if alone else ''}; {len(samples.changed):,} ended otherwise"
    )
    for turn, n in samples.changed.turns().items():
        print_line(f"  {n:>5} {turn.role}: {OUTCOME_WORDS[turn.first]} → {OUTCOME_WORDS[turn.second]}")


def _print_changed(changed: ChangedSamples, limit: int) -> None:
    shown = changed[:limit]
    if shown:
        rows = [
            [
                each.group,
                each.identity,
                each.condition,
                str(each.seed),
                " → ".join(each.words),
                " → ".join("–" if value is None else f"{value:.3f}" for value in each.similarities),
            ]
            for each in shown
        ]
        print_table("", ["group", "identity", "condition", "seed>", "outcome", "similarity>"], rows)
    if more := len(changed) - len(shown):
        print_line(f"  and {more:,} more: --limit shows more of them, --json all")
