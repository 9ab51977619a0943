"""People against the verifier: whether the unlearned sample of a pair still shows whom the original shows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from genmu_studio.labelling.findings import CampaignLabels
from genmu_studio.labelling.questions import Question
from genmu_studio.labelling.results.machine import MachineDisagreement
from genmu_studio.labelling.results.settling import SettledItem, settled_items
from genmu_studio.labelling.results.strata import Alike
from genmu_studio.store.shown_samples import ShownSample
from genmu_studio.view import View
from scoring.agreement.settled import Origin
from scoring.metrics.outcomes import SampleOutcome, outcomes

if TYPE_CHECKING:
    from genmu_studio.look import Look
    from genmu_studio.project import Project


@dataclass(frozen=True, slots=True)
class _Decided:
    """What the verifier makes of a sample under the protocol's own lens."""

    outcome: SampleOutcome
    similarity: float
    identity: str


def person_disagreements(
    project: "Project", questions: Iterable[Question], labels: CampaignLabels, alike: Alike
) -> tuple[MachineDisagreement, ...]:
    """Return the pairs of which most people see the same person and the verifier does not, or the other way round.

    The verifier speaks of a pair whose original it verifies: it sees the same person where it verifies the unlearned
    sample too, as the identity that was asked for and under the protocol's own lens. Those that most people agree on
    come first.
    """
    found = [
        disagreement
        for question in questions
        if question.enters == "same person"
        for disagreement in _of_question(project, question, labels, alike)
    ]
    return tuple(sorted(found, key=lambda each: (-each.apart, each.submission, each.sample)))


def _of_question(
    project: "Project", question: Question, labels: CampaignLabels, alike: Alike
) -> Iterator[MachineDisagreement]:
    given = labels.of_items(question.id)
    looks: dict[str, tuple[Look | None, dict[int, _Decided]]] = {}
    for settled in settled_items(question, given, labels.adjudicated):
        said = None if settled.value is None else question.categories[int(settled.value)]
        if said not in {"same", "different"}:
            continue
        shown = {each.side: each for sample in settled.item for each in alike[sample] if each.id == sample}
        unlearned, original = shown.get("unlearned"), shown.get("original")
        if unlearned is None or original is None:
            continue
        if unlearned.submission not in looks:
            looks[unlearned.submission] = _decided(project, unlearned.submission)
        look, decided = looks[unlearned.submission]
        before, after = decided.get(original.id), decided.get(unlearned.id)
        if look is None or before is None or after is None or after.outcome is SampleOutcome.UNSCORED:
            continue
        verifies = after.outcome is SampleOutcome.VERIFIED
        if before.outcome is SampleOutcome.VERIFIED and verifies != (said == "same"):
            yield _disagreement(question, settled, unlearned, look, after)


def _decided(project: "Project", name: str) -> tuple["Look | None", dict[int, _Decided]]:
    base = project.look_base(project.submission(name), View())
    if base is None:
        return None, {}
    look = base.through(View())
    return look, {
        int(sample): _Decided(SampleOutcome(code), float(own), frame.identities[identity])
        for frame in look.frames
        for sample, code, own, identity in zip(
            frame.sample_id, outcomes(frame, look.decision), frame.own, frame.identity, strict=True
        )
    }


def _disagreement(
    question: Question, settled: SettledItem, unlearned: ShownSample, look: "Look", after: _Decided
) -> MachineDisagreement:
    same = after.outcome is not SampleOutcome.VERIFIED
    person = "the same person" if same else "different persons"
    is_decided = settled.origin is Origin.ADJUDICATED
    votes = "adjudicated" if is_decided else f"{settled.support} of {settled.votes}"
    people = f"{person} ({votes})"
    evaluator = f"{look.evaluator.name} {look.evaluator.version}".strip()
    limit = look.own_lens.threshold.value
    if isnan(after.similarity):
        machine = f"not verified as {after.identity}: nothing was acquired"
    else:
        verdict = "verified" if not same else "not verified"
        machine = f"{verdict} as {after.identity}: {after.similarity:.3f}, threshold {limit:.3f}"
    return MachineDisagreement(
        kind="same person",
        question_id=question.id,
        item=settled.item,
        sample=unlearned.id,
        submission=unlearned.submission,
        people=people,
        machine=machine,
        sentence=f"People see {people}; to {evaluator} the unlearned sample is {machine}.",
        apart=1.0 if is_decided else settled.support / settled.votes,
    )
