"""Which evaluators a run takes: the best of identity for each track, and on demand whatever else can run."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from genmu_studio import choosing
from genmu_studio.choosing import choose_specs
from genmu_studio.inventory import EvaluatorState
from genmu_studio.metrics_json import kind_title
from genmu_studio.project import Project
from genmu_studio.protocol import Protocol
from scoring.errors import UserError
from scoring.registry import find_evaluator
from scoring.types import Aspect, EvaluatorInfo
from tests.core import world


def state(name: str, aspect: Aspect = "identity", *, available: bool = True) -> EvaluatorState:
    info: EvaluatorInfo = replace(find_evaluator("fake_image").info, name=name, aspect=aspect)
    return EvaluatorState(info, available, False, "", "" if available else f"{name} is missing", "Type this.")


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    protocol = world.one_group()
    with Project.create(tmp_path / "made.genmu", protocol) as made:
        world.take_in(made, world.write_submission(tmp_path / "entry", world.grid(protocol)))
        yield made


@pytest.fixture
def states(monkeypatch: pytest.MonkeyPatch) -> dict[str, EvaluatorState]:
    """Return what can run here, to be changed: the official evaluator cannot."""
    known = {
        "face_arcface": state("face_arcface", available=False),
        "face_sface": state("face_sface"),
        "words": state("words", "transcript"),
        "sounds": state("sounds", "signal quality"),
        "tune": state("tune", "prosody"),
        "gone": state("gone", "prosody", available=False),
    }

    def of_name(name: str, protocol: Protocol) -> EvaluatorState:
        return known[name]

    monkeypatch.setattr(choosing, "evaluator_state", of_name)
    monkeypatch.setattr(choosing, "list_evaluators", lambda protocol: list(known.values()))
    return known


@pytest.mark.usefixtures("states")
def test_identity_is_measured_by_the_best_that_can_run(project: Project) -> None:
    assert [spec.name for spec in choose_specs(project, (), "auto")] == ["face_sface"]


@pytest.mark.usefixtures("states")
def test_all_aspects_are_what_can_run_the_quick_ones_first(project: Project) -> None:
    specs = choose_specs(project, (), "cpu", all_aspects=True)
    assert [spec.name for spec in specs] == ["face_sface", "tune", "sounds", "words"]
    assert {spec.device for spec in specs} == {"cpu"}


@pytest.mark.usefixtures("states")
def test_names_are_taken_as_they_are(project: Project) -> None:
    assert [spec.name for spec in choose_specs(project, ["other"], "auto", all_aspects=True)] == ["other"]


def test_where_nothing_can_run_it_says_what_is_missing(project: Project, states: dict[str, EvaluatorState]) -> None:
    states["face_sface"] = state("face_sface", available=False)
    with pytest.raises(UserError, match="no evaluator of the face track can run here: face_sface is missing"):
        choose_specs(project, (), "auto", all_aspects=True)


@pytest.mark.parametrize(
    ("aspect", "weights", "expected"),
    [
        ("identity", "ab", "reference model, weights not the published ones"),
        ("naturalness", "ab", "published model"),
        ("prosody", "", "reference method, without weights"),
    ],
)
def test_a_kind_speaks_of_weights_only_where_there_are_any(aspect: Aspect, weights: str, expected: str) -> None:
    assert kind_title("reference", aspect, weights) == expected
