"""Whisper through faster-whisper and CTranslate2: one sound becomes words with times. The one place that touches them.

Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision" (2022). The folder is always given as a
path that holds the tokenizer too: then nothing asks the network, also not where there is one.
"""

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from scoring.devices import Placement, cuda_index, threads_per_worker
from scoring.errors import UserError
from scoring.listening import RATE_HZ, Heard
from scoring.transcripts.word_times import SpokenWord
from scoring.types import FloatArray

# As published. A window that the model calls empty and does not believe in gives no words.
NO_SPEECH_THRESHOLD = 0.6
LOG_PROBABILITY_THRESHOLD = -1.0
COMPRESSION_RATIO_THRESHOLD = 2.4
MOST_BEAMS = 20
_PREFERRED = {"cuda": ("float16", "int8", "float32"), "cpu": ("int8", "float32")}


@dataclass(frozen=True, slots=True)
class Decoding:
    """How words are searched for. The temperature is 0 in every case: any other draws words by lot."""

    language: str
    beam_size: int
    condition_on_previous_text: bool
    vad: bool


class Transcriber:
    """A loaded Whisper model. `placement` says what really runs it, e.g. "ctranslate2:cpu:int8_float32"."""

    def __init__(self, folder: Path, decoding: Decoding, device: str) -> None:
        if not 1 <= decoding.beam_size <= MOST_BEAMS:
            raise UserError(f"a beam size of {decoding.beam_size}", f"It must be from 1 to {MOST_BEAMS}.")
        self._decoding = decoding
        self._model, self.placement = _load(folder, device)
        if decoding.language not in self._model.supported_languages:
            raise UserError(f"the Whisper model in {folder} does not know the language {decoding.language!r}")

    def hear(self, samples: FloatArray) -> Heard:
        """Return the transcript of a sound.

        values : `words`, how many; where there are any, `mean_log_probability` (over the tokens, of the text as the
        model believes it), and the worst window's `no_speech_probability` and `compression_ratio` (of a text that
        repeats itself it is high). detail : `text`, `words` (word, start_s, end_s, probability), `language`.
        """
        segments = self._segments(samples)
        words = [word for segment in segments for word in words_of_segment(segment)]
        values = {"words": float(len(words))}
        if segments:
            tokens = np.array([len(segment.tokens) for segment in segments])
            beliefs = np.array([segment.avg_logprob for segment in segments])
            values |= {
                "mean_log_probability": float((beliefs * tokens).sum() / tokens.sum()),
                "no_speech_probability": float(max(segment.no_speech_prob for segment in segments)),
                "compression_ratio": float(max(segment.compression_ratio for segment in segments)),
            }
        detail = {
            "text": " ".join(word.word for word in words),
            "words": [asdict(word) for word in words],
            "language": self._decoding.language,
        }
        return Heard(values, detail)

    def _segments(self, samples: FloatArray) -> list[Any]:
        segments, _ = self._model.transcribe(
            samples,
            language=self._decoding.language,
            task="transcribe",
            beam_size=self._decoding.beam_size,
            temperature=[0.0],
            condition_on_previous_text=self._decoding.condition_on_previous_text,
            no_speech_threshold=NO_SPEECH_THRESHOLD,
            log_prob_threshold=LOG_PROBABILITY_THRESHOLD,
            compression_ratio_threshold=COMPRESSION_RATIO_THRESHOLD,
            word_timestamps=True,
            vad_filter=self._decoding.vad,
        )
        return [segment for segment in segments if segment.text.strip() and segment.tokens]


def words_of_segment(segment: Any) -> Iterator[SpokenWord]:
    """Yield what stands between spaces in a segment's text, with times.

    The library's words may be parts of those ("ice", "-cream"): they are put together, with the least of their
    probabilities. Where its words do not make the text, each has the times of the whole segment.
    """
    groups: list[list[Any]] = []
    for part in segment.words or ():
        if groups and not part.word.startswith(" "):
            groups[-1].append(part)
        else:
            groups.append([part])
    texts = ["".join(part.word for part in group).strip() for group in groups]
    spoken = segment.text.split()
    if texts != spoken:
        belief = min(1.0, math.exp(segment.avg_logprob))
        yield from (SpokenWord(word, float(segment.start), float(segment.end), belief) for word in spoken)
        return
    for text, group in zip(texts, groups, strict=True):
        probability = min(float(part.probability) for part in group)
        yield SpokenWord(text, float(group[0].start), float(group[-1].end), probability)


def _load(folder: Path, device: str) -> tuple[Any, Placement]:
    """Return the model on CUDA where it is wanted and reachable, else on the CPU, and what to say of it."""
    import ctranslate2

    index = cuda_index(device)
    notice = ""
    if device != "cpu" and index < ctranslate2.get_cuda_device_count():
        try:
            model = _open(folder, "cuda", index)
        except (RuntimeError, ValueError) as error:  # a driver or a library of CUDA that is missing shows only in use
            notice = f"CTranslate2 could not use CUDA ({str(error).partition('.')[0]}): running on the CPU"
        else:
            return model, Placement(f"ctranslate2:cuda:{index}:{model.model.compute_type}", "")
    elif device.startswith("cuda"):
        notice = f"{device} was asked for, but CTranslate2 found no such device: running on the CPU"
    model = _open(folder, "cpu", 0)
    return model, Placement(f"ctranslate2:{model.model.device}:{model.model.compute_type}", notice)


def _open(folder: Path, device: str, index: int) -> Any:
    import ctranslate2
    from faster_whisper import WhisperModel

    possible = ctranslate2.get_supported_compute_types(device, index)
    model = WhisperModel(
        str(folder),
        device=device,
        device_index=index,
        compute_type=next(name for name in _PREFERRED[device] if name in possible),
        cpu_threads=threads_per_worker(),
        num_workers=1,
        local_files_only=True,
    )
    if device == "cuda":
        # The first use loads cuBLAS, which may be missing.
        list(model.transcribe(np.zeros(RATE_HZ, np.float32), language="en", temperature=[0.0])[0])
    return model
