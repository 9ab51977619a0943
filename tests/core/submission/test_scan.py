import os
import pickle
import time
import unicodedata
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genmu_studio.domain import SampleRow
from genmu_studio.protocol import Protocol
from genmu_studio.submission.path_parts import Correction
from genmu_studio.submission.samples_table import write_samples_table
from genmu_studio.submission.scan import ScannedSubmission, Source, find_submissions, scan_submission
from scoring.errors import UserError

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 56
TREE = [
    f"{side}/{identity}/{n}.png" for side in ("original", "unlearned") for identity in ("3422", "5230") for n in (1, 2)
]
HEADER = "path,side,identity,seed\n"
MakeSubmission = Callable[..., Path]


def _codes(scan: ScannedSubmission) -> set[str]:
    return {problem.code for problem in scan.problems}


def _problem(scan: ScannedSubmission, code: str) -> tuple[str, str]:
    found = next(problem for problem in scan.problems if problem.code == code)
    return found.path, found.message


def test_a_folder_without_a_table(make_submission: MakeSubmission, protocol: Protocol) -> None:
    folder = make_submission(
        [
            *TREE,
            "original/3422/._1.png",
            "original/.DS_Store",
            "notes/todo.txt",
            "figures/plot.png",
            "references/84/1.png",
        ]
    )
    scan = scan_submission(folder, protocol)
    assert not scan.refused
    assert [row.path for row in scan.rows] == TREE
    assert scan.pairs.matched == 4
    assert [each.path for each in scan.unmatched] == ["figures/plot.png"]
    assert scan.ignored == {"._ files": 1, ".DS_Store": 1, "files in references/": 1, "files of other kinds": 1}
    assert scan.inferred["layouts"] == {"<side>/<identity>/<n>": 8}
    assert not scan.complete
    assert {"GROUP_NOT_DELIVERED", "IDENTITY_NOT_DELIVERED"} <= _codes(scan)
    assert sorted(each.name for each in folder.iterdir()) == [
        "figures", "notes", "original", "references", "submission.toml", "unlearned",
    ]  # fmt: skip


def test_a_table_decides_and_what_it_does_not_name_is_unmatched(
    make_submission: MakeSubmission, protocol: Protocol
) -> None:
    table = HEADER.replace("seed", "seed,mood") + "original/3422/1.png,original,3422,1,good\n"
    scan = scan_submission(make_submission(TREE, table), protocol)
    assert [row.path for row in scan.rows] == ["original/3422/1.png"]
    assert len(scan.unmatched) == 7
    assert {"COLUMN_UNKNOWN", "UNPAIRED"} <= _codes(scan)
    assert scan.inferred == {}


def test_hostile_rows_are_refused_and_nothing_outside_is_read_or_written(
    make_submission: MakeSubmission, protocol: Protocol, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(PNG)
    paths = ["../secret.png", str(secret), "link.png", "C:\\secret.png", "original/3422/1.png"]
    table = HEADER + "".join(f"{path},original,3422,{n}\n" for n, path in enumerate(paths))
    folder = make_submission(["original/3422/1.png"], table)
    (folder / "link.png").symlink_to(secret)
    before = sorted(tmp_path.rglob("*"))
    scan = scan_submission(folder, protocol)
    assert [row.path for row in scan.rows] == ["original/3422/1.png"]
    assert [each.code for each in scan.problems if each.code == "PATH_OUTSIDE"] == ["PATH_OUTSIDE"] * 3
    assert {"LINK_OUTSIDE", "FILE_MISSING"} <= _codes(scan)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", ["submission.toml", "samples.csv"])
def test_a_manifest_or_table_that_is_a_link_outward_is_not_read(
    make_submission: MakeSubmission, protocol: Protocol, tmp_path: Path, name: str
) -> None:
    folder = make_submission(TREE, HEADER)
    (folder / name).rename(tmp_path / name)
    (folder / name).symlink_to(tmp_path / name)
    scan = scan_submission(folder, protocol)
    assert "LINK_OUTSIDE" in _codes(scan)
    assert scan.refused == (name == "submission.toml")


class _Trap:
    def __init__(self, path: Path) -> None:
        self._path = str(path)

    def __reduce__(self) -> tuple[object, tuple[str, int]]:
        return os.open, (self._path, os.O_CREAT)


def test_a_pickle_is_listed_and_never_run(make_submission: MakeSubmission, protocol: Protocol, tmp_path: Path) -> None:
    sprung = tmp_path / "sprung"
    trap = pickle.dumps(_Trap(sprung))
    media = {"original/3422/1.png": trap, "unlearned/3422/1.png": b"", "unlearned/3422/2.png": b"MZ" + b"\0" * 80}
    scan = scan_submission(make_submission(media | {"weights.pkl": trap}), protocol)
    assert _problem(scan, "PICKLE")[0] == "original/3422/1.png"
    assert _problem(scan, "EMPTY")[0] == "unlearned/3422/1.png"
    assert _problem(scan, "NOT_MEDIA")[0] == "unlearned/3422/2.png"
    assert len(scan.rows) == 3
    assert not sprung.exists()
    pickle.loads(trap)  # noqa: S301 - shows that the trap would have worked
    assert sprung.exists()


def test_a_sound_in_a_face_submission_is_named(make_submission: MakeSubmission, protocol: Protocol) -> None:
    wav = b"RIFF\x24\0\0\0WAVEfmt " + b"\0" * 40
    scan = scan_submission(make_submission({"original/3422/1.png": wav}), protocol)
    assert _problem(scan, "NOT_MEDIA")[1] == "the content (wav) is no picture that is read here"


def test_names_in_another_unicode_form_are_found(make_submission: MakeSubmission, protocol: Protocol) -> None:
    nfd = unicodedata.normalize("NFD", "original/3422/ée_1.png")
    table = HEADER + f"{unicodedata.normalize('NFC', nfd)},original,3422,1\n"
    scan = scan_submission(make_submission([nfd], table), protocol)
    assert [row.path for row in scan.rows] == [nfd]


@pytest.mark.parametrize(
    ("manifest", "table", "code"),
    [
        ("[submission]\nteam = 'A'\ntrack = 'x'", None, "TRACK_UNKNOWN"),
        ("nonsense", None, "MANIFEST_UNREADABLE"),
        ("[submission]\nteam = 'A'\ntrack = 'face'", "side\n", "TABLE_UNREADABLE"),
        ("[submission]\nteam = 'A'\ntrack = 'face'", HEADER, "NO_SAMPLES"),
    ],
)
def test_refused_submissions_say_why_and_raise_nothing(
    make_submission: MakeSubmission, protocol: Protocol, manifest: str, table: str | None, code: str
) -> None:
    scan = scan_submission(make_submission(TREE, table, manifest=manifest), protocol)
    assert scan.refused
    assert scan.rows == ()
    assert code in _codes(scan)


def test_a_folder_without_a_manifest_is_refused(tmp_path: Path, protocol: Protocol) -> None:
    assert _codes(scan_submission(tmp_path, protocol)) == {"MANIFEST_MISSING"}


def test_a_track_that_the_protocol_lacks(make_submission: MakeSubmission, protocol: Protocol) -> None:
    data = protocol.model_dump()
    data["tracks"].pop("face")
    scan = scan_submission(make_submission(TREE), Protocol.model_validate(data))
    assert _codes(scan) == {"TRACK_UNKNOWN"}


def test_an_archive_gives_the_same_rows(make_submission: MakeSubmission, protocol: Protocol, tmp_path: Path) -> None:
    folder = make_submission(TREE)
    archive = tmp_path / "entry.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in folder.rglob("*"):
            packed.write(path, path.relative_to(folder.parent))
    scan = scan_submission(archive, protocol, unpack_into=tmp_path / "unpacked")
    assert scan.rows == scan_submission(folder, protocol).rows
    assert scan.source.archive_sha256
    assert scan.folder == tmp_path / "unpacked" / scan.source.archive_sha256 / "entry"
    with pytest.raises(UserError, match="never changed"):
        write_samples_table(scan)
    with pytest.raises(UserError):
        scan_submission(archive, protocol)


def test_a_refused_archive_is_a_scan_with_its_code(tmp_path: Path, protocol: Protocol) -> None:
    archive = tmp_path / "entry.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("../evil", b"")
    scan = scan_submission(archive, protocol, unpack_into=tmp_path / "unpacked")
    assert scan.refused
    assert _codes(scan) == {"ARCHIVE_PATH"}
    assert list((tmp_path / "unpacked").iterdir()) == []


def test_a_correction_reaches_the_layout(make_submission: MakeSubmission, protocol: Protocol) -> None:
    folder = make_submission(["a/3422/1.png", "b/3422/1.png"])
    assert scan_submission(folder, protocol).refused
    correction = Correction(sides={"a": "original", "b": "unlearned"})
    assert scan_submission(folder, protocol, correction=correction).pairs.matched == 1


def test_finding_submissions(make_submission: MakeSubmission, tmp_path: Path) -> None:
    one, two = make_submission([], name="b"), make_submission([], name="a")
    (tmp_path / "c.zip").write_bytes(b"")
    (tmp_path / "other").mkdir()
    (tmp_path / "linked").symlink_to(one)
    assert find_submissions(one) == (one,)
    assert find_submissions(tmp_path) == (two, one, tmp_path / "c.zip")
    assert find_submissions(tmp_path / "c.zip") == (tmp_path / "c.zip",)
    for wrong in (tmp_path / "other", tmp_path / "missing", one / "submission.toml"):
        with pytest.raises(UserError):
            find_submissions(wrong)


def test_the_written_table_gives_the_same_rows(make_submission: MakeSubmission, protocol: Protocol) -> None:
    folder = make_submission([*TREE, "original/3422/=1+1, \"quoted\" 'é'_3.png"])
    first = scan_submission(folder, protocol)
    written = write_samples_table(first)
    assert written == folder / "samples.csv"
    second = scan_submission(folder, protocol)
    assert second.table == "samples.csv"
    assert second.rows == first.rows
    with pytest.raises(UserError, match="already"):
        write_samples_table(second)


def test_a_link_in_the_tables_place_is_not_written_through(
    make_submission: MakeSubmission, protocol: Protocol, tmp_path: Path
) -> None:
    folder = make_submission(TREE)
    (folder / "samples.csv").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UserError, match="already"):
        write_samples_table(scan_submission(folder, protocol))
    assert not (tmp_path / "elsewhere").exists()


words = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp")), min_size=1, max_size=12)
sample_rows = st.builds(
    SampleRow,
    path=st.just(""),
    side=st.sampled_from(["original", "unlearned"]),
    group=st.just("Face Set 1"),
    role=st.just("forget"),
    identity=st.just("3422"),
    condition=words,
    seed=st.integers(-(2**63), 2**63 - 1),
    settings=st.dictionaries(
        st.sampled_from(["prompt", "steps", "camera"]), words.filter(lambda word: not word.isdigit())
    ),
    requested=st.dictionaries(words, words, max_size=2),
    concept=st.just(""),
    prompt_type=st.none(),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(sample_rows, min_size=1, max_size=8, unique_by=lambda row: (row.side, row.pair_key)))
def test_any_rows_survive_being_written_and_read(
    tmp_path_factory: pytest.TempPathFactory, protocol: Protocol, drawn: list[SampleRow]
) -> None:
    folder = tmp_path_factory.mktemp("entry")
    (folder / "submission.toml").write_text('[submission]\nteam = "A"\ntrack = "face"\n')
    rows = tuple(replace(row, path=f"{number}.png") for number, row in enumerate(drawn))
    for row in rows:
        (folder / row.path).write_bytes(PNG)
    write_samples_table(ScannedSubmission(Source(folder), folder, rows=rows))
    assert scan_submission(folder, protocol).rows == rows


def test_a_hundred_thousand_rows_in_seconds(protocol: Protocol, tmp_path: Path) -> None:
    """All that is ours, without the file system; the limit is loose because machines differ."""
    from genmu_studio.submission.pairs import match_pairs
    from genmu_studio.submission.paths import PathIndex
    from genmu_studio.submission.problems import ProblemList
    from genmu_studio.submission.samples import REQUIRED, build_rows, is_sample_column
    from genmu_studio.submission.tables import open_table

    identities = ("3422", "5230", "5239", "1539")
    cells = [(s, i, c, n) for s in ("original", "unlearned") for i in identities for c in range(25) for n in range(500)]
    paths = [f"{s}/{i}/{c}/{n}.png" for s, i, c, n in cells]
    lines = (f"{p},{s},{i},{n},prompt {c},30,7.5" for p, (s, i, c, n) in zip(paths, cells, strict=True))
    table = tmp_path / "samples.csv"
    table.write_text("path,side,identity,seed,prompt,steps,guidance\n" + "\n".join(lines))
    start = time.perf_counter()
    opened = open_table(table, REQUIRED, is_sample_column)
    problems = ProblemList()
    rows = build_rows(
        opened.rows, track="face", protocol=protocol, files=PathIndex(paths), problems=problems, source="t"
    )
    pairs = match_pairs(rows, protocol.tracks["face"].matched)
    elapsed_s = time.perf_counter() - start
    assert (len(rows), pairs.matched, problems.listed()) == (100_000, 50_000, ())
    assert elapsed_s < 20
