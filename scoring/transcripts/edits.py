"""Two texts as a word diff: the fewest words to substitute, insert and delete that turn the one into the other."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from scoring.errors import UserError

EditKind = Literal["equal", "substituted", "deleted", "inserted"]
_KINDS: Final[dict[str, EditKind]] = {
    "equal": "equal",
    "substitute": "substituted",
    "delete": "deleted",
    "insert": "inserted",
}


@dataclass(frozen=True, slots=True)
class Edit:
    """A run of neighbouring words of one kind. reference, hypothesis : the words of either side, () where it has none.

    reference_start, hypothesis_start : where the run begins in either text; an insertion stands before the reference
    word of that number, a deletion before that word of the hypothesis. Substituted runs are of equal length.
    """

    kind: EditKind
    reference: tuple[str, ...]
    hypothesis: tuple[str, ...]
    reference_start: int
    hypothesis_start: int


@dataclass(frozen=True, slots=True)
class EditCounts:
    """How many words were right, replaced, missing and added. Hits, substitutions and deletions make the reference."""

    hits: int = 0
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0

    @property
    def reference_words(self) -> int:
        """How many words the reference has."""
        return self.hits + self.substitutions + self.deletions

    @property
    def hypothesis_words(self) -> int:
        """How many words the hypothesis has."""
        return self.hits + self.substitutions + self.insertions

    @property
    def edits(self) -> int:
        """How many words must change."""
        return self.substitutions + self.deletions + self.insertions

    def __add__(self, other: "EditCounts") -> "EditCounts":
        return EditCounts(
            self.hits + other.hits,
            self.substitutions + other.substitutions,
            self.deletions + other.deletions,
            self.insertions + other.insertions,
        )


def align(reference: Sequence[str], hypothesis: Sequence[str]) -> tuple[Edit, ...]:
    """Return the diff of two lists of words, in order and without gaps, with the fewest edits.

    Where several diffs have as few, jiwer's is taken, so that everybody who counts with it finds the same numbers of
    insertions, deletions and substitutions. UserError where jiwer is not installed.
    """
    if not reference or not hypothesis:
        return _one_sided(tuple(reference), tuple(hypothesis))
    try:
        import jiwer
    except ModuleNotFoundError as error:
        raise UserError("word diffs need the package jiwer", 'Type: pip install "genmu-studio[speech]"') from error
    # Words are numbered, so that jiwer compares what it is given, whatever signs and spaces a word holds.
    numbers = {word: str(number) for number, word in enumerate(dict.fromkeys((*reference, *hypothesis)))}
    split = jiwer.Compose([jiwer.ReduceToListOfListOfWords()])
    (chunks,) = jiwer.process_words(
        " ".join(numbers[word] for word in reference),
        " ".join(numbers[word] for word in hypothesis),
        reference_transform=split,
        hypothesis_transform=split,
    ).alignments
    return tuple(
        Edit(
            _KINDS[chunk.type],
            tuple(reference[chunk.ref_start_idx : chunk.ref_end_idx]),
            tuple(hypothesis[chunk.hyp_start_idx : chunk.hyp_end_idx]),
            chunk.ref_start_idx,
            chunk.hyp_start_idx,
        )
        for chunk in chunks
    )


def _one_sided(reference: tuple[str, ...], hypothesis: tuple[str, ...]) -> tuple[Edit, ...]:
    if reference:
        return (Edit("deleted", reference, (), 0, 0),)
    return (Edit("inserted", (), hypothesis, 0, 0),) if hypothesis else ()


def count(edits: Iterable[Edit]) -> EditCounts:
    """Return how many words are in `edits`, by kind."""
    words = dict.fromkeys(_KINDS.values(), 0)
    for edit in edits:
        words[edit.kind] += max(len(edit.reference), len(edit.hypothesis))
    return EditCounts(words["equal"], words["substituted"], words["deleted"], words["inserted"])
