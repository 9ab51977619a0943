"""Arrays kept on disk: whole or not at all, by content, version and parameters; contours of present values."""

from pathlib import Path

import numpy as np
import pytest

from genmu_studio.sounds.contours import Contour, contour_of, kept_contour
from genmu_studio.sounds.kept_arrays import CACHE_FOLDER, Arrays, Derived, keep_arrays, kept_path, read_arrays
from scoring.types import Media

MEDIA = Media("/nowhere/sound.wav", "audio", "12" * 32)
PITCH = Derived("pitch", 1, {"floor_hz": 75.0, "ceiling_hz": 300.0})
ARRAYS: Arrays = {
    "wide": np.arange(6, dtype=np.float32).reshape(2, 3),
    "levels": np.array([0, 255], np.uint8),
    "flags": np.array([True, False, True]),
    "none": np.zeros(0, np.float64),
    "count": np.array([2**40]),
}


def test_arrays_come_back_as_they_were(tmp_path: Path) -> None:
    assert read_arrays(tmp_path, MEDIA, PITCH) is None
    keep_arrays(tmp_path, MEDIA, PITCH, ARRAYS)
    found = read_arrays(tmp_path, MEDIA, PITCH)
    assert found is not None
    assert list(found) == list(ARRAYS)
    for name, array in ARRAYS.items():
        np.testing.assert_array_equal(found[name], array)
        assert found[name].dtype == array.dtype
    assert [path.name[0] for path in (tmp_path / CACHE_FOLDER / "12").iterdir()] == ["1"]  # nothing temporary is left


def test_another_content_version_or_parameter_is_another_entry(tmp_path: Path) -> None:
    keep_arrays(tmp_path, MEDIA, PITCH, ARRAYS)
    others = [
        (Media(MEDIA.path, "audio", "34" * 32), PITCH),
        (MEDIA, Derived("pitch", 2, PITCH.parameters)),
        (MEDIA, Derived("pitch", 1, {"floor_hz": 75.0, "ceiling_hz": 301.0})),
        (MEDIA, Derived("intensity", 1, PITCH.parameters)),
    ]
    for media, derived in others:
        assert read_arrays(tmp_path, media, derived) is None
    assert len({kept_path(tmp_path, media, derived) for media, derived in [(MEDIA, PITCH), *others]}) == 5
    renamed = Media("/elsewhere/renamed.wav", "audio", MEDIA.sha256)
    assert read_arrays(tmp_path, renamed, PITCH) is not None


def test_what_is_not_whole_is_not_read(tmp_path: Path) -> None:
    keep_arrays(tmp_path, MEDIA, PITCH, ARRAYS)
    path = kept_path(tmp_path, MEDIA, PITCH)
    whole = path.read_bytes()
    turned = bytearray(whole)
    turned[-1] ^= 1
    head, content = whole.split(b"\n", 1)
    spoilt = [whole[:-1], whole + b"\0", bytes(turned), b"", b"\n", head, head + b"\n", b"{}\n" + content, b"[" * 9000]
    spoilt += [head.replace(b"<f4", b"|O8") + b"\n" + content, head.replace(b"[2, 3]", b"[2, 9]") + b"\n" + content]
    spoilt += [head.replace(b"[2, 3]", b"[-1]") + b"\n" + content, b"null\n" + content, b"\xff\n" + content]
    for data in spoilt:
        path.write_bytes(data)
        assert read_arrays(tmp_path, MEDIA, PITCH) is None
    keep_arrays(tmp_path, MEDIA, PITCH, ARRAYS)
    assert path.read_bytes() == whole


def test_nothing_is_kept_of_unknown_content_or_where_nothing_may_be_written(tmp_path: Path) -> None:
    unknown = Media("/nowhere/sound.wav", "audio")
    keep_arrays(tmp_path, unknown, PITCH, ARRAYS)
    assert not (tmp_path / "media").exists()
    assert read_arrays(tmp_path, unknown, PITCH) is None
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")  # a file where the folder should be fails for root as well
    keep_arrays(blocked, MEDIA, PITCH, ARRAYS)
    assert read_arrays(blocked, MEDIA, PITCH) is None
    keep_arrays(None, MEDIA, PITCH, ARRAYS)
    assert read_arrays(None, MEDIA, PITCH) is None


def test_a_contour_says_where_there_is_no_value() -> None:
    contour = contour_of(np.array([0.0, 0.01, 0.02, 0.03]), np.array([120.0, np.nan, np.inf, 1e300]))
    assert contour.present.tolist() == [True, False, False, False]
    assert contour.values.tolist() == [120.0, 0.0, 0.0, 0.0]
    assert contour.times_s.dtype == contour.values.dtype == np.float32
    assert np.isfinite(contour.values).all()


def test_a_contour_is_measured_once(tmp_path: Path) -> None:
    asked: list[int] = []

    def measure() -> Contour:
        asked.append(1)
        return contour_of(np.arange(5) * 0.01, np.array([np.nan, 100, 110, np.nan, 90.0]))

    first, second = (kept_contour(tmp_path, MEDIA, PITCH, measure) for _ in range(2))
    assert asked == [1]
    for name in ("times_s", "values", "present"):
        np.testing.assert_array_equal(getattr(first, name), getattr(second, name))
    (kept_path(tmp_path, MEDIA, PITCH)).unlink()
    kept_contour(tmp_path, MEDIA, PITCH, measure)
    assert asked == [1, 1]


def test_nothing_is_kept_of_a_measure_that_fails(tmp_path: Path) -> None:
    def fail() -> Contour:
        raise ArithmeticError("needs 40 ms")

    with pytest.raises(ArithmeticError, match="needs 40 ms"):
        kept_contour(tmp_path, MEDIA, PITCH, fail)
    assert not (tmp_path / "media").exists()
