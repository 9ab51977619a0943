"""How faces are put before a recogniser: which ones, in what order, how many at once."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scoring.codes import Code
from scoring.devices import CPU_PROVIDER, CUDA_PROVIDER, Placement
from scoring.face_embedding import FaceEvaluator
from scoring.faces import Face, Picture
from scoring.types import Measurement, Outcome, SampleFailure
from tests.scoring.evaluators.materials import subject, write_picture

POINTS = np.array([[50, 50], [90, 50], [70, 75], [55, 95], [85, 95]], dtype=np.float32)


class Recogniser:
    """Gives the mean colour (BGR) of each crop as its embedding, and notes how many crops came at once."""

    input_size = (112, 112)

    def __init__(self, batch: str | int = "batch") -> None:
        self.input_shape = [batch, 3, 112, 112]
        self.calls: list[int] = []

    def get_feat(self, crops: list[Picture]) -> np.ndarray[Any, Any]:
        self.calls.append(len(crops))
        return np.stack([crop.mean(axis=(0, 1)) for crop in crops])


def detect_unless_dark(bgr: Picture, size: int) -> list[Face]:
    return [Face((40, 40, 100, 110), POINTS, 0.9)] if bgr.max() > 50 else []


def measure(folder: Path, recogniser: Recogniser, provider: str, *colours: tuple[int, int, int]) -> list[Outcome]:
    evaluator = FaceEvaluator(detect_unless_dark, recogniser, 640, Placement(provider, ""))
    paths = [
        write_picture(folder / f"{k}.png", np.full((160, 140, 3), colour, np.uint8)) for k, colour in enumerate(colours)
    ]
    return evaluator.measure([subject(path) for path in paths])


RED, DARK, BLUE = (200, 0, 0), (9, 9, 9), (0, 0, 200)


@pytest.mark.parametrize("provider", [CPU_PROVIDER, f"{CUDA_PROVIDER}:0"])
def test_each_picture_gets_its_own_embedding_and_one_without_a_face_none(provider: str, tmp_path: Path) -> None:
    first, none, last = measure(tmp_path, Recogniser(), provider, RED, DARK, BLUE)

    assert isinstance(first, Measurement)
    assert isinstance(last, Measurement)
    assert first.embedding == pytest.approx([0, 0, 1])
    assert last.embedding == pytest.approx([1, 0, 0])
    assert isinstance(none, SampleFailure)
    assert none.code is Code.NO_FACE


@pytest.mark.parametrize(
    ("provider", "batch", "calls"),
    [(f"{CUDA_PROVIDER}:0", "batch", [3]), (f"{CUDA_PROVIDER}:0", 1, [1, 1, 1]), (CPU_PROVIDER, "batch", [1, 1, 1])],
)
def test_faces_go_together_only_where_that_is_faster_and_possible(
    provider: str, batch: str | int, calls: list[int], tmp_path: Path
) -> None:
    recogniser = Recogniser(batch)

    measure(tmp_path, recogniser, provider, RED, BLUE, RED)

    assert recogniser.calls == calls


def test_a_recogniser_that_returns_nothing_usable_is_an_error_of_that_face(tmp_path: Path) -> None:
    class Broken(Recogniser):
        def get_feat(self, crops: list[Picture]) -> np.ndarray[Any, Any]:
            return np.zeros((len(crops), 3))

    (outcome,) = measure(tmp_path, Broken(), CPU_PROVIDER, RED)

    assert isinstance(outcome, SampleFailure)
    assert outcome.code is Code.EVALUATOR_ERROR
