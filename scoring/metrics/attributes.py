"""AR and SAR: whether what people see in a face or hear in a voice is kept besides identity (PROTOCOL §4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from scoring.agreement.tolerance import same
from scoring.frame import BoolArray
from scoring.metrics.values import counted, joined, not_computable, share_value
from scoring.registry import metric
from scoring.rules import SHIPPED, Rules
from scoring.types import MetricInfo, MetricValue, Track

Answers = NDArray[np.float64]
# How the name of the part ends that compares an attribute with what was requested.
REQUESTED = ", requested"
_NAMED = 3  # attributes that a badge names
Against = Literal["original", "requested"]


@dataclass(frozen=True, eq=False, slots=True)
class JudgedAttribute:
    """One attribute of the p matched pairs: numbers, or places of categories, NaN where there is no value.

    original, unlearned : (p,) what was found in each side; an answer that tells nothing ("cannot tell") is no value.
    requested : (p,) what the unlearned sample was asked to be. tolerance : values that differ by no more are the same,
    0 for categories.
    """

    name: str
    original: Answers
    unlearned: Answers
    requested: Answers
    tolerance: float = 0.0


@dataclass(frozen=True, eq=False, slots=True)
class JudgedPairs:
    """What one source found in the p matched pairs of a submission; figures of two sources are two figures.

    source : "people", or the name of an evaluator. mismatched : (p,) whether settings differ within the pair.
    ValueError where lengths differ or a name comes twice.
    """

    source: str
    attributes: Sequence[JudgedAttribute]
    mismatched: BoolArray

    def __post_init__(self) -> None:
        if len({each.name for each in self.attributes}) < len(self.attributes):
            raise ValueError("two attributes have one name")
        shapes = {side.shape for each in self.attributes for side in (each.original, each.unlearned, each.requested)}
        if shapes - {self.mismatched.shape}:
            raise ValueError("attributes and pairs differ in number")


@dataclass(frozen=True, slots=True)
class AttributeRow:
    """How often an attribute was preserved, compared with the original or with what was requested.

    share : in percent of the judged pairs with Wilson's interval, n counts these; not computable without one. pairs :
    those that could have been judged. is_constant : several were, and all values on both ends are one: who gives one
    answer to everything preserves everything.
    """

    attribute: str
    against: Against
    share: MetricValue
    pairs: int
    is_constant: bool = False


def attribute_rows(pairs: JudgedPairs, rules: Rules = SHIPPED) -> tuple[AttributeRow, ...]:
    """Return a row per attribute compared with the original, and one where samples carry a requested value.

    A pair with a requested value is in the latter alone; there is no row without pairs. Pairs whose settings differ
    leave the comparison with the original; what was requested of the unlearned sample holds whatever the original was
    made with.
    """
    rows = []
    for each in pairs.attributes:
        requested = ~np.isnan(each.requested)
        if not requested.all():
            rows.append(_row(each, "original", each.original, ~requested & ~pairs.mismatched, rules))
        if requested.any():
            rows.append(_row(each, "requested", each.requested, requested, rules))
    return tuple(rows)


def _row(
    attribute: JudgedAttribute, against: Against, expected: Answers, eligible: BoolArray, rules: Rules
) -> AttributeRow:
    judged = eligible & ~np.isnan(expected) & ~np.isnan(attribute.unlearned)
    preserved = judged & same(expected, attribute.unlearned, attribute.tolerance)
    n = int(np.count_nonzero(judged))
    share = (
        share_value(int(np.count_nonzero(preserved)), n, level=rules.level)
        if n
        else not_computable("no pair has a value on both ends")
    )
    values = np.concatenate([expected[judged], attribute.unlearned[judged]])
    is_constant = n > 1 and bool((values == values[0]).all())
    return AttributeRow(attribute.name, against, share, int(np.count_nonzero(eligible)), is_constant)


def _info(name: str, track: Track, what: str) -> MetricInfo:
    return MetricInfo(
        name=name,
        symbol=name,
        track=(track,),
        unit="%",
        higher_is_better=True,
        needs=("attribute",),
        definition=(
            f"{what} = 100 · preserved / judged, matched pairs pooled within an attribute, then the mean over the "
            "attributes with at least one judged pair. Values come from people (the adjudicated one, else what most "
            "say) or from one attribute evaluator, never from both in one figure. Preserved: equal category, or a "
            "difference within the question's tolerance; judged: a value on both ends. Where a sample carries a "
            "requested value the unlearned side is compared with that, in a row of its own that does not enter the "
            "mean [ours], otherwise with the original; from that comparison pairs whose settings differ leave. Parts: "
            "each attribute; 'coverage', 100 · judged values / those that pairs and attributes call for; 'requested', "
            "the mean over the rows of requested values."
        ),
    )


@metric(_info("AR", "face", "Attribute preservation"))
def attribute_preservation(pairs: JudgedPairs, rules: Rules = SHIPPED) -> MetricValue:
    """Return AR with the share of each attribute; n counts judged values.

    Smiles are kept in two of three pairs, ages within 7 years in the only pair that has both:

    >>> none = np.full(3, np.nan)
    >>> smile = JudgedAttribute("smile", np.array([1.0, 0, 1]), np.array([1.0, 0, 0]), none)
    >>> age = JudgedAttribute("age", np.array([30, np.nan, 50]), np.array([36, 40, np.nan]), none, tolerance=7)
    >>> value = attribute_preservation(JudgedPairs("people", (smile, age), np.zeros(3, dtype=bool)))
    >>> round(value.value, 1), value.n, round(value.parts["coverage"], 1)
    (83.3, 4, 66.7)
    """
    return _mean_over_attributes(pairs, rules)


@metric(_info("SAR", "speech", "Speech attribute preservation"))
def speech_attribute_preservation(pairs: JudgedPairs, rules: Rules = SHIPPED) -> MetricValue:
    """Return SAR, which is AR of voices."""
    return _mean_over_attributes(pairs, rules)


def _mean_over_attributes(pairs: JudgedPairs, rules: Rules) -> MetricValue:
    rows = attribute_rows(pairs, rules)
    kept = [row for row in rows if row.against == "original"]
    requested = [row for row in rows if row.against == "requested"]
    known = [row.share.value for row in kept if row.share.value is not None]
    judged, possible = sum(row.share.n for row in kept), sum(row.pairs for row in kept)
    mismatched = int(np.count_nonzero(pairs.mismatched))
    parts: dict[str, float | None] = {row.attribute: row.share.value for row in kept}
    parts |= {f"{row.attribute}{REQUESTED}": row.share.value for row in requested}
    parts |= {
        "coverage": 100 * judged / possible if possible else None,
        "requested": _mean([row.share.value for row in requested if row.share.value is not None]),
        "mismatched": float(mismatched),
    }
    if not known:
        return MetricValue(None, 0, reason=_why_none(pairs, requested), parts=parts)
    badge = joined(
        f"{len(known)} of {len(kept)} attributes" if len(known) < len(kept) else None,
        f"{judged:,} of {possible:,} values judged" if judged < possible else None,
        _one_answer([row.attribute for row in kept if row.is_constant]),
        f"{counted(mismatched, 'mismatched pair')} left out" if mismatched else None,
    )
    return MetricValue(_mean(known), judged, badge=badge, parts=parts)


def _one_answer(names: Sequence[str]) -> str | None:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"one answer to everything: {', '.join(names[:_NAMED])}{more}" if names else None


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _why_none(pairs: JudgedPairs, requested: Sequence[AttributeRow]) -> str:
    if not pairs.attributes:
        return "no attribute"
    if not len(pairs.mismatched):
        return "no matched pair"
    if pairs.mismatched.all():
        return "settings differ within every pair"
    if any(row.share.n for row in requested):
        return "every judged pair is compared with what was requested"
    return "no pair has a value on both ends"
