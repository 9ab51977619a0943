"""Tables of pairs made by hand, for the widgets that show and filter them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from genmu_studio.marks import Marks
from genmu_studio.pair_building import build_table
from genmu_studio.pair_codes import NOTHING_NOTED, NotedCodes, note_codes
from genmu_studio.pair_table import PairTable, with_marks
from scoring.frame import Decision, GroupFrame, Side, Status

HOSTILE = "<b>x</b> & y"
DECISION = Decision(0.5)


@dataclass(frozen=True)
class GroupOf:
    """What a group is made of. similarity : of the unlearned samples to their own template, by identity."""

    name: str
    identities: Sequence[str]
    similarity: Mapping[str, float] = field(default_factory=dict)


ONE = GroupOf("Set 1", ("3422", "5239", "5230", "1539"), {"3422": 0.2, "5239": 0.45})
TWO = GroupOf("Set 2", ("11", "12", "13"), {"11": 0.6})


def frame_of(group: GroupOf, conditions: int, seeds: int, first: int, spread: float = 0.1) -> GroupFrame:
    """Return a frame of every identity in each condition with each seed, from 42 on, on both sides; ids from `first`.

    An original sample is at 0.8 of its own template, all are at 0.1 of the others; the unlearned samples of an identity
    are spread evenly over ± `spread` around what the group says.
    """
    pairs = len(group.identities) * conditions * seeds
    identity, rest = np.divmod(np.arange(pairs), conditions * seeds)
    condition, seed = np.divmod(rest, seeds)
    means = np.array([group.similarity.get(each, 0.75) for each in group.identities])
    own = means[identity] + np.linspace(-spread, spread, conditions * seeds)[rest]
    similarity = np.full((2 * pairs, len(group.identities)), 0.1, dtype=np.float32)
    similarity[2 * np.arange(pairs), identity] = 0.8
    similarity[2 * np.arange(pairs) + 1, identity] = own
    places = np.arange(2 * pairs)
    return GroupFrame(
        group=group.name,
        forget=group.identities[0],
        retain=tuple(group.identities[1:]),
        identities=tuple(group.identities),
        sample_id=places.astype(np.int64) + first,
        side=np.where(places % 2, Side.UNLEARNED, Side.ORIGINAL).astype(np.int8),
        identity=np.repeat(identity, 2),
        condition=np.repeat(condition, 2),
        seed=np.repeat(seed + 42, 2).astype(np.int64),
        status=np.full(2 * pairs, Status.SCORED, dtype=np.int8),
        similarity=similarity,
        partner=np.where(places % 2, places - 1, places + 1),
        mismatched=np.zeros(2 * pairs, dtype=np.bool_),
    )


def table_of(
    groups: Sequence[GroupOf] = (ONE, TWO),
    *,
    conditions: int = 3,
    seeds: int = 10,
    names: Mapping[int, str] | None = None,
    noted: NotedCodes = NOTHING_NOTED,
    decision: Decision | None = DECISION,
) -> PairTable:
    """Return the pairs of groups; the first sample is 1."""
    frames: list[GroupFrame] = []
    for group in groups:
        frames.append(frame_of(group, conditions, seeds, first=1 + sum(len(frame) for frame in frames)))
    named = names if names is not None else {number: f"view {number}" for number in range(conditions)}
    return build_table(frames, decision, noted, named)


def marked_table() -> PairTable:
    """Return two groups of 210 pairs: two samples flagged, three pairs picked, one of them with a note."""
    noted = note_codes({("NO_FACE",): [2], ("BLUR", "MULTI_FACE"): [4]})
    table = table_of(noted=noted)
    return with_marks(table, Marks({2: "pick", 4: "reject", 6: "pick"}, frozenset({4}), {6: "odd ears"}))
