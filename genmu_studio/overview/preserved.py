"""What the overview says of preservation besides identity: figures of evaluators, and apart from them of people."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from genmu_studio.metrics_json import is_stand_in, kind_words
from genmu_studio.other_aspects import can_measure_others
from genmu_studio.people_figures import people_by_name
from genmu_studio.preservation import PreservedValue, further_by_name, preserved_by_name
from scoring.metrics.attributes import REQUESTED
from scoring.types import MetricValue

if TYPE_CHECKING:
    from genmu_studio.domain import SubmissionRow
    from genmu_studio.labelling.people import PeopleValue
    from genmu_studio.project import Project

# The figures of the card in their order; the parts of PPS are told with it.
_FIGURES: Mapping[str, str] = {
    "AR": "AR attributes",
    "SAR": "SAR attributes",
    "PPS": "PPS prosody",
    "WER": "WER words",
    "Distill_MOS": "Naturalness, predicted",
    "DNSMOS": "Signal quality",
}
_OF_PEOPLE: Mapping[str, str] = {
    "AR": "AR attributes, people",
    "SAR": "SAR attributes, people",
    "MOS unlearned": "MOS unlearned, people",
    "MOS original": "MOS original, people",
}
_PARTS: Mapping[str, str] = {
    "PPS_f0": "F0", "PPS_energy": "energy", "PPS_duration": "duration", "PPS_rhythm": "rhythm",
}  # fmt: skip
_OF_ATTRIBUTES = ("AR", "SAR")
_NO_ATTRIBUTES = ("coverage", "requested", "mismatched")
_MOST_ATTRIBUTES = 8


@dataclass(frozen=True, slots=True)
class ShownValue:
    """A figure of the card. metric : its name. parts : figures that it is the mean of, each with its title.

    evaluator, kind : who measured, of people's judgments "people" with the campaigns. is_stand_in : neither the
    challenge's own nor a method without weights.
    """

    metric: str
    title: str
    unit: str
    value: MetricValue
    parts: tuple[tuple[str, MetricValue], ...]
    evaluator: str
    kind: str
    is_stand_in: bool
    by_people: bool = False


@dataclass(frozen=True, slots=True)
class Preserved:
    """What is preserved besides identity. can_be_measured : whether any evaluator of it exists for the track."""

    values: tuple[ShownValue, ...]
    can_be_measured: bool

    @property
    def is_measured(self) -> bool:
        """Whether any evaluator has measured anything."""
        return not all(each.by_people for each in self.values)


def preserved(project: "Project", submission: "SubmissionRow") -> Preserved:
    """Return the figures of a submission: words are counted first, for a background thread."""
    values = project.preserved(submission)
    found = {**preserved_by_name(values), **further_by_name(values)}
    own = {name: title for name, title in _FIGURES.items() if name in found}
    others = {
        name: _FIGURES.get(each.info.name, each.info.symbol)
        for name, each in found.items()
        if name not in own and each.info.name not in _PARTS
    }
    shown = tuple(_shown(found, name, title) for name, title in {**own, **others}.items())
    people = people_by_name(project.people(submission))
    said = tuple(_said(name, people[name], title) for name, title in _OF_PEOPLE.items() if name in people)
    return Preserved(shown + said, can_measure_others(submission.track))


def _attributes(found: PreservedValue) -> tuple[tuple[str, MetricValue], ...]:
    """Return the attributes that AR or SAR is the mean of, the least kept first; no others have any."""
    if found.info.name not in _OF_ATTRIBUTES:
        return ()
    kept = [
        (name, part)
        for name, part in found.value.parts.items()
        if part is not None and name not in _NO_ATTRIBUTES and not name.endswith(REQUESTED)
    ]
    least = sorted(kept, key=lambda each: each[1])[:_MOST_ATTRIBUTES]
    return tuple((name.replace("_", " "), MetricValue(part)) for name, part in least)


def _said(name: str, found: "PeopleValue", title: str) -> ShownValue:
    """Return a figure of people, its attributes with their own intervals."""
    kept = [
        (row.attribute, row.share) for row in found.rows if row.against == "original" and row.share.value is not None
    ]
    least = sorted(kept, key=lambda each: each[1].value or 0)[:_MOST_ATTRIBUTES]
    return ShownValue(
        metric=f"{name} by people",
        title=title,
        unit=found.info.unit,
        value=found.value,
        parts=tuple((attribute.replace("_", " "), share) for attribute, share in least),
        evaluator=found.source,
        kind="",
        is_stand_in=False,
        by_people=True,
    )


def _shown(found: Mapping[str, PreservedValue], name: str, title: str) -> ShownValue:
    one = found[name]
    parts = tuple((words, found[part].value) for part, words in _PARTS.items() if part in found)
    return ShownValue(
        metric=name,
        title=title,
        unit=one.info.unit,
        value=one.value,
        parts=parts if name == "PPS" else _attributes(one),
        evaluator=one.evaluator.name,
        kind=kind_words(one.evaluator),
        is_stand_in=is_stand_in(one.evaluator),
    )
