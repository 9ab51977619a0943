"""What was promised or is needed and did not come: groups, identities, samples of the declared grid, partners."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from genmu_studio.domain import SampleRow
from genmu_studio.protocol import Protocol
from genmu_studio.submission.manifest import ConditioningSection
from genmu_studio.submission.pairs import Pairs
from genmu_studio.submission.problems import ProblemCode, ProblemList
from scoring.types import Track

_NAMED = 5


def note_undelivered(rows: Sequence[SampleRow], track: Track, protocol: Protocol, problems: ProblemList) -> None:
    """Note groups of the track without unlearned samples, and identities without any in a group that has some."""
    delivered: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row.side == "unlearned":
            delivered[row.group].add(row.identity or row.concept)
    for group in protocol.groups_of(track):
        if group.name not in delivered:
            problems.add(ProblemCode.GROUP_NOT_DELIVERED, "", f"{group.name} has no unlearned samples")
            continue
        missing = [identity for identity in group.identities if identity not in delivered[group.name]]
        for identity in missing:
            message = f"{group.name}: {identity} ({group.role_of(identity)}) has no unlearned samples"
            problems.add(ProblemCode.IDENTITY_NOT_DELIVERED, "", message)


def note_grid(rows: Sequence[SampleRow], declared: ConditioningSection, problems: ProblemList) -> None:
    """Note where the declared number of samples per identity, or a declared seed, was not delivered."""
    seeds: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    counts: Counter[tuple[str, str]] = Counter()
    for row in rows:
        cell = (row.side, row.identity or row.concept)
        seeds[cell].add(row.seed)
        counts[cell] += 1
    for (side, identity), count in counts.items():
        wanted = declared.samples_per_identity
        if wanted and count != wanted:
            message = f"{identity}, {side}: {count} samples, {wanted} declared"
            problems.add(ProblemCode.GRID_INCOMPLETE, "", message)
        missing = sorted(set(declared.seeds) - seeds[side, identity])
        if missing:
            first = ", ".join(map(str, missing[:_NAMED]))
            message = (
                f"{identity}, {side}: {len(missing)} of {len(set(declared.seeds))} declared seeds missing: {first}"
            )
            problems.add(ProblemCode.GRID_INCOMPLETE, "", message + ("…" if len(missing) > _NAMED else ""))


def note_pairs(rows: Sequence[SampleRow], pairs: Pairs, problems: ProblemList) -> None:
    """Note samples without a partner on the other side, and pairs whose settings differ."""
    for side, lone in (("original", pairs.lone_originals), ("unlearned", pairs.lone_unlearned)):
        for place in lone:
            problems.add(ProblemCode.UNPAIRED, rows[place].path, f"this {side} sample has no partner")
    for pair in pairs.pairs:
        if pair.differing:
            message = f"differs from {rows[pair.original].path} in {', '.join(pair.differing)}"
            problems.add(
                ProblemCode.SETTINGS_DIFFER, rows[pair.unlearned].path, message, "The pair leaves the paired metrics."
            )
