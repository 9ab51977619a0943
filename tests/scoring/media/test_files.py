import hashlib
import os
import unicodedata
from pathlib import Path
from typing import Literal

import pytest

from scoring.codes import Code
from scoring.media import read_media_bytes
from scoring.types import Media, SampleError

Form = Literal["NFC", "NFD"]
FORMS: tuple[Form, ...] = ("NFC", "NFD")


def failure_of(media: Media, max_bytes: int = 1000) -> Code:
    with pytest.raises(SampleError) as caught:
        read_media_bytes(media, max_bytes=max_bytes)
    return caught.value.failure.code


def test_bytes_are_returned_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"abc")
    assert read_media_bytes(Media(str(path), "image")) == b"abc"
    assert read_media_bytes(Media(str(path), "image", hashlib.sha256(b"abc").hexdigest())) == b"abc"
    assert failure_of(Media(str(path), "image", hashlib.sha256(b"other").hexdigest())) is Code.CHANGED


def test_an_emptied_file_is_changed_and_an_always_empty_one_empty(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.touch()
    assert failure_of(Media(str(path), "image")) is Code.EMPTY
    assert failure_of(Media(str(path), "image", hashlib.sha256(b"").hexdigest())) is Code.EMPTY
    assert failure_of(Media(str(path), "image", hashlib.sha256(b"abc").hexdigest())) is Code.CHANGED


def test_missing_large_and_irregular_files(tmp_path: Path) -> None:
    assert failure_of(Media(str(tmp_path / "no" / "where.png"), "image")) is Code.MISSING
    (tmp_path / "big.png").write_bytes(bytes(1001))
    assert failure_of(Media(str(tmp_path / "big.png"), "image")) is Code.TOO_LARGE
    (tmp_path / "folder.png").mkdir()
    assert failure_of(Media(str(tmp_path / "folder.png"), "image")) is Code.UNREADABLE
    (tmp_path / "dangling.png").symlink_to(tmp_path / "nothing")
    assert failure_of(Media(str(tmp_path / "dangling.png"), "image")) is Code.MISSING


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of POSIX")
def test_a_named_pipe_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.wav")
    assert failure_of(Media(str(tmp_path / "pipe.wav"), "audio")) is Code.UNREADABLE


@pytest.mark.parametrize("on_disk", FORMS)
@pytest.mark.parametrize("asked", FORMS)
def test_names_match_in_either_normal_form(tmp_path: Path, on_disk: Form, asked: Form) -> None:
    written = [unicodedata.normalize(on_disk, part) for part in ("Müller", "한국어 é.png")]
    read = [unicodedata.normalize(asked, part) for part in ("Müller", "한국어 é.png")]
    (tmp_path / written[0]).mkdir()
    (tmp_path / written[0] / written[1]).write_bytes(b"x")
    assert read_media_bytes(Media(str(tmp_path / read[0] / read[1]), "image")) == b"x"


def test_parts_of_a_path_may_have_different_forms(tmp_path: Path) -> None:
    folder = tmp_path / unicodedata.normalize("NFD", "é") / "plain"
    folder.mkdir(parents=True)
    (folder / unicodedata.normalize("NFC", "ü.png")).write_bytes(b"x")
    asked = tmp_path / unicodedata.normalize("NFC", "é") / "plain" / unicodedata.normalize("NFD", "ü.png")
    assert read_media_bytes(Media(str(asked), "image")) == b"x"


def test_the_exact_name_wins_where_both_forms_exist(tmp_path: Path) -> None:
    for form in FORMS:
        (tmp_path / unicodedata.normalize(form, "é.png")).write_bytes(form.encode())
    for form in FORMS:
        path = tmp_path / unicodedata.normalize(form, "é.png")
        assert read_media_bytes(Media(str(path), "image")) == form.encode()
