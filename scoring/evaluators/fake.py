"""Fake evaluators for tests: embeddings computed from the content of a file, without any model.

Pictures of about the same mean colour, and sounds of about the same dominant frequency, are "of the same identity". A
picture whose halves, left and right, are plain but of two colours shows two faces, of which a person may pick one. The
options make an evaluator slow, failing or crashing for tests of jobs: `fail_on` and `crash_on` are parts of file names.
"""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np

from scoring.codes import Code
from scoring.embeddings import unit
from scoring.faces import Face, Picture, chosen_index, detail_of
from scoring.media import load_audio, load_image
from scoring.registry import evaluator
from scoring.types import (
    EvaluatorInfo,
    FloatArray,
    Measurement,
    Options,
    OptionValue,
    Outcome,
    SampleError,
    Subject,
)

DIMENSION = 32
COLOUR_STEP = 32  # of 256 levels: two colours within one step of each other are one identity
OCTAVE_STEPS = 4  # two frequencies within a quarter of an octave are one identity
CRASH_EXIT_CODE = 70
_SPREAD = 0.05  # how far samples of one identity scatter around it
_DEFAULTS: Final[tuple[tuple[str, OptionValue], ...]] = (("delay_s", 0.0), ("fail_on", ""), ("crash_on", ""))


@dataclass(frozen=True, slots=True)
class Seen:
    """What a file shows: its identity in whole numbers, and a number that tells it from others of that identity."""

    identity: tuple[int, ...]
    number: float
    flags: tuple[Code, ...] = ()
    detail: Mapping[str, object] = field(default_factory=dict)


Look = Callable[[Subject], Seen]


def look_at_picture(subject: Subject) -> Seen:
    """Return the mean colour of the face that counts in steps of `COLOUR_STEP`, and the exact mean."""
    rgb = load_image(subject.media).rgb
    faces = faces_in(rgb)
    chosen = chosen_index(subject, faces)
    left, top, right, bottom = (int(edge) for edge in faces[chosen].box)
    mean = rgb[top:bottom, left:right].mean(axis=(0, 1))
    seen = Seen(tuple(int(level // COLOUR_STEP) for level in mean), float(mean @ (1, 256, 65536)))
    if len(faces) == 1:
        return seen
    return replace(seen, flags=(Code.MULTI_FACE,), detail=detail_of(faces, chosen, retried=False))


def faces_in(rgb: Picture) -> list[Face]:
    """Return the two halves where each is plain and of a colour of its own, else the whole as one face."""
    height, width = rgb.shape[:2]
    left, right = rgb[:, : width // 2], rgb[:, width // 2 :]
    are_plain = left.size > 0 and all((half == half[0, 0]).all() for half in (left, right))
    edges = (0, width // 2, width) if are_plain and (left[0, 0] != right[0, 0]).any() else (0, width)
    return [
        Face((x1, 0, x2, height), np.full((5, 2), ((x1 + x2) / 2, height / 2), np.float32), 1.0)
        for x1, x2 in pairwise(edges)
    ]


def listen_to_sound(subject: Subject) -> Seen:
    """Return the dominant frequency in steps of a quarter octave, and the signal's energy."""
    audio = load_audio(subject.media)
    spectrum = np.abs(np.fft.rfft(audio.samples))
    peak_hz = max(1.0, float(np.argmax(spectrum)) * audio.rate / len(audio.samples))
    return Seen((round(np.log2(peak_hz) * OCTAVE_STEPS),), float(spectrum @ spectrum))


class FakeEvaluator:
    """Turns what it sees in a file into a direction that is the same on every machine."""

    provider = "fake"
    notice = ""

    def __init__(self, look: Look, options: Options) -> None:
        self._look = look
        self._delay_s = float(options["delay_s"])
        self._fail_on = str(options["fail_on"])
        self._crash_on = str(options["crash_on"])

    def measure(self, batch: Sequence[Subject]) -> list[Outcome]:
        """Return one outcome per subject, after the delay asked for per subject."""
        return [self._measure(subject) for subject in batch]

    def _measure(self, subject: Subject) -> Outcome:
        name = Path(subject.media.path).name
        time.sleep(self._delay_s)
        if self._crash_on and self._crash_on in name:
            os._exit(CRASH_EXIT_CODE)
        if self._fail_on and self._fail_on in name:
            raise RuntimeError(f"the fake evaluator was told to fail on {name}")
        try:
            seen = self._look(subject)
        except SampleError as error:
            return error.failure
        return Measurement({"content": seen.number}, embedding_of(seen.identity, seen.number), seen.flags, seen.detail)


def embedding_of(identity: tuple[int, ...], number: float) -> FloatArray:
    """Return a unit vector near the direction of `identity`; `number` decides where exactly."""
    centre = np.random.default_rng(identity).normal(size=DIMENSION)
    seed = int.from_bytes(np.float64(round(number, 6)).tobytes())
    return unit(centre + _SPREAD * np.random.default_rng(seed).normal(size=DIMENSION))


def locate(options: Options) -> tuple[Path, ...]:
    """Return no file at all."""
    return ()


@evaluator(
    EvaluatorInfo(
        name="fake_image",
        version="1",
        title="Fake: mean colour (for tests)",
        track="face",
        input="image",
        produces=("embedding", "content"),
        needs=(),
        extra="",
        kind="fake",
        licence="",
        source="",
        dimension=DIMENSION,
        defaults=_DEFAULTS,
    ),
    weights=locate,
)
def open_fake_image(options: Options, device: str) -> FakeEvaluator:
    """Make the fake evaluator of pictures."""
    return FakeEvaluator(look_at_picture, options)


@evaluator(
    EvaluatorInfo(
        name="fake_audio",
        version="1",
        title="Fake: dominant frequency (for tests)",
        track="speech",
        input="audio",
        produces=("embedding", "content"),
        needs=(),
        extra="",
        kind="fake",
        licence="",
        source="",
        dimension=DIMENSION,
        defaults=_DEFAULTS,
    ),
    weights=locate,
)
def open_fake_audio(options: Options, device: str) -> FakeEvaluator:
    """Make the fake evaluator of sounds."""
    return FakeEvaluator(listen_to_sound, options)
