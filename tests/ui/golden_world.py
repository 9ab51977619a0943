"""A project to take golden pictures of: drawn portraits that the fake evaluator tells apart, and every outcome.

Nothing in it depends on chance, clock or machine: the portraits are drawn in whole numbers, and nobody real is on them.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from genmu_studio.project import Project
from genmu_studio.protocol import Protocol
from genmu_studio.thumbnails import CACHE_FOLDER
from tests.core import world

SIDE_PX = 96
REFERENCES = 3
TWO_FACES = f"13|{world.STRANGER}"
_MOTIFS = 5
_ROUNDS = 12

Levels = np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]
Plane = np.ndarray[tuple[int, int], np.dtype[np.bool_]]

# (identity, condition, seed) → whom the unlearned sample shows instead
FIRST = {
    ("1", "c0", 0): world.STRANGER, ("1", "c0", 1): "2", ("1", "c1", 0): world.STRANGER,
    ("2", "c1", 1): "1",
    ("3", "c0", 1): "4", ("3", "c1", 1): world.STRANGER,
    ("4", "c1", 0): world.DAMAGED,
    ("11", "c0", 0): world.STRANGER, ("11", "c0", 1): world.STRANGER, ("11", "c1", 0): world.STRANGER,
    ("11", "c1", 1): world.STRANGER,
    ("13", "c0", 0): TWO_FACES,
}  # fmt: skip
SECOND = {(identity, condition, seed): world.STRANGER for identity in ("1", "11") for condition, seed in (
    ("c0", 0), ("c0", 1), ("c1", 0))}  # fmt: skip
THIRD = {("1", "c0", 0): world.STRANGER, ("11", "c0", 0): "12", ("12", "c1", 1): world.STRANGER}
TEAMS = (("Example Lab", FIRST), ("Second Lab", SECOND), ("Third Lab", THIRD))


def make_project(folder: Path) -> Path:
    """Make a closed project of two groups with references and three entries under `folder`, not scored."""
    protocol = world.two_groups()
    entries = [folder / team.split()[0].lower() for team, _ in TEAMS]
    for entry, (team, shows) in zip(entries, TEAMS, strict=True):
        samples = _samples(protocol, shows)
        world.write_submission(entry, samples, team=team)
        _draw_samples(entry, samples)
    references = world.write_references(folder / "references", protocol.identities_of("face"), REFERENCES)
    for path in sorted(references.glob("*/*.png")):
        draw(path, path.parent.name, int(path.stem))
    with Project.create(folder / "project.genmu", protocol) as project:
        project.intake.references(references)
        for entry in entries:
            world.take_in(project, entry)
    _forbid_cache(folder / "project.genmu")
    return folder / "project.genmu"


def _forbid_cache(project: Path) -> None:
    """Leave no place for a cache of thumbnails: they are JPEGs, and who is faster decides whether one is shown."""
    (project / CACHE_FOLDER).parent.mkdir(exist_ok=True)
    (project / CACHE_FOLDER).write_text("no folder", encoding="utf-8")


def _samples(protocol: Protocol, shows: dict[tuple[str, str, int], str]) -> list[world.Sample]:
    said = {"guidance": "7.5", "prompt": "a portrait in front of a plain wall"}
    made = [replace(each, settings=said) for each in world.grid(protocol, conditions=2, seeds=2)]
    return [
        replace(each, shows=shows.get((each.identity, each.condition, each.seed), ""))
        if each.side == "unlearned"
        else each
        for each in made
    ]


def _draw_samples(folder: Path, samples: Iterable[world.Sample]) -> None:
    for number, sample in enumerate(samples):
        who = sample.shows or sample.identity
        if who in world.STEPS:
            draw(folder / sample.path, who, number)


# ---- portraits ----


def draw(path: Path, who: str, number: int) -> None:
    """Draw somebody in place of a picture of one colour, which stays the mean; `number` moves the head a little."""
    with Image.open(path) as plain:
        mean = np.asarray(plain.convert("RGB"), dtype=np.int64)[0, 0]
    Image.fromarray(portrait(mean, list(world.STEPS).index(who), number)).save(path)


def portrait(mean: np.ndarray, who: int, number: int) -> Levels:
    """Return a drawn portrait, (SIDE_PX, SIDE_PX, 3), whose mean colour is `mean` to a level or so."""
    rows, columns = np.mgrid[:SIDE_PX, :SIDE_PX].astype(np.int64)
    x, y = columns - SIDE_PX // 2 - (number % 5 - 2), rows - 42 - (number % 3 - 1)
    tint = np.array([(12, 0, -12), (-12, 12, 0), (0, -12, 12)][who % 3])
    relief = np.zeros((SIDE_PX, SIDE_PX, 3), dtype=np.int64)
    relief[_motif(who, columns, rows)] -= 12
    layers = (
        (_ellipse(x, y - 58, 40 - who % 3 * 4, 34), -22 - tint),  # shoulders
        (_ellipse(x, y + 4 + who % 2 * 4, 27 + who % 3 * 2, 32), -34 + tint),  # hair
        (_ellipse(x, y, 22, 28), 34 + tint // 2),  # face
        (_ellipse(x, y - 15, 4 + number % 2 * 6, 3), -30 + tint),  # mouth
        (_ellipse(abs(x) - 9, y + 5, 4, 3 + who % 2), -38 + tint // 2),  # eyes
    )
    for where, shade in layers:
        relief[where] = shade
    # A colour near black or white has less room for relief.
    relief = relief * np.minimum(mean, 255 - mean) // 40
    drawn = np.clip(mean + relief, 0, 255)
    for _ in range(_ROUNDS):
        drawn = np.clip(drawn + np.rint(mean - drawn.mean(axis=(0, 1))).astype(np.int64), 0, 255)
    levels: Levels = drawn.astype(np.uint8)
    return levels


def _ellipse(x: np.ndarray, y: np.ndarray, wide: int, high: int) -> Plane:
    inside: Plane = (x * high) ** 2 + (y * wide) ** 2 <= (wide * high) ** 2
    return inside


def _motif(who: int, x: np.ndarray, y: np.ndarray) -> Plane:
    """Return which pixels of the background are darker: a pattern of its own for each of `_MOTIFS` people."""
    stripes = (np.zeros_like(x), x // 12, y // 12, (x + y) // 16, x // 16 + y // 16)
    odd: Plane = stripes[who % _MOTIFS] % 2 == 1
    return odd
