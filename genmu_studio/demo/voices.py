"""The voices of the demo: four synthetic ones, committed as FLAC in resources/demo/voices (licences in its NOTICE)."""

import csv
import io
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from zlib import crc32

import numpy as np
import soundfile
import soxr

from genmu_studio.demo.material import Answer, Cell, Effect, TrackMaterial, broken_off
from genmu_studio.domain import IdentityGroup
from scoring.types import FloatArray

RATE_HZ = 16_000
# The voice of flite that speaks for each identity.
SPEAKERS: Mapping[str, str] = {
    "demo-voice-a": "rms",
    "demo-voice-b": "awb",
    "demo-voice-c": "kal16",
    "demo-voice-d": "slt",
}
_FOLDER = files("resources") / "demo"
# A seed speaks a little slower (and lower), as another draw of a generator would.
_TEMPO = {31: 1.0, 32: 0.98}
# Slower and lower: halfway the voice still verifies as itself (0.87 where 0.81 is asked), then it is nobody's.
_STRANGE_TEMPO = {Effect.HALFWAY: 0.92, Effect.STRANGER: 0.76}
_NOISE = 1e-4


@cache
def sentences() -> dict[str, str]:
    """Return the text of every recording by its name; those whose name starts with "reference" are references."""
    text = (_FOLDER / "sentences.tsv").read_text(encoding="utf-8")
    return {row["name"]: row["text"] for row in csv.DictReader(io.StringIO(text), delimiter="\t")}


def _flac_of(identity: str, sentence: str) -> bytes:
    return (_FOLDER / "voices" / SPEAKERS[identity] / f"{sentence}.flac").read_bytes()


@cache
def _spoken(identity: str, sentence: str, tempo: float) -> FloatArray:
    """Return the mono signal at 16 kHz; a tempo below 1 makes it slower and lower alike."""
    samples, _ = soundfile.read(io.BytesIO(_flac_of(identity, sentence)), dtype="float32")
    signal: FloatArray = samples if tempo == 1 else soxr.resample(samples, RATE_HZ * tempo, RATE_HZ)
    return signal


def _said(identity: str, cell: Cell, tempo: float = 1.0) -> FloatArray:
    return _spoken(identity, cell.condition, tempo * _TEMPO[cell.seed])


def _drifted(signal: FloatArray, cell: Cell, drift: float) -> FloatArray:
    noise = np.random.default_rng(crc32(repr(cell).encode())).standard_normal(signal.size, dtype=np.float32)
    return signal * np.float32(1 - 0.1 * drift) + noise * np.float32(_NOISE * drift)


def _flac(signal: FloatArray) -> bytes:
    stream = io.BytesIO()
    soundfile.write(stream, np.clip(signal, -1, 1), RATE_HZ, format="FLAC", subtype="PCM_16")
    return stream.getvalue()


def original(cell: Cell) -> bytes:
    """Return the FLAC of the original side."""
    return _flac(_said(cell.identity, cell))


def unlearned(cell: Cell, answer: Answer, drift: float) -> bytes:
    """Return the FLAC of the unlearned side; ValueError for an effect that only pictures have."""
    match answer.effect:
        case Effect.SAME:
            signal = _said(cell.identity, cell)
        case Effect.HALFWAY | Effect.STRANGER as effect:
            signal = _said(cell.identity, cell, _STRANGE_TEMPO[effect])
        case Effect.OTHER:
            signal = _said(answer.identity, cell)
        case Effect.EMPTY:
            return _flac(np.zeros_like(_said(cell.identity, cell)))
        case Effect.DAMAGED:
            return broken_off(original(cell))
        case Effect.CROWDED:
            raise ValueError("a voice has no second face")
    return _flac(_drifted(signal, cell, drift))


def references(identity: str) -> dict[str, bytes]:
    """Return the committed reference recordings of the voice, by file name."""
    return {f"{name}.flac": _flac_of(identity, name) for name in sentences() if name.startswith("reference")}


def settings(cell: Cell) -> dict[str, str]:
    """Return the columns that say how the utterance was asked for."""
    requested = {"attr.emotion": "neutral"} if cell.condition in ("letter", "weather") else {}
    return {
        "transcript": sentences()[cell.condition],
        "sample_rate": str(RATE_HZ),
        "decoder": "greedy",
        "reference": f"{cell.identity}/reference-1.flac",
        **requested,
    }


_FORGET, *_RETAIN = SPEAKERS
VOICES = TrackMaterial(
    track="speech",
    suffix=".flac",
    group=IdentityGroup("Demo Voices", "speech", "demo", _FORGET, tuple(_RETAIN), "made for the demo"),
    cohort=(),
    conditions=tuple(name for name in sentences() if not name.startswith("reference")),
    seeds=tuple(_TEMPO),
    original=original,
    unlearned=unlearned,
    references=references,
    settings=settings,
)
