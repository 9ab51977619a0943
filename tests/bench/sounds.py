"""Utterances, made at run time from the demo's synthetic voices: as many different files as asked."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import product
from pathlib import Path

import soundfile
import soxr

from genmu_studio.demo.voices import RATE_HZ, SPEAKERS, sentences


def write_sounds(folder: Path, count: int) -> list[Path]:
    """Write `count` FLAC files of distinct content, the same ones every time; return their paths.

    The further round through all voices and sentences, the slower they speak.
    """
    voices = files("resources") / "demo" / "voices"
    sources = [voices / speaker / f"{name}.flac" for name, speaker in product(sentences(), SPEAKERS.values())]
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number in range(count):
        path = folder / f"{number:05d}.flac"
        _write(sources[number % len(sources)], 1 - 0.02 * (number // len(sources)), path)
        paths.append(path)
    return paths


def _write(source: Traversable, tempo: float, path: Path) -> None:
    with source.open("rb") as stream:
        samples, _ = soundfile.read(stream, dtype="float32")
    soundfile.write(path, soxr.resample(samples, RATE_HZ * tempo, RATE_HZ), RATE_HZ, format="FLAC", subtype="PCM_16")
