"""Which pairs to show: the filter as a value, what it lets through, and the filter as JSON."""

from collections.abc import Collection
from dataclasses import dataclass
from math import inf, isfinite
from sys import float_info
from typing import TypeVar

import numpy as np

from genmu_studio.pair_codes import bits_of
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.pair_table import CONFLICTING, LABELLED, PairTable
from genmu_studio.pair_texts import PairTexts, words_of
from scoring.frame import BoolArray
from scoring.types import FloatArray

Value = TypeVar("Value")
Range = tuple[float, float]  # inclusive

ROLES = ("forget", "retain")
# Parts that other aspects are asked by; each is a range of a column of `PairTable.measured`.
MEASURED_PARTS = ("pps", "naturalness", "wer")
LABELS = ("labelled", "not labelled", "conflicting")
MARKS = ("picked", "rejected", "unmarked", "bookmarked", "noted")
_RANGES = ("own", "forget", *MEASURED_PARTS)
_LAST_ID = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Chosen:
    """Samples that were chosen elsewhere, on a map say. samples : ids, of either side. title : what they are."""

    samples: frozenset[int]
    title: str


@dataclass(frozen=True, slots=True)
class PairFilter:
    """Which pairs to show. What is empty or None lets everything through; of the values of one part any will do.

    identities : (group, identity). codes : of `PairTable.codes`. seeds : inclusive, as `own` and `forget`, which are
    similarities of the unlearned sample to its own and to the forget template; a pair without one is in no range.
    pps : of the pair, %. wer, naturalness : of the unlearned sample, in % and as predicted.
    labels : of `LABELS`, what people said of either sample; where nobody is asked anything no pair is labelled.
    marks : of `MARKS`; "unmarked" = neither picked nor rejected. text : words, and phrases in quotes, each of which
    occurs in a prompt or another setting, a path or the note. chosen : it is enough that one of the two samples was.
    """

    identities: frozenset[tuple[str, str]] = frozenset()
    roles: frozenset[str] = frozenset()
    outcomes: frozenset[PairOutcome] = frozenset()
    codes: frozenset[str] = frozenset()
    conditions: frozenset[str] = frozenset()
    seeds: tuple[int, int] | None = None
    own: Range | None = None
    forget: Range | None = None
    pps: Range | None = None
    wer: Range | None = None
    naturalness: Range | None = None
    marks: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()
    text: str = ""
    problems: bool = False
    chosen: Chosen | None = None


def matching(table: PairTable, wanted: PairFilter, texts: PairTexts | None = None) -> BoolArray:
    """Return which pairs the filter lets through, (n,). Without `texts`, while they are being read, all pass `text`."""
    mask = np.ones(len(table), dtype=np.bool_)
    for part in masks(table, wanted, texts).values():
        mask &= part
    return mask


def masks(table: PairTable, wanted: PairFilter, texts: PairTexts | None = None) -> dict[str, BoolArray]:
    """Return which pairs each part of the filter lets through, (n,) by its name; parts that are not set are absent."""
    found: dict[str, BoolArray] = {}
    if wanted.identities:
        found["identities"] = _among(table.member_names, wanted.identities)[table.index.member]
    if wanted.roles:
        found["roles"] = np.where(table.is_forget, "forget" in wanted.roles, "retain" in wanted.roles)
    if wanted.outcomes:
        found["outcomes"] = _among(tuple(PairOutcome), wanted.outcomes)[table.outcome]
    if wanted.codes:
        found["codes"] = (table.code_bits & bits_of(table.codes, wanted.codes)) != 0
    if wanted.conditions:
        found["conditions"] = _among(table.conditions, wanted.conditions)[table.condition]
    if wanted.seeds is not None:
        found["seeds"] = (table.seed >= wanted.seeds[0]) & (table.seed <= wanted.seeds[1])
    found |= _in_ranges(table, wanted)
    if wanted.marks:
        found["marks"] = _marked(table, wanted.marks)
    if wanted.labels:
        found["labels"] = np.logical_or.reduce([labelled_as(table, name) for name in sorted(wanted.labels)])
    if texts is not None and (words := words_of(wanted.text)):
        found["text"] = texts.matching(words, table.notes)
    if wanted.problems:
        found["problems"] = table.problem
    if wanted.chosen is not None:
        found["chosen"] = _with_any(table, wanted.chosen.samples)
    return found


def _among(names: tuple[Value, ...], wanted: Collection[Value]) -> BoolArray:
    return np.array([name in wanted for name in names], dtype=np.bool_)


def _with_any(table: PairTable, samples: frozenset[int]) -> BoolArray:
    """Return which pairs have one of these samples."""
    places = table.index.by_sample.find(np.fromiter(samples, dtype=np.int64, count=len(samples)))
    mask = np.zeros(len(table), dtype=np.bool_)
    mask[places[places >= 0] // 2] = True
    return mask


def _within(values: FloatArray, limits: Range) -> BoolArray:
    """Return which values lie in the range, whose ends are rounded as the values were."""
    with np.errstate(over="ignore"):
        low, high = np.array(limits).astype(np.float32)
    within: BoolArray = (values >= low) & (values <= high)
    return within


def _in_ranges(table: PairTable, wanted: PairFilter) -> dict[str, BoolArray]:
    """Return which pairs lie in each range; as long as another aspect is being read, all lie in its range."""
    nowhere = np.full(len(table), np.nan, dtype=np.float32)
    columns = {"own": table.own_unlearned, "forget": table.forget_unlearned}
    columns |= {part: nowhere if column is None else column.values for part, column in table.measured.items()}
    asked: dict[str, Range | None] = {part: getattr(wanted, part) for part in columns}
    return {part: _within(columns[part], limits) for part, limits in asked.items() if limits is not None}


def _marked(table: PairTable, wanted: frozenset[str]) -> BoolArray:
    columns = {
        "picked": table.pick > 0,
        "rejected": table.pick < 0,
        "unmarked": table.pick == 0,
        "bookmarked": table.bookmarked,
        "noted": table.noted,
    }
    mask = np.zeros(len(table), dtype=np.bool_)
    for mark in wanted & columns.keys():
        mask |= columns[mark]
    return mask


def labelled_as(table: PairTable, name: str) -> BoolArray:
    """Return which pairs are labelled so, (n,); a conflicting one is a labelled one too."""
    states = np.zeros(len(table), dtype=np.int8) if table.label_state is None else table.label_state
    wanted = {"labelled": states >= LABELLED, "not labelled": states == 0, "conflicting": states == CONFLICTING}
    found: BoolArray = wanted[name]
    return found


# ---- as JSON ----


def filter_json(wanted: PairFilter) -> dict[str, object]:
    """Return the filter as JSON can hold it; parts that are not set are absent."""
    parts: dict[str, object] = {
        "identities": [list(each) for each in sorted(wanted.identities)],
        "roles": sorted(wanted.roles),
        "outcomes": [outcome.name.lower() for outcome in sorted(wanted.outcomes)],
        "codes": sorted(wanted.codes),
        "conditions": sorted(wanted.conditions),
        "seeds": [int(each) for each in wanted.seeds or ()],
        **{part: [float(each) if isfinite(each) else None for each in getattr(wanted, part) or ()] for part in _RANGES},
        "marks": sorted(wanted.marks),
        "labels": sorted(wanted.labels),
        "text": wanted.text,
        "problems": wanted.problems,
        "chosen": _chosen_json(wanted.chosen),
    }
    return {name: part for name, part in parts.items() if part}


def _chosen_json(chosen: Chosen | None) -> dict[str, object]:
    return {} if chosen is None else {"title": chosen.title, "samples": sorted(chosen.samples)}


def filter_from_json(value: object) -> PairFilter:
    """Return the filter that `filter_json` wrote; what is unknown or of another kind is left out, whatever it is."""
    parts = value if isinstance(value, dict) else {}
    outcomes = {outcome.name.lower(): outcome for outcome in PairOutcome}
    text = parts.get("text")
    return PairFilter(
        identities=frozenset(_identities(parts.get("identities"))),
        roles=frozenset(_texts(parts.get("roles"))).intersection(ROLES),
        outcomes=frozenset(outcomes[name] for name in _texts(parts.get("outcomes")) if name in outcomes),
        codes=frozenset(_texts(parts.get("codes"))),
        conditions=frozenset(_texts(parts.get("conditions"))),
        seeds=_seeds(parts.get("seeds")),
        own=_range(parts.get("own")),
        forget=_range(parts.get("forget")),
        pps=_range(parts.get("pps")),
        wer=_range(parts.get("wer")),
        naturalness=_range(parts.get("naturalness")),
        marks=frozenset(_texts(parts.get("marks"))).intersection(MARKS),
        labels=frozenset(_texts(parts.get("labels"))).intersection(LABELS),
        text=text if isinstance(text, str) else "",
        problems=parts.get("problems") is True,
        chosen=_chosen(parts.get("chosen")),
    )


def _texts(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _identities(value: object) -> list[tuple[str, str]]:
    pairs = [_texts(each) for each in value] if isinstance(value, list) else []
    return [(pair[0], pair[1]) for pair in pairs if len(pair) == 2]


def _seeds(value: object) -> tuple[int, int] | None:
    match value:
        case [int(low), int(high)]:
            return int(low), int(high)
    return None


def _chosen(value: object) -> Chosen | None:
    """Return the chosen samples, None where none are."""
    match value:
        case {"title": str(title), "samples": list(samples)}:
            known = (each for each in samples if isinstance(each, int) and not isinstance(each, bool))
            return Chosen(frozenset(each for each in known if 0 <= each <= _LAST_ID), title)
    return None


def _range(value: object) -> Range | None:
    """Return the range, None where it is none."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    low, high = _end(value[0], -inf), _end(value[1], inf)
    return None if low is None or high is None else (low, high)


def _end(value: object, without_end: float) -> float | None:
    if value is None:
        return without_end
    # Compared before it is converted: a whole number may be larger than any float.
    return float(value) if isinstance(value, int | float) and abs(value) <= float_info.max else None
