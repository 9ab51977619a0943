"""The store of comparisons: answers at once, asks a worker for what is missing, keeps within its budget."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pytestqt.qtbot import QtBot

from genmu_studio.pair_comparison import CACHE_FOLDER, FileFacts, PairSimilarity, pair_similarity
from genmu_studio.thumbnails import Unshown
from scoring.digests import bytes_sha256
from scoring.types import Media
from ui.widgets.comparisons import ComparisonStore, Difference, DifferenceKey, FileKey, Key, Seen, SimilarityKey

READY_MS = 20_000
PICTURE_BYTES = 40 * 60 * 4


class Project:
    """Pictures 0 … 3 of 60 × 40, each of another grey; 4 is damaged."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.media: dict[int, Media] = {}
        self.threads: set[int] = set()
        for sample in range(4):
            Image.fromarray(np.full((40, 60, 3), 50 * sample, np.uint8)).save(folder / f"{sample}.png")
        (folder / "4.png").write_bytes(b"nothing")
        for sample in range(5):
            path = folder / f"{sample}.png"
            self.media[sample] = Media(str(path), "image", bytes_sha256(path.read_bytes()))

    def find(self, ids: Sequence[int]) -> dict[int, Media]:
        self.threads.add(threading.get_ident())
        return {sample: self.media[sample] for sample in ids if sample in self.media}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


@pytest.fixture
def store(qtbot: QtBot, project: Project) -> Iterator[ComparisonStore]:
    made = ComparisonStore()
    made.look_at(project.find, project.folder)
    yield made
    made.close()


def answers(qtbot: QtBot, store: ComparisonStore, *keys: Key) -> list[Seen]:
    """Return what the store answers, once it does."""
    found: list[Seen | None] = []

    def all_there() -> bool:
        found[:] = [store.get(key) for key in keys]
        return None not in found

    qtbot.waitUntil(all_there, timeout=READY_MS)
    return [seen for seen in found if seen is not None]


def test_each_kind_of_answer_arrives(qtbot: QtBot, store: ComparisonStore, project: Project) -> None:
    wanted = DifferenceKey(1, 3, "difference")
    assert store.get(wanted) is None
    assert store.is_busy
    others = DifferenceKey(1, 3, "heat"), SimilarityKey(1, 3), FileKey(1), FileKey(4)
    apart, heat, similarity, facts, unread = answers(qtbot, store, wanted, *others)
    assert isinstance(apart, Difference)
    assert (apart.picture.width, apart.picture.height, apart.largest) == (60, 40, 100)
    assert apart.picture.pixmap.toImage().pixelColor(3, 3).name() == "#646464"
    assert isinstance(heat, Difference)
    assert heat.picture.pixmap.toImage().pixelColor(3, 3).name() == "#ffea46"
    assert similarity == pair_similarity(project.media[1], project.media[3], None)
    assert isinstance(facts, FileFacts)
    assert dict(facts.facts)["size"] == "60 × 40 pixels"
    assert isinstance(unread, Unshown)
    assert unread.code == "UNREADABLE"
    assert threading.get_ident() not in project.threads


def test_points_align_and_are_part_of_the_wish(qtbot: QtBot, store: ComparisonStore) -> None:
    points = ((10.0, 10.0), (30.0, 10.0), (20.0, 30.0))
    moved = tuple((x + 5, y) for x, y in points)
    plain, aligned = answers(
        qtbot, store, DifferenceKey(1, 2, "difference"), DifferenceKey(1, 2, "difference", (points, moved))
    )
    assert isinstance(plain, Difference)
    assert isinstance(aligned, Difference)
    assert (plain.aligned, aligned.aligned) == (False, True)
    assert aligned.notes


def test_a_damaged_side_and_an_unknown_sample_say_why(qtbot: QtBot, store: ComparisonStore) -> None:
    damaged, unknown = answers(qtbot, store, DifferenceKey(0, 4, "heat"), SimilarityKey(0, 77))
    assert isinstance(damaged, Unshown)
    assert damaged.message.startswith("unlearned: ")
    assert isinstance(unknown, Unshown)
    assert unknown.code == "MISSING"


def test_how_alike_they_are_comes_from_the_disk_without_a_worker(
    qtbot: QtBot, store: ComparisonStore, project: Project
) -> None:
    known = pair_similarity(project.media[0], project.media[1], project.folder)
    Path(project.media[0].path).unlink()  # whoever opened it now would fail
    assert answers(qtbot, store, SimilarityKey(0, 1)) == [known]
    assert store._lane._lanes is None


def test_what_was_measured_is_kept_on_disk_unless_the_project_is_read_only(
    qtbot: QtBot, store: ComparisonStore, project: Project
) -> None:
    store.look_at(project.find, None)
    assert isinstance(answers(qtbot, store, SimilarityKey(0, 1))[0], PairSimilarity)
    assert not (project.folder / CACHE_FOLDER).exists()
    store.look_at(project.find, project.folder)
    answers(qtbot, store, SimilarityKey(0, 1))
    assert len(list((project.folder / CACHE_FOLDER).rglob("*.json"))) == 1


def test_pictures_stay_within_the_budget_and_the_one_looked_at_stays(qtbot: QtBot, project: Project) -> None:
    store = ComparisonStore(2 * PICTURE_BYTES)
    try:
        store.look_at(project.find, None)
        for first, second in ((0, 1), (1, 2), (2, 3)):
            answers(qtbot, store, DifferenceKey(first, second, "heat"))
            assert store.used_bytes <= 2 * PICTURE_BYTES
        assert isinstance(store.get(DifferenceKey(1, 2, "heat")), Difference)
        assert store.get(DifferenceKey(0, 1, "heat")) is None
        small = ComparisonStore(1)
        small.look_at(project.find, None)
        # One picture beyond the budget and any number of other answers do not drive each other out.
        answers(qtbot, small, DifferenceKey(0, 1, "heat"), SimilarityKey(0, 1), FileKey(0))
        small.close()
    finally:
        store.close()


def test_another_project_forgets_the_one_before(qtbot: QtBot, store: ComparisonStore) -> None:
    answers(qtbot, store, DifferenceKey(0, 1, "heat"), FileKey(0))
    store.get(DifferenceKey(1, 2, "heat"))
    store.look_at(lambda ids: {}, None)
    assert (store.used_bytes, store.is_busy) == (0, False)
    assert all(isinstance(answer, Unshown) for answer in answers(qtbot, store, DifferenceKey(0, 1, "heat"), FileKey(0)))


def test_a_lookup_that_fails_is_told(qtbot: QtBot, store: ComparisonStore) -> None:
    def find(ids: Sequence[int]) -> dict[int, Media]:
        raise OSError("the disk is gone")

    store.look_at(find, None)
    (answer,) = answers(qtbot, store, FileKey(0))
    assert isinstance(answer, Unshown)
    assert "the disk is gone" in answer.message


def test_a_worker_that_dies_is_replaced(qtbot: QtBot, store: ComparisonStore) -> None:
    answers(qtbot, store, FileKey(0))
    lanes = store._lane._lanes
    assert lanes is not None
    lanes.kill()
    (answer,) = answers(qtbot, store, DifferenceKey(0, 1, "heat"))
    assert isinstance(answer, Difference)


def test_closing_twice_while_something_is_asked_for_leaves_nothing(store: ComparisonStore) -> None:
    store.get(DifferenceKey(0, 1, "heat"))
    store.close()
    store.close()
    assert store.get(DifferenceKey(0, 1, "heat")) is None
