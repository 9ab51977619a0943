"""A project with entries of all sorts, made once. Hypothesis without a deadline: other work may share the machine."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings

from genmu_studio.project import Project
from genmu_studio.protocol import Protocol
from tests.core import world

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

ALPHA, BETA, GAMMA = "alpha-face-r2", "beta-face-r1", "gamma-face-r1"
SUPERSEDED, WAITING = "alpha-face-r1", "delta-face-r1"
COHORT = ("900", "901")


@pytest.fixture(scope="session")
def varied_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a closed project of two groups, scored with fake_image: what the samples show is drawn at random.

    Each identity has 5 conditions, enough for the bootstrap. The first entry of Alpha is superseded, that of Delta is
    not scored. References are those of the protocol and of `COHORT`.
    """
    folder = tmp_path_factory.mktemp("varied")
    protocol = world.two_groups()
    world.write_references(folder / "references", [*protocol.identities_of("face"), *COHORT], each=4)
    with Project.create(folder / "project.genmu", protocol) as project:
        project.intake.references(folder / "references", cohort=len(COHORT))
        for seed, (team, revision) in enumerate((("Alpha", 1), ("Alpha", 2), ("Beta", 1), ("Gamma", 1))):
            _take_in(project, folder / f"{team}-{revision}", team, revision, drawn(protocol, seed))
        world.score_with_fake(project)
        waiting = world.write_submission(folder / "Delta", world.grid(protocol), team="Delta", size=6)
        world.take_in(project, waiting, team="Delta")  # pictures of another size: nobody has measured them
    return folder / "project.genmu"


@pytest.fixture
def varied(varied_folder: Path) -> Iterator[Project]:
    """Return that project, open for reading."""
    with Project.open(varied_folder, "read") as project:
        yield project


def drawn(protocol: Protocol, seed: int) -> list[world.Sample]:
    """Return samples of which most show whom they should, others somebody else, a stranger, or nothing."""
    draw = random.Random(seed)  # noqa: S311 - a test's, not a key
    samples = []
    for sample in world.grid(protocol, conditions=5, seeds=2):
        group = protocol.group(sample.group)
        assert group is not None
        others = [draw.choice(group.identities), world.STRANGER, draw.choice(COHORT), world.DAMAGED]
        shows = draw.choices([sample.identity, *others], [8, 3, 2, 2, 1])[0]
        samples.append(replace(sample, shows=shows, shade=draw.randrange(world.SHADES)))
    return samples


def _take_in(project: Project, folder: Path, team: str, revision: int, samples: list[world.Sample]) -> None:
    world.take_in(project, world.write_submission(folder, samples, team=team, revision=revision), team=team)
