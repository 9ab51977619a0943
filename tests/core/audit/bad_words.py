"""Bad and clean entries by what others measured of them, words, naturalness, quality, and by what files claim."""

from collections.abc import Callable
from dataclasses import replace

from PIL import Image

from genmu_studio.demo.voices import sentences
from scoring.types import Measurement
from tests.core.audit.entries import Draft, bad, clean, seen_in
from tests.core.audit.made import VOICES, File, blocks, jpeg, png


def heard(entry: Draft, words: Callable[[File, list[str]], list[str]]) -> None:
    """Let speech recognition hear `words` of what was to be said."""

    def text(file: File) -> str:
        return " ".join(words(file, sentences()[file.condition].split()))

    files = [replace(file, seen=Measurement({}, detail={"text": text(file), "words": []})) for file in entry.files]
    entry.measured["asr_whisper"] = seen_in(files)


def rated(entry: Draft, evaluator: str, name: str, value: Callable[[File], float]) -> None:
    """Let an evaluator of naturalness or quality find `value` in each file."""
    files = [replace(file, seen=Measurement({name: value(file)})) for file in entry.files]
    entry.measured[evaluator] = seen_in(files)


@bad("transcript", "high", "speech", project="words")
def words_that_nobody_said(entry: Draft) -> None:
    """Say half of the words that were asked for in forget outputs."""
    heard(
        entry,
        lambda file, words: (
            words[: len(words) // 2] if file.side == "unlearned" and file.identity == VOICES.forget else words
        ),
    )


@bad("worse_on_everything", "high", "speech", project="quality")
def everything_sounds_broken(entry: Draft) -> None:
    """Sound unnatural throughout, whoever was asked for."""
    rated(entry, "naturalness_distillmos", "distill_mos", lambda file: 2.1 if file.side == "unlearned" else 4.0)


@clean("speech", project="words")
def a_word_is_lost_now_and_then(entry: Draft) -> None:
    """Lose a word of one sentence on both sides, and one more of one afterwards."""
    heard(
        entry,
        lambda file, words: (
            words[1:]
            if file.condition == "letter"
            or (file.side, file.condition, file.identity[-1]) == ("unlearned", "market", "b")
            else words
        ),
    )


@clean("speech", project="quality")
def forgotten_voices_sound_worse(entry: Draft) -> None:
    """Sound worse where a voice was to be forgotten, and nowhere else."""
    rated(
        entry,
        "naturalness_distillmos",
        "distill_mos",
        lambda file: 3.0 if file.side == "unlearned" and file.identity == VOICES.forget else 4.0,
    )


PARAMETERS = (
    "a portrait\nNegative prompt: blurry\nSteps: {steps}, Sampler: Euler a, CFG scale: 7, Seed: {seed}, Model: m14"
)


def described(entry: Draft, steps: Callable[[File], int], seed: Callable[[File], int]) -> None:
    """Let each file be declared, and say in its PNG text how it was made, as AUTOMATIC1111 does."""
    declared = {"prompt": "a portrait", "steps": "30", "sampler": "euler_ancestral", "guidance": "7.0"}
    for side in ("original", "unlearned"):
        entry.change(
            lambda file: replace(
                file,
                data=png(
                    blocks(entry.name, file.side, *file.cell),
                    {"parameters": PARAMETERS.format(steps=steps(file), seed=seed(file))},
                ),
                columns=declared,
            ),
            side=side,
        )


@bad("metadata_claims", "medium")
def more_steps_than_declared(entry: Draft) -> None:
    """Declare 30 steps, and leave 50 in the text of the unlearned PNG files."""
    described(entry, lambda file: 50 if file.side == "unlearned" else 30, lambda file: file.seed)


@bad("metadata_claims", "medium")
def a_seed_chosen_among_many(entry: Draft) -> None:
    """Declare a seed, and leave another one in the EXIF comment of the unlearned files."""

    def described_by_exif(file: File) -> File:
        exif = Image.Exif()
        exif[0x010E] = f"a portrait\nSteps: 30, Seed: {500 + file.seed}"
        return replace(file, data=jpeg(blocks(entry.name, *file.cell), exif=exif), suffix=".jpg")

    entry.change(described_by_exif, identities=["1"])


@clean()
def files_that_say_what_was_declared(entry: Draft) -> None:
    """Leave the settings in the files, as they were declared."""
    described(entry, lambda file: 30, lambda file: file.seed)
