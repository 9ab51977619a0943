import io
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
import soundfile

from genmu_studio.demo.voices import VOICES
from scoring.media.sound_texture import sound_texture
from scoring.types import FloatArray

RATE = 16_000
TIME = np.arange(4 * RATE) / RATE


def coloured(power: float) -> FloatArray:
    """Return noise whose spectrum falls with the frequency to `power`, in amplitude."""
    spectrum = np.fft.rfft(np.random.default_rng(1).standard_normal(len(TIME)))
    spectrum[1:] /= np.arange(1, len(spectrum)) ** power
    noise = np.fft.irfft(spectrum)
    return np.asarray(noise / np.abs(noise).max(), dtype=np.float32)


def fault_of(samples: FloatArray, rate: int = RATE) -> str | None:
    found = sound_texture(samples, rate)
    assert found is not None
    return found.fault


@pytest.mark.parametrize("power", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("level", [0.01, 0.9])
def test_white_pink_and_brown_noise(power: float, level: float) -> None:
    assert fault_of(coloured(power) * np.float32(level)) == "steady noise"


@pytest.mark.parametrize("rate", [8_000, 22_050, 48_000])
def test_tones_and_hum_at_any_rate(rate: int) -> None:
    time = np.arange(3 * rate) / rate
    tone = np.sin(2 * np.pi * 440 * time).astype(np.float32)
    hum = np.sum([np.sin(2 * np.pi * 100 * n * time) / n for n in range(1, 20)], axis=0).astype(np.float32)
    assert fault_of(tone, rate) == fault_of(hum, rate) == "steady tone"


def test_the_flatness_of_white_noise_is_what_theory_says() -> None:
    found = sound_texture(coloured(0.0), RATE)
    assert found is not None
    # exp(−γ), γ of Euler: the geometric over the arithmetic mean of exponential values.
    assert found.flatness == pytest.approx(np.exp(-0.5772), abs=0.03)


def test_every_voice_of_the_demo_is_no_fault() -> None:
    for cell in VOICES.cells():
        samples, rate = soundfile.read(io.BytesIO(VOICES.original(cell)), dtype="float32")
        found = sound_texture(samples, rate)
        assert found is not None
        assert found.fault is None
        assert found.level_range_db > 25


def test_real_voices_are_no_fault_even_under_noise_as_strong_as_they_are(
    voices: Mapping[str, tuple[Path, ...]],
) -> None:
    for utterances in voices.values():
        samples, rate = soundfile.read(utterances[0], dtype="float32")
        assert fault_of(samples, rate) is None
        noise = np.random.default_rng(1).standard_normal(len(samples)) * np.sqrt(np.mean(np.square(samples)))
        assert fault_of((samples + noise).astype(np.float32), rate) is None
        assert fault_of((samples + 3.2 * noise).astype(np.float32), rate) == "steady noise"  # 10 dB stronger


def test_long_sounds_are_looked_at_here_and_there() -> None:
    assert fault_of(np.tile(coloured(0.0), 30)) == "steady noise"


def test_nothing_to_look_at() -> None:
    assert sound_texture(np.zeros(RATE, dtype=np.float32), RATE) is None
    assert sound_texture(coloured(0.0)[:2000], RATE) is None
    broken = coloured(0.0)
    broken[100] = np.nan
    assert sound_texture(broken, RATE) is None
