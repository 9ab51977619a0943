"""Light on faces of known levels: by hand, mirrored, brighter, larger, cut off."""

from collections.abc import Callable

import numpy as np
import pytest

from scoring.attributes.light import Light, light_of, lightness, relative_luminance
from scoring.faces import Picture
from scoring.types import FloatArray
from tests.scoring.attributes.made import framed, halves, mirrored, noise, plain


def lit(picture: Picture, points: FloatArray | None = None) -> Light:
    found = light_of(picture, framed(picture.shape[1]) if points is None else points)
    assert found is not None
    return found


def linear(level: int) -> float:
    """Return the relative luminance of a grey, from the standard's own formula."""
    share = level / 255
    return float(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)


@pytest.mark.parametrize("level", [0, 5, 60, 128, 255])
def test_a_plain_face_has_its_level_and_nothing_else(level: int) -> None:
    found = lit(plain(level))
    assert found.luminance == pytest.approx(linear(level), abs=1e-9)
    assert (found.side, found.contrast) == pytest.approx((0, 0), abs=1e-6)


def test_two_halves_by_hand() -> None:
    # 200 and 100: luminances 0.578 and 0.127. Half each: mean 0.352, deviation 0.225, side 0.451 / 0.705.
    bright, dark = linear(200), linear(100)
    found = lit(halves(100, 200))
    assert found.luminance == pytest.approx((bright + dark) / 2, abs=0.004)
    assert found.side == pytest.approx((bright - dark) / (bright + dark), abs=0.01)
    assert found.contrast == pytest.approx((bright - dark) / (bright + dark), abs=0.02)


def test_lightness_is_that_of_the_standard() -> None:
    # CIE 1976: L* of 18.42 % is 50, of 1 % 8.99; below 0.8856 % it is 903.3 times the luminance.
    assert 100 * lightness(0.184187) == pytest.approx(50, abs=0.01)
    assert 100 * lightness(0.01) == pytest.approx(8.99, abs=0.01)
    assert 100 * lightness(0.005) == pytest.approx(903.296 * 0.005, abs=0.001)
    assert lightness(0.0) == pytest.approx(0, abs=1e-12)


def test_colours_weigh_as_in_the_standard() -> None:
    red, green, blue = relative_luminance(np.array([[255, 0, 0], [0, 255, 0], [0, 0, 255]], np.uint8))
    assert (red, green, blue) == pytest.approx((0.2126, 0.7152, 0.0722))


def test_brighter_pixels_are_a_lighter_face_and_the_same_side() -> None:
    levels = [lit(halves(round(0.5 * top), top)) for top in (60, 120, 180, 240)]
    assert [each.luminance for each in levels] == sorted(each.luminance for each in levels)
    assert [each.lightness for each in levels] == sorted(each.lightness for each in levels)
    assert all(each.side > 0.3 for each in levels)


@pytest.mark.parametrize("seed", range(4))
def test_the_mirrored_face_is_lit_from_the_other_side(seed: int) -> None:
    picture, points = noise(seed), framed() + np.array([9.5, -4.25], np.float32)
    straight = lit(picture, points)
    flipped = lit(np.ascontiguousarray(picture[:, ::-1]), mirrored(points, picture.shape[1]))
    assert flipped.side == pytest.approx(-straight.side, abs=0.01)
    assert flipped.luminance == pytest.approx(straight.luminance, abs=0.003)
    assert flipped.contrast == pytest.approx(straight.contrast, abs=0.01)


def test_a_larger_picture_of_it_is_lit_alike() -> None:
    picture = noise(7)
    larger = picture.repeat(4, axis=0).repeat(4, axis=1)
    points = framed() + np.array([5, 3], np.float32)
    one, other = lit(picture, points), lit(larger, points * 4 + 1.5)
    assert (other.luminance, other.side) == pytest.approx((one.luminance, one.side), abs=0.01)
    assert other.contrast == pytest.approx(one.contrast, rel=0.05)


def test_what_is_outside_the_picture_is_not_dark_skin() -> None:
    # A third of the face is cut off: the rest is of one level still.
    points = framed() - np.array([80, 0], np.float32)
    found = lit(plain(180), points)
    assert found.luminance == pytest.approx(linear(180), abs=1e-6)
    assert found.contrast == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    "moved",
    [
        lambda points: points - np.array([115, 0], np.float32),
        lambda points: points + 5000,
        np.zeros_like,
    ],
    ids=["more than half of it", "all of it", "one point"],
)
def test_a_face_that_is_not_in_the_picture_has_no_light(moved: Callable[[FloatArray], FloatArray]) -> None:
    assert light_of(plain(180), np.asarray(moved(framed()), dtype=np.float32)) is None
