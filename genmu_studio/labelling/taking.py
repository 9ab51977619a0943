"""Files of labels as a person hands them over: a pack whose journal lies beside it, the journal, or another copy's."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from genmu_studio.labelling.label_files import read_label_file
from genmu_studio.labelling.merging import MergedLabels, merge_file
from genmu_studio.labelling.packs import is_pack, journal_path
from scoring.errors import UserError

if TYPE_CHECKING:
    from genmu_studio.project import Project

JOURNAL = ".labels.jsonl"


@dataclass(frozen=True, slots=True)
class TakenFile:
    """What came of one file. error : why nothing of it was taken."""

    path: Path
    merged: MergedLabels | None = None
    error: UserError | None = None


def is_labels(path: Path) -> bool:
    """Whether a file is one of labels, by its name."""
    return path.name.lower().endswith(JOURNAL)


def take_file(project: "Project", path: Path) -> TakenFile:
    """Take in the labels of a pack's journal, or of a label file; what is wrong with it stands in what comes back."""
    try:
        return TakenFile(path, _take(project, path))
    except UserError as error:
        return TakenFile(path, None, error)


def _take(project: "Project", path: Path) -> MergedLabels:
    journal = path
    if path.suffix.lower() == ".zip":
        if not is_pack(path):
            raise UserError(f"{path.name} is no blind pack", "Take the journal that lies beside the pack.")
        journal = journal_path(path)
        if not journal.is_file():
            raise UserError(f"there is no {journal.name} beside the pack", "Ask the annotator for it.")
    # Of a journal answers alone come in, and only those of its annotator, whatever the file says of itself.
    merged = merge_file(project, read_label_file(journal), answers_only=is_labels(journal))
    if merged.added:
        project.announce("labels")
    return merged
