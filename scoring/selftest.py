"""The self-test of an evaluator on media made for it: whether it says the same again, in any company."""

import tempfile
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scoring.errors import UserError
from scoring.registry import find_evaluator, open_evaluator
from scoring.types import EvaluatorInfo, EvaluatorSpec, Measurement, Media, Outcome, Subject
from scoring.work import run_batch

TOLERANCE = 1e-4
_RATE_HZ = 16_000
_SECONDS = 5


def self_test_evaluator(spec: EvaluatorSpec) -> str:
    """Load the evaluator and measure three media alone, together, in reverse and again; return what was seen.

    UserError where two measurements of one medium differ by more than `TOLERANCE`, or where nothing was returned.
    """
    info = find_evaluator(spec.name).info
    with tempfile.TemporaryDirectory() as folder:
        media = [Media(str(path), info.input) for path in _make_media(Path(folder), info)]
        partners = [*media[1:], media[0]] if info.pairs else [None] * len(media)
        subjects = [Subject(*both) for both in zip(media, partners, strict=True)]
        together = run_batch(spec, subjects)
        backwards = run_batch(spec, subjects[::-1])[::-1]
        alone = [run_batch(spec, [subject])[0] for subject in subjects]
    worst = max(_difference(*both) for others in (backwards, alone) for both in zip(together, others, strict=True))
    if worst > TOLERANCE:
        raise UserError(
            f"{spec.name} does not repeat itself: its numbers differ by {worst:.2g}",
            "Its numbers cannot be trusted here.",
        )
    measured = sum(isinstance(outcome, Measurement) for outcome in together)
    if not measured:
        raise UserError(f"{spec.name} measured none of the test media", "", str(together[0]))
    provider = open_evaluator(spec).provider
    return f"repeats itself within {worst:.1g} on {provider}; {measured} of {len(together)} test media measured"


def _difference(one: Outcome, other: Outcome) -> float:
    if not (isinstance(one, Measurement) and isinstance(other, Measurement)):
        return 0.0 if type(one) is type(other) and one == other else np.inf
    if one.embedding is not None and other.embedding is not None:
        return float(np.abs(one.embedding - other.embedding).max())
    if one.embedding is not other.embedding or one.values.keys() != other.values.keys():
        return np.inf
    return max((abs(value - other.values[name]) for name, value in one.values.items()), default=0.0)


def _make_media(folder: Path, info: EvaluatorInfo) -> list[Path]:
    if info.input == "audio":
        return [_make_sound(folder, number) for number in range(3)]
    return _cut_faces(folder) if info.track == "face" else [_make_picture(folder, number) for number in range(3)]


def _cut_faces(folder: Path) -> list[Path]:
    """Write parts of the photograph of people that insightface carries: each shows at least one of them."""
    from PIL import Image  # noqa: PLC0415 - only the self-test of picture evaluators draws

    source = files("insightface") / "data" / "images" / "t1.jpg"
    paths = []
    with source.open("rb") as stream, Image.open(stream) as photograph:
        third = photograph.width // 3
        for number in range(3):
            part = photograph.crop((number * third, 0, (number + 1) * third, photograph.height))
            paths.append(folder / f"{number}.png")
            part.save(paths[-1])
    return paths


def _make_picture(folder: Path, number: int) -> Path:
    from PIL import Image  # noqa: PLC0415 - as above

    coarse = np.random.default_rng(number).integers(0, 255, (8, 8, 3), dtype=np.uint8)
    path = folder / f"{number}.png"
    Image.fromarray(coarse).resize((256, 256), Image.Resampling.BICUBIC).save(path)
    return path


def _make_sound(folder: Path, number: int) -> Path:
    import soundfile  # noqa: PLC0415 - only the self-test of audio evaluators writes sound

    time_s: NDArray[np.float64] = np.arange(_SECONDS * _RATE_HZ) / _RATE_HZ
    pitch_hz = 110 * 2 ** (number / 2)
    voice = sum(np.sin(2 * np.pi * pitch_hz * harmonic * time_s) / harmonic for harmonic in range(1, 30))
    envelope = 0.5 + 0.5 * np.sin(2 * np.pi * 4 * time_s)
    samples = 0.05 * voice * envelope + 0.001 * np.random.default_rng(number).standard_normal(len(time_s))
    path = folder / f"{number}.wav"
    soundfile.write(path, samples, _RATE_HZ)
    return path
