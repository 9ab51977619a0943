"""What a report prints of other aspects: every number under its name, as `genmu metrics --json` says it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from genmu_studio.metrics_json import evaluation_json, unscored_json
from genmu_studio.project import Project
from genmu_studio.view import View
from scoring.registry import metrics
from scoring.types import Measurement
from tests.core import reports, world
from tests.core import spoken_world as spoken
from tests.core.reports import Printed, all_numbers, stands_at

FIGURES = re.compile(r"preservation\.(?!GP)\w+\.(value|n|failures|interval\.[01]|parts\.\w+)")
SECTION = "preserved"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return spoken.make(tmp_path_factory.mktemp("spoken"))


@pytest.fixture
def project(folder: Path, tmp_path: Path) -> Iterator[Project]:
    with Project.open(spoken.copied(folder, tmp_path)) as opened:
        yield opened


def json_of(project: Project) -> Any:
    submission = project.submission(spoken.ENTRY)
    evaluation = project.evaluate(submission, View())
    found = project.preserved(submission)
    return unscored_json("", "ERB", found) if evaluation is None else evaluation_json(evaluation, found)


def printed_in(report: reports.Report) -> list[Printed]:
    return [each for each in report.numbers() if FIGURES.fullmatch(each.name)]


def check(printed: list[Printed], data: Any) -> None:
    for each in printed:
        assert each.value == stands_at(data, each.name), each
        shown = float(each.shown.replace(",", "").replace("−", "-"))
        assert shown == pytest.approx(each.value, abs=0.06), each
    wanted = {name for name, _ in all_numbers(data) if FIGURES.fullmatch(name)}
    assert wanted
    assert wanted == {each.name for each in printed}


def test_every_number_is_that_of_the_json_and_none_is_missing(project: Project) -> None:
    report, _ = reports.write(project, spoken.ENTRY)
    data = json_of(project)
    assert {"PPS", "PPS_rhythm", "WER", "Distill_MOS", "DNSMOS"} < set(data["preservation"])
    check(printed_in(report), data)


def test_each_figure_is_defined_and_says_who_measured_it(project: Project) -> None:
    report, _ = reports.write(project, spoken.ENTRY)
    said = reports.words(report.section(SECTION))
    for name in ("PPS", "PPS_f0", "WER", "Distill_MOS", "DNSMOS"):
        assert " ".join(metrics()[name].info.definition.split()) in said
    assert f"asr_whisper 1 ▲ light stand-in by a table weights {spoken.WEIGHTS[:12]}" in said
    assert "pps_praat 1 reference method, without weights" in said
    assert "official" not in said
    assert said.count("pairs not measurable 2") == 2  # of PPS and of its rhythm


def test_it_stands_there_before_identities_are_scored(tmp_path: Path) -> None:
    with Project.create(tmp_path / "new.genmu", spoken.protocol()) as project:
        world.take_in(project, spoken.write_entry(tmp_path / "entry"))
        spoken.measure(project, "naturalness_distillmos")
        report, _ = reports.write(project, spoken.ENTRY)
        check(printed_in(report), json_of(project))


def test_what_is_not_computable_says_why(project: Project) -> None:
    spoken.measure(project, "naturalness_distillmos", lambda heard: Measurement({}), state="knows nothing")
    report, _ = reports.write(project, spoken.ENTRY)
    assert "not computable: no sample was measured" in reports.words(report.section(SECTION))
    check(printed_in(report), json_of(project))


def test_without_other_results_there_is_no_such_section(scored: Project) -> None:
    report, _ = reports.write(scored, "example-lab-face-r1")
    assert SECTION not in report.sections
