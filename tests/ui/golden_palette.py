"""Pictures in 256 colours, chosen for the plain surfaces of a window: they stay as they are, shades share the rest.

A general quantiser weighs every pixel alike, and lets a rare colour go: here that is the word on a badge.
"""

import numpy as np

COLOURS = 256
_EXACT = 96  # of the palette: the colours that most pixels have
_ROUNDS = 6

Levels = np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]
Places = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
Colours = np.ndarray[tuple[int, int], np.dtype[np.float64]]


def in_few_colours(picture: Levels) -> tuple[Places, Levels]:
    """Return the place in a palette of each pixel, (H, W), and the palette, (1, at most COLOURS, 3)."""
    packed = picture.astype(np.int64) @ (1 << 16, 1 << 8, 1)
    codes, place, count = np.unique(packed, return_inverse=True, return_counts=True)
    found = np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=1)
    by_count = np.argsort(-count, kind="stable")
    colours, weights = found[by_count].astype(np.float64), count[by_count].astype(np.float64)
    chosen = colours if len(colours) <= COLOURS else _chosen(colours, weights)
    palette = np.rint(chosen).astype(np.uint8)
    nearest = np.empty(len(found), dtype=np.uint8)
    nearest[by_count] = _nearest(colours, palette.astype(np.float64))
    return nearest[place.reshape(picture.shape[:2])], palette[np.newaxis]


def _chosen(colours: Colours, weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Colours:
    """Return the most frequent colours, and means of the others: begun far from each other, moved to their middles."""
    chosen = list(colours[:_EXACT])
    away = np.min([_squares(colours, each) for each in chosen], axis=0)
    for _ in range(COLOURS - _EXACT):
        chosen.append(colours[int(np.argmax(away * np.sqrt(weights)))])
        away = np.minimum(away, _squares(colours, chosen[-1]))
    palette = np.array(chosen)
    for _ in range(_ROUNDS):
        member = _nearest(colours, palette)
        for place in range(_EXACT, COLOURS):
            mine = member == place
            if mine.any():
                palette[place] = np.average(colours[mine], axis=0, weights=weights[mine])
    return palette


def _nearest(colours: Colours, palette: Colours) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    squares = (palette**2).sum(axis=1) - 2 * colours @ palette.T
    nearest: np.ndarray[tuple[int], np.dtype[np.intp]] = np.argmin(squares, axis=1)
    return nearest


def _squares(colours: Colours, one: np.ndarray) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    apart: np.ndarray[tuple[int], np.dtype[np.float64]] = ((colours - one) ** 2).sum(axis=1)
    return apart
