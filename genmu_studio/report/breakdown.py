"""The ERB breakdown: both sides of each group, every identity, outcomes, and what has to stand beside them."""

from collections.abc import Sequence
from dataclasses import dataclass

from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.report.bars import Bar, share_bar
from genmu_studio.report.figures import Figure, Number, Place, cosine, count, p_value
from genmu_studio.report.outcome_marks import OutcomeMark, mark_of

SYMBOLS = ("FA", "EA", "RA", "ERB")
_DEAREST = 5


@dataclass(frozen=True, slots=True)
class SideFigures:
    """FA, EA, RA and ERB of one side, or of a trivial entry."""

    name: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class IdentitySide:
    """One identity on one side, as counted before any policy. bar : the share that verified."""

    n: Number | None
    verified: Number | None
    failures: Number | None
    unscored: Number | None
    similarity: Number | None
    bar: Bar


@dataclass(frozen=True, slots=True)
class IdentityLine:
    """One identity on both sides, and what it costs. points, gain : None where ERB is not computable."""

    identity: str
    role: str
    original: IdentitySide
    unlearned: IdentitySide
    points: Number | None
    gain: Number | None
    points_bar: Bar


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """How many samples ended so."""

    mark: OutcomeMark
    n: Number | None


@dataclass(frozen=True, slots=True)
class RoleOutcomes:
    """What became of the unlearned samples of a role."""

    role: str
    counts: tuple[OutcomeCount, ...]


@dataclass(frozen=True, slots=True)
class Became:
    """How many samples of an identity became which other one."""

    identity: str
    other: str
    n: Number | None


@dataclass(frozen=True, slots=True)
class Stage1:
    """Whether the original generator shows its identities; passed : None where `reason` says that nobody can tell."""

    passed: bool | None
    flags: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Conditional:
    """A figure over the pairs whose original verified. p : of McNemar's exact test."""

    name: str
    figure: Figure
    p: Number | None


@dataclass(frozen=True, slots=True)
class GroupBreakdown:
    """Everything that is said of one group. policies : ERB by policy. trivial : what no effort at all would score.

    dearest : of `identities` those that cost points, dearest first, as many as fit a line.
    """

    group: str
    forget: str
    policies: tuple[tuple[str, Figure], ...]
    policy_badge: str
    sides: tuple[SideFigures, ...]
    identities: tuple[IdentityLine, ...]
    dearest: tuple[IdentityLine, ...]
    outcomes: tuple[RoleOutcomes, ...]
    became: tuple[Became, ...]
    stage1: Stage1
    conditional: tuple[Conditional, ...]
    threshold_free: tuple[tuple[str, Figure], ...]
    mismatched: Number | None
    without_mismatched: Figure | None
    trivial: tuple[SideFigures, ...]


def group_breakdowns(metrics: Place) -> tuple[GroupBreakdown, ...]:
    """Return the breakdown of every group in the JSON of a submission."""
    return tuple(_group(group) for group in metrics["groups"])


def _group(group: Place) -> GroupBreakdown:
    has_mismatched = group["ERB_without_mismatched"].is_there
    lines = _identities(group["identities"])
    return GroupBreakdown(
        group=group["group"].text,
        forget=group["forget"].text,
        policies=tuple((policy, group["policies"][policy]["ERB"].figure()) for policy in group["policies"].keys),
        policy_badge=group["policy_badge"].text,
        sides=tuple(_figures(group[side], side) for side in ("original", "unlearned")),
        identities=lines,
        dearest=_dearest(lines, group["identities"]),
        outcomes=tuple(_outcomes(group["outcomes"][role], role) for role in group["outcomes"].keys),
        became=tuple(
            Became(each["identity"].text, each["became"].text, each["n"].number(count)) for each in group["became"]
        ),
        stage1=_stage1(group["stage1"]),
        conditional=tuple(_conditional(group["conditional"][symbol], symbol) for symbol in ("FA", "RA")),
        threshold_free=tuple((symbol, group[symbol].figure(cosine)) for symbol in ("FS", "RS")),
        mismatched=group["mismatched_pairs"].number(count),
        without_mismatched=group["ERB_without_mismatched"].figure() if has_mismatched else None,
        trivial=tuple(_figures(entry, entry["name"].text) for entry in group["trivial"]),
    )


def _figures(side: Place, name: str) -> SideFigures:
    return SideFigures(name, tuple(side[symbol].figure() for symbol in SYMBOLS))


def _identities(rows: Place) -> tuple[IdentityLine, ...]:
    originals = {row["identity"].text: row for row in rows if row["side"].text == "original"}
    unlearned = [row for row in rows if row["side"].text == "unlearned"]
    dearest = max((row["points_lost"].amount for row in unlearned), default=0.0)
    return tuple(
        IdentityLine(
            identity=row["identity"].text,
            role=row["role"].text,
            original=_identity_side(originals[row["identity"].text]),
            unlearned=_identity_side(row),
            points=row["points_lost"].number(),
            gain=row["gain"].number(),
            points_bar=share_bar(row["points_lost"].amount, dearest),
        )
        for row in unlearned
    )


def _dearest(lines: Sequence[IdentityLine], rows: Place) -> tuple[IdentityLine, ...]:
    lost = {row["identity"].text: row["points_lost"].amount for row in rows if row["side"].text == "unlearned"}
    costly = (line for line in lines if lost[line.identity] > 0)
    return tuple(sorted(costly, key=lambda line: -lost[line.identity])[:_DEAREST])


def _identity_side(row: Place) -> IdentitySide:
    return IdentitySide(
        n=row["n"].number(count),
        verified=row["verified"].number(count),
        failures=row["failures"].number(count),
        unscored=row["unscored"].number(count) if row["unscored"].amount else None,
        similarity=row["mean_similarity"].number(cosine),
        bar=share_bar(row["verified"].amount, row["n"].amount),
    )


def _outcomes(counts: Place, role: str) -> RoleOutcomes:
    marks = {outcome: mark_of(PairOutcome[outcome.upper()]) for outcome in counts.keys}
    return RoleOutcomes(
        role, tuple(OutcomeCount(mark, counts[outcome].number(count)) for outcome, mark in marks.items())
    )


def _stage1(stage1: Place) -> Stage1:
    passed = stage1["passed"].data
    return Stage1(
        passed if isinstance(passed, bool) else None,
        tuple(flag.text for flag in stage1["flags"]),
        stage1["reason"].text,
    )


def _conditional(value: Place, symbol: str) -> Conditional:
    has_p = "parts" in value and "p" in value["parts"]
    return Conditional(symbol, value.figure(), value["parts"]["p"].number(p_value) if has_p else None)
