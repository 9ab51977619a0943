"""A scan that is watched: it says its steps, and it ends where somebody asks, with nothing left behind."""

import zipfile
from pathlib import Path

import pytest

from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.submission.delivered import Delivered, count_delivered
from genmu_studio.submission.scan import scan_submission
from genmu_studio.watching import Watch
from tests.core import world


def _entry(folder: Path) -> Path:
    return world.write_submission(folder, world.grid(world.one_group()))


def _zipped(folder: Path, archive: Path) -> Path:
    with zipfile.ZipFile(archive, "w") as made:
        for path in sorted(folder.rglob("*")):
            made.write(path, path.relative_to(folder))
    return archive


def test_the_steps_of_an_archive_are_told_in_order(tmp_path: Path) -> None:
    archive = _zipped(_entry(tmp_path / "entry"), tmp_path / "entry.zip")
    told: list[Progress] = []
    scanned = scan_submission(archive, world.one_group(), unpack_into=tmp_path / "u", watch=Watch(told.append))
    assert len(scanned.rows) == 16
    phases = list(dict.fromkeys(each.phase.partition(":")[0] for each in told))
    assert phases == [
        "reading the archive", "unpacking", "looking for files", "reading samples", "matching pairs",
        "looking into files",
    ]  # fmt: skip
    assert told[-1] == Progress("looking into files", 0, 16)


@pytest.mark.parametrize("phase", ["reading the archive", "unpacking: 5 files", "reading samples"])
def test_a_cancelled_scan_leaves_no_half_unpacked_folder(tmp_path: Path, phase: str) -> None:
    archive = _zipped(_entry(tmp_path / "entry"), tmp_path / "entry.zip")
    cancellation = Cancellation()
    told: list[str] = []

    def cancel_there(progress: Progress) -> None:
        told.append(progress.phase)
        if progress.phase == phase:
            cancellation.request()

    watch = Watch(cancel_there, cancellation)
    with pytest.raises(CancelledError):
        scan_submission(archive, world.one_group(), unpack_into=tmp_path / "u", watch=watch)
    assert told[-1] == phase
    left = list((tmp_path / "u").iterdir()) if (tmp_path / "u").exists() else []
    assert not [each for each in left if each.name.startswith(".unpacking")]
    assert len(left) == (1 if phase == "reading samples" else 0)


def test_delivered_samples_are_counted_by_group_and_identity(tmp_path: Path) -> None:
    samples = [
        world.Sample("original", "One", "1", "a", 0, settings={"steps": "20"}),
        world.Sample("unlearned", "One", "1", "a", 0, settings={"steps": "30"}),
        world.Sample("original", "One", "1", "b", 0),
        world.Sample("unlearned", "One", "1", "b", 0),
        world.Sample("unlearned", "One", "2", "a", 0),
        world.Sample("quantized", "One", "2", "a", 0),
    ]
    folder = world.write_submission(tmp_path / "entry", samples)
    scanned = scan_submission(folder, world.one_group())
    assert count_delivered(scanned.rows, scanned.pairs) == (
        Delivered("One", "1", original=2, unlearned=2, matched=1, mismatched=1),
        Delivered("One", "2", original=0, unlearned=1, other=1),
    )
