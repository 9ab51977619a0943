import io
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
import soundfile
import soxr

from genmu_studio.demo.material import Answer, Cell, Effect
from genmu_studio.demo.voices import RATE_HZ, VOICES
from scoring.likeness.bits import Fingerprint, distances, words_of
from scoring.likeness.media import are_near
from scoring.likeness.sound_frames import MOST_BIT_ERRORS, SoundFrames, bit_error_rate, sound_frames
from scoring.likeness.sounds import SOUND_RADIUS, sound_fingerprint
from scoring.likeness.spectra import band_energies
from scoring.types import FloatArray
from tests.scoring.media.builders import encode_sound, keep, voice

Change = Callable[[FloatArray], FloatArray]


@cache
def demo() -> Mapping[tuple[str, str, int], FloatArray]:
    """Return what every voice of the demo says, in each condition and seed."""
    return {(cell.identity, cell.condition, cell.seed): decoded(VOICES.original(cell)) for cell in VOICES.cells()}


def decoded(data: bytes) -> FloatArray:
    samples: FloatArray = soundfile.read(io.BytesIO(data), dtype="float32")[0]
    return samples


def of(samples: FloatArray, rate: int = RATE_HZ) -> Fingerprint:
    found = sound_fingerprint(samples, rate)
    assert found is not None
    return found


def apart(a: Fingerprint, b: Fingerprint) -> int:
    return int(distances(words_of(a[None]), words_of(b[None]))[0])


def through(samples: FloatArray, rate: int) -> FloatArray:
    back: FloatArray = soxr.resample(soxr.resample(samples, RATE_HZ, rate), rate, RATE_HZ)
    return back


def coded(samples: FloatArray, format_name: str, subtype: str, compression_level: float | None = None) -> FloatArray:
    stream = io.BytesIO()
    soundfile.write(stream, samples, RATE_HZ, format=format_name, subtype=subtype, compression_level=compression_level)
    return decoded(stream.getvalue())


def noisy(samples: FloatArray, below_db: float) -> FloatArray:
    level = np.sqrt(np.mean(np.square(samples))) * 10 ** (-below_db / 20)
    noise = np.random.default_rng(0).standard_normal(len(samples))
    return np.asarray(samples + level * noise, dtype=np.float32)


CHANGES: Mapping[str, tuple[Change, int, float]] = {  # what is done; differing bits, share of bit errors, at most
    "22,050 Hz and back": (lambda sound: through(sound, 22_050), 2, 0.01),
    "8,000 Hz and back": (lambda sound: through(sound, 8_000), 2, 0.01),
    "softer": (lambda sound: sound * np.float32(0.3), 0, 0.0),
    "0.2 s of silence before": (lambda sound: np.concatenate([np.zeros(3200, np.float32), sound]), 4, 0.03),
    "0.3 s of silence after": (lambda sound: np.concatenate([sound, np.zeros(4800, np.float32)]), 4, 0.01),
    "noise 30 dB below": (lambda sound: noisy(sound, 30), 6, 0.1),
    "noise 20 dB below": (lambda sound: noisy(sound, 20), 20, 0.16),
    "µ-law": (lambda sound: coded(sound, "WAV", "ULAW"), 6, 0.05),
    "MP3": (lambda sound: coded(sound, "MP3", "MPEG_LAYER_III", 0.7), 20, 0.1),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_what_programs_do_to_a_file_leaves_a_sound_near(name: str) -> None:
    change, most_bits, most_errors = CHANGES[name]
    assert most_bits < SOUND_RADIUS
    assert most_errors < MOST_BIT_ERRORS
    for (_, condition, seed), sound in demo().items():
        if condition not in ("market", "letter") or seed != VOICES.seeds[0]:
            continue
        changed = change(sound)
        assert apart(of(sound), of(changed)) <= most_bits
        rate = bit_error_rate(sound_frames(sound, RATE_HZ), sound_frames(changed, RATE_HZ))
        assert rate is not None
        assert rate <= most_errors


def test_seeds_of_one_request_do_not_collide_frame_by_frame() -> None:
    # 2 % slower and lower is all that a seed of the demo changes: near by fingerprint, told apart by the frames.
    sounds = demo()
    for who, what in {(who, what) for who, what, _ in sounds}:
        frames = [sound_frames(sounds[who, what, seed], RATE_HZ) for seed in VOICES.seeds]
        rate = bit_error_rate(*frames)
        assert rate is not None
        assert rate > 1.2 * MOST_BIT_ERRORS


def test_sentences_and_voices_do_not_collide() -> None:
    sounds = {cell: sound for cell, sound in demo().items() if cell[2] == VOICES.seeds[0]}
    prints = {cell: of(sound) for cell, sound in sounds.items()}
    assert min(apart(a, b) for a, b in combinations(prints.values(), 2)) > 2.5 * SOUND_RADIUS
    frames = {cell: sound_frames(sound, RATE_HZ) for cell, sound in sounds.items() if cell[1] in ("market", "letter")}
    rates = [bit_error_rate(a, b) for a, b in combinations(frames.values(), 2)]
    assert min(rate for rate in rates if rate is not None) > 2 * MOST_BIT_ERRORS


def test_real_voices_stay_near_through_mp3_and_apart_from_each_other(voices: Mapping[str, tuple[Path, ...]]) -> None:
    sounds = [soundfile.read(utterances[0], dtype="float32")[0][: 8 * RATE_HZ] for utterances in voices.values()]
    prints = [of(sound) for sound in sounds]
    for sound, own in zip(sounds, prints, strict=True):
        assert apart(own, of(coded(sound, "MP3", "MPEG_LAYER_III", 0.7))) <= SOUND_RADIUS
    assert min(apart(a, b) for a, b in combinations(prints, 2)) > 2.5 * SOUND_RADIUS


def test_two_files(tmp_path: Path) -> None:
    cell = Cell(VOICES.group.forget, "market", VOICES.seeds[0])
    original = keep(tmp_path, "a.flac", VOICES.original(cell), "audio")
    sound = decoded(VOICES.original(cell))
    louder = keep(tmp_path, "b.wav", encode_sound(sound * np.float32(0.8), subtype="PCM_16"), "audio")
    slower = keep(tmp_path, "c.flac", VOICES.original(Cell(cell.identity, cell.condition, VOICES.seeds[1])), "audio")
    other = keep(tmp_path, "d.flac", VOICES.unlearned(cell, Answer(Effect.OTHER, VOICES.group.retain[0]), 0), "audio")
    silent = keep(tmp_path, "e.flac", VOICES.unlearned(cell, Answer(Effect.EMPTY), 0), "audio")
    assert are_near(original, louder)
    assert not are_near(original, slower)
    assert not are_near(original, other)
    assert not are_near(original, silent)
    assert are_near(silent, silent)


class TestFrames:
    def test_equals_the_rule_in_its_own_words(self) -> None:
        samples = voice(1.5, 8_000)
        window, hop = 2960, 93
        edges = [300 * (2000 / 300) ** (step / 33) for step in range(34)]
        starts = [int(np.ceil(edge * window / 8000)) for edge in edges]
        energies = []
        for start in range(0, len(samples) - window + 1, hop):
            power = np.abs(np.fft.rfft(samples[start : start + window].astype(float) * np.hanning(window))) ** 2
            energies.append([power[low:high].mean() for low, high in pairwise(starts)])
        bits = [
            [now[b] - now[b + 1] - (before[b] - before[b + 1]) > 0 for b in range(32)]
            for before, now in pairwise(energies)
        ]
        found = sound_frames(samples, 8_000)
        assert np.unpackbits(found.bits, axis=1).tolist() == [[int(each) for each in row] for row in bits]

    def test_unrelated_noise_differs_in_about_half(self) -> None:
        rng = np.random.default_rng(1)
        one, other = (sound_frames(rng.standard_normal(64_000).astype(np.float32), RATE_HZ) for _ in range(2))
        assert bit_error_rate(one, other) == pytest.approx(0.48, abs=0.03)
        assert bit_error_rate(one, one) == 0

    def test_too_little_in_common_is_no_comparison(self) -> None:
        nothing = sound_frames(np.zeros(100, dtype=np.float32), RATE_HZ)
        assert (len(nothing.bits), bit_error_rate(nothing, nothing)) == (0, None)
        silence = sound_frames(np.zeros(32_000, dtype=np.float32), RATE_HZ)
        assert bit_error_rate(silence, silence) is None
        loud = np.arange(200) < 40
        early, late = (SoundFrames(np.zeros((200, 4), dtype=np.uint8), each) for each in (loud, loud[::-1].copy()))
        assert bit_error_rate(early, late) is None  # further apart than any shift that is tried


def test_what_has_no_fingerprint() -> None:
    assert sound_fingerprint(np.zeros(16_000, dtype=np.float32), RATE_HZ) is None
    assert sound_fingerprint(voice(0.1), RATE_HZ) is None
    broken = voice()
    broken[5] = np.nan
    assert sound_fingerprint(broken, RATE_HZ) is None
    assert sound_fingerprint(voice(), RATE_HZ) is not None


def test_energies_of_a_tone_lie_in_its_band_and_long_sounds_go_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    tone = np.sin(2 * np.pi * 1000 * np.arange(16_000) / 8_000).astype(np.float32)
    edges = np.array([200.0, 900.0, 1100.0, 3000.0])
    whole = band_energies(tone, 256, 80, edges)
    assert (whole.argmax(axis=1) == 1).all()
    monkeypatch.setattr("scoring.likeness.spectra._FRAMES_AT_ONCE", 7)
    assert np.array_equal(band_energies(tone, 256, 80, edges), whole)
