"""The arrays that the identity metrics read: one identity group of one submission, as one evaluator saw it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from math import isfinite
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from scoring.errors import BugError, UserError
from scoring.rules import SHIPPED, Rules
from scoring.types import FloatArray

IndexArray = NDArray[np.intp]
BoolArray = NDArray[np.bool_]
Rule = Literal["verify", "verify+rank1"]
Policy = Literal["forgotten", "failure", "exclude"]

RULES: tuple[Rule, ...] = ("verify", "verify+rank1")
POLICIES: tuple[Policy, ...] = ("forgotten", "failure", "exclude")


class Status(IntEnum):
    """What an evaluator has to say about a sample. ERROR includes "not scored yet"."""

    SCORED = 0
    FAILURE = 1
    ERROR = 2


class Side(IntEnum):
    """The generator before and after unlearning."""

    ORIGINAL = 0
    UNLEARNED = 1


@dataclass(frozen=True, slots=True)
class Decision:
    """How similarities become decisions, and what failures to acquire count for (PROTOCOL §2).

    threshold : what similarities are compared with, as `rules.comparison` says. rule : `verify+rank1` also asks that no
    other template of the group is nearer. policy : a failed forget sample counts as not verified (`forgotten`), against
    the entry (`failure`), or is left out on either role (`exclude`). rules : everything else that the protocol decides.
    """

    threshold: float
    rule: Rule = "verify"
    policy: Policy = "forgotten"
    rules: Rules = SHIPPED

    def __post_init__(self) -> None:
        if not isfinite(self.threshold):
            raise UserError("the threshold must be a finite number")
        if self.rule not in RULES:
            raise UserError(f"there is no rule named {self.rule!r}", f"There are: {', '.join(RULES)}.")
        if self.policy not in POLICIES:
            raise UserError(f"there is no policy named {self.policy!r}", f"There are: {', '.join(POLICIES)}.")


def published_order(identity: str) -> tuple[bool, int, str]:
    """Return the sort key of a published id: numbers by value, then other text. "Smaller id" everywhere means this."""
    is_number = identity.isascii() and identity.isdecimal()
    return (not is_number, int(identity) if is_number else 0, identity)


def nearest_column(similarity: FloatArray, identities: Sequence[str]) -> IndexArray:
    """Return the column with the highest similarity per row, (n,); a tie goes to the smaller id, NaN never wins."""
    order = np.array(
        sorted(range(len(identities)), key=lambda column: published_order(identities[column])), dtype=np.intp
    )
    ordered = similarity[:, order]
    nearest: IndexArray = order[np.argmax(np.where(np.isnan(ordered), -np.inf, ordered), axis=1)]
    return nearest


def _within(index: IndexArray, low: int, high: int) -> bool:
    return bool(np.all((index >= low) & (index < high)))


@dataclass(frozen=True, eq=False, slots=True)
class EmbeddingSums:
    """Sums of the embeddings of samples, by side and identity: their mean directions follow, at a fraction of the size.

    total : float64 (2 sides, k identities, d). count : int64 (2, k), how many entered each.
    """

    total: NDArray[np.float64]
    count: NDArray[np.int64]

    def __add__(self, other: "EmbeddingSums") -> "EmbeddingSums":
        return EmbeddingSums(self.total + other.total, self.count + other.count)


def sum_embeddings(vectors: FloatArray, side: NDArray[np.int8], identity: IndexArray, identities: int) -> EmbeddingSums:
    """Return the sums of `vectors` (n, d) by `side` and `identity` (n,); a row that is not finite enters nothing."""
    total = np.zeros((len(Side), identities, vectors.shape[1]))
    count = np.zeros((len(Side), identities), dtype=np.int64)
    finite = np.isfinite(vectors).all(axis=1)
    cell = np.where(finite, side.astype(np.intp) * identities + identity, -1)
    for each in np.unique(cell[finite]).tolist():
        chosen = vectors[cell == each]
        total[divmod(each, identities)] = chosen.sum(axis=0, dtype=np.float64)
        count[divmod(each, identities)] = len(chosen)
    return EmbeddingSums(total, count)


@dataclass(frozen=True, eq=False)
class GroupFrame:
    """One identity group of one submission under one evaluator; n samples of both sides, k identities.

    identities : the forget identity first, then `retain` in the protocol's order; the columns of `similarity`.
    sample_id : int64 (n,), carried through. side : int8 (n,) of `Side`. identity : (n,) whom the sample was asked to
    show.
    condition : (n,) code of the condition. seed : int64 (n,). status : int8 (n,) of `Status`.
    similarity : float32 (n, k) to each template of the group, NaN where not scored.
    partner : (n,) row of the other side's sample of the matched pair, −1 for none. mismatched : (n,) whether settings
    differ within that pair. embeddings : sums of those of the scored samples, None where no evaluator gave any.
    """

    group: str
    forget: str
    retain: tuple[str, ...]
    identities: tuple[str, ...]
    sample_id: NDArray[np.int64]
    side: NDArray[np.int8]
    identity: IndexArray
    condition: IndexArray
    seed: NDArray[np.int64]
    status: NDArray[np.int8]
    similarity: FloatArray
    partner: IndexArray
    mismatched: BoolArray
    embeddings: EmbeddingSums | None = None

    def __post_init__(self) -> None:
        n, k = len(self.sample_id), len(self.identities)
        if self.identities != (self.forget, *self.retain) or len(set(self.identities)) != k:
            raise BugError(
                f"the identities of {self.group} must be its forget identity, then its retain identities, once each"
            )
        columns = (self.side, self.identity, self.condition, self.seed, self.status, self.partner, self.mismatched)
        if any(column.shape != (n,) for column in columns) or self.similarity.shape != (n, k):
            raise BugError(f"the columns of the frame of {self.group} differ in length")
        if not (_within(self.identity, 0, k) and _within(self.partner, -1, n)):
            raise BugError(f"the frame of {self.group} points outside itself")
        sums = self.embeddings
        if sums is not None and not (sums.total.shape[:-1] == sums.count.shape == (len(Side), k)):
            raise BugError(f"the embeddings of {self.group} are not summed by side and identity")

    def __len__(self) -> int:
        return len(self.sample_id)

    @property
    def size_bytes(self) -> int:
        """How much memory the arrays take, those derived so far included."""
        arrays = [each for each in vars(self).values() if isinstance(each, np.ndarray)]
        if self.embeddings is not None:
            arrays += [self.embeddings.total, self.embeddings.count]
        return sum(array.nbytes for array in arrays)

    @cached_property
    def own(self) -> FloatArray:
        """Similarity to the template of the identity that was asked for, float32 (n,)."""
        return np.take_along_axis(self.similarity, self.identity[:, np.newaxis], axis=1)[:, 0]

    @cached_property
    def rival(self) -> IndexArray:
        """Nearest template of the group other than the own one, (n,); meaningless in a group of one."""
        return nearest_column(self._others, self.identities)

    @cached_property
    def rival_similarity(self) -> FloatArray:
        """Similarity to the nearest other template, float32 (n,); NaN where there is none."""
        return np.take_along_axis(self._others, self.rival[:, np.newaxis], axis=1)[:, 0]

    @property
    def _others(self) -> FloatArray:
        others = self.similarity.copy()
        np.put_along_axis(others, self.identity[:, np.newaxis], np.nan, axis=1)
        return others

    @cached_property
    def has_every_similarity(self) -> BoolArray:
        """Whether a sample was compared with every template of the group, (n,)."""
        complete: BoolArray = np.all(~np.isnan(self.similarity), axis=1)
        return complete

    @cached_property
    def condition_index(self) -> IndexArray:
        """The conditions numbered 0, 1, … in the order of their codes, (n,)."""
        return np.unique(self.condition, return_inverse=True)[1]
