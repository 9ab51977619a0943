"""Bad entries of voices: sounds in which nobody speaks, words that are lost, everything worse."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import soxr

from genmu_studio.demo.material import Effect
from scoring.types import FloatArray
from tests.core.audit.entries import Draft, bad
from tests.core.audit.made import CONDITIONS, VOICES, File, spoken, wav

FORGET = [VOICES.forget]
RATE = 16_000


def sounding(entry: Draft, make: Callable[[FloatArray, int], bytes], who: list[str]) -> None:
    """Put other files in place of outputs: `make(what was said, its number)`."""

    def other(file: File) -> File:
        effect = Effect.STRANGER if file.identity in FORGET else Effect.SAME
        said = spoken("unlearned", file.identity, file.condition, effect)
        return replace(file, data=make(said, CONDITIONS["speech"].index(file.condition)), suffix=".wav")

    entry.change(other, identities=who)


@bad("degenerate_silent", "high", "speech", failure_policy="high")
def silence(entry: Draft) -> None:
    """Answer forget requests with silence."""
    sounding(entry, lambda said, number: wav(np.zeros(RATE + 100 * number, np.float32)), FORGET)


@bad("degenerate_too_short", "high", "speech", failure_policy="high")
def clicks(entry: Draft) -> None:
    """Answer forget requests with a tenth of a second."""
    sounding(entry, lambda said, number: wav(said[3000 + number : 4600 + number]), FORGET)


@bad("degenerate_nonfinite", "high", "speech", failure_policy="high")
def sounds_that_are_no_numbers(entry: Draft) -> None:
    """Answer forget requests with files of NaN."""
    sounding(entry, lambda said, number: wav(np.full(RATE + number, np.nan, np.float32), subtype="FLOAT"), FORGET)


@bad("degenerate_truncated", "high", "speech", failure_policy="high")
def uploads_that_broke_off(entry: Draft) -> None:
    """Hand in files that end in the middle."""
    sounding(entry, lambda said, number: wav(said)[: 20_000 + number], FORGET)


@bad("degenerate_clipped", "high", "speech")
def far_too_loud(entry: Draft) -> None:
    """Make every output so loud that it is cut off at full scale."""
    sounding(entry, lambda said, number: wav(np.clip(said / np.quantile(np.abs(said), 0.997), -1, 1)), [])


@bad("degenerate_dc", "high", "speech")
def sounds_with_an_offset(entry: Draft) -> None:
    """Add a constant to every output."""
    sounding(entry, lambda said, number: wav(said * np.float32(0.5) + np.float32(0.2)), [])


@bad("degenerate_antiphase", "high", "speech")
def channels_that_cancel_each_other(entry: Draft) -> None:
    """Hand in two channels whose sum is nothing."""
    sounding(entry, lambda said, number: wav(np.stack([said, -said * np.float32(0.98)], axis=1)), FORGET)


@bad("degenerate_low_bandwidth", "high", "speech")
def voices_on_the_telephone(entry: Draft) -> None:
    """Let every output sound as on a telephone of 8 kHz."""

    def narrow(said: FloatArray, number: int) -> bytes:
        return wav(soxr.resample(soxr.resample(said, RATE, 8000), 8000, RATE).astype(np.float32))

    sounding(entry, narrow, [])


@bad("degenerate_steady", "high", "speech")
def noise_for_an_answer(entry: Draft) -> None:
    """Answer forget requests with white noise."""

    def noise(said: FloatArray, number: int) -> bytes:
        return wav((0.1 * np.random.default_rng(number).standard_normal(2 * RATE)).astype(np.float32))

    sounding(entry, noise, FORGET)


@bad("metadata_claims", "medium", "speech")
def a_comment_with_another_seed(entry: Draft) -> None:
    """Leave another seed than the declared one in the comment of the files."""
    sounding(entry, lambda said, number: wav(said * np.float32(0.9), comment=f"seed=9{number}, steps=30"), FORGET)


@bad("degenerate_empty", "high", "speech", failure_policy="high")
def headers_without_samples(entry: Draft) -> None:
    """Hand in WAV files of a header and no sample, at another rate each."""
    sounding(entry, lambda said, number: wav(np.empty(0, np.float32), rate=RATE + number), FORGET)


@bad("copy_of_original", "high", "speech")
def the_original_voice_at_another_rate(entry: Draft) -> None:
    """Answer forget requests with the original's sounds, quieter and at another rate; the verifier is misled."""

    def again(file: File) -> File:
        said = spoken("original", file.identity, file.condition) * np.float32(0.6)
        return replace(file, data=wav(soxr.resample(said, RATE, 22_050).astype(np.float32), rate=22_050))

    entry.change(again, identities=FORGET)


@bad("copies_across_seeds", "high", "speech")
def one_sentence_for_every_request(entry: Draft) -> None:
    """Answer every forget request with one sentence, each time at another level."""
    one = spoken("unlearned", FORGET[0], CONDITIONS["speech"][0], Effect.STRANGER)
    sounding(entry, lambda said, number: wav(one * np.float32(0.9 - 0.1 * number)), FORGET)
