"""`genmu template` and `genmu open`."""

import re
import shutil
from pathlib import Path

import pytest

from genmu_studio.protocol import load_protocol
from genmu_studio.submission.problems import ProblemCode, Severity, severity_of
from tests.cli.conftest import Genmu
from tests.core import world


@pytest.mark.parametrize("track", ["face", "speech", "concept"])
def test_a_template_imports_once_it_is_filled_in(track: str, genmu: Genmu, tmp_path: Path) -> None:
    folder = tmp_path / "entry"
    written = genmu("template", track, folder, "--json").json()["written"]
    assert {Path(path).name for path in written} == {"submission.toml", "samples.csv"}
    manifest = folder / "submission.toml"
    text = manifest.read_text(encoding="utf-8")
    assert 'team = ""' in text
    manifest.write_text(text.replace('team = ""', 'team = "Filled In"', 1), encoding="utf-8")
    table = (folder / "samples.csv").read_text(encoding="utf-8")
    for path in re.findall(r"\S+?\.(?:png|jpg|wav|flac)", table.replace(",", " ")):
        place = folder / path
        if path.endswith((".png", ".jpg")):
            world.write_picture(place, "1", len(path))
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            source = next((Path(__file__).parents[2] / "resources" / "demo" / "voices").rglob("*.flac"))
            shutil.copy(source, place)
    genmu("create", tmp_path / "p.genmu")
    (report,) = genmu("import", tmp_path / "p.genmu", folder, "--json").json()["submissions"]
    assert report["team"] == "Filled In"
    assert report["samples"] == len(table.splitlines()) - 1
    grave = {Severity.FATAL, Severity.ERROR}
    assert not [each for each in report["problems"] if severity_of(ProblemCode(each["code"])) in grave]


def test_a_template_as_it_stands_is_refused_for_its_team(genmu: Genmu, tmp_path: Path) -> None:
    genmu("template", "face", tmp_path / "entry")
    genmu("create", tmp_path / "p.genmu")
    ran = genmu("import", tmp_path / "p.genmu", tmp_path / "entry", "--json")
    assert ran.code == 1
    assert "TEAM_MISSING" in ran.out


def test_a_template_replaces_nothing(genmu: Genmu, tmp_path: Path) -> None:
    (tmp_path / "samples.csv").write_text("mine", encoding="utf-8")
    assert "exists already" in genmu("template", "face", tmp_path).refused()
    assert (tmp_path / "samples.csv").read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "submission.toml").exists()


def test_the_protocol_of_a_new_project_is_named(genmu: Genmu, tmp_path: Path) -> None:
    protocol = load_protocol()
    data = genmu("create", tmp_path / "p.genmu", "--json").json()
    assert data["protocol"] == {"name": protocol.name, "version": protocol.version, "digest": protocol.digest}
    assert protocol.digest[:12] in genmu("create", tmp_path / "q.genmu").out


def test_without_a_display_the_window_says_so(genmu: Genmu, scored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    ran = genmu("open", scored, "--json")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines()[0] == "genmu-studio: there is no display to open a window on"
    assert len(ran.err.splitlines()) == 2
