"""The light face evaluator on real faces, with the models that the carriers bring."""

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from scoring.codes import Code
from scoring.faces import TINY_FACE_PX, name_face
from scoring.registry import open_evaluator
from scoring.types import EvaluatorSpec, FloatArray, Measurement, Outcome, SampleFailure
from tests.scoring.evaluators.conftest import GROUP_BOXES
from tests.scoring.evaluators.materials import Picture, resized, subject, write_picture

pytestmark = [pytest.mark.models, pytest.mark.usefixtures("weights")]

THRESHOLD = 0.45


def measure(path: Path, picture: Picture, **context: str) -> Outcome:
    (outcome,) = open_evaluator(EvaluatorSpec("face_sface")).measure([subject(write_picture(path, picture), **context)])
    return outcome


def vectors(outcomes: list[Outcome]) -> FloatArray:
    assert all(isinstance(outcome, Measurement) for outcome in outcomes), outcomes
    return np.array([outcome.embedding for outcome in outcomes if isinstance(outcome, Measurement)], dtype=np.float32)


def jpeg(picture: Picture) -> Picture:
    coded = io.BytesIO()
    Image.fromarray(picture).save(coded, "JPEG", quality=20)
    return np.asarray(Image.open(coded))


def turned(picture: Picture) -> Picture:
    height, width = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), 10, 1)
    return np.asarray(cv2.warpAffine(picture, matrix, (width, height)), dtype=np.uint8)


def grey(picture: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB), dtype=np.uint8)


EDITS: dict[str, Callable[[Picture], Picture]] = {
    "as it is": lambda picture: picture,
    "blur 7": lambda picture: np.asarray(cv2.GaussianBlur(picture, (7, 7), 0), dtype=np.uint8),
    "JPEG 20": jpeg,
    "brightness +40": lambda picture: np.asarray(cv2.convertScaleAbs(picture, alpha=1, beta=40), dtype=np.uint8),
    "turned by 10 degrees": turned,
    "flipped": lambda picture: np.ascontiguousarray(picture[:, ::-1]),
    "grey": grey,
}


@pytest.fixture(scope="module")
def originals(weights: Path, people: list[Picture], tmp_path_factory: pytest.TempPathFactory) -> FloatArray:
    folder = tmp_path_factory.mktemp("people")
    return vectors([measure(folder / f"{k}.png", picture) for k, picture in enumerate(people)])


@pytest.mark.parametrize("edit", EDITS)
def test_six_people_verify_as_themselves_and_as_no_other(
    edit: str, people: list[Picture], originals: FloatArray, tmp_path: Path
) -> None:
    edited = vectors([measure(tmp_path / f"{k}.png", EDITS[edit](picture)) for k, picture in enumerate(people)])

    similarity = edited @ originals.T

    verified = similarity >= THRESHOLD
    assert np.array_equal(verified, np.eye(6, dtype=bool)), similarity.round(3)


def test_the_group_picture_has_six_faces_and_the_middle_one_is_used(group_picture: Picture, tmp_path: Path) -> None:
    outcome = measure(tmp_path / "group.png", group_picture)

    assert isinstance(outcome, Measurement)
    assert Code.MULTI_FACE in outcome.flags
    assert outcome.detail["face_count"] == 6
    x1, y1, x2, y2 = outcome.detail["faces"][outcome.detail["chosen"]]["box"]  # type: ignore[index]  # JSON
    assert np.abs(np.array([x1, y1, x2, y2]) - GROUP_BOXES[2]).max() < 5


def test_a_person_can_pick_another_face_and_the_embedding_is_that_ones(
    group_picture: Picture, originals: FloatArray, tmp_path: Path
) -> None:
    centres = [((x1 + x2) / 2, (y1 + y2) / 2) for x1, y1, x2, y2 in GROUP_BOXES]
    picks = vectors([measure(tmp_path / "group.png", group_picture, face_at=name_face(*centre)) for centre in centres])

    nearest = (picks @ originals.T).argmax(axis=1)
    assert list(nearest) == [0, 1, 2, 3, 4, 5]
    assert (picks @ originals.T).max(axis=1).min() >= THRESHOLD


def test_where_no_face_was_found_none_can_be_picked(group_picture: Picture, tmp_path: Path) -> None:
    outcome = measure(tmp_path / "group.png", group_picture, face_at=name_face(1, 1))

    assert isinstance(outcome, SampleFailure)
    assert outcome.code is Code.NO_FACE
    assert outcome.message == "no face was found where one was picked"


def test_a_picture_without_a_face_has_no_embedding(tmp_path: Path) -> None:
    scenery = resized(np.random.default_rng(0).integers(0, 256, (6, 8, 3), dtype=np.uint8), 400, 300)

    outcome = measure(tmp_path / "scenery.png", scenery)

    assert isinstance(outcome, SampleFailure)
    assert outcome.code is Code.NO_FACE
    assert outcome.detail["retried"] is True


def test_a_tight_crop_is_found_in_the_retry_and_says_so(
    group_picture: Picture, originals: FloatArray, tmp_path: Path
) -> None:
    x1, y1, x2, y2 = GROUP_BOXES[2]
    inset = (x2 - x1) // 5
    crop = resized(group_picture[y1 + inset : y2 - inset, x1 + inset : x2 - inset], 640, 640)

    outcome = measure(tmp_path / "tight.png", crop)

    assert isinstance(outcome, Measurement)
    assert Code.RETRIED in outcome.flags
    assert outcome.detail["retried"] is True


def test_a_picture_larger_than_the_detector_size_gives_the_face_in_its_own_pixels(
    people: list[Picture], originals: FloatArray, tmp_path: Path
) -> None:
    height, width = people[2].shape[:2]
    large = resized(people[2], 6 * width, 6 * height)

    outcome = measure(tmp_path / "large.png", large)

    assert isinstance(outcome, Measurement)
    assert outcome.values["face_side_px"] == pytest.approx(6 * (GROUP_BOXES[2][2] - GROUP_BOXES[2][0]), rel=0.15)
    assert float(vectors([outcome])[0] @ originals[2]) > 0.8


def test_a_tiny_face_is_scored_and_flagged(people: list[Picture], tmp_path: Path) -> None:
    height, width = people[2].shape[:2]
    small = resized(people[2], width * 2 // 5, height * 2 // 5)

    outcome = measure(tmp_path / "small.png", small)

    assert isinstance(outcome, Measurement)
    assert Code.TINY_FACE in outcome.flags
    assert outcome.values["face_side_px"] < TINY_FACE_PX


def test_threads_that_share_a_model_do_not_disturb_each_other(people: list[Picture], tmp_path: Path) -> None:
    model = open_evaluator(EvaluatorSpec("face_sface"))
    sizes = [150 + 37 * k for k in range(12)]
    subjects = [
        subject(write_picture(tmp_path / f"{size}.png", resized(people[k % 6], size, size + 20)))
        for k, size in enumerate(sizes)
    ]
    expected = vectors(model.measure(subjects))

    with ThreadPoolExecutor(4) as pool:
        together = [outcome for (outcome,) in pool.map(model.measure, [[each] for each in subjects] * 2)]

    assert np.abs(vectors(together) - np.concatenate([expected, expected])).max() < 1e-4
