"""A ready manifest for participants: `submission.toml` and `samples.csv`, to be filled in."""

from importlib.resources import files
from pathlib import Path

from genmu_studio.writing import write_atomically
from scoring.errors import UserError
from scoring.types import Track


def write_template(track: Track, folder: Path) -> tuple[Path, ...]:
    """Write the template of `track` into `folder` and return the files; UserError where one is there already."""
    source = files("resources") / "templates" / "submission" / track
    contents = {entry.name: entry.read_bytes() for entry in sorted(source.iterdir(), key=lambda entry: entry.name)}
    targets = {folder / name: content for name, content in contents.items()}
    for target in targets:
        if target.exists():
            raise UserError(f"{target} exists already", "Nothing was written; name another folder.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder} cannot be made: {error.strerror or error}", "Name another folder.") from None
    for target, content in targets.items():
        write_atomically(target, content)
    return tuple(targets)
