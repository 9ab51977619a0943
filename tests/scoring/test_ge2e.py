"""The GE2E frontend, step by step, against slow computations."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from scoring import ge2e

RNG = np.random.default_rng(5)


def level_dbfs(samples: np.ndarray) -> float:
    return float(20 * np.log10(np.sqrt(np.mean(np.square(samples.astype(float))))))


def test_quiet_speech_is_raised_to_the_level_and_loud_speech_left() -> None:
    quiet = RNG.normal(0, 0.001, 16_000).astype(np.float32)
    loud = RNG.normal(0, 0.2, 16_000).astype(np.float32)

    assert level_dbfs(ge2e.louder(quiet)) == pytest.approx(-30, abs=0.01)
    assert np.array_equal(ge2e.louder(loud), loud)


def test_silences_are_cut_and_speech_stays() -> None:
    tone = (0.3 * np.sin(2 * np.pi * 220 * np.arange(16_000) / 16_000)).astype(np.float32)
    gap = np.full(32_000, 1e-4, np.float32)

    cut = ge2e.without_silence(np.concatenate([gap, tone, gap, tone, gap]))

    assert len(cut) / 16_000 == pytest.approx(2, abs=0.2)


@given(st.integers(1, 400_000))
def test_partials_cover_the_signal_without_a_hole(n_samples: int) -> None:
    starts = ge2e.partial_starts(n_samples)
    end_s = (starts[-1] + ge2e.PARTIAL_FRAMES) * ge2e.HOP / ge2e.RATE_HZ

    assert starts[0] == 0
    assert set(np.diff(starts)) <= {ge2e.PARTIAL_STEP}
    # At most a quarter of a window is zeros, at most three quarters of one are left out; one there always is.
    assert len(starts) == 1 or end_s - n_samples / ge2e.RATE_HZ <= 0.25 * 1.6 + 0.01
    assert n_samples / ge2e.RATE_HZ - end_s < 0.75 * 1.6


def test_hand_worked_partials() -> None:
    # 1.6 s: 161 frames, starts below 161 − 160 + 77 + 1 = 79: 0 and 77.
    # The second covers (25,600 − 12,320) / 25,600 = 52 %, too little.
    assert ge2e.partial_starts(25_600) == [0]
    # 2.2 s: 221 frames, starts below 139: 0 and 77; the second covers (35,200 − 12,320) / 25,600 = 89 %.
    assert ge2e.partial_starts(35_200) == [0, 77]


def test_mel_windows_against_a_slow_transform() -> None:
    import librosa

    tone = (0.3 * np.sin(2 * np.pi * 440 * np.arange(32_000) / 16_000)).astype(np.float32)

    windows = ge2e.partials(tone)

    frame = tone[50 * 160 - 200 : 50 * 160 + 200].astype(float) * (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(400) / 400))
    power = np.array([abs(np.sum(frame * np.exp(-2j * np.pi * k * np.arange(400) / 400))) ** 2 for k in range(201)])
    expected = librosa.filters.mel(sr=16_000, n_fft=400, n_mels=40) @ power
    assert windows.shape[1:] == (160, 40)
    assert windows[0, 50] == pytest.approx(expected, rel=1e-3, abs=1e-4)


@pytest.fixture
def network() -> ge2e.Ge2eNetwork:
    torch.manual_seed(1)
    lstm, linear = torch.nn.LSTM(40, 256, 3, batch_first=True), torch.nn.Linear(256, 256)
    state = {f"lstm.{key}": value for key, value in lstm.state_dict().items()}
    state |= {f"linear.{key}": value for key, value in linear.state_dict().items()}
    return ge2e.Ge2eNetwork(state | {"similarity_weight": torch.ones(1)}, "cpu")


def test_the_embedding_is_the_mean_of_the_partials_whoever_the_neighbours_are(network: ge2e.Ge2eNetwork) -> None:
    signals = [RNG.normal(0, 0.1, length).astype(np.float32) for length in (20_000, 90_000, 40_000)]

    together = network.embed(signals)

    for signal, vector in zip(signals, together, strict=True):
        parts = np.concatenate([network.embed_partials(window[None]) for window in ge2e.partials(signal)])
        assert np.linalg.norm(parts, axis=1) == pytest.approx(1, abs=1e-5)
        assert vector == pytest.approx(parts.mean(axis=0), abs=1e-5)


def test_a_long_signal_is_taken_in_parts(network: ge2e.Ge2eNetwork) -> None:
    mels = RNG.random((70, 160, 40), dtype=np.float32)

    assert network.embed_partials(mels) == pytest.approx(
        np.concatenate([network.embed_partials(mels[:35]), network.embed_partials(mels[35:])]), abs=1e-5
    )


def test_weights_of_another_shape_are_refused() -> None:
    with pytest.raises(RuntimeError, match="Missing key"):
        ge2e.Ge2eNetwork({"linear.weight": torch.zeros(256, 256)}, "cpu")
