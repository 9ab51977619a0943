"""The choice of a face, by hand and by properties, with detectors that the tests make up."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.codes import Code
from scoring.faces import (
    FACE_AT,
    TINY_FACE_PX,
    Face,
    Picture,
    chosen_index,
    detail_of,
    find_faces,
    flags_of,
    name_face,
    ranked,
)
from scoring.types import Media, SampleError, Subject


def face(x1: float, y1: float, x2: float, y2: float, score: float = 0.9) -> Face:
    points = np.array([[x1, y1], [x2, y1], [(x1 + x2) / 2, (y1 + y2) / 2], [x1, y2], [x2, y2]], dtype=np.float32)
    return Face((x1, y1, x2, y2), points, score)


def picked(x: float, y: float) -> Subject:
    return Subject(Media("/a.png", "image"), context=((FACE_AT, name_face(x, y)),))


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


def test_a_face_is_picked_by_its_centre_whatever_its_place_in_the_list() -> None:
    left, right = face(0, 0, 40, 40), face(50, 0, 90, 40)

    for faces in ([left, right], [right, left]):
        assert faces[chosen_index(Subject(Media("/a.png", "image")), faces)] is faces[0]
        assert faces[chosen_index(picked(20, 20), faces)] is left
        assert faces[chosen_index(picked(70, 20), faces)] is right


def test_of_faces_that_overlap_the_one_whose_centre_is_nearest_is_picked() -> None:
    large, small = face(0, 0, 100, 100), face(60, 60, 90, 90)

    assert chosen_index(picked(75, 75), [large, small]) == 1
    assert chosen_index(picked(62, 62), [large, small]) == 0  # 17 from the centre of the large one, 18 from the other's


@given(st.lists(boxes, min_size=1, max_size=6, unique_by=lambda each: each.centre), st.data())
def test_each_face_is_found_by_its_own_name(faces: list[Face], data: st.DataObject) -> None:
    wanted = data.draw(st.integers(0, len(faces) - 1))

    assert chosen_index(picked(*faces[wanted].centre), faces) == wanted


@given(st.lists(boxes, min_size=1, max_size=6), st.integers(-50, 650), st.integers(-50, 650))
def test_a_point_outside_every_face_picks_none(faces: list[Face], x: int, y: int) -> None:
    inside = [each for each in faces if each.box[0] <= x <= each.box[2] and each.box[1] <= y <= each.box[3]]

    if inside:
        assert faces[chosen_index(picked(x, y), faces)] in inside
        return
    with pytest.raises(SampleError) as caught:
        chosen_index(picked(x, y), faces)
    assert caught.value.failure.code is Code.NO_FACE
    assert caught.value.failure.message == "no face was found where one was picked"


@pytest.mark.parametrize(
    ("point", "name"),
    [((1, 2), "1.0,2.0"), ((10.26, 0.04), "10.3,0.0"), ((-0.04, -3.25), "0.0,-3.2"), ((1e4, 0.96), "10000.0,1.0")],
)
def test_the_name_of_a_face_is_its_centre_to_a_tenth_of_a_pixel(point: tuple[float, float], name: str) -> None:
    assert name_face(*point) == name
    assert name_face(float(np.float32(point[0])), float(np.float32(point[1]))) == name


@pytest.mark.parametrize("point", [(float("nan"), 0.0), (0.0, float("inf"))])
def test_what_is_no_point_names_no_face(point: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="no point"):
        name_face(*point)


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
