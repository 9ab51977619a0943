"""Submissions made by the tests: a manifest, and files whose first bytes are those of a picture."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from genmu_studio.protocol import Protocol, load_protocol

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 56
WAV = b"RIFF\x24\0\0\0WAVEfmt " + b"\0" * 48
MANIFEST = '[submission]\nteam = "Example Lab"\ntrack = "{track}"\n'

MakeSubmission = Callable[..., Path]


@pytest.fixture(scope="session")
def protocol() -> Protocol:
    return load_protocol()


@pytest.fixture
def make_submission(tmp_path: Path) -> MakeSubmission:
    """Return a function that writes a submission: its media by path, the text of samples.csv, its name and track."""

    def make(
        media: Mapping[str, bytes] | list[str],
        table: str | None = None,
        *,
        name: str = "entry",
        track: str = "face",
        manifest: str = MANIFEST,
    ) -> Path:
        folder = tmp_path / name
        head = WAV if track == "speech" else PNG
        contents = media if isinstance(media, Mapping) else dict.fromkeys(media, head)
        for path, data in contents.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        folder.mkdir(exist_ok=True)
        (folder / "submission.toml").write_text(manifest.replace("{track}", track), encoding="utf-8")
        if table is not None:
            (folder / "samples.csv").write_text(table, encoding="utf-8")
        return folder

    return make
