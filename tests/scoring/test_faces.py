"""The choice of a face, by hand and by properties, with detectors that the tests make up."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.codes import Code
from scoring.faces import TINY_FACE_PX, Face, Picture, chosen_index, detail_of, find_faces, flags_of, ranked
from scoring.types import Media, SampleError, Subject


def face(x1: float, y1: float, x2: float, y2: float, score: float = 0.9) -> Face:
    points = np.array([[x1, y1], [x2, y1], [(x1 + x2) / 2, (y1 + y2) / 2], [x1, y2], [x2, y2]], dtype=np.float32)
    return Face((x1, y1, x2, y2), points, score)


def picked(index: str) -> Subject:
    return Subject(Media("/a.png", "image"), context=(("face", index),))


def test_hand_worked_ranking() -> None:
    central = face(40, 40, 60, 60)  # area 400, on the centre of a 100 × 100 picture: 400
    larger = face(10, 10, 40, 40)  # area 900, centre 25 off both ways: 900 − 2·1250 = −1600
    slightly_off = face(45, 45, 75, 75)  # area 900, 10 off both ways: 900 − 2·200 = 500

    assert ranked([larger, central, slightly_off], 100, 100) == [slightly_off, central, larger]


boxes = st.tuples(*[st.integers(0, 400)] * 2, *[st.integers(1, 200)] * 2).map(
    lambda box: face(box[0], box[1], box[0] + box[2], box[1] + box[3])
)


@given(st.lists(boxes, min_size=1, max_size=6, unique_by=lambda each: each.box), st.randoms())
def test_the_order_in_which_a_detector_lists_faces_does_not_matter(faces: list[Face], random: object) -> None:
    shuffled = faces[::-1]

    assert [each.box for each in ranked(shuffled, 400, 300)] == [each.box for each in ranked(faces, 400, 300)]


@given(st.lists(boxes, min_size=1, max_size=6, unique_by=lambda each: each.box), st.sampled_from([2, 4, 8]))
def test_the_scale_of_a_picture_does_not_matter(faces: list[Face], factor: int) -> None:
    scaled = [face(*(factor * value for value in each.box)) for each in faces]

    small, large = ranked(faces, 400, 300), ranked(scaled, 400 * factor, 300 * factor)

    assert [tuple(factor * value for value in each.box) for each in small] == [each.box for each in large]


def test_the_ranking_is_insightfaces_own() -> None:
    from insightface.model_zoo.scrfd import SCRFD

    rng = np.random.default_rng(3)
    corners = rng.integers(0, 300, (8, 2))
    faces = [face(x, y, x + 40 + 10 * k, y + 50 + 5 * k, 0.5 + k / 100) for k, (x, y) in enumerate(corners)]
    detector = SCRFD.__new__(SCRFD)
    detector.use_kps, detector.nms_thresh, detector.det_thresh = True, 1.0, 0.5
    rows = np.array([[*each.box, each.score] for each in faces], dtype=np.float32)
    detector._resolve_input_sizes = lambda _: [(640, 640)]
    detector._detect_candidates = lambda *_: (rows, np.stack([each.points for each in faces]))

    kept, _ = detector.detect(np.zeros((400, 400, 3), np.uint8), max_num=1)

    assert tuple(kept[0, :4]) == ranked(faces, 400, 400)[0].box


def test_a_face_found_at_once_is_not_retried() -> None:
    seen: list[int] = []

    def detect(bgr: Picture, size: int) -> list[Face]:
        seen.append(size)
        return [face(1, 2, 3, 4)]

    assert find_faces(detect, np.zeros((10, 20, 3), np.uint8), 640)[1] is False
    assert seen == [640]


def test_the_retry_sees_a_margin_and_half_the_size_and_answers_in_the_pictures_own_pixels() -> None:
    seen: list[tuple[tuple[int, ...], int]] = []

    def detect(bgr: Picture, size: int) -> list[Face]:
        seen.append((bgr.shape, size))
        if len(seen) == 1:
            return []
        assert bgr[100:140, 100:300].min() == 7
        assert bgr.sum() == 7 * 40 * 200 * 3
        return [face(110, 105, 150, 135)]

    faces, retried = find_faces(detect, np.full((40, 200, 3), 7, np.uint8), 640)

    assert seen == [((40, 200, 3), 640), ((240, 400, 3), 320)]
    assert retried
    assert list(faces[0].box) == [10, 5, 50, 35]
    assert faces[0].points[0].tolist() == [10, 5]


def test_no_face_at_all() -> None:
    assert find_faces(lambda bgr, size: [], np.zeros((10, 10, 3), np.uint8), 640) == ([], False)


@pytest.mark.parametrize("index", ["2", "-1", "1.0", "", "x"])
def test_picking_a_face_that_is_not_there_is_an_error(index: str) -> None:
    with pytest.raises(SampleError) as caught:
        chosen_index(picked(index), [face(0, 0, 9, 9), face(0, 0, 5, 5)])

    assert caught.value.failure.code is Code.EVALUATOR_ERROR


def test_picking() -> None:
    faces = [face(0, 0, 9, 9), face(0, 0, 5, 5)]

    assert chosen_index(Subject(Media("/a.png", "image")), faces) == 0
    assert chosen_index(picked("1"), faces) == 1


def test_flags() -> None:
    large, tiny = face(0, 0, 100, 100), face(0, 0, 100, TINY_FACE_PX - 1)

    assert flags_of([large], 0, retried=False) == ()
    assert flags_of([tiny, large], 0, retried=True) == (Code.MULTI_FACE, Code.TINY_FACE, Code.RETRIED)
    assert flags_of([tiny, large], 1, retried=False) == (Code.MULTI_FACE,)


def test_the_stored_list_of_faces_is_bounded_but_the_count_is_true() -> None:
    import json

    detail = detail_of([face(0, 0, k + 1, k + 1) for k in range(200)], 0, retried=False)

    assert detail["face_count"] == 200
    assert len(detail["faces"]) == 16
    assert json.loads(json.dumps(detail)) == detail
