"""A filter in words, for menus and dialogs."""

from collections.abc import Iterable

from genmu_studio.pair_filter import PairFilter
from genmu_studio.pair_outcomes import OUTCOME_WORDS
from ui.widgets.scales import MEASUREMENTS, SEEDS, SIMILARITIES, Limits

_MOST_NAMED = 3


def filter_words(wanted: PairFilter) -> str:
    """Return what a filter lets through, in one line."""
    parts = (
        _any_of((OUTCOME_WORDS[outcome] for outcome in sorted(wanted.outcomes)), "outcomes"),
        _any_of(sorted(identity for _, identity in wanted.identities), "identities"),
        _any_of(sorted(wanted.roles), "roles"),
        _any_of(sorted(wanted.marks), "label states"),
        _any_of(sorted(wanted.labels), "labels of people"),
        _any_of(sorted(wanted.codes), "flags or failures"),
        _any_of(sorted(wanted.conditions), "conditions"),
        _range("own similarity", wanted.own, SIMILARITIES),
        _range("forget similarity", wanted.forget, SIMILARITIES),
        _range("PPS", wanted.pps, MEASUREMENTS),
        _range("WER", wanted.wer, MEASUREMENTS),
        _range("naturalness", wanted.naturalness, MEASUREMENTS),
        _range("seed", wanted.seeds, SEEDS),
        f"“{wanted.text}”" if wanted.text else "",
        "problems" if wanted.problems else "",
        "" if wanted.chosen is None else wanted.chosen.title,
    )
    return " · ".join(part for part in parts if part) or "all pairs"


def _any_of(names: Iterable[str], noun: str) -> str:
    known = tuple(names)
    return " or ".join(known) if len(known) <= _MOST_NAMED else f"{len(known):,} {noun}"


def _range(name: str, limits: Limits | None, beyond: Limits) -> str:
    if limits is None:
        return ""
    low, high = (f"{limit:.4g}" if isinstance(limit, float) else f"{limit}" for limit in limits)
    if limits[0] <= beyond[0]:
        words = f"≤ {high}"
    elif limits[1] >= beyond[1]:
        words = f"≥ {low}"
    else:
        words = low if low == high else f"{low} to {high}"
    return f"{name} {words}".replace("-", "−")
