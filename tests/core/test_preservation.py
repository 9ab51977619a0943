"""Figures of other aspects than identity: what evaluators found, as metrics over a submission."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from genmu_studio.domain import SubmissionRow
from genmu_studio.export import metrics_table
from genmu_studio.metrics_json import preservation_json
from genmu_studio.pipeline import ScoreRequest
from genmu_studio.preservation import PreservedValue, preserved_by_name
from genmu_studio.project import Project
from scoring import registry
from scoring.codes import Code
from scoring.metrics.pair_means import ComparedPairs, mean_of_pairs
from scoring.metrics.sample_means import MeasuredSamples, mean_of_samples
from scoring.registry import RegisteredEvaluator, RegisteredMetric
from scoring.types import (
    EvaluatorInfo,
    EvaluatorSpec,
    Measurement,
    MetricInfo,
    MetricValue,
    Outcome,
    SampleFailure,
    Subject,
)
from tests.core import world

of_pictures = partial(
    EvaluatorInfo, version="1", track="face", input="image", needs=(), extra="", kind="fake", licence="", source=""
)
PAIRS = of_pictures(name="made_pairs", title="By a table", produces=("kept",), aspect="prosody", pairs=True)
SOUNDS = of_pictures(name="made_mos", title="By a table", produces=("mos",), aspect="naturalness")


def _kept(paths: tuple[str, str]) -> float | None:
    """Return what the table says of a pair: by its condition, more for retain; None where it cannot be measured."""
    one = paths[0].split("/")
    identity, condition = one[-3], int(one[-2][1:])
    if one[-5] == "original":
        return 25.0
    return None if (identity, condition) == ("3", 0) else 60.0 + 5 * condition + (10.0 if identity != "1" else 0.0)


class Table:
    """Gives values by the names of files."""

    provider = "fake"
    notice = ""

    def measure(self, batch: Sequence[Subject]) -> list[Outcome]:
        return [self._outcome(subject) for subject in batch]

    def _outcome(self, subject: Subject) -> Outcome:
        if subject.partner is not None:
            value = _kept((subject.media.path, subject.partner.path))
            return Measurement({} if value is None else {"kept": value})
        parts = subject.media.path.split("/")
        if (parts[-5], parts[-3], parts[-2]) == ("unlearned", "2", "c1"):
            return SampleFailure(Code.SILENT, "silence")
        return Measurement({"mos": 4.0 if parts[-5] == "original" else 3.0 + 0.1 * int(parts[-2][1:])})


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    registry.evaluators()
    registry.metrics()
    table = Table()
    for info in (PAIRS, SOUNDS):
        registered = RegisteredEvaluator(info, lambda options, device: table, lambda options: ())
        monkeypatch.setitem(registry._EVALUATORS, info.name, registered)

    def kept(pairs: ComparedPairs, rules: object) -> MetricValue:
        return mean_of_pairs(pairs, "kept")

    def mos(samples: MeasuredSamples, rules: object) -> MetricValue:
        return mean_of_samples(samples, "mos")

    for name, compute in (("kept", kept), ("mos", mos)):
        said = MetricInfo(name, name.upper(), ("face",), "", True, (name,), "made")
        monkeypatch.setitem(registry._METRICS, name, RegisteredMetric(said, compute))
    monkeypatch.setattr("scoring.work._opened", lambda spec: table)
    protocol = world.one_group()
    world.write_submission(tmp_path / "entry", world.grid(protocol, conditions=5))
    with Project.create(tmp_path / "made.genmu", protocol) as made:
        world.take_in(made, tmp_path / "entry")
        yield made


def measure(project: Project, name: str) -> None:
    project.score(ScoreRequest(EvaluatorSpec(name), (), world.INLINE))


def only(project: Project) -> tuple[SubmissionRow, tuple[PreservedValue, ...]]:
    (submission,) = project.submissions()
    return submission, project.preserved(submission)


def test_nothing_measured_gives_no_figure(project: Project) -> None:
    assert only(project)[1] == ()


def test_pairs_become_a_mean_beside_their_floor(project: Project) -> None:
    measure(project, "made_pairs")
    _, (found,) = only(project)
    expected = [60 + 5 * c + 10 * (i != "1") for i in "1234" for c in range(5) if (i, c) != ("3", 0)]
    assert (found.info.name, found.evaluator.name) == ("kept", "made_pairs")
    assert found.value.value == pytest.approx(np.mean(expected))
    assert (found.value.n, found.value.failures) == (19, 1)
    assert found.value.parts["forget"] == pytest.approx(np.mean(expected[:5]))
    assert found.value.parts["retain"] == pytest.approx(np.mean(expected[5:]))
    assert (found.value.parts["floor"], found.value.parts["floor_n"]) == (25.0, 20.0)
    assert found.value.badge == "1 pair not measurable; few conditions"  # four are left of one identity


def test_samples_become_a_mean_with_the_change(project: Project) -> None:
    measure(project, "made_mos")
    _, (found,) = only(project)
    after = [3 + 0.1 * c for i in "1234" for c in range(5) if (i, c) != ("2", 1)]
    assert found.value.value == pytest.approx(np.mean(after))
    assert (found.value.n, found.value.failures) == (19, 1)
    assert found.value.parts["original"] == 4.0
    assert found.value.parts["change"] == pytest.approx(np.mean(after) - 4)


def test_what_another_submission_adds_waits_to_be_compared(project: Project, tmp_path: Path) -> None:
    measure(project, "made_pairs")
    later = world.grid(project.protocol, conditions=5)
    folder = world.write_submission(tmp_path / "later", [*later[:20], *later[:19:-1]], team="Second Lab")
    world.take_in(project, folder)
    of_team = {row.team: row for row in project.submissions()}
    assert project.preserved(of_team["Example Lab"])[0].value.value is not None
    assert project.preserved(of_team["Second Lab"]) == ()


def test_several_aspects_stand_beside_each_other(project: Project) -> None:
    for name in ("made_pairs", "made_mos"):
        measure(project, name)
    assert [each.info.name for each in only(project)[1]] == ["kept", "mos"]


def test_the_figures_leave_with_who_measured_them(project: Project) -> None:
    measure(project, "made_pairs")
    submission, (found,) = only(project)
    said = preservation_json(MetricValue(None, reason="not scored"), [found])
    assert list(said) == ["GP", "kept"]
    shown = said["kept"]
    assert isinstance(shown, dict)
    assert (shown["value"], shown["n"], shown["parts"]["floor"]) == (found.value.value, 19, 25.0)
    assert shown["evaluator"] == {
        "name": "made_pairs", "version": "1", "kind": "fake, for tests only", "weights_sha256": "",
        "digest": found.evaluator.digest, "provider": "fake",
    }  # fmt: skip
    (row,) = metrics_table(project)
    assert (row["submission"], row["metric"], row["value"]) == (submission.id, "kept", found.value.value)
    assert (row["evaluator"], row["provider"]) == ("made_pairs", "fake")


def test_of_several_evaluators_the_better_kind_stands_first(project: Project) -> None:
    measure(project, "made_pairs")
    _, (found,) = only(project)
    light = replace(found, evaluator=replace(found.evaluator, kind="light", name="better"))
    for order in ([found, light], [light, found]):
        assert preserved_by_name(order)["kept"].evaluator.name == "better"
