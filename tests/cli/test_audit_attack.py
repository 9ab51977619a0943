"""`genmu audit --attack N`: mildly changed copies are measured in worker processes, once."""

from pathlib import Path

import pytest

from genmu_studio.project import Project
from tests.cli.conftest import Genmu
from tests.core import world


@pytest.fixture
def hidden(tmp_path: Path) -> Path:
    protocol = world.one_group()
    folder = tmp_path / "p.genmu"
    with Project.create(folder, protocol) as project:
        project.intake.references(
            world.write_references(tmp_path / "references", protocol.identities_of("face"), each=2)
        )
        samples = world.showing(world.grid(protocol, conditions=3), {("unlearned", "1"): world.STRANGER})
        world.take_in(project, world.write_submission(tmp_path / "entry", samples))
        world.score_with_fake(project)
    return folder


def test_an_attack_is_asked_for_and_kept(hidden: Path, genmu: Genmu) -> None:
    def reason() -> list[str]:
        (entry,) = genmu("audit", hidden, "--json").json()["submissions"]
        return [each["reason"] for each in entry["not_run"] if each["check"] == "mild_change"]

    assert "--attack" in reason()[0]
    assert genmu("audit", hidden, "--attack", "2", "--json").code == 0
    assert reason() == []
    assert genmu("audit", hidden, "--attack", "-1").code == 2
