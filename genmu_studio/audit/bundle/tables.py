"""Rows of the database as Parquet, and back: columns keep their names, and STRICT types are those of Parquet."""

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from genmu_studio.store.evidence import Rows
from scoring.errors import UserError

if TYPE_CHECKING:
    import pyarrow as pa

_MOST_ROWS = 5_000_000
_MOST_BYTES = 4 << 30
_ROWS_AT_ONCE = 4096


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
    """Return the columns and rows of a Parquet file; UserError where it is none, or unpacks to more than any has.

    What a file says of its own size is not believed: texts and blobs are counted before they are unpacked.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    known = {pa.int64(), pa.float64(), pa.string(), pa.binary()}
    try:
        schema = pq.ParquetFile(pa.BufferReader(content)).schema_arrow
        if unknown := [f"{field.name} is {field.type}" for field in schema if field.type not in known]:
            raise ValueError(unknown[0])
        long = [field.name for field in schema if field.type in {pa.string(), pa.binary()}]
        file = pq.ParquetFile(pa.BufferReader(content), read_dictionary=long)
        if file.metadata.num_rows > _MOST_ROWS:
            raise ValueError(f"{file.metadata.num_rows} rows")
        rows: list[tuple[object, ...]] = []
        size = 0
        for batch in file.iter_batches(_ROWS_AT_ONCE):
            size += sum(map(_unpacked_bytes, batch.columns))
            if size > _MOST_BYTES:
                raise ValueError(f"more than {_MOST_BYTES:,} bytes")
            rows += zip(*(column.to_pylist() for column in batch.columns), strict=True)
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        raise UserError(f"{name} is no table", "Ask for the bundle again.", str(error)) from None
    return list(schema.names), rows


def _unpacked_bytes(column: "pa.Array") -> int:
    import pyarrow as pa
    import pyarrow.compute as pc

    if not pa.types.is_dictionary(column.type):
        return int(column.nbytes)
    lengths = pc.take(pc.binary_length(column.dictionary), column.indices)
    return int(pc.sum(pc.cast(lengths, pa.int64())).as_py() or 0)
