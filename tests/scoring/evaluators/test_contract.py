"""What every registered evaluator must keep, fake ones included. A new evaluator is under this test at once."""

import multiprocessing
import pickle
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from scoring.attributes.declared import CONFIDENCE, Attribute
from scoring.codes import Code
from scoring.registry import evaluators, find_evaluator, identify, open_evaluator
from scoring.types import EvaluatorSpec, FloatArray, Measurement, Media, Outcome, SampleFailure, Subject
from scoring.work import run_batch
from tests.scoring.evaluators.materials import Picture, marked, read_picture, subject, voice, write_picture, write_sound

pytestmark = [pytest.mark.models, pytest.mark.usefixtures("weights")]

NAMES = sorted(evaluators())
EMBEDDING = [name for name in NAMES if find_evaluator(name).info.dimension is not None]
TINY_OPTIONS = {"face_arcface": (("pack", "tiny"),)}
TOLERANCE = 1e-4
# What is spoken is measured on sentences; these are long enough for a window of DNSMOS when they are repeated once.
SPOKEN = {"transcript", "naturalness", "signal quality"}
SENTENCES = [
    Path(str(files("resources"))) / "demo" / "voices" / name for name in ("awb/market.flac", "kal16/garden.flac")
]


def spec_of(name: str) -> EvaluatorSpec:
    return EvaluatorSpec(name, TINY_OPTIONS.get(name, ()), device="cpu")


def asked(name: str, path: Path) -> Subject:
    """Return the subject of `path`; for an evaluator of pairs with a sound beside it, always the same, as original."""
    if not find_evaluator(name).info.pairs:
        return subject(path)
    original = write_sound(path.with_name("original.wav"), voice(180, 5, 2.5))
    return replace(subject(path), partner=Media(str(original), "audio"))


def declared(name: str) -> tuple[Attribute, ...]:
    registered = find_evaluator(name)
    return registered.attributes(registered.options(dict(TINY_OPTIONS.get(name, ()))))


def colours(count: int) -> list[Picture]:
    return [np.full((64, 64, 3), (40 * k, 200 - 40 * k, 90), np.uint8) for k in range(count)]


@pytest.fixture
def subjects(request: pytest.FixtureRequest, tmp_path: Path, people: list[Picture]) -> list[Subject]:
    """Return what the evaluator named by the test's `name` can measure: four identities, or two spoken sentences."""
    name = request.getfixturevalue("name")
    if find_evaluator(name).info.aspect in SPOKEN:
        return [subject(path) for path in SENTENCES]
    if find_evaluator(name).info.input == "audio":
        pitches = (100, 140, 220, 300)
        return [asked(name, write_sound(tmp_path / f"{hz}.wav", voice(hz, hz, 1.5 + hz / 200))) for hz in pitches]
    pictures = {"face_arcface": [marked((9 + k, 9), seed=k) for k in range(4)], "fake_image": colours(4)}
    return [
        subject(write_picture(tmp_path / f"{k}.png", picture))
        for k, picture in enumerate(pictures.get(name, people)[:4])
    ]


def embeddings(outcomes: Sequence[Outcome]) -> FloatArray:
    assert all(isinstance(outcome, Measurement) for outcome in outcomes), outcomes
    vectors = [outcome.embedding for outcome in outcomes if isinstance(outcome, Measurement)]
    return np.array(vectors, dtype=np.float32)


def numbers(outcomes: Sequence[Outcome]) -> FloatArray:
    """Return the embeddings, or for an evaluator that gives none its values in the order of their names."""
    measured = [outcome for outcome in outcomes if isinstance(outcome, Measurement)]
    if all(outcome.embedding is not None for outcome in measured):
        return embeddings(outcomes)
    assert len(measured) == len(outcomes), outcomes
    return np.array([[value for _, value in sorted(each.values.items())] for each in measured], dtype=np.float32)


@pytest.mark.parametrize("name", EMBEDDING)
def test_each_gives_unit_embeddings_of_its_dimension_that_differ_between_identities(
    name: str, subjects: list[Subject]
) -> None:
    model = open_evaluator(spec_of(name))
    vectors = embeddings(model.measure(subjects))

    assert vectors.shape == (4, find_evaluator(name).info.dimension)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)
    assert np.max((vectors @ vectors.T)[~np.eye(4, dtype=bool)]) < 0.9999
    assert model.provider
    assert model.notice == ""


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(EMBEDDING)))
def test_those_without_embedding_give_finite_values_that_they_promise_and_that_differ(
    name: str, subjects: list[Subject]
) -> None:
    info, model = find_evaluator(name).info, open_evaluator(spec_of(name))
    outcomes = model.measure(subjects)
    promised = {*info.produces, *(f"{each.value}{end}" for each in declared(name) for end in ("", CONFIDENCE))}

    for outcome in outcomes:
        assert isinstance(outcome, Measurement), outcome
        assert outcome.embedding is None
        assert outcome.values
        assert set(outcome.values) <= promised
    assert np.isfinite(numbers(outcomes)).all()
    assert len(np.unique(numbers(outcomes), axis=0)) == len(subjects)
    assert info.aspect != "identity"
    assert model.provider
    assert model.notice == ""


@pytest.mark.parametrize("name", [name for name in NAMES if find_evaluator(name).info.aspect == "attributes"])
def test_those_of_attributes_declare_what_they_give_and_name_their_categories(
    name: str, subjects: list[Subject]
) -> None:
    attributes = declared(name)
    assert attributes
    assert len({each.name for each in attributes}) == len(attributes)
    for outcome in open_evaluator(spec_of(name)).measure(subjects):
        assert isinstance(outcome, Measurement)
        for each in attributes:
            value = outcome.values[each.value]
            if each.categories:
                assert outcome.detail["labels"][each.name] == each.categories[int(value)]  # type: ignore[index]  # JSON


@pytest.mark.parametrize("name", NAMES)
def test_alone_again_and_in_another_order_is_the_same(name: str, subjects: list[Subject]) -> None:
    model = open_evaluator(spec_of(name))
    together = numbers(model.measure(subjects))

    alone = np.concatenate([numbers(model.measure([each])) for each in subjects])
    again = numbers(model.measure(subjects))
    backwards = numbers(model.measure(subjects[::-1]))[::-1]

    assert np.abs(alone - together).max() < TOLERANCE
    assert np.abs(again - together).max() < TOLERANCE
    assert np.abs(backwards - together).max() < TOLERANCE


@pytest.mark.parametrize("name", NAMES)
def test_a_damaged_file_fails_alone(name: str, subjects: list[Subject], tmp_path: Path) -> None:
    broken = tmp_path / ("broken" + Path(subjects[0].media.path).suffix)
    broken.write_bytes(Path(subjects[0].media.path).read_bytes()[:40])
    model = open_evaluator(spec_of(name))

    outcomes = model.measure([subjects[0], asked(name, broken), subjects[1]])

    assert isinstance(outcomes[1], SampleFailure)
    assert not outcomes[1].is_error
    expected = numbers(model.measure(subjects[:2]))
    assert np.abs(numbers([outcomes[0], outcomes[2]]) - expected).max() < TOLERANCE


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_file_fails_alone_and_is_an_error(name: str, subjects: list[Subject], tmp_path: Path) -> None:
    gone = asked(name, tmp_path / ("gone" + Path(subjects[0].media.path).suffix))

    failure, measured = run_batch(spec_of(name), [gone, subjects[0]])

    assert isinstance(failure, SampleFailure)
    assert failure.code is Code.MISSING
    assert isinstance(measured, Measurement)


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_batch_is_an_empty_list(name: str) -> None:
    assert open_evaluator(spec_of(name)).measure([]) == []


@pytest.mark.parametrize("name", NAMES)
def test_files_of_the_same_name_in_two_folders_are_told_apart(
    name: str, subjects: list[Subject], tmp_path: Path
) -> None:
    twins = []
    for folder, source in zip(("left", "right"), subjects, strict=False):
        twin = tmp_path / folder / ("same" + Path(source.media.path).suffix)
        twin.parent.mkdir()
        twin.write_bytes(Path(source.media.path).read_bytes())
        twins.append(asked(name, twin))
    model = open_evaluator(spec_of(name))

    assert np.abs(numbers(model.measure(twins)) - numbers(model.measure(subjects[:2]))).max() < TOLERANCE


@pytest.mark.parametrize("name", NAMES)
def test_specification_and_outcomes_survive_pickle(name: str, subjects: list[Subject], tmp_path: Path) -> None:
    gone = asked(name, tmp_path / ("gone" + Path(subjects[0].media.path).suffix))
    outcomes = run_batch(spec_of(name), [subjects[0], gone])

    back = pickle.loads(pickle.dumps((spec_of(name), outcomes)))  # noqa: S301 - made on this line

    assert back[0] == spec_of(name)
    assert np.array_equal(numbers(back[1][:1]), numbers(outcomes[:1]))
    assert back[1][1] == outcomes[1]


@pytest.mark.parametrize("name", NAMES)
def test_its_identity_follows_its_weights_and_options(name: str) -> None:
    identity = identify(spec_of(name))

    assert identity == identify(spec_of(name))
    assert identity.options == tuple(sorted(identity.options))


def sees_colours(name: str) -> bool:
    info = find_evaluator(name).info
    return info.input == "image" and info.aspect != "traces"  # a fingerprint is of light and dark alone


@pytest.mark.parametrize("name", [name for name in NAMES if sees_colours(name)])
def test_colours_are_not_swapped_unnoticed(name: str, subjects: list[Subject], tmp_path: Path) -> None:
    picture = read_picture(Path(subjects[0].media.path))
    swapped = write_picture(tmp_path / "swapped.png", np.ascontiguousarray(picture[:, :, ::-1]))
    model = open_evaluator(spec_of(name))

    outcomes = model.measure([subjects[0], subject(swapped)])

    if name in EMBEDDING:
        straight, other = embeddings(outcomes)
        assert float(straight @ other) < 0.999
    else:
        straight, other = numbers(outcomes)
        assert np.abs(straight - other).max() > 1e-3


def _measure_all(work: list[tuple[EvaluatorSpec, list[Subject]]]) -> list[list[Outcome]]:
    return [run_batch(spec, subjects) for spec, subjects in work]


def test_another_process_gives_the_same_embeddings_and_holds_no_qt(tmp_path: Path, people: list[Picture]) -> None:
    faces = [subject(write_picture(tmp_path / f"{k}.png", people[k])) for k in range(2)]
    blocks = [subject(write_picture(tmp_path / f"block{k}.png", marked((9, 9 + k), seed=k))) for k in range(2)]
    sounds = [write_sound(tmp_path / f"{hz}.wav", voice(hz, hz)) for hz in (110, 210)]
    images = {"face_arcface": blocks}
    work = [
        (spec_of(name), [subject(path) for path in SENTENCES])
        if find_evaluator(name).info.aspect in SPOKEN
        else (spec_of(name), [asked(name, each) for each in sounds])
        if find_evaluator(name).info.input == "audio"
        else (spec_of(name), images.get(name, faces))
        for name in NAMES
    ]

    with multiprocessing.get_context("spawn").Pool(1) as pool:
        elsewhere = pool.apply(_measure_all, (work,))
        modules = pool.apply(_loaded_packages)
        pool.close()
        pool.join()

    for there, here in zip(elsewhere, _measure_all(work), strict=True):
        assert np.abs(numbers(there) - numbers(here)).max() < TOLERANCE
    assert "PySide6" not in modules


def _loaded_packages() -> set[str]:
    import sys

    return {name.partition(".")[0] for name in sys.modules}
