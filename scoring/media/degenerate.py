"""What of an output is no answer at all: the codes of the audit's degenerate outputs, and why a picture is black."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from scoring.codes import Code

# PROTOCOL §6, degenerate output. NO_FACE, MULTI_FACE and TINY_FACE come from the face evaluator, the others from the
# loader. SHORT and CLIPPED are here as the protocol lists them: natural sounds can have them too.
DEGENERATE_PICTURES: Mapping[str, Code] = {
    "black": Code.BLACK,
    "one colour": Code.CONSTANT,
    "noise": Code.NOISE,
    "blurred": Code.BLUR,
    "no face": Code.NO_FACE,
    "several faces": Code.MULTI_FACE,
    "tiny face": Code.TINY_FACE,
}
DEGENERATE_SOUNDS: Mapping[str, Code] = {
    "silent": Code.SILENT,
    "clipped": Code.CLIPPED,
    "constant offset": Code.DC,
    "NaN or infinite": Code.NONFINITE,
    "cut short": Code.TRUNCATED,
    "too short": Code.TOO_SHORT,
    "opposite phases": Code.ANTIPHASE,
    "low bandwidth": Code.LOW_BANDWIDTH,
}


def why_black(rgb: NDArray[np.uint8]) -> str:
    """Return what a picture (H, W, 3) with the flag BLACK tells of its cause (CASES L1), in a plain sentence.

    A safety checker puts zeros in place of a picture, and an overflow in half precision becomes zeros when it is saved;
    a generator that draws darkness leaves other values.
    """
    brightest = int(rgb.max(initial=0))
    if brightest == 0:
        return "every value is exactly 0, as a safety checker or an overflow in half precision leaves it"
    above = float((rgb > 0).mean())
    return f"it is dark and not empty: values up to {brightest} of 255, {100 * above:.1f} % of them above 0"
