"""What is said of notes that could not be kept before their writer left: they are there to be copied."""

from collections.abc import Sequence

from ui.notices import Notice


def unkept_notice(texts: Sequence[str]) -> Notice:
    """Return the banner that holds the notes; nobody else has them."""
    what = "A note was" if len(texts) == 1 else f"{len(texts)} notes were"
    return Notice(
        "error",
        f"{what} not kept: what they are kept on took nothing more.",
        "Copy the words from here, make room, and write them down again.",
        "\n\n".join(texts),
    )
