"""Tables of transcripts: what is taken, and the reason beside the number of each line that is not."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from genmu_studio.submission.tables import TableError
from genmu_studio.submission.transcripts_table import MAX_TEXT_CHARS, TranscriptsTable, read_transcripts

# b/1.wav and b/2.wav are the same sound.
SOUNDS = {"a/1.wav": 1, "a/2.wav": 2, "b/1.wav": 3, "b/2.wav": 3}


def read(path: Path) -> tuple[dict[str, str], dict[int, str]]:
    found: TranscriptsTable = read_transcripts(path, SOUNDS)
    return dict(found.texts), {each.line: each.reason for each in found.refused}


def test_csv_is_refused_line_by_line(tmp_path: Path) -> None:
    lines = [
        "path,text,confidence",
        'a/1.wav,"a red  door,\nor two",0.9',  # lines 2 and 3
        "a/2.wav,,0.1",
        "a/1.wav,again,",
        "../a/1.wav,x,",
        "c/1.wav,x,",
        ",x,",
        "b/1.wav,one,",
        "b/2.wav,another,",
        "b/2.wav,one,1,2",
        "b/2.wav,one,",
    ]
    (tmp_path / "heard.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    texts, refused = read(tmp_path / "heard.csv")
    assert texts == {"a/1.wav": "a red door, or two", "a/2.wav": "", "b/1.wav": "one", "b/2.wav": "one"}
    assert set(refused) == {5, 6, 7, 8, 10, 11}
    assert refused[5] == "a row for this path stands above"
    assert refused[7] == "the submission has no such sample"
    assert refused[10] == "the same sound has another text in line 9"
    assert "4 cells" in refused[11]


def test_json_lines_refuse_what_is_no_text(tmp_path: Path) -> None:
    rows = [
        {"path": "a/1.wav", "text": ["a", "list"]},
        {"path": "a/1.wav", "text": {"$binary": "AAAA"}},
        {"path": "a/1.wav", "text": "\ud800"},
        {"path": "a/1.wav", "text": "fine\u0000 \u001b[31m"},
        {"path": "a/2.wav"},
    ]
    text = "\n".join(json.dumps(row) for row in rows) + "\nno json\n"
    (tmp_path / "heard.jsonl").write_text(text, encoding="utf-8")
    texts, refused = read(tmp_path / "heard.jsonl")
    assert texts == {"a/1.wav": "fine [31m", "a/2.wav": ""}
    assert set(refused) == {1, 2, 3, 6}
    assert "list" in refused[1]


def test_parquet_is_read_and_blobs_are_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"path": ["a/1.wav", "x.wav"], "text": ["one", "two"]}), tmp_path / "heard.parquet")
    texts, refused = read(tmp_path / "heard.parquet")
    assert (texts, set(refused)) == ({"a/1.wav": "one"}, {2})
    pq.write_table(pa.table({"path": ["a/1.wav"], "text": [b"\x00\x01"]}), tmp_path / "blob.parquet")
    with pytest.raises(TableError, match="binary"):
        read(tmp_path / "blob.parquet")


@pytest.mark.parametrize(("length", "is_taken"), [(MAX_TEXT_CHARS, True), (MAX_TEXT_CHARS + 1, False), (25_000, False)])
def test_a_text_has_a_longest_length(length: int, is_taken: bool, tmp_path: Path) -> None:
    (tmp_path / "heard.csv").write_text(f"path,text\na/1.wav,{'x' * length}\na/2.wav,short\n", encoding="utf-8")
    texts, refused = read(tmp_path / "heard.csv")
    assert ("a/1.wav" in texts, texts["a/2.wav"]) == (is_taken, "short")
    assert set(refused) == (set() if is_taken else {2})


def test_a_table_without_texts_is_refused_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "heard.csv").write_text("path,words\na/1.wav,x\n", encoding="utf-8")
    with pytest.raises(TableError, match="text"):
        read(tmp_path / "heard.csv")
