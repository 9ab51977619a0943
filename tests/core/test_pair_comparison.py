"""What a worker answers about the pictures of a pair and their files, and the cache on disk of how alike they are."""

import json
import math
import pickle
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from genmu_studio import pair_comparison
from genmu_studio.pair_comparison import (
    CACHE_FOLDER,
    FileFacts,
    PairComparison,
    PairSimilarity,
    compare_pair,
    describe_file,
    pair_similarity,
    read_similarity,
)
from genmu_studio.thumbnails import Unshown
from scoring.digests import bytes_sha256
from scoring.media.comparing import HEAT_COLOURS, psnr, ssim
from scoring.types import Media

Pixels = NDArray[np.uint8]

# Where the eyes, the nose and the corners of the mouth are in a picture of 100 × 100.
FACE = ((30.0, 40.0), (60.0, 38.0), (46.0, 60.0), (34.0, 75.0), (58.0, 74.0))


def kept(folder: Path, name: str, pixels: Pixels | Image.Image) -> Media:
    image = pixels if isinstance(pixels, Image.Image) else Image.fromarray(pixels)
    image.save(folder / name)
    return Media(str(folder / name), "image", bytes_sha256((folder / name).read_bytes()))


def smooth(height: int = 100, width: int = 100, seed: int = 1) -> Pixels:
    coarse = np.random.default_rng(seed).integers(0, 256, (8, 8, 3), dtype=np.uint8)
    return np.asarray(Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC))


def shown(comparison: PairComparison | Unshown) -> Pixels:
    assert isinstance(comparison, PairComparison)
    picture = comparison.picture
    return np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)


def compared(comparison: PairComparison | Unshown) -> PairComparison:
    assert isinstance(comparison, PairComparison)
    return comparison


def test_the_difference_is_that_of_the_pixels(tmp_path: Path) -> None:
    before = smooth()
    after = before.copy()
    after[20:40, 30:50, 1] ^= 64
    pair = kept(tmp_path, "a.png", before), kept(tmp_path, "b.png", after)
    made = compared(compare_pair(*pair, "difference"))
    assert np.array_equal(shown(made), np.abs(before.astype(int) - after))
    assert (made.largest, made.aligned, made.resized, made.notes) == (64, False, False, ())
    assert made.picture.original_size == (100, 100)
    heat = shown(compare_pair(*pair, "heat"))
    assert tuple(heat[30, 40]) == tuple(HEAT_COLOURS[-1])
    assert tuple(heat[0, 0]) == tuple(HEAT_COLOURS[0])


def test_pictures_of_other_sizes_are_brought_to_that_of_the_original_and_it_is_said(tmp_path: Path) -> None:
    before = kept(tmp_path, "a.png", smooth(100, 100))
    half, wide = kept(tmp_path, "b.png", smooth(50, 50)), kept(tmp_path, "c.png", smooth(50, 80))
    made = compared(compare_pair(before, half, "difference"))
    assert shown(made).shape == (100, 100, 3)
    assert (made.resized, made.aligned) == (True, False)
    assert made.notes == ("the unlearned picture (50 × 50) was brought to the size of the original (100 × 100)",)
    assert made.largest < 60  # the same picture, but for its resolution
    assert "changes its shape" in compared(compare_pair(before, wide, "difference")).notes[0]


def turned_picture(folder: Path) -> tuple[Media, Media, tuple[tuple[float, float], ...]]:
    """Return a picture, the same one enlarged, turned and moved, and where the face is in that."""
    before = smooth()
    scale, angle, dx, dy = 1.3, math.radians(8), 12.0, -5.0
    cosine, sine = scale * math.cos(angle), scale * math.sin(angle)
    forward = np.array([[cosine, -sine, dx], [sine, cosine, dy], [0, 0, 1]])
    after = Image.fromarray(before).transform(
        (140, 150), Image.Transform.AFFINE, tuple(np.linalg.inv(forward)[:2].ravel()), Image.Resampling.BICUBIC
    )
    points = tuple((float(x), float(y)) for x, y, _ in (forward @ np.array([(*point, 1) for point in FACE]).T).T)
    return kept(folder, "a.png", before), kept(folder, "b.png", after), points


def test_faces_are_laid_over_each_other(tmp_path: Path) -> None:
    before, after, points = turned_picture(tmp_path)
    plain = compared(compare_pair(before, after, "difference"))
    made = compared(compare_pair(before, after, "difference", (FACE, points)))
    middle = slice(30, 80)
    assert shown(made)[middle, middle].mean() < shown(plain)[middle, middle].mean() / 5
    assert (made.aligned, made.resized) == (True, False)
    assert "scaled × 0.769, turned by -8.0°" in made.notes[0]
    assert shown(made).shape == (100, 100, 3)


def test_alignment_holds_for_pictures_that_are_loaded_reduced(tmp_path: Path) -> None:
    before, after, points = turned_picture(tmp_path)
    large = [
        kept(tmp_path, f"large-{n}.png", Image.open(media.path).resize(size, Image.Resampling.BICUBIC))
        for n, (media, size) in enumerate(((before, (400, 400)), (after, (700, 750))))
    ]
    scaled = (tuple((4 * x, 4 * y) for x, y in FACE), tuple((5 * x, 5 * y) for x, y in points))
    made = compared(compare_pair(large[0], large[1], "difference", scaled, max_side=100))
    middle = slice(30, 80)
    assert shown(made)[middle, middle].mean() < 4
    assert made.picture.original_size == (400, 400)
    assert "shown reduced to 100 × 100 pixels" in made.notes


def test_where_the_unlearned_picture_does_not_reach_is_chequered(tmp_path: Path) -> None:
    pair = kept(tmp_path, "a.png", smooth()), kept(tmp_path, "b.png", smooth())
    moved = tuple((x + 40, y) for x, y in FACE)
    made = compared(compare_pair(*pair, "heat", (moved, FACE)))
    assert {tuple(pixel) for pixel in shown(made)[:, :39].reshape(-1, 3).tolist()} == {(70,) * 3, (110,) * 3}
    assert any("chequered" in note for note in made.notes)


def test_points_that_align_nothing_are_said_and_the_pictures_compared_as_they_are(tmp_path: Path) -> None:
    pair = kept(tmp_path, "a.png", smooth(seed=1)), kept(tmp_path, "b.png", smooth(seed=2))
    made = compared(compare_pair(*pair, "difference", (FACE, ((5.0, 5.0),) * 5)))
    assert not made.aligned
    assert "cannot be aligned" in made.notes[0]
    assert np.array_equal(shown(made), shown(compare_pair(*pair, "difference")))


def test_files_are_compared_as_they_look(tmp_path: Path) -> None:
    """A picture stored lying and one stored upright are the same picture."""
    exif = Image.Exif()
    exif[274] = 6
    upright = smooth(80, 60)
    lying = Image.fromarray(np.ascontiguousarray(np.rot90(upright)))
    lying.save(tmp_path / "lying.png", exif=exif)
    pair = kept(tmp_path, "a.png", upright), Media(str(tmp_path / "lying.png"), "image")
    made = compared(compare_pair(*pair, "difference"))
    assert (made.largest, made.resized, made.picture.original_size) == (0, False, (60, 80))


def test_what_comes_back_crosses_the_border_of_processes_and_is_small(tmp_path: Path) -> None:
    pair = kept(tmp_path, "a.png", smooth()), kept(tmp_path, "b.png", smooth(seed=2))
    for answer in (compare_pair(*pair, "heat"), pair_similarity(*pair, None), describe_file(pair[0])):
        assert pickle.loads(pickle.dumps(answer)) == answer  # noqa: S301 - our own
    assert len(pickle.dumps(compare_pair(*pair, "heat", max_side=50))) < 3 * 50 * 50 + 2000


@pytest.mark.parametrize("broken", [0, 1])
def test_a_side_that_cannot_be_decoded_is_named(tmp_path: Path, broken: int) -> None:
    whole = kept(tmp_path, "a.png", smooth())
    data = Path(whole.path).read_bytes()
    (tmp_path / "cut.png").write_bytes(data[: len(data) // 2])
    cut = Media(str(tmp_path / "cut.png"), "image")
    pair = (whole, cut) if broken else (cut, whole)
    for answer in (compare_pair(*pair, "heat"), pair_similarity(*pair, tmp_path)):
        assert isinstance(answer, Unshown)
        assert answer.code == "DAMAGED"
        assert answer.message.startswith(("original: ", "unlearned: ")[broken])
    assert not (tmp_path / CACHE_FOLDER).exists()


# ---- how alike ----


def test_how_alike_two_pictures_are(tmp_path: Path) -> None:
    before, after = smooth(seed=1), smooth(seed=2)
    pair = kept(tmp_path, "a.png", before), kept(tmp_path, "b.png", after)
    assert pair_similarity(*pair, None) == PairSimilarity(ssim(before, after), psnr(before, after), identical=False)


def test_identical_pictures_have_no_infinite_number(tmp_path: Path) -> None:
    pair = kept(tmp_path, "a.png", smooth()), kept(tmp_path, "b.png", smooth())
    made = pair_similarity(*pair, tmp_path)
    assert made == PairSimilarity(1.0, None, identical=True)
    (stored,) = (tmp_path / CACHE_FOLDER).rglob("*.json")
    assert json.loads(stored.read_text()) == {"ssim": 1.0, "psnr_db": None, "identical": True, "reason": ""}


@pytest.mark.parametrize(
    ("after", "reason"),
    [
        (smooth(50, 100), "the sizes differ: 100 × 100 and 100 × 50 pixels"),
        (smooth(100, 101), "the sizes differ: 100 × 100 and 101 × 100 pixels"),
    ],
)
def test_pictures_of_unlike_sizes_are_not_measured(tmp_path: Path, after: Pixels, reason: str) -> None:
    pair = kept(tmp_path, "a.png", smooth()), kept(tmp_path, "b.png", after)
    assert pair_similarity(*pair, None) == PairSimilarity(None, None, identical=False, reason=reason)


def test_pictures_too_small_or_too_large_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = kept(tmp_path, "a.png", smooth(9, 30)), kept(tmp_path, "b.png", smooth(9, 30, seed=2))
    made = pair_similarity(*tiny, None)
    assert isinstance(made, PairSimilarity)
    assert (made.ssim, made.reason) == (None, "SSIM needs 11 pixels a side")
    assert made.psnr_db is not None
    monkeypatch.setattr(pair_comparison, "MAX_FULL_SIDE_PX", 20)
    assert pair_similarity(*tiny, None) == PairSimilarity(
        None, None, identical=False, reason="more than 20 pixels a side"
    )


def test_what_was_measured_is_found_again_by_the_contents(tmp_path: Path) -> None:
    pair = kept(tmp_path, "a.png", smooth(seed=1)), kept(tmp_path, "b.png", smooth(seed=2))
    assert read_similarity(tmp_path, *pair) is None
    made = pair_similarity(*pair, tmp_path)
    before, after = (Media("/nowhere/renamed.png", "image", media.sha256) for media in pair)
    assert read_similarity(tmp_path, before, after) == pair_similarity(before, after, tmp_path) == made
    assert read_similarity(tmp_path, after, before) is None  # the other way round is another pair
    unknown = Media(pair[0].path, "image")
    assert read_similarity(tmp_path, unknown, pair[1]) is None
    assert isinstance(pair_similarity(unknown, pair[1], tmp_path), PairSimilarity)
    assert len(list((tmp_path / CACHE_FOLDER).rglob("*.json"))) == 1


def test_another_definition_does_not_find_the_old_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = kept(tmp_path, "a.png", smooth(seed=1)), kept(tmp_path, "b.png", smooth(seed=2))
    pair_similarity(*pair, tmp_path)
    monkeypatch.setattr(pair_comparison, "_DEFINITION", "another")
    assert read_similarity(tmp_path, *pair) is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"ssim": 1.0}',
        b'{"ssim": NaN, "psnr_db": 3.0, "identical": false, "reason": ""}',
        b'{"ssim": "1.0", "psnr_db": 3.0, "identical": false, "reason": ""}',
        b'{"ssim": 1.0, "psnr_db": 1e999, "identical": false, "reason": ""}',
        b'{"ssim": 1.0, "psnr_db": 3.0, "identical": false, "reason": "' + b"x" * 5000 + b'"}',
        b"\xff\xfe",
    ],
)
def test_nonsense_in_the_cache_is_measured_again(tmp_path: Path, content: bytes) -> None:
    pair = kept(tmp_path, "a.png", smooth(seed=1)), kept(tmp_path, "b.png", smooth(seed=2))
    made = pair_similarity(*pair, tmp_path)
    (stored,) = (tmp_path / CACHE_FOLDER).rglob("*.json")
    stored.write_bytes(content)
    assert read_similarity(tmp_path, *pair) is None
    assert pair_similarity(*pair, tmp_path) == made
    assert read_similarity(tmp_path, *pair) == made


def test_a_project_that_cannot_be_written_is_served_all_the_same(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")  # a file where the folder should be fails for root as well
    pair = kept(tmp_path, "a.png", smooth(seed=1)), kept(tmp_path, "b.png", smooth(seed=2))
    assert isinstance(pair_similarity(*pair, blocked), PairSimilarity)


# ---- what a file says ----


def test_a_file_is_described_or_it_is_said_why_not(tmp_path: Path) -> None:
    found = describe_file(kept(tmp_path, "a.png", smooth()))
    assert isinstance(found, FileFacts)
    assert dict(found.facts)["size"] == "100 × 100 pixels"
    missing = describe_file(Media(str(tmp_path / "none.png"), "image"))
    assert isinstance(missing, Unshown)
    assert missing.code == "MISSING"
