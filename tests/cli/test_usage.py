"""Help, wrong usage, and errors of the person: the exit codes and what is printed where."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from genmu_studio.cli import COMMANDS as LISTED
from genmu_studio.project import Project
from tests.cli.conftest import Genmu
from tests.core import world

COMMANDS = [
    "demo", "create", "references", "import", "results", "results import", "transcripts", "transcripts import",
    "evaluators", "calibrate", "score", "metrics", "leaderboard", "compare", "report", "export", "template", "doctor",
    "open", "audit", "verdict", "bundle", "verify-bundle",
    "labels", "labels campaign", "labels pack", "labels import", "labels export", "labels merge",
]  # fmt: skip


def test_every_command_is_tried_here() -> None:
    assert {name.partition(" ")[0] for name in COMMANDS} == set(LISTED)


@pytest.mark.parametrize("command", LISTED)
def test_the_list_says_of_a_command_what_its_own_help_says(command: str, genmu: Genmu) -> None:
    listed = LISTED[command][2].rstrip(".").split(",")[0]
    assert listed in " ".join(genmu(command, "--help").out.split())
    assert command in genmu("--help").out


@pytest.mark.parametrize("command", ["", *COMMANDS])
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_says_what_a_command_does(command: str, flag: str, genmu: Genmu) -> None:
    ran = genmu(*command.split(), flag)
    assert ran.code == 0
    assert ran.err == ""
    assert len(ran.out.split("\n")) > 5


@pytest.mark.parametrize(
    "arguments",
    [
        "nothing", "metrics", "metrics a b", "metrics p --policy zero", "metrics p --rule none", "leaderboard p",
        "leaderboard p --track video", "export p everything out.csv", "export p results out --format xlsx",
        "import p", "import p s --received-at yesterday", "import p s --side original", "results import p f",
        "transcripts import p",
        "score p --batch 0", "references p r --per-identity 0", "references p r --cohort -1", "template video d",
        "calibrate p", "demo", "--colour", "report p", "report p out.html --track video",
        "compare p one", "compare p one two three", "compare p one two --limit -1",
        "labels", "labels campaign p", "labels pack p c a", "labels merge p",
        "audit", "verdict p s", "verdict p s maybe", "bundle p s", "verify-bundle",
    ],
)  # fmt: skip
def test_wrong_usage_ends_with_2(arguments: str, genmu: Genmu) -> None:
    ran = genmu(*arguments.split())
    assert ran.code == 2
    assert ran.out == ""
    assert "Usage: genmu" in ran.err
    assert "Traceback" not in ran.err


ON_A_PROJECT = [
    "metrics", "calibrate --evaluator fake_image", "score", "leaderboard --track face", "references .",
    "import .", "compare one two", "report out.html", "results import t.csv --submission s --evaluator e",
    "export results out.csv", "transcripts import t.csv",
]  # fmt: skip


@pytest.fixture
def in_an_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(world.write_submission(tmp_path / "entry", world.grid(world.one_group(), 1)))


def with_project(command: str, project: Path) -> list[str]:
    words = command.split()
    place = 2 if words[0] in {"results", "transcripts"} else 1
    return [*words[:place], str(project), *words[place:]]


@pytest.mark.parametrize("command", [*ON_A_PROJECT, "doctor", "open"])
@pytest.mark.usefixtures("in_an_entry")
def test_a_project_that_is_not_there(command: str, genmu: Genmu, tmp_path: Path) -> None:
    assert "there is no" in genmu(*with_project(command, tmp_path / "no.genmu")).refused() or command == "open"


@pytest.mark.parametrize("command", ON_A_PROJECT)
@pytest.mark.usefixtures("in_an_entry")
def test_a_folder_that_is_no_project_stays_as_it_is(command: str, genmu: Genmu, tmp_path: Path) -> None:
    folder = tmp_path / "photographs"
    folder.mkdir()
    (folder / "cat.png").write_bytes(b"cat")
    assert "holds no project.db" in genmu(*with_project(command, folder)).refused()
    assert [each.name for each in folder.iterdir()] == ["cat.png"]


@pytest.mark.parametrize("command", ON_A_PROJECT)
@pytest.mark.parametrize("damage", ["noise", "empty", "middle"])
@pytest.mark.usefixtures("in_an_entry")
def test_a_damaged_database(command: str, damage: str, genmu: Genmu, scored: Path) -> None:
    database = scored / "project.db"
    content = bytearray(database.read_bytes())
    if damage == "noise":
        content[:] = b"\x5a" * 5000
    elif damage == "empty":
        content.clear()
    else:
        content[16_384:] = bytes(byte ^ 0x5A for byte in content[16_384:])
    database.write_bytes(content)
    for left in ("project.db-wal", "project.db-shm"):
        (scored / left).unlink(missing_ok=True)
    genmu(*with_project(command, scored)).refused()


def test_an_unknown_name_is_answered_with_those_that_exist(genmu: Genmu, scored: Path) -> None:
    assert "example-lab-face-r1" in genmu("metrics", scored, "--submission", "nobody").refused()
    assert "fake_image" in genmu("metrics", scored, "--evaluator", "nothing").refused()
    assert "fallback" in genmu("metrics", scored, "--threshold", "lucky").refused()
    assert "fake_image" in genmu("calibrate", scored, "--evaluator", "nothing").refused()
    assert "example-lab-face-r1" in genmu("compare", scored, "nobody", "example-lab-face-r1").refused()
    assert "face_sface" in genmu("score", scored, "--evaluator", "nothing").refused()
    assert "example-lab-face-r1" in genmu("score", scored, "--submission", "nobody").refused()
    assert "inline" in genmu("score", scored, "--executor", "magic").refused()
    assert "cuda" in genmu("score", scored, "--evaluator", "fake_image", "--device", "abacus").refused()
    assert "genmu-2.0" in genmu("create", scored.parent / "new", "--protocol", "genmu-9").refused()


@pytest.mark.parametrize("threshold", ["nan", "inf", "1.01", "-2"])
def test_a_threshold_that_no_cosine_can_be(threshold: str, genmu: Genmu, scored: Path) -> None:
    assert "−1 … 1" in genmu("metrics", scored, "--threshold", threshold).refused() or threshold == "-2"


def test_a_project_that_another_process_holds_can_be_read_and_not_changed(genmu: Genmu, scored: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom genmu_studio.project import Project\n"
        "with Project.open(Path(sys.argv[1]), 'write'):\n    print('open', flush=True)\n    sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", code, str(scored)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        assert f"process {holder.pid}" in genmu("score", scored, "--evaluator", "fake_image").refused()
        assert genmu("metrics", scored, "--json").json()["submissions"]
        holder.communicate("")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("words.toml", b"x y"),
        ("other.toml", b"[protocol]\nname = 1\n"),
        ("noise.toml", bytes(range(256))),
    ],
)
def test_a_protocol_file_that_is_none(name: str, content: bytes, genmu: Genmu, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    assert name in genmu("create", tmp_path / "new.genmu", "--protocol", tmp_path / name).refused()
    assert not (tmp_path / "new.genmu").exists()


@pytest.mark.parametrize(
    "content",
    [
        b"a,b\n1,2\n",
        b"track,dataset,set,forget_id,retain_ids,selection_note\n",
        b"track,dataset,set,forget_id,retain_ids\nvideo,d,S,1,2\n",
        b"track,dataset,set,forget_id,retain_ids\nface,d,S,1,\n",
        b"track,dataset,set,forget_id,retain_ids\nface,d,S,1,1;2\n",
        b"track,dataset,set,forget_id,retain_ids\nface,d,Face Set 1,1,2\n",
        b"\xff\xfe\x00",
    ],
)
def test_a_wrong_table_of_groups(content: bytes, genmu: Genmu, tmp_path: Path) -> None:
    (tmp_path / "groups.csv").write_bytes(content)
    genmu("create", tmp_path / "new.genmu", "--groups", tmp_path / "groups.csv").refused()
    assert not (tmp_path / "new.genmu").exists()


def test_groups_come_from_a_table(genmu: Genmu, tmp_path: Path) -> None:
    table = tmp_path / "groups.csv"
    table.write_text("track,dataset,set,forget_id,retain_ids\nface,d,Further,901,902;903\n", encoding="utf-8")
    plain = genmu("create", tmp_path / "plain.genmu", "--json").json()
    further = genmu("create", tmp_path / "further.genmu", "--groups", table, "--json").json()
    assert further["groups"] == plain["groups"] + 1
    assert further["protocol"]["digest"] != plain["protocol"]["digest"]


def test_where_nothing_can_be_written(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "x.csv" in genmu("export", scored, "results", tmp_path / "missing" / "x.csv").refused()
    assert str(tmp_path) in genmu("export", scored, "results", tmp_path).refused()
    genmu("create", tmp_path / "file" / "new.genmu").refused()
    genmu("create", scored).refused()
    genmu("template", "face", tmp_path / "file" / "here").refused()
    genmu("demo", tmp_path / "file").refused()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_said_in_one_line(scored: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "genmu_studio.cli", "metrics", scored],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == "genmu: No space left on device"
    assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_error_of_ours(scored: Path) -> None:
    code = "import sys; from genmu_studio.cli import main; sys.stdin.read(); main(sys.argv[1:])"
    command = [sys.executable, "-c", code, "metrics", str(scored)]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True) as writer:
        assert writer.stdin is not None
        assert writer.stdout is not None
        assert writer.stderr is not None
        writer.stdout.close()
        writer.stdin.close()
        assert writer.stderr.read() == ""


def test_an_interruption_ends_with_130(unscored: Path) -> None:
    """The evaluator is stopped in the middle of its first unit: the command line is told once it says so."""
    code = f"""
import os, signal, sys, threading
from genmu_studio import pipeline
from genmu_studio.cli import main

measure = pipeline.score_unit
def interrupted(*arguments):
    os.kill(os.getpid(), signal.SIGINT)
    return measure(*arguments)

pipeline.score_unit = interrupted
main(["score", {str(unscored)!r}, "--evaluator", "fake_image", "--executor", "inline", "--batch", "5"])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    assert "stopping" in done.stderr
    with Project.open(unscored) as project:
        assert 0 < world.score_with_fake(project).scored < 77, "what was measured is kept"


def test_an_interrupted_import_leaves_nothing_and_ends_with_130(unscored: Path, tmp_path: Path) -> None:
    entry = world.write_submission(tmp_path / "entry", world.grid(world.two_groups(), 1), size=5)
    code = f"""
import os, signal
from genmu_studio import hashing
from genmu_studio.cli import main

read = hashing.file_sha256
def interrupted(path):
    if path.name == "0.png" and "original/One/1" in path.as_posix():
        os.kill(os.getpid(), signal.SIGINT)
    return read(path)

hashing.file_sha256 = interrupted
main(["import", {str(unscored)!r}, {str(entry)!r}, "--json"])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (130, ""), done.stderr
    assert "nothing was imported" in done.stderr
    assert "Traceback" not in done.stderr
    with Project.open(unscored, "read") as project:
        assert len(project.submissions()) == 1


def test_an_interruption_while_nothing_can_be_kept_ends_with_130_too(scored: Path) -> None:
    code = f"""
import os, signal
from genmu_studio.cli import main, reading
def interrupted(*arguments):
    os.kill(os.getpid(), signal.SIGINT)
reading._evaluations = interrupted
main(["metrics", {str(scored)!r}])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_folder_that_may_not_be_read(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o000)
    try:
        genmu("import", scored, closed).refused()
    finally:
        closed.chmod(0o700)


def test_a_file_error_that_nobody_foresaw_is_said_in_one_line(
    genmu: Genmu, scored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path) -> None:
        raise PermissionError(13, "Permission denied", "closed/samples.csv")

    monkeypatch.setattr("genmu_studio.cli.intake.find_submissions", fail)
    assert "closed/samples.csv: Permission denied" in genmu("import", scored, "closed").refused()


@pytest.mark.skipif(sys.platform != "linux", reason="only here a name may be any bytes")
def test_names_that_are_no_text_are_refused_and_shown_as_codes(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9")
    assert "caf\\udce9.genmu" in genmu("create", tmp_path / f"{name}.genmu").refused()
    assert not (tmp_path / f"{name}.genmu").exists()
    assert "caf\\udce9.genmu" in genmu("metrics", tmp_path / f"{name}.genmu").refused()
    entry = world.write_submission(tmp_path / name, world.grid(world.one_group(), 1))
    assert "caf\\udce9" in genmu("import", scored, entry, "--json").refused()
    assert genmu("import", scored, entry, "--dry-run", "--json").json()["submissions"][0]["samples"] == 8


def test_signals_are_given_back(genmu: Genmu, scored: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    genmu("score", scored, "--evaluator", "fake_image", "--executor", "inline")
    assert signal.getsignal(signal.SIGINT) is before


def loaded_by(*arguments: str) -> set[str]:
    """Return the top-level packages that a command has loaded when it ends."""
    code = f"""
import sys
from genmu_studio.cli import main
try:
    main({list(arguments)!r})
except SystemExit as ended:
    assert not ended.code
print(*sorted({{name.partition(".")[0] for name in sys.modules}}))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


HEAVY = {"PIL", "soundfile", "soxr", "pyarrow", "jinja2", "cv2", "torch", "onnxruntime", "PySide6"}


def test_the_help_loads_no_decoder_and_draws_nothing() -> None:
    assert not loaded_by("--help") & {*HEAVY, "scipy", "rich", "numpy", "pydantic", "sqlite3"}


@pytest.mark.parametrize("command", ["metrics", "leaderboard --track face", "metrics --json"])
def test_what_reads_results_loads_no_decoder(command: str, scored: Path) -> None:
    name, *options = command.split()
    assert not loaded_by(name, str(scored), *options) & HEAVY
