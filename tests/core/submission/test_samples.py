from collections.abc import Iterable

import pytest

from genmu_studio.domain import SampleRow
from genmu_studio.protocol import Protocol
from genmu_studio.protocol_tables import GroupTable
from genmu_studio.submission.paths import PathIndex
from genmu_studio.submission.problems import ProblemList
from genmu_studio.submission.samples import build_rows
from genmu_studio.submission.tables import TableRow
from scoring.types import Track

GOOD = {"path": "a.png", "side": "original", "identity": "3422", "seed": "1"}


def _build(
    protocol: Protocol, cells: Iterable[dict[str, str]], track: Track = "face", files: Iterable[str] = ()
) -> tuple[list[SampleRow], list[tuple[str, str, str]]]:
    cells = list(cells)
    problems = ProblemList()
    rows = [TableRow(line, each) for line, each in enumerate(cells, start=2)]
    index = PathIndex(files or [each["path"] for each in cells if "path" in each])
    built = build_rows(rows, track=track, protocol=protocol, files=index, problems=problems, source="samples.csv")
    return built, [(each.code, each.path, each.message) for each in problems.listed()]


def test_group_role_and_condition_are_derived(protocol: Protocol) -> None:
    rows, problems = _build(protocol, [GOOD])
    assert problems == []
    assert rows == [SampleRow("a.png", "original", "Face Set 1", "forget", "3422", "default", 1)]


def test_settings_name_the_condition_and_numbers_have_one_form(protocol: Protocol) -> None:
    settings = {"prompt": "a face", "guidance": "7.50", "steps": "30.0", "camera": "1.0"}
    one = GOOD | settings
    two = GOOD | settings | {"path": "b.png", "side": "unlearned", "guidance": "7.5", "steps": "30"}
    other = GOOD | settings | {"path": "c.png", "steps": "31"}
    rows, problems = _build(protocol, [one, two, other])
    assert problems == []
    assert rows[0].settings == {"prompt": "a face", "guidance": "7.5", "steps": "30", "camera": "1.0"}
    assert rows[0].pair_key == rows[1].pair_key
    assert rows[0].condition.startswith("settings-")
    assert rows[2].condition != rows[0].condition


def test_settings_that_the_track_does_not_match_leave_the_condition_alone(protocol: Protocol) -> None:
    rows, _ = _build(protocol, [GOOD | {"transcript": "x"}, GOOD | {"path": "b.png", "seed": "2"}])
    assert {row.condition for row in rows} == {"default"}
    assert rows[0].settings == {"transcript": "x"}


def test_requested_attributes(protocol: Protocol) -> None:
    rows, _ = _build(protocol, [GOOD | {"attr.smile": " yes ", "attr.pose": ""}])
    assert rows[0].requested == {"smile": "yes"}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"path": "../a.png"}, "PATH_OUTSIDE"),
        ({"path": "/a.png"}, "PATH_OUTSIDE"),
        ({"path": ""}, "CELL_MISSING"),
        ({"path": "gone.png"}, "FILE_MISSING"),
        ({"path": "A.png"}, "FILE_MISSING"),
        ({"side": "left"}, "SIDE_UNKNOWN"),
        ({"side": ""}, "SIDE_UNKNOWN"),
        ({"seed": ""}, "CELL_MISSING"),
        ({"seed": "1.5"}, "SEED_NOT_INTEGER"),
        ({"seed": "1e3"}, "SEED_NOT_INTEGER"),
        ({"seed": "9223372036854775808"}, "SEED_NOT_INTEGER"),
        ({"identity": "84"}, "IDENTITY_UNKNOWN"),
        ({"identity": ""}, "CELL_MISSING"),
        ({"group": "Face Set 9"}, "GROUP_UNKNOWN"),
        ({"group": "Speech Set 1"}, "GROUP_UNKNOWN"),
        ({"group": "Face Set 2"}, "IDENTITY_UNKNOWN"),
    ],
)
def test_rows_that_cannot_be_used_are_left_out(protocol: Protocol, change: dict[str, str], code: str) -> None:
    rows, problems = _build(protocol, [GOOD | change], files=["a.png"])
    assert rows == []
    assert [each[0] for each in problems] == [code]
    assert "samples.csv, line 2: " in problems[0][2]


@pytest.mark.parametrize(("text", "seed"), [("42.0", 42), ("+7", 7), ("-3", -3), ("007", 7)])
def test_seeds_as_programs_write_them(protocol: Protocol, text: str, seed: int) -> None:
    assert _build(protocol, [GOOD | {"seed": text}])[0][0].seed == seed


@pytest.mark.parametrize("name", ["Face Set 1", "face_set_1", "FACE SET 01", "Set 1", "set-1"])
def test_group_names_as_people_write_them(protocol: Protocol, name: str) -> None:
    assert _build(protocol, [GOOD | {"group": name}])[0][0].group == "Face Set 1"


def test_the_protocols_role_wins_over_the_declared_one(protocol: Protocol) -> None:
    rows, problems = _build(
        protocol, [GOOD | {"role": "retain"}, GOOD | {"path": "b.png", "seed": "2", "role": "Forget"}]
    )
    assert [row.role for row in rows] == ["forget", "forget"]
    assert [(code, path) for code, path, _ in problems] == [("ROLE_CONTRADICTS", "a.png")]


def test_an_identity_of_two_groups_needs_the_group_or_the_company_of_the_others(protocol: Protocol) -> None:
    further = GroupTable(name="Other", track="face", dataset="CelebA", forget="1", retain=("5230", "2"))
    both = protocol.with_groups([further])
    shared = GOOD | {"identity": "5230"}
    assert [each[0] for each in _build(both, [shared])[1]] == ["GROUP_AMBIGUOUS"]
    rows, problems = _build(both, [shared, GOOD | {"path": "b.png"}])
    assert problems == []
    assert {row.group for row in rows} == {"Face Set 1"}
    assert _build(both, [shared | {"group": "other"}])[0][0].role == "retain"


def test_repeated_paths_and_cells_are_left_out(protocol: Protocol) -> None:
    rows, problems = _build(
        protocol,
        [GOOD, GOOD | {"seed": "2"}, GOOD | {"path": "b.png"}, GOOD | {"path": "c.png", "side": "unlearned"}],
    )
    assert [row.path for row in rows] == ["a.png", "c.png"]
    assert [(code, path) for code, path, _ in problems] == [("DUPLICATE_PATH", "a.png"), ("DUPLICATE_CELL", "b.png")]


def test_backslashes_are_read_and_said(protocol: Protocol) -> None:
    rows, problems = _build(protocol, [GOOD | {"path": "original\\a.png"}], files=["original/a.png"])
    assert rows[0].path == "original/a.png"
    assert problems[0][0] == "PATH_BACKSLASH"


def test_a_wrong_case_is_a_hint_not_a_match(protocol: Protocol) -> None:
    problems = ProblemList()
    build_rows(
        [TableRow(2, GOOD)], track="face", protocol=protocol, files=PathIndex(["A.PNG"]), problems=problems, source="t"
    )
    assert problems.listed()[0].hint == "There is A.PNG; case counts."


def test_concepts(protocol: Protocol) -> None:
    base = {"side": "unlearned", "seed": "1", "prompt": "p"}
    rows, problems = _build(
        protocol,
        [
            base | {"path": "1", "group": "Van Gogh", "concept": "Van Gogh", "prompt_type": "Direct"},
            base | {"path": "2", "group": "Van Gogh", "concept": "Van Gogh", "prompt_type": "indirect"},
            base | {"path": "3", "group": "Van Gogh", "concept": "Monet", "prompt_type": "direct"},
            base | {"path": "4", "concept": "Monet", "prompt_type": "direct", "role": "adjacent"},
            base | {"path": "5", "concept": "Monet", "prompt_type": "direct"},
            base | {"path": "6", "concept": "Monet", "prompt_type": "rude", "role": "retain"},
            base | {"path": "7", "prompt_type": "direct", "role": "retain"},
        ],
        track="concept",
    )
    assert [(row.path, row.group, row.concept, row.role, row.prompt_type) for row in rows] == [
        ("1", "Van Gogh", "Van Gogh", "forget", "direct"),
        ("2", "Van Gogh", "Van Gogh", "forget", "indirect"),
        ("3", "Van Gogh", "Monet", "retain", "direct"),
        ("4", "", "Monet", "adjacent", "direct"),
    ]
    assert rows[0].condition != rows[1].condition
    assert [each[0] for each in problems] == ["ROLE_UNKNOWN", "PROMPT_TYPE_UNKNOWN", "CELL_MISSING"]
