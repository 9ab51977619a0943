"""A table of texts that somebody else's speech recognition heard, refused row by row where it cannot be used."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from genmu_studio.submission.paths import PathIndex
from genmu_studio.submission.refused_lines import RefusalError, RefusedLine, sample_path
from genmu_studio.submission.tables import TableRow, open_table
from genmu_studio.texts import clean_text

COLUMNS = ("path", "text")
# Ten minutes of fast speech, which is more than any evaluator hears.
MAX_TEXT_CHARS = 10_000


@dataclass(frozen=True, slots=True)
class TranscriptsTable:
    """What a table of transcripts holds that can be used, and what cannot. texts : by path, "" for nothing heard."""

    texts: Mapping[str, str]
    refused: tuple[RefusedLine, ...]


def read_transcripts(path: Path, sounds: Mapping[str, int]) -> TranscriptsTable:
    """Read a .csv, .jsonl or .parquet of the columns path and text; TableError for the whole.

    sounds : the paths of the samples, each with the subject that it shows: equal ones are one sound, of one text.
    Texts lose their control characters; what stands between words becomes one space.
    """
    index = PathIndex(sounds)
    texts: dict[str, str] = {}
    refused: list[RefusedLine] = []
    line_of: dict[int, tuple[int, str]] = {}
    for row in open_table(path, COLUMNS, COLUMNS.__contains__).rows:
        try:
            found, text = _row(row, index)
            if found in texts:
                raise RefusalError("a row for this path stands above")
            first, known = line_of.setdefault(sounds[found], (row.line, text))
            if known != text:
                raise RefusalError(f"the same sound has another text in line {first}")
        except RefusalError as refusal:
            refused.append(RefusedLine(row.line, str(refusal)))
            continue
        texts[found] = text
    return TranscriptsTable(texts, tuple(refused))


def _row(row: TableRow, index: PathIndex) -> tuple[str, str]:
    if row.refusal:
        raise RefusalError(row.refusal)
    found = sample_path(row.cells.get("path", ""), index)
    text = " ".join(clean_text(row.cells.get("text", "")).split())
    if len(text) > MAX_TEXT_CHARS:
        raise RefusalError(f"the text is longer than {MAX_TEXT_CHARS:,} characters")
    return found, text
