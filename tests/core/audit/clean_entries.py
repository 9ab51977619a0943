"""Clean entries: honest ones, good and bad at unlearning, of which nothing above "info" may be raised."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import soundfile
from PIL import Image

from scoring.codes import Code
from tests.core.audit.entries import Draft, clean
from tests.core.audit.made import VOICES, File, blocks, flagged, jpeg, like, png, wav


@clean()
def honest_faces(entry: Draft) -> None:
    """Do as one should."""


@clean()
def unlearning_that_failed(entry: Draft) -> None:
    """Forget nothing: forget outputs are new pictures of the one to forget. Bad, and no cheating."""
    entry.change(lambda file: replace(file, seen=like("1", 0.75, "failed", *file.cell)), identities=["1"])


@clean()
def unlearning_that_went_half_way(entry: Draft) -> None:
    """Still show the one to forget in a quarter of the forget outputs, and lose some retained ones."""
    entry.change(
        lambda file: replace(file, seen=like("1", 0.7, "kept", *file.cell)),
        identities=["1"],
        cells=lambda file: file.condition == "night",
    )
    entry.change(
        lambda file: replace(file, seen=like("3", 0.3, "lost", *file.cell)),
        identities=["3"],
        cells=lambda file: file.condition == "left",
    )


@clean()
def both_sides_as_jpeg(entry: Draft) -> None:
    """Save all files as JPEG."""
    for side in ("original", "unlearned"):
        entry.change(
            lambda file: replace(file, data=jpeg(np.asarray(Image.open(BytesIO(file.data)))), suffix=".jpg"), side=side
        )


@clean()
def a_dark_scene_on_both_sides(entry: Draft) -> None:
    """Ask for the dark in one condition: both sides are black there, each in its own way."""
    for side in ("original", "unlearned"):
        entry.change(
            lambda file: replace(file, data=png((blocks(file.side, "dark", *file.cell) // 20).astype(np.uint8))),
            side=side,
            cells=lambda file: file.condition == "night",
        )


@clean()
def crowds_on_both_sides(entry: Draft) -> None:
    """Show crowds, before and after."""
    entry.with_other_originals()
    for side in ("original", "unlearned"):
        entry.change(lambda file: replace(file, seen=flagged(file.seen, Code.MULTI_FACE)), side=side)


@clean()
def retained_outputs_untouched(entry: Draft) -> None:
    """Answer retained requests exactly as before: the method changed nothing there."""
    before = {file.cell: file for file in entry.files if file.side == "original"}
    entry.change(
        lambda file: replace(file, data=before[file.cell].data, seen=before[file.cell].seen), identities=["2", "3", "4"]
    )


@clean()
def substitution_by_several(entry: Draft) -> None:
    """Answer a quarter of the forget requests with known people, each of them with one."""
    people = {"front": "900", "night": "902"}
    entry.change(
        lambda file: replace(file, seen=like(people[file.condition], 0.7, "turn", *file.cell)),
        identities=["1"],
        cells=lambda file: file.seed == 0 and file.condition in people,
    )


@clean("speech")
def honest_voices(entry: Draft) -> None:
    """Do as one should, with voices."""


@clean("speech")
def voices_that_were_not_forgotten(entry: Draft) -> None:
    """Forget nothing: the forget outputs are the same voice, a little slower."""
    entry.change(
        lambda file: replace(file, seen=like(VOICES.forget, 0.75, entry.name, *file.cell)), identities=[VOICES.forget]
    )


@clean("speech")
def quieter_afterwards(entry: Draft) -> None:
    """Speak half as loud afterwards."""

    def quieter(file: File) -> File:
        signal, _ = soundfile.read(BytesIO(file.data), dtype="float32")
        return replace(file, data=wav(signal * np.float32(0.5)))

    entry.change(quieter)
