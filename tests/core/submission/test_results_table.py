from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from genmu_studio.submission.results_table import ImportedResult, ResultsTable, read_results
from genmu_studio.submission.tables import TableError
from scoring.codes import Code

PATHS = ("original/1.png", "unlearned/1.png", "é.png")
HEADER = "path,identity,similarity,status,direction\n"


def _read(tmp_path: Path, text: str, name: str = "results.csv") -> ResultsTable:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_results(path, PATHS, {"84", "5895"})


def test_rows_that_can_be_used(tmp_path: Path) -> None:
    table = _read(
        tmp_path,
        HEADER
        + "original/1.png,84,0.5,,\n"
        + "original/1.png,5895,-1.0000001,ok,higher\n"
        + "unlearned/1.png,84,0.25,OK,lower\n"
        + "unlearned/1.png,5895,,no_face,\n"
        + "e\u0301.png,84,1e-3,,\n",
    )
    assert table.refused == ()
    assert table.rows == (
        ImportedResult("original/1.png", "84", 0.5),
        ImportedResult("original/1.png", "5895", -1.0),
        ImportedResult("unlearned/1.png", "84", 0.75),
        ImportedResult("unlearned/1.png", "5895", None, Code.NO_FACE),
        ImportedResult("é.png", "84", 0.001),
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("original/1.png,84,nan,,", "not finite"),
        ("original/1.png,84,inf,,", "not finite"),
        ("original/1.png,84,1e999,,", "not finite"),
        ("original/1.png,84,b'\\x00\\x00',,", "not a number"),
        ("original/1.png,84,,,", "missing"),
        ("original/1.png,84,1.01,,", "outside"),
        ("original/1.png,84,2.5,,lower", "outside"),
        ("original/1.png,84,0.5,,sideways", "direction"),
        ("original/1.png,84,0.5,BLUR,", "status"),
        ("original/1.png,84,0.5,OUT_OF_MEMORY,", "status"),
        ("original/1.png,84,0.5,whatever,", "status"),
        ("original/1.png,999,0.5,,", "no template"),
        ("original/1.png,,0.5,,", "identity is missing"),
        ("gone.png,84,0.5,,", "no such sample"),
        ("../original/1.png,84,0.5,,", "leaves the folder"),
        (",84,0.5,,", "empty"),
        ("original/1.png,84,0.5,,,,", "cells"),
    ],
)
def test_refused_lines_name_the_line_and_the_reason(tmp_path: Path, line: str, reason: str) -> None:
    table = _read(tmp_path, HEADER + "unlearned/1.png,84,0.1,,\n" + line + "\n")
    assert len(table.rows) == 1
    assert [each.line for each in table.refused] == [3]
    assert reason in table.refused[0].reason


def test_a_second_row_for_the_same_comparison_is_refused(tmp_path: Path) -> None:
    table = _read(tmp_path, HEADER + "original/1.png,84,0.1,,\noriginal\\1.png,84,0.2,,\n")
    assert [row.similarity for row in table.rows] == [0.1]
    assert [(each.line, each.reason) for each in table.refused] == [
        (3, "a row for this path and identity stands above")
    ]


def test_json_lines_and_parquet(tmp_path: Path) -> None:
    lines = _read(tmp_path, '{"path": "é.png", "identity": 84, "similarity": 0.5}\n{"path": "é.png"}', "r.jsonl")
    assert lines.rows == (ImportedResult("é.png", "84", 0.5),)
    assert lines.refused[0].line == 2
    path = tmp_path / "r.parquet"
    pq.write_table(pa.table({"path": ["é.png"] * 2, "identity": [84, 5895], "similarity": [0.5, float("nan")]}), path)
    table = read_results(path, PATHS, {"84", "5895"})
    assert table.rows == lines.rows
    assert [each.line for each in table.refused] == [2]
    pq.write_table(pa.table({"path": ["é.png"], "identity": [84], "similarity": [b"\0\0\0?"]}), path)
    with pytest.raises(TableError, match="binary"):
        read_results(path, PATHS, {"84"})


def test_a_table_without_the_columns_is_refused_whole(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="similarity"):
        _read(tmp_path, "path,identity,distance\n")
