import io
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFilter

from scoring.codes import Code
from scoring.media import load_image
from tests.scoring.media.builders import encode_image, keep

NATURAL = (
    "coffee.png",
    "camera.png",
    "chelsea.png",
    "rocket.jpg",
    "retina.jpg",
    "brick.png",
    "grass.png",
    "gravel.png",
)


def flags_of(folder: Path, image: Image.Image, format_name: str = "PNG", **options: object) -> tuple[Code, ...]:
    if format_name == "PNG":
        options["compress_level"] = 1
    return load_image(keep(folder, f"a.{format_name.lower()}", encode_image(image, format_name, **options))).flags


def packaged(package: str, name: str) -> Image.Image:
    pytest.importorskip(package)
    return Image.open(io.BytesIO((files(package) / "data" / name).read_bytes())).convert("RGB")


def faces() -> dict[str, Image.Image]:
    group = packaged("insightface", "images/t1.jpg")
    astronaut = packaged("skimage", "astronaut.png")
    small = astronaut.crop((170, 60, 290, 180))
    return {
        "group": group,
        "portrait": packaged("insightface", "images/Tom_Hanks_54745.png"),
        "astronaut": astronaut,
        "face of 120 pixels": small,
        "the same enlarged": small.resize((512, 512), Image.Resampling.BICUBIC),
    }


def test_natural_faces_have_no_flag_in_any_usual_quality(tmp_path: Path) -> None:
    for name, image in faces().items():
        short = min(image.size)
        grainy = np.asarray(image) + np.random.default_rng(0).normal(0, 20, np.asarray(image).shape)
        for variant in (
            image,
            image.filter(ImageFilter.GaussianBlur(2 * short / 512)),
            image.resize((112, 112)),
            image.resize((64, 64)),
            image.convert("L"),
            image.point(lambda level: min(255, level + 40)),
            image.point(lambda level: level // 4),
            Image.fromarray(np.clip(grainy, 0, 255).astype(np.uint8)),
        ):
            assert flags_of(tmp_path, variant) == (), name
            assert flags_of(tmp_path, variant, "JPEG", quality=20) == (), name


@pytest.mark.parametrize("name", NATURAL)
def test_natural_textures_have_no_flag(tmp_path: Path, name: str) -> None:
    image = packaged("skimage", name)
    assert flags_of(tmp_path, image) == ()
    assert flags_of(tmp_path, image, "JPEG", quality=20) == ()


@pytest.mark.parametrize("radius", [8, 12, 20, 40])
def test_strong_blur_is_flagged(tmp_path: Path, radius: int) -> None:
    for name, image in faces().items():
        blurred = image.filter(ImageFilter.GaussianBlur(radius * min(image.size) / 512))
        assert flags_of(tmp_path, blurred) == (Code.BLUR,), name
        assert flags_of(tmp_path, blurred, "JPEG", quality=50) == (Code.BLUR,), name


@pytest.mark.parametrize("side", [64, 112, 512, 2048])
def test_noise_is_flagged_at_each_size(tmp_path: Path, side: int) -> None:
    rng = np.random.default_rng(0)
    uniform = rng.integers(0, 256, (side, side, 3), dtype=np.uint8)
    grey = np.clip(rng.normal(128, 30, (side, side)), 0, 255).astype(np.uint8)
    for pixels in (uniform, grey):
        assert flags_of(tmp_path, Image.fromarray(pixels)) == (Code.NOISE,)
        assert flags_of(tmp_path, Image.fromarray(pixels), "JPEG", quality=75) == (Code.NOISE,)


def test_a_face_drowned_in_noise_is_noise(tmp_path: Path) -> None:
    for name, image in faces().items():
        drowned = np.asarray(image) + np.random.default_rng(0).normal(0, 200, np.asarray(image).shape)
        assert flags_of(tmp_path, Image.fromarray(np.clip(drowned, 0, 255).astype(np.uint8))) == (Code.NOISE,), name


@pytest.mark.parametrize("size", [(1, 1), (3, 500), (64, 64), (512, 512)])
def test_black_and_one_colour(tmp_path: Path, size: tuple[int, int]) -> None:
    assert flags_of(tmp_path, Image.new("RGB", size)) == (Code.BLACK,)
    assert flags_of(tmp_path, Image.new("RGB", size, (5, 9, 2)), "JPEG") == (Code.BLACK,)
    assert flags_of(tmp_path, Image.new("RGB", size, (200, 30, 90))) == (Code.CONSTANT,)
    assert flags_of(tmp_path, Image.new("RGB", size, "white"), "JPEG") == (Code.CONSTANT,)


def test_a_few_bright_pixels_do_not_save_a_black_picture(tmp_path: Path) -> None:
    image = Image.new("RGB", (512, 512))
    image.paste((255, 255, 255), (500, 500, 508, 508))
    assert flags_of(tmp_path, image) == (Code.BLACK,)


def test_a_small_bright_face_in_the_dark_is_not_black(tmp_path: Path) -> None:
    image = Image.new("RGB", (512, 512))
    image.paste(faces()["portrait"].resize((80, 80)), (200, 200))
    assert Code.BLACK not in flags_of(tmp_path, image)


def test_noise_of_low_contrast_on_one_colour_is_constant(tmp_path: Path) -> None:
    pixels = np.random.default_rng(0).integers(126, 131, (256, 256, 3), dtype=np.uint8)
    assert flags_of(tmp_path, Image.fromarray(pixels)) == (Code.CONSTANT,)
