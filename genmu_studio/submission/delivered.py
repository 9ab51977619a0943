"""How much of each identity a submission delivers: what a person checks before it is imported."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from genmu_studio.domain import SampleRow
from genmu_studio.submission.pairs import Pairs


@dataclass(frozen=True, slots=True)
class Delivered:
    """Samples of one identity (or concept) in one group, by side, and its pairs. other : of any further side."""

    group: str
    identity: str
    original: int = 0
    unlearned: int = 0
    other: int = 0
    matched: int = 0
    mismatched: int = 0


def count_delivered(rows: Sequence[SampleRow], pairs: Pairs) -> tuple[Delivered, ...]:
    """Return the counts in the order in which groups and identities first appear in `rows`."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for row in rows:
        side = row.side if row.side in {"original", "unlearned"} else "other"
        counts.setdefault(_key(row), Counter())[side] += 1
    for pair in pairs.pairs:
        counts[_key(rows[pair.original])]["mismatched" if pair.differing else "matched"] += 1
    return tuple(Delivered(group, identity, **fields) for (group, identity), fields in counts.items())


def _key(row: SampleRow) -> tuple[str, str]:
    return row.group, row.identity or row.concept
