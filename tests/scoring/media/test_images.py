import io
import os
import pickle
import struct
import threading
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from scoring.codes import Code, CodeClass, class_of
from scoring.media import LoadedImage, image_size, load_image
from scoring.types import Media, SampleError
from tests.scoring.media.builders import code_of, deep_png, encode_image, failure_of, keep, picture, png_chunk

LOSSLESS = ("PNG", "BMP", "TIFF", "GIF")


def loaded(tmp_path: Path, data: bytes, name: str = "a.png") -> LoadedImage:
    return load_image(keep(tmp_path, name, data))


@pytest.mark.parametrize("name", ["PNG", "BMP", "TIFF"])
def test_plain_pictures_keep_each_pixel(tmp_path: Path, name: str) -> None:
    result = loaded(tmp_path, encode_image(picture(), name), f"a.{name.lower()}")
    assert np.array_equal(result.rgb, picture())
    assert result.rgb.dtype == np.uint8
    assert (result.format, result.original_size) == (name.lower(), (64, 48))
    assert (result.flags, result.notes) == ((), ())


@pytest.mark.parametrize("name", ["JPEG", "WEBP"])
def test_lossy_pictures_come_close(tmp_path: Path, name: str) -> None:
    smooth = np.asarray(Image.fromarray(picture()).resize((512, 384), Image.Resampling.BICUBIC))
    result = loaded(tmp_path, encode_image(smooth, name, quality=95), f"a.{name.lower()}")
    assert np.abs(result.rgb.astype(int) - smooth).mean() < 3


@pytest.mark.parametrize("name", ["PNG", "JPEG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation_is_applied_once(tmp_path: Path, name: str, orientation: int) -> None:
    large = np.kron(picture(), np.ones((4, 4, 1), dtype=np.uint8))
    # What a camera stores so that a viewer that obeys the tag shows `large`: the inverse of each of the eight turns.
    stored = {
        1: large,
        2: large[:, ::-1],
        3: large[::-1, ::-1],
        4: large[::-1],
        5: large.transpose(1, 0, 2),
        6: np.rot90(large, 1),
        7: large[::-1, ::-1].transpose(1, 0, 2),
        8: np.rot90(large, -1),
    }[orientation]
    exif = Image.Exif()
    exif[0x0112] = orientation
    options = {"lossless": True} if name == "WEBP" else {"quality": 95} if name == "JPEG" else {}
    data = encode_image(np.ascontiguousarray(stored), name, exif=exif, **options)
    result = loaded(tmp_path, data, f"a.{name.lower()}")
    assert result.rgb.shape == large.shape
    assert np.abs(result.rgb.astype(int) - large).mean() < 8
    assert result.original_size == (large.shape[1], large.shape[0])
    if name != "TIFF":
        assert bool(result.notes) == (orientation != 1)


def test_a_damaged_exif_block_is_ignored(tmp_path: Path) -> None:
    data = encode_image(picture(), "JPEG", exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff\x01\x12")
    assert loaded(tmp_path, data, "a.jpg").rgb.shape == (48, 64, 3)


def test_palettes_grey_and_bits(tmp_path: Path) -> None:
    palette = Image.fromarray(picture()).quantize(16)
    assert np.array_equal(loaded(tmp_path, encode_image(palette, "PNG")).rgb, np.asarray(palette.convert("RGB")))
    grey = picture()[..., 0]
    assert np.array_equal(loaded(tmp_path, encode_image(grey, "PNG")).rgb, np.stack([grey] * 3, axis=2))
    bits = Image.fromarray((grey > 99).astype(np.uint8) * 255).convert("1")
    assert set(np.unique(loaded(tmp_path, encode_image(bits, "PNG")).rgb)) == {0, 255}


def test_a_palette_with_transparency_is_laid_on_white(tmp_path: Path) -> None:
    palette = Image.new("P", (64, 64), 1)
    palette.putpalette([255, 0, 0, 0, 0, 255])
    palette.paste(0, (0, 0, 32, 64))
    result = loaded(tmp_path, encode_image(palette, "PNG", transparency=bytes([0, 255])))
    assert tuple(result.rgb[0, 0]) == (255, 255, 255)
    assert tuple(result.rgb[0, -1]) == (0, 0, 255)
    assert "white" in result.notes[0]


@given(alpha=st.integers(0, 255), colour=st.tuples(*[st.integers(0, 255)] * 3))
@settings(max_examples=30, deadline=None)
def test_alpha_is_composited_not_dropped(
    tmp_path_factory: pytest.TempPathFactory, alpha: int, colour: tuple[int, int, int]
) -> None:
    folder = tmp_path_factory.getbasetemp()
    result = loaded(folder, encode_image(Image.new("RGBA", (4, 4), (*colour, alpha)), "PNG"), "alpha.png")
    expected = np.array(colour) * (alpha / 255) + 255 * (1 - alpha / 255)
    assert np.abs(result.rgb[0, 0] - expected).max() <= 1
    assert bool(result.notes) == (alpha < 255)


def test_cmyk_is_converted_and_said(tmp_path: Path) -> None:
    cmyk = Image.new("CMYK", (64, 48), (0, 255, 255, 0))
    result = loaded(tmp_path, encode_image(cmyk, "JPEG"), "a.jpg")
    assert np.abs(result.rgb[0, 0].astype(int) - (255, 0, 0)).max() < 8
    assert "CMYK" in result.notes[0]


@pytest.mark.parametrize("depth", [8, 10, 12, 14, 16])
def test_a_16_bit_grey_ramp_uses_the_whole_range(tmp_path: Path, depth: int) -> None:
    ramp = np.linspace(0, 2**depth - 1, 64 * 48).round().astype(np.uint16).reshape(48, 64)
    for data, name in ((deep_png(ramp), "a.png"), (encode_image(Image.fromarray(ramp), "TIFF"), "a.tif")):
        result = loaded(tmp_path, data, name)
        expected = np.rint(ramp * (255 / (2**depth - 1)))
        assert np.abs(result.rgb[..., 0] - expected).max() <= 1
        assert f"{depth}-bit values (measured)" in result.notes[0]


@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("depth", [8, 10, 12, 16])
def test_16_bit_colours_are_scaled_alike(tmp_path: Path, depth: int, channels: int) -> None:
    ramp = np.linspace(0, 2**depth - 1, 64 * 48).round().astype(np.uint16).reshape(48, 64)
    colours = np.stack([ramp, ramp[::-1], ramp[:, ::-1], np.full_like(ramp, 65535)][:channels], axis=2)
    result = loaded(tmp_path, deep_png(colours))
    assert np.abs(result.rgb - colours[..., :3] * (255 / (2**depth - 1))).max() <= 1
    assert f"{depth}-bit values" in result.notes[0]


def test_the_declared_depth_wins_where_it_fits(tmp_path: Path) -> None:
    dim = np.full((8, 8), 900)
    dim[0] = 0
    assert loaded(tmp_path, deep_png(dim)).rgb.max() == round(900 * 255 / 1023)
    declared = loaded(tmp_path, deep_png(dim, significant_bits=12))
    assert declared.rgb.max() == round(900 * 255 / 4095)
    assert "declared" in declared.notes[0]
    # By the PNG standard samples fill 16 bits whatever sBIT says: then the values do not fit the declared depth.
    assert loaded(tmp_path, deep_png(dim * 60, significant_bits=12)).rgb.max() == round(54000 * 255 / 65535)


def test_a_tiff_declares_its_depth_by_its_highest_value(tmp_path: Path) -> None:
    dim = Image.fromarray(np.full((8, 8), 900, dtype=np.uint16))
    result = loaded(tmp_path, encode_image(dim, "TIFF", tiffinfo={281: 4095}), "a.tif")
    assert result.rgb.max() == round(900 * 255 / 4095)


def test_floating_point_pictures_are_refused_truly(tmp_path: Path) -> None:
    data = encode_image(Image.fromarray(np.zeros((8, 8), dtype=np.float32)), "TIFF")
    assert code_of(load_image, keep(tmp_path, "a.tif", data)) is Code.UNREADABLE


def test_of_several_frames_the_first_is_taken_and_said(tmp_path: Path) -> None:
    frames = [Image.fromarray(picture()), Image.fromarray(picture()[::-1].copy())]
    for name, options in (("PNG", {}), ("WEBP", {"lossless": True}), ("TIFF", {})):
        data = encode_image(frames[0], name, save_all=True, append_images=frames[1:], **options)
        result = loaded(tmp_path, data, f"a.{name.lower()}")
        assert np.array_equal(result.rgb, picture())
        assert "first" in result.notes[0]


@pytest.mark.parametrize("name", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF"])
@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.95])
def test_a_file_cut_short_is_never_a_picture(tmp_path: Path, name: str, share: float) -> None:
    pixels = np.random.default_rng(3).integers(0, 256, (96, 128, 3), dtype=np.uint8)
    data = encode_image(pixels, name)
    media = keep(tmp_path, f"a.{name.lower()}", data[: int(len(data) * share)])
    assert code_of(load_image, media) is Code.DAMAGED


@pytest.mark.parametrize("options", [{"progressive": True}, {"subsampling": 0}, {"quality": 20}])
def test_jpegs_cut_short_by_any_length(tmp_path: Path, options: dict[str, int]) -> None:
    data = encode_image(picture(), "JPEG", **options)
    for length in range(len(data) - 40, len(data)):
        assert code_of(load_image, keep(tmp_path, "a.jpg", data[:length])) is Code.DAMAGED


@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_a_jpeg_cut_short_and_ended_again_is_no_grey_bottom(tmp_path: Path, mode: str) -> None:
    data = encode_image(Image.fromarray(np.kron(picture(), np.ones((8, 8, 1), np.uint8))).convert(mode), "JPEG")
    media = keep(tmp_path, "a.jpg", data[: len(data) * 2 // 3] + b"\xff\xd9")
    assert code_of(load_image, media) is Code.DAMAGED
    grey = encode_image(Image.new(mode, (64, 64), "#808080"), "JPEG")
    assert loaded(tmp_path, grey, "grey.jpg").flags == (Code.CONSTANT,)


def test_tiffs_with_compression_cut_short(tmp_path: Path) -> None:
    data = encode_image(picture(), "TIFF", compression="tiff_lzw")
    for length in (len(data) - 1, len(data) // 2, 20, 8):
        assert class_of(code_of(load_image, keep(tmp_path, "a.tif", data[:length]))) is CodeClass.FAILURE


def test_damage_in_the_middle_is_damage(tmp_path: Path) -> None:
    data = bytearray(encode_image(np.random.default_rng(3).integers(0, 256, (96, 96, 3), dtype=np.uint8), "PNG"))
    data[len(data) // 2] ^= 0xFF
    assert code_of(load_image, keep(tmp_path, "a.png", bytes(data))) is Code.DAMAGED
    assert code_of(load_image, keep(tmp_path, "b.png", b"\x89PNG\r\n\x1a\n" + data[60:])) is Code.DAMAGED


@given(position=st.floats(0, 1, exclude_max=True), value=st.integers(0, 255), name=st.sampled_from((*LOSSLESS, "JPEG")))
@settings(max_examples=200, deadline=None)
def test_a_changed_byte_gives_a_picture_or_a_failure(
    tmp_path_factory: pytest.TempPathFactory, position: float, value: int, name: str
) -> None:
    data = bytearray(encode_image(picture(), name))
    data[int(position * len(data))] = value
    media = keep(tmp_path_factory.getbasetemp(), "changed", bytes(data))
    try:
        code = load_image(media).rgb.ndim == 3 or Code.EVALUATOR_ERROR
    except SampleError as error:
        code = error.failure.code
    assert code is True or class_of(code) is CodeClass.FAILURE


@pytest.mark.parametrize(
    "data",
    [pickle.dumps({"weights": list(range(50))}), b"\x7fELF" + bytes(100), b"<html></html>", b"PK\x03\x04" + bytes(60)],
)
def test_other_contents_are_unreadable(tmp_path: Path, data: bytes) -> None:
    failure = failure_of(load_image, keep(tmp_path, "a.png", data))
    assert failure.code is Code.UNREADABLE
    assert "PNG, JPEG" in failure.message


def test_known_formats_that_are_not_read_are_named(tmp_path: Path) -> None:
    failure = failure_of(load_image, keep(tmp_path, "a.jpg", b"\0\0\0\x20ftypheic" + bytes(40)))
    assert failure.code is Code.UNREADABLE
    assert "HEIC" in failure.message


def test_a_wrong_extension_is_flagged_also_on_a_failure(tmp_path: Path) -> None:
    data = encode_image(picture(), "JPEG")
    assert loaded(tmp_path, data, "a.png").flags == (Code.WRONG_FORMAT,)
    assert loaded(tmp_path, data, "a.JPEG").flags == ()
    cut = failure_of(load_image, keep(tmp_path, "b.png", data[:-30]))
    assert (cut.code, cut.flags) == (Code.DAMAGED, (Code.WRONG_FORMAT,))


def test_empty_and_missing_files(tmp_path: Path) -> None:
    assert code_of(load_image, keep(tmp_path, "a.png", b"")) is Code.EMPTY
    assert code_of(load_image, Media(str(tmp_path / "b.png"), "image")) is Code.MISSING


@pytest.mark.parametrize("size", [(60_000, 60_000), (16_000, 10_000)])
def test_pictures_above_the_limit_are_refused_from_the_header(tmp_path: Path, size: tuple[int, int]) -> None:
    png = b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 2, 0, 0, 0))
    png += png_chunk(b"IDAT", b"") + png_chunk(b"IEND", b"")
    gif = b"GIF89a" + struct.pack("<HHBBB", size[0], size[1], 0, 0, 0) + b","
    gif += struct.pack("<HHHHB", 0, 0, size[0], size[1], 0) + b"\x02\x00;"
    bmp = bytearray(encode_image(picture(), "BMP"))
    bmp[18:26] = struct.pack("<ii", *size)
    for name, data in (("a.png", png), ("a.gif", gif), ("a.bmp", bytes(bmp))):
        failure = failure_of(load_image, keep(tmp_path, name, data))
        assert failure.code is Code.TOO_LARGE
        assert code_of(image_size, keep(tmp_path, name, data)) is Code.TOO_LARGE


def test_108_megapixels_are_read_and_reduced(tmp_path: Path) -> None:
    image = Image.new("L", (12000, 9000))
    image.paste(200, (6000, 0, 12000, 8999))
    media = keep(tmp_path, "a.png", encode_image(image, "PNG", compress_level=1))
    assert image_size(media) == (12000, 9000)
    small = load_image(media, max_side=400)
    assert (small.rgb.shape, small.original_size) == ((300, 400, 3), (12000, 9000))
    assert (small.rgb[0, 0, 0], small.rgb[0, -1, 0]) == (0, 200)
    full = load_image(media)
    assert full.rgb.shape == (9000, 12000, 3)
    assert np.array_equal(full.rgb[::1000, 5998:6002, 2], np.tile([0, 0, 200, 200], (9, 1)))
    assert not full.rgb[-1].any()


@pytest.mark.parametrize("name", ["PNG", "JPEG", "TIFF"])
def test_reduction_keeps_the_shape_and_the_colours(tmp_path: Path, name: str) -> None:
    large = np.asarray(Image.fromarray(picture()).resize((640, 480), Image.Resampling.BICUBIC))
    media = keep(tmp_path, f"a.{name.lower()}", encode_image(large, name))
    small = load_image(media, max_side=64)
    assert (small.rgb.shape, small.original_size, small.flags) == ((48, 64, 3), (640, 480), ())
    expected = np.asarray(Image.fromarray(large).resize((64, 48), Image.Resampling.BICUBIC)).astype(int)
    assert np.abs(small.rgb - expected).mean() < 8
    assert load_image(media, max_side=10_000).rgb.shape == large.shape


def test_a_reduced_turned_jpeg_is_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    large = np.kron(picture(), np.ones((8, 8, 1), dtype=np.uint8))
    media = keep(tmp_path, "a.jpg", encode_image(np.ascontiguousarray(np.rot90(large)), "JPEG", exif=exif))
    small = load_image(media, max_side=64)
    assert (small.rgb.shape, small.original_size) == ((48, 64, 3), (512, 384))
    assert small.rgb[2, 2].argmax() == 0
    assert small.rgb[2, -3].argmax() == 1


def test_the_order_of_channels_is_red_green_blue(tmp_path: Path) -> None:
    result = loaded(tmp_path, encode_image(Image.new("RGB", (8, 8), (250, 100, 10)), "PNG"))
    assert tuple(result.rgb[0, 0]) == (250, 100, 10)


def test_pixels_cannot_be_changed_by_accident(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="read-only"):
        loaded(tmp_path, encode_image(picture(), "PNG")).rgb[0, 0] = 0


def test_loading_leaks_no_warning_and_changes_no_filter_under_threads(tmp_path: Path) -> None:
    odd = encode_image(picture(), "TIFF", compression="tiff_lzw")
    exif = encode_image(
        picture(), "JPEG", exif=b"Exif\0\0II*\0\x08\0\0\0\x05\0" + b"\x12\x01\x03\0\xff\xff\xff\x7f" * 3
    )
    media = [keep(tmp_path, "a.tif", odd[: len(odd) // 2]), keep(tmp_path, "a.jpg", exif)]
    before = list(warnings.filters)
    errors: list[BaseException] = []

    def work() -> None:
        for each in media * 10:
            try:
                load_image(each)
            except SampleError:
                continue
            except BaseException as error:  # noqa: BLE001 - handed to the test's own thread
                errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert list(warnings.filters) == before


def test_a_unicode_name_is_no_obstacle(tmp_path: Path) -> None:
    assert loaded(tmp_path, encode_image(picture(), "PNG"), "얼굴 ünï.png").rgb.shape == (48, 64, 3)


def test_image_size_reads_the_header_only(tmp_path: Path) -> None:
    data = encode_image(np.random.default_rng(3).integers(0, 256, (96, 128, 3), dtype=np.uint8), "PNG")
    assert image_size(keep(tmp_path, "a.png", data[:200])) == (128, 96)
    assert code_of(image_size, keep(tmp_path, "b.png", data[:20])) is Code.DAMAGED
    assert code_of(image_size, keep(tmp_path, "c.png", os.urandom(8) + io.BytesIO(data).read())) is Code.UNREADABLE
