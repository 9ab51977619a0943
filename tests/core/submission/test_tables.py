import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from genmu_studio.submission import tables
from genmu_studio.submission.tables import TableError, open_table

REQUIRED = ("path", "side")


def _read(path: Path, **options: int) -> list[tuple[int, dict[str, str], str]]:
    table = open_table(path, REQUIRED, lambda name: name != "junk", **options)
    return [(row.line, dict(row.cells), row.refusal) for row in table.rows]


def _file(tmp_path: Path, content: str | bytes, name: str = "samples.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_the_delimiter_follows_from_the_header_and_a_bom_is_no_part_of_it(
    tmp_path: Path, delimiter: str, start: str
) -> None:
    lines = [["path", "side", "prompt"], ["a.png", "original", '"x, y; z\tw"']]
    path = _file(tmp_path, start + "\r\n".join(delimiter.join(cells) for cells in lines))
    assert _read(path) == [(2, {"path": "a.png", "side": "original", "prompt": "x, y; z\tw"}, "")]


def test_lines_are_counted_as_an_editor_does(tmp_path: Path) -> None:
    path = _file(tmp_path, 'path,side,prompt,junk\na,b,"two\nlines",1\n\nc,d\ne,f,,,,\n')
    assert _read(path) == [
        (2, {"path": "a", "side": "b", "prompt": "two\nlines"}, ""),
        (5, {"path": "c", "side": "d"}, ""),
        (6, {}, "it has 6 cells, the header 4"),
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("side,seed\n", "lacks the column(s) path"),
        ("", "lacks the column(s) path, side"),
        ("path;side,seed\na;b\n", "lacks"),
        ("path,side,side\na,b,c\n", "names a column twice"),
        ('path,side\na,b\nc,"never closed\n', "line 3"),
        ('path,side\n"a"x,b\n', "line 2"),
        (b"path,side\n\xff,original\n", "not UTF-8"),
        ("path,side\n".encode("utf-16"), "not UTF-8"),
        ("path,side\n" + "a" * 200_000 + ",b\n", "line 2"),
    ],
)
def test_a_table_that_cannot_be_trusted_is_refused_whole(tmp_path: Path, content: str | bytes, words: str) -> None:
    with pytest.raises(TableError) as caught:
        _read(_file(tmp_path, content))
    assert words in caught.value.message


def test_limits_of_rows_cells_and_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _file(tmp_path, "path,side\n" + "a,b\n" * 4)
    assert len(_read(path, max_rows=4)) == 4
    with pytest.raises(TableError, match="more than 3 rows"):
        _read(path, max_rows=3)
    long = _file(tmp_path, f"path,side\n{'a' * (tables.MAX_CELL_CHARS + 1)},b\nc,d\n", "long.csv")
    assert [row[2] for row in _read(long)] == ["the cell 'path' is longer than 20,000 characters", ""]
    monkeypatch.setattr(tables, "MAX_BYTES", 10)
    with pytest.raises(TableError, match="larger"):
        _read(path)


def test_json_lines_keep_types_as_text(tmp_path: Path) -> None:
    lines = [
        json.dumps({"path": "a", "side": "b", "seed": 42, "guidance": 7.5, "steps": 30.0, "attr.x": None, "junk": [1]}),
        "",
        '{"path": "c", "prompt": {"nested": 1}}',
        "not json",
        "[1, 2]",
        '{"path": "\\ud800"}',
        "[" * 5000,
    ]
    rows = _read(_file(tmp_path, "\n".join(lines), "samples.jsonl"))
    assert rows[0] == (1, {"path": "a", "side": "b", "seed": "42", "guidance": "7.5", "steps": "30"}, "")
    assert [(line, refusal) for line, _, refusal in rows[1:]] == [
        (3, "a cell holds a dict; text or a number is expected"),
        (4, "it is not JSON"),
        (5, "it is not a JSON object"),
        (6, "a cell is not valid Unicode text"),
        (7, "it is not JSON"),
    ]


def _parquet(tmp_path: Path, columns: dict[str, object]) -> Path:
    path = tmp_path / "samples.parquet"
    pq.write_table(pa.table(columns), path)
    return path


def test_parquet_gives_the_same_cells_as_csv(tmp_path: Path) -> None:
    path = _parquet(
        tmp_path,
        {
            "path": ["a", "b", "c"],
            "side": pa.array(["original", None, "original"]).dictionary_encode(),
            "seed": pa.array([1.0, None, 3.0]),
            "identity": pa.array([84, 84, 5895]),
            "junk": pa.array([[1], [2], [3]]),
        },
    )
    assert _read(path) == [
        (1, {"path": "a", "side": "original", "seed": "1", "identity": "84"}, ""),
        (2, {"path": "b", "identity": "84"}, ""),
        (3, {"path": "c", "side": "original", "seed": "3", "identity": "5895"}, ""),
    ]


def test_parquet_refuses_blobs_and_too_many_rows_before_reading(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="'seed' holds binary"):
        _read(_parquet(tmp_path, {"path": ["a"], "side": ["b"], "seed": pa.array([b"\x80\x04"])}))
    with pytest.raises(TableError, match="more than 2 rows"):
        _read(_parquet(tmp_path, {"path": ["a"] * 3, "side": ["b"] * 3}), max_rows=2)
    with pytest.raises(TableError, match="lacks the column"):
        _read(_parquet(tmp_path, {"path": ["a"]}))
    with pytest.raises(TableError, match="parquet"):
        _read(_file(tmp_path, b"PAR1 not really PAR1", "samples.parquet"))


def test_parquet_with_damaged_pages_is_a_table_error(tmp_path: Path) -> None:
    path = _parquet(tmp_path, {"path": [f"{n}.png" for n in range(5000)], "side": ["original"] * 5000})
    data = bytearray(path.read_bytes())
    data[10:2000] = b"\xff" * 1990
    path.write_bytes(data)
    with pytest.raises(TableError):
        _read(path)


def test_a_long_text_repeated_in_every_row_costs_its_length_once(tmp_path: Path) -> None:
    rows = 200_000
    long = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), ["x" * 19_000])
    path = _parquet(tmp_path, {"path": long, "side": ["original"] * rows})
    assert path.stat().st_size < 1 << 20
    table = open_table(path, REQUIRED, lambda _: True)
    assert sum(len(row.cells["path"]) == 19_000 for row in table.rows) == rows


def test_other_files_are_no_tables(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="not a table"):
        _read(_file(tmp_path, "path,side", "samples.txt"))
    with pytest.raises(TableError, match="cannot be read"):
        _read(tmp_path / "missing.csv")
