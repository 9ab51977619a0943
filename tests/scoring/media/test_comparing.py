"""Alignment, difference, heat map, SSIM and PSNR, each against a slow implementation of its definition."""

import importlib.util
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from scoring.media import comparing
from scoring.media.comparing import (
    HEAT_COLOURS,
    PSNR_CAP_DB,
    Picture,
    align,
    difference,
    fitted,
    heat_map,
    psnr,
    ssim,
    warp,
)

Floats = NDArray[np.float64]

small = st.floats(-1000, 1000, width=32)
five_points = arrays(np.float64, (5, 2), elements=small)
pictures = arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 9), st.just(3)))


def noise(height: int, width: int, seed: int = 0) -> Picture:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


# ---- alignment ----


def turned(scale: float, angle: float, move: tuple[float, float]) -> Floats:
    cosine, sine = scale * math.cos(angle), scale * math.sin(angle)
    return np.array([[cosine, -sine, move[0]], [sine, cosine, move[1]]])


def applied(transform: Floats, points: Floats) -> Floats:
    moved: Floats = points @ transform[:, :2].T + transform[:, 2]
    return moved


def umeyama(source: Floats, target: Floats) -> Floats:
    """Equations 40 to 42 of the paper, by singular values."""
    source_mean, target_mean = source.mean(axis=0), target.mean(axis=0)
    covariance = (target - target_mean).T @ (source - source_mean) / len(source)
    left, strengths, right = np.linalg.svd(covariance)
    signs = np.array([1.0, np.sign(np.linalg.det(left) * np.linalg.det(right))])
    scale = (strengths @ signs) / np.square(source - source_mean).sum(axis=1).mean()
    linear = scale * left @ np.diag(signs) @ right
    return np.column_stack([linear, target_mean - linear @ source_mean])


@given(five_points, st.floats(0.05, 20), st.floats(-math.pi, math.pi), st.tuples(small, small))
def test_a_similarity_transform_is_found_again(
    points: Floats, scale: float, angle: float, move: tuple[float, float]
) -> None:
    assume(np.ptp(points, axis=0).max() > 1)
    wanted = turned(scale, angle, move)
    found = align(points, applied(wanted, points))
    assert found is not None
    np.testing.assert_allclose(applied(found, points), applied(wanted, points), atol=1e-6 * (1 + scale) * 1000)
    np.testing.assert_allclose(found[:, :2], wanted[:, :2], atol=1e-6 * (1 + scale))


@given(five_points, five_points)
def test_of_points_that_fit_nowhere_it_is_the_least_squares_of_umeyama(source: Floats, target: Floats) -> None:
    assume(min(np.ptp(source, axis=0).max(), np.ptp(target, axis=0).max()) > 1)
    found = align(source, target)
    expected = umeyama(source, target)
    assume(np.linalg.det(expected[:, :2]) > 1e-9)  # at nought the direction is open
    assert found is not None
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)
    assert np.linalg.det(found[:, :2]) > 0


def test_mirrored_points_are_not_mirrored_back() -> None:
    points = np.array([[0, 0], [10, 1], [4, 7], [1, 12], [9, 11]], dtype=float)
    found = align(points, points * [-1, 1])
    assert found is not None
    assert np.linalg.det(found[:, :2]) > 0
    assert np.abs(applied(found, points) - points * [-1, 1]).max() > 1


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ([[3, 4]] * 5, [[0, 0], [1, 0], [0, 1], [1, 1], [2, 2]]),
        ([[0, 0], [1, 0], [0, 1], [1, 1], [2, 2]], [[3, 4]] * 5),
        ([[math.nan, 0], [1, 0], [0, 1], [1, 1], [2, 2]], [[0, 0], [1, 0], [0, 1], [1, 1], [2, 2]]),
        ([[0, 0], [1, 0], [0, 1], [1, 1], [2, 2]], [[math.inf, 0], [1, 0], [0, 1], [1, 1], [2, 2]]),
        ([[0, 0], [1, 0], [0, 1], [1, 1], [2, 2]], []),
        ([], []),
    ],
)
def test_points_on_one_spot_or_nowhere_align_nothing(source: list[list[float]], target: list[list[float]]) -> None:
    assert align(source, target) is None


def slow_warp(rgb: Picture, transform: Floats, size: tuple[int, int]) -> tuple[Floats, NDArray[np.bool_]]:
    """Bilinear, pixel by pixel; beyond the middle of the last pixel the last pixel."""
    inverse = np.linalg.inv(np.vstack([transform, [0, 0, 1]]))
    height, width = rgb.shape[:2]
    made, inside = np.zeros((size[1], size[0], 3)), np.zeros((size[1], size[0]), dtype=bool)
    for row in range(size[1]):
        for column in range(size[0]):
            x, y, _ = inverse @ [column + 0.5, row + 0.5, 1]
            if not (0 <= x < width and 0 <= y < height):
                continue
            inside[row, column] = True
            left, top = math.floor(x - 0.5), math.floor(y - 0.5)
            for at_y, at_x in ((0, 0), (0, 1), (1, 0), (1, 1)):
                weight = (1 - abs(x - 0.5 - left - at_x)) * (1 - abs(y - 0.5 - top - at_y))
                pixel = rgb[min(max(top + at_y, 0), height - 1), min(max(left + at_x, 0), width - 1)]
                made[row, column] += weight * pixel
    return made, inside


@given(st.floats(1, 4), st.floats(-math.pi, math.pi), st.tuples(st.floats(-9, 9), st.floats(-9, 9)))
@settings(max_examples=60, deadline=None)
def test_warping_is_bilinear(scale: float, angle: float, move: tuple[float, float]) -> None:
    rgb, transform = noise(9, 12), turned(scale, angle, move)
    moved, inside = warp(rgb, transform, (14, 10))
    expected, is_inside = slow_warp(rgb, transform, (14, 10))
    # Whether a point on the very edge is inside is a matter of rounding.
    assert np.count_nonzero(inside != is_inside) <= 2
    both = inside & is_inside
    assert np.abs(moved[both] - expected[both]).max(initial=0) <= 1.01
    assert not moved[~inside].any()


def test_whole_pixels_are_moved_unchanged_and_the_rest_is_said_to_be_outside() -> None:
    rgb = noise(6, 8)
    moved, inside = warp(rgb, turned(1, 0, (3, -2)), (8, 6))
    assert np.array_equal(moved[:4, 3:], rgb[2:, :5])
    expected = np.zeros((6, 8), dtype=bool)
    expected[:4, 3:] = True
    assert np.array_equal(inside, expected)
    assert np.array_equal(warp(rgb, turned(1, 0, (0, 0)), (8, 6))[0], rgb)


def test_a_reduction_skips_no_pixel() -> None:
    lines = np.zeros((160, 160, 3), np.uint8)
    lines[:, ::8] = 255  # an eighth is white; every eighth pixel alone would be all white or all black
    reduced, inside = warp(lines, turned(1 / 8, 0, (0, 0)), (20, 20))
    assert inside.all()
    assert np.abs(reduced[4:-4, 4:-4].mean() - 255 / 8) < 2
    tiny, _ = warp(lines, turned(1e-5, 0, (5, 5)), (20, 20))
    assert tiny.shape == (20, 20, 3)


def test_the_points_of_a_turned_face_come_to_lie_on_those_of_the_other() -> None:
    points = np.array([[30, 40], [60, 38], [46, 60], [34, 75], [58, 74]], dtype=float)
    original, unlearned = (np.zeros((100, 100, 3), np.uint8) for _ in range(2))
    transform = turned(1.2, 0.15, (-8, -14))
    target = applied(transform, points)
    for picture, places in ((unlearned, points), (original, target)):
        for x, y in places.round().astype(int):
            picture[y - 4 : y + 4, x - 4 : x + 4] = 255
    found = align(points, target)
    assert found is not None
    moved, inside = warp(unlearned, found, (100, 100))
    before = difference(original, unlearned)[0].astype(float).sum()
    after = difference(original, moved, inside)[0][inside].astype(float).sum()
    assert after < before / 4


@given(pictures, pictures)
def test_fitted_has_the_size_of_the_first(a: Picture, b: Picture) -> None:
    made = fitted(a, b)
    assert made.shape == a.shape
    if a.shape == b.shape:
        assert made is b
    plain = np.full_like(b, 77)
    assert (fitted(a, plain) == 77).all()


# ---- what differs ----


@given(pictures, st.data())
def test_the_difference_is_absolute_and_symmetric(a: Picture, data: st.DataObject) -> None:
    b = data.draw(arrays(np.uint8, a.shape))
    apart, largest = difference(a, b)
    expected = np.abs(a.astype(int) - b)
    assert np.array_equal(apart, expected)
    assert largest == expected.max()
    assert np.array_equal(difference(b, a)[0], apart)


@given(pictures, st.data())
def test_a_heat_map_goes_from_nothing_to_the_largest(a: Picture, data: st.DataObject) -> None:
    b = data.draw(arrays(np.uint8, a.shape))
    heat, largest = heat_map(a, b)
    levels = np.abs(a.astype(int) - b).max(axis=2)
    assert largest == levels.max()
    for level, colour in zip(levels.ravel(), heat.reshape(-1, 3), strict=True):
        expected = HEAT_COLOURS[round(float(level) * 255 / largest) if largest else 0]
        assert np.abs(expected.astype(int) - colour).max() <= 4  # the next colour, where a half is rounded
    if largest:
        assert (heat[levels == largest] == HEAT_COLOURS[-1]).all()
    assert (heat[levels == 0] == HEAT_COLOURS[0]).all()


def test_what_lies_outside_neither_counts_nor_looks_like_a_difference() -> None:
    a, b = np.zeros((20, 20, 3), np.uint8), np.zeros((20, 20, 3), np.uint8)
    b[5, 5], b[15, 15] = 40, 250
    inside = np.ones((20, 20), dtype=bool)
    inside[10:] = False
    apart, largest = difference(a, b, inside)
    heat, hottest = heat_map(a, b, inside)
    assert largest == hottest == 40
    assert tuple(apart[5, 5]) == (40, 40, 40)
    assert tuple(heat[5, 5]) == tuple(HEAT_COLOURS[-1])
    for picture in (apart, heat):
        assert {tuple(pixel) for pixel in picture[10:].reshape(-1, 3).tolist()} == {(70, 70, 70), (110, 110, 110)}
    nowhere = np.zeros((20, 20), dtype=bool)
    assert heat_map(a, b, nowhere)[1] == 0


def lightness(colours: Picture) -> Floats:
    """CIELAB L* of sRGB, by the definitions of IEC 61966-2-1 and CIE 15."""
    shares = colours / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    luminance = linear @ [0.2126, 0.7152, 0.0722]
    made: Floats = (
        116 * np.where(luminance > (6 / 29) ** 3, np.cbrt(luminance), luminance / (3 * (6 / 29) ** 2) + 4 / 29) - 16
    )
    return made


def test_the_colours_are_even_in_lightness_and_those_of_cividis() -> None:
    light = lightness(HEAT_COLOURS)
    assert np.diff(light[::5]).min() > 0  # from one to the next the levels are rounded
    assert np.abs((light - light[0]) / (light[-1] - light[0]) - np.arange(256) / 255).max() < 0.02
    spec = importlib.util.find_spec("pyqtgraph")
    assert spec is not None
    assert spec.origin is not None
    table = Path(spec.origin).parent / "colors" / "maps" / "cividis.csv"
    published = np.array([line.split(",") for line in table.read_text("utf-8").splitlines() if line[:1].isdigit()])
    assert np.abs(HEAT_COLOURS - published.astype(float) * 255).max() < 7


# ---- how alike ----


def slow_ssim(a: Picture, b: Picture) -> float:
    """Equation 13 of Wang et al. 2004, window by window."""
    at = np.arange(11) - 5
    weights = np.exp(-(at[:, None] ** 2 + at[None, :] ** 2) / (2 * 1.5**2))
    weights /= weights.sum()
    x, y = (rgb.astype(float) @ [0.299, 0.587, 0.114] for rgb in (a, b))
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    values = []
    for row in range(x.shape[0] - 10):
        for column in range(x.shape[1] - 10):
            of_x, of_y = x[row : row + 11, column : column + 11], y[row : row + 11, column : column + 11]
            mean_x, mean_y = (weights * of_x).sum(), (weights * of_y).sum()
            var_x, var_y = (weights * (of_x - mean_x) ** 2).sum(), (weights * (of_y - mean_y) ** 2).sum()
            covariance = (weights * (of_x - mean_x) * (of_y - mean_y)).sum()
            values.append(
                (2 * mean_x * mean_y + c1) * (2 * covariance + c2)
                / ((mean_x**2 + mean_y**2 + c1) * (var_x + var_y + c2))
            )  # fmt: skip
    return float(np.mean(values))


@pytest.mark.parametrize(("height", "width"), [(11, 11), (16, 19), (30, 12)])
@pytest.mark.parametrize("strength", [0, 3, 60, 255])
def test_ssim_is_that_of_the_paper(height: int, width: int, strength: int) -> None:
    a, other = noise(height, width, 1), noise(height, width, 2)
    b = np.clip(a.astype(int) + (other.astype(int) - 128) * strength // 255, 0, 255).astype(np.uint8)
    value = ssim(a, b)
    assert value is not None
    assert type(value) is float
    assert value == pytest.approx(slow_ssim(a, b), abs=1e-9)
    assert value == pytest.approx(ssim(b, a) or math.nan, abs=1e-12)


def test_known_values_of_ssim() -> None:
    black, white = np.zeros((20, 20, 3), np.uint8), np.full((20, 20, 3), 255, np.uint8)
    assert ssim(black, black) == 1.0
    # Without variance only the means are compared: (2·0·255 + c1) / (0 + 255² + c1).
    assert ssim(black, white) == pytest.approx(2.55**2 / (255**2 + 2.55**2))


@pytest.mark.parametrize(("height", "width"), [(10, 40), (40, 10), (1, 1)])
def test_a_picture_smaller_than_the_window_has_no_ssim(height: int, width: int) -> None:
    assert ssim(noise(height, width), noise(height, width)) is None


@given(pictures, st.data())
def test_psnr_is_its_formula(a: Picture, data: st.DataObject) -> None:
    b = data.draw(arrays(np.uint8, a.shape))
    value = psnr(a, b)
    error = np.square(a.astype(float) - b).mean()
    if error == 0:
        assert value is None
    else:
        assert value == pytest.approx(10 * math.log10(255**2 / error))
        assert type(value) is float


def test_known_values_of_psnr() -> None:
    black = np.zeros((4, 4, 3), np.uint8)
    assert psnr(black, black) is None
    assert psnr(black, black + np.uint8(1)) == pytest.approx(48.1308, abs=1e-4)  # mean square 1
    assert psnr(black, black + np.uint8(255)) == 0
    barely = np.zeros((2000, 2000, 3), np.uint8)
    barely[0, 0, 0] = 1
    assert psnr(np.zeros_like(barely), barely) == PSNR_CAP_DB


@pytest.mark.parametrize("pixels", [1, 70, 1000, 10**9])
def test_bands_of_any_height_give_the_same_numbers(monkeypatch: pytest.MonkeyPatch, pixels: int) -> None:
    a, b = noise(47, 33, 1), noise(47, 33, 2)
    whole = ssim(a, b), psnr(a, b)
    monkeypatch.setattr(comparing, "_BAND_PIXELS", pixels)
    assert (ssim(a, b), psnr(a, b)) == pytest.approx(whole, abs=1e-12)
