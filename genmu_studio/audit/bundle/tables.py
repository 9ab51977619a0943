"""Rows of the database as Parquet, and back: columns keep their names, and STRICT types are those of Parquet."""

import io
from collections.abc import Mapping, Sequence

from genmu_studio.store.evidence import Rows
from scoring.errors import UserError

_MOST_ROWS = 20_000_000
_MOST_BYTES = 8 << 30


def to_parquet(columns: Mapping[str, str], rows: Rows) -> bytes:
    """Return rows as a Parquet file. columns : name and declared type of each."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {"INTEGER": pa.int64(), "REAL": pa.float64(), "TEXT": pa.string(), "BLOB": pa.binary()}
    schema = pa.schema([(name, types[kind]) for name, kind in columns.items()])
    by_column: list[Sequence[object]] = list(zip(*rows, strict=True)) if rows else [[] for _ in columns]
    arrays = [pa.array(list(values), field.type) for values, field in zip(by_column, schema, strict=True)]
    made = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, schema=schema), made, compression="zstd", store_schema=False)
    return made.getvalue()


def from_parquet(content: bytes, name: str) -> tuple[list[str], Rows]:
    """Return the columns and rows of a Parquet file; UserError where it is none, or unpacks to more than any has."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(pa.BufferReader(content))
        told = file.metadata
        unpacked = sum(told.row_group(place).total_byte_size for place in range(told.num_row_groups))
        if told.num_rows > _MOST_ROWS or unpacked > _MOST_BYTES:
            raise ValueError(f"{told.num_rows} rows of {unpacked} bytes")
        table = file.read()
    except (pa.ArrowException, OSError, ValueError) as error:
        raise UserError(f"{name} is no table", "Ask for the bundle again.", str(error)) from None
    columns = [column.to_pylist() for column in table.columns]
    return list(table.column_names), list(zip(*columns, strict=True))
