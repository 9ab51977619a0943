"""Pictures inside a report: small, from the cache where it has them, within a budget, and never the end of it."""

import base64
import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from genmu_studio.executors import ExecutorChoice
from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.project import Project
from genmu_studio.report import pictures
from genmu_studio.report.pictures import SIDE_PX, Picture, make_pictures
from genmu_studio.report.request import ReportRequest, write_report
from genmu_studio.thumbnails import CACHE_FOLDER, cached_path, make_small, read_cached
from scoring.digests import file_sha256
from scoring.types import Media
from tests.core import reports, units, world
from tests.scoring.media.builders import encode_sound, keep, voice

ENTRY = "example-lab-face-r1"


def noise(folder: Path, number: int) -> Media:
    path = folder / f"{number}.png"
    pixels = np.random.default_rng(number).integers(0, 256, (400, 300, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(path)
    return Media(str(path), "image", file_sha256(path))


def made(media: list[Media], project: Path, lanes: ExecutorChoice = world.INLINE, keep: bool = False) -> list[Picture]:
    found = make_pictures(media, project, lanes, reports.quiet, Cancellation(), keep=keep)
    return [found[each] for each in media]


def decoded(picture: Picture) -> Image.Image:
    head, _, data = picture.uri.partition(",")
    assert head == "data:image/jpeg;base64"
    return Image.open(io.BytesIO(base64.b64decode(data)))


def test_a_picture_is_a_small_jpeg(tmp_path: Path) -> None:
    (picture,) = made([noise(tmp_path, 1)], tmp_path)
    with decoded(picture) as image:
        assert (image.format, image.size) == ("JPEG", (120, SIDE_PX))


def test_a_sound_is_drawn_with_its_duration(tmp_path: Path) -> None:
    sound = keep(tmp_path, "a.wav", encode_sound(voice(2.0)), "audio")
    (picture,) = made([sound], tmp_path)
    assert picture.wave.startswith("M0.5 ")
    assert picture.wave.count("M") == SIDE_PX
    assert picture.duration == "2.0 s"
    assert set(picture.wave) <= set("MV0123456789. -")


def test_what_cannot_be_decoded_says_why(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"not a picture")
    gone = Media(str(tmp_path / "gone.png"), "image", "0" * 64)
    bad, missing = made([Media(str(path), "image", file_sha256(path)), gone], tmp_path)
    assert bad.code
    assert bad.why
    assert missing.code == "MISSING"


def test_the_cache_is_used_and_filled_only_where_it_may_be(tmp_path: Path) -> None:
    media = noise(tmp_path, 1)
    project = tmp_path / "project"
    (first,) = made([media], project)
    assert not (project / CACHE_FOLDER).exists()
    made([media], project, keep=True)
    cached = cached_path(project, media, SIDE_PX)
    assert cached.is_file()
    Path(media.path).unlink()
    assert made([media], project) == [first]
    assert read_cached(project, media, SIDE_PX) is not None


def test_each_file_is_decoded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Media] = []

    def watched(media: Media, size: int, project: Path | None) -> object:
        asked.append(media)
        return make_small(media, size, project)

    monkeypatch.setattr(pictures, "make_small", watched)
    media = noise(tmp_path, 1)
    first, second = made([media, media], tmp_path)
    assert (len(asked), first) == (1, second)


def test_progress_counts_what_is_there_already(tmp_path: Path) -> None:
    media = [noise(tmp_path, number) for number in range(3)]
    made(media[:1], tmp_path, keep=True)
    seen: list[Progress] = []
    make_pictures(media, tmp_path, world.INLINE, seen.append, Cancellation(), keep=False)
    assert [(each.phase, each.done, each.total) for each in seen] == [
        ("making thumbnails", done, 3) for done in (1, 2, 3)
    ]


def test_together_they_stay_within_the_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    media = [noise(tmp_path, number) for number in range(4)]
    sizes = [len(picture.uri) for picture in made(media, tmp_path)]
    monkeypatch.setattr(pictures, "MOST_CHARACTERS", sizes[0] + sizes[1])
    assert [picture.code for picture in made(media, tmp_path)] == ["", "", "LEFT OUT", "LEFT OUT"]


def test_a_worker_that_dies_costs_its_picture_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    media = [noise(tmp_path, number) for number in range(2)]
    monkeypatch.setattr(pictures, "make_small", dying_small)
    (tmp_path / "1.png").rename(tmp_path / "fatal.png")
    fatal = Media(str(tmp_path / "fatal.png"), "image", media[1].sha256)
    good, bad = made([media[0], fatal], tmp_path, ExecutorChoice("processes", 1))
    assert good.uri
    assert (bad.code, bad.why) == ("UNREADABLE", "decoding it ended the worker")


def dying_small(media: Media, size: int, project: Path | None) -> object:
    if Path(media.path).name == "fatal.png":
        units.die()
    return make_small(media, size, project)


def test_a_cancelled_report_writes_nothing(scored: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    cancellation = Cancellation()
    out = scored.folder.parent / "report.html"
    row = scored.submission(ENTRY)

    def cancel(progress: Progress) -> None:
        if progress.phase == "making thumbnails" and progress.done:
            cancellation.request()

    request = ReportRequest(out, row.track, row, lanes=world.INLINE)
    with pytest.raises(CancelledError):
        write_report(scored, request, cancel, cancellation)
    assert not out.exists()


def test_a_report_leaves_a_project_that_is_only_read_as_it_is(scored_folder: Path, tmp_path: Path) -> None:
    def state() -> dict[str, tuple[int, int]]:
        return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in scored_folder.rglob("*")}

    before = state()
    with Project.open(scored_folder, "read") as project:
        row = project.submission(ENTRY)
        request = ReportRequest(tmp_path / "r.html", row.track, row, lanes=world.INLINE)
        written = write_report(project, request, reports.quiet, Cancellation())
    assert written.pairs == 8
    assert {path: facts for path, facts in state().items() if not path.endswith(("-shm", "-wal"))} == {
        path: facts for path, facts in before.items() if not path.endswith(("-shm", "-wal"))
    }
