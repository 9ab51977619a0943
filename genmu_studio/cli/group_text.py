"""One identity group in words and tables: both sides, every identity, outcomes, and what has to stand beside them."""

from collections.abc import Iterator
from dataclasses import asdict

from genmu_studio.cli.lines import print_line
from genmu_studio.cli.terminal import number, print_table, remark, shown
from scoring.metrics.group import GroupScores
from scoring.metrics.sides import SideScores
from scoring.rules import SHIPPED, Rules
from scoring.types import MetricValue


def print_group(scores: GroupScores) -> None:
    """Print one group; what the tables have no room for follows them, marked "!"."""
    sides = {"original": scores.original, "unlearned": scores.unlearned}
    rows = [[name, *(number(value) for value in _values(side).values())] for name, side in sides.items()]
    print_table(f"  {scores.group}", ["side", "FA %>", "EA %>", "RA %>", "ERB>"], rows)
    for text in _remarks(scores):
        print_line(f"  ! {text}")
    _print_identities(scores)
    for role, counts in scores.outcomes.items():
        print_line(f"  {role}: " + ", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    for (identity, became), n in sorted(scores.became.items()):
        print_line(f"  {n} of {identity} became {became}")
    print_line(f"  where the original verified: FA {shown(scores.conditional_fa)}, RA {shown(scores.conditional_ra)}")
    print_line(f"  without a threshold: FS {shown(scores.fs)}, RS {shown(scores.rs)}")
    print_line("  ERB by policy: " + ", ".join(f"{name} {number(erb)}" for name, erb in scores.policies.items()))
    for entry in scores.trivial:
        print_line(f"  for scale, {entry.name}: ERB {number(entry.scores.erb)}")


def changed_rules(rules: Rules) -> str:
    """Return the rules that are not the shipped protocol's, each with that one's, "" where all are."""
    shipped = asdict(SHIPPED)
    changed = {name: value for name, value in asdict(rules).items() if value != shipped[name]}
    return ", ".join(f"{name} {value} ({shipped[name]})" for name, value in changed.items())


def _values(side: SideScores) -> dict[str, MetricValue]:
    return {"FA": side.fa, "EA": side.ea, "RA": side.ra, "ERB": side.erb}


def _remarks(scores: GroupScores) -> Iterator[str]:
    for flag in scores.stage1.flags:
        yield f"stage 1: {flag}"
    if scores.stage1.reason:
        yield f"stage 1: {scores.stage1.reason}"
    if scores.policy_badge:
        yield scores.policy_badge
    for name, side in (("original", scores.original), ("unlearned", scores.unlearned)):
        for symbol, value in _values(side).items():
            if text := remark(value):
                yield f"{name} {symbol}: {text}{_macro(value)}"
    if scores.erb_without_mismatched is not None:
        without = shown(scores.erb_without_mismatched)
        yield f"settings differ within {scores.mismatched_pairs} pair(s); ERB without them {without}"


def _macro(value: MetricValue) -> str:
    macro = value.parts.get("macro")
    return "" if macro is None else f"; mean over identities {macro:.2f}"


def _print_identities(scores: GroupScores) -> None:
    rows = [
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
    columns = ["identity", "role", "side", "verified>", "failures>", "similarity>", "points lost>"]
    print_table("", columns, rows)
