"""`genmu score` on good and bad media, `calibrate`, `results import`, `evaluators` and `doctor`."""

import csv
import subprocess
import wave
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
import soundfile
from PIL import Image

from genmu_studio import checkup, installing
from genmu_studio.checkup import Check
from genmu_studio.project import Project
from genmu_studio.protocol import load_protocol
from genmu_studio.protocol_tables import GroupTable
from scoring.types import EvaluatorInfo
from tests.cli.conftest import Genmu
from tests.cli.ran import CALIBRATE, DOCTOR, EVALUATOR, METRICS, RESULTS_IMPORT, SCORE, check_shape
from tests.core import world

FAKE = ("--evaluator", "fake_image")
INLINE = ("--executor", "inline")
VOICES = GroupTable(name="Voices", track="speech", dataset="tones", forget="a", retain=("b",))
ENTRY = "example-lab-face-r1"


@pytest.mark.parametrize("executor", ["inline", "threads", "threads:2", "processes:1"])
def test_a_second_run_scores_nothing_and_names_what_scored(executor: str, genmu: Genmu, unscored: Path) -> None:
    first = genmu("score", unscored, *FAKE, "--executor", executor, "--batch", "7", "--json").json()
    check_shape(first, SCORE)
    (run,) = first["runs"]
    assert (run["scored"], run["skipped"], run["provider"]) == (77, 0, "fake")
    (run,) = genmu("score", unscored, *FAKE, "--executor", executor, "--json").json()["runs"]
    assert (run["run"], run["scored"], run["skipped"], run["provider"]) == (None, 0, 77, "fake")
    assert "77 known already" in genmu("score", unscored, *FAKE, *INLINE).out
    (run,) = genmu("score", unscored, *FAKE, *INLINE, "--redo", "--json").json()["runs"]
    assert run["scored"] == 77


def test_one_submission_and_two_evaluators(genmu: Genmu, unscored: Path, tmp_path: Path) -> None:
    samples = world.grid(world.two_groups(), 1)
    genmu("import", unscored, world.write_submission(tmp_path / "other", samples, team="Other", size=6))
    arguments = ("score", unscored, "--submission", ENTRY, *FAKE, "--evaluator", "fake_audio", *INLINE, "--json")
    runs = genmu(*arguments).json()["runs"]
    assert [(run["evaluator"], run["scored"]) for run in runs] == [("fake_image", 77), ("fake_audio", 0)]
    (run,) = genmu("score", unscored, *FAKE, *INLINE, "--json").json()["runs"]
    assert (run["scored"], run["skipped"]) == (14, 77)


def test_a_project_without_submissions_says_what_to_do(genmu: Genmu, tmp_path: Path) -> None:
    genmu("create", tmp_path / "new.genmu")
    assert "genmu import" in genmu("score", tmp_path / "new.genmu").refused()
    assert "genmu import" in genmu("metrics", tmp_path / "new.genmu").out
    assert genmu("metrics", tmp_path / "new.genmu", "--json").json()["submissions"] == []


def write_pictures(folder: Path) -> dict[str, str]:
    """Write one picture of each kind; return {name: the code that it must get, "" = it can be measured}."""
    folder.mkdir(parents=True)
    colour = [40, 41, 42]
    pixels = np.full((64, 64, 3), colour, np.uint8)
    pixels[:, 32:] = [200, 201, 202]
    picture = Image.fromarray(pixels)
    picture.save(folder / "plain.png")
    whole = (folder / "plain.png").read_bytes()
    noise = np.random.default_rng(0).integers(0, 255, (64, 64, 3), np.uint8)
    Image.fromarray(noise).save(folder / "noise.png")
    truncated = (folder / "noise.png").read_bytes()
    (folder / "noise.png").unlink()
    (folder / "truncated.png").write_bytes(truncated[: len(truncated) // 2])
    (folder / "zero.png").write_bytes(b"")
    (folder / "damaged.png").write_bytes(whole[:40] + b"?" * (len(whole) - 52) + whole[-12:])
    Image.fromarray(np.full((64, 64), 40 * 257, np.uint16)).save(folder / "deep.png")
    picture.convert("CMYK").save(folder / "cmyk.jpg", quality=95)
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by 90° before it is shown
    picture.save(folder / "turned.jpg", exif=exif, quality=95)
    return {
        "plain.png": "", "truncated.png": "DAMAGED", "zero.png": "EMPTY", "damaged.png": "DAMAGED", "deep.png": "",
        "cmyk.jpg": "", "turned.jpg": "",
    }  # fmt: skip


def write_sounds(folder: Path) -> dict[str, str]:
    """Write one sound of each kind; return {name: code} as above."""
    folder.mkdir(parents=True)
    time_s = np.arange(16_000) / 16_000
    tone = (0.3 * np.sin(2 * np.pi * 220 * time_s)).astype(np.float32)
    soundfile.write(folder / "plain.wav", tone, 16_000)
    soundfile.write(folder / "nan.wav", np.where(time_s > 0.5, np.nan, tone), 16_000, subtype="FLOAT")
    with wave.open(str(folder / "header.wav"), "wb") as empty:
        empty.setparams((1, 2, 16_000, 0, "NONE", ""))
    (folder / "m4a.wav").write_bytes(b"\0\0\0\x20ftypM4A \0\0\0\0M4A mp42isom\0\0\0\0" + bytes(2000))
    soundfile.write(folder / "silent.wav", np.zeros(16_000), 16_000)
    return {
        "plain.wav": "", "nan.wav": "NONFINITE", "header.wav": "EMPTY", "m4a.wav": "UNREADABLE", "silent.wav": "SILENT",
    }  # fmt: skip


def write_table(folder: Path, names: Mapping[str, str], group: GroupTable) -> Path:
    """Write the manifest and the table of a submission whose unlearned samples are `names`."""
    rows = [f"{name},unlearned,{group.name},{group.forget},{name},1" for name in names]
    text = "path,side,group,identity,condition,seed\n" + "\n".join(rows) + "\n"
    (folder / "samples.csv").write_text(text, encoding="utf-8")
    head = world.HEAD.format(team="Odd Files", track=group.track, revision=1)
    (folder / "submission.toml").write_text(head, encoding="utf-8")
    return folder


@pytest.mark.parametrize("track", ["face", "speech"])
def test_each_odd_file_gets_its_code_and_the_others_are_measured(track: str, genmu: Genmu, tmp_path: Path) -> None:
    group = world.ONE if track == "face" else VOICES
    expected = (write_pictures if track == "face" else write_sounds)(tmp_path / "entry")
    write_table(tmp_path / "entry", expected, group)
    with Project.create(tmp_path / "p.genmu", load_protocol().with_only_groups([group], "odd")):
        pass
    (report,) = genmu("import", tmp_path / "p.genmu", tmp_path / "entry", "--json").json()["submissions"]
    assert report["samples"] == len(expected)
    evaluator = "fake_image" if track == "face" else "fake_audio"
    (run,) = genmu("score", tmp_path / "p.genmu", "--evaluator", evaluator, *INLINE, "--json").json()["runs"]
    failed = {sample["path"]: sample["code"] for sample in run["failed"]}
    assert failed == {name: code for name, code in expected.items() if code}
    assert run["scored"] == len(expected), "a sample that failed has been looked at"
    check_shape(genmu("metrics", tmp_path / "p.genmu", "--json").json(), METRICS)


def test_pixels_are_the_same_however_they_are_stored(genmu: Genmu, tmp_path: Path) -> None:
    """16-bit grey, CMYK and a turned photograph reach the evaluator as the colours that a person sees."""
    write_table(tmp_path / "entry", write_pictures(tmp_path / "entry"), world.ONE)
    with Project.create(tmp_path / "p.genmu", world.one_group()):
        pass
    genmu("import", tmp_path / "p.genmu", tmp_path / "entry")
    genmu("score", tmp_path / "p.genmu", *FAKE, *INLINE)
    genmu("export", tmp_path / "p.genmu", "results", tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as stream:
        status = {row["path"]: row["status"] for row in csv.DictReader(stream)}
    assert [status[name] for name in ("plain.png", "deep.png", "cmyk.jpg", "turned.jpg")] == ["ok"] * 4


def test_a_calibration_is_shown_and_frozen_once(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    shown = genmu("calibrate", scored, *FAKE, "--json").json()
    check_shape(shown, CALIBRATE)
    assert shown["frozen"] is None
    assert shown["eer"]["value"] == 0
    assert shown["templates"] == 7
    assert genmu("metrics", scored, "--json").json()["submissions"][0]["lens"]["threshold"]["preset"] == "fallback"
    frozen = genmu("calibrate", scored, *FAKE, "--freeze", "--json").json()["frozen"]
    assert frozen == shown["digest"]
    assert genmu("calibrate", scored, *FAKE, "--freeze", "--json").json()["frozen"] == frozen
    assert frozen in genmu("calibrate", scored, *FAKE, "--freeze").out
    assert genmu("calibrate", scored, *FAKE, "--json").json()["frozen"] == frozen
    assert f"frozen: {frozen}" in genmu("calibrate", scored, *FAKE).out
    world.write_references(tmp_path / "more", ["1"], each=5)
    genmu("references", scored, tmp_path / "more", "--per-identity", "9")
    genmu("score", scored, *FAKE, *INLINE)
    if genmu("calibrate", scored, *FAKE, "--json").json()["digest"] != frozen:
        assert frozen[:12] in genmu("calibrate", scored, *FAKE, "--freeze").refused()


def test_results_of_others_are_taken_line_by_line(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    paths = [sample.path for sample in world.grid(world.two_groups(), 2, 2)]
    lines = ["path,identity,similarity,status"]
    for path in paths:
        group, identity = path.split("/")[1:3]
        others = world.ONE if group == "One" else world.TWO
        lines += [f"{path},{other},{0.9 if other == identity else 0.1},ok" for other in (others.forget, *others.retain)]
    good = len(lines) - 1
    lines += ["../secret.png,1,0.5,ok", f"{paths[0]},1,nan,ok", f"{paths[0]},99,0.5,ok", f"{paths[0]},1,0.5,ok"]
    (tmp_path / "theirs.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = ("results", "import", scored, tmp_path / "theirs.csv", "--submission", ENTRY, "--evaluator", "theirs")
    data = genmu(*command, "--json").json()
    check_shape(data, RESULTS_IMPORT)
    assert (data["accepted"], data["evaluator"]) == (good, "theirs")
    assert [line["line"] for line in data["refused"]] == [good + 2, good + 3, good + 4, good + 5]
    (row,) = genmu("metrics", scored, "--evaluator", "theirs", "--json").json()["submissions"]
    assert row["evaluator"]["kind"] == "imported"
    assert row["track_value"]["ERB"]["value"] == 0, "whoever is asked for verifies"
    assert f"{good} accepted, 4 refused" in genmu(*command).out


def test_results_that_cannot_be_read(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    command = ("--submission", ENTRY, "--evaluator", "theirs")
    for name, content in (("noise.csv", bytes(range(256))), ("words.csv", b"a,b\n1,2\n"), ("none.csv", b"")):
        (tmp_path / name).write_bytes(content)
        assert name in genmu("results", "import", scored, tmp_path / name, *command).refused()
    genmu("results", "import", scored, tmp_path / "missing.csv", *command).refused()
    genmu("results", "import", scored, tmp_path / "none.csv", "--submission", ENTRY, *FAKE).refused()


def test_what_can_run_and_what_is_missing(genmu: Genmu, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GENMU_WEIGHTS", str(tmp_path))
    data = genmu("evaluators", "--json").json()
    check_shape(data, {"evaluators": [EVALUATOR]})
    states = {each["name"]: each for each in data["evaluators"]}
    assert states.keys() >= {"face_arcface", "face_sface", "speaker_ecapa", "speaker_ge2e"}
    assert not any(name.startswith("fake") for name in states)
    for state in states.values():
        assert state["available"] or (state["how"] and state["problem"])
    text = genmu("evaluators").out
    assert "fake" not in text
    for name, state in states.items():
        assert name in text
        assert state["available"] or state["problem"] in text


@pytest.mark.models
def test_installing_what_is_there_reaches_for_nothing(genmu: Genmu, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError("nothing has to be fetched")

    monkeypatch.setattr("genmu_studio.installing.subprocess.run", refuse)
    for _ in range(2):
        assert genmu("evaluators", "--install-light").code == 0


def test_an_installation_that_fails_is_said_in_one_line(
    genmu: Genmu, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(command: list[str], **options: object) -> "subprocess.CompletedProcess[str]":
        return subprocess.CompletedProcess(command, 1, "", "no network")

    monkeypatch.setenv("GENMU_WEIGHTS", str(tmp_path))
    monkeypatch.setattr(installing, "missing_light_files", lambda: ["a.onnx"])
    monkeypatch.setattr("genmu_studio.installing.subprocess.run", fail)
    ran = genmu("evaluators", "--install-light", "--json")
    assert "pip could not install" in ran.refused()


@pytest.fixture
def sound_evaluators(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every evaluator pass its self-test, which has tests of its own."""

    def pass_(info: EvaluatorInfo) -> Check:
        return Check(info.name, True, "repeats itself")

    monkeypatch.setattr("genmu_studio.cli.checking.self_test", pass_)


@pytest.mark.usefixtures("sound_evaluators")
def test_a_sound_project_is_told_so(genmu: Genmu, scored: Path) -> None:
    data = genmu("doctor", scored, "--json").json()
    check_shape(data, DOCTOR)
    assert data["ok"] is True
    assert {"python", "sqlite", "database", "references", "schema"} <= {check["id"] for check in data["checks"]}
    assert genmu("doctor").code == 0


@pytest.mark.usefixtures("sound_evaluators")
def test_what_is_wrong_ends_with_3(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    (scored / "project.db").write_bytes(b"\x5a" * 50_000)
    ran = genmu("doctor", scored)
    assert ran.code == 3
    assert "NO  database" in ran.out
    assert "Traceback" not in ran.err
    assert genmu("doctor", scored, "--json").code == 3
    (tmp_path / "photographs").mkdir()
    assert genmu("doctor", tmp_path / "photographs").code == 3
    assert not list((tmp_path / "photographs").iterdir())


def test_an_evaluator_that_fails_its_self_test_ends_with_3(genmu: Genmu, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(info: EvaluatorInfo) -> Check:
        return Check(info.name, False, "does not repeat itself", "Reinstall it.")

    monkeypatch.setattr("genmu_studio.cli.checking.self_test", fail)
    ran = genmu("doctor")
    available = [each for each in genmu("evaluators", "--json").json()["evaluators"] if each["available"]]
    assert ran.code == (3 if available else 0)
    assert ran.out.count("does not repeat itself") == len(available)


def test_the_self_test_runs_in_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    from scoring.registry import find_evaluator

    check = checkup.self_test(find_evaluator("fake_image").info)
    assert check.ok, check.message
    assert "3 of 3" in check.message


@pytest.mark.models
def test_a_gpu_that_is_not_there(genmu: Genmu, unscored: Path) -> None:
    import onnxruntime

    if "CUDAExecutionProvider" in onnxruntime.get_available_providers():
        pytest.skip("this machine may have the device")
    light = ("--evaluator", "face_sface", *INLINE, "--device", "cuda")
    required = genmu("score", unscored, *light, "--require-gpu", "--json")
    assert "a GPU is required" in required.refused()
    (run,) = genmu("score", unscored, *light, "--json").json()["runs"]
    assert run["provider"] == "CPUExecutionProvider"
    assert "cuda was asked for" in run["notice"]
