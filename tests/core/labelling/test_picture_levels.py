"""A picture and its smaller copies, against their means computed here."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from genmu_studio.labelling.picture_levels import Levels, picture_levels
from genmu_studio.thumbnails import Unshown
from scoring.types import Media
from tests.scoring.media.builders import encode_image, keep


def levels_of(folder: Path, image: Image.Image) -> Levels:
    found = picture_levels(keep(folder, "any.png", encode_image(image, "PNG")))
    assert isinstance(found, Levels)
    return found


def noise(width: int, height: int) -> Image.Image:
    return Image.fromarray(np.random.default_rng(3).integers(0, 256, (height, width, 3), dtype=np.uint8))


def test_the_first_is_the_picture_and_each_next_the_mean_of_four_pixels(tmp_path: Path) -> None:
    image = noise(512, 256)
    found = levels_of(tmp_path, image)
    assert found.original_size == (512, 256)
    assert [each.shape for each in found.pixels] == [(256, 512, 4), (128, 256, 4), (64, 128, 4)]
    assert np.array_equal(found.pixels[0][:, :, 2::-1], np.asarray(image))
    for larger, smaller in zip(found.pixels, found.pixels[1:], strict=False):
        corners = [larger[row::2, column::2].astype(float) for row in (0, 1) for column in (0, 1)]
        assert np.abs(np.mean(corners, axis=0) - smaller).max() <= 0.5
    assert all((each[:, :, 3] == 255).all() for each in found.pixels)


def test_a_small_picture_has_no_smaller_copy(tmp_path: Path) -> None:
    assert len(levels_of(tmp_path, noise(127, 900)).pixels) == 1
    assert len(levels_of(tmp_path, noise(1, 1)).pixels) == 1


def test_odd_sides_lose_no_edge(tmp_path: Path) -> None:
    image = Image.new("RGB", (301, 201))
    image.putpixel((300, 200), (255, 255, 255))
    found = levels_of(tmp_path, image)
    assert found.pixels[1].shape == (101, 151, 4)
    assert found.pixels[1][-1, -1, :3].tolist() == [255, 255, 255]


@pytest.mark.parametrize(("data", "code"), [(b"", "EMPTY"), (b"no picture at all", "UNREADABLE")])
def test_what_cannot_be_decoded_has_a_code(tmp_path: Path, data: bytes, code: str) -> None:
    found = picture_levels(keep(tmp_path, "any.png", data))
    assert isinstance(found, Unshown)
    assert found.code == code


def test_a_file_that_is_not_there_is_missing(tmp_path: Path) -> None:
    found = picture_levels(Media(str(tmp_path / "gone.png"), "image"))
    assert isinstance(found, Unshown)
    assert found.code == "MISSING"
