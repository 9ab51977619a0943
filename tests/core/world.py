"""A small world that the fake evaluator can tell apart: pictures of one colour, identities by colour.

Two colours within one step of 32 levels are one identity to `fake_image`; the exact shade tells samples apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from PIL import Image

from genmu_studio.evaluation import Evaluation
from genmu_studio.executors import ExecutorChoice
from genmu_studio.importing import ImportedSubmission, Receipt
from genmu_studio.pipeline import RunReport, ScoreRequest
from genmu_studio.project import Project
from genmu_studio.protocol import Protocol, load_protocol
from genmu_studio.protocol_tables import GroupTable
from genmu_studio.submission.scan import scan_submission
from genmu_studio.view import View
from scoring.types import EvaluatorSpec, OptionValue

IN_TIME = datetime(2026, 7, 1, tzinfo=UTC)
INLINE = ExecutorChoice("inline", 1)
ONE = GroupTable(name="One", track="face", dataset="colours", forget="1", retain=("2", "3", "4"))
TWO = GroupTable(name="Two", track="face", dataset="colours", forget="11", retain=("12", "13"))
STRANGER = "stranger"
DAMAGED = "damaged"

# identity → its step of 32 levels in red, green, blue
STEPS: Mapping[str, tuple[int, int, int]] = {
    "1": (1, 1, 1), "2": (1, 6, 2), "3": (6, 1, 3), "4": (6, 6, 1),
    "11": (2, 3, 6), "12": (3, 2, 5), "13": (5, 3, 4),
    "900": (4, 1, 5), "901": (5, 6, 6), STRANGER: (7, 4, 7),
}  # fmt: skip
SHADES = 16**3

COMPLETE = """
[submission]
team = "{team}"
track = "{track}"
revision = {revision}
[model]
unlearned_weights = "https://example.org/weights"
[reproduce]
repository = "https://example.org/code"
commit = "0123abc"
instructions = "https://example.org/how"
"""
HEAD = '[submission]\nteam = "{team}"\ntrack = "{track}"\nrevision = {revision}\n'


def two_groups() -> Protocol:
    return load_protocol().with_only_groups([ONE, TWO], "colours")


def one_group() -> Protocol:
    return load_protocol().with_only_groups([ONE], "one colour group")


def write_picture(path: Path, identity: str, shade: int, size: int = 4) -> None:
    """Write a picture that shows `identity`; each of the `SHADES` shades is another content of the same identity.

    "1|2" shows two, side by side: the left one is the face that counts unless another is chosen.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if identity == DAMAGED:
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + f"no picture {shade}".encode())
        return
    offsets = (shade % 16, shade // 16 % 16, shade // 256 % 16)
    colours = [
        [32 * step + 8 + offset for step, offset in zip(STEPS[face], offsets, strict=True)]
        for face in identity.split("|")
    ]
    halves = [np.full((size, size, 3), colour, np.uint8) for colour in colours]
    Image.fromarray(np.hstack(halves)).save(path)


@dataclass(frozen=True)
class Sample:
    """One row of samples.csv, and whom its picture shows ("" = who was asked for)."""

    side: str
    group: str
    identity: str
    condition: str
    seed: int
    shows: str = ""
    shade: int | None = None
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"{self.side}/{self.group}/{self.identity}/{self.condition}/{self.seed}.png"


def grid(protocol: Protocol, conditions: int = 2, seeds: int = 1, sides: Sequence[str] = ()) -> list[Sample]:
    """Return a sample of every identity of every face group, in each condition, with each seed, on both sides."""
    return [
        Sample(side, group.name, identity, f"c{condition}", seed)
        for side in sides or ("original", "unlearned")
        for group in protocol.groups_of("face")
        for identity in group.identities
        for condition in range(conditions)
        for seed in range(seeds)
    ]


def showing(samples: Iterable[Sample], shows: Mapping[tuple[str, str], str]) -> list[Sample]:
    """Return the samples, those of the (side, identity) named showing somebody else."""
    return [replace(sample, shows=shows.get((sample.side, sample.identity), sample.shows)) for sample in samples]


def write_submission(
    folder: Path,
    samples: Sequence[Sample],
    *,
    team: str = "Example Lab",
    revision: int = 1,
    manifest: str = COMPLETE,
    size: int = 4,
) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    columns = sorted({name for sample in samples for name in sample.settings})
    lines = [",".join(["path,side,group,identity,condition,seed", *columns])]
    for place, sample in enumerate(samples):
        shade = place if sample.shade is None else sample.shade
        write_picture(folder / sample.path, sample.shows or sample.identity, shade % SHADES, size)
        cells = [sample.path, sample.side, sample.group, sample.identity, sample.condition, str(sample.seed)]
        lines.append(",".join([*cells, *(sample.settings.get(name, "") for name in columns)]))
    (folder / "samples.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    text = manifest.format(team=team, track="face", revision=revision)
    (folder / "submission.toml").write_text(text, encoding="utf-8")
    return folder


def write_references(folder: Path, identities: Iterable[str], each: int = 3) -> Path:
    for identity in identities:
        for number in range(each):
            write_picture(folder / identity / f"{number}.png", identity, 4000 + number)
    return folder


def take_in(
    project: Project, folder: Path, received_at: datetime | None = IN_TIME, team: str | None = None
) -> ImportedSubmission:
    scanned = scan_submission(folder, project.protocol)
    assert not scanned.refused, scanned.problems
    return project.intake.submission(scanned, Receipt(received_at, team))


def score_with_fake(project: Project, executor: ExecutorChoice = INLINE, **options: OptionValue) -> RunReport:
    return project.score(fake_request(executor, 0, **options))


def fake_request(executor: ExecutorChoice = INLINE, batch: int = 0, **options: OptionValue) -> ScoreRequest:
    return ScoreRequest(EvaluatorSpec("fake_image", tuple(options.items())), executor=executor, batch=batch)


def look(project: Project, name: str, view: View | None = None) -> Evaluation:
    evaluation = project.evaluate(project.submission(name), view or View())
    assert evaluation is not None
    return evaluation


def put_under(folder: Path, protocol: Protocol) -> None:
    """Make the closed project at `folder` one that was made with `protocol`."""
    row = [protocol.digest, protocol.name, protocol.version, protocol.to_json()]
    with Project.open(folder, "write") as project:
        project.store.write(lambda db: db.execute("INSERT INTO protocol VALUES (?, ?, ?, ?)", row)).result()
        project.store.write(lambda db: db.execute("UPDATE project SET protocol_digest = ?", row[:1])).result()


def changed(protocol: Protocol, table: str, **values: object) -> Protocol:
    """Return the protocol with other values in one of its tables."""
    return protocol.model_copy(update={table: getattr(protocol, table).model_copy(update=values)})
