"""Outputs that were generated again, held against those that were submitted: cell by cell, condition by condition."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from genmu_studio.audit.check import NotRunError
from genmu_studio.audit.material import Material
from genmu_studio.domain import MEDIA_KIND
from genmu_studio.scores.vectors import embeddings_of
from genmu_studio.store.audited import AuditedSample
from scoring.reproduction import Equality, Reproduction, Tolerance, compare_outputs
from scoring.types import FloatArray, Media, SampleError

SIDE = "reproduced"
# From here on outputs were reproduced: what other hardware and another encoding leave.
REPRODUCED = Equality.ALIKE


@dataclass(frozen=True, slots=True)
class Reproduced:
    """One cell. submitted, regenerated : the samples. found : how equal they are, None where a file cannot be opened.

    why : in words, where `found` is None.
    """

    submitted: AuditedSample
    regenerated: AuditedSample
    found: Reproduction | None
    why: str = ""

    @property
    def is_reproduced(self) -> bool:
        """Whether the output came out again."""
        return self.found is not None and self.found.level <= REPRODUCED


@dataclass(frozen=True)
class Reproductions:
    """All cells that were generated again. missing : unlearned samples that were not."""

    cells: tuple[Reproduced, ...]
    missing: int

    @cached_property
    def levels(self) -> Mapping[str, int]:
        """How many cells are equal to which degree, "unreadable" the rest; the strongest first."""
        counts = Counter("unreadable" if each.found is None else each.found.level.name.lower() for each in self.cells)
        names = [*(level.name.lower() for level in Equality), "unreadable"]
        return {name.replace("_", " "): counts[name] for name in names if counts[name]}

    @cached_property
    def conditions(self) -> Mapping[tuple[str, str], tuple[int, int]]:
        """How many outputs of a group's condition came out again, and of how many."""
        found: dict[tuple[str, str], tuple[int, int]] = {}
        for each in self.cells:
            key = (each.submitted.group, each.submitted.condition)
            again, n = found.get(key, (0, 0))
            found[key] = (again + each.is_reproduced, n + 1)
        return found


def compare_reproduced(material: Material, tolerance: Tolerance | None = None) -> Reproductions:
    """Return how equal each output that was generated again is to the submitted one; the one taken in last counts.

    NotRunError where none was generated again.
    """
    latest = {_cell(row): row for row in sorted(material.samples.of_side(SIDE), key=_id)}
    if not latest:
        raise NotRunError("nothing was generated again")
    unlearned = {_cell(row): row for row in material.samples.of_side("unlearned")}
    pairs = [(unlearned[cell], row) for cell, row in latest.items() if cell in unlearned]
    vectors = _vectors(material, pairs)
    cells = tuple(
        _compare(material, submitted, regenerated, tolerance, (vectors[0][row], vectors[1][row]) if vectors else None)
        for row, (submitted, regenerated) in enumerate(pairs)
    )
    return Reproductions(cells, len(unlearned) - len(pairs))


def _id(row: AuditedSample) -> int:
    return row.id


def _cell(row: AuditedSample) -> tuple[str, str, str, int]:
    return (row.group, row.identity, row.condition, row.seed)


def _vectors(
    material: Material, pairs: Sequence[tuple[AuditedSample, AuditedSample]]
) -> tuple[FloatArray, FloatArray] | None:
    """Return the embeddings of both sides of the cells, None where nobody has measured one of the sides."""
    try:
        look = material.look
    except NotRunError:
        return None
    sides = [
        embeddings_of(material.store, look, np.array([each[side].id for each in pairs], dtype=np.int64))
        for side in (0, 1)
    ]
    return None if sides[0] is None or sides[1] is None else (sides[0], sides[1])


def _compare(
    material: Material,
    submitted: AuditedSample,
    regenerated: AuditedSample,
    tolerance: Tolerance | None,
    embeddings: tuple[FloatArray, FloatArray] | None,
) -> Reproduced:
    if submitted.sha256 == regenerated.sha256:
        return Reproduced(submitted, regenerated, Reproduction(Equality.SAME_BYTES))
    material.watch.check()
    kind = MEDIA_KIND[material.submission.track]
    known = embeddings if embeddings is not None and all(np.isfinite(each).all() for each in embeddings) else None
    try:
        found = compare_outputs(Media(submitted.file, kind), Media(regenerated.file, kind), tolerance, known)
    except SampleError as error:
        return Reproduced(submitted, regenerated, None, error.failure.message)
    return Reproduced(submitted, regenerated, found)
