import io
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path

import imagehash
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageFilter
from PIL.PngImagePlugin import PngInfo

from genmu_studio.demo.faces import CONDITIONS, FACES, PORTRAITS
from genmu_studio.demo.material import Answer, Cell, Effect
from scoring.errors import BugError
from scoring.likeness.bits import Fingerprint, distances, words_of
from scoring.likeness.media import are_near, fingerprint
from scoring.likeness.pictures import PICTURE_RADIUS, picture_fingerprint
from scoring.types import Media
from tests.scoring.media.builders import encode_image, encode_sound, keep, picture, voice

Change = Callable[[Image.Image], Image.Image]


@cache
def demo() -> Mapping[tuple[str, str, int], Image.Image]:
    """Return every face of the demo, its cohort too, in each condition and seed, as the original side shows it."""
    pytest.importorskip("insightface")
    return {
        (who, what, seed): Image.open(io.BytesIO(FACES.original(Cell(who, what, seed)))).convert("RGB")
        for who in PORTRAITS
        for what in CONDITIONS
        for seed in FACES.seeds
    }


def of(image: Image.Image) -> Fingerprint:
    found = picture_fingerprint(np.asarray(image))
    assert found is not None
    return found


def apart(a: Fingerprint, b: Fingerprint) -> int:
    return int(distances(words_of(a[None]), words_of(b[None]))[0])


def saved(image: Image.Image, format_name: str, quality: int) -> Image.Image:
    return Image.open(io.BytesIO(encode_image(image, format_name, quality=quality))).convert("RGB")


def resized(image: Image.Image, scale: float) -> Image.Image:
    return image.resize((round(image.width * scale), round(image.height * scale)), Image.Resampling.BILINEAR)


def grainy(image: Image.Image) -> Image.Image:
    noise = np.random.default_rng(0).normal(0, 5, (image.height, image.width, 3))
    return Image.fromarray(np.clip(np.asarray(image) + noise, 0, 255).astype(np.uint8))


CHANGES: Mapping[str, tuple[Change, int]] = {  # what is done, and how many bits that may take
    "JPEG 50": (lambda image: saved(image, "JPEG", 50), 10),
    "WebP 50": (lambda image: saved(image, "WEBP", 50), 10),
    "half": (lambda image: resized(image, 0.5), 10),
    "half, then JPEG 50": (lambda image: saved(resized(image, 0.5), "JPEG", 50), 12),
    "twice": (lambda image: resized(image, 2), 8),
    "blur": (lambda image: image.filter(ImageFilter.GaussianBlur(1)), 8),
    "brighter": (lambda image: image.point(lambda level: min(255, round(level * 1.1))), 12),
    "noise": (grainy, 10),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_programs_do_to_a_file_stays_well_within_the_radius(name: str) -> None:
    change, most = CHANGES[name]
    assert most <= 0.6 * PICTURE_RADIUS
    assert max(apart(of(image), of(change(image))) for image in demo().values()) <= most


def test_seeds_of_one_request_do_not_collide() -> None:
    images = demo()
    between = [
        apart(*(of(images[who, what, seed]) for seed in FACES.seeds)) for who in PORTRAITS for what in CONDITIONS
    ]
    assert min(between) > 3 * PICTURE_RADIUS


def test_people_do_not_collide() -> None:
    prints = {cell: of(image) for cell, image in demo().items()}
    between = [apart(a, b) for (one, a), (other, b) in combinations(prints.items(), 2) if one[0] != other[0]]
    assert min(between) > 4 * PICTURE_RADIUS
    assert np.median(between) == pytest.approx(128, abs=8)


def test_an_answer_that_hardly_moved_is_near_its_original_and_a_stranger_is_not(tmp_path: Path) -> None:
    pytest.importorskip("insightface")
    cell = Cell(FACES.group.forget, "studio", FACES.seeds[0])
    original = keep(tmp_path, "a.jpg", FACES.original(cell))
    same = keep(tmp_path, "b.jpg", FACES.unlearned(cell, Answer(Effect.SAME), 1.0))
    other = keep(tmp_path, "c.jpg", FACES.unlearned(cell, Answer(Effect.OTHER, FACES.group.retain[0]), 1.0))
    assert are_near(original, same)
    assert not are_near(original, other)


def test_equals_the_hash_of_imagehash() -> None:
    texture = np.random.default_rng(1).integers(0, 256, (9, 7, 3), dtype=np.uint8)
    for image in (Image.fromarray(picture()), resized(Image.fromarray(texture), 20)):
        theirs: NDArray[np.bool_] = imagehash.phash(image, hash_size=16, highfreq_factor=4).hash
        # A coefficient at the median may be rounded to either side of it.
        assert apart(of(image), np.packbits(theirs.ravel())) <= 2


def test_metadata_and_format_say_nothing(tmp_path: Path) -> None:
    note = PngInfo()
    note.add_text("parameters", "seed 42")
    plain, noted = encode_image(picture(), "PNG"), encode_image(picture(), "PNG", pnginfo=note)
    assert plain != noted
    first, second = (keep(tmp_path, f"{at}.png", data) for at, data in enumerate((plain, noted)))
    assert are_near(first, second)
    assert are_near(first, keep(tmp_path, "c.webp", encode_image(picture(), "WEBP", lossless=True)))


def test_pictures_of_one_colour_are_alike_and_like_no_other(tmp_path: Path) -> None:
    black, white = (
        keep(tmp_path, f"{name}.png", encode_image(Image.new("RGB", (300, 200), name), "PNG"))
        for name in ("black", "white")
    )
    assert fingerprint(black) is None
    assert are_near(black, white)
    assert not are_near(black, keep(tmp_path, "a.png", encode_image(picture(), "PNG")))


def test_a_picture_is_no_sound(tmp_path: Path) -> None:
    sound = keep(tmp_path, "a.wav", encode_sound(voice()), "audio")
    with pytest.raises(BugError):
        are_near(sound, Media(sound.path, "image"))
