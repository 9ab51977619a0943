"""Pitch is Praat's to the last bit, counts voiced frames only, and says what it needs."""

import numpy as np
import parselmouth
import pytest

from scoring.prosody.measurable import NotMeasurableError
from scoring.prosody.pitch import pitch_track, semitones
from tests.scoring.prosody.conftest import Spoken
from tests.scoring.prosody.made import RATE, noise, silence, sung, tone


@pytest.mark.parametrize("voice", ["rms", "slt"])
def test_it_equals_praat_called_directly_with_two_passes(demo_spoken: Spoken, voice: str) -> None:
    samples = demo_spoken[voice]["market"]
    sound = parselmouth.Sound(samples.astype(np.float64), RATE)
    first = sound.to_pitch(0.01, 60.0, 700.0).selected_array["frequency"]
    low, high = np.quantile(first[first > 0], [0.25, 0.75])
    second = sound.to_pitch(0.01, 0.75 * low, 1.5 * high)

    track = pitch_track(samples, RATE)

    assert (track.floor_hz, track.ceiling_hz) == (0.75 * low, 1.5 * high)
    assert np.array_equal(track.times_s, second.xs())
    assert np.array_equal(np.nan_to_num(track.f0_hz), second.selected_array["frequency"])
    assert track.voiced.sum() > 100


def test_a_range_given_by_a_person_is_searched_as_it_is(demo_spoken: Spoken) -> None:
    samples = demo_spoken["slt"]["letter"]
    direct = parselmouth.Sound(samples.astype(np.float64), RATE).to_pitch(0.01, 80.0, 260.0)

    track = pitch_track(samples, RATE, floor_hz=80, ceiling_hz=260)

    assert np.array_equal(np.nan_to_num(track.f0_hz), direct.selected_array["frequency"])
    assert (track.floor_hz, track.ceiling_hz) == (80, 260)
    only_floor = pitch_track(samples, RATE, floor_hz=80)
    assert only_floor.floor_hz == 80
    assert only_floor.ceiling_hz == pitch_track(samples, RATE).ceiling_hz


def test_frames_without_voice_are_no_pitch_of_zero() -> None:
    track = pitch_track(np.concatenate([tone(200, 1.0), silence(1.0)]), RATE)

    assert track.median_hz == pytest.approx(200, abs=0.1)
    assert np.nanmean(track.f0_hz) == pytest.approx(200, abs=0.1)
    assert track.voiced.mean() == pytest.approx(0.5, abs=0.03)


def test_the_range_of_a_tone_follows_it() -> None:
    track = pitch_track(tone(150, 1.0), RATE)
    assert track.floor_hz == pytest.approx(0.75 * 150, rel=1e-3)
    assert track.ceiling_hz == pytest.approx(1.5 * 150, rel=1e-3)


@pytest.mark.parametrize("sound", [silence(1.0), noise(0.06)], ids=["silence", "a little noise"])
def test_nothing_voiced_is_no_median(sound: np.ndarray) -> None:
    track = pitch_track(sound, RATE)
    assert not track.voiced.any()
    assert track.median_hz is None
    assert (track.floor_hz, track.ceiling_hz) == (60, 700)
    assert np.isnan(track.semitones_at(track.times_s)).all()
    assert len(track.voiced_semitones) == 0


def test_it_says_how_long_a_sound_must_be() -> None:
    with pytest.raises(NotMeasurableError, match=r"^needs 50 ms, the sound has 30 ms$"):
        pitch_track(tone(200, 0.03), RATE)
    with pytest.raises(NotMeasurableError, match="needs 100 ms, the sound has 90 ms"):
        pitch_track(tone(200, 0.09), RATE, floor_hz=30, ceiling_hz=300)
    assert len(pitch_track(tone(200, 0.05), RATE, floor_hz=60, ceiling_hz=300).f0_hz) > 0


def test_values_that_are_not_finite_are_not_called_unvoiced() -> None:
    broken = tone(200, 1.0)
    broken[100] = np.nan
    with pytest.raises(NotMeasurableError, match="NaN or infinite"):
        pitch_track(broken, RATE)


def test_a_range_the_wrong_way_round_is_refused() -> None:
    with pytest.raises(ValueError, match="no pitch lies between 300 and 100 Hz"):
        pitch_track(tone(200, 1.0), RATE, floor_hz=300, ceiling_hz=100)


def test_any_time_is_given_the_nearest_frame() -> None:
    track = pitch_track(sung([0, 3, 1, 5]), RATE)
    times_s = np.linspace(-0.1, 1.2, 500)
    found = track.at(times_s)
    for time_s, f0_hz in zip(times_s, found, strict=True):
        apart = np.abs(track.times_s - time_s)
        expected = track.f0_hz[apart.argmin()] if apart.min() < 0.005 else np.nan
        assert f0_hz == expected or (np.isnan(f0_hz) and np.isnan(expected)) or apart.min() == pytest.approx(0.005)


def test_semitones_are_twelve_to_the_octave() -> None:
    assert semitones(np.array([100.0, 200.0, 50.0, np.nan]), 100.0) == pytest.approx([0, 12, -12, np.nan], nan_ok=True)
