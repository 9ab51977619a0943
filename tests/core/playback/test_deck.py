"""Decks: one rate, one time axis, levels settled and said; whatever the files hold, only finite values within ±1."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from genmu_studio.playback import deck as module
from genmu_studio.playback.deck import prepare_deck
from genmu_studio.playback.deck_notes import signed
from genmu_studio.playback.loudness import MOST_RAISED_DB, loudness_lufs, matched, unmatched
from scoring.errors import UserError
from scoring.types import FloatArray
from tests.core.playback.made import RATE, level_db, noise, sound, tone
from tests.scoring.media.builders import voice


def test_sounds_of_unlike_rates_come_to_one_axis() -> None:
    slow, fast = tone(440, 1.5, rate=16_000), tone(440, 1.5, rate=44_100)
    deck = prepare_deck({"A": sound(slow, 16_000), "B": sound(fast, 44_100)}, RATE, 1)
    wanted = tone(440, 1.5)
    for letter in ("A", "B"):
        values = deck.values_of(letter)[:, 0]
        assert abs(len(values) - len(wanted)) <= 1
        np.testing.assert_allclose(values[2000:70_000], wanted[2000:70_000], atol=2e-3)
    assert deck.duration_s == pytest.approx(1.5, abs=1e-4)
    assert "resampled to the device's 48000 Hz: A from 16000 Hz, B from 44100 Hz" in deck.notes


def test_values_at_the_rate_of_the_device_are_not_touched() -> None:
    a, b = noise(0.5, 1), noise(0.5, 2)
    deck = prepare_deck({"A": sound(a), "B": sound(b)}, RATE, 2)
    np.testing.assert_array_equal(deck.values_of("A")[:, 0], a)
    assert deck.notes == ()
    with pytest.raises(ValueError, match="read-only"):
        deck.values_of("A")[0] = 1.0


def test_a_shorter_sound_is_said_to_be_followed_by_silence() -> None:
    deck = prepare_deck({"A": sound(noise(2.0, 1)), "B": sound(noise(1.58, 2)), "R": sound(noise(1.998, 3))}, RATE, 1)
    assert deck.notes == ("B is 0.42 s shorter than A: silence follows it",)
    assert deck.duration_s == 2.0
    at_half = prepare_deck({"A": sound(noise(2.0, 1)), "B": sound(noise(1.58, 2))}, RATE, 1, speed=0.5)
    assert "B is 0.42 s shorter than A: silence follows it" in at_half.notes


def test_channels_are_those_of_the_file_or_the_mono_that_is_scored() -> None:
    stereo = np.stack([noise(0.5, 1), noise(0.5, 2)], axis=1)
    wide = np.stack([noise(0.5, seed) for seed in range(4)], axis=1)
    for channels, values, as_scored, shape in [
        (2, stereo, False, 2),
        (2, stereo, True, 1),
        (1, stereo, False, 1),
        (2, wide, False, 1),
    ]:
        deck = prepare_deck({"A": sound(values)}, RATE, channels, as_scored=as_scored)
        assert deck.values_of("A").shape == (24_000, shape)
        mean = values.mean(axis=1, keepdims=True) if shape == 1 else values
        np.testing.assert_allclose(deck.values_of("A"), mean, atol=1e-7)


# ---- levels ----


def heard_lufs(values: FloatArray, channels: int) -> float:
    found, _ = loudness_lufs(np.ascontiguousarray(np.broadcast_to(values, (len(values), channels))), RATE)
    assert found is not None
    return found


def test_a_sine_has_the_loudness_that_the_recommendation_gives_it() -> None:
    # BS.1770: 0 dB FS, 997 Hz, in one channel is −3.01 LKFS.
    assert loudness_lufs(tone(997, 3, 1.0)[:, None], RATE)[0] == pytest.approx(-3.01, abs=0.1)
    assert loudness_lufs(tone(997, 3, 0.1)[:, None], RATE)[0] == pytest.approx(-23.01, abs=0.1)


@pytest.mark.parametrize("channels", [1, 2])
def test_equally_loud_is_equally_loud_also_of_mono_and_stereo(channels: int) -> None:
    loud, quiet = noise(2.0, 1, 0.2), noise(2.0, 2, 0.03)
    stereo = np.stack([quiet, noise(2.0, 3, 0.03)], axis=1)
    speech = voice(2.0, RATE)
    deck = prepare_deck({"A": sound(loud), "B": sound(stereo), "R": sound(speech)}, RATE, channels, equally_loud=True)
    found = [heard_lufs(deck.values_of(letter), channels) for letter in deck.values]
    assert max(found) - min(found) < 0.1
    for letter, original in (("A", loud), ("R", speech)):
        raised = level_db(deck.values_of(letter)) - level_db(original)  # type: ignore[arg-type]  # of two letters
        assert raised == pytest.approx(deck.levels[letter].gain_db, abs=0.01)  # type: ignore[index]
    (said,) = (note for note in deck.notes if "equally loud" in note)
    assert said.count(" dB") == 3
    assert "+" in said


def test_raising_is_limited_so_that_nothing_clips() -> None:
    clicked = noise(2.0, 1, 0.01)
    clicked[1000] = 0.5  # 6 dB of room
    loud = noise(2.0, 2, 0.2)
    deck = prepare_deck({"A": sound(clicked), "B": sound(loud)}, RATE, 1, equally_loud=True)
    assert np.abs(deck.values_of("A")).max() <= 1.0
    assert deck.levels["A"].gain_db == pytest.approx(6.02, abs=0.05)
    assert heard_lufs(deck.values_of("A"), 1) == pytest.approx(heard_lufs(deck.values_of("B"), 1), abs=0.1)


@given(st.lists(st.tuples(st.floats(-70, 3), st.floats(1e-4, 3.0)), min_size=1, max_size=3))
def test_matched_gains_make_equal_and_never_clip(sounds: list[tuple[float, float]]) -> None:
    names = ("A", "B", "R")[: len(sounds)]
    loudness: dict[str, tuple[float | None, str]] = {
        name: (each[0], "") for name, each in zip(names, sounds, strict=True)
    }
    peaks = {name: each[1] for name, each in zip(names, sounds, strict=True)}
    levels = matched(loudness, peaks)
    after = [found + levels[name].gain_db for name, (found, _) in loudness.items() if found is not None]
    assert max(after) - min(after) < 1e-9
    assert max(after) <= max(each[0] for each in sounds) + 1e-9
    for name, peak in peaks.items():
        assert peak * 10 ** (levels[name].gain_db / 20) <= 1 + 1e-9
        assert levels[name].gain_db <= MOST_RAISED_DB


def test_sounds_above_full_scale_are_lowered_together() -> None:
    a, b = tone(100, 0.5, 1.5), tone(100, 0.5, 0.5)
    deck = prepare_deck({"A": sound(a), "B": sound(b)}, RATE, 1)
    np.testing.assert_allclose(deck.values_of("A")[:, 0], a / 1.5, atol=1e-6)
    np.testing.assert_allclose(deck.values_of("B")[:, 0], b / 1.5, atol=1e-6)
    assert deck.notes == ("lowered together, so that nothing clips: A −3.5 dB, B −3.5 dB",)
    assert unmatched({"A": 0.7, "B": 0.2})["A"].gain_db == 0


def test_sounds_above_full_scale_are_as_loud_as_they_are() -> None:
    above, below = noise(1.0, 1, 0.1), noise(1.0, 2, 0.1)
    above[500] = 3.0
    deck = prepare_deck({"A": sound(above), "B": sound(below)}, RATE, 2, equally_loud=True)
    assert deck.levels["A"].gain_db == pytest.approx(-9.54, abs=0.05)
    assert heard_lufs(deck.values_of("A"), 2) == pytest.approx(heard_lufs(deck.values_of("B"), 2), abs=0.1)


def test_short_silent_and_faint_sounds_are_levelled_or_said_not_to_be() -> None:
    short, silent, faint = noise(0.03, 1), np.zeros(RATE, np.float32), noise(1.0, 2, 1e-5)
    deck = prepare_deck({"A": sound(short), "B": sound(silent), "R": sound(faint)}, RATE, 1, equally_loud=True)
    assert deck.levels["A"].loudness_lufs == pytest.approx(-20, abs=4)
    assert "one block" in deck.levels["A"].reason
    assert (deck.levels["B"].loudness_lufs, deck.levels["B"].gain_db) == (None, 0)
    assert "silent" in deck.levels["B"].reason
    assert "too quiet" in deck.levels["R"].reason
    assert "B: it is silent" in deck.notes
    one = prepare_deck({"A": sound(np.full(1, 0.5))}, RATE, 1, equally_loud=True)
    assert one.frames == 1


# ---- refusals and hostile values ----


def test_what_cannot_be_prepared_is_refused_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    a = sound(noise(1.0, 1))
    for how in ({"speed": 0.4}, {"speed": 2.1}, {"speed": float("nan")}, {"x": "B"}):
        with pytest.raises(UserError) as refused:
            prepare_deck({"A": a}, RATE, 1, **how)
        assert refused.value.hint
    monkeypatch.setattr(module, "MAX_SAMPLES", 40_000)
    with pytest.raises(UserError, match="A lasts 0 minutes"):
        prepare_deck({"A": a}, RATE, 1)


def test_speed_is_said_with_what_it_does_to_the_pitch() -> None:
    deck = prepare_deck({"A": sound(tone(400, 1.0))}, RATE, 1, speed=2.0)
    assert deck.notes == ("at 2 × speed the pitch moves with it, by +12.0 semitones",)
    assert deck.frames == pytest.approx(RATE / 2, abs=1)
    assert deck.duration_s == pytest.approx(1.0, abs=1e-4)
    assert (deck.frame(0.5), deck.seconds(12_000)) == (12_000, 0.5)


def doubled(mono: FloatArray, rate: int, speed: float) -> FloatArray | str:
    """Stand for what keeps the pitch: every value again at half speed, every second one at double."""
    if len(mono) < 1000:
        return "needs 1,000 values"
    return np.repeat(mono, 2) if speed == 0.5 else mono[::2]


def test_the_pitch_is_kept_where_somebody_keeps_it_of_all_sounds_or_of_none() -> None:
    a, b, short = tone(400, 1.0), np.stack([tone(500, 0.8), tone(300, 0.8)], axis=1), tone(400, 0.01)
    deck = prepare_deck({"A": sound(a), "B": sound(b)}, RATE, 2, speed=0.5, stretch=doubled)
    np.testing.assert_array_equal(deck.values_of("A")[:, 0], np.repeat(a, 2))
    assert deck.values_of("B").shape == (2 * len(b), 1)
    assert deck.duration_s == pytest.approx(1.0)
    assert deck.notes == (
        "at 0.5 × speed with the pitch of the files, in mono",
        "B is 0.20 s shorter than A: silence follows it",
    )
    refused = prepare_deck({"A": sound(a), "B": sound(short)}, RATE, 2, speed=0.5, stretch=doubled)
    moved = prepare_deck({"A": sound(a), "B": sound(short)}, RATE, 2, speed=0.5)
    np.testing.assert_array_equal(refused.values_of("A"), moved.values_of("A"))
    said = "at 0.5 × speed the pitch moves with it, by −12.0 semitones"
    assert moved.notes[0] == said
    assert refused.notes[0] == f"{said} (it cannot be kept of B: needs 1,000 values)"
    assert prepare_deck({"A": sound(a)}, RATE, 2, stretch=doubled).notes == ()


def test_gains_are_written_with_their_sign() -> None:
    assert [signed(number) for number in (0.44, -3.21, -0.04, 0.0, 12)] == ["+0.4", "−3.2", "±0.0", "±0.0", "+12.0"]


def test_a_deck_may_be_made_in_another_process() -> None:
    deck = prepare_deck({"A": sound(noise(0.1, 1)), "B": sound(noise(0.1, 2))}, RATE, 2, x="B")
    came = pickle.loads(pickle.dumps(deck))  # noqa: S301 - made on the line above
    assert came.sources == ("A", "B", "X")
    np.testing.assert_array_equal(came.values_of("X"), deck.values_of("B"))


def test_nothing_to_play_is_a_deck_too() -> None:
    deck = prepare_deck({}, RATE, 2, equally_loud=True)
    assert (deck.frames, deck.sources, deck.notes) == (0, (), ())
    with pytest.raises(UserError, match="there is no A"):
        deck.values_of("A")


hostile = arrays(
    np.float32,
    st.tuples(st.integers(1, 60), st.integers(1, 3)),
    elements=st.floats(width=32, allow_nan=False, allow_infinity=False),
)


@given(
    hostile,
    hostile,
    st.sampled_from([8000, 44_100, RATE]),
    st.sampled_from([0.5, 1.0, 1.7]),
    st.fixed_dictionaries({"equally_loud": st.booleans(), "as_scored": st.booleans()}),
)
def test_whatever_the_files_hold_only_finite_values_within_full_scale_come_out(
    a: FloatArray, b: FloatArray, rate: int, speed: float, how: dict[str, bool]
) -> None:
    equally_loud, as_scored = how["equally_loud"], how["as_scored"]
    deck = prepare_deck(
        {"A": sound(a, rate), "B": sound(b)}, RATE, 2, speed=speed, equally_loud=equally_loud, as_scored=as_scored
    )
    for values in deck.values.values():
        assert values.dtype == np.float32
        assert np.isfinite(values).all()
        assert np.abs(values).max(initial=0.0) <= 1
    assert all(np.isfinite(level.gain_db) for level in deck.levels.values())
