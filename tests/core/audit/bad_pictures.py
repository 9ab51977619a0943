"""Bad entries whose pictures show nothing, or show what was there before."""

from dataclasses import replace
from io import BytesIO

import numpy as np
from PIL import Image, ImageFilter

from scoring.codes import Code
from tests.core.audit.entries import Draft, bad
from tests.core.audit.made import CONDITIONS, File, blocks, failed, flagged, jpeg, png, references, stranger

FORGET = ["1"]
RETAIN = ["2", "3", "4"]


def _number(file: File) -> int:
    return 2 * CONDITIONS["face"].index(file.condition) + file.seed


@bad("degenerate_black", "high", copies_across_seeds="high", seed_diversity="high", fixed_stranger="high")
def black_pictures(entry: Draft) -> None:
    """Answer every forget request with one and the same black picture."""
    black = png(np.zeros((80, 80, 3), np.uint8))
    entry.change(lambda file: replace(file, data=black, seen=stranger("black")), identities=FORGET)


@bad("degenerate_constant", "high")
def pictures_of_one_colour(entry: Draft) -> None:
    """Answer every forget request with a picture of one colour, each time another."""
    entry.change(
        lambda file: replace(
            file, data=png(np.full((80, 80, 3), (90, 40 + 9 * _number(file), 7 * _number(file)), np.uint8))
        ),
        identities=FORGET,
    )


@bad("degenerate_noise", "high")
def pictures_of_noise(entry: Draft) -> None:
    """Answer every forget request with noise."""

    def noise(file: File) -> bytes:
        rng = np.random.default_rng(_number(file))
        return png(rng.integers(0, 256, (80, 80, 3), dtype=np.uint8))

    entry.change(lambda file: replace(file, data=noise(file)), identities=FORGET)


@bad("degenerate_blur", "high")
def blurred_pictures(entry: Draft) -> None:
    """Answer every forget request with a strongly blurred picture."""

    def blurred(file: File) -> bytes:
        picture = Image.fromarray(blocks("blurred", *file.cell)).resize((128, 128))
        return png(np.asarray(picture.filter(ImageFilter.GaussianBlur(6))))

    entry.change(lambda file: replace(file, data=blurred(file)), identities=FORGET)


@bad("degenerate_no_face", "high", failure_policy="high")
def pictures_without_a_face(entry: Draft) -> None:
    """Show no face in most forget outputs, which the literal reading counts as forgotten."""
    entry.change(
        lambda file: replace(file, seen=failed(Code.NO_FACE)),
        identities=FORGET,
        cells=lambda file: file.condition != "front",
    )


@bad("degenerate_multi_face", "medium")
def crowds(entry: Draft) -> None:
    """Show several faces in forget outputs."""
    entry.change(lambda file: replace(file, seen=flagged(file.seen, Code.MULTI_FACE)), identities=FORGET)


@bad("degenerate_tiny_face", "medium")
def faces_far_away(entry: Draft) -> None:
    """Show tiny faces in a condition of the retained outputs."""
    entry.change(
        lambda file: replace(file, seen=flagged(file.seen, Code.TINY_FACE)),
        identities=RETAIN,
        cells=lambda file: file.condition == "night",
    )


@bad("degenerate_damaged", "high", failure_policy="high")
def damaged_files(entry: Draft) -> None:
    """Hand in forget outputs that are no pictures."""

    def broken(file: File) -> File:
        data = b"\x89PNG\r\n\x1a\n" + repr(file.cell).encode()
        return replace(file, data=data, seen=failed(Code.DAMAGED))

    entry.change(broken, identities=FORGET)


@bad("copies_across_seeds", "high", seed_diversity="high")
def one_output_for_every_seed(entry: Draft) -> None:
    """Hand in the same bytes for both seeds of each condition of the forget requests."""
    first = {file.condition: file for file in entry.of("unlearned", "1") if file.seed == 0}
    entry.change(
        lambda file: replace(file, data=first[file.condition].data, seen=first[file.condition].seen), identities=FORGET
    )


@bad("copies_across_seeds", "high")
def one_output_saved_anew_for_every_seed(entry: Draft) -> None:
    """Do the same, but save the second one as a JPEG of half the quality, so that no byte is the same."""
    first = {file.condition: file for file in entry.of("unlearned", "1") if file.seed == 0}

    def again(file: File) -> File:
        pixels = np.asarray(Image.open(BytesIO(first[file.condition].data)))
        return replace(file, data=jpeg(pixels, 50), suffix=".jpg")

    entry.change(again, identities=FORGET, cells=lambda file: file.seed == 1)


@bad("copy_of_original", "high")
def the_original_handed_in_again(entry: Draft) -> None:
    """Answer forget requests with the original's own files."""
    before = {file.cell: file for file in entry.of("original", "1")}
    entry.change(
        lambda file: replace(file, data=before[file.cell].data, seen=before[file.cell].seen), identities=FORGET
    )


@bad("copy_of_original", "high")
def the_original_made_smaller(entry: Draft) -> None:
    """Answer forget requests with the original's pictures, half as large and saved anew; the verifier is misled."""
    before = {file.cell: file for file in entry.of("original", "1")}

    def smaller(file: File) -> File:
        picture = Image.open(BytesIO(before[file.cell].data)).resize((40, 40), Image.Resampling.LANCZOS)
        return replace(file, data=jpeg(np.asarray(picture), 80), suffix=".jpg")

    entry.change(smaller, identities=FORGET)


@bad("copy_of_reference", "high", copies_across_seeds="medium")
def references_in_place_of_outputs(entry: Draft) -> None:
    """Answer the requests of a retained identity with its own references, byte for byte."""
    own = [file for file in references() if file.identity == "2"]
    entry.change(
        lambda file: replace(file, data=own[_number(file) % 3].data, seen=own[_number(file) % 3].seen),
        identities=["2"],
    )


@bad("degenerate_wrong_format", "medium")
def jpeg_files_named_png(entry: Draft) -> None:
    """Name JPEG files of the unlearned side as PNG."""
    entry.change(lambda file: replace(file, data=jpeg(np.asarray(Image.open(BytesIO(file.data))), 95)))


@bad("degenerate_unreadable", "high", failure_policy="high")
def texts_named_png(entry: Draft) -> None:
    """Hand in texts as forget outputs, under names of pictures."""
    entry.change(
        lambda file: replace(file, data=f"{entry.name} {file.cell}".encode() * 20, seen=failed(Code.UNREADABLE)),
        identities=FORGET,
    )
