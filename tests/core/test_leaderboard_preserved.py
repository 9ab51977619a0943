"""PPS and WER beside the rank: in JSON, CSV and HTML where an entry has them, and never part of the order."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from genmu_studio.leaderboard_table import COLUMNS, board_columns, board_csv, board_html, board_json
from genmu_studio.metrics_json import preservation_json
from genmu_studio.pipeline import ScoreRequest
from genmu_studio.project import Project
from scoring.types import EvaluatorSpec, Measurement, MetricValue
from tests.core import spoken_world as spoken
from tests.core import world


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return spoken.make(tmp_path_factory.mktemp("spoken"), measured=False)


@pytest.fixture
def project(folder: Path, tmp_path: Path) -> Iterator[Project]:
    """Return a project of two entries of equal ERB, of which the first alone was measured otherwise."""
    with Project.open(spoken.copied(folder, tmp_path)) as opened:
        for name in ("pps_praat", "asr_whisper"):
            spoken.measure(opened, name)
        world.take_in(opened, spoken.write_entry(tmp_path / "other", team="Other Lab", louder=0.002))
        opened.score(ScoreRequest(EvaluatorSpec("fake_audio"), (), world.INLINE))
        yield opened


def test_figures_are_those_of_genmu_metrics(project: Project) -> None:
    row = next(row for row in project.leaderboard("speech") if row.submission.id == spoken.ENTRY)
    shown: Any = board_json(row, "ERB")
    expected = preservation_json(MetricValue(None), project.preserved(row.submission))
    assert (shown["PPS"], shown["WER"]) == (expected["PPS"], expected["WER"])
    assert shown["PPS"]["evaluator"]["name"] == "pps_praat"
    assert "PPS_f0" not in shown


def test_an_entry_without_them_has_empty_cells(project: Project) -> None:
    rows = project.leaderboard("speech")
    assert board_columns(rows) == (*COLUMNS[:9], "PPS", "WER", *COLUMNS[9:])
    by_team = {cells["team"]: cells for cells in csv.DictReader(io.StringIO(board_csv(rows)))}
    assert (by_team["Voice Lab"]["PPS"], by_team["Voice Lab"]["WER"]) == ("81.15", "14.49")
    assert by_team["Other Lab"]["PPS"] == ""
    assert "WER by asr_whisper (light stand-in)" in by_team["Voice Lab"]["remarks"]
    assert "PPS" not in board_json(next(row for row in rows if row.submission.team == "Other Lab"), "ERB")
    page = board_html("speech", rows)
    assert "81.15" in page
    assert "WER" in page


def test_they_never_rank(project: Project) -> None:
    before = [(row.submission.id, row.rank) for row in project.leaderboard("speech")]
    spoken.measure(project, "pps_praat", lambda heard: Measurement({"PPS": 1.0}), state="other")
    rows = project.leaderboard("speech")
    assert [(row.submission.id, row.rank) for row in rows] == before
    assert {row.rank for row in rows} == {1}
    assert {row.preserved["PPS"].value.value for row in rows} == {1.0}


def test_faces_have_the_columns_of_before(scored: Project) -> None:
    rows = scored.leaderboard("face")
    assert board_columns(rows) == COLUMNS
    assert board_csv(rows).splitlines()[0] == ",".join(COLUMNS)
