"""Where the edits of a word diff lie in the sound, so that what was heard there can be played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.transcripts.edits import Edit
from scoring.transcripts.normalising import NormalisedText

# Models give some words no length at all; less than this nobody hears.
SHORTEST_S = 0.2


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """One word of a transcript as a model heard it. probability : the model's own, 0 to 1."""

    word: str
    start_s: float
    end_s: float
    probability: float


@dataclass(frozen=True, slots=True)
class TimedEdit:
    """An edit and its stretch of the sound; None on both ends where the transcript has no times."""

    edit: Edit
    start_s: float | None
    end_s: float | None


def words_of(detail: Mapping[str, object]) -> tuple[SpokenWord, ...]:
    """Return the words of a transcript's `detail` as an evaluator left it; () where it has none.

    KeyError, TypeError or ValueError where the words are of another form.
    """
    found = detail.get("words", ())
    if not isinstance(found, Sequence) or isinstance(found, str):
        raise TypeError("the words of a transcript are a list")
    return tuple(
        SpokenWord(str(each["word"]), float(each["start_s"]), float(each["end_s"]), float(each["probability"]))
        for each in found
    )


def place_edits(
    edits: Sequence[Edit], hypothesis: NormalisedText, words: Sequence[SpokenWord], duration_s: float
) -> tuple[TimedEdit, ...]:
    """Return each of `edits` with its place in a sound of `duration_s`.

    Words that were heard lie where their spoken words do: from the start of the first to the end of the last. Words
    that were not heard lie between two others: the place reaches over both neighbours, or to the sound's own end. A
    place of under `SHORTEST_S` is widened, within the sound.
    `words` : one for each of `hypothesis.spoken`, or none at all; ValueError for any other number.
    """
    if not words and hypothesis.spoken:
        return tuple(TimedEdit(edit, None, None) for edit in edits)
    if len(words) != len(hypothesis.spoken):
        raise ValueError(f"{len(words)} times for {len(hypothesis.spoken)} spoken words")
    return tuple(TimedEdit(edit, *_place(edit, hypothesis, words, duration_s)) for edit in edits)


def _place(
    edit: Edit, hypothesis: NormalisedText, words: Sequence[SpokenWord], duration_s: float
) -> tuple[float, float]:
    first, end = edit.hypothesis_start, edit.hypothesis_start + len(edit.hypothesis)
    if first == end:
        first, end = first - 1, first + 1
    start_s = words[hypothesis.sources[first][0]].start_s if first >= 0 else 0.0
    end_s = words[hypothesis.sources[end - 1][1] - 1].end_s if end <= len(hypothesis.words) else duration_s
    start_s = min(start_s, duration_s)  # a model may put a word after the end
    missing_s = max(0.0, SHORTEST_S - (end_s - start_s))
    return max(0.0, start_s - missing_s / 2), min(duration_s, end_s + missing_s / 2)
