"""Whether the faces of a pair can be laid over each other, how, and else why not."""

from PySide6.QtGui import QTransform

from genmu_studio.pair_details import alignment, landmarks
from genmu_studio.review import PairFacts
from ui.widgets.canvas_modes import Mode


def transform_of(facts: PairFacts) -> QTransform | None:
    """Return what brings pixels of the unlearned picture to those of the original, None where nothing does."""
    found = alignment(facts)
    if found is None:
        return None
    (a, b, right), (c, d, down) = found
    return QTransform(a, c, b, d, right, down)


def why_unaligned(mode: Mode, facts: PairFacts | None) -> str:
    """Return a sentence on why faces cannot be aligned, "" where they can."""
    if mode == "side":
        return "Side by side nothing lies over anything: choose wipe, flicker or difference to align faces"
    if facts is None:
        return "The faces of this pair have not been read yet"
    sides = zip(("original", "unlearned"), landmarks(facts), strict=True)
    missing = [side for side, points in sides if not points]
    if missing:
        return f"Aligning needs a face on both sides: none was found in the {' and the '.join(missing)} sample"
    return "" if alignment(facts) is not None else "The points of these two faces do not fit each other"
