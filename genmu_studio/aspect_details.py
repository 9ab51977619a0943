"""What an inspector shows of other aspects than identity: what each evaluator found in a pair, by aspect."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

from genmu_studio.measurement_titles import in_order, measurement_title
from genmu_studio.metrics_json import is_stand_in, kind_words
from genmu_studio.other_aspects import WER, AspectFacts, SubjectFacts
from genmu_studio.pair_details import Measured, measured_as
from genmu_studio.review import PairFacts, SampleFacts
from scoring.attributes.declared import CONFIDENCE

_Sample = SampleFacts | SubjectFacts | None


@dataclass(frozen=True, slots=True)
class PairMeasured:
    """One measurement of a pair. value : None where it cannot be measured; `reason` says why."""

    title: str
    unit: str
    value: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class Missed:
    """Why something was not found. side : "original", "unlearned" or "pair". code : "" where only a part is missing."""

    side: str
    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class Transcripts:
    """What was to be said, None where nobody says it, and what was heard, None where nothing was transcribed."""

    asked: str | None
    original: str | None
    unlearned: str | None


@dataclass(frozen=True, slots=True)
class Labelled:
    """What a classifier calls an attribute in both samples, and how sure it is in words; None where it has no label."""

    title: str
    original: str | None
    unlearned: str | None


@dataclass(frozen=True, slots=True)
class AspectSection:
    """What one evaluator found. aspect : as a heading. evaluator, kind : who measured. flags : (side, code) each.

    is_stand_in : neither the challenge's own nor a method without weights.
    """

    aspect: str
    evaluator: str
    kind: str
    is_stand_in: bool
    samples: tuple[Measured, ...]
    labels: tuple[Labelled, ...]
    pair: tuple[PairMeasured, ...]
    texts: Transcripts | None
    missed: tuple[Missed, ...]
    flags: tuple[tuple[str, str], ...]


def aspect_sections(facts: PairFacts) -> tuple[AspectSection, ...]:
    """Return what each evaluator of another aspect found in a pair, by aspect.

    Evaluators tell how long a sound lasts, each of them: what was told above with the same values is not told again.
    """
    told = set(_measured_in(facts.original, facts.unlearned))
    sections = []
    for found in facts.others:
        sections.append(_section(facts, found, told))
        told.update(_measured_in(found.original, found.unlearned))
    return tuple(sections)


def _measured_in(original: _Sample, unlearned: _Sample) -> Iterator[tuple[str, float | None, float | None]]:
    before, after = (each.values if each is not None else {} for each in (original, unlearned))
    for name in in_order({*before, *after}):
        yield name, before.get(name), after.get(name)


def _section(facts: PairFacts, found: AspectFacts, told: Container[object]) -> AspectSection:
    row = found.evaluator
    sides = {"original": found.original, "unlearned": found.unlearned, "pair": found.pair}
    named = {**_labels_in(found.original), **_labels_in(found.unlearned)}
    in_words = {*named, *(f"{name}{CONFIDENCE}" for name in named)}
    samples = [
        measured_as(*each)
        for each in _measured_in(found.original, found.unlearned)
        if each not in told and each[0] not in in_words
    ]
    if found.rates != (None, None):
        samples.insert(0, measured_as(WER, *found.rates))
    return AspectSection(
        aspect=row.aspect.capitalize(),
        evaluator=f"{row.name} {row.version}",
        kind=kind_words(row),
        is_stand_in=is_stand_in(row),
        samples=tuple(samples),
        labels=tuple(
            Labelled(measurement_title(name).title, _label_of(found.original, name), _label_of(found.unlearned, name))
            for name in in_order(named)
        ),
        pair=tuple(_of_pair(found.pair)),
        texts=_texts(facts, found) if row.aspect == "transcript" else None,
        missed=tuple(missed for side, each in sides.items() if each is not None for missed in _missed(side, each)),
        flags=tuple((side, flag) for side, each in sides.items() if each is not None for flag in each.flags),
    )


def _labels_in(found: SubjectFacts | None) -> Mapping[str, str]:
    labels = found.detail.get("labels") if found is not None else None
    return {str(name): str(label) for name, label in labels.items()} if isinstance(labels, dict) else {}


def _label_of(found: SubjectFacts | None, name: str) -> str | None:
    label = _labels_in(found).get(name)
    if found is None or label is None:
        return None
    confidence = found.values.get(f"{name}{CONFIDENCE}")
    return label if confidence is None else f"{label} {100 * confidence:.0f} %"


def _of_pair(pair: SubjectFacts | None) -> Iterator[PairMeasured]:
    if pair is None:
        return
    reasons = _not_measurable(pair)
    for name in in_order({*pair.values, *reasons}):
        title = measurement_title(name)
        yield PairMeasured(title.title, title.unit, title.shown(pair.values.get(name)), reasons.get(name, ""))


def _missed(side: str, found: SubjectFacts) -> Iterator[Missed]:
    """Yield why a side has no measurement; else why parts of it are missing, those of one reason together."""
    if found.code:
        yield Missed(side, found.code, found.message)
    elif side != "pair":  # of a pair each part says it beside its dash
        by_reason: dict[str, list[str]] = {}
        for name, reason in _not_measurable(found).items():
            by_reason.setdefault(reason, []).append(name)
        for reason, names in by_reason.items():
            titles = ", ".join(measurement_title(name).title for name in in_order(names))
            yield Missed(side, "", f"{titles}: {reason}")


def _not_measurable(found: SubjectFacts) -> Mapping[str, str]:
    reasons = found.detail.get("not_measurable")
    return {str(name): str(reason) for name, reason in reasons.items()} if isinstance(reasons, dict) else {}


def _texts(facts: PairFacts, found: AspectFacts) -> Transcripts:
    settings = [sample.settings for sample in (facts.unlearned, facts.original) if sample is not None]
    asked = next((each["transcript"] for each in settings if "transcript" in each), None)
    return Transcripts(asked, _text(found.original), _text(found.unlearned))


def _text(found: SubjectFacts | None) -> str | None:
    text = found.detail.get("text") if found is not None and found.status == "ok" else None
    return text if isinstance(text, str) else None
