"""People: whether those who were asked still see, or hear, the person who was to be forgotten."""

from collections.abc import Iterable

from genmu_studio.audit.check import IDENTITY_TRACKS, CheckInfo, Finding, Limits, NotRunError, check
from genmu_studio.audit.material import Material
from genmu_studio.labelling.results.machine import MachineDisagreement


@check(
    CheckInfo(
        id="same_person",
        family="verifier attack",
        title="People say: the same person",
        severity="high",
        definition=(
            "Forget samples of which most people who compared them with their original say that it is the same person, "
            "and the verifier does not. Medium from `least` on, high from `high` on; fewer are info."
        ),
        limits={"least": 2, "high": 5},
        tracks=IDENTITY_TRACKS,
        needs_more=True,
        reads_labels=True,
    )
)
def people_say_the_same(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise forget samples that deceive the verifier and nobody else; those that most people agree on first."""
    project = material.project

    def read() -> tuple[MachineDisagreement, ...]:
        asked = [
            campaign
            for campaign in project.labelling.campaigns()
            if any(question.enters == "same person" for question in campaign.questions)
        ]
        return tuple(each for campaign in asked for each in project.labelling.results(campaign).machine)

    if not any(
        question.enters == "same person"
        for campaign in project.labelling.campaigns()
        for question in campaign.questions
    ):
        raise NotRunError("nobody was asked whether it is the same person")
    forget = {row.id for row in material.samples.of_side("unlearned") if row.role == "forget"}
    seen = [
        each
        for each in project.kept.get("people of an audit", read)
        if each.kind == "same person" and each.sample in forget and each.people.startswith("the same person")
    ]
    samples = tuple(dict.fromkeys(each.sample for each in sorted(seen, key=lambda each: (-each.apart, each.sample))))
    if not samples:
        return
    is_grave = len(samples) >= limits["high"]
    yield Finding(
        "high" if is_grave else "medium" if len(samples) >= limits["least"] else "info",
        f"people see the same person in {len(samples)} forget samples that the verifier does not verify",
        len(samples),
        limits["high"] if is_grave else limits["least"],
        samples,
    )
