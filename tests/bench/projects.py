"""A project that holds files to score, and the product's own road through it, with a clock."""

import csv
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from genmu_studio.executors import MAX_DEFAULT_LANES, ExecutorChoice, available_cpus
from genmu_studio.importing import Receipt
from genmu_studio.jobs import Progress
from genmu_studio.pipeline import ScoreRequest
from genmu_studio.project import Project
from genmu_studio.protocol import load_protocol
from genmu_studio.submission.scan import scan_submission
from scoring.errors import BugError
from scoring.types import EvaluatorSpec, Track

FACE = EvaluatorSpec("face_sface", device="cpu")
SPEECH = EvaluatorSpec("speaker_ge2e", device="cpu")
PROCESSES = ExecutorChoice("processes")
# The clock starts when this share of the samples has been measured: by then every worker has loaded its model.
WARM_UP_SHARE = 0.25


def default_lanes() -> int:
    """Return how many workers the product starts by itself."""
    return min(available_cpus(), MAX_DEFAULT_LANES)


@contextmanager
def scratch() -> Iterator[Path]:
    """Yield a folder that is gone afterwards."""
    with TemporaryDirectory(prefix="genmu-bench-") as folder:
        yield Path(folder)


def make_project(folder: Path, media: Sequence[Path], track: Track) -> Path:
    """Make a project under `folder` and import `media`, which lie in one folder, as a submission; return its path."""
    protocol = load_protocol()
    submission = media[0].parent
    group = protocol.groups_of(track)[0]
    (submission / "submission.toml").write_text(f'[submission]\nteam = "bench"\ntrack = "{track}"\n')
    with (submission / "samples.csv").open("w", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(["path", "side", "group", "role", "identity", "condition", "seed"])
        for number, path in enumerate(media):
            table.writerow([path.name, "unlearned", group.name, "forget", group.forget, "bench", number])
    with Project.create(folder / "bench.genmu", protocol) as project:
        imported = project.intake.submission(scan_submission(submission, protocol), Receipt())
        if imported.samples != len(media):
            raise BugError(f"{imported.samples} of {len(media)} files were imported")
        return project.folder


@contextmanager
def copy_of(project: Path) -> Iterator[Project]:
    """Yield a copy of `project`, open for writing; it is gone afterwards, and `project` stays as it is."""
    with scratch() as folder, Project.open(shutil.copytree(project, folder / project.name), "write") as copy:
        yield copy


def score_per_second(project: Path, spec: EvaluatorSpec, executor: ExecutorChoice = PROCESSES) -> float:
    """Score everything in a copy of `project`; return the samples per second, model loading left out."""
    with copy_of(project) as copy:
        clock = _Clock(copy)
        report = copy.score(ScoreRequest(spec, executor=executor), clock.on_progress)
    if report.failed:
        raise BugError(f"{len(report.failed)} samples failed, the first: {report.failed[0]}")
    return clock.per_second


class _Clock:
    """Times the samples after the warm-up, until the last result is in the database."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._start: tuple[float, int] | None = None
        self.per_second = 0.0

    def on_progress(self, progress: Progress) -> None:
        if self._start is None:
            if progress.done >= WARM_UP_SHARE * progress.total:
                self._start = (time.perf_counter(), progress.done)
        elif progress.done == progress.total:
            self._project.store.write(lambda db: None).result()  # the queue is in order: all before it are committed
            began, done = self._start
            self.per_second = (progress.done - done) / (time.perf_counter() - began)
