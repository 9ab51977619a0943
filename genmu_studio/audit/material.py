"""What the checks of one submission read: each thing once, when the first check asks for it."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from genmu_studio.audit.check import NotRunError
from genmu_studio.domain import EvaluatorRow, SubmissionRow
from genmu_studio.evaluation import Evaluation, evaluate
from genmu_studio.look import Look
from genmu_studio.protocol import Protocol
from genmu_studio.store.audited import AuditedSamples, read_audited
from genmu_studio.store.store import Store
from genmu_studio.view import View
from genmu_studio.watching import UNWATCHED, Watch
from scoring.types import Aspect

if TYPE_CHECKING:
    from genmu_studio.project import Project

T = TypeVar("T")


class Material:
    """A submission as it is audited: under the protocol's own lens, with whatever was measured of it."""

    def __init__(self, project: "Project", submission: SubmissionRow, watch: Watch = UNWATCHED) -> None:
        self.project = project
        self.watch = watch  # what takes long asks it
        self.submission = submission
        self._kept: dict[object, object] = {}

    @property
    def protocol(self) -> Protocol:
        """The rules of the challenge."""
        return self.project.protocol

    @property
    def store(self) -> Store:
        """Where everything is read from."""
        return self.project.store

    @property
    def scan(self) -> Mapping[str, object]:
        """What the import understood: contract, problems, pairs, delivered grid."""
        return self.submission.scan

    def once(self, key: object, read: Callable[[], T]) -> T:
        """Return `read()`, which is kept under `key` for the checks that ask for the same."""
        if key not in self._kept:
            self._kept[key] = read()
        return self._kept[key]  # type: ignore[return-value]  # what was kept under that key

    @cached_property
    def samples(self) -> AuditedSamples:
        """Every sample with what was declared of it and the file that shows it."""
        return self.store.read(lambda db: read_audited(db, self.submission.id))

    @cached_property
    def look(self) -> Look:
        """The submission under the official lens; NotRunError where nothing was scored."""
        base = self.project.look_base(self.submission, View())
        if base is None:
            raise NotRunError("not scored yet")
        return base.through(View())

    @cached_property
    def evaluation(self) -> Evaluation:
        """Its figures under the official lens; NotRunError where nothing was scored."""
        return evaluate(self.look)

    def evaluators(self, aspect: Aspect) -> tuple[EvaluatorRow, ...]:
        """Return the evaluators of an aspect that have results for it, the latest last."""
        if aspect == "identity":
            return tuple(self.project.evaluators_of(self.submission))
        return tuple(row for row in self.project.other_evaluators_of(self.submission) if row.aspect == aspect)
