"""Spectrograms: levels and places of tones and clicks, against a slow transform; bounds; the cache."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.sounds import spectrogram as module
from genmu_studio.sounds.opening import Sound
from genmu_studio.sounds.spectrogram import (
    MOST_COLUMNS,
    Spectrogram,
    SpectrogramSettings,
    Window,
    decibels_of,
    kept_spectrogram,
    loudest_db,
    shades,
    spectrogram,
)
from scoring.errors import UserError
from scoring.types import FloatArray, Media

RATE = 16_000


def tone(hz: float, seconds: float = 1.0, level: float = 0.5) -> FloatArray:
    made: FloatArray = (level * np.sin(2 * np.pi * hz * np.arange(round(seconds * RATE)) / RATE)).astype(np.float32)
    return made


def seen(mono: FloatArray, settings: SpectrogramSettings, columns: int = 20) -> Spectrogram:
    return spectrogram(mono, RATE, settings, start_s=0.0, end_s=len(mono) / RATE, columns=columns)


@pytest.mark.parametrize("window", ["gaussian", "hann"])
@pytest.mark.parametrize("hz", [440.0, 3000.0, 7210.0])
def test_a_tone_stands_at_its_place_and_level(window: Window, hz: float) -> None:
    made = seen(tone(hz), SpectrogramSettings(window_s=0.03, window=window))
    middle = decibels_of(made.levels)[:, 10]
    at = made.first_hz + made.step_hz * float(middle.argmax())
    assert abs(at - hz) <= made.step_hz
    assert abs(float(middle.max()) - 20 * np.log10(0.5)) < 0.6
    assert abs(loudest_db(made) + 6.0) < 0.6


@pytest.mark.parametrize("window", ["gaussian", "hann"])
def test_the_width_of_a_tone_is_the_stated_bandwidth(window: Window) -> None:
    settings = SpectrogramSettings(window_s=0.01, window=window)
    made = seen(tone(3000.0), settings)
    middle = decibels_of(made.levels)[:, 10]
    width_hz = made.step_hz * int((middle >= middle.max() - 3.0).sum())
    assert abs(width_hz - settings.bandwidth_hz) <= 2 * made.step_hz


def test_a_column_equals_a_transform_written_out() -> None:
    mono = np.random.default_rng(5).uniform(-0.5, 0.5, 4000).astype(np.float32)
    settings = SpectrogramSettings(window_s=0.02, window="hann", low_hz=500, high_hz=6000, emphasis_db_per_octave=6.0)
    made = spectrogram(mono, RATE, settings, start_s=0.1, end_s=0.15, columns=5)
    count = 321
    weights = 0.5 + 0.5 * np.cos(2 * np.pi * (np.arange(count) - 160) / (count + 1))
    for column in range(5):
        middle = round((0.1 + 0.01 * (column + 0.5)) * RATE)
        part = mono[middle - 160 : middle + 161] * weights
        for band in (0, 7, made.levels.shape[0] - 1):
            hz = made.first_hz + band * made.step_hz
            value = abs((part * np.exp(-2j * np.pi * hz * np.arange(count) / RATE)).sum()) * 2 / weights.sum()
            level = 20 * np.log10(value) + 6 * np.log2(hz / 1000)
            assert abs(level - decibels_of(made.levels)[band, column]) <= 0.3
    assert made.first_hz >= 500
    assert made.first_hz + made.step_hz * (made.levels.shape[0] - 1) <= 6000


def test_a_click_is_seen_however_far_one_zooms_out() -> None:
    mono = np.zeros(RATE * 60, np.float32)
    mono[round(25.72 * RATE)] = 1.0
    made = seen(mono, SpectrogramSettings(), columns=300)
    assert made.sees_all
    assert np.flatnonzero(made.levels.max(axis=0)).tolist() == [int(25.72 / 0.2)]
    near = spectrogram(mono, RATE, SpectrogramSettings(), start_s=25.7, end_s=25.74, columns=300)
    assert abs(loudest_db(made) - loudest_db(near)) < 7  # at most a quarter of a window from the middle of one


def test_a_very_long_stretch_is_seen_in_part_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_SPECTRA", 400)
    long = seen(tone(1000, 4.0), SpectrogramSettings(), columns=100)
    assert not long.sees_all
    assert abs(loudest_db(long) + 6.0) < 1.0
    assert seen(tone(1000, 0.9), SpectrogramSettings(), columns=100).sees_all


def test_the_work_of_one_picture_is_bounded() -> None:
    made = spectrogram(tone(500), RATE, SpectrogramSettings(), start_s=0.0, end_s=1.0, columns=10**9)
    assert made.levels.shape[1] == MOST_COLUMNS
    assert made.step_s == 1.0 / MOST_COLUMNS


@given(
    st.integers(1, 400),
    st.floats(-0.1, 0.1),
    st.floats(0.0005, 0.2),
    st.integers(1, 30),
    st.builds(SpectrogramSettings, st.floats(0.001, 0.1), st.sampled_from(["gaussian", "hann"])),
)
def test_any_stretch_of_any_sound_gives_a_picture(
    length: int, start_s: float, width_s: float, columns: int, settings: SpectrogramSettings
) -> None:
    mono = np.random.default_rng(length).uniform(-1, 1, length).astype(np.float32)
    made = spectrogram(mono, 8000, settings, start_s=start_s, end_s=start_s + width_s, columns=columns)
    assert made.levels.shape[1] == columns
    assert made.levels.dtype == np.uint8
    assert decibels_of(made.levels).max() <= 6.0


def test_beyond_its_ends_a_sound_is_silent() -> None:
    made = spectrogram(tone(1000), RATE, SpectrogramSettings(), start_s=-1.0, end_s=3.0, columns=40)
    assert (made.levels.max(axis=0)[10:20] > 220).all()  # windows of the two columns beside them reach in
    assert not made.levels[:, :9].any()
    assert not made.levels[:, 21:].any()


def test_the_band_is_cut_at_half_the_rate() -> None:
    made = seen(tone(1000), SpectrogramSettings(low_hz=100, high_hz=20_000))
    assert made.first_hz + made.step_hz * (made.levels.shape[0] - 1) == RATE / 2
    assert seen(tone(1000), SpectrogramSettings(low_hz=9000, high_hz=20_000)).levels.shape[0] == 1


def test_grey_goes_from_black_to_white_over_the_range() -> None:
    grey = shades(-20.0, 60.0)
    assert grey.shape == (256,)
    assert set(grey[decibels_of(np.arange(256, dtype=np.uint8)) >= -20]) == {0}
    assert set(grey[decibels_of(np.arange(256, dtype=np.uint8)) <= -80]) == {255}
    assert (np.diff(grey.astype(int)) <= 0).all()
    assert grey[143] == 128  # −50 dB: 30 of 60 below the top


@pytest.mark.parametrize(
    "wrong",
    [{"window_s": 0.0}, {"window_s": 1.0}, {"low_hz": 500.0, "high_hz": 500.0}, {"low_hz": -1.0},
     {"emphasis_db_per_octave": 40.0}, {"high_hz": float("nan")}, {"window_s": float("nan")}],
)  # fmt: skip
def test_settings_that_show_nothing_are_refused_with_a_remedy(wrong: dict[str, float]) -> None:
    with pytest.raises(UserError) as refused:
        SpectrogramSettings(**wrong)  # type: ignore[arg-type]  # window is no number and never among them
    assert refused.value.hint
    with pytest.raises(UserError):
        shades(0.0, 0.0)


def sound_of(mono: FloatArray) -> Sound:
    return Sound(mono[:, np.newaxis], mono, "mono", RATE, "wav", 0.5, 1.0, (), ())


def test_the_whole_picture_is_kept_by_content_and_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    media = Media("/nowhere/a.wav", "audio", "56" * 32)
    settings = SpectrogramSettings(window="hann")
    sound = sound_of(tone(700))
    made = kept_spectrogram(tmp_path, media, sound, settings, 64)
    other = kept_spectrogram(tmp_path, media, sound, SpectrogramSettings(window="hann", window_s=0.006), 64)
    monkeypatch.setattr(module, "spectrogram", None)  # whoever computed now would fail
    found = kept_spectrogram(tmp_path, media, sound, settings, 64)
    np.testing.assert_array_equal(found.levels, made.levels)
    assert (found.first_hz, found.step_hz, found.start_s, found.step_s, found.sees_all) == (
        made.first_hz, made.step_hz, made.start_s, made.step_s, made.sees_all,
    )  # fmt: skip
    again = kept_spectrogram(tmp_path, media, sound, other.settings, 64)
    np.testing.assert_array_equal(again.levels, other.levels)
    assert (again.levels != found.levels).any()
