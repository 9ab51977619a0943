"""The traces of a picture file: its fingerprint and what it says of itself, for the audit."""

from pathlib import Path

from scoring.registry import evaluator
from scoring.traces import PICTURE_VALUES, TracesEvaluator
from scoring.types import EvaluatorInfo, Options


def locate(options: Options) -> tuple[Path, ...]:
    """Return no file at all: nothing is learnt."""
    return ()


@evaluator(
    EvaluatorInfo(
        name="traces_face",
        version="1",
        title="Traces of a picture file: fingerprint and embedded texts",
        track="face",
        input="image",
        produces=PICTURE_VALUES,
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
def open_traces_face(options: Options, device: str) -> TracesEvaluator:
    """Make the evaluator."""
    return TracesEvaluator()
