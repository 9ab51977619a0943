"""What files say of themselves: every kind of carrier is read, and nothing hostile gets through or takes long."""

import io
import struct
import time
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageCms

from scoring.codes import Code
from scoring.media.embedded_metadata import LONGEST_NAME, LONGEST_VALUE, MOST_FACTS, describe
from scoring.media.icc_profile import profile_name
from scoring.types import Media, MediaKind, SampleError
from tests.scoring.media.builders import code_of, deep_png, encode_image, encode_sound, keep, picture, png_chunk

PARAMETERS = "a portrait of 얼굴, photo\nNegative prompt: blurry\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 42"


def facts_of(folder: Path, data: bytes, kind: MediaKind = "image") -> dict[str, str]:
    found = describe(keep(folder, "file", data, kind))
    return dict(found)


def with_chunks(*chunks: bytes) -> bytes:
    """Return a PNG with chunks between its header and its pixels."""
    data = encode_image(picture(), "PNG")
    return data[:33] + b"".join(chunks) + data[33:]


def exif_block(**options: object) -> Image.Exif:
    exif = Image.Exif()
    exif[271], exif[272], exif[305], exif[306] = "Maker", "Model 3", "Painter 2.1", "2026:01:02 03:04:05"
    exif[274] = 6
    exif.get_ifd(0x8769)[0x9003] = "2025:12:31 23:59:59"
    exif.get_ifd(0x8769)[0x9286] = options.get("comment", b"ASCII\0\0\0a comment")
    exif.get_ifd(0x8825)[1] = "N"
    return exif


@pytest.mark.parametrize("name", ["PNG", "JPEG", "WEBP", "TIFF"])
def test_exif_is_read_and_a_place_only_named(tmp_path: Path, name: str) -> None:
    facts = facts_of(tmp_path, encode_image(picture(), name, exif=exif_block()))
    assert facts["format"] == name
    assert facts["EXIF camera maker"] == "Maker"
    assert facts["EXIF camera model"] == "Model 3"
    assert facts["EXIF software"] == "Painter 2.1"
    assert facts["EXIF date"] == "2026:01:02 03:04:05"
    if name != "TIFF":  # into which Pillow writes no inner directories
        assert facts["EXIF date taken"] == "2025:12:31 23:59:59"
        assert facts["EXIF user comment"] == "a comment"
        assert facts["EXIF place"] == "present, not shown here"
    assert "turned by 90° clockwise" in facts["EXIF orientation"]
    assert "N" not in facts.values()


@pytest.mark.parametrize("encoding", ["utf-16-be", "utf-16-le"])
def test_a_wide_user_comment_is_read_in_either_byte_order(tmp_path: Path, encoding: str) -> None:
    comment = b"UNICODE\0" + PARAMETERS.encode(encoding)
    facts = facts_of(tmp_path, encode_image(picture(), "JPEG", exif=exif_block(comment=comment)))
    assert facts["EXIF user comment"] == PARAMETERS


def test_texts_of_a_png_are_read_in_each_of_their_forms(tmp_path: Path) -> None:
    text = PARAMETERS.encode()
    data = with_chunks(
        png_chunk(b"tEXt", b"Software\0M\xfcnster"),  # Latin-1, as the standard says
        png_chunk(b"tEXt", b"parameters\0" + text),  # UTF-8, as programs do
        png_chunk(b"zTXt", b"workflow\0\0" + zlib.compress(b'{"nodes": []}')),
        png_chunk(b"iTXt", b"plain\0\0\0en\0\0" + text),
        png_chunk(b"iTXt", b"deflated\0\1\0\0\0" + zlib.compress(text)),
        png_chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta/>"),
        png_chunk(b"caBX", b"jumb c2pa"),
    )
    facts = facts_of(tmp_path, data)
    assert facts["text “Software”"] == "Münster"
    assert facts["text “parameters”"] == facts["text “plain”"] == facts["text “deflated”"] == PARAMETERS
    assert facts["text “workflow”"] == '{"nodes": []}'
    assert facts["XMP"] == "present, 12 bytes, not read"
    assert facts["content credentials (C2PA)"] == "present, 9 bytes, not read"


def test_texts_behind_the_pixels_are_read_too(tmp_path: Path) -> None:
    data = encode_image(picture(), "PNG")
    facts = facts_of(tmp_path, data[:-12] + png_chunk(b"tEXt", b"Comment\0at the end") + data[-12:])
    assert facts["text “Comment”"] == "at the end"


def test_segments_of_a_jpeg_are_read(tmp_path: Path) -> None:
    data = encode_image(picture(), "JPEG", comment="made here", xmp=b"<x:xmpmeta/>", progressive=True)
    box = b"JP\0\1\0\0\0\1" + b"jumb" + b"c2pa" + bytes(60)
    segments = b"".join(b"\xff" + mark + struct.pack(">H", len(body) + 2) + body for mark, body in (
        (b"\xeb", box), (b"\xeb", box), (b"\xed", b"Photoshop 3.0\x008BIM"),
    ))  # fmt: skip
    facts = facts_of(tmp_path, data[:2] + segments + data[2:])
    assert facts["comment"] == "made here"
    assert facts["pixels"] == "RGB, 8 bits, progressive"
    assert facts["content credentials (C2PA)"] == f"present, {2 * len(box)} bytes, not read"
    assert facts["XMP"].startswith("present")
    assert facts["IPTC"].startswith("present")


@pytest.mark.parametrize("name", ["PNG", "JPEG", "WEBP", "TIFF"])
def test_a_colour_profile_is_named_and_said_to_be_left_out(tmp_path: Path, name: str) -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    facts = facts_of(tmp_path, encode_image(picture(), name, icc_profile=profile))
    assert facts["colour profile"] == "sRGB built-in (not applied: pixels are taken as sRGB)"


def test_the_name_of_an_old_profile_and_of_none() -> None:
    tag = b"desc\0\0\0\0" + struct.pack(">I", 9) + b"Old RGB 1\0\0"
    profile = bytes(128) + struct.pack(">I4sII", 1, b"desc", 144, len(tag)) + tag
    assert profile_name(profile) == "Old RGB 1"
    assert profile_name(profile[:140]) == profile_name(b"") == ""


def test_comments_of_a_gif_are_read_behind_its_frames_too(tmp_path: Path) -> None:
    frames = [Image.fromarray(picture()), Image.fromarray(picture()[::-1].copy())]
    data = encode_image(frames[0], "GIF", save_all=True, append_images=frames[1:], comment=b"one")
    late = b"!\xfe\x03two\0"
    found = describe(keep(tmp_path, "a.gif", data[:-1] + late + data[-1:]))
    assert [fact.value for fact in found if fact.name == "comment"] == ["one", "two"]
    assert dict(found)["frames"].startswith("several")


def test_tags_of_a_tiff_are_read(tmp_path: Path) -> None:
    tags = {270: "a description", 305: "Scanner 1", 700: b"<x:xmpmeta/>"}
    facts = facts_of(tmp_path, encode_image(picture(), "TIFF", tiffinfo=tags, compression="tiff_lzw"))
    assert facts["EXIF description"] == "a description"
    assert facts["EXIF software"] == "Scanner 1"
    assert facts["XMP"] == "present, 12 bytes, not read"


@pytest.mark.parametrize(
    ("image", "name", "kind"),
    [
        (Image.new("1", (8, 8)), "PNG", "grey, 1 bit"),
        (Image.new("L", (8, 8)), "PNG", "grey, 8 bits"),
        (Image.new("LA", (8, 8)), "PNG", "grey and alpha, 8 bits"),
        (Image.new("P", (8, 8)), "PNG", "palette, 1 bit"),
        (Image.new("RGBA", (8, 8)), "PNG", "RGB and alpha, 8 bits"),
        (Image.new("CMYK", (8, 8)), "JPEG", "CMYK, 8 bits"),
        (Image.new("L", (8, 8)), "JPEG", "grey, 8 bits"),
        (Image.new("RGBA", (8, 8)), "WEBP", "RGB and alpha, 8 bits"),
        (Image.new("P", (8, 8)), "GIF", "palette, 8 bits"),
        (Image.new("RGB", (8, 8)), "BMP", "RGB, 8 bits"),
        (Image.new("I;16", (8, 8)), "TIFF", "grey, 16 bits"),
    ],
)
def test_size_and_kind_of_pixels_are_told(tmp_path: Path, image: Image.Image, name: str, kind: str) -> None:
    facts = facts_of(tmp_path, encode_image(image, name))
    assert (facts["size"], facts["pixels"]) == ("8 × 8 pixels", kind)


def test_deep_pngs_are_told_as_deep(tmp_path: Path) -> None:
    assert facts_of(tmp_path, deep_png(np.zeros((8, 8, 3), int)))["pixels"] == "RGB, 16 bits"
    assert facts_of(tmp_path, deep_png(np.zeros((8, 8), int)))["pixels"] == "grey, 16 bits"


# ---- sounds ----


def tagged(format_name: str, subtype: str | None = None) -> bytes:
    stream = io.BytesIO()
    with soundfile.SoundFile(stream, "w", samplerate=22050, channels=2, format=format_name, subtype=subtype) as sound:
        sound.title, sound.artist, sound.comment = "a title", "somebody", "made by 얼굴"
        sound.write(np.zeros((11025, 2)))
    return stream.getvalue()


@pytest.mark.parametrize(
    ("name", "subtype", "encoding"),
    [
        ("WAV", "PCM_24", "Signed 24 bit PCM"),
        ("FLAC", None, "Signed 16 bit PCM"),
        ("OGG", "VORBIS", "Vorbis"),
        ("AIFF", None, "Signed 16 bit PCM"),
        ("MP3", None, "MPEG Layer III"),
    ],
)
def test_header_and_tags_of_sounds_are_read(tmp_path: Path, name: str, subtype: str | None, encoding: str) -> None:
    facts = facts_of(tmp_path, tagged(name, subtype), "audio")
    assert facts["format"] == name
    assert (facts["sample rate"], facts["channels"]) == ("22,050 Hz", "2")
    assert facts["encoding"].startswith(encoding)
    assert float(facts["length"].removesuffix(" s")) == pytest.approx(0.5, abs=0.06)
    assert facts["title"] == "a title"
    if name != "AIFF":  # knows no comment that libsndfile reads
        assert facts["comment"] == "made by 얼굴"


def vorbis_comment(*fields: bytes) -> bytes:
    parts = [b"encoder 1", *fields]
    counts = [b"", struct.pack("<I", len(fields)), *[b""] * (len(fields) - 1)]
    joined = struct.pack("<I", len(parts[0])) + parts[0] + (counts[1] if fields else struct.pack("<I", 0))
    return joined + b"".join(struct.pack("<I", len(field)) + field for field in fields)


def test_tags_of_any_name_are_read_from_flac_and_opus(tmp_path: Path) -> None:
    fields = (b"PROMPT=say hello", b"METADATA_BLOCK_PICTURE=AAAABBBB", "Übung=ja".encode())
    comment = vorbis_comment(*fields)
    flac = encode_sound(np.zeros(800, np.float32), "FLAC")
    block = bytes([4]) + len(comment).to_bytes(3, "big") + comment
    facts = facts_of(tmp_path, flac[:42] + block + flac[42:], "audio")
    assert facts["encoder"] == "encoder 1" or "libFLAC" in facts["encoder"]
    assert facts["prompt"] == "say hello"
    assert facts["metadata_block_picture"].endswith("not read")
    assert facts["übung"] == "ja"
    opus = facts_of(tmp_path, encode_sound(np.zeros(4800, np.float32), "OGG", 48_000, "OPUS"), "audio")
    assert opus["encoding"] == "Opus"
    assert "encoder" in opus


def test_chunks_of_a_wav_are_read(tmp_path: Path) -> None:
    wav = encode_sound(np.zeros(800, np.float32))
    info = b"INFO" + b"IKEY" + struct.pack("<I", 5) + b"k, w\0\0" + b"IXYZ" + struct.pack("<I", 2) + b"z\0"
    bext = b"a broadcast".ljust(256, b"\0") + b"studio".ljust(32, b"\0") + bytes(330)
    extra = b"".join(
        name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)
        for name, body in ((b"LIST", info), (b"bext", bext), (b"iXML", b"<a/>"), (b"C2PA", b"xx"))
    )
    data = bytearray(wav + extra)
    data[4:8] = struct.pack("<I", len(data) - 8)
    facts = facts_of(tmp_path, bytes(data), "audio")
    assert (facts["keywords"], facts["INFO IXYZ"]) == ("k, w", "z")
    assert (facts["bext description"], facts["bext originator"]) == ("a broadcast", "studio")
    assert facts["iXML"] == "present, 4 bytes, not read"
    assert facts["content credentials (C2PA)"] == "present, 2 bytes, not read"


# ---- strangers ----


def test_characters_that_control_the_display_are_replaced(tmp_path: Path) -> None:
    data = with_chunks(png_chunk(b"iTXt", b"x\0\0\0\0\0" + "a\u202eb\x1b[31mc\u2066\ttab\r\nline".encode()))
    assert facts_of(tmp_path, data)["text “x”"] == "a�b�[31mc�\ttab\nline"
    named = with_chunks(png_chunk(b"tEXt", b"na\nme\x07\0value"))
    assert facts_of(tmp_path, named)["text “na me�”"] == "value"


def test_long_texts_and_many_of_them_are_cut_and_that_is_said(tmp_path: Path) -> None:
    long = describe(keep(tmp_path, "a.png", with_chunks(png_chunk(b"tEXt", b"k" * 300 + b"\0" + b"v" * 90_000))))
    assert len(long[-1].name) <= LONGEST_NAME + 20
    assert len(long[-1].value) <= LONGEST_VALUE + 20
    assert long[-1].value.endswith("(more follows)")
    many = describe(keep(tmp_path, "b.png", with_chunks(*[png_chunk(b"tEXt", b"k\0v")] * 5000)))
    assert len(many) == MOST_FACTS
    assert many[-1].name == "and more"


@pytest.mark.parametrize("name", [b"zTXt", b"iCCP", b"iTXt"])
def test_a_text_that_inflates_without_end_costs_little(tmp_path: Path, name: bytes) -> None:
    deflate = zlib.compressobj(9)
    bomb = b"".join(deflate.compress(bytes(2**20)) for _ in range(300)) + deflate.flush()
    middle = b"\0\1\0\0\0" if name == b"iTXt" else b"\0\0"
    media = keep(tmp_path, "a.png", with_chunks(*[png_chunk(name, b"k" + middle + bomb)] * 3))
    tracemalloc.start()
    start = time.perf_counter()
    found = describe(media)
    assert tracemalloc.get_traced_memory()[1] < 30 * 2**20
    tracemalloc.stop()
    assert time.perf_counter() - start < 5
    assert len(found) <= MOST_FACTS


def test_an_exif_block_that_points_everywhere_costs_little(tmp_path: Path) -> None:
    count, size = 5000, 2_000_000
    entries = b"".join(struct.pack("<HHII", 305 + n, 2, size, 100) for n in range(count))
    block = b"II*\0" + struct.pack("<IH", 8, count) + entries + bytes(size)
    media = keep(tmp_path, "a.png", with_chunks(png_chunk(b"eXIf", block)))
    tracemalloc.start()
    describe(media)
    assert tracemalloc.get_traced_memory()[1] < 120 * 2**20
    tracemalloc.stop()
    loop = b"II*\0" + struct.pack("<IHHHII", 8, 1, 34665, 4, 1, 8)  # the inner directory is the outer one
    assert "format" in facts_of(tmp_path, with_chunks(png_chunk(b"eXIf", loop)))


TEXT_CHUNK = png_chunk(b"zTXt", b"k\0\0" + zlib.compress(b"v"))
SAMPLES: dict[str, tuple[MediaKind, Callable[[], bytes]]] = {
    "png": ("image", lambda: with_chunks(TEXT_CHUNK, png_chunk(b"eXIf", exif_block().tobytes()[6:]))),
    "jpeg": ("image", lambda: encode_image(picture(), "JPEG", exif=exif_block(), comment="c", xmp=b"<x/>")),
    "webp": ("image", lambda: encode_image(picture(), "WEBP", exif=exif_block(), xmp=b"<x/>")),
    "gif": ("image", lambda: encode_image(picture(), "GIF", comment=b"c")),
    "bmp": ("image", lambda: encode_image(picture(), "BMP")),
    "tiff": ("image", lambda: encode_image(picture(), "TIFF", tiffinfo={270: "d"})),
    "wav": ("audio", lambda: tagged("WAV")),
    "flac": ("audio", lambda: tagged("FLAC")),
    "ogg": ("audio", lambda: tagged("OGG")),
    "aiff": ("audio", lambda: tagged("AIFF")),
    "mp3": ("audio", lambda: tagged("MP3")),
}  # fmt: skip


@given(name=st.sampled_from(sorted(SAMPLES)), data=st.data())
@settings(max_examples=100, deadline=None)
def test_whatever_bytes_give_bounded_facts_or_a_true_failure(
    tmp_path_factory: pytest.TempPathFactory, name: str, data: st.DataObject
) -> None:
    kind, make = SAMPLES[name]
    content = bytearray(make())
    reach = min(len(content), 1200)  # the head, where what is read here stands
    for _ in range(data.draw(st.integers(0, 12))):
        content[data.draw(st.integers(0, reach - 1))] = data.draw(st.integers(0, 255))
    length = data.draw(st.one_of(st.just(len(content)), st.integers(0, len(content))))
    media = keep(tmp_path_factory.getbasetemp(), "stranger", bytes(content[:length]), kind)
    try:
        found = describe(media)
    except SampleError:
        return
    assert 2 <= len(found) <= MOST_FACTS
    for fact in found:
        assert fact.value
        assert len(fact.name) <= LONGEST_NAME + 20
        assert len(fact.value) <= LONGEST_VALUE + 20
        assert all(each.isprintable() or each in "\n\t" or each.isspace() for each in fact.name + fact.value)


def test_damaged_files_say_what_can_still_be_read(tmp_path: Path) -> None:
    data = encode_image(picture(), "JPEG", exif=exif_block())
    assert facts_of(tmp_path, data[:-200])["EXIF software"] == "Painter 2.1"
    huge = b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0))
    huge += png_chunk(b"tEXt", b"k\0v") + png_chunk(b"IDAT", b"") + png_chunk(b"IEND", b"")
    facts = facts_of(tmp_path, huge)
    assert "60000 × 60000" in facts["size"] or "size" not in facts
    assert facts["text “k”"] == "v"
    assert "cannot be read" in facts_of(tmp_path, encode_sound(np.zeros(800, np.float32))[:30], "audio")["header"]


def test_what_cannot_be_opened_is_a_failure_with_its_code(tmp_path: Path) -> None:
    assert code_of(describe, keep(tmp_path, "a.png", b"")) is Code.EMPTY
    assert code_of(describe, Media(str(tmp_path / "none.png"), "image")) is Code.MISSING
    assert code_of(describe, keep(tmp_path, "b.png", b"no picture")) is Code.UNREADABLE
    whole = keep(tmp_path, "c.png", encode_image(picture(), "PNG"))
    assert code_of(describe, Media(whole.path, "image", "0" * 64)) is Code.CHANGED
