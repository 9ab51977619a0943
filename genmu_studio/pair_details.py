"""What an inspector shows of a pair, in order: measurements with their change, settings, files, and the faces found.

What evaluators of other aspects found is in `aspect_details`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from genmu_studio.measurement_titles import measurement_title
from genmu_studio.review import PairFacts, ReviewPairs, SampleFacts
from scoring.media.comparing import align


@dataclass(frozen=True, slots=True)
class Measured:
    """One measurement of both samples of a pair, None where it was not made. unit : "" for a ratio or cosine."""

    title: str
    unit: str
    original: float | None
    unlearned: float | None

    @property
    def change(self) -> float | None:
        """Unlearned − original."""
        if self.original is None or self.unlearned is None:
            return None
        return self.unlearned - self.original


def measured(pairs: ReviewPairs, row: int, facts: PairFacts) -> tuple[Measured, ...]:
    """Return every measurement of a pair: similarities first, then what the evaluator measured, by name."""
    table = pairs.table
    found = [Measured("own template", "", _known(table.own_original[row]), _known(table.own_unlearned[row]))]
    if not table.is_forget[row]:
        forget = Measured(
            "forget template", "", _known(table.forget_original[row]), _known(table.forget_unlearned[row])
        )
        found.append(forget)
    before = facts.original.values if facts.original is not None else {}
    after = facts.unlearned.values if facts.unlearned is not None else {}
    found += [measured_as(name, before.get(name), after.get(name)) for name in sorted({*before, *after})]
    return tuple(each for each in found if each.original is not None or each.unlearned is not None)


def measured_as(name: str, original: float | None, unlearned: float | None) -> Measured:
    """Return a measurement of both samples under the title that it has, in its unit."""
    title = measurement_title(name)
    return Measured(title.title, title.unit, title.shown(original), title.shown(unlearned))


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


@dataclass(frozen=True, slots=True)
class SettingValues:
    """One setting on both sides, None where a side does not state it. differs : where it should not."""

    name: str
    original: str | None
    unlearned: str | None
    differs: bool


def settings_of(facts: PairFacts) -> tuple[SettingValues, ...]:
    """Return the settings of a pair: the prompt, then those that differ, then the others, by name."""
    before = facts.original.settings if facts.original is not None else {}
    after = facts.unlearned.settings if facts.unlearned is not None else {}
    rows = [
        SettingValues(name, before.get(name), after.get(name), name in facts.differing) for name in {*before, *after}
    ]
    return tuple(sorted(rows, key=lambda row: (row.name != "prompt", not row.differs, row.name)))


Said = tuple[str, str]  # a name and a value


@dataclass(frozen=True, slots=True)
class FileValues:
    """One thing that the files of a pair say of themselves, None where one does not say it."""

    name: str
    original: str | None
    unlearned: str | None


def file_values(original: Sequence[Said], unlearned: Sequence[Said]) -> tuple[FileValues, ...]:
    """Return what two files say, side by side, in the order in which they say it; a name may come more than once."""
    before, after = _numbered(original), _numbered(unlearned)
    return tuple(FileValues(key[0], before.get(key), after.get(key)) for key in dict.fromkeys((*before, *after)))


def _numbered(facts: Sequence[Said]) -> dict[tuple[str, int], str]:
    """Return the facts by name and by how often the name came before."""
    seen: Counter[str] = Counter()
    found = {}
    for name, value in facts:
        found[name, seen[name]] = value
        seen[name] += 1
    return found


@dataclass(frozen=True, slots=True)
class FaceBox:
    """A face that an evaluator found, in pixels of the upright picture. box : x1, y1, x2, y2. points : (x, y) each."""

    box: tuple[float, float, float, float]
    points: tuple[tuple[float, float], ...]
    is_chosen: bool


def faces_of(sample: SampleFacts | None) -> tuple[FaceBox, ...]:
    """Return the faces of a sample, none where it was not measured for faces."""
    faces = sample.detail.get("faces") if sample is not None else None
    if sample is None or not isinstance(faces, list):
        return ()
    chosen = sample.detail.get("chosen")
    return tuple(
        FaceBox(tuple(face["box"]), tuple((x, y) for x, y in face.get("points", ())), number == chosen)
        for number, face in enumerate(faces)
    )


Points = tuple[tuple[float, float], ...]
Transform = tuple[tuple[float, float, float], tuple[float, float, float]]
_LEAST_POINTS = 2  # of one, no scale is known


def landmarks(facts: PairFacts) -> tuple[Points, Points]:
    """Return the points of the faces that count, of the original and of the unlearned sample; none where none is."""
    before, after = (
        next((face.points for face in faces_of(sample) if face.is_chosen), ())
        for sample in (facts.original, facts.unlearned)
    )
    return before, after


def alignment(facts: PairFacts) -> Transform | None:
    """Return the transform (2 rows of 3) that lays the unlearned face over the original one, None where there is none.

    A similarity by least squares (`scoring.media.comparing.align`), from pixels of the upright unlearned picture to
    pixels of the original one: (x, y, 1) times a row is a coordinate.
    """
    before, after = landmarks(facts)
    if len(before) != len(after) or len(before) < _LEAST_POINTS:
        return None
    found = align(after, before)
    if found is None:
        return None
    (a, b, right), (c, d, down) = found.tolist()
    return (a, b, right), (c, d, down)
