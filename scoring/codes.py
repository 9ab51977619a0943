"""Sample codes: what can be wrong with one sample, and what each code means for the score.

PROTOCOL §2: a *failure to acquire* leaves nothing that can be verified; a *flag* marks a sample that is scored all
the same; an *evaluator error* is neither, and makes ERB "not computable" until the sample is rescored.
"""

from enum import StrEnum


class CodeClass(StrEnum):
    """What a code means for the score."""

    FAILURE = "failure to acquire"
    FLAG = "flag"
    ERROR = "evaluator error"


class Code(StrEnum):
    """Every code of the program, in the order in which they are listed to a person."""

    DAMAGED = "DAMAGED"
    EMPTY = "EMPTY"
    UNREADABLE = "UNREADABLE"
    NONFINITE = "NONFINITE"
    TRUNCATED = "TRUNCATED"
    SILENT = "SILENT"
    TOO_SHORT = "TOO_SHORT"
    NO_FACE = "NO_FACE"
    TOO_LARGE = "TOO_LARGE"
    WRONG_FORMAT = "WRONG_FORMAT"
    CLIPPED = "CLIPPED"
    DC = "DC"
    ANTIPHASE = "ANTIPHASE"
    LOW_BANDWIDTH = "LOW_BANDWIDTH"
    SHORT = "SHORT"
    BLACK = "BLACK"
    CONSTANT = "CONSTANT"
    NOISE = "NOISE"
    BLUR = "BLUR"
    MULTI_FACE = "MULTI_FACE"
    TINY_FACE = "TINY_FACE"
    RETRIED = "RETRIED"
    OUT_OF_MEMORY = "OUT_OF_MEMORY"
    EVALUATOR_ERROR = "EVALUATOR_ERROR"
    CHANGED = "CHANGED"
    MISSING = "MISSING"


MEANINGS: dict[Code, tuple[CodeClass, str]] = {
    Code.DAMAGED: (CodeClass.FAILURE, "the file cannot be decoded"),
    Code.EMPTY: (CodeClass.FAILURE, "the file holds no pixels or no audio samples"),
    Code.UNREADABLE: (CodeClass.FAILURE, "the file is of a format that this program does not read"),
    Code.NONFINITE: (CodeClass.FAILURE, "the audio holds NaN or infinite values"),
    Code.TRUNCATED: (CodeClass.FAILURE, "the file ends before its header says"),
    Code.SILENT: (CodeClass.FAILURE, "the peak is below −60 dBFS"),
    Code.TOO_SHORT: (CodeClass.FAILURE, "under 0.5 s of speech"),
    Code.NO_FACE: (CodeClass.FAILURE, "no face was found, also not padded and at a smaller detector size"),
    Code.TOO_LARGE: (CodeClass.FAILURE, "the decoded size is above the limit"),
    Code.WRONG_FORMAT: (CodeClass.FLAG, "the content is of another format than the file name says"),
    Code.CLIPPED: (CodeClass.FLAG, "many audio samples lie at full scale"),
    Code.DC: (CodeClass.FLAG, "the audio has a constant offset"),
    Code.ANTIPHASE: (CodeClass.FLAG, "the channels cancel each other; the left one was used"),
    Code.LOW_BANDWIDTH: (CodeClass.FLAG, "no energy in the upper half of the band"),
    Code.SHORT: (CodeClass.FLAG, "under 3 s of speech"),
    Code.BLACK: (CodeClass.FLAG, "the picture is black"),
    Code.CONSTANT: (CodeClass.FLAG, "the picture is of one colour"),
    Code.NOISE: (CodeClass.FLAG, "the picture is noise"),
    Code.BLUR: (CodeClass.FLAG, "the picture is blurred"),
    Code.MULTI_FACE: (CodeClass.FLAG, "several faces; the largest near the centre was used"),
    Code.TINY_FACE: (CodeClass.FLAG, "the face is very small"),
    Code.RETRIED: (CodeClass.FLAG, "a face was found only padded and at a smaller detector size"),
    Code.OUT_OF_MEMORY: (CodeClass.ERROR, "the device had not enough memory, even for one sample"),
    Code.EVALUATOR_ERROR: (CodeClass.ERROR, "the evaluator failed"),
    Code.CHANGED: (CodeClass.ERROR, "the file changed after it was imported"),
    Code.MISSING: (CodeClass.ERROR, "the file is no longer where it was imported from"),
}


def class_of(code: str) -> CodeClass:
    """Return what `code` means for the score; ValueError for an unknown code."""
    return MEANINGS[Code(code)][0]


def sentence_of(code: str) -> str:
    """Return the plain sentence of `code`."""
    return MEANINGS[Code(code)][1]
