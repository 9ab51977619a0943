"""The voices that the numbers of prosody are held against: the demo's, and real ones where they are."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import pytest

from genmu_studio.demo.voices import SPEAKERS, VOICES
from scoring.media import load_audio
from scoring.types import FloatArray, Media
from tests.scoring.prosody.made import RATE

# {speaker: {what is said: samples at 16 kHz}}
Spoken = Mapping[str, Mapping[str, FloatArray]]


def loaded(path: Path) -> FloatArray:
    return load_audio(Media(str(path), "audio"), rate=RATE).samples


@pytest.fixture(scope="session")
def demo_spoken() -> Spoken:
    """Return three sentences of the demo, each said by its four voices."""
    folder = Path(str(files("resources") / "demo" / "voices"))
    return {
        voice: {name: loaded(folder / voice / f"{name}.flac") for name in VOICES.conditions[:3]}
        for voice in SPEAKERS.values()
    }


@pytest.fixture(scope="session")
def real_spoken(voices: Mapping[str, tuple[Path, ...]]) -> Spoken:
    """Return the two shortest utterances of each real speaker: long ones take their time."""
    return {
        speaker: {path.stem: loaded(path) for path in sorted(paths, key=lambda path: path.stat().st_size)[:2]}
        for speaker, paths in voices.items()
    }
