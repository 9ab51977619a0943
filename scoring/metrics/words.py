"""WER over a submission: whether the words that were asked for are still heard (PROTOCOL §4)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.codes import Code
from scoring.frame import BoolArray, Side, Status
from scoring.metrics.values import counted, joined, not_computable
from scoring.registry import metric
from scoring.rules import SHIPPED, Rules
from scoring.transcripts.edits import EditCounts
from scoring.transcripts.error_rate import count_edits, pool
from scoring.types import MetricInfo, MetricValue

# In such a sound there is no word: nothing is sent to a model, which would make some up, and every word is deleted.
WORDLESS = frozenset({Code.SILENT, Code.EMPTY, Code.TOO_SHORT})


@dataclass(frozen=True, eq=False, slots=True)
class HeardTexts:
    """What was to be said and what was heard in the n samples of a submission.

    side : int8 (n,) of `Side`. forget : (n,) whether the identity is to be forgotten. status : int8 (n,) of `Status`.
    code : (n,) why a sample has no transcript, "" where it has one. asked : (n,) the text that was asked for, None
    where nobody says it. heard : (n,) the text that was recognised, "" for none.
    """

    side: NDArray[np.int8]
    forget: BoolArray
    status: NDArray[np.int8]
    code: Sequence[str]
    asked: Sequence[str | None]
    heard: Sequence[str]

    def __len__(self) -> int:
        return len(self.side)


@metric(
    MetricInfo(
        name="WER",
        symbol="WER",
        track=("speech",),
        unit="%",
        higher_is_better=False,
        needs=("transcript",),
        definition=(
            "Word error rate of the unlearned samples = 100·(substitutions + deletions + insertions) / words asked "
            "for, pooled; both texts through the same normaliser (Whisper English). It can exceed 100. A sound that is "
            "silent, empty or too short is not sent to speech recognition: all its words are deleted. Texts that are "
            "empty after normalising stay out, words heard there are counted apart. Other failures, and samples of "
            "which nobody says the text, are left out and counted. Interval: percentile bootstrap over samples. Parts: "
            "the edits, 'forget' and 'retain', and 'original', the rate of the original samples."
        ),
    )
)
def word_error_rate(texts: HeardTexts, rules: Rules = SHIPPED) -> MetricValue:
    """Return the WER of the unlearned samples, with that of the originals beside it.

    >>> from scoring.frame import Side
    >>> both = np.array([Side.ORIGINAL, Side.UNLEARNED], np.int8)
    >>> said = HeardTexts(both, both == 9, both * 0, ("", ""), ("a red door",) * 2, ("a red door", "the door"))
    >>> value = word_error_rate(said)
    >>> round(value.value, 1), value.parts["deletions"], value.parts["substitutions"], value.parts["original"]
    (66.7, 1, 1, 0.0)
    """
    unlearned = texts.side == Side.UNLEARNED
    unscored = int(np.count_nonzero(unlearned & (texts.status == Status.ERROR)))
    if unscored:
        return not_computable(f"{counted(unscored, 'sample')} not transcribed yet")
    known = np.array([asked is not None for asked in texts.asked], dtype=np.bool_)
    if not (unlearned & known).any():
        return not_computable("nobody says which words were asked for")
    wordless = np.array([code in WORDLESS for code in texts.code], dtype=np.bool_)
    usable = known & ((texts.status == Status.SCORED) | wordless)
    counts = {int(row): _counts(texts, int(row)) for row in np.flatnonzero(usable)}

    def rate(rows: BoolArray) -> float | None:
        return _pooled(counts, rows & usable).value

    chosen = np.flatnonzero(unlearned & usable).tolist()
    silent = int(np.count_nonzero(unlearned & usable & wordless))
    value = pool([counts[row] for row in chosen], silent, rules.bootstrap_seed)
    failed = int(np.count_nonzero(unlearned & known & ~usable))
    unknown = int(np.count_nonzero(unlearned & ~known))
    badge = joined(
        value.badge,
        f"{counted(failed, 'sample')} without a sound to hear left out" if failed else None,
        f"{counted(unknown, 'sample')} without a known text left out" if unknown else None,
    )
    parts = {
        **value.parts,
        "forget": rate(unlearned & texts.forget),
        "retain": rate(unlearned & ~texts.forget),
        "original": rate(texts.side == Side.ORIGINAL),
        "left_out": float(failed + unknown),
    }
    return MetricValue(value.value, value.n, silent + failed, value.interval, badge, value.reason, parts)


def sample_rates(texts: HeardTexts) -> NDArray[np.float64]:
    """Return the WER of each sample in percent, (n,), NaN where there is none: no text, no word asked for, a failure.

    What is asked and heard in several samples is counted once. UserError where jiwer is not installed.

    >>> from scoring.frame import Side
    >>> both = np.array([Side.ORIGINAL, Side.UNLEARNED], np.int8)
    >>> said = HeardTexts(both, both == 9, both * 0, ("", "SILENT"), ("a red door",) * 2, ("a red door", ""))
    >>> sample_rates(said).tolist()
    [0.0, 100.0]
    """
    rates = np.full(len(texts), np.nan)
    known: dict[tuple[str, str], float] = {}
    for row, (status, code, asked, heard) in enumerate(
        zip(texts.status.tolist(), texts.code, texts.asked, texts.heard, strict=True)
    ):
        if asked is None or (status != Status.SCORED and code not in WORDLESS):
            continue
        said = (asked, "" if code else heard)
        if said not in known:
            counts = count_edits(*said)
            known[said] = 100 * counts.edits / counts.reference_words if counts.reference_words else np.nan
        rates[row] = known[said]
    return rates


def _counts(texts: HeardTexts, row: int) -> EditCounts:
    asked = texts.asked[row]
    return count_edits(asked or "", "" if texts.code[row] else texts.heard[row])


def _pooled(counts: dict[int, EditCounts], rows: BoolArray) -> MetricValue:
    return pool([counts[row] for row in np.flatnonzero(rows).tolist()])
