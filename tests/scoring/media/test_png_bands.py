"""Large PNG files reduced in bands: the same picture, and the same verdict, as in one piece."""

import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from scoring.media import images, load_image, png_bands
from scoring.media.pixels import to_rgb
from scoring.types import Media, SampleError
from tests.scoring.media.builders import deep_png, encode_image, keep, picture, png_chunk

BAND_PIXELS = 3000


@pytest.fixture(autouse=True)
def small_bands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png_bands, "SMALLEST_PIXELS", 1)
    monkeypatch.setattr(png_bands, "_BAND_PIXELS", BAND_PIXELS)


def photo(width: int = 213, height: int = 157) -> Image.Image:
    """Return a smooth picture with some noise, for which encoders choose every filter."""
    smooth = Image.fromarray(picture()).resize((width, height), Image.Resampling.BICUBIC)
    noise = np.random.default_rng(4).integers(-9, 10, (height, width, 3))
    return Image.fromarray(np.clip(np.asarray(smooth).astype(int) + noise, 0, 255).astype(np.uint8))


def with_alpha(image: Image.Image, mode: str) -> Image.Image:
    alpha = Image.linear_gradient("L").resize(image.size)
    return Image.merge(mode, (*image.split(), alpha))


def outcome(media: Media, max_side: int | None) -> object:
    """Return the picture with all that is said of it, or the failure's code and message."""
    try:
        loaded = load_image(media, max_side=max_side)
    except SampleError as error:
        return error.failure.code, error.failure.message
    return loaded.rgb.tolist(), loaded.notes, loaded.original_size


def in_one_piece(media: Media, max_side: int | None) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(images, "reduced_rgb", lambda *_: None)
        return outcome(media, max_side)


PICTURES: dict[str, bytes] = {
    "grey": encode_image(photo().convert("L"), "PNG"),
    "RGB": encode_image(photo(), "PNG"),
    "RGB, one colour transparent": encode_image(photo(), "PNG", transparency=photo().getpixel((100, 70))),
    "grey with alpha": encode_image(with_alpha(photo().convert("L"), "LA"), "PNG"),
    "RGB with alpha": encode_image(with_alpha(photo(), "RGBA"), "PNG"),
    "palette": encode_image(photo().quantize(200), "PNG"),
    "palette with transparency": encode_image(photo().quantize(200), "PNG", transparency=bytes(range(200))),
    "wide": encode_image(photo(3100, 40), "PNG"),  # a row is longer than a band
    "tall": encode_image(photo(40, 3100), "PNG"),
}


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("max_side", [10, 33, 50])
def test_the_picture_is_the_same_as_in_one_piece(tmp_path: Path, name: str, max_side: int) -> None:
    media = keep(tmp_path, "a.png", PICTURES[name])
    assert outcome(media, max_side) == in_one_piece(media, max_side)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_turned_picture_comes_upright(tmp_path: Path, orientation: int) -> None:
    exif = Image.Exif()
    exif[274] = orientation
    media = keep(tmp_path, "a.png", encode_image(photo(), "PNG", exif=exif))
    made, whole = load_image(media, max_side=40), in_one_piece(media, 40)
    assert isinstance(whole, tuple)
    assert (made.original_size, made.notes) == (whole[2], whole[1])
    assert np.abs(made.rgb.astype(int) - whole[0]).max() <= 12  # the blocks begin at another corner


def test_no_more_than_a_band_is_decoded_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []

    def watched(image: Image.Image) -> tuple[Image.Image, tuple[str, ...]]:
        seen.append(image.size)
        return to_rgb(image)

    monkeypatch.setattr("scoring.media.png_bands.to_rgb", watched)
    load_image(keep(tmp_path, "a.png", PICTURES["RGB"]), max_side=20)
    assert sum(height for _, height in seen) == 157
    assert len(seen) > 5
    assert max(width * height for width, height in seen) <= BAND_PIXELS


@pytest.mark.parametrize(
    ("data", "max_side"),
    [
        (PICTURES["RGB"], 100),  # hardly reduced
        (PICTURES["RGB"], None),
        (encode_image(photo().convert("1"), "PNG"), 20),
        (deep_png(np.asarray(photo()).astype(int) * 257), 20),
        (encode_image(photo(), "PNG", save_all=True, append_images=[photo().rotate(180)]), 20),
    ],
)
def test_what_cannot_be_read_in_bands_is_read_in_one_piece(
    tmp_path: Path, data: bytes, max_side: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(png_bands, "_bands", None)  # whoever called it now would fail
    load_image(keep(tmp_path, "a.png", data), max_side=max_side)


def test_the_verdict_on_every_kind_of_damage_is_the_same(tmp_path: Path) -> None:
    data = PICTURES["RGB"]
    start, stop = data.find(b"IDAT") - 4, len(data) - 12
    pixels = zlib.decompress(data[start + 8 : stop - 4])
    damaged = {
        "cut": data[: len(data) // 2],
        "cut and ended": data[: len(data) // 2] + data[-12:],
        "too few rows": data[:start] + png_chunk(b"IDAT", zlib.compress(pixels[:-700])) + data[stop:],
        "too many rows": data[:start] + png_chunk(b"IDAT", zlib.compress(pixels + bytes(700))) + data[stop:],
        "a wrong checksum": data[:start] + png_chunk(b"IDAT", zlib.compress(pixels)[:-1] + b"\x55") + data[stop:],
        "no such filter": data[:start] + png_chunk(b"IDAT", zlib.compress(b"\x09" + pixels[1:])) + data[stop:],
        "a chunk behind": data[:stop] + png_chunk(b"gAMA", b"") + data[stop:],
        "a text behind": data[:stop] + png_chunk(b"zTXt", b"k\0\7abc") + data[stop:],
        "two headers": data[:33] + PICTURES["grey"][8:33] + data[33:],
        "a header that is not the first": data[:8] + png_chunk(b"gAMA", bytes(13)) + data[8:],
        "an odd palette": PICTURES["palette"].replace(b"tRNS", b"PLTE"),
        "pixels in two parts": data[:start] + b"".join(
            png_chunk(b"IDAT", part) for part in (zlib.compress(pixels)[:999], b"", zlib.compress(pixels)[999:])
        ) + data[stop:],
    }  # fmt: skip
    for name, content in damaged.items():
        media = keep(tmp_path, "a.png", content)
        assert outcome(media, 20) == in_one_piece(media, 20), name


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_changed_bytes_give_the_same_verdict(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    content = bytearray(PICTURES[data.draw(st.sampled_from(sorted(PICTURES)))])
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(8, len(content) - 1))] = data.draw(st.integers(0, 255))
    media = keep(tmp_path_factory.getbasetemp(), "changed.png", bytes(content))
    assert outcome(media, 20) == in_one_piece(media, 20)
