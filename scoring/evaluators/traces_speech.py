"""The traces of a sound file: its fingerprint, its texture and what it says of itself, for the audit."""

from pathlib import Path

from scoring.registry import evaluator
from scoring.traces import SOUND_VALUES, TracesEvaluator
from scoring.types import EvaluatorInfo, Options


def locate(options: Options) -> tuple[Path, ...]:
    """Return no file at all: nothing is learnt."""
    return ()


@evaluator(
    EvaluatorInfo(
        name="traces_speech",
        version="2",
        title="Traces of a sound file: fingerprint, texture and embedded texts",
        track="speech",
        input="audio",
        produces=SOUND_VALUES,
        needs=(),
        extra="",
        kind="reference",
        licence="Apache-2.0 (this program; no weights)",
        source="docs/explanation/audit.md",
        batch_size=64,
        aspect="traces",
    ),
    weights=locate,
)
def open_traces_speech(options: Options, device: str) -> TracesEvaluator:
    """Make the evaluator."""
    return TracesEvaluator()
