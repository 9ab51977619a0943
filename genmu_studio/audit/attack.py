"""Mild changes of a few samples, measured by the entry's own evaluator: whether blur or re-encoding undoes the result.

An optional job. What it measured is kept as results of an evaluator of its own, whose digest holds that of the entry's:
a sample is attacked once, by whichever audit.
"""

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

import numpy as np

from genmu_studio.audit.check import NotRunError
from genmu_studio.audit.material import Material
from genmu_studio.domain import MEDIA_KIND, EvaluatorRow, RunId, SubmissionRow
from genmu_studio.executors import ExecutorChoice
from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation, Meter, Unit, run_units
from genmu_studio.store.results import (
    NewResult,
    PlannedSubject,
    Wanted,
    begin_run,
    decode_embedding,
    encode_embedding,
    end_run,
    missing_subjects,
    put_evaluator,
    put_results,
)
from genmu_studio.store.traces import read_changed
from genmu_studio.watching import Watch
from scoring.codes import Code
from scoring.digests import digest_of
from scoring.errors import UserError
from scoring.frame import GroupFrame, IndexArray, Side, Status
from scoring.media.perturbing import perturbed
from scoring.registry import EvaluatorIdentity, identify
from scoring.types import (
    EvaluatorInfo,
    EvaluatorSpec,
    FloatArray,
    Measurement,
    Media,
    Outcome,
    SampleError,
    SampleFailure,
    Subject,
)
from scoring.verification import verified
from scoring.work import open_in_worker, run_batch

if TYPE_CHECKING:
    from sqlite_utils import Database

    from genmu_studio.project import Project

VERSION = "1"
CHANGED = "changed"  # of a result's detail: hexadecimal embedding by the name of the change, None for a failure
# As many natural samples tell how far a similarity moves by itself (`score_shift` asks for 20).
NATURAL = 24
_AT_ONCE = 4


def changed_digest(evaluator_digest: str) -> str:
    """Return the digest under which the changed copies are kept that an evaluator measured."""
    return digest_of({"mild changes": VERSION, "evaluator": evaluator_digest})


def measure_changed(spec: EvaluatorSpec, subjects: Sequence[Subject]) -> tuple[str, list[Outcome]]:
    """Measure mildly changed copies of `subjects` in a worker; return the provider, and an outcome for each subject."""
    provider, _ = open_in_worker(spec)
    with TemporaryDirectory(prefix="genmu-") as folder:
        return provider, [_measured(spec, subject, Path(folder) / str(place)) for place, subject in enumerate(subjects)]


def _measured(spec: EvaluatorSpec, subject: Subject, stem: Path) -> Outcome:
    try:
        changes = perturbed(subject.media)
    except SampleError as error:
        return error.failure
    copies = []
    for place, change in enumerate(changes):
        file = stem.with_name(f"{stem.name}-{place}{change.suffix}")
        file.write_bytes(change.data)
        media = Media(str(file), subject.media.kind, hashlib.sha256(change.data).hexdigest())
        copies.append(Subject(media, None, subject.context))
    found = {
        change.name: encode_embedding(outcome.embedding).hex()
        if isinstance(outcome, Measurement) and outcome.embedding is not None
        else None
        for change, outcome in zip(changes, run_batch(spec, copies), strict=True)
    }
    return Measurement({}, detail={CHANGED: found})


def attack(
    project: "Project",
    submissions: Sequence[SubmissionRow],
    number: int,
    executor: ExecutorChoice | None,
    watch: Watch,
) -> None:
    """Measure changed copies of `number` forget samples of each group, and of some originals, where nobody has.

    CancelledError where somebody asked it to end. UserError where the evaluator is not the one that scored.
    """
    for row in submissions:
        material = Material(project, row)
        try:
            evaluator, chosen = material.look.evaluator, _chosen(material, number)
        except NotRunError:
            continue
        if evaluator.kind == "imported" or not chosen:
            continue
        _run(project, evaluator, chosen, executor or ExecutorChoice("processes"), watch)


def _chosen(material: Material, number: int) -> tuple[int, ...]:
    """Return the subjects: unlearned forget samples that do not verify, and natural ones; always the same."""
    subjects: list[int] = []
    by_id = material.samples.by_id
    for frame in material.look.frames:
        seed = int(digest_of([material.submission.content_digest, frame.group])[:12], 16)
        rng = np.random.default_rng(seed)
        for rows, most in ((hidden_rows(material, frame), number), (natural_rows(frame), NATURAL)):
            some = rng.permutation(rows)[:most]
            subjects += [by_id[int(frame.sample_id[each])].subject for each in some]
    return tuple(dict.fromkeys(subjects))


def hidden_rows(material: Material, frame: GroupFrame) -> IndexArray:
    """Return the rows of the unlearned forget samples that were scored and do not verify."""
    decision = material.look.decision
    own = verified(frame.own, decision.threshold, decision.rules.comparison)
    rows = (frame.side == Side.UNLEARNED) & (frame.identity == 0) & (frame.status == Status.SCORED) & ~own
    return np.flatnonzero(rows)


def natural_rows(frame: GroupFrame) -> IndexArray:
    """Return the rows of originals of the retain identities: strangers to the forget identity, as it should be too."""
    return np.flatnonzero((frame.side == Side.ORIGINAL) & (frame.identity > 0) & (frame.status == Status.SCORED))


def _run(
    project: "Project",
    evaluator: EvaluatorRow,
    chosen: tuple[int, ...],
    executor: ExecutorChoice,
    watch: Watch,
) -> None:
    digest = changed_digest(evaluator.digest)
    wanted = Wanted(evaluator.track, subjects=chosen)
    missing = {each.id: each for each in project.store.read(lambda db: missing_subjects(db, digest, wanted, False))}
    if not missing:
        return
    spec = EvaluatorSpec(evaluator.name, tuple(sorted(evaluator.options.items())))
    if identify(spec).digest != evaluator.digest:
        raise UserError(
            f"{evaluator.name} is here with other weights than those that scored the entry",
            "Changed copies can be compared only with what the same model measured.",
        )
    keep = _Keeping(project, evaluator, digest)
    meter = Meter("changing samples mildly", len(missing))
    asked = watch.cancellation or Cancellation()
    meter.start()
    ending = "failed"
    try:
        with closing(executor.open()) as lanes:
            for done in run_units(_units(spec, missing), lanes, asked):
                if isinstance(done.error, UserError):
                    raise done.error
                keep.put(done.unit.ids, *_outcomes(done.value, done.error, len(done.unit.ids)))
                meter.add(len(done.unit.ids), 0)
                watch.on_progress(meter.progress())
        ending = "cancelled" if asked.requested else "finished"
    finally:
        keep.end(ending)
        project.announce("results")
    if asked.requested:
        raise CancelledError("cancelled: what was found until then is kept")


def _units(spec: EvaluatorSpec, missing: Mapping[int, PlannedSubject]) -> list[Unit]:
    ids = list(missing)
    parts = [tuple(ids[start : start + _AT_ONCE]) for start in range(0, len(ids), _AT_ONCE)]
    return [Unit(part, measure_changed, (spec, tuple(missing[id_].subject for id_ in part))) for part in parts]


def _outcomes(value: object, error: BaseException | None, number: int) -> tuple[str, list[Outcome]]:
    """Return who measured the samples of a unit, and what came of each."""
    if error is None:
        return cast("tuple[str, list[Outcome]]", value)
    return "", [SampleFailure(Code.EVALUATOR_ERROR, f"{type(error).__name__}: {error}"[:500])] * number


class _Keeping:
    """Puts what was measured into the store, as one run of an evaluator of its own."""

    def __init__(self, project: "Project", evaluator: EvaluatorRow, digest: str) -> None:
        self._store, self._digest = project.store, digest
        info = EvaluatorInfo(
            name=f"changed_{evaluator.track}",
            version=VERSION,
            title="Mildly changed copies, for the audit",
            track=evaluator.track,
            input=MEDIA_KIND[evaluator.track],
            produces=(),
            needs=(),
            extra="",
            kind="reference",
            licence=evaluator.licence,
            source="docs/explanation/audit.md",
            aspect="traces",
        )
        options = (("of", evaluator.name), ("of_digest", evaluator.digest))
        identity = EvaluatorIdentity(info.name, VERSION, evaluator.weights_sha256, options, digest)
        facts = dict.fromkeys(("executor", "device", "provider", "notice"), "") | {"versions_json": "{}"}

        def begin(db: "Database") -> RunId:
            put_evaluator(db, info, identity, False)
            return begin_run(db, digest, facts)

        self._run = self._store.write(begin).result()

    def put(self, ids: Sequence[int], provider: str, outcomes: Sequence[Outcome]) -> None:
        results = [NewResult(id_, outcome, provider) for id_, outcome in zip(ids, outcomes, strict=True)]
        self._store.write(partial(put_results, run=self._run, evaluator_digest=self._digest, results=results)).result()

    def end(self, ending: str) -> None:
        self._store.write(partial(end_run, run=self._run, ending=ending)).result()


@dataclass(frozen=True, eq=False, slots=True)
class Changed:
    """The embeddings of changed copies: float32 (d,) by sample and name of the change; what failed is not there."""

    by_sample: Mapping[int, Mapping[str, FloatArray]]

    @property
    def names(self) -> tuple[str, ...]:
        """The changes that were made."""
        return tuple(dict.fromkeys(name for found in self.by_sample.values() for name in found))


def changed_of(material: Material) -> Changed:
    """Return what is kept of changed copies; NotRunError where no sample was attacked."""
    digest = changed_digest(material.look.evaluator.digest)
    rows = material.store.read(lambda db: read_changed(db, material.submission.id, digest, CHANGED))
    if not rows:
        raise NotRunError("no sample was changed mildly: audit with --attack")
    return Changed(
        {
            id_: {name: decode_embedding(bytes.fromhex(text)) for name, text in found.items() if text}
            for id_, found in rows.items()
        }
    )
