"""The world of the labelling tests is what it says."""

from pathlib import Path

from genmu_studio.project import Project
from tests.ui import label_world


def test_every_campaign_has_a_queue_with_something_to_show(label_folder: Path, tmp_path: Path) -> None:
    kinds = set()
    with Project.open(label_world.copied(label_folder, tmp_path)) as project:
        for name in label_world.CAMPAIGNS:
            queue = label_world.queue_of(project, name)
            kinds |= {question.kind for question in queue.questions}
            assert len(queue.entries) >= 10
            assert all(Path(media.path).is_file() for entry in queue.entries for media in entry.media)
        assert label_world.queue_of(project).entries[0].training
        assert any(entry.notice and not entry.training for entry in label_world.queue_of(project).entries)
        assert label_world.pack_of(project, "voices-abx", tmp_path / "pack.zip").is_file()
    assert kinds == {"choice", "scale", "number", "yes_no", "ab", "abx", "text"}
