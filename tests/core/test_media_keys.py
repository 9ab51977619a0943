"""The files of samples and references, by their ids in a project."""

from pathlib import Path

from genmu_studio.media_keys import MediaKey, find_media
from genmu_studio.project import Project
from scoring.digests import bytes_sha256
from tests.core import world


def test_samples_and_references_of_the_same_number_are_told_apart(tmp_path: Path) -> None:
    protocol = world.two_groups()
    world.write_submission(tmp_path / "entry", world.showing(world.grid(protocol, conditions=1), {}))
    world.write_references(tmp_path / "references", protocol.identities_of("face"))
    with Project.create(tmp_path / "project.genmu", protocol) as project:
        project.intake.references(tmp_path / "references")
        world.take_in(project, tmp_path / "entry")
        keys = [MediaKey("sample", 1), MediaKey("reference", 1), MediaKey("reference", 10_000)]
        found = find_media(project, keys)
        assert set(found) == set(keys[:2])
        for key, folder in ((keys[0], "entry"), (keys[1], "references")):
            media = found[key]
            assert Path(media.path).is_relative_to(tmp_path / folder)
            assert media.kind == "image"
            assert media.sha256 == bytes_sha256(Path(media.path).read_bytes())
        assert find_media(project, []) == {}
