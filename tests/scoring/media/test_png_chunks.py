"""Texts beside the pixels of a PNG: whatever they hold, the pixels are read as they are."""

import zlib
from pathlib import Path

import numpy as np
import pytest

from scoring.codes import Code
from scoring.media import load_image
from scoring.media.png_chunks import chunks, decodable
from tests.scoring.media.builders import code_of, encode_image, keep, picture, png_chunk

LONG = b"x" * 3_000_000
OBSTACLES = {
    "a long deflated text": png_chunk(b"zTXt", b"workflow\0\0" + zlib.compress(LONG)),
    "a long international text": png_chunk(b"iTXt", b"workflow\0\1\0\0\0" + zlib.compress(LONG)),
    "a large colour profile": png_chunk(b"iCCP", b"profile\0\0" + zlib.compress(LONG)),
    "many long texts": png_chunk(b"tEXt", b"workflow\0" + LONG) * 30,
    "a text compressed in an unknown way": png_chunk(b"zTXt", b"workflow\0\7abc"),
    "a colour profile without a name": png_chunk(b"iCCP", b"abc"),
    "a text named as Pillow names transparency": png_chunk(b"tEXt", b"transparency\0abc"),
    "a text named as Pillow names interlacing": png_chunk(b"tEXt", b"interlace\0abc"),
    "a text named as Pillow names a frame's place": png_chunk(b"iTXt", b"bbox\0\0\0\0\0abc"),
}


@pytest.mark.parametrize("obstacle", OBSTACLES.values(), ids=OBSTACLES.keys())
@pytest.mark.parametrize("where", ["before", "behind"])
def test_texts_are_no_damage(tmp_path: Path, obstacle: bytes, where: str) -> None:
    data = encode_image(picture(), "PNG")
    place = 33 if where == "before" else len(data) - 12
    data = data[:place] + obstacle + data[place:]
    assert np.array_equal(load_image(keep(tmp_path, "a.png", data)).rgb, picture())
    cut = keep(tmp_path, "b.png", data[: data.rfind(b"IDAT") + 40])
    assert code_of(load_image, cut) is Code.DAMAGED


def test_transparency_survives_a_text_of_that_name(tmp_path: Path) -> None:
    pixels = np.zeros((8, 8, 4), np.uint8)
    pixels[:4, :, 3] = 255
    data = encode_image(pixels, "PNG")
    spoofed = data[:33] + png_chunk(b"tEXt", b"transparency\0abc") + data[33:]
    rgb = load_image(keep(tmp_path, "a.png", spoofed)).rgb
    assert not rgb[:4].any()
    assert (rgb[4:] == 255).all()


def test_an_ordinary_file_is_handed_on_as_it_is() -> None:
    data = encode_image(picture(), "PNG")
    assert decodable(data) is data
    texts = data[:33] + png_chunk(b"tEXt", b"parameters\0a prompt") + data[33:]
    assert decodable(texts) is texts


def test_chunks_end_where_the_file_does() -> None:
    data = encode_image(picture(), "PNG")
    names = [chunk.name for chunk in chunks(data)]
    assert (names[0], names[-1]) == (b"IHDR", b"IEND")
    assert [chunk.name for chunk in chunks(data + data)] == names
    assert [chunk.name for chunk in chunks(data[:-3])] == names[:-1]
    assert not list(chunks(data[:9]))
