"""Labels as a table: a row for each, of exact types in each form, and blind where it is to be."""

import csv
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from genmu_studio.export import TABLES
from genmu_studio.export_job import ExportRequest, write
from genmu_studio.labelling.label_table import BLIND, EVERY, REVEALED, label_rows
from genmu_studio.labelling.opening import assignments_of
from genmu_studio.project import Project
from scoring.errors import UserError
from tests.core.labelling.made import PAIRS, write_file
from tests.core.labelling.test_queue import queue_of

AB = '[set]\nname = "ab"\ntitle = "AB"\n[[questions]]\nid = "better"\ntext = "Which?"\nkind = "ab"\n'


@pytest.fixture
def answered(asked: Project) -> Project:
    """Return the project with an answer, a skip, a note alone, and an annotator who does not count."""
    ada, ben = queue_of(asked), queue_of(asked, "ben")
    ada.answer(ada.entries[1].token, "smile", "yes", 2.5).result()
    ada.answer(ada.entries[1].token, "age", 31.5).result()
    ada.skip(ada.entries[1].token, "note", "=1+1").result()
    ada.note(ada.entries[2].token, 'odd, "quoted"\nЖ').result()
    ben.answer(ben.entries[4].token, "smile", "no", 1.0).result()
    asked.labelling.exclude(asked.labelling.campaign("faces"), "ben", "slept")
    return asked


def written(project: Project, out: Path, blind: bool = False, bom: bool = False) -> Path:
    rows = project.labelling.export_table(project.labelling.campaign("faces"), out, blind=blind, bom=bom)
    assert rows == 5
    return out


def test_a_row_per_label_with_all_that_is_known(answered: Project) -> None:
    campaign = answered.labelling.campaign("faces")
    rows = label_rows(answered, campaign, blind=False)
    assert [(row["annotator"], row["place"], row["question"], row["answer"], row["number"]) for row in rows] == [
        ("ada", 1, "age", "31.5", 31.5),
        ("ada", 1, "smile", "yes", None),
        ("ada", 1, "note", None, None),
        ("ada", 2, None, None, None),
        ("ben", 4, "smile", "no", None),
    ]
    assert [row["skipped"] for row in rows] == [None, None, "=1+1", None, None]
    assert [row["seconds"] for row in rows] == [None, 2.5, None, None, 1.0]
    assert [row["excluded"] for row in rows] == [None, None, None, None, "slept"]
    assert rows[3]["note"] == 'odd, "quoted"\nЖ'
    assert [row["stands"] for row in rows] == [1, 1, 1, 0, 1]
    (entry,) = [row for row in assignments_of(answered, campaign, "ada") if row.place == 1]
    facts = answered.store.read(
        lambda db: db.execute(
            "SELECT s.submission_id, s.side, s.role, s.identity, f.path FROM sample s"
            " JOIN media_file f ON f.id = s.file_id WHERE s.id = ?",
            [entry.sample],
        ).fetchone()
    )
    assert tuple(rows[0][name] for name in ("submission", "side", "role", "identity", "path")) == facts
    assert (rows[0]["sample"], rows[0]["other_sample"], rows[0]["entry"]) == (entry.sample, None, entry.token)
    assert {tuple(row) for row in rows} == {(*BLIND, *REVEALED)}


def test_what_is_blind_tells_nothing_that_annotators_did_not_see(answered: Project, tmp_path: Path) -> None:
    for suffix in ("csv", "json", "parquet"):
        out = written(answered, tmp_path / f"blind.{suffix}", blind=True)
        content = out.read_bytes().lower()
        for word in (b"original", b"unlearned", b"forget", b"retain", b"example", b"lab-face", b".png", b"sample"):
            assert word not in content, (suffix, word)
    names = json.loads((tmp_path / "blind.json").read_text(encoding="utf-8"))[0].keys()
    assert tuple(names) == tuple(BLIND)
    assert not BLIND.keys() & REVEALED.keys()


def test_entries_that_show_the_same_have_one_item_in_common(asked: Project) -> None:
    campaign = asked.labelling.campaign("faces")
    for name in ("ada", "ben", "eve"):
        queue = queue_of(asked, name)
        for entry in queue.entries:
            queue.answer(entry.token, "smile", "yes").result()
    rows = label_rows(asked, campaign, blind=True)
    items: dict[object, set[int]] = {}
    samples = {row.token: row.sample for row in assignments_of(asked, campaign)}
    for row in rows:
        items.setdefault(row["item"], set()).add(samples[str(row["entry"])])
    assert {len(found) for found in items.values()} == {1}
    assert len(items) == len(set(samples.values()))


def test_types_are_the_same_whatever_stands_in_the_rows(answered: Project, tmp_path: Path) -> None:
    found = pq.read_schema(written(answered, tmp_path / "all.parquet"))
    kinds = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
    assert dict(zip(found.names, found.types, strict=True)) == {
        name: kinds[each] for name, each in {**BLIND, **REVEALED}.items()
    }
    table = pq.read_table(tmp_path / "all.parquet").to_pylist()
    assert table == json.loads(written(answered, tmp_path / "all.json").read_text(encoding="utf-8"))
    assert table == label_rows(answered, answered.labelling.campaign("faces"), blind=False)


def test_a_spreadsheet_runs_nothing_of_it(answered: Project, tmp_path: Path) -> None:
    out = written(answered, tmp_path / "all.CSV", bom=True)
    assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    with out.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert rows[2]["skipped"] == "'=1+1"
    assert rows[3]["note"] == 'odd, "quoted"\nЖ'


def test_another_suffix_and_an_empty_campaign(asked: Project, tmp_path: Path) -> None:
    campaign = asked.labelling.campaign("faces")
    with pytest.raises(UserError, match="no name for a table"):
        asked.labelling.export_table(campaign, tmp_path / "labels.xlsx", blind=True)
    assert asked.labelling.export_table(campaign, tmp_path / "none.csv", blind=True) == 0
    assert (tmp_path / "none.csv").read_text(encoding="utf-8") == ",".join(BLIND) + "\n"
    assert asked.labelling.export_table(campaign, tmp_path / "none.parquet", blind=True) == 0
    assert pq.read_table(tmp_path / "none.parquet").num_rows == 0


def test_of_two_the_chosen_side_is_told_and_what_stands_in_two_ways_is_told_twice(
    asked: Project, tmp_path: Path
) -> None:
    (tmp_path / "ab.toml").write_text(AB, encoding="utf-8")
    text = PAIRS.replace('"same-person"', '"ab.toml"').replace('"pairs"', '"sides"')
    campaign = asked.labelling.keep(asked.labelling.plan(write_file(tmp_path, text)))
    queue = asked.labelling.queue(campaign, "ada")
    for entry in queue.entries:
        queue.answer(entry.token, "better", "A").result()
    judge = asked.labelling.adjudication(campaign, "judge")
    judge.adjudicate(queue.entries[0].token, "better", "B").result()
    rows = label_rows(asked, campaign, blind=False)
    assert all(row["chosen_side"] == row["side"] for row in rows)
    assert {row["chosen_side"] for row in rows} == {"original", "unlearned"}
    first = rows[0]
    same = [row for row in rows if row["item"] == first["item"]]
    for row in same:  # the adjudicated sample is the same one, whichever way round an entry shows the two
        chosen = row["sample"] if row["adjudicated"] == "A" else row["other_sample"]
        assert chosen == first["other_sample"]


def test_the_labels_of_all_campaigns_are_a_table_of_the_project(answered: Project, tmp_path: Path) -> None:
    pairs = queue_of(answered, "ben", "pairs")
    pairs.answer(pairs.entries[0].token, "same_person", "same").result()
    rows = TABLES["labels"](answered)
    assert [(row["campaign"], row["annotator"]) for row in rows] == [("faces", "ada")] * 4 + [
        ("faces", "ben"),
        ("pairs", "ben"),
    ]
    assert {row["protocol_digest"] for row in rows} == {answered.protocol.digest}
    assert {tuple(row) for row in rows} == {tuple(EVERY)}
    request = ExportRequest(answered.folder, "labels", "parquet", tmp_path / "labels.parquet")
    assert write(request) == 6
    assert pq.read_table(request.out).to_pylist() == rows
