"""From nothing to the demo project: material, import, scores by the light evaluators."""

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from genmu_studio.choosing import other_evaluators
from genmu_studio.demo.builder import DemoMaterial, build_demo
from genmu_studio.executors import ExecutorChoice
from genmu_studio.importing import Receipt
from genmu_studio.jobs import Progress
from genmu_studio.pipeline import ScoreRequest
from genmu_studio.project import Project
from genmu_studio.protocol import Protocol, load_groups, load_protocol
from genmu_studio.submission.scan import scan_submission
from scoring.errors import UserError
from scoring.types import Aspect, EvaluatorSpec

PROJECT_NAME = "demo.genmu"
# Measured in seconds; recognising words takes minutes.
QUICK_ASPECTS: tuple[Aspect, ...] = ("prosody",)
# What says that a folder is an earlier demo of ours, which may be made anew.
_MARK = ".genmu-demo"


@dataclass(frozen=True, slots=True)
class MadeDemo:
    """Where the demo is and how long it took."""

    project: Path
    submissions: tuple[str, ...]
    seconds: float

    def to_json(self) -> dict[str, object]:
        """Return what `genmu demo --json` prints."""
        return {"project": str(self.project), "submissions": list(self.submissions), "seconds": self.seconds}


def make_demo(
    folder: Path, on_progress: Callable[[Progress], None], aspects: Sequence[Aspect] = QUICK_ASPECTS
) -> MadeDemo:
    """Build the demo under `folder` and score it; an earlier demo there is made anew.

    aspects : what is measured besides identity, by whatever can run here.

    UserError where `folder` holds anything else, or where the light evaluators cannot run.
    """
    started = time.monotonic()
    _clear(folder)
    on_progress(Progress("building the demo"))
    material = build_demo(folder)
    protocol = _demo_protocol(material)
    with Project.create(folder / PROJECT_NAME, protocol) as project:
        for track, references in material.references.items():
            project.intake.references(references, cohort=len(material.cohort[track]), on_progress=on_progress)
        names = []
        for entry in material.submissions:
            scanned = scan_submission(entry.folder, protocol, unpack_into=project.intake.unpack_folder)
            imported = project.intake.submission(scanned, Receipt(entry.received_at, entry.team), on_progress)
            names.append(imported.row.id)
        for track in material.references:
            for name in (protocol.tracks[track].light_evaluator, *other_evaluators(project, track, aspects)):
                request = ScoreRequest(EvaluatorSpec(name), executor=ExecutorChoice("processes"))
                project.score(request, on_progress)
        return MadeDemo(project.folder, tuple(names), time.monotonic() - started)


def _clear(folder: Path) -> None:
    if folder.exists() and any(folder.iterdir()):
        if not (folder / _MARK).is_file():
            raise UserError(f"{folder} is not empty", "Name a new folder, or one that holds an earlier demo.")
        for entry in folder.iterdir():
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry)
            else:
                entry.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _MARK).touch()


def _demo_protocol(material: DemoMaterial) -> Protocol:
    """Return the protocol with the demo's groups in place of the published ones, under a name of its own."""
    protocol = load_protocol()
    return protocol.with_only_groups(load_groups(material.groups_csv), f"{protocol.name}-demo")
