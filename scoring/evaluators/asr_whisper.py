"""Transcripts by Whisper, offline: tiny.en from its carrier, or any Whisper for CTranslate2 that a person installed.

Another model is named by the option `model` and lies in the folder `whisper/<model>` of the weights folder. What is
heard depends on the options, all of them, and on nothing else: no temperature but 0, no words of an earlier window, no
guess of the language, no cutting of silences unless `vad` asks for it.
"""

import re
from pathlib import Path

from scoring.errors import UserError
from scoring.listening import SoundEvaluator
from scoring.model_files import LIGHT_FILES, OfficialWeights, find_light, find_official, weights_folder
from scoring.registry import evaluator
from scoring.types import EvaluatorInfo, Options
from scoring.whisper import Decoding, Transcriber

CARRIED = "tiny.en"
SOURCE = "https://huggingface.co/Systran"
_CARRIER_FILES = ("whisper_config", "whisper_model", "whisper_tokenizer", "whisper_vocabulary")
_NEEDED = ("config.json", "model.bin", "tokenizer.json")
_VOCABULARIES = ("vocabulary.json", "vocabulary.txt")
# The mel bands of larger models.
_OPTIONAL = "preprocessor_config.json"


def locate(options: Options) -> tuple[Path, ...]:
    """Return the files that shape a transcript; UserError naming the line to type, or the folder to fill."""
    name = str(options["model"])
    if name == CARRIED:
        return tuple(find_light(file) for file in _CARRIER_FILES)
    if not re.fullmatch(r"\w[\w.-]*", name):
        raise UserError(f"{name!r} names no model", "The option model is the name of a folder, such as small.en.")
    folder = find_official(
        OfficialWeights(
            title=f"Whisper {name} for CTranslate2",
            folders=(weights_folder() / "whisper" / name,),
            files=_NEEDED,
            size="75 MB to 3 GB",
            licence="MIT",
            source=f"{SOURCE} (faster-whisper-{name})",
        )
    )
    vocabularies = [folder / file for file in _VOCABULARIES if (folder / file).is_file()]
    if not vocabularies:
        raise UserError(f"{folder} holds no {' and no '.join(_VOCABULARIES)}", f"It comes with the model: {SOURCE}")
    extra = folder / _OPTIONAL
    return (*(folder / file for file in _NEEDED), vocabularies[0], *((extra,) if extra.is_file() else ()))


@evaluator(
    EvaluatorInfo(
        name="asr_whisper",
        version="1",
        title="Whisper (transcripts)",
        track="speech",
        input="audio",
        produces=(
            "transcript",
            "words",
            "mean_log_probability",
            "no_speech_probability",
            "compression_ratio",
            "duration_s",
            "speech_s",
        ),
        needs=("faster_whisper", "ctranslate2"),
        extra="speech",
        kind="light",
        licence=LIGHT_FILES["whisper_model"].licence,
        source=LIGHT_FILES["whisper_model"].source,
        batch_size=8,
        defaults=(
            ("model", CARRIED),
            ("language", "en"),
            ("beam_size", 5),
            ("temperature", 0.0),
            ("condition_on_previous_text", False),
            ("vad", False),
        ),
        aspect="transcript",
    ),
    weights=locate,
)
def open_asr_whisper(options: Options, device: str) -> SoundEvaluator:
    """Load the model, int8 on a CPU, float16 on CUDA where that is reachable."""
    if options["temperature"] != 0:
        raise UserError(f"a temperature of {options['temperature']:g}", "Only 0 gives the same words again.")
    decoding = Decoding(
        language=str(options["language"]),
        beam_size=int(options["beam_size"]),
        condition_on_previous_text=bool(options["condition_on_previous_text"]),
        vad=bool(options["vad"]),
    )
    transcriber = Transcriber(locate(options)[0].parent, decoding, device)
    return SoundEvaluator(transcriber.hear, transcriber.placement)
