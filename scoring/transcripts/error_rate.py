"""The word error rate, pooled over utterances: the edits of all of them over the reference words of all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from scoring.transcripts.edits import EditCounts, align, count
from scoring.transcripts.normalising import normalised_words
from scoring.types import MetricValue

RESAMPLES = 2_000
_RESAMPLES_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Utterance:
    """The text that was asked for, and what was heard.

    failed : no sound that could be sent to a model (SILENT); then `hypothesis` is "" and every word is deleted.
    """

    reference: str
    hypothesis: str
    failed: bool = False


# Figures of a submission, of its pairs and of the pair that is looked at ask for the same texts.
@lru_cache(maxsize=100_000)
def count_edits(reference: str, hypothesis: str) -> EditCounts:
    """Return the edits between two texts, both normalised."""
    return count(align(_words(reference), _words(hypothesis)))


def _words(text: str) -> tuple[str, ...]:
    """Return the words that `normalise` gives, without the search for what each came from: a tenth of its time."""
    return normalised_words(" ".join(text.split()))


def word_error_rate(utterances: Sequence[Utterance], seed: int = 0) -> MetricValue:
    """Return the WER of `utterances` in percent; see `pool`."""
    counts = [count_edits(each.reference, each.hypothesis) for each in utterances]
    failures = sum(
        each.failed and counted.reference_words > 0 for each, counted in zip(utterances, counts, strict=True)
    )
    return pool(counts, failures, seed)


def pool(counts: Sequence[EditCounts], failures: int = 0, seed: int = 0) -> MetricValue:
    """Return 100 · (substitutions + deletions + insertions) / reference words, summed over utterances.

    It can exceed 100. An utterance whose reference is empty after normalising has nothing to divide by: it stays out of
    the pool, and the words heard in it are counted apart. n : utterances in the pool; failures : those without sound.
    interval : 95 %, by drawing utterances with replacement; None where every draw gives the same.

    >>> heard = pool([EditCounts(hits=3, substitutions=1), EditCounts(hits=5, deletions=1), EditCounts(insertions=2)])
    >>> heard.value, heard.n, heard.parts["empty_references"], heard.parts["inserted_apart"]
    (20.0, 2, 1, 2)
    """
    pooled = [each for each in counts if each.reference_words]
    total = sum(pooled, EditCounts())
    apart = [each for each in counts if not each.reference_words]
    parts: dict[str, float | None] = {
        "insertions": total.insertions,
        "deletions": total.deletions,
        "substitutions": total.substitutions,
        "hits": total.hits,
        "reference_words": total.reference_words,
        "empty_references": len(apart),
        "inserted_apart": sum(each.insertions for each in apart),
    }
    if not pooled:
        reason = "no reference holds a word" if counts else "no utterance was transcribed"
        return MetricValue(None, reason=reason, parts=parts)
    plural = "s" * (len(apart) > 1)
    return MetricValue(
        100 * total.edits / total.reference_words,
        n=len(pooled),
        failures=failures,
        interval=_bootstrap(pooled, seed),
        badge=f"{len(apart)} empty reference{plural} left out" if apart else None,
        parts=parts,
    )


def _bootstrap(pooled: Sequence[EditCounts], seed: int) -> tuple[float, float] | None:
    """Return the percentiles 2.5 and 97.5 over drawn sets of utterances, in percent."""
    edits = np.array([each.edits for each in pooled])
    words = np.array([each.reference_words for each in pooled])
    rng = np.random.default_rng(seed)
    rates = []
    for _ in range(RESAMPLES // _RESAMPLES_AT_ONCE):
        drawn = rng.integers(0, len(pooled), (_RESAMPLES_AT_ONCE, len(pooled)))
        rates.append(edits[drawn].sum(axis=1) / words[drawn].sum(axis=1))
    low, high = np.percentile(np.concatenate(rates), [2.5, 97.5])
    return (100 * float(low), 100 * float(high)) if low < high else None
