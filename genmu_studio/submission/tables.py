"""One reader for every table that people hand in: .csv, .jsonl and .parquet become rows of text with line numbers."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.errors import UserError

TABLE_SUFFIXES = (".csv", ".jsonl", ".parquet")
MAX_BYTES = 1 << 30
MAX_ROWS = 2_000_000
MAX_CELL_CHARS = 20_000
_MAX_LINE_CHARS = 1 << 20
_MAX_COLUMNS = 1_000
_DELIMITERS = (",", ";", "\t")


class TableError(UserError):
    """The table as a whole cannot be read."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row: `cells` holds the wanted columns that are not empty, as text. `refusal` says why it cannot be read.

    line : as an editor counts lines; for parquet the row, from 1.
    """

    line: int
    cells: Mapping[str, str]
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """The names of all columns (for .jsonl: none), and the rows, read as they are asked for.

    Iterating may raise TableError: a fault may stand anywhere in the file.
    """

    columns: tuple[str, ...]
    rows: Iterator[TableRow]


def open_table(
    path: Path, required: tuple[str, ...], wanted: Callable[[str], bool], *, max_rows: int = MAX_ROWS
) -> Table:
    """Open a table that must have the `required` columns; `wanted` says which are read; TableError otherwise."""
    readers = {".csv": _open_csv, ".jsonl": _open_jsonl, ".parquet": _open_parquet}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise TableError(f"{path.name} is not a table", f"Tables end in {', '.join(TABLE_SUFFIXES)}.")
    try:
        if path.stat().st_size > MAX_BYTES:
            raise TableError(f"{path.name} is larger than {MAX_BYTES >> 20} MiB")
        return reader(path, required, wanted, max_rows)
    except OSError as error:
        raise TableError(
            f"{path.name} cannot be read: {error.strerror or error}", "Is it there, and may it be read?"
        ) from None


def _check_columns(path: Path, columns: tuple[str, ...], required: tuple[str, ...]) -> None:
    missing = [name for name in required if name not in columns]
    if missing:
        raise TableError(f"{path.name} lacks the column(s) {', '.join(missing)}", f"It needs {', '.join(required)}.")
    if len(columns) > _MAX_COLUMNS:
        raise TableError(f"{path.name} has more than {_MAX_COLUMNS} columns")
    if len(set(columns)) != len(columns):
        raise TableError(f"{path.name} names a column twice")


def _too_many(path: Path, max_rows: int) -> TableError:
    return TableError(f"{path.name} has more than {max_rows:,} rows")


def _not_utf8(path: Path) -> TableError:
    return TableError(f"{path.name} is not UTF-8 text", "Save it as CSV in UTF-8 and import it again.")


# ---- CSV ------------------------------------------------------------------------------------------------------------


def _open_csv(path: Path, required: tuple[str, ...], wanted: Callable[[str], bool], max_rows: int) -> Table:
    delimiter = _delimiter(path, required)
    rows = _csv_rows(path, delimiter, required, wanted, max_rows)
    header = next(rows)
    return Table(tuple(header.cells), rows)


def _delimiter(path: Path, required: tuple[str, ...]) -> str:
    """Return the one delimiter under which the first line holds every required column; a comma where none does."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            first = stream.readline(_MAX_LINE_CHARS)
    except UnicodeDecodeError:
        raise _not_utf8(path) from None
    fitting = [
        delimiter
        for delimiter in _DELIMITERS
        if set(required) <= {name.strip().strip('"').strip() for name in first.split(delimiter)}
    ]
    return fitting[0] if len(fitting) == 1 else ","


def _csv_rows(
    path: Path, delimiter: str, required: tuple[str, ...], wanted: Callable[[str], bool], max_rows: int
) -> Iterator[TableRow]:
    """Yield the header as a row whose cells are the column names, then the rows."""
    start = 1
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.reader(stream, delimiter=delimiter, strict=True)
            columns = tuple(name.strip() for name in next(reader, ()))
            _check_columns(path, tuple(name for name in columns if name), required)
            places = [(place, name) for place, name in enumerate(columns) if name and wanted(name)]
            yield TableRow(1, dict.fromkeys((name for name in columns if name), ""))
            count = 0
            start = reader.line_num + 1
            for values in reader:
                line, start = start, reader.line_num + 1
                if not values:
                    continue
                count += 1
                if count > max_rows:
                    raise _too_many(path, max_rows)
                yield _csv_row(line, values, len(columns), places)
    except UnicodeDecodeError:
        raise _not_utf8(path) from None
    except csv.Error as error:
        raise TableError(
            f"{path.name}, line {start}: {error}", "Look for a quotation mark that is not closed."
        ) from None


def _csv_row(line: int, values: list[str], width: int, places: list[tuple[int, str]]) -> TableRow:
    if len(values) > width:
        return TableRow(line, {}, f"it has {len(values)} cells, the header {width}")
    if len(values) < width:
        values = values + [""] * (width - len(values))
    return _row(line, {name: values[place] for place, name in places if values[place]})


def _row(line: int, cells: dict[str, str]) -> TableRow:
    for name, value in cells.items():
        if len(value) > MAX_CELL_CHARS:
            return TableRow(line, {}, f"the cell {name!r} is longer than {MAX_CELL_CHARS:,} characters")
    return TableRow(line, cells)


# ---- JSON lines -----------------------------------------------------------------------------------------------------


def _open_jsonl(path: Path, _required: tuple[str, ...], wanted: Callable[[str], bool], max_rows: int) -> Table:
    return Table((), _jsonl_rows(path, wanted, max_rows))


def _jsonl_rows(path: Path, wanted: Callable[[str], bool], max_rows: int) -> Iterator[TableRow]:
    try:
        with path.open(encoding="utf-8-sig") as stream:
            for line, text in enumerate(iter(lambda: stream.readline(_MAX_LINE_CHARS + 1), ""), start=1):
                if len(text) > _MAX_LINE_CHARS:
                    raise TableError(f"{path.name}, line {line} is longer than {_MAX_LINE_CHARS >> 20} MiB")
                if line > max_rows:
                    raise _too_many(path, max_rows)
                if text.strip():
                    yield _jsonl_row(line, text, wanted)
    except UnicodeDecodeError:
        raise _not_utf8(path) from None


def _jsonl_row(line: int, text: str, wanted: Callable[[str], bool]) -> TableRow:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return TableRow(line, {}, "it is not JSON")
    if not isinstance(record, dict):
        return TableRow(line, {}, "it is not a JSON object")
    try:
        cells = {name: text_of(value) for name, value in record.items() if wanted(name)}
    except TypeError as error:
        return TableRow(line, {}, str(error))
    return _row(line, {name: value for name, value in cells.items() if value})


def text_of(value: object) -> str:
    """Return a cell of a typed table as text: 84 and 84.0 as "84", nothing as ""; TypeError for anything else."""
    if value is None:
        return ""
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= each <= "\udfff" for each in value):
            raise TypeError("a cell is not valid Unicode text")
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, int):
        return str(value)
    raise TypeError(f"a cell holds a {type(value).__name__}; text or a number is expected")


# ---- Parquet --------------------------------------------------------------------------------------------------------

_BATCH_ROWS = 16_384


def _open_parquet(path: Path, required: tuple[str, ...], wanted: Callable[[str], bool], max_rows: int) -> Table:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            schema, metadata = file.schema_arrow, file.metadata
        unpacked = sum(metadata.row_group(index).total_byte_size for index in range(metadata.num_row_groups))
    except (pa.ArrowException, OSError, ValueError) as error:
        raise TableError(f"{path.name} is not a parquet file that can be read", "", str(error)) from None
    columns = tuple(schema.names)
    _check_columns(path, columns, required)
    if metadata.num_rows > max_rows:
        raise _too_many(path, max_rows)
    if unpacked > MAX_BYTES:
        raise TableError(f"{path.name} unpacks to more than {MAX_BYTES >> 20} MiB")
    kinds = {name: schema.field(name).type for name in columns if wanted(name)}
    for name, kind in kinds.items():
        if not _is_plain(kind):
            raise TableError(f"{path.name}: the column {name!r} holds {kind}", "Store it as text.")
    return Table(columns, _parquet_rows(path, list(kinds), [name for name, kind in kinds.items() if _is_text(kind)]))


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    value = kind.value_type if types.is_dictionary(kind) else kind
    return bool(types.is_string(value) or types.is_large_string(value))


def _is_plain(kind: Any) -> bool:
    from pyarrow import types

    checks = (_is_text, types.is_null, types.is_integer, types.is_floating, types.is_boolean)
    return any(check(kind) for check in checks)


def _parquet_rows(path: Path, names: list[str], text_names: list[str]) -> Iterator[TableRow]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    line = 0
    try:
        # Text is read as a dictionary: one long value repeated in every row costs its length once.
        with pq.ParquetFile(path, read_dictionary=text_names) as file:
            for batch in file.iter_batches(batch_size=_BATCH_ROWS, columns=names):
                found = batch.schema.names
                columns = [_texts(path, batch.column(name)) for name in found]
                for values in zip(*columns, strict=True):
                    line += 1
                    yield _row(line, {name: value for name, value in zip(found, values, strict=True) if value})
    except (pa.ArrowException, OSError) as error:
        raise TableError(f"{path.name}: the data after row {line} are damaged", "", str(error)) from None


def _texts(path: Path, column: Any) -> list[str]:
    """Return a column of one batch as text; of a dictionary each value is made once and shared."""
    if not hasattr(column, "dictionary"):
        return [text_of(value) for value in column.to_pylist()]
    if column.dictionary.nbytes > MAX_BYTES // 4:
        raise TableError(f"{path.name} holds more than {MAX_BYTES >> 22} MiB of text in one column")
    try:
        values = [text_of(value) for value in column.dictionary.to_pylist()]
    except UnicodeDecodeError:
        raise _not_utf8(path) from None
    return ["" if place is None else values[place] for place in column.indices.to_pylist()]
