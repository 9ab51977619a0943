"""What the window remembers between two starts: its place, its layout, recent projects. Losing it harms nobody."""

import json
from collections.abc import Sequence
from pathlib import Path

from genmu_studio.settings import config_folder
from genmu_studio.writing import write_atomically
from scoring.errors import UserError

_MOST_RECENT = 12


class Memory:
    """Small values by name, kept in one file; one that cannot be read or written is forgotten."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or config_folder() / "window.json"
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            data = {}
        self._values: dict[str, object] = data if isinstance(data, dict) else {}

    def get(self, name: str) -> object:
        """Return what is remembered under `name`, None for nothing."""
        return self._values.get(name)

    def text(self, name: str) -> str:
        """Return the text that is remembered under `name`, "" for none."""
        value = self._values.get(name)
        return value if isinstance(value, str) else ""

    def put(self, name: str, value: object) -> None:
        """Remember `value`, which JSON can hold, under `name`."""
        if self._values.get(name) != value:
            self._values[name] = value
            self._save()

    @property
    def recent_projects(self) -> Sequence[Path]:
        """The projects that were open, latest first; those that are gone are left out."""
        value = self._values.get("recent")
        paths = [Path(each) for each in value if isinstance(each, str)] if isinstance(value, list) else []
        return [path for path in paths if path.is_dir()]

    def remember_project(self, folder: Path) -> None:
        """Put a project first among the recent ones."""
        path = str(folder.absolute())
        others = [str(each) for each in self.recent_projects if str(each) != path]
        self.put("recent", [path, *others][:_MOST_RECENT])

    def _save(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path, (json.dumps(self._values, indent=1) + "\n").encode())
        except (OSError, UserError):
            return  # a read-only home: the window opens in its usual place next time
