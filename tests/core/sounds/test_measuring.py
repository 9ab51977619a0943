"""What a worker measures of a sound: pitch and intensity of tones whose values are known, kept, and reasons why not."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from genmu_studio.sounds import measuring
from genmu_studio.sounds.contours import Contour, contour_of
from genmu_studio.sounds.measuring import (
    Pitch,
    Unmeasured,
    measure_intensity,
    measure_pitch,
    measure_spectrogram,
    measure_stretch,
    semitones_re_median,
    value_at,
)
from genmu_studio.sounds.spectrogram import Spectrogram, SpectrogramSettings
from scoring.digests import bytes_sha256
from scoring.types import FloatArray, Media

RATE = 16_000


def buzz(f0_hz: float, duration_s: float, amplitude: float = 0.3) -> FloatArray:
    """Return a voice-like tone: ten harmonics."""
    time_s = np.arange(round(duration_s * RATE)) / RATE
    tone = np.sum([np.sin(2 * np.pi * f0_hz * number * time_s) / number for number in range(1, 11)], axis=0)
    scaled: FloatArray = (amplitude * tone / np.abs(tone).max()).astype(np.float32)
    return scaled


def written(path: Path, values: FloatArray, rate: int = RATE) -> Media:
    soundfile.write(path, values, rate, subtype="FLOAT")
    return Media(str(path), "audio", bytes_sha256(path.read_bytes()))


@pytest.fixture(autouse=True)
def nothing_opened() -> None:
    measuring._opened.cache_clear()


def test_the_pitch_of_a_tone_is_its_own_and_its_pause_has_none(tmp_path: Path) -> None:
    values = np.concatenate([buzz(200, 0.6), np.zeros(RATE // 2, np.float32), buzz(100, 0.6)])
    found = measure_pitch(None, written(tmp_path / "a.wav", values), 75.0, 400.0)
    assert isinstance(found, Pitch)
    assert (found.floor_hz, found.ceiling_hz) == (75.0, 400.0)
    assert value_at(found.contour, 0.3) == pytest.approx(200, rel=0.01)
    assert value_at(found.contour, 0.85) is None
    assert value_at(found.contour, 1.4) == pytest.approx(100, rel=0.01)
    assert found.median_hz is not None
    assert 99 <= found.median_hz <= 202
    above = semitones_re_median(found, 2 * found.median_hz)
    assert above == pytest.approx(12)


def test_limits_that_are_not_given_are_found_around_the_voice(tmp_path: Path) -> None:
    found = measure_pitch(None, written(tmp_path / "a.wav", buzz(200, 1.0)), None, None)
    assert isinstance(found, Pitch)
    assert found.floor_hz == pytest.approx(150, rel=0.02)
    assert found.ceiling_hz == pytest.approx(300, rel=0.02)


def test_what_was_measured_is_read_back_and_not_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    media = written(tmp_path / "a.wav", buzz(150, 1.0))
    project = tmp_path / "project"
    first = (measure_pitch(project, media, None, None), measure_intensity(project, media))
    monkeypatch.setattr(measuring, "_opened", lambda media: pytest.fail("it was opened again"))
    again = (measure_pitch(project, media, None, None), measure_intensity(project, media))
    assert isinstance(first[0], Pitch)
    assert isinstance(again[0], Pitch)
    assert (first[0].floor_hz, first[0].ceiling_hz) == (again[0].floor_hz, again[0].ceiling_hz)
    assert first[0].median_hz == again[0].median_hz
    assert isinstance(first[1], Contour)
    assert isinstance(again[1], Contour)
    for one, other in ((first[0].contour, again[0].contour), (first[1], again[1])):
        np.testing.assert_array_equal(one.values, other.values)
        np.testing.assert_array_equal(one.present, other.present)


def test_other_limits_are_measured_apart(tmp_path: Path) -> None:
    media = written(tmp_path / "a.wav", buzz(150, 1.0))
    found = [measure_pitch(tmp_path / "project", media, *limits) for limits in ((75.0, 500.0), (100.0, 300.0))]
    assert [(each.floor_hz, each.ceiling_hz) for each in found if isinstance(each, Pitch)] == [(75, 500), (100, 300)]


def test_a_sine_of_full_scale_has_the_level_of_its_root_mean_square(tmp_path: Path) -> None:
    time_s = np.arange(RATE) / RATE
    sine = np.sin(2 * np.pi * 400 * time_s).astype(np.float32) * np.float32(0.5)
    found = measure_intensity(None, written(tmp_path / "a.wav", sine))
    assert isinstance(found, Contour)
    assert value_at(found, 0.5) == pytest.approx(20 * np.log10(0.5 / np.sqrt(2)), abs=0.05)


@pytest.mark.parametrize(("duration_s", "needs"), [(0.03, "needs 50 ms, the sound has 30 ms"), (0.005, "needs 50 ms")])
def test_a_sound_too_short_says_how_much_it_needs(tmp_path: Path, duration_s: float, needs: str) -> None:
    found = measure_pitch(None, written(tmp_path / "a.wav", buzz(200, duration_s)), None, None)
    assert isinstance(found, Unmeasured)
    assert needs in found.reason
    level = measure_intensity(None, written(tmp_path / "b.wav", buzz(200, duration_s)))
    assert isinstance(level, Unmeasured)
    assert "needs 64 ms" in level.reason


def test_a_file_that_does_not_open_says_why(tmp_path: Path) -> None:
    broken = tmp_path / "a.wav"
    broken.write_bytes(b"RIFF\x04\x00\x00\x00WAVE")
    media = Media(str(broken), "audio")
    settings = SpectrogramSettings()
    for found in (
        measure_pitch(None, media, None, None),
        measure_intensity(None, media),
        measure_spectrogram(None, media, settings, 10),
        measure_stretch(media, settings, 0.0, 1.0, 10),
    ):
        assert isinstance(found, Unmeasured)
        assert found.reason


def test_limits_in_the_wrong_order_leave_no_pitch(tmp_path: Path) -> None:
    found = measure_pitch(None, written(tmp_path / "a.wav", buzz(200, 0.5)), 400.0, 100.0)
    assert isinstance(found, Unmeasured)
    assert "no pitch between" in found.reason


def test_a_stretch_of_the_spectrogram_is_that_of_the_whole_in_more_columns(tmp_path: Path) -> None:
    media = written(tmp_path / "a.wav", np.concatenate([buzz(200, 0.5), np.zeros(RATE // 2, np.float32)]))
    whole = measure_spectrogram(tmp_path / "project", media, SpectrogramSettings(), 100)
    part = measure_stretch(media, SpectrogramSettings(), 0.25, 0.75, 100)
    assert isinstance(whole, Spectrogram)
    assert isinstance(part, Spectrogram)
    assert part.start_s == 0.25
    assert part.step_s == pytest.approx(0.005)
    assert part.levels[:, 20].max() > part.levels[:, 80].max() + 100  # the tone, then the silence
    assert whole.levels[:, 20].max() > whole.levels[:, 80].max() + 100


@pytest.mark.parametrize(
    ("at_s", "value"), [(-1.0, None), (0.0, 1.0), (0.14, 2.0), (0.2, None), (0.3, 4.0), (0.36, None)]
)
def test_a_value_is_that_of_the_nearest_frame_within_half_a_step(at_s: float, value: float | None) -> None:
    contour = contour_of(np.array([0.0, 0.1, 0.2, 0.3]), np.array([1.0, 2.0, np.nan, 4.0]))
    assert value_at(contour, at_s) == value


def test_nothing_has_no_value() -> None:
    assert value_at(contour_of(np.zeros(0), np.zeros(0)), 0.0) is None
    only = contour_of(np.array([0.1]), np.array([5.0]))
    assert value_at(only, 0.102) == 5.0
    assert value_at(only, 0.2) is None
