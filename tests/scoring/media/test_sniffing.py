import pickle
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.media import sniff
from scoring.media.sniffing import named_otherwise
from tests.scoring.media.builders import encode_image, encode_sound, picture, voice


@pytest.mark.parametrize("name", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF"])
def test_pictures_are_known_by_content(name: str) -> None:
    assert sniff(encode_image(picture(), name)) == name.lower()


SOUNDS = {
    "WAV": "wav",
    "RF64": "wav",
    "W64": "w64",
    "FLAC": "flac",
    "OGG": "ogg",
    "MP3": "mp3",
    "AIFF": "aiff",
    "AU": "au",
    "CAF": "caf",
}


@pytest.mark.parametrize(("name", "expected"), SOUNDS.items())
def test_sounds_are_known_by_content(name: str, expected: str) -> None:
    assert sniff(encode_sound(voice(0.5), name)) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\0\0\0\x20ftypM4A \0\0\0\0", "m4a"),
        (b"\0\0\0\x20ftypisom\0\0\0\0", "mp4"),
        (b"\0\0\0\x20ftypheic\0\0\0\0", "heic"),
        (b"\0\0\0\x20ftypavif\0\0\0\0", "avif"),
        (b"\xff\xf1\x50\x80\x00\x1f\xfc", "aac"),
        (b"ID3\x04\0\0\0\0\0\0", "mp3"),
        ("ÿþ hello".encode("latin-1"), None),
        ("\ufeffhello".encode("utf-16-le"), None),
        (b"BM is how this text begins", None),
        (b"\x1f\x8b\x08\0", None),
        (b"PK\x03\x04", None),
        (pickle.dumps({"a": [1, 2]}), None),
        (struct.pack("<4sI4s", b"RIFF", 4, b"ACON"), None),
        (b"", None),
        (b"\xff", None),
    ],
)
def test_other_contents(data: bytes, expected: str | None) -> None:
    assert sniff(data) == expected


@given(st.binary(max_size=64))
def test_any_bytes_get_an_answer(data: bytes) -> None:
    assert sniff(data) is None or str(sniff(data)).isalnum()


@pytest.mark.parametrize(
    ("path", "content", "otherwise"),
    [
        ("/a/x.png", "jpeg", True),
        ("/a/x.JPG", "jpeg", False),
        ("/a/x.wav", "m4a", True),
        ("/a/x.opus", "ogg", False),
        ("/a/x", "png", False),
        ("/a/x.dat", "png", False),
    ],
)
def test_only_a_known_extension_can_be_wrong(path: str, content: str, otherwise: bool) -> None:
    assert named_otherwise(path, content) is otherwise
