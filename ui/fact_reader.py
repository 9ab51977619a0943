"""What is known of the pair that is looked at, read when the person rests on it: who runs through pairs reads none."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from genmu_studio.project import ChangeSet, Project
from genmu_studio.reference_pictures import PairReferences, first_references, pair_references
from genmu_studio.review import PairFacts, ReviewPairs, pair_facts
from ui.context import Context

REST_MS = 25


@dataclass(frozen=True, slots=True)
class PairReading:
    """What was read of the pair in a row. faces : a reference of each identity that it is near, by the identity."""

    pairs: ReviewPairs
    row: int
    facts: PairFacts
    faces: Mapping[str, int]
    references: PairReferences


class FactReader(QObject):
    """`read` carries a `PairReading` of the pair that was looked at last, as long as it is that."""

    read = Signal(object)

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._wanted: tuple[ReviewPairs, int] | None = None
        self._is_said_anew = False  # whether people have said something since it was read
        context.data_changed.connect(self._hear)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._ask)

    def look_at(self, pairs: ReviewPairs, row: int) -> None:
        """Read what is known of the pair in a row, after a moment."""
        self._wanted = (pairs, row)
        self._rest.start()

    def forget(self) -> None:
        """Look at none."""
        self._wanted = None
        self._rest.stop()

    def follow(self, changes: ChangeSet | None) -> None:
        """Read the same pair again where people have said something since; changes : what has just changed."""
        if self._is_said_anew or (changes is not None and "labels" in changes):
            self._is_said_anew = False
            if self._wanted is not None:
                self._rest.start()

    def _hear(self, changes: ChangeSet) -> None:
        self._is_said_anew |= "labels" in changes

    def _ask(self) -> None:
        project = self._context.project
        if self._wanted is not None and project is not None:
            self._context.ask(partial(_read, project, *self._wanted), self._take)

    def _take(self, reading: PairReading) -> None:
        if self._wanted is not None and self._wanted[0] is reading.pairs and self._wanted[1] == reading.row:
            self.read.emit(reading)


def _read(project: Project, pairs: ReviewPairs, row: int) -> PairReading:
    facts = pair_facts(project, pairs, row)
    near = dict.fromkeys(each.identity for each in (*facts.nearest_unlearned, *facts.nearest_original))
    track, digest = pairs.submission.track, pairs.evaluator_digest
    faces = first_references(project, track, tuple(near), digest) if track == "face" else {}
    return PairReading(pairs, row, facts, faces, pair_references(project, pairs, row))
