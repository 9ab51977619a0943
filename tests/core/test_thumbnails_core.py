"""Thumbnails, waveforms and their cache, on files made here."""

import io
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from genmu_studio import thumbnails
from genmu_studio.thumbnails import FullPicture, Pixels, Shown, Thumbnail, Unshown, Waveform
from scoring.digests import bytes_sha256
from scoring.media import load_image
from scoring.types import Media, MediaKind, SampleError


def media_of(path: Path, kind: MediaKind = "image") -> Media:
    return Media(str(path), kind, bytes_sha256(path.read_bytes()))


@pytest.fixture
def picture(tmp_path: Path) -> Media:
    """Return a picture of 300 × 200, red on the left and blue on the right."""
    pixels = np.zeros((200, 300, 3), np.uint8)
    pixels[:, :150, 0] = 255
    pixels[:, 150:, 2] = 255
    Image.fromarray(pixels).save(tmp_path / "picture.png")
    return media_of(tmp_path / "picture.png")


@pytest.fixture
def sound(tmp_path: Path) -> Media:
    """Return a second of silence, then a second at half of full scale."""
    samples = np.concatenate([np.zeros(8000), 0.5 * np.sin(np.arange(8000) * 0.9)])
    soundfile.write(tmp_path / "sound.wav", samples, 8000, subtype="FLOAT")
    return media_of(tmp_path / "sound.wav", "audio")


def test_a_thumbnail_is_a_jpeg_of_the_size_asked_for(picture: Media) -> None:
    small = Image.open(io.BytesIO(thumbnails.make_thumbnail(picture, 60)))
    assert small.format == "JPEG"
    assert small.size == (60, 40)
    red, green, blue = np.asarray(small)[20, 5].tolist()
    assert red > 200
    assert green < 60
    assert blue < 60


def test_a_small_picture_is_not_enlarged(picture: Media) -> None:
    assert Image.open(io.BytesIO(thumbnails.make_thumbnail(picture, 512))).size == (300, 200)


def pixels_of(shown: Shown | None) -> NDArray[np.int16]:
    """Return (H, W, 4) of blue, green, red and opacity."""
    assert isinstance(shown, Pixels)
    return np.frombuffer(shown.bgra, np.uint8).reshape(shown.height, shown.width, 4).astype(np.int16)


@pytest.mark.parametrize(
    ("size", "kept", "shape"), [(60, 96, (40, 60)), (160, 160, (107, 160)), (900, 1024, (200, 300))]
)
def test_the_screen_gets_pixels_of_just_the_size(
    picture: Media, tmp_path: Path, size: int, kept: int, shape: tuple[int, int]
) -> None:
    made = thumbnails.make_for_screen(picture, size, tmp_path)
    cached = thumbnails.read_for_screen(tmp_path, picture, size)
    for shown in (made, cached):
        pixels = pixels_of(shown)
        assert pixels.shape[:2] == shape
        assert (pixels[..., 3] == 255).all()
        left, right = pixels[shape[0] // 2, shape[1] // 10, :3], pixels[shape[0] // 2, -shape[1] // 10, :3]
        assert np.abs(left - [0, 0, 255]).max() <= 6
        assert np.abs(right - [255, 0, 0]).max() <= 6
    assert thumbnails.cached_path(tmp_path, picture, kept).is_file()


def test_one_kept_picture_serves_every_size_up_to_its_own(picture: Media, tmp_path: Path) -> None:
    thumbnails.make_for_screen(picture, 130, tmp_path)
    Path(picture.path).unlink()  # whoever opened it now would fail
    for size in (97, 160, 20):
        assert pixels_of(thumbnails.read_for_screen(tmp_path, picture, size)).shape[1] == size
    assert pixels_of(thumbnails.make_for_screen(picture, 96, tmp_path)).shape == (64, 96, 4)
    assert thumbnails.read_for_screen(tmp_path, picture, 161) is None
    assert isinstance(thumbnails.read_cached(tmp_path, picture, 160), Thumbnail)  # for who wants the file itself


@pytest.mark.parametrize("side", [1025, 4000])
def test_a_picture_that_the_program_never_kept_is_not_taken_from_the_cache(
    picture: Media, tmp_path: Path, side: int
) -> None:
    path = thumbnails.cached_path(tmp_path, picture, 96)
    path.parent.mkdir(parents=True)
    Image.new("RGB", (side, 2)).save(path, "JPEG")
    assert thumbnails.read_for_screen(tmp_path, picture, 90) is None


def test_the_outline_of_a_sound_is_the_same_for_screen_and_report(sound: Media, tmp_path: Path) -> None:
    made = thumbnails.make_for_screen(sound, 30, tmp_path)
    cached = thumbnails.read_cached(tmp_path, sound, 30)
    assert isinstance(made, Waveform)
    assert isinstance(cached, Waveform)
    np.testing.assert_array_equal(made.peaks, cached.peaks)


def test_a_full_picture_has_every_pixel(picture: Media) -> None:
    full = thumbnails.make_full(picture)
    assert isinstance(full, FullPicture)
    assert (full.width, full.height, full.original_size) == (300, 200, (300, 200))
    pixels = np.frombuffer(full.rgb, np.uint8).reshape(200, 300, 3)
    assert pixels[0, 0].tolist() == [255, 0, 0]
    assert pixels[-1, -1].tolist() == [0, 0, 255]


def test_a_waveform_keeps_the_extremes_of_each_part(sound: Media) -> None:
    waveform = thumbnails.waveform_peaks(sound, 10)
    assert waveform.duration_s == 2.0
    assert waveform.peaks.shape == (10, 2)
    assert waveform.peaks.dtype == np.float32
    assert np.all(waveform.peaks[:5] == 0)
    np.testing.assert_allclose(waveform.peaks[5:], [[-0.5, 0.5]] * 5, atol=0.01)


@pytest.mark.parametrize("length", [1, 3, 800])
def test_silent_and_short_sounds_have_a_waveform_too(tmp_path: Path, length: int) -> None:
    soundfile.write(tmp_path / "short.wav", np.zeros(length), 8000)
    made = thumbnails.make_small(media_of(tmp_path / "short.wav", "audio"), 40, None)
    assert isinstance(made, Waveform)
    assert made.peaks.shape == (min(40, length), 2)
    assert not made.peaks.any()


@given(st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=40), st.integers(1, 50))
def test_peaks_cover_every_value_in_order(values: list[float], columns: int) -> None:
    mono = np.array(values, dtype=np.float32)
    peaks = thumbnails.peaks_of(mono, columns)
    assert len(peaks) == min(columns, len(mono))
    assert peaks[:, 0].min() == mono.min()
    assert peaks[:, 1].max() == mono.max()
    parts = np.array_split(mono, 1) if len(peaks) == 1 else None
    if parts is not None:
        assert peaks[0].tolist() == [parts[0].min(), parts[0].max()]
    if len(peaks) == len(mono):
        assert peaks[:, 0].tolist() == mono.tolist()


def test_a_damaged_file_gives_its_code(tmp_path: Path) -> None:
    (tmp_path / "broken.png").write_bytes(b"no picture at all")
    (tmp_path / "empty.png").write_bytes(b"")
    whole = tmp_path / "whole.jpg"
    Image.fromarray(np.random.default_rng(1).integers(0, 255, (64, 64, 3), np.uint8)).save(whole)
    (tmp_path / "cut.jpg").write_bytes(whole.read_bytes()[:-400])
    for name, code in (("broken.png", "UNREADABLE"), ("empty.png", "EMPTY"), ("cut.jpg", "DAMAGED")):
        made = thumbnails.make_small(media_of(tmp_path / name), 40, tmp_path)
        assert isinstance(made, Unshown)
        assert (made.code, bool(made.message)) == (code, True)
    assert not (tmp_path / "media").exists()
    gone = thumbnails.make_full(Media(str(tmp_path / "gone.png"), "image"))
    assert isinstance(gone, Unshown)
    assert gone.code == "MISSING"


@pytest.mark.parametrize("name", ["noise.jpg", "flat.jpg", "noise.png", "noise.webp"])
def test_the_gallery_calls_a_damaged_file_what_scoring_calls_it(tmp_path: Path, name: str) -> None:
    noise = np.random.default_rng(2).integers(0, 255, (300, 400, 3), np.uint8)
    pixels = np.full_like(noise, 128) if name.startswith("flat") else noise
    whole = tmp_path / name
    Image.fromarray(pixels).save(whole)
    data = whole.read_bytes()
    said: list[tuple[str, str]] = []
    for length in (*range(1, len(data), max(1, len(data) // 40)), len(data) - 1, len(data) - 2):
        cut = tmp_path / f"{length}-{name}"
        cut.write_bytes(data[:length])
        media = media_of(cut)
        try:
            load_image(media)
            scoring = "fine"
        except SampleError as error:
            scoring = str(error.failure.code)
        made = [
            thumbnails.make_for_screen(media, 60, None),
            thumbnails.make_small(media, 160, None),
            thumbnails.make_full(media),
        ]
        said += [(scoring, each.code if isinstance(each, Unshown) else "fine") for each in made]
    assert [one for one, other in said] == [other for one, other in said]
    assert {"DAMAGED"} <= {code for code, _ in said}
    assert "fine" not in {code for code, _ in said[:-12]}


def test_what_was_made_is_found_again_by_its_content(picture: Media, tmp_path: Path) -> None:
    assert thumbnails.read_cached(tmp_path, picture, 60) is None
    made = thumbnails.make_small(picture, 60, tmp_path)
    path = tmp_path / "media" / "thumbnails" / picture.sha256[:2] / f"{picture.sha256}-60.jpg"
    assert path.is_file()
    elsewhere = Media("/nowhere/renamed.png", "image", picture.sha256)
    assert thumbnails.read_cached(tmp_path, elsewhere, 60) == made
    assert thumbnails.read_cached(tmp_path, elsewhere, 61) is None
    path.unlink()
    assert thumbnails.read_cached(tmp_path, elsewhere, 60) is None
    assert [each.name for each in path.parent.iterdir()] == []


def test_a_waveform_comes_back_from_the_cache_as_it_was(sound: Media, tmp_path: Path) -> None:
    made = thumbnails.make_small(sound, 30, tmp_path)
    again = thumbnails.read_cached(tmp_path, sound, 30)
    assert isinstance(made, Waveform)
    assert isinstance(again, Waveform)
    assert again.duration_s == made.duration_s
    np.testing.assert_array_equal(again.peaks, made.peaks)


@pytest.mark.parametrize("content", [b"", b"abc", b"\xff\xd8 half a file"])
def test_half_a_file_in_the_cache_is_made_again(picture: Media, sound: Media, tmp_path: Path, content: bytes) -> None:
    for media in (picture, sound):
        path = thumbnails.cached_path(tmp_path, media, 60)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        assert thumbnails.read_cached(tmp_path, media, 60) is None
        assert not isinstance(thumbnails.make_small(media, 60, tmp_path), Unshown)
        assert thumbnails.read_cached(tmp_path, media, 60) is not None


def test_a_project_that_cannot_be_written_is_served_from_memory(picture: Media, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")  # a file where the folder should be fails for root as well
    assert isinstance(thumbnails.make_small(picture, 60, blocked), Thumbnail)
    assert not (tmp_path / "media").exists()
    assert isinstance(thumbnails.make_small(picture, 60, None), Thumbnail)


@given(st.lists(st.tuples(st.floats(-2, 0, width=32), st.floats(0, 2, width=32)), max_size=30), st.integers(1, 60))
def test_a_waveform_at_any_width_loses_no_extreme(peaks: list[tuple[float, float]], pixels: int) -> None:
    waveform = Waveform(np.array(peaks, dtype=np.float32).reshape(-1, 2), 1.0)
    low, high = thumbnails.peaks_at(waveform, pixels)
    assert low.shape == high.shape == (pixels,)
    assert low.min() == max(-1.0, min((each[0] for each in peaks), default=0.0))
    assert high.max() == min(1.0, max((each[1] for each in peaks), default=0.0))
