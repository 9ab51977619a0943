"""What leaves the project as a table: the leaderboard in its forms, and `genmu export`."""

import csv
import io
import json
import os
from html.parser import HTMLParser
from pathlib import Path

import pytest

from genmu_studio.project import Project
from genmu_studio.writing import write_atomically
from scoring.errors import UserError
from tests.cli.conftest import Genmu
from tests.cli.ran import LEADERBOARD, check_shape
from tests.core import world

HOSTILE = [
    "<b>x</b><img src=x onerror=alert(1)>", "=cmd()", "+1", "-1", "@SUM(A1)", "a\u202eb", "a\nb", "\x1b[2Jc", "\tt",
    "[bold]d[/bold]", "e;\"f\",'g'",
]  # fmt: skip
PROVENANCE = {
    "evaluator", "evaluator_version", "evaluator_kind", "weights_sha256", "provider", "protocol_digest",
    "submission", "team", "threshold", "rule", "template",
}  # fmt: skip


@pytest.fixture
def hostile(scored: Path, genmu: Genmu, tmp_path: Path) -> Path:
    """Return the scored project with an entry of each hostile team."""
    for number, team in enumerate(HOSTILE):
        world.write_submission(tmp_path / f"e{number}", world.grid(world.two_groups(), 1), team="x", size=5 + number)
        assert genmu("import", scored, tmp_path / f"e{number}", "--team", team).code == 0
    return scored


class Page(HTMLParser):
    """Collects the tags, attributes and cells of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.cells: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "meta":
            self.open.append(tag)
        if tag == "td":
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, "tags are nested"

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "td":
            self.cells[-1] += data


def test_html_shows_hostile_names_literally_and_needs_no_network(genmu: Genmu, hostile: Path) -> None:
    ran = genmu("leaderboard", hostile, "--track", "face", "--format", "html")
    assert ran.code == 0
    page = Page()
    page.feed(ran.out)
    page.close()
    assert ran.out.lower().startswith("<!doctype html>")
    assert page.open == []
    assert not page.tags & {"script", "img", "link", "iframe", "b", "object"}
    assert page.attributes <= {"lang", "charset", "scope", "class"}
    assert "http" not in ran.out
    assert "url(" not in ran.out
    assert "<b>x</b><img src=x onerror=alert(1)>" in page.cells
    assert "a�b" in page.cells
    assert all(character in "\n\t" or character.isprintable() for character in ran.out)


def test_csv_runs_nothing_in_a_spreadsheet(genmu: Genmu, hostile: Path) -> None:
    ran = genmu("leaderboard", hostile, "--track", "face", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    teams = {row["team"] for row in rows}
    assert {"'=cmd()", "'+1", "'-1", "'@SUM(A1)", "'\tt", "<b>x</b><img src=x onerror=alert(1)>"} <= teams
    assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for row in rows for cell in row.values())
    assert "\x1b" not in ran.out
    assert "\u202e" not in ran.out


def test_the_table_shows_hostile_names_as_codes(genmu: Genmu, hostile: Path) -> None:
    out = genmu("leaderboard", hostile, "--track", "face").out
    for literal in (
        "<b>x</b><img src=x onerror=alert(1)>",
        "=cmd()",
        "a\\u202eb",
        "a\\nb",
        "\\x1b[2Jc",
        "[bold]d[/bold]",
    ):
        assert literal in out
    assert all(character == "\n" or character.isprintable() for character in out)


def test_json_of_the_leaderboard(genmu: Genmu, hostile: Path) -> None:
    data = genmu("leaderboard", hostile, "--track", "face", "--json").json()
    check_shape(data, LEADERBOARD)
    assert {row["team"] for row in data["rows"]} == {"Example Lab", *HOSTILE}
    assert [row["rank"] for row in data["rows"]] == [1, *[None] * len(HOSTILE)]
    assert all(row["reason"] for row in data["rows"][1:])
    empty = genmu("leaderboard", hostile, "--track", "speech", "--json").json()
    assert empty == {"track": "speech", "rows": []}
    assert "no submission yet" in genmu("leaderboard", hostile, "--track", "speech").out


def read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.parametrize("what", ["results", "metrics"])
def test_every_row_names_what_made_it(what: str, genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    for form in ("csv", "json", "parquet"):
        ran = genmu("export", scored, what, tmp_path / f"out.{form}", "--format", form, "--json").json()
        assert ran["written"] == str(tmp_path / f"out.{form}")
    rows = read_csv(tmp_path / "out.csv")
    assert ran["rows"] == len(rows)
    assert set(rows[0]) >= PROVENANCE
    assert all(row["protocol_digest"] and row["evaluator"] == "fake_image" for row in rows)
    data = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert [list(row) for row in data] == [list(rows[0])] * len(rows)
    assert pq.read_table(tmp_path / "out.parquet").to_pylist() == data


def test_results_say_what_the_protocol_makes_of_each_sample(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    genmu("export", scored, "results", tmp_path / "out.csv")
    rows = read_csv(tmp_path / "out.csv")
    assert len(rows) == 56
    outcome = {(row["side"], row["identity"]): row["outcome"] for row in rows}
    assert outcome["unlearned", "1"] == "became 2"
    assert outcome["unlearned", "2"] == "kept"
    assert outcome["unlearned", "11"] == "still verified"
    assert outcome["unlearned", "13"] == "lost"
    assert outcome["original", "1"] == ""
    for row in rows:
        own, forget = float(row["similarity_to_own_template"]), float(row["similarity_to_forget_template"])
        assert row["verified"] == str(int(own >= float(row["threshold"])))
        assert (own == forget) == (row["role"] == "forget")
    group = genmu("metrics", scored, "--json").json()["submissions"][0]["groups"]
    counted = {(each["identity"], each["side"]): each["verified"] for part in group for each in part["identities"]}
    for (identity, side), verified in counted.items():
        mine = [row for row in rows if (row["identity"], row["side"]) == (identity, side)]
        assert sum(int(row["verified"]) for row in mine) == verified


def test_results_of_others_and_failures_have_rows_of_their_own(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    sample = "unlearned/One/1/c0/0.png"
    (tmp_path / "theirs.csv").write_text(
        f"path,identity,similarity,status\n{sample},1,0.75,ok\n{sample},2,0.25,ok\n"
        "unlearned/One/2/c0/0.png,2,,NO_FACE\n",
        encoding="utf-8",
    )
    command = ("--submission", "example-lab-face-r1", "--evaluator", "theirs")
    genmu("results", "import", scored, tmp_path / "theirs.csv", *command)
    genmu("export", scored, "results", tmp_path / "out.csv")
    verified, failed = [row for row in read_csv(tmp_path / "out.csv") if row["evaluator"] == "theirs"]
    assert (verified["evaluator_kind"], verified["path"], verified["run"]) == ("imported", sample, "")
    assert (verified["similarity_to_own_template"], verified["outcome"]) == ("0.75", "still verified")
    assert (failed["status"], failed["code"], failed["outcome"]) == ("failure", "NO_FACE", "collapsed")


def test_a_byte_order_mark_is_for_csv_only(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    genmu("export", scored, "results", tmp_path / "plain.csv")
    genmu("export", scored, "results", tmp_path / "marked.csv", "--bom")
    plain, marked = (tmp_path / "plain.csv").read_bytes(), (tmp_path / "marked.csv").read_bytes()
    assert marked == b"\xef\xbb\xbf" + plain
    assert plain.isascii() or plain.decode("utf-8")
    for form in ("json", "parquet"):
        genmu("export", scored, "results", tmp_path / "no", "--format", form, "--bom").refused()
    assert not (tmp_path / "no").exists()


def test_csv_of_hostile_teams_is_inert(genmu: Genmu, hostile: Path, tmp_path: Path) -> None:
    genmu("score", hostile, "--evaluator", "fake_image", "--executor", "inline")
    for what in ("results", "metrics"):
        genmu("export", hostile, what, tmp_path / f"{what}.csv")
        cells = [cell for row in read_csv(tmp_path / f"{what}.csv") for cell in row.values()]
        words = [cell for cell in cells if not cell.replace(".", "").replace("e-", "").lstrip("-").isdigit()]
        assert "'=cmd()" in words
        assert not [cell for cell in words if cell.startswith(("=", "+", "-", "@", "\t"))]
        assert not [cell for cell in words if "\x1b" in cell or "\u202e" in cell]


def test_an_empty_project_gives_empty_tables(genmu: Genmu, tmp_path: Path) -> None:
    with Project.create(tmp_path / "p.genmu", world.one_group()):
        pass
    for form in ("csv", "json", "parquet"):
        for what in ("results", "metrics"):
            assert genmu("export", tmp_path / "p.genmu", what, tmp_path / "out", "--format", form).code == 0


def test_a_full_disk_leaves_the_old_table_and_nothing_else(
    genmu: Genmu, scored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()
    (folder / "out.csv").write_text("old", encoding="utf-8")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left on device" in genmu("export", scored, "results", folder / "out.csv").refused()
    assert (folder / "out.csv").read_text(encoding="utf-8") == "old"
    assert [each.name for each in folder.iterdir()] == ["out.csv"]


def test_a_written_file_has_the_rights_of_any_other(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"")
    write_atomically(tmp_path / "ours", b"")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode
    with pytest.raises(UserError):
        write_atomically(Path("/"), b"")
    with pytest.raises(UserError):
        write_atomically(tmp_path / "a\0b", b"")
