"""Speeds with the pitch of the voice: F0, length and level of real voices stay; what cannot be stretched says why."""

import sys
from importlib.resources import files

import numpy as np
import pytest
import soundfile

from genmu_studio.playback.deck import prepare_deck
from genmu_studio.playback.stretching import stretch_voice
from scoring.prosody.pitch import pitch_track
from scoring.types import FloatArray
from tests.core.playback.made import RATE, level_db, sound, tone


def spoken(speaker: str) -> tuple[FloatArray, int]:
    with (files("resources") / "demo" / "voices" / speaker / "garden.flac").open("rb") as stream:
        values, rate = soundfile.read(stream, dtype="float32")
    return values, rate


@pytest.mark.parametrize("speaker", ["awb", "slt"])
@pytest.mark.parametrize("speed", [0.5, 0.75, 1.5, 2.0])
def test_a_voice_keeps_its_pitch_and_level_at_every_speed(speaker: str, speed: float) -> None:
    mono, rate = spoken(speaker)
    moved = stretch_voice(mono, rate, speed)
    assert not isinstance(moved, str)
    assert moved.dtype == np.float32
    assert abs(len(moved) - len(mono) / speed) <= 1
    assert abs(level_db(moved) - level_db(mono)) < 1
    before, after = pitch_track(mono, rate), pitch_track(moved, rate)
    f0_hz = after.at(before.times_s / speed)
    both = before.voiced & np.isfinite(f0_hz)
    assert both.sum() > 0.85 * before.voiced.sum()
    off = np.abs(12 * np.log2(f0_hz[both] / before.f0_hz[both]))
    assert np.median(off) < 0.3  # semitones; the speed itself would move it by 5 to 12
    assert np.percentile(off, 90) < 1.0


def test_a_deck_at_half_speed_speaks_with_its_own_pitch() -> None:
    mono, rate = spoken("awb")
    deck = prepare_deck({"A": sound(mono, rate)}, RATE, 2, speed=0.5, stretch=stretch_voice)
    assert deck.notes[1:] == ("at 0.5 × speed with the pitch of the files, in mono",)
    assert deck.duration_s == pytest.approx(len(mono) / rate, abs=1e-3)
    heard = pitch_track(np.ascontiguousarray(deck.values_of("A")[:, 0]), RATE)
    own = pitch_track(mono, rate)
    ratio = np.median(heard.f0_hz[heard.voiced]) / np.median(own.f0_hz[own.voiced])
    assert abs(12 * np.log2(ratio)) < 0.3


def test_silence_stays_silent_and_tones_keep_their_height() -> None:
    silent = stretch_voice(np.zeros(RATE, np.float32), RATE, 0.5)
    assert not isinstance(silent, str)
    assert (len(silent), silent.any()) == (2 * RATE, np.False_)
    slow = stretch_voice(tone(300, 1.0), RATE, 0.5)
    assert not isinstance(slow, str)
    spectrum = np.abs(np.fft.rfft(slow * np.hanning(len(slow))))
    assert spectrum.argmax() * RATE / len(slow) == pytest.approx(300, abs=2)


@pytest.mark.parametrize("frames", [0, 1, 100, 1900])
def test_a_sound_too_short_to_hold_a_pitch_says_so(frames: int) -> None:
    said = stretch_voice(tone(300, 1.0)[:frames], RATE, 0.5)
    assert isinstance(said, str)
    assert said.startswith("needs 40 ms")
    assert not isinstance(stretch_voice(tone(300, 1.0)[:1920], RATE, 0.5), str)


def test_without_praat_the_note_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in sys.modules if each.split(".")[0] == "parselmouth"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "parselmouth", None)
    deck = prepare_deck({"A": sound(tone(300, 1.0))}, RATE, 1, speed=0.5, stretch=stretch_voice)
    (said,) = deck.notes
    assert said.startswith("at 0.5 × speed the pitch moves with it, by −12.0 semitones")
    assert said.endswith("(it cannot be kept of A: the package praat-parselmouth is not installed)")
