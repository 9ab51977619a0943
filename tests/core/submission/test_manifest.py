from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from genmu_studio.domain import SampleRow
from genmu_studio.submission.contract import check_contract, is_complete, note_dead_paths
from genmu_studio.submission.manifest import MAX_BYTES, Manifest, read_manifest
from genmu_studio.submission.problems import ProblemList

FULL = """
[submission]
team = "Example Lab"
track = "Face"
method = "Local editing"
claim = "Unlearning"
revision = 2
submitted_at = 2026-07-08T23:14:00+02:00
summary = "…"
contact = "a@example.org"
affiliation = "Example University"
members = ["Ada", "Bob"]
links_live_until = 2026-07-25
evaluation_allowed = true

[model]
architecture = "Arc2Face"
checkpoint = "https://example.org/base"
original_weights = "weights/original.safetensors"
unlearned_weights = "https://example.org/weights"
loader = "scripts/load.py"

[reproduce]
repository = "https://example.org/repo"
commit = 1234567
environment = "environment.yml"
preprocess = "python prepare.py"
unlearn = "python unlearn.py"
infer = "python infer.py"
evaluate = "python evaluate.py"
hardware = "1 GPU, 2 h"
licence = "MIT"
instructions = "README.md#testing"
output_format = "png"
results = "results.json"
logs = "logs/"

[conditioning]
samples_per_identity = 30
seeds = [42, 43]
steps = 25
"""
MINIMAL = '[submission]\nteam = "A"\ntrack = "face"\n'


def _read(tmp_path: Path, text: str | bytes) -> tuple[Manifest | None, list[tuple[str, str]]]:
    path = tmp_path / "submission.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    problems = ProblemList()
    return read_manifest(path, problems), [(each.code, each.message) for each in problems.listed()]


def test_a_full_manifest(tmp_path: Path) -> None:
    manifest, problems = _read(tmp_path, FULL)
    assert problems == []
    assert manifest
    head = manifest.submission
    assert (head.team, head.track, head.claim, head.revision, head.members) == (
        "Example Lab", "face", "unlearning", 2, ("Ada", "Bob"),
    )  # fmt: skip
    assert head.submitted_at == datetime(2026, 7, 8, 21, 14, tzinfo=UTC)
    assert head.submitted_at.tzinfo is UTC
    assert head.links_live_until == date(2026, 7, 25)
    assert manifest.reproduce.commit == "1234567"
    assert manifest.conditioning.seeds == (42, 43)
    assert manifest.conditioning.model_extra == {"steps": 25}
    assert Manifest.model_validate_json(manifest.model_dump_json()) == manifest


def test_team_and_track_are_enough(tmp_path: Path) -> None:
    manifest, problems = _read(tmp_path, "\ufeff" + MINIMAL)
    assert manifest
    assert problems == []
    assert manifest.submission.revision == 1


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["TEAM_MISSING", "TRACK_UNKNOWN"]),
        ('[submission]\nteam = "  "\ntrack = "face"', ["TEAM_MISSING"]),
        ('[submission]\nteam = "A"\ntrack = "video"', ["TRACK_UNKNOWN"]),
        ('[submission]\nteam = ["A"]\ntrack = 3', ["TEAM_MISSING", "TRACK_UNKNOWN"]),
        ('submission = "A"', ["FIELD_INVALID", "TEAM_MISSING", "TRACK_UNKNOWN"]),
        ("[submission\n", ["MANIFEST_UNREADABLE"]),
        (b'[submission]\nteam = "\xff"', ["MANIFEST_UNREADABLE"]),
        ("a = " + "[" * 20_000, ["MANIFEST_UNREADABLE"]),
        ("#" * (MAX_BYTES + 1), ["MANIFEST_UNREADABLE"]),
    ],
)
def test_without_team_or_track_nothing_can_be_made_of_it(tmp_path: Path, text: str | bytes, codes: list[str]) -> None:
    manifest, problems = _read(tmp_path, text)
    assert manifest is None
    assert [each[0] for each in problems] == codes


def test_what_does_not_fit_is_left_out_and_said(tmp_path: Path) -> None:
    text = MINIMAL + (
        'claim = "magic"\nrevision = "two"\nmembers = "Ada"\nmood = "good"\nevaluation_allowed = "perhaps"\n'
        'model = 3\n[reproduce]\nlicence = ["MIT"]\n[conditioning]\nseeds = [1, "x"]\nanything = 1\n[extra]\n'
    )
    manifest, problems = _read(tmp_path, text)
    assert manifest
    assert manifest.submission.claim is None
    assert manifest.submission.revision == 1
    assert manifest.submission.members == ("Ada",)
    assert manifest.submission.model_extra == {"mood": "good", "model": 3}
    assert manifest.conditioning.seeds == ()
    assert manifest.conditioning.model_extra == {"anything": 1}
    messages = [message for code, message in problems if code == "FIELD_INVALID"]
    for name in (
        "[submission] claim",
        "[submission] revision",
        "[submission] evaluation_allowed",
        "[reproduce] licence",
    ):
        assert any(message.startswith(name) for message in messages), name
    unknown = [message for code, message in problems if code == "KEY_UNKNOWN"]
    assert len(unknown) == 3
    assert any("'extra'" in message for message in unknown)


def test_text_is_bounded_and_holds_nothing_that_a_screen_would_obey(tmp_path: Path) -> None:
    long = "x" * 10_001
    text = f'[submission]\nteam = "A\\u001b[2J\\u202eB"\ntrack = "face"\nsummary = "{long}"\n'
    manifest, problems = _read(tmp_path, text)
    assert manifest
    assert manifest.submission.team == "A [2J B"
    assert manifest.submission.summary == ""
    assert [each[0] for each in problems] == ["FIELD_INVALID"]


@pytest.mark.parametrize("written", ["2026-07-08T21:14:00", "2026-07-08"])
def test_times_without_a_zone_are_taken_as_utc_and_said(tmp_path: Path, written: str) -> None:
    manifest, problems = _read(tmp_path, MINIMAL + f"submitted_at = {written}\n")
    assert manifest
    assert manifest.submission.submitted_at
    assert manifest.submission.submitted_at.tzinfo is UTC
    assert manifest.submission.submitted_at.date() == date(2026, 7, 8)
    assert [each[0] for each in problems] == ["DATE_WITHOUT_ZONE"]


ROW = SampleRow("a.png", "original", "Face Set 1", "forget", "3422", "default", 1)
NEEDED = ("weights", "repository", "instructions")


def test_the_contract_of_a_full_manifest_is_complete(tmp_path: Path) -> None:
    manifest, _ = _read(tmp_path, FULL)
    assert manifest
    contract = check_contract(manifest, [ROW])
    assert [each.item for each in contract if not each.ok] == []
    assert is_complete(contract, NEEDED)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('unlearned_weights = "https://example.org/weights"', ""),
        ("commit = 1234567", ""),
        ("commit = 1234567", 'commit = "main"'),
        ('repository = "https://example.org/repo"', ""),
        ('instructions = "README.md#testing"', ""),
    ],
)
def test_weights_commit_and_instructions_make_it_complete(tmp_path: Path, old: str, new: str) -> None:
    assert old in FULL
    manifest, _ = _read(tmp_path, FULL.replace(old, new))
    assert manifest
    contract = check_contract(manifest, [ROW])
    assert len([each for each in contract if not each.ok]) == 1
    assert not is_complete(contract, NEEDED)


def test_an_adapter_is_weights_too(tmp_path: Path) -> None:
    manifest, _ = _read(tmp_path, FULL.replace("unlearned_weights", "adapter"))
    assert manifest
    assert is_complete(check_contract(manifest, [ROW]), NEEDED)


def test_a_bare_manifest_lacks_nearly_everything(tmp_path: Path) -> None:
    manifest, _ = _read(tmp_path, MINIMAL)
    assert manifest
    assert [each.item for each in check_contract(manifest, []) if each.ok] == ["team"]


def test_relative_paths_that_lead_nowhere_are_noted(tmp_path: Path) -> None:
    manifest, _ = _read(tmp_path, FULL.replace("environment.yml", "../environment.yml"))
    assert manifest
    problems = ProblemList()
    note_dead_paths(manifest, {"scripts/load.py", "README.md", "logs/run/1.txt"}, problems)
    assert [each.message for each in problems.listed()] == [
        "[model] original_weights = 'weights/original.safetensors' is not in the submission",
        "[reproduce] environment = '../environment.yml': the path leaves the folder through '..'",
        "[reproduce] results = 'results.json' is not in the submission",
    ]


@pytest.mark.parametrize("value", ["https://example.org/w.bin", "stabilityai/sd-v1", "see the paper", "on request"])
def test_addresses_names_and_prose_are_no_paths(tmp_path: Path, value: str) -> None:
    manifest, _ = _read(tmp_path, MINIMAL + f'[model]\nunlearned_weights = "{value}"\n')
    assert manifest
    problems = ProblemList()
    note_dead_paths(manifest, set(), problems)
    assert problems.listed() == ()
