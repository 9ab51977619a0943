"""The facade of a project: what can be done with it and asked of it, and who is told that it changed.

Each operation returns a `ChangeSet`-carrying result and announces it to subscribers, so that views refresh what they
show and nothing else. The work itself is done in the modules that this one names; those for taking in and measuring
are imported when that begins, since whoever opens a project only to look at it waits for them too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal

from genmu_studio import calibrations, undoing
from genmu_studio.calibrations import FrozenCalibration, ProjectCalibration
from genmu_studio.domain import EvaluatorRow, SubmissionId, SubmissionRow
from genmu_studio.evaluation import Evaluation, evaluate
from genmu_studio.frames import SubmissionFrames, read_frames, score_frames
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.kept import Kept
from genmu_studio.leaderboard import LeaderboardRow, official_entries, rank_entries
from genmu_studio.lens import Lens, Threshold, presets
from genmu_studio.look import LookBase, look_base, make_lens
from genmu_studio.marks import Mark, Marks, read_marks, write_marks
from genmu_studio.people_figures import people_by_name
from genmu_studio.preservation import PreservedValue, preserved_by_name, preserved_values
from genmu_studio.protocol import Protocol
from genmu_studio.store import check_runs, contents, projects
from genmu_studio.store import evaluators as evaluator_store
from genmu_studio.store import references as reference_store
from genmu_studio.store import store as stores
from genmu_studio.store import submissions as submission_store
from genmu_studio.store.store import Mode, Store
from genmu_studio.view import NoResultsError, View, choose_evaluator
from genmu_studio.watching import no_progress
from scoring.errors import UserError
from scoring.types import Track
from scoring.verification import TemplateRule

if TYPE_CHECKING:
    from genmu_studio.audit.room import AuditRoom
    from genmu_studio.audit.standing import Standing
    from genmu_studio.face_choice import FaceChoice, FaceChoiceReport
    from genmu_studio.intake import IntakeRoom
    from genmu_studio.labelling.people import PeopleValue
    from genmu_studio.labelling.room import LabellingRoom
    from genmu_studio.pipeline import RunReport, ScoreRequest

Area = Literal["submissions", "references", "results", "calibrations", "marks", "labels", "audit"]
ProgressListener = Callable[[Progress], None]
_KEPT_BYTES = 256 * 2**20


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Which areas of a project an operation changed."""

    areas: frozenset[Area]

    def __contains__(self, area: Area) -> bool:
        return area in self.areas

    @property
    def moves_numbers(self) -> bool:
        """Whether anything changed that a figure may rest on: anything but marks, labels and the audit."""
        return bool(self.areas - {"marks", "labels", "audit"})


def _size_bytes(answer: object) -> int:
    return answer.size_bytes if isinstance(answer, SubmissionFrames) else 0


class Project:
    """An open project. Use it as a context manager, or call `close`.

    kept : answers about its data, which are forgotten when the data change; marks are no data.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.folder = store.folder
        self.protocol: Protocol = store.read(projects.read_protocol)
        self.name: str = store.read(projects.read_name)
        self._listeners: list[Callable[[ChangeSet], None]] = []
        self.kept = Kept(_KEPT_BYTES, _size_bytes)

    @classmethod
    def create(cls, folder: Path, protocol: Protocol) -> Project:
        """Make a project at `folder`; UserError where something is there."""
        store = stores.create(folder)
        try:
            name = folder.name.removesuffix(".genmu")
            store.write(lambda db: projects.put_project(db, name, version("genmu-studio"), protocol)).result()
            return cls(store)
        except BaseException:
            store.close()
            raise

    @classmethod
    def open(cls, folder: Path, mode: Literal["best", "read", "write"] = "best") -> Project:
        """Open a project: for writing where possible ("best"), for writing or UserError ("write"), or for reading."""
        opened = {"best": stores.open_best, "read": stores.open_readable, "write": stores.open_writable}[mode](folder)
        try:
            return cls(opened)
        except BaseException:
            opened.close()
            raise

    def close(self) -> None:
        """Close it; what was asked to be written is written first."""
        self.store.close()

    def __enter__(self) -> Project:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def mode(self) -> Mode:
        """What it is open for."""
        return self.store.mode

    @property
    def notice(self) -> str:
        """Why it is open read-only, "" where it is not."""
        return self.store.notice

    # ---- telling others ----

    def subscribe(self, listener: Callable[[ChangeSet], None]) -> Callable[[], None]:
        """Call `listener` with each change, on the thread that made it; returns what ends the subscription."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            with suppress(ValueError):
                self._listeners.remove(listener)

        return unsubscribe

    def announce(self, *areas: Area) -> None:
        """Tell subscribers that these areas changed."""
        changes = ChangeSet(frozenset(areas))
        if changes.moves_numbers:
            self.kept.forget()
        for listener in tuple(self._listeners):
            listener(changes)

    # ---- rooms of their own ----

    @property
    def intake(self) -> IntakeRoom:
        """What can be taken in."""
        from genmu_studio.intake import IntakeRoom  # noqa: PLC0415 - see the top of the module

        return IntakeRoom(self)

    @property
    def labelling(self) -> LabellingRoom:
        """What can be done with campaigns of people's judgments."""
        from genmu_studio.labelling.room import LabellingRoom  # noqa: PLC0415 - see the top of the module

        return LabellingRoom(self)

    @property
    def audit(self) -> AuditRoom:
        """What can be done in the audit room."""
        from genmu_studio.audit.room import AuditRoom  # noqa: PLC0415 - see the top of the module

        return AuditRoom(self)

    # ---- operations ----

    def score(
        self,
        request: ScoreRequest,
        on_progress: ProgressListener = no_progress,
        cancellation: Cancellation | None = None,
    ) -> RunReport:
        """Measure what the evaluator has not measured yet."""
        from genmu_studio import pipeline  # noqa: PLC0415 - see the top of the module

        try:
            return pipeline.score(self.store, self.protocol, request, on_progress, cancellation)
        finally:
            self.announce("results")

    def mark(self, title: str, marks: Iterable[Mark]) -> Future[None]:
        """Change marks of samples, as one step that undo takes back as a whole; what is so already is not written.

        The future is done when the step is written and told. UserError through it for a note that is too long, a
        project that is read-only, a disk that is full: then nothing was written.
        """
        told: Future[None] = Future()
        told.set_running_or_notify_cancel()  # from here on nobody can cancel it

        def tell(written: Future[bool]) -> None:
            try:
                if written.result():
                    self.announce("marks")
            except Exception as error:  # noqa: BLE001 - it belongs to whoever asked for the write
                told.set_exception(error)
            else:
                told.set_result(None)

        try:
            write_marks(self.store, title, marks).add_done_callback(tell)
        except UserError as error:
            told.set_exception(error)
        return told

    def undo(self) -> str | None:
        """Take the last step back; return its title, None where there is none."""
        return self._tell_undone(undoing.take_back(self.store, "undo"))

    def redo(self) -> str | None:
        """Do again what was taken back last; return its title, None where there is nothing."""
        return self._tell_undone(undoing.take_back(self.store, "redo"))

    def _tell_undone(self, undone: undoing.Undone | None) -> str | None:
        if undone is None:
            return None
        moved: list[Area] = ["marks"]
        moved += ["results"] if undone.moved_results else []
        moved += ["audit"] if undone.moved_drafts else []
        self.announce(*moved)
        return undone.title

    def choose_face(
        self,
        choice: FaceChoice,
        evaluator: EvaluatorRow,
        on_progress: ProgressListener = no_progress,
        cancellation: Cancellation | None = None,
    ) -> FaceChoiceReport:
        """Let another face of a sample's picture count, wherever the project shows that picture; one step for undo.

        It is measured first, by each evaluator that measured the picture; `evaluator` is the one looked with.
        """
        from genmu_studio import face_choice  # noqa: PLC0415 - see the top of the module

        report = face_choice.choose_face(
            self.store, self.protocol, choice, evaluator, on_progress=on_progress, cancellation=cancellation
        )
        if report.ending == "changed":
            self.announce("results", "marks")
        return report

    def calibrate(self, evaluator: EvaluatorRow, template: TemplateRule | None = None) -> ProjectCalibration:
        """Return what the references say about an evaluator."""
        return calibrations.calibrate_project(
            self.store, self.protocol, evaluator.track, evaluator.digest, template or self.protocol.decision.template
        )

    def freeze(
        self, evaluator: EvaluatorRow, calibration: ProjectCalibration, template: TemplateRule | None = None
    ) -> None:
        """Keep a calibration as the one that official thresholds come from."""
        calibrations.freeze(self.store, evaluator.digest, template or self.protocol.decision.template, calibration)
        self.announce("calibrations", "results")

    # ---- questions ----

    def submissions(self, track: Track | None = None) -> list[SubmissionRow]:
        """Return the submissions, of one track where it is named."""
        rows = self.kept.get("submissions", lambda: self.store.read(submission_store.all_submissions))
        return [row for row in rows if track is None or row.track == track]

    def submission(self, name: str) -> SubmissionRow:
        """Return the submission of that id; UserError naming those that exist."""
        rows = self.submissions()
        for row in rows:
            if row.id == name:
                return row
        known = ", ".join(row.id for row in rows) or "none"
        raise UserError(f"there is no submission {name!r}", f"There are: {known}.")

    def reference_counts(self, track: Track) -> Mapping[str, int]:
        """Return how many references each identity of a track has; one without any is not in it."""
        return self.store.read(lambda db: reference_store.counts(db, track))

    def evaluators(self, track: Track | None = None) -> list[EvaluatorRow]:
        """Return the evaluators that the project knows, oldest first."""
        rows = self.store.read(evaluator_store.known)
        return [row for row in rows if track is None or row.track == track]

    def look_base(self, submission: SubmissionRow, view: View) -> LookBase | None:
        """Read what `view` looks at of a submission; None where no evaluator has results for it."""
        return look_base(self, submission, view)

    def evaluate(self, submission: SubmissionRow, view: View) -> Evaluation | None:
        """Return the scores of a submission; None where no evaluator has results for it."""
        base = self.look_base(submission, view)
        return evaluate(base.through(view)) if base is not None else None

    def lens(self, evaluator: EvaluatorRow, view: View) -> Lens:
        """Return the lens that `view` asks for; UserError for a threshold that does not exist."""
        return make_lens(self.protocol, evaluator, view, self.thresholds(evaluator, view.template))

    def unscored_frames(self, submission: SubmissionRow) -> SubmissionFrames:
        """Return the samples of a submission by groups, as before scoring. Kept until the data change."""
        groups = self.protocol.groups_of(submission.track)
        return self.kept.get(("samples", submission.id), lambda: read_frames(self.store, submission.id, groups))

    def frames_of(self, submission: SubmissionRow, evaluator: EvaluatorRow, template: TemplateRule) -> SubmissionFrames:
        """Return what the metrics read of a submission. Kept until the data change: thresholds and policies are free.

        Of submissions without results too; every status is then ERROR.
        """

        def read() -> SubmissionFrames:
            bare = self.unscored_frames(submission)
            return score_frames(self.store, bare, submission.id, evaluator, template)

        return self.kept.get(("frames", submission.id, evaluator.digest, template), read)

    def evaluators_of(self, submission: SubmissionRow) -> list[EvaluatorRow]:
        """Return the evaluators of identity that have results for a submission, oldest first."""
        return [row for row in self._with_results(submission) if row.aspect == "identity"]

    def other_evaluators_of(self, submission: SubmissionRow) -> list[EvaluatorRow]:
        """Return the evaluators of other aspects that have results for a submission, oldest first."""
        return [row for row in self._with_results(submission) if row.aspect != "identity"]

    def _with_results(self, submission: SubmissionRow) -> list[EvaluatorRow]:
        return self.kept.get(
            ("evaluators", submission.id),
            lambda: self.store.read(lambda db: evaluator_store.with_results(db, submission.id)),
        )

    def preserved(self, submission: SubmissionRow) -> tuple[PreservedValue, ...]:
        """Return what is preserved besides identity, of what was measured. Kept until the data change."""
        return self.kept.get(("preserved", submission.id), lambda: preserved_values(self, submission))

    def people(self, submission: SubmissionRow) -> tuple[PeopleValue, ...]:
        """Return the figures that rest on people's judgments; a project without campaigns has none at once."""
        return self.labelling.people_values(submission) if self.asks_people else ()

    @property
    def asks_people(self) -> bool:
        """Whether people are asked about anything: whether there is a campaign."""
        return self.store.read(contents.has_campaigns)

    def audit_standings(self) -> Mapping[SubmissionId, Standing]:
        """Return where submissions stand in the audit; a project that nobody has audited has none at once."""
        if not self.store.read(check_runs.was_audited):
            return {}
        from genmu_studio.audit.standing import standings_as_audited  # noqa: PLC0415 - see the top of the module

        return standings_as_audited(self)

    def best_evaluator(self, submission: SubmissionRow) -> EvaluatorRow | None:
        """Return the evaluator that a submission is looked at with unless another one is asked for."""
        return choose_evaluator(submission, self.evaluators_of(submission), None)

    def thresholds(self, evaluator: EvaluatorRow, template: TemplateRule | None = None) -> dict[str, Threshold]:
        """Return the thresholds of an evaluator that have a name; the one that the protocol asks for is marked."""
        frozen = self._frozen(evaluator, template or self.protocol.decision.template)
        return presets(self.protocol, evaluator.track, evaluator.name, frozen)

    def _frozen(self, evaluator: EvaluatorRow, template: TemplateRule) -> FrozenCalibration | None:
        return self.kept.get(
            ("calibration", evaluator.digest, template),
            lambda: calibrations.frozen(self.store, evaluator.digest, template),
        )

    def marks(self, submission: SubmissionRow) -> Marks:
        """Return the picks, bookmarks and notes of a submission as they stand."""
        return read_marks(self.store, submission.id)

    def undo_titles(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would take back, None where there is nothing."""
        return undoing.undo_titles(self.store)

    def official_entries(self) -> Mapping[SubmissionId, str | None]:
        """Return for each submission why it is not its team's official entry, None for the one that is."""
        return official_entries(self.submissions(), self.protocol)

    def leaderboard(self, track: Track, view: View | None = None) -> Sequence[LeaderboardRow]:
        """Return the entries of a track, ranked ones first; their evaluations are without frames."""
        rows = self.submissions(track)
        evaluations = {}
        for row in rows:
            # An entry without results of the evaluator that was asked for is an entry not scored yet.
            with suppress(NoResultsError):
                if (evaluation := self.evaluate(row, view or View())) is not None:
                    evaluations[row.id] = evaluation.without_frames()
        ranked = rank_entries(self.protocol, track, rows, evaluations)
        return self.with_people(
            replace(row, preserved=preserved_by_name(self.preserved(row.submission))) for row in ranked
        )

    def with_people(self, rows: Iterable[LeaderboardRow]) -> Sequence[LeaderboardRow]:
        """Return entries of a leaderboard with what people have said of them by now."""
        shares = self.labelling.shares() if self.asks_people else {}
        return tuple(
            replace(row, people=people_by_name(self.people(row.submission)), labelled=shares.get(row.submission.id))
            for row in rows
        )
