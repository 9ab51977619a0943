import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.submission.paths import PathIndex, UnsafePathError, printable, safe_path


@pytest.mark.parametrize(
    ("written", "clean"),
    [
        ("original/1.png", "original/1.png"),
        ("./original//1.png", "original/1.png"),
        ("original\\set 1\\1.png", "original/set 1/1.png"),
        ("..a/b..png", "..a/b..png"),
        ("Größe/図.png", "Größe/図.png"),
    ],
)
def test_safe_paths_become_relative_posix(written: str, clean: str) -> None:
    assert safe_path(written) == clean


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("../1.png", "PATH_OUTSIDE"),
        ("a/../../1.png", "PATH_OUTSIDE"),
        ("a\\..\\..\\1.png", "PATH_OUTSIDE"),
        ("/etc/passwd", "PATH_OUTSIDE"),
        ("\\\\server\\share\\1.png", "PATH_OUTSIDE"),
        ("C:\\1.png", "PATH_OUTSIDE"),
        ("c:1.png", "PATH_OUTSIDE"),
        ("", "PATH_NAME"),
        (".", "PATH_NAME"),
        ("a\0.png", "PATH_NAME"),
        ("a\n.png", "PATH_NAME"),
        ("\ud800.png", "PATH_NAME"),
        ("a" * 256, "PATH_NAME"),
        ("a/" * 600, "PATH_NAME"),
    ],
)
def test_unsafe_paths_are_refused_with_a_code(written: str, code: str) -> None:
    with pytest.raises(UnsafePathError) as caught:
        safe_path(written)
    assert caught.value.code == code


@given(st.text(alphabet=st.sampled_from("ab./\\:C~\0 é\n")))
def test_what_is_let_through_never_leaves_the_folder(text: str) -> None:
    try:
        path = safe_path(text)
    except UnsafePathError:
        return
    segments = path.split("/")
    assert not path.startswith("/")
    assert not {"", ".", ".."} & set(segments)
    assert safe_path(path) == path


def test_the_index_finds_other_unicode_forms_but_not_other_case() -> None:
    nfd = unicodedata.normalize("NFD", "original/é.png")
    index = PathIndex([nfd, "A.png"])
    assert index.find(unicodedata.normalize("NFC", nfd)) == nfd
    assert index.find("a.png") is None
    assert index.similar("a.png") == "A.png"


def test_the_index_prefers_the_same_text_and_takes_none_of_two() -> None:
    nfc, nfd = (unicodedata.normalize(form, "ééé.png") for form in ("NFC", "NFD"))
    index = PathIndex([nfc, nfd])
    assert index.find(nfc) == nfc
    assert index.find(nfd) == nfd
    mixed = nfc[:1] + nfd[2:]
    assert index.find(mixed) is None


def test_printable_escapes_what_a_terminal_would_obey() -> None:
    assert printable("a\x1b[2Jb\udcff\u202e") == "a\\x1b[2Jb\\udcff\\u202e"
