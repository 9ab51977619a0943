"""The pairs that cost the points: of each identity its share of the page, the dearest identity first."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from genmu_studio.evaluation import Evaluation
from genmu_studio.pair_table import PairTable
from genmu_studio.report.figures import Number, Place
from genmu_studio.report.pair_cards import PairCard, PairMaterial, pair_card
from scoring.frame import IndexArray, Side

MOST_PAIRS = 24
Member = tuple[str, str]  # group, identity


@dataclass(frozen=True, eq=False, slots=True)
class LostRows:
    """The rows of the pairs of an identity that cost points, the worst first; the first `shown` are on the page."""

    member: Member
    rows: IndexArray
    shown: int

    @property
    def on_page(self) -> tuple[int, ...]:
        """The rows that are shown."""
        return tuple(self.rows[: self.shown].tolist())


@dataclass(frozen=True, slots=True)
class DearIdentity:
    """An identity whose pairs cost points: of `lost` pairs the first have a card. points : of ERB, where known."""

    group: str
    identity: str
    role: str
    points: Number | None
    lost: int
    cards: tuple[PairCard, ...]


def choose_worst(evaluation: Evaluation, table: PairTable, most: int = MOST_PAIRS) -> tuple[LostRows, ...]:
    """Return the identities with pairs that cost points, dearest first; `most` of their pairs are to be shown."""
    points = {
        (scores.group, each.identity): each.points_lost or 0.0
        for scores in evaluation.groups
        for each in scores.identities
        if each.side == Side.UNLEARNED
    }
    lost = {member: rows for member in points if len(rows := _lost(table, member))}
    dearest = sorted(lost, key=lambda member: (points[member], len(lost[member])), reverse=True)
    shown = share_out(most, [(points[member], len(lost[member])) for member in dearest])
    return tuple(LostRows(member, lost[member], n) for member, n in zip(dearest, shown, strict=True))


def share_out(places: int, claims: Sequence[tuple[float, int]]) -> list[int]:
    """Return how many of `places` each claim gets; a claim is (points lost, pairs), and gets no more than its pairs.

    Each place goes to whoever has most points per place (D'Hondt's rule), so that an identity that lost much has most
    of the page and is not all there is to see. Where points say nothing, as in a group without an ERB, pairs decide.

    >>> share_out(6, [(30.0, 20), (10.0, 1), (0.0, 5)])
    [5, 1, 0]
    """
    quotients = [
        (points / (place + 1), pairs / (place + 1), -number)
        for number, (points, pairs) in enumerate(claims)
        for place in range(min(pairs, places))
    ]
    given = Counter(-number for _, _, number in sorted(quotients, reverse=True)[:places])
    return [given[number] for number in range(len(claims))]


def _lost(table: PairTable, member: Member) -> IndexArray:
    """Return the rows that cost points: retained samples farthest from their identity first, forget samples nearest."""
    group, identity = member
    rows = np.flatnonzero(
        table.costs & (table.group == table.groups.index(group)) & (table.identity == table.identities.index(identity))
    )
    own = table.own_unlearned[rows]
    worst = np.where(table.is_forget[rows], -own, own)
    found: IndexArray = rows[np.argsort(worst, kind="stable")]  # NaN, of failures, sorts last
    return found


def dear_identities(metrics: Place, chosen: Sequence[LostRows], pairs: PairMaterial) -> tuple[DearIdentity, ...]:
    """Return the identities of which a pair is shown, with their cards."""
    lines = {
        (group["group"].text, line["identity"].text): line
        for group in metrics["groups"]
        for line in group["identities"]
        if line["side"].text == "unlearned"
    }
    return tuple(_dear_identity(each, lines, pairs) for each in chosen if each.shown)


def _dear_identity(lost: LostRows, lines: Mapping[Member, Place], pairs: PairMaterial) -> DearIdentity:
    line = lines[lost.member]
    return DearIdentity(
        *lost.member,
        role=line["role"].text,
        points=line["points_lost"].number(),
        lost=len(lost.rows),
        cards=tuple(pair_card(pairs, row) for row in lost.on_page),
    )
