"""The values that cross the border of scoring: frozen, picklable, free of any library's own types but NumPy's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from scoring.codes import Code, CodeClass, class_of

Track = Literal["face", "speech", "concept"]
MediaKind = Literal["image", "audio"]
EvaluatorKind = Literal["reference", "light", "imported", "fake"]
Aspect = Literal["identity", "prosody", "attributes", "transcript", "naturalness", "signal quality", "traces"]
OptionValue = str | int | float | bool
Options = Mapping[str, OptionValue]
FloatArray = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Media:
    """One media file: absolute path, kind, and the SHA-256 (hex) that its bytes had at import ("" = not checked)."""

    path: str
    kind: MediaKind
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """Exactly what an evaluator sees of one sample: media, a partner for evaluators of pairs, and what else it needs.

    `context` carries text such as `transcript`, `prompt` or `face_at` (the face that a person chose: see
    `scoring.faces`).
    """

    media: Media
    partner: Media | None = None
    context: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Measurement:
    """What an evaluator found in one subject.

    values : finite numbers by name. embedding : float32 (d,), L2 norm 1, or None. flags : codes of class FLAG.
    detail : anything JSON can hold (face boxes, retries, the channel used).
    """

    values: Mapping[str, float] = field(default_factory=dict)
    embedding: FloatArray | None = None
    flags: tuple[Code, ...] = ()
    detail: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SampleFailure:
    """Why one subject has no measurement: a code of class FAILURE or ERROR, a sentence, and what was learnt."""

    code: Code
    message: str
    flags: tuple[Code, ...] = ()
    detail: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_error(self) -> bool:
        """Whether the evaluator failed rather than the sample."""
        return class_of(self.code) is CodeClass.ERROR


Outcome = Measurement | SampleFailure


class SampleError(Exception):
    """Raised inside scoring where one sample cannot be measured; `run_batch` turns it into a SampleFailure."""

    def __init__(
        self,
        code: Code,
        message: str = "",
        flags: tuple[Code, ...] = (),
        detail: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(code, message, flags, detail)
        self.failure = SampleFailure(code, message, flags, detail or {})


class Evaluator(Protocol):
    """A loaded model. `provider` is what really runs it, e.g. "CPUExecutionProvider" or "torch:cuda:0".

    `notice` says in one sentence what differs from what was asked for ("" = nothing), e.g. that CUDA was not there.
    """

    provider: str
    notice: str

    def measure(self, batch: Sequence[Subject]) -> list[Outcome]:
        """Return one outcome per subject, in the same order."""
        ...


@dataclass(frozen=True, slots=True)
class EvaluatorInfo:
    """What is known of an evaluator without loading it.

    needs : import names that must be installed. extra : the extra of this project that installs them.
    kind : "reference" (the challenge's own model), "light" (a stand-in), "fake" (tests only).
    licence, source : of the weights, for a person. dimension : of the embedding. batch_size : subjects per unit.
    aspect : what of a sample it measures; those of identity give embeddings, and are the only ones to decide with.
    pairs : whether it compares an unlearned sample with its partner, the original.
    """

    name: str
    version: str
    title: str
    track: Track
    input: MediaKind
    produces: tuple[str, ...]
    needs: tuple[str, ...]
    extra: str
    kind: EvaluatorKind
    licence: str
    source: str
    dimension: int | None = None
    batch_size: int = 16
    defaults: tuple[tuple[str, OptionValue], ...] = ()
    aspect: Aspect = "identity"
    pairs: bool = False


@dataclass(frozen=True, slots=True)
class EvaluatorSpec:
    """Which evaluator to load, how and where: what is shipped to a worker.

    options : only those that differ from the defaults. device : "auto", "cpu" or "cuda[:n]".
    """

    name: str
    options: tuple[tuple[str, OptionValue], ...] = ()
    device: str = "auto"


@dataclass(frozen=True, slots=True)
class MetricValue:
    """A metric with what it rests on. Percentages 0..100; where not computable `value` is None and `reason` says why.

    n : how many samples, pairs or items entered. failures : failures to acquire among them. interval : 95 %, or None.
    badge : a short warning that stands beside the value. parts : named components, in the metric's own units.
    """

    value: float | None
    n: int = 0
    failures: int = 0
    interval: tuple[float, float] | None = None
    badge: str | None = None
    reason: str | None = None
    parts: Mapping[str, float | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MetricInfo:
    """What tables, plots, reports and documentation say about a metric."""

    name: str
    symbol: str
    track: tuple[Track, ...]
    unit: str
    higher_is_better: bool
    needs: tuple[str, ...]
    definition: str
