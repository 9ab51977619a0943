"""Writes the demo's references, groups and submission folders."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import files
from pathlib import Path

from genmu_studio.demo.faces import FACES
from genmu_studio.demo.material import Cell, TrackMaterial
from genmu_studio.demo.stories import STORIES, Story
from genmu_studio.demo.voices import VOICES
from genmu_studio.domain import Side
from scoring.types import Track


@dataclass(frozen=True, slots=True)
class DemoSubmission:
    """A submission folder, and what the organizer knows of it: when it arrived (UTC) and from which team."""

    folder: Path
    track: Track
    team: str
    received_at: datetime


@dataclass(frozen=True, slots=True)
class DemoMaterial:
    """What `build_demo` wrote. references : one folder per track that holds `<identity>/files`, cohort included."""

    groups_csv: Path
    references: Mapping[Track, Path]
    cohort: Mapping[Track, tuple[str, ...]]
    submissions: tuple[DemoSubmission, ...]


def build_demo(folder: Path) -> DemoMaterial:
    """Write the demo's material under `folder`, the same bytes every time.

    UserError where a package that carries the pictures is missing; OSError where `folder` cannot be written.
    """
    materials = (FACES, VOICES)
    originals = {material.track: {cell: material.original(cell) for cell in material.cells()} for material in materials}
    return DemoMaterial(
        groups_csv=_write_groups(folder / "groups.csv", materials),
        references={each.track: _write_references(folder / "references" / each.track, each) for each in materials},
        cohort={each.track: each.cohort for each in materials},
        submissions=tuple(
            _write_submission(folder / "submissions" / story.name, story, originals[story.material.track])
            for story in STORIES
        ),
    )


def _write_groups(path: Path, materials: Iterable[TrackMaterial]) -> Path:
    groups = [material.group for material in materials]
    rows = [
        {
            "track": group.track,
            "dataset": group.dataset,
            "set": group.name,
            "forget_id": group.forget,
            "retain_ids": ";".join(group.retain),
            "selection_note": group.note,
        }
        for group in groups
    ]
    return _write_csv(path, rows)


def _write_references(folder: Path, material: TrackMaterial) -> Path:
    for identity in (*material.group.identities, *material.cohort):
        for name, content in material.references(identity).items():
            _write(folder / identity / name, content)
    return folder


def _write_submission(folder: Path, story: Story, originals: Mapping[Cell, bytes]) -> DemoSubmission:
    material = story.material
    rows = []
    for cell, original in originals.items():
        unlearned = material.unlearned(cell, story.answer(cell), story.drift)
        asked = material.settings(cell)
        rows.append({**_write_sample(folder, material, cell, "original", original), **asked})
        differs = story.mismatches.get(cell, {})
        rows.append({**_write_sample(folder, material, cell, "unlearned", unlearned), **asked, **differs})
    _write_csv(folder / "samples.csv", rows)
    manifest = files("resources") / "demo" / "manifests" / f"{story.name}.toml"
    _write(folder / "submission.toml", manifest.read_bytes())
    return DemoSubmission(folder, material.track, story.team, story.received_at)


def _write_sample(folder: Path, material: TrackMaterial, cell: Cell, side: Side, content: bytes) -> dict[str, str]:
    path = f"{side}/{cell.identity}/{cell.condition}-{cell.seed}{material.suffix}"
    _write(folder / path, content)
    return {
        "path": path,
        "side": side,
        "group": material.group.name,
        "role": material.group.role_of(cell.identity) or "",
        "identity": cell.identity,
        "condition": cell.condition,
        "seed": str(cell.seed),
    }


def _write_csv(path: Path, rows: list[dict[str, str]]) -> Path:
    columns = list(dict.fromkeys(column for row in rows for column in row))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return path


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
