"""Signal quality: DNSMOS, whose weights travel inside the package speechmos. It says nothing of naturalness."""

from pathlib import Path

from scoring.dnsmos import VALUES, Dnsmos
from scoring.listening import SoundEvaluator
from scoring.model_files import packaged_file
from scoring.registry import evaluator
from scoring.types import EvaluatorInfo, Options

_FILES = ("dnsmos_models/sig_bak_ovr.onnx", "dnsmos_models/model_v8.onnx")


def locate(options: Options) -> tuple[Path, ...]:
    """Return the two networks; UserError with the line to type."""
    return tuple(packaged_file("speechmos", file, extra="speech") for file in _FILES)


@evaluator(
    EvaluatorInfo(
        name="signal_dnsmos",
        version="1",
        title="DNSMOS (signal quality)",
        track="speech",
        input="audio",
        produces=(*VALUES, "duration_s", "speech_s"),
        needs=("onnxruntime", "librosa", "speechmos"),
        extra="speech",
        kind="light",
        licence="MIT",
        source="https://github.com/microsoft/DNS-Challenge",
        batch_size=8,
        aspect="signal quality",
    ),
    weights=locate,
)
def open_signal_dnsmos(options: Options, device: str) -> SoundEvaluator:
    """Load both networks."""
    primary, overall = locate(options)
    model = Dnsmos(primary, overall, device)
    return SoundEvaluator(model.hear, model.placement)
