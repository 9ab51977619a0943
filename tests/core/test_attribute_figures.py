"""AR of evaluators: by hand over a submission, by the protocol's tolerances, what was requested, who else judged."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from genmu_studio.audit.bundle.verifying import verify_bundle
from genmu_studio.export import metrics_table
from genmu_studio.leaderboard_table import board_columns, board_json
from genmu_studio.metrics_json import LOCAL, preservation_json
from genmu_studio.overview.preserved import preserved
from genmu_studio.pipeline import ScoreRequest
from genmu_studio.preservation import PreservedValue
from genmu_studio.project import Project
from genmu_studio.protocol import Protocol
from genmu_studio.protocol_tables import AttributeRules
from genmu_studio.report.figures import Place
from genmu_studio.report.preserved import kept_figures
from genmu_studio.store.attributes import declared_attributes
from scoring import registry
from scoring.attributes.declared import Attribute
from scoring.codes import Code
from scoring.digests import digest_of
from scoring.registry import RegisteredEvaluator
from scoring.types import (
    Evaluator,
    EvaluatorInfo,
    EvaluatorSpec,
    Measurement,
    MetricValue,
    Options,
    Outcome,
    SampleFailure,
    Subject,
)
from tests.core import world

of_faces = partial(
    EvaluatorInfo, version="1", track="face", input="image", needs=(), extra="", licence="", source="", produces=(),
    aspect="attributes",
)  # fmt: skip
GEOMETRY = of_faces(name="made_geometry", title="By a table", kind="reference")
MOODS = of_faces(name="made_moods", title="By a table", kind="light")
Asked = Mapping[tuple[str, str], Mapping[str, str]]
ATTRIBUTES: Mapping[str, tuple[Attribute, ...]] = {
    "made_geometry": (Attribute("yaw", "yaw_deg"), Attribute("face_size", "size", is_ratio=True)),
    "made_moods": (Attribute("mood", "mood", ("calm", "Merry", "sad")),),
}
# Unlearned samples by (identity, condition); originals look straight, are of size 0.2, and calm. None: no face.
FOUND: Mapping[tuple[str, int], tuple[float, float, int] | None] = {
    ("1", 0): (15, 0.24, 0), ("1", 1): (16, 0.25, 1),
    ("2", 0): (-3, 0.16, 1), ("2", 1): (0, 0.2, 0),
    ("3", 0): None, ("3", 1): (4, 0.2, 2),
    ("4", 0): (1, 0.2, 0), ("4", 1): (2, 0.2, 0),
}  # fmt: skip
YAW, SIZE, MOOD = 100 * 6 / 7, 100 * 5 / 7, 100 * 4 / 7


class Table:
    """Gives values by the names of files."""

    provider = "table"
    notice = ""

    def __init__(self, name: str) -> None:
        self._name = name

    def measure(self, batch: Sequence[Subject]) -> list[Outcome]:
        return [self._outcome(subject) for subject in batch]

    def _outcome(self, subject: Subject) -> Outcome:
        side, _, identity, condition, _ = subject.media.path.split("/")[-5:]
        found = (0, 0.2, 0) if side == "original" else FOUND[identity, int(condition[1:])]
        if found is None:
            return SampleFailure(Code.NO_FACE, "no face")
        yaw, size, mood = found
        if self._name == "made_geometry":
            return Measurement({"yaw_deg": yaw, "size": size})
        return Measurement({"mood": mood}, detail={"labels": {"mood": ATTRIBUTES["made_moods"][0].categories[mood]}})


def _never(options: Options, device: str) -> Evaluator:
    raise AssertionError("the tables are opened instead")


def _declared(name: str, options: Options) -> tuple[Attribute, ...]:
    return ATTRIBUTES[name]


@pytest.fixture(autouse=True)
def _tables(monkeypatch: pytest.MonkeyPatch) -> None:
    registry.evaluators()
    for info in (GEOMETRY, MOODS):
        registered = RegisteredEvaluator(info, _never, lambda options: (), partial(_declared, info.name))
        monkeypatch.setitem(registry._EVALUATORS, info.name, registered)
    monkeypatch.setattr("scoring.work._opened", lambda spec: Table(spec.name))


def made(folder: Path, protocol: Protocol, asked: Asked | None = None) -> Project:
    samples = [
        replace(sample, settings=(asked or {}).get((sample.side, f"{sample.identity} {sample.condition}"), {}))
        for sample in world.grid(protocol)
    ]
    world.write_submission(folder / "entry", samples)
    project = Project.create(folder / "made.genmu", protocol)
    world.take_in(project, folder / "entry")
    return project


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with made(tmp_path, world.one_group()) as opened:
        yield opened


def measure(project: Project, name: str) -> None:
    project.score(ScoreRequest(EvaluatorSpec(name), (), world.INLINE))


def figures(project: Project) -> tuple[PreservedValue, ...]:
    (submission,) = project.submissions()
    return project.preserved(submission)


def test_ar_of_numbers_by_hand(project: Project) -> None:
    # Of eight pairs one has no face. yaw: 15 is kept, 16 is not. Size: 0.24 is kept, 0.25 and 0.16 are not.
    measure(project, "made_geometry")
    (found,) = figures(project)
    assert (found.info.name, found.evaluator.name, found.provider) == ("AR", "made_geometry", "table")
    assert found.value.parts["yaw"] == pytest.approx(YAW)
    assert found.value.parts["face_size"] == pytest.approx(SIZE)
    assert found.value.value == pytest.approx((YAW + SIZE) / 2)
    assert (found.value.n, found.value.badge) == (14, "14 of 16 values judged")


def test_ar_of_categories_by_hand(project: Project) -> None:
    measure(project, "made_moods")
    (found,) = figures(project)
    assert found.value.value == pytest.approx(MOOD)
    assert found.value.n == 7


def test_two_evaluators_give_two_figures_each_by_name(project: Project) -> None:
    for name in ("made_moods", "made_geometry"):
        measure(project, name)
    assert [each.evaluator.name for each in figures(project)] == ["made_geometry", "made_moods"]
    shown: Any = preservation_json(MetricValue(None, reason="of no matter"), figures(project))
    assert list(shown) == ["GP", "AR", "AR by made_moods"]
    assert shown["AR"]["evaluator"]["name"] == "made_geometry"  # a method goes before a model that a person brought
    assert shown["AR by made_moods"]["value"] == pytest.approx(MOOD)
    assert shown["AR by made_moods"]["evaluator"]["kind"] == LOCAL
    (submission,) = project.submissions()
    geometry, moods = preserved(project, submission).values
    assert (geometry.metric, geometry.title, geometry.evaluator) == ("AR", "AR attributes", "made_geometry")
    assert (moods.metric, moods.title, moods.evaluator) == ("AR by made_moods", "AR attributes", "made_moods")
    assert [name for name, _ in geometry.parts] == ["face size", "yaw"]  # the least kept first
    assert [part.value for _, part in geometry.parts] == pytest.approx([SIZE, YAW])
    rows = [row for row in metrics_table(project) if row["metric"] == "AR"]
    assert {row["evaluator"]: row["value"] for row in rows} == pytest.approx(
        {"made_geometry": (YAW + SIZE) / 2, "made_moods": MOOD}
    )


def test_it_stands_on_the_leaderboard_and_ranks_nothing(project: Project) -> None:
    measure(project, "made_geometry")
    rows = project.leaderboard("face")
    assert "AR" in board_columns(rows)
    shown: Any = board_json(rows[0], "ERB")
    assert shown["AR"]["value"] == pytest.approx((YAW + SIZE) / 2)
    assert shown["rank"] is None


def test_another_tolerance_is_another_figure(tmp_path: Path) -> None:
    tolerances = {**world.one_group().attributes.tolerances, "yaw": 2.0}
    strict = world.one_group().model_copy(update={"attributes": AttributeRules(tolerances=tolerances)})
    assert strict.digest != world.one_group().digest
    with made(tmp_path, strict) as project:
        measure(project, "made_geometry")
        (found,) = figures(project)
    assert found.value.parts["yaw"] == pytest.approx(100 * 3 / 7)


def test_a_protocol_without_tolerances_says_what_it_lacks_and_keeps_its_digest(tmp_path: Path) -> None:
    bare = world.one_group().model_copy(update={"attributes": AttributeRules()})
    before = json.loads(bare.to_json())
    del before["attributes"]  # as projects hold it that were made before there was such a table
    assert Protocol.from_json(json.dumps(before)).digest == bare.digest == digest_of(before)
    with made(tmp_path, bare) as project:
        measure(project, "made_geometry")
        measure(project, "made_moods")
        geometry, moods = figures(project)
    assert (geometry.value.value, geometry.value.reason) == (None, "the protocol has no tolerance for yaw")
    assert moods.value.value == pytest.approx(MOOD)


def test_what_was_requested_is_compared_in_its_own_row(tmp_path: Path) -> None:
    asked = {
        ("unlearned", "1 c1"): {"attr.mood": "merry"},  # and is
        ("unlearned", "2 c0"): {"attr.mood": "SAD"},  # and is merry
        ("unlearned", "2 c1"): {"attr.mood": "furious"},  # which no classifier of ours knows
    }
    with made(tmp_path, world.one_group(), asked) as project:
        measure(project, "made_moods")
        (found,) = figures(project)
    assert found.value.parts["mood, requested"] == 50
    assert found.value.parts["mood"] == pytest.approx(100 * 4 / 5)  # without the two that were asked for a mood


def test_what_is_declared_is_kept_with_the_evaluator(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    measure(project, "made_moods")
    (row,) = project.other_evaluators_of(project.submissions()[0])
    assert project.store.read(lambda db: declared_attributes(db, row.digest)) == ATTRIBUTES["made_moods"]
    monkeypatch.delitem(registry._EVALUATORS, "made_moods")  # the model is gone, what it said is not
    assert figures(project)[0].value.value == pytest.approx(MOOD)


def test_a_local_model_measured_twice_declares_once(project: Project) -> None:
    for _ in range(2):
        measure(project, "made_moods")
    assert len(figures(project)) == 1


def test_the_report_shows_both_with_who_measured(project: Project) -> None:
    for name in ("made_moods", "made_geometry"):
        measure(project, name)
    data = preservation_json(MetricValue(None, reason="of no matter"), figures(project))
    first, second = kept_figures(Place({"preservation": data}))
    assert (first.symbol, first.evaluator, first.warning) == ("AR", "made_geometry 1", False)
    assert (second.symbol, second.evaluator, second.kind, second.warning) == ("AR", "made_moods 1", LOCAL, True)
    assert [part.words for part in second.parts][:2] == ["pairs whose settings differ", "values that were judged"]


def test_a_bundle_proves_it_without_the_model(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("made_moods", "made_geometry"):
        measure(project, name)
    bundle = project.audit.bundle(project.submissions()[0], tmp_path / "proof.zip").path
    monkeypatch.delitem(registry._EVALUATORS, "made_moods")
    verified = verify_bundle(bundle)
    assert (verified.ok, verified.differences) == (True, ())
