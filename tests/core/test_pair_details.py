"""What the inspector shows of a pair: measurements with their change, settings in order, faces."""

from dataclasses import replace

import pytest

from genmu_studio.pair_details import FaceBox, alignment, faces_of, landmarks, measured, settings_of
from genmu_studio.project import Project
from genmu_studio.review import PairFacts, ReviewPairs, SampleFacts, load_pairs, pair_facts
from tests.core import world


@pytest.fixture
def pairs(scored: Project) -> ReviewPairs:
    evaluation = world.look(scored, "example-lab-face-r1")
    return load_pairs(scored, evaluation.submission, evaluation.look)


def row_of(pairs: ReviewPairs, identity: str) -> int:
    return next(row for row in range(len(pairs.table)) if pairs.table.identity_of(row) == identity)


def both(facts: PairFacts) -> tuple[SampleFacts, SampleFacts]:
    assert facts.original is not None
    assert facts.unlearned is not None
    return facts.original, facts.unlearned


def test_similarities_come_first_with_their_change(scored: Project, pairs: ReviewPairs) -> None:
    row = row_of(pairs, "13")
    facts = pair_facts(scored, pairs, row)
    own, forget = measured(pairs, row, facts)[:2]
    assert (own.title, forget.title) == ("own template", "forget template")
    assert own.original == pytest.approx(1.0, abs=0.01)
    assert own.unlearned is not None
    assert own.original is not None
    assert own.change == own.unlearned - own.original


def test_a_forget_sample_has_one_similarity(scored: Project, pairs: ReviewPairs) -> None:
    row = row_of(pairs, "1")
    titles = [each.title for each in measured(pairs, row, pair_facts(scored, pairs, row))]
    assert titles.count("own template") == 1
    assert "forget template" not in titles


def test_known_measurements_have_titles_and_units_others_their_name(scored: Project, pairs: ReviewPairs) -> None:
    facts = pair_facts(scored, pairs, 0)
    original, unlearned = both(facts)
    made = replace(
        facts,
        original=replace(original, values={"duration_s": 2.0, "odd_thing": 1.0}),
        unlearned=replace(unlearned, values={"duration_s": 3.5}),
    )
    found = {each.title: each for each in measured(pairs, 0, made)}
    assert (found["duration"].unit, found["duration"].change) == ("s", 1.5)
    assert (found["odd thing"].original, found["odd thing"].unlearned, found["odd thing"].change) == (1.0, None, None)


def test_the_prompt_comes_first_then_what_differs(scored: Project, pairs: ReviewPairs) -> None:
    facts = pair_facts(scored, pairs, 0)
    original, unlearned = both(facts)
    made = replace(
        facts,
        original=replace(original, settings={"steps": "30", "prompt": "a", "guidance": "7", "camera": "low"}),
        unlearned=replace(
            unlearned,
            settings={"steps": "30", "prompt": "a", "guidance": "9", "seeded": "yes"},
            differing=("guidance",),
        ),
    )
    rows = settings_of(made)
    assert [row.name for row in rows] == ["prompt", "guidance", "camera", "seeded", "steps"]
    assert [row.differs for row in rows] == [False, True, False, False, False]
    assert (rows[1].original, rows[1].unlearned) == ("7", "9")
    assert (rows[2].original, rows[2].unlearned) == ("low", None)


def test_faces_are_read_from_what_the_evaluator_left(scored: Project, pairs: ReviewPairs) -> None:
    sample = both(pair_facts(scored, pairs, 0))[0]
    detail = {
        "chosen": 1,
        "faces": [{"box": [0, 1, 2, 3]}, {"box": [4.5, 5, 6, 7], "points": [[1, 2], [3, 4]], "score": 0.9}],
    }
    assert faces_of(replace(sample, detail=detail)) == (
        FaceBox((0, 1, 2, 3), (), is_chosen=False),
        FaceBox((4.5, 5, 6, 7), ((1, 2), (3, 4)), is_chosen=True),
    )
    assert faces_of(replace(sample, detail={})) == ()
    assert faces_of(None) == ()


POINTS = [[10.0, 20.0], [30.0, 20.0], [20.0, 30.0], [12.0, 40.0], [28.0, 40.0]]


def with_faces(sample: SampleFacts, *faces: list[list[float]], chosen: int = 0) -> SampleFacts:
    listed = [{"box": [0, 0, 50, 50], "points": points} for points in faces]
    return replace(sample, detail={"faces": listed, "chosen": chosen})


def test_the_faces_that_count_are_laid_over_each_other(scored: Project, pairs: ReviewPairs) -> None:
    facts = pair_facts(scored, pairs, 0)
    original, unlearned = both(facts)
    # Twice as large, turned by 90° to the right, and moved by (5, 7): (x, y) → (5 − 2y, 7 + 2x).
    turned = [[5 - 2 * y, 7 + 2 * x] for x, y in POINTS]
    elsewhere = [[x + 100, y] for x, y in POINTS]
    made = replace(
        facts, original=with_faces(original, turned), unlearned=with_faces(unlearned, elsewhere, POINTS, chosen=1)
    )
    assert landmarks(made)[1] == tuple((x, y) for x, y in POINTS)
    found = alignment(made)
    assert found is not None
    assert found[0] == pytest.approx((0, -2, 5), abs=1e-9)
    assert found[1] == pytest.approx((2, 0, 7), abs=1e-9)


def test_without_a_face_on_both_sides_nothing_is_aligned(scored: Project, pairs: ReviewPairs) -> None:
    facts = pair_facts(scored, pairs, 0)
    original, unlearned = both(facts)
    with_one = replace(facts, original=with_faces(original, POINTS), unlearned=replace(unlearned, detail={}))
    assert landmarks(with_one)[1] == ()
    assert alignment(with_one) is None
    assert alignment(replace(with_one, unlearned=None)) is None
    fewer = replace(with_one, unlearned=with_faces(unlearned, POINTS[:3]))
    assert alignment(fewer) is None
    on_one_spot = replace(with_one, unlearned=with_faces(unlearned, [[5.0, 5.0]] * 5))
    assert alignment(on_one_spot) is None
