"""The light speaker evaluator on real voices, against the rates that its fallback threshold rests on."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.registry import open_evaluator
from scoring.types import EvaluatorSpec, FloatArray, Measurement
from tests.scoring.evaluators.materials import subject

pytestmark = [pytest.mark.models, pytest.mark.usefixtures("weights")]

FALLBACK_THRESHOLD = 0.81
HIGHEST_EER = 0.02


@pytest.fixture(scope="module")
def utterances(weights: Path, voices: Mapping[str, tuple[Path, ...]]) -> tuple[FloatArray, NDArray[np.str_]]:
    """Return the embeddings of all real utterances, and the speaker of each."""
    files = [path for paths in voices.values() for path in paths]
    outcomes = open_evaluator(EvaluatorSpec("speaker_ge2e")).measure([subject(path) for path in files])
    assert all(isinstance(outcome, Measurement) for outcome in outcomes), outcomes
    vectors = [outcome.embedding for outcome in outcomes if isinstance(outcome, Measurement)]
    return np.array(vectors, dtype=np.float32), np.array([path.parent.name for path in files])


def equal_error_rate(mated: NDArray[np.floating], non_mated: NDArray[np.floating]) -> tuple[float, float]:
    """Return (rate, threshold) where the larger of the two error rates is least, by trying every score."""
    tried = [
        (max(float(np.mean(mated < limit)), float(np.mean(non_mated >= limit))), float(limit))
        for limit in np.concatenate([mated, non_mated])
    ]
    return min(tried)


def test_utterance_pairs(utterances: tuple[FloatArray, NDArray[np.str_]]) -> None:
    vectors, speakers = utterances
    first, second = np.triu_indices(len(vectors), 1)
    scores = np.sum(vectors[first] * vectors[second], axis=1)
    same = speakers[first] == speakers[second]

    rate, threshold = equal_error_rate(scores[same], scores[~same])

    assert rate <= HIGHEST_EER
    assert 0.70 < threshold < 0.78


def test_against_templates_without_the_probe(utterances: tuple[FloatArray, NDArray[np.str_]]) -> None:
    vectors, speakers = utterances
    mated: list[float] = []
    non_mated: list[float] = []
    for probe, speaker in enumerate(speakers):
        for identity in np.unique(speakers):
            references = [k for k in np.flatnonzero(speakers == identity) if k != probe]
            template = vectors[references].mean(axis=0)
            score = float(vectors[probe] @ template / np.linalg.norm(template))
            (mated if identity == speaker else non_mated).append(score)

    rate, _ = equal_error_rate(np.array(mated), np.array(non_mated))

    assert rate <= HIGHEST_EER
    assert np.mean(np.array(mated) < FALLBACK_THRESHOLD) <= HIGHEST_EER
    assert np.mean(np.array(non_mated) >= FALLBACK_THRESHOLD) <= HIGHEST_EER
