"""What a figure of agreement comes with: how much it rests on, or why there is none."""

from dataclasses import dataclass

import numpy as np

from scoring.agreement.ratings import Ratings

ONE_CATEGORY = "undefined (one category)"
NUMBERS = "the question asks for a number, which has no categories"
ONE_ITEM = "only one item was rated by two raters"


@dataclass(frozen=True, slots=True)
class Agreement:
    """A figure of agreement as a fraction, at most 1; where not computable `value` is None and `reason` says why.

    n : how much entered, in the unit that the function names. items : that at least two raters rated. raters : with a
    rating of such an item. missing : cells of the whole table without a rating. badge : a short warning.
    """

    value: float | None
    n: int
    items: int
    raters: int
    missing: int
    badge: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Basis:
    """What a table of ratings holds for figures of agreement; `why_not` says why there can be none, else None.

    Fields as those of `Agreement`.
    """

    items: int
    raters: int
    missing: int
    why_not: str | None

    def value(self, value: float, n: int, badge: str | None = None) -> Agreement:
        """Return the figure; a badge says where it rests on one item."""
        return Agreement(
            value, n, self.items, self.raters, self.missing, badge or (ONE_ITEM if self.items == 1 else None)
        )

    def none(self, reason: str, n: int = 0) -> Agreement:
        """Return the figure that is none, and why."""
        return Agreement(None, n, self.items, self.raters, self.missing, reason=reason)

    @property
    def why_not_by_chance(self) -> str | None:
        """Why agreement cannot be set against that by chance: one item tells nothing of how often answers occur."""
        return self.why_not or (ONE_ITEM if self.items == 1 else None)


def basis_of(ratings: Ratings) -> Basis:
    """Return what `ratings` hold."""
    given, shared = ratings.given, ratings.shared
    return Basis(
        items=int(np.count_nonzero(shared)),
        raters=int(np.count_nonzero(given[shared].any(axis=0))),
        missing=int(np.count_nonzero(~given)),
        why_not=_why_not(int(np.count_nonzero(given.any(axis=0))), bool(shared.any())),
    )


def _why_not(active: int, overlap: bool) -> str | None:
    if overlap:
        return None
    if active == 0:
        return "no ratings"
    return "only one rater" if active == 1 else "no item was rated by two raters"
