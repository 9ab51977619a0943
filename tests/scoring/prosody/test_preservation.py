"""PPS and its parts: worked by hand, within their bounds, and with a reason where there is no number."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.prosody.contours import Contours, contours_of
from scoring.prosody.measurable import NotMeasurableError, Part
from scoring.prosody.preservation import (
    Preservation,
    contour_concordance,
    energy_part,
    frame_error,
    mean_part,
    preservation,
    ratio,
)
from scoring.types import FloatArray
from tests.scoring.prosody.made import RATE, noise, silence, sung, tone

NAN = np.nan
PARTS = ("f0", "energy", "duration", "rhythm")


def heard(samples: FloatArray) -> Contours:
    return contours_of(samples, RATE)


def values(kept: Preservation) -> dict[str, float | None]:
    return {field.name: getattr(kept, field.name).value for field in fields(kept)}


@pytest.fixture(scope="module")
def melody() -> Contours:
    return heard(sung([0, 4, 2, 7, 3, -2, 1], syllable_s=[0.2, 0.3, 0.25, 0.2, 0.35, 0.2, 0.3]))


def test_a_pair_of_one_sound_keeps_everything(melody: Contours) -> None:
    found = values(preservation(melody, melody))
    assert found.pop("ffe") == 0
    assert found.pop("concordance") == pytest.approx(1)
    assert found == {name: pytest.approx(100) for name in ("pps", *PARTS)}


def test_frame_error_by_hand() -> None:
    #           both   voicing  voicing  neither  both, a fifth up  both, a semitone up
    original = [0.0, 0.0, NAN, NAN, 0.0, 0.0]
    unlearned = [0.0, NAN, 0.0, NAN, 7.0, 1.0]
    assert frame_error(np.array(original), np.array(unlearned)) == pytest.approx(3 / 6)
    # 1.2 is 3.156 semitones, 0.8 is −3.863: unlike distances up and down.
    limits = np.array([3.15, 3.16, -3.86, -3.87])
    assert frame_error(np.zeros(4), limits) == pytest.approx(2 / 4)
    assert frame_error(np.array([NAN, NAN]), np.array([NAN, NAN])) == 0


def test_concordance_of_contours_is_over_what_is_voiced_in_both() -> None:
    first, second = np.array([1.0, 2.0, 3.0, NAN, 9.0]), np.array([2.0, 3.0, 4.0, 5.0, NAN])
    assert contour_concordance(first, second) == pytest.approx(4 / 7)
    with pytest.raises(NotMeasurableError, match="fewer than two moments"):
        contour_concordance(np.array([1.0, NAN]), np.array([1.0, 1.0]))


def test_energy_by_hand() -> None:
    first = np.array([-20.0, -30.0, -40.0, -100.0])
    # Louder as a whole: nothing lost. The last step is below −40 dB on both sides, and does not count.
    assert energy_part(first, first + 12) == pytest.approx(100)
    # The second swings twice as far: 2 · 2 / (1 + 4) of means removed.
    assert energy_part(np.array([-10.0, -20, -10, -20]), np.array([-10.0, -30, -10, -30])) == pytest.approx(80)
    # Down to −50 dB only: −200 against −60 is no difference.
    steep = energy_part(np.array([0.0, -200.0, -10.0]), np.array([0.0, -60.0, -10.0]))
    assert steep == pytest.approx(100)
    # Against each other: not less than nothing.
    assert energy_part(np.array([0.0, -10.0]), np.array([-10.0, 0.0])) == 0
    with pytest.raises(NotMeasurableError):
        energy_part(np.zeros(5), np.zeros(5))


def test_a_step_counts_where_either_side_is_audible() -> None:
    silent_there = energy_part(np.array([0.0, -10.0, -45.0]), np.array([0.0, -10.0, -5.0]))
    assert silent_there < 60
    assert energy_part(np.array([0.0, -10.0, -45.0]), np.array([0.0, -10.0, -48.0])) == pytest.approx(100)


def test_ratios() -> None:
    assert ratio(2, 4) == ratio(4, 2) == 0.5
    assert ratio(0, 0) == 1
    assert ratio(0, 3) == 0


def test_pps_is_the_mean_of_all_four_or_nothing() -> None:
    parts = dict(zip(PARTS, map(Part, (80.0, 60.0, 100.0, 40.0)), strict=True))
    assert mean_part(parts) == Part(70.0)
    assert mean_part({**parts, "rhythm": Part(None, "why")}) == Part(None, "rhythm: why")


def test_length_and_rate_go_by_their_ratio() -> None:
    lengths = np.array([0.2, 0.3, 0.25, 0.2, 0.35, 0.2])
    fast, slow = (heard(sung([0, 4, 2, 7, 3, 1], syllable_s=times * lengths)) for times in (1.0, 2.0))
    kept = preservation(fast, slow)
    assert kept.duration.value == pytest.approx(50, abs=1)
    # The rate halves, the unevenness stays.
    assert kept.rhythm.value == pytest.approx(75, abs=3)
    assert kept.f0.value is not None
    assert kept.f0.value > 85


def test_a_voice_may_be_higher_but_not_flatter(melody: Contours) -> None:
    semitones, lengths = [0, 4, 2, 7, 3, -2, 1], [0.2, 0.3, 0.25, 0.2, 0.35, 0.2, 0.3]
    higher = preservation(melody, heard(sung(semitones, base_hz=190, syllable_s=lengths))).f0.value
    flatter = preservation(melody, heard(sung([each / 4 for each in semitones], syllable_s=lengths))).f0.value
    flat = preservation(melody, heard(sung([0] * 7, syllable_s=lengths)))
    assert higher is not None
    assert higher > 90
    assert flatter is not None
    assert 20 < flatter < 60
    assert flat.f0.value == 0


def test_two_flat_contours_are_not_compared(melody: Contours) -> None:
    flat = heard(sung([0] * 7))
    both = preservation(flat, flat)
    assert both.f0 == Part(None, "both contours are flat")
    assert both.pps.reason == "F0: both contours are flat"
    assert both.energy.value == pytest.approx(100)
    # A melody where there was none is nothing kept either, but it can be measured.
    assert preservation(flat, melody).f0.value == pytest.approx(0, abs=5)


@pytest.mark.parametrize(
    ("sound", "missing"),
    [
        (noise(1.0), {"f0": "nothing is voiced on the unlearned side"}),
        (tone(200, 1.0), {"rhythm": "of at least 4 syllable nuclei on the unlearned side"}),
        (np.concatenate([silence(0.5), sung([3, 0]), silence(0.5)]), {"rhythm": "2 of at least 4"}),
    ],
    ids=["noise", "a tone", "two syllables"],
)
def test_what_cannot_be_measured_says_why(melody: Contours, sound: FloatArray, missing: dict[str, str]) -> None:
    kept = preservation(melody, heard(sound))
    for name, reason in missing.items():
        part = getattr(kept, name)
        assert part.value is None
        assert reason in part.reason
        assert reason in (kept.pps.reason or "")
    assert kept.pps.value is None
    assert all(value is None or np.isfinite(value) for value in values(kept).values())


@pytest.mark.parametrize(
    ("sound", "reason"),
    [
        (silence(1.0), "the sound is silent"),
        (tone(200, 0.03), "needs 128 ms, the sound has 30 ms"),
        (np.full(RATE, np.nan, np.float32), "NaN or infinite"),
        (np.zeros(0, np.float32), "needs 128 ms, the sound has 0 ms"),
    ],
    ids=["silence", "30 ms", "NaN", "empty"],
)
def test_a_sound_without_contours_says_why(sound: FloatArray, reason: str) -> None:
    with pytest.raises(NotMeasurableError, match=reason):
        heard(sound)


def test_sounds_too_long_to_be_aligned_keep_length_and_rhythm(
    melody: Contours, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.prosody.alignment.MAX_CELLS", 1000)
    kept = preservation(melody, melody)
    assert kept.duration.value == kept.rhythm.value == 100
    assert [kept.f0.value, kept.energy.value, kept.ffe.value, kept.concordance.value] == [None] * 4
    assert "too long to be aligned" in (kept.pps.reason or "")


def test_sounds_at_two_rates_are_a_mistake_of_the_caller(melody: Contours) -> None:
    with pytest.raises(ValueError, match="16000 Hz and 8000 Hz"):
        preservation(melody, replace(melody, rate=8000))


def test_a_rate_that_frames_do_not_fall_on_is_refused() -> None:
    with pytest.raises(ValueError, match="resample first"):
        contours_of(noise(1.0), 22_050)


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.integers(4, 9), st.integers(4, 9))
def test_every_part_stays_within_its_bounds(seed: int, n: int, m: int) -> None:
    rng = np.random.default_rng(seed)
    first, second = (
        heard(sung(rng.uniform(-6, 6, count).tolist(), rng.uniform(80, 250), rng.uniform(0.15, 0.4, count), seed))
        for count in (n, m)
    )

    kept, back, itself = preservation(first, second), preservation(second, first), preservation(first, first)

    for name in ("pps", *PARTS):
        part, own = getattr(kept, name), getattr(itself, name)
        assert part.reason if part.value is None else 0 <= part.value <= 100
        assert own.reason if own.value is None else own.value == pytest.approx(100)
    assert kept.ffe.value is not None
    assert 0 <= kept.ffe.value <= 1
    for name in ("energy", "duration", "rhythm", "concordance"):
        assert getattr(back, name).value == pytest.approx(getattr(kept, name).value, abs=1e-6)
