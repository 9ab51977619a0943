"""The store of thumbnails: answers at once, asks a worker for what is missing, keeps within its budget."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
import soundfile
from PIL import Image
from pytestqt.qtbot import QtBot

from genmu_studio import thumbnails as core
from genmu_studio.media_keys import MediaKey
from genmu_studio.thumbnails import Unshown, Waveform
from scoring.digests import bytes_sha256
from scoring.types import Media, MediaKind
from ui.widgets.thumbnails import FULL, Key, Picture, ThumbnailStore, size_for

BUDGET = 4 * 2**20
ALL_READY_MS = 20_000


class Project:
    """Media of samples and references, and who asked for them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.media: dict[MediaKey, Media] = {}
        self.asked: list[tuple[MediaKey, ...]] = []
        self.threads: set[int] = set()
        self.answers = threading.Event()
        self.answers.set()

    def add(self, key: MediaKey, path: Path, kind: MediaKind = "image") -> None:
        self.media[key] = Media(str(path), kind, bytes_sha256(path.read_bytes()))

    def find(self, keys: Sequence[MediaKey]) -> dict[MediaKey, Media]:
        self.asked.append(tuple(keys))
        self.threads.add(threading.get_ident())
        self.answers.wait()
        return {key: self.media[key] for key in keys if key in self.media}


def sample(number: int) -> MediaKey:
    return MediaKey("sample", number)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return pictures 1 … 4, a damaged file 5, a sound 6, a reference 1; every one of other content."""
    made = Project(tmp_path)
    for number in range(1, 5):
        path = tmp_path / f"{number}.png"
        Image.fromarray(np.full((120, 200, 3), 40 * number, np.uint8)).save(path)
        made.add(sample(number), path)
    Image.new("RGB", (60, 90), (10, 200, 30)).save(tmp_path / "reference.png")
    made.add(MediaKey("reference", 1), tmp_path / "reference.png")
    (tmp_path / "5.png").write_bytes(b"nothing")
    made.add(sample(5), tmp_path / "5.png")
    soundfile.write(tmp_path / "6.wav", 0.5 * np.sin(np.arange(4000) / 5), 8000)
    made.add(sample(6), tmp_path / "6.wav", "audio")
    return made


@pytest.fixture
def store(qtbot: QtBot, project: Project) -> Iterator[ThumbnailStore]:
    made = ThumbnailStore(BUDGET)
    made.look_at(project.find, project.folder)
    yield made
    made.close()


def wait_for(qtbot: QtBot, store: ThumbnailStore, *keys: tuple[int, int]) -> None:
    def all_there() -> bool:
        missing = [key for key in keys if store.get(*key) is None]  # a list: each one is wished for
        return not missing

    qtbot.waitUntil(all_there, timeout=ALL_READY_MS)


@pytest.mark.parametrize(("side", "size"), [(1, 96), (96, 96), (97, 160), (300, 512), (600.5, 1024), (9000, 1024)])
def test_a_few_sizes_serve_all(side: float, size: int) -> None:
    assert size_for(side) == size


def test_pictures_sounds_and_damaged_files_arrive(qtbot: QtBot, store: ThumbnailStore, project: Project) -> None:
    assert store.get(1, 96) is None
    wait_for(qtbot, store, (1, 96), (5, 96), (6, 96), (1, FULL), (6, FULL))
    small, damaged, sound, full = store.get(1, 96), store.get(5, 96), store.get(6, 96), store.get(1, FULL)
    assert isinstance(small, Picture)
    assert (small.pixmap.width(), small.pixmap.height()) == (96, 58)
    assert isinstance(full, Picture)
    assert (full.pixmap.width(), full.pixmap.height(), full.width, full.height) == (200, 120, 200, 120)
    assert full.pixmap.toImage().pixelColor(3, 3).red() == 40
    assert isinstance(damaged, Unshown)
    assert damaged.code == "UNREADABLE"
    assert isinstance(sound, Waveform)
    assert sound.duration_s == 0.5
    assert core.cached_path(project.folder, project.media[sample(1)], 96).is_file()


def test_a_reference_is_another_than_the_sample_of_the_same_number(qtbot: QtBot, store: ThumbnailStore) -> None:
    wait_for(qtbot, store, (1, 96))
    qtbot.waitUntil(lambda: store.get_reference(1, 96) is not None, timeout=ALL_READY_MS)
    of_sample, of_reference = store.get(1, 96), store.get_reference(1, 96)
    assert isinstance(of_sample, Picture)
    assert isinstance(of_reference, Picture)
    assert (of_sample.pixmap.width(), of_sample.pixmap.height()) == (96, 58)
    assert (of_reference.pixmap.width(), of_reference.pixmap.height()) == (60, 90)


def test_where_files_are_is_never_looked_up_on_the_thread_of_the_window(
    qtbot: QtBot, store: ThumbnailStore, project: Project
) -> None:
    wait_for(qtbot, store, (1, 96), (2, 96))
    assert threading.get_ident() not in project.threads


def test_any_size_is_made_of_few_kept_ones(qtbot: QtBot, store: ThumbnailStore, project: Project) -> None:
    wait_for(qtbot, store, (1, 61), (1, 70), (1, 96))
    widths = [seen.pixmap.width() for size in (61, 70, 96) if isinstance(seen := store.get(1, size), Picture)]
    assert widths == [61, 70, 96]
    kept = sorted(path.name for path in (project.folder / core.CACHE_FOLDER).rglob("*.jpg"))
    assert kept == [f"{project.media[sample(1)].sha256}-96.jpg"]


def test_the_same_file_in_two_samples_is_decoded_once(
    qtbot: QtBot, store: ThumbnailStore, project: Project, tmp_path: Path
) -> None:
    (tmp_path / "copy.png").write_bytes((tmp_path / "1.png").read_bytes())
    project.add(sample(8), tmp_path / "copy.png")
    store.look_at(project.find, None)  # no cache on disk that would save decoding
    answers: list[object] = []
    store._lane.answered.connect(lambda content, answer: answers.append(content))
    wait_for(qtbot, store, (1, 96), (8, 96))
    first, copy = store.get(1, 96), store.get(8, 96)
    assert first is copy
    assert len(answers) == 1
    assert store.used_bytes == 96 * 58 * 4
    assert isinstance(store.kept(8), Picture)


def test_what_nobody_looks_at_any_more_is_not_made(qtbot: QtBot, store: ThumbnailStore, project: Project) -> None:
    for number in (1, 2, 3, 4):
        store.get(number, 96)
    store.withdraw([Key(sample(number), 96) for number in (1, 2, 3)])  # before they are looked up
    qtbot.waitUntil(lambda: not store.is_busy, timeout=ALL_READY_MS)
    assert project.asked == [(sample(4),)]
    assert store.kept(1) is None
    assert store.kept(4) is not None
    project.answers.clear()
    for number in (1, 2, 3):
        store.get(number, 96)
    qtbot.waitUntil(lambda: len(project.asked) == 2, timeout=ALL_READY_MS)
    store.withdraw([Key(sample(number), 96) for number in (1, 2, 3)])  # while they are
    project.answers.set()
    qtbot.waitUntil(lambda: not store.is_busy, timeout=ALL_READY_MS)
    assert [number for number in (1, 2, 3) if store.kept(number) is not None] == []
    store._lane._at_once = 1
    for number in (1, 2, 3):
        store.get(number, 96)
    store._looked_up.connect(lambda: store.withdraw([Key(sample(1), 96)]))  # when the worker has two others in hand
    qtbot.waitUntil(lambda: not store.is_busy, timeout=ALL_READY_MS)
    assert [number for number in (1, 2, 3) if store.kept(number) is not None] == [2, 3]
    wait_for(qtbot, store, (1, 96))  # who looks again gets it


def test_pixmaps_are_made_a_few_in_each_frame(qtbot: QtBot, project: Project) -> None:
    for number in (1, 2, 3, 4):
        core.make_for_screen(project.media[sample(number)], 96, project.folder)
    ticks = iter(range(1_000_000))
    store = ThumbnailStore(BUDGET, clock=lambda: next(ticks))  # a second passes whenever somebody looks
    store.look_at(project.find, project.folder)
    counts: list[int] = []
    store.ready.connect(lambda: counts.append(sum(store.kept(number) is not None for number in (1, 2, 3, 4))))
    try:
        for number in (1, 2, 3, 4):
            store.get(number, 96)
        qtbot.waitUntil(lambda: not store.is_busy, timeout=ALL_READY_MS)
        assert counts == [1, 2, 3, 4]
    finally:
        store.close()


def test_what_arrives_together_is_told_once(qtbot: QtBot, store: ThumbnailStore, project: Project) -> None:
    for number in (1, 2, 3, 4):
        core.make_for_screen(project.media[sample(number)], 96, project.folder)
        store.get(number, 96)
    told: list[None] = []
    store.ready.connect(lambda: told.append(None))
    qtbot.waitUntil(lambda: not store.is_busy, timeout=ALL_READY_MS)
    assert len(told) == 1


def test_what_is_drawn_of_pictures_takes_of_their_budget(qtbot: QtBot, store: ThumbnailStore, project: Project) -> None:
    wait_for(qtbot, store, (1, FULL), (2, FULL))
    full_bytes = 200 * 120 * 4
    store.set_budget(3 * full_bytes)
    store.set_aside(2 * full_bytes)
    assert store.used_bytes == full_bytes
    assert store.kept(1) is None
    assert store.kept(2) is not None


def test_a_sample_that_the_project_does_not_know_is_missing(qtbot: QtBot, store: ThumbnailStore) -> None:
    wait_for(qtbot, store, (77, 96))
    seen = store.get(77, 96)
    assert isinstance(seen, Unshown)
    assert seen.code == "MISSING"


def test_what_the_disk_has_comes_before_the_worker_is_there_and_then_by_the_worker(
    qtbot: QtBot, store: ThumbnailStore, project: Project
) -> None:
    made: list[str] = []
    store._lane.answered.connect(lambda content, answer: made.append(content.digest))
    for number in (3, 4):
        core.make_small(project.media[sample(number)], 96, project.folder)
        Path(project.media[sample(number)].path).unlink()  # whoever opened it now would fail
    wait_for(qtbot, store, (3, 96))
    assert isinstance(store.get(3, 96), Picture)
    assert made == []
    qtbot.waitUntil(lambda: store._lane.is_prompt, timeout=ALL_READY_MS)
    wait_for(qtbot, store, (4, 96))
    assert isinstance(store.get(4, 96), Picture)
    assert made == [project.media[sample(4)].sha256]


def test_memory_stays_within_the_budget_and_the_oldest_go_first(
    qtbot: QtBot, store: ThumbnailStore, project: Project
) -> None:
    full_bytes = 200 * 120 * 4
    store.set_budget(2 * full_bytes)
    for number in (1, 2, 3):
        wait_for(qtbot, store, (number, FULL))
        assert store.used_bytes <= 2 * full_bytes
    assert store.kept(1) is None
    assert store.kept(2) is not None
    assert store.kept(3) is not None


def test_the_newest_wish_is_served_first(qtbot: QtBot, store: ThumbnailStore, project: Project) -> None:
    made: list[str] = []
    store._lane.answered.connect(lambda content, answer: made.append(content.digest))
    for number in (1, 2, 3, 4):
        store.get(number, 96)
    qtbot.waitUntil(lambda: len(made) == 4, timeout=ALL_READY_MS)
    assert made == [project.media[sample(number)].sha256 for number in (4, 3, 2, 1)]


def test_another_project_forgets_the_one_before(qtbot: QtBot, store: ThumbnailStore, project: Project) -> None:
    wait_for(qtbot, store, (1, 96))
    store.get(2, 96)
    store.look_at(lambda ids: {}, None)
    assert store.kept(1) is None
    assert store.used_bytes == 0
    wait_for(qtbot, store, (1, 96), (2, 96))
    assert isinstance(store.get(2, 96), Unshown)


def test_a_read_only_project_gets_nothing_written(qtbot: QtBot, store: ThumbnailStore, project: Project) -> None:
    store.look_at(project.find, None)
    wait_for(qtbot, store, (1, 96))
    assert not (project.folder / "media").exists()


def test_a_worker_that_dies_is_replaced(qtbot: QtBot, store: ThumbnailStore, project: Project) -> None:
    wait_for(qtbot, store, (1, 96))
    lanes = store._lane._lanes
    assert lanes is not None
    lanes.kill()
    wait_for(qtbot, store, (2, 96), (3, 96))
    assert isinstance(store.get(2, 96), Picture)
    assert isinstance(store.get(3, 96), Picture)


def test_closing_twice_while_something_is_asked_for_leaves_nothing(store: ThumbnailStore) -> None:
    store.get(1, FULL)
    store.close()
    store.close()
    assert store.get(1, FULL) is None
