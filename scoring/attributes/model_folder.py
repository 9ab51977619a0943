"""The folder of a local classifier: only the files that are read, real ones, of bounded size, nothing that could run.

A person puts the folder there, but the files come from strangers. Weights are ONNX or safetensors, which hold numbers
only; a pickle, a program or a link in the folder is refused before any library looks at it.
"""

import stat
from pathlib import Path

from scoring.errors import UserError
from scoring.model_files import weights_folder

LABELS_FILE = "labels.json"
MAX_TEXT_BYTES = 1 << 20
MAX_WEIGHT_BYTES = 4 << 30
_HOW = "docs/how-to/bring-an-attribute-classifier.md tells what belongs in it."
_WORDS = {".md", ".txt"}
_WORD_NAMES = {"LICENSE", "LICENCE", "NOTICE"}


def model_files(name: str, files: tuple[str, ...]) -> tuple[Path, ...]:
    """Return `files` of the folder `name` of the weights folder, in that order.

    UserError naming the path to fill where one is missing, and what to remove where anything else lies there, texts for
    people and hidden entries apart.
    """
    folder = weights_folder() / name
    if not folder.is_dir():
        raise UserError(f"there is no model in {folder}", f"Put {_and(files)} there. {_HOW}")
    if folder.is_symlink():
        raise UserError(f"{folder} is a link", f"Put the folder itself there. {_HOW}")
    missing = [each for each in files if not (folder / each).exists()]
    if missing:
        raise UserError(f"{folder} lacks {_and(missing)}", f"Put {_and(files)} there. {_HOW}")
    for entry in sorted(folder.iterdir()):
        if entry.name not in files and not _is_harmless(entry):
            raise UserError(
                f"{folder} holds {entry.name}, which is not read", f"Leave only {_and(files)} there. {_HOW}"
            )
    found = tuple(folder / each for each in files)
    for path in found:
        _require_plain(path)
    return found


def _is_harmless(entry: Path) -> bool:
    is_text = entry.suffix.lower() in _WORDS or entry.name in _WORD_NAMES
    return entry.name.startswith(".") or (is_text and entry.is_file() and not entry.is_symlink())


def _require_plain(path: Path) -> None:
    facts = path.lstat()
    if not stat.S_ISREG(facts.st_mode):
        raise UserError(f"{path} is no plain file", "Put the file itself there, not a link to it.")
    limit = MAX_TEXT_BYTES if path.suffix == ".json" else MAX_WEIGHT_BYTES
    if facts.st_size > limit:
        raise UserError(f"{path} is larger than {limit >> 20:,} MiB", "Is it the right file?")


def _and(names: tuple[str, ...] | list[str]) -> str:
    return ", ".join(names[:-1]) + f" and {names[-1]}" if len(names) > 1 else names[0]
