"""Transcripts from elsewhere: texts that somebody else's speech recognition heard, taken in as an evaluator's results.

A text belongs to the sound, not to the submission: whoever handed in the same file has the same text. All that is taken
in under one name is one evaluator; a later text for a sound replaces the earlier one.
"""

from dataclasses import dataclass
from pathlib import Path

from genmu_studio.domain import MEDIA_KIND, SubmissionId, SubmissionRow
from genmu_studio.store import imported as imported_store
from genmu_studio.store.store import Store
from genmu_studio.submission.refused_lines import RefusedLine
from genmu_studio.submission.tables import TableError
from genmu_studio.submission.transcripts_table import read_transcripts
from scoring.digests import digest_of
from scoring.errors import UserError
from scoring.registry import evaluators

DEFAULT_NAME = "imported_transcripts"


@dataclass(frozen=True, slots=True)
class ImportedTranscripts:
    """What was taken in. accepted : lines. replaced : sounds that had another text under that name before.

    without_words : lines in whose sound nothing was heard. also_in : other submissions with some of these very sounds.
    """

    evaluator: str
    accepted: int
    refused: tuple[RefusedLine, ...]
    without_words: int
    replaced: int
    also_in: tuple[SubmissionId, ...]


def import_transcripts(store: Store, table: Path, submission: SubmissionRow, evaluator: str) -> ImportedTranscripts:
    """Take in a table of texts for the samples of a submission; each line that cannot be used is refused.

    UserError where the submission has no sounds, the name is taken, or the table cannot be read as a whole.
    """
    if MEDIA_KIND[submission.track] != "audio":
        raise UserError(f"{submission.id} has no sounds", "Transcripts belong to submissions of the speech track.")
    if not evaluator.strip():
        raise UserError("the transcripts have no name", "Name what heard them with --evaluator.")
    if evaluator in evaluators():
        raise UserError(f"{evaluator!r} is an evaluator of this program", "Give the transcripts another name.")
    sounds = store.read(lambda db: imported_store.sounds_of(db, submission.id))
    try:
        read = read_transcripts(table, sounds)
    except TableError as error:
        raise UserError(error.message, error.hint) from None
    without_words = sum(not text for text in read.texts.values())
    if not read.texts:
        return ImportedTranscripts(evaluator, 0, read.refused, 0, 0, ())
    digest = digest_of({"imported transcripts": evaluator})
    texts = {sounds[path]: text for path, text in read.texts.items()}
    replaced = store.write(
        lambda db: imported_store.put_transcripts(db, digest, evaluator, submission.track, texts)
    ).result()
    also_in = store.read(lambda db: imported_store.others_with(db, submission.id, list(texts)))
    return ImportedTranscripts(evaluator, len(read.texts), read.refused, without_words, replaced, tuple(also_in))


def only_with_sounds(rows: list[SubmissionRow]) -> SubmissionRow:
    """Return the one submission with sounds; UserError where there is none, or which of several is not said."""
    found = [row for row in rows if MEDIA_KIND[row.track] == "audio"]
    if len(found) == 1:
        return found[0]
    if not found:
        raise UserError("the project has no submission of the speech track", "Import one first: genmu import.")
    raise UserError(
        "the project has several submissions with sounds", f"--submission: {', '.join(r.id for r in found)}"
    )
