"""The references that are looked at beside a pair: of the identity asked for, and of whom it is near."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from genmu_studio.review import ReviewPairs
from genmu_studio.store.reference_pictures import read_references
from scoring.types import Track

if TYPE_CHECKING:
    from genmu_studio.project import Project

SHOWN = 24  # of one identity: more than a strip has room for


@dataclass(frozen=True, slots=True)
class ReferencePicture:
    """One reference. path : of the file. code : why it could not be used, "" where it could, or none was asked."""

    id: int
    identity: str
    path: str
    code: str


@dataclass(frozen=True, slots=True)
class PairReferences:
    """References of the identity that a pair was asked to show, and of another one; "" where there is no other.

    The other is whom the pair became, else the forget identity; of a pair of the forget identity there may be none.
    """

    own: str
    of_own: tuple[ReferencePicture, ...]
    other: str = ""
    of_other: tuple[ReferencePicture, ...] = ()


def references_of(
    project: "Project", track: Track, identity: str, limit: int = SHOWN, evaluator_digest: str = ""
) -> tuple[ReferencePicture, ...]:
    """Return the first references of an identity, by path; `evaluator_digest` "" = no evaluator, hence no codes."""
    rows = project.store.read(lambda db: read_references(db, track, identity, limit, evaluator_digest))
    return tuple(ReferencePicture(id_, identity, path, code) for id_, path, code in rows)


def first_references(
    project: "Project", track: Track, identities: Sequence[str], evaluator_digest: str = ""
) -> dict[str, int]:
    """Return the id of the first usable reference of each of these identities that has one."""
    found = {}
    for identity in identities:
        usable = (each for each in references_of(project, track, identity, SHOWN, evaluator_digest) if not each.code)
        if (first := next(usable, None)) is not None:
            found[identity] = first.id
    return found


def pair_references(project: "Project", pairs: ReviewPairs, row: int, limit: int = SHOWN) -> PairReferences:
    """Return the references to look at beside the pair in `row`: two small reads."""
    track, digest = pairs.submission.track, pairs.evaluator_digest
    own, other = pairs.table.identity_of(row), _other(project, pairs, row)
    return PairReferences(
        own,
        references_of(project, track, own, limit, digest),
        other,
        references_of(project, track, other, limit, digest) if other else (),
    )


def _other(project: "Project", pairs: ReviewPairs, row: int) -> str:
    table = pairs.table
    became = int(table.became[row])
    if became >= 0:
        return table.identities[became]
    if table.is_forget[row]:
        return ""
    group = project.protocol.group(table.groups[int(table.group[row])])
    return group.forget if group is not None else ""
