from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
import soxr

from scoring.codes import Code
from scoring.media import load_audio
from scoring.media.audio_flags import speech_duration_s, upper_band_db
from scoring.types import Media
from tests.scoring.media.builders import Samples, encode_sound, keep, voice


def flags_of(folder: Path, samples: Samples, rate: int = 16_000, subtype: str = "FLOAT") -> tuple[Code, ...]:
    return load_audio(keep(folder, "a.wav", encode_sound(samples, rate=rate, subtype=subtype), "audio")).flags


def slow_speech_s(samples: Samples, rate: int) -> float:
    """Return the seconds of speech by the rule's own words, frame by frame."""
    window, hop = rate // 40, rate // 100
    energies = [
        float((samples[start : start + window].astype(float) ** 2).sum())
        for start in range(0, len(samples) - window + 1, hop)
    ]
    loudest = max(energies)
    return 0.01 * len([energy for energy in energies if energy > loudest / 10_000])


def test_speech_is_what_an_energy_trim_leaves() -> None:
    rng = np.random.default_rng(0)
    for gap_s in (0.5, 1.0, 3.0):
        gap = (1e-5 * rng.standard_normal(int(gap_s * 16_000))).astype(np.float32)
        samples = np.concatenate([gap, voice(1.0), gap, voice(1.5), gap])
        measured = speech_duration_s(samples, 16_000)
        assert measured == pytest.approx(slow_speech_s(samples, 16_000), abs=1e-9)
        assert measured == pytest.approx(2.5, abs=0.06)


def test_steady_sound_counts_whole_and_speech_never_exceeds_the_duration() -> None:
    for count in (1, 79, 400, 16_000, 16_123):
        assert speech_duration_s(np.full(count, 0.1, np.float32), 16_000) == count / 16_000


def test_clipping(tmp_path: Path) -> None:
    assert flags_of(tmp_path, np.clip(voice() * 6, -1, 1), subtype="PCM_16") == (Code.CLIPPED,)
    assert flags_of(tmp_path, voice() * 2) == ()  # touches full scale once


def test_offset(tmp_path: Path) -> None:
    assert flags_of(tmp_path, voice() + np.float32(0.1)) == (Code.DC,)
    assert flags_of(tmp_path, voice() + np.float32(0.005)) == ()


def test_short(tmp_path: Path) -> None:
    assert flags_of(tmp_path, voice(2.9)) == (Code.SHORT,)
    assert flags_of(tmp_path, voice(3.1)) == ()


def test_low_bandwidth_by_the_files_rate_or_by_its_content(tmp_path: Path) -> None:
    narrow = soxr.resample(voice(), 16_000, 8_000)
    assert flags_of(tmp_path, narrow, rate=8_000) == (Code.LOW_BANDWIDTH,)
    for rate in (16_000, 24_000, 48_000):
        for subtype in ("FLOAT", "PCM_16"):
            widened = soxr.resample(narrow, 8_000, rate)
            assert flags_of(tmp_path, widened, rate, subtype) == (Code.LOW_BANDWIDTH,)
            assert flags_of(tmp_path, soxr.resample(voice(), 16_000, rate), rate, subtype) == ()


def test_the_upper_band_is_measured_in_density() -> None:
    noise = np.random.default_rng(0).standard_normal(160_000).astype(np.float32)
    assert upper_band_db(noise, 16_000) == pytest.approx(0, abs=0.3)
    time = np.arange(160_000) / 16_000
    tones = (np.sin(2 * np.pi * 1000 * time) + 0.1 * np.sin(2 * np.pi * 6000 * time)).astype(np.float32)
    # 20 dB less energy, spread over 3.2 in place of 3.7 kHz.
    assert upper_band_db(tones, 16_000) == pytest.approx(-20 + 10 * np.log10(3700 / 3200), abs=0.3)


def test_real_voices_are_flagged_only_where_they_are_short(voices: Mapping[str, tuple[Path, ...]]) -> None:
    paths = [path for utterances in voices.values() for path in utterances]
    assert len(paths) >= 10
    for path in paths:
        result = load_audio(Media(str(path), "audio"))
        assert result.flags in ((), (Code.SHORT,)), path.name
        assert (Code.SHORT in result.flags) == (result.speech_s < 3.0)
        assert 0.5 * result.duration_s < result.speech_s <= result.duration_s
        narrow = soxr.resample(soxr.resample(result.samples, 16_000, 8_000), 8_000, 16_000)
        assert upper_band_db(narrow, 16_000) < -80
