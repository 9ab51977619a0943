"""Campaigns: what a file asks for, looked up in a project, shared out among annotators, and kept."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from genmu_studio.labelling.assigning import Slot, arrange, balanced_sides, mixture, share_out, shuffled
from genmu_studio.labelling.campaign_file import CampaignFile, KnownItem, load_campaign_file, presents
from genmu_studio.labelling.questions import Answer, Question
from genmu_studio.store import labels as label_store
from genmu_studio.store.labels import AssignmentRow, CampaignRow, Candidate, NewCampaign
from scoring.digests import bytes_sha256, digest_of
from scoring.errors import UserError

if TYPE_CHECKING:
    from genmu_studio.project import Project

_TOKEN_LENGTH = 20


@dataclass(frozen=True, slots=True)
class Load:
    """What one annotator has to do. entries : items with everything mixed in. seconds : an estimate."""

    annotator: str
    entries: int
    answers: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Preview:
    """What a campaign comes to. items : distinct ones. duplicates : left out, because their files hold the same.

    kinds : how many entries of each kind there are in all queues together.
    """

    items: int
    duplicates: int
    questions: int
    loads: tuple[Load, ...]
    kinds: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PlannedCampaign:
    """A campaign that can be kept as it is: digest and queues follow from the file and the project's samples."""

    file: CampaignFile
    questions: tuple[Question, ...]
    digest: str
    assignments: tuple[AssignmentRow, ...]
    preview: Preview


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign of a project."""

    id: int
    name: str
    digest: str
    file: CampaignFile
    questions: tuple[Question, ...]
    created_at_utc: str

    @property
    def by_digest(self) -> Mapping[str, Question]:
        """Its questions by digest."""
        return {question.digest: question for question in self.questions}


def plan_campaign(project: "Project", path: Path) -> PlannedCampaign:
    """Return what the campaign file at `path` comes to in this project; nothing is written.

    UserError for a mistake in the file, for samples that do not exist, and where nothing is left to be asked about.
    """
    return plan(project, *load_campaign_file(path))


def plan(project: "Project", wanted: CampaignFile, questions: tuple[Question, ...]) -> PlannedCampaign:
    """Return what the campaign comes to, as `plan_campaign` does."""
    track, head = wanted.select.track, wanted.campaign
    read = label_store.pair_candidates if presents(questions) == "pair" else label_store.sample_candidates
    candidates = project.store.read(lambda db: read(db, track))
    _check_submissions(wanted, candidates)
    gold = [_find(item, candidates) for item in wanted.gold]
    training = [_find(item, candidates) for item in wanted.training]
    known = {each.content for each in (*gold, *training)}
    found = _selected(wanted, [each for each in candidates if each.content not in known])
    items = list({each.content: each for each in reversed(found)}.values())[::-1]
    if not items:
        raise UserError("no sample is left to be asked about", "Look at [select]: it leaves nothing.")
    digest = digest_of(
        {
            "file": wanted.model_dump(mode="json"),
            "questions": [question.digest for question in questions],
            "items": [each.content for each in (*items, *gold, *training)],
        }
    )
    shares = share_out(len(items), len(head.annotators), head.overlap, head.seed)
    can_check = any(question.categories for question in questions)
    rates = (wanted.rates.repeats, wanted.rates.gold, wanted.rates.attention if can_check else 0)
    mixed = mixture(shares, rates, len(gold))
    shown = _Shown(wanted, questions, digest, items, gold, training)
    queues = [
        list(shown.queue(annotator, arrange(share, len(training), len(gold), mixed, head.seed, place)))
        for place, (annotator, share) in enumerate(zip(head.annotators, shares, strict=True))
    ]
    return PlannedCampaign(
        wanted,
        questions,
        digest,
        tuple(row for queue in queues for row in queue),
        _preview(wanted, questions, queues, len(items), len(found) - len(items)),
    )


def _check_submissions(wanted: CampaignFile, candidates: Sequence[Candidate]) -> None:
    known = {each.stratum[0] for each in candidates}
    for name in wanted.select.submissions:
        if name not in known:
            raise UserError(
                f"there is no {wanted.select.track} submission {name!r} with anything to show",
                f"There are: {', '.join(sorted(known)) or 'none'}.",
            )


def _find(item: KnownItem, candidates: Iterable[Candidate]) -> Candidate:
    for each in candidates:
        if each.stratum[0] == item.submission and item.path in {each.path, each.other_path}:
            return each
    raise UserError(
        f"{item.submission} has no {item.path!r} that could be shown", "Name paths as in the submission's samples."
    )


def _selected(wanted: CampaignFile, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return what the selection leaves, in the order of submissions and paths."""
    select, seed = wanted.select, wanted.campaign.seed
    is_pair = any(each.other is not None for each in candidates)

    def passes(each: Candidate) -> bool:
        submission, group, identity, side = each.stratum
        return (
            (not select.submissions or submission in select.submissions)
            and (not select.groups or group in select.groups)
            and (not select.identities or identity in select.identities)
            and (not select.roles or each.role in select.roles)
            and (is_pair or side in select.sides)
        )

    kept = [each for each in candidates if passes(each)]
    if select.per_identity is not None:
        strata = groupby(sorted(kept, key=_stratum), key=_stratum)
        kept = [
            each for stratum, members in strata
            for each in shuffled(list(members), seed, *stratum)[: select.per_identity]
        ]  # fmt: skip
    if select.most is not None:
        kept = shuffled(sorted(kept, key=_name), seed, "most")[: select.most]
    return sorted(kept, key=_name)


def _stratum(each: Candidate) -> tuple[str, str, str, str]:
    return each.stratum


def _name(each: Candidate) -> tuple[str, str, str]:
    return (each.stratum[0], each.path, each.other_path)


@dataclass(frozen=True, slots=True)
class _Shown:
    """Turns the slots of a queue into rows: whom they show, which way round, and what is known of the answers."""

    wanted: CampaignFile
    questions: tuple[Question, ...]
    digest: str
    items: Sequence[Candidate]
    gold: Sequence[Candidate]
    training: Sequence[Candidate]

    def queue(self, annotator: str, slots: Sequence[Slot]) -> Iterable[AssignmentRow]:
        salt = (self.wanted.campaign.seed, annotator)
        firsts = balanced_sides(len(slots), *salt, "pair")
        xs = balanced_sides(len(slots), *salt, "x")
        is_abx = any(question.kind == "abx" for question in self.questions)
        for place, (slot, first, x) in enumerate(zip(slots, firsts, xs, strict=True)):
            shown = {"gold": self.gold, "training": self.training}.get(slot.kind, self.items)[slot.item]
            swapped = shown.other is not None and first == "B"
            notice, accepted = self._known(slot, *salt, place)
            yield AssignmentRow(
                token=bytes_sha256(f"{self.digest} {annotator} {place}".encode())[:_TOKEN_LENGTH],
                annotator=annotator,
                place=place,
                kind=slot.kind,
                sample=shown.other if swapped and shown.other is not None else shown.sample,
                other=shown.sample if swapped else shown.other,
                x=x if is_abx else None,
                notice=notice,
                accepted_json=json.dumps(accepted, sort_keys=True),
                shown_before=slot.source,
            )

    def _known(self, slot: Slot, *salt: object) -> tuple[str, Mapping[str, Sequence[Answer]]]:
        """Return what is said beside the item, and the answers that are accepted, by question."""
        if slot.kind in {"gold", "training"}:
            item = (self.wanted.gold if slot.kind == "gold" else self.wanted.training)[slot.item]
            return item.remark if slot.kind == "training" else "", item.answers
        asked = [question for question in self.questions if question.categories]
        if slot.kind != "attention" or not asked:
            return "", {}
        question = shuffled(asked, *salt, "question")[0]
        answer = shuffled(question.categories, *salt, "answer")[0]
        words = question.label_of(answer)
        return f"Here, whatever you see or hear, answer “{question.text}” with “{words}”.", {question.id: (answer,)}


def _preview(
    wanted: CampaignFile,
    questions: Sequence[Question],
    queues: Sequence[Sequence[AssignmentRow]],
    items: int,
    duplicates: int,
) -> Preview:
    each = len(questions)
    kinds = [row.kind for queue in queues for row in queue]
    return Preview(
        items=items,
        duplicates=duplicates,
        questions=each,
        loads=tuple(
            Load(name, len(queue), len(queue) * each, len(queue) * each * wanted.campaign.seconds_per_answer)
            for name, queue in zip(wanted.campaign.annotators, queues, strict=True)
        ),
        kinds={kind: kinds.count(kind) for kind in dict.fromkeys(kinds)},
    )


def keep_campaign(project: "Project", planned: PlannedCampaign) -> Campaign:
    """Write a planned campaign, and return it as it is kept; UserError where there is one of that name or content."""
    name = planned.file.campaign.name
    _check_annotators(planned.file.campaign.annotators, project.store.read(label_store.annotators))
    new = NewCampaign(
        name,
        planned.digest,
        planned.file.model_dump_json(),
        {question.digest: (question.id, question.to_json()) for question in planned.questions},
        planned.assignments,
    )
    written = project.store.write(lambda db: label_store.put_campaign(db, new)).result()
    if not written:
        raise UserError(
            f"there is a campaign {name!r}, or one of the same content, already",
            "Name it otherwise; a campaign that has begun is never changed.",
        )
    return find_campaign(project, name)


def _check_annotators(names: Iterable[str], known: Iterable[str]) -> None:
    """Raise UserError where somebody is known in another spelling: nobody shall be two."""
    spelt = {name.casefold(): name for name in known}
    for name in names:
        if (there := spelt.get(name.casefold(), name)) != name:
            raise UserError(f"annotator {name!r} is known as {there!r}", "Write the name in the same way.")


def read_campaigns(project: "Project") -> tuple[Campaign, ...]:
    """Return the campaigns of a project, oldest first."""
    return tuple(_campaign(row) for row in project.store.read(label_store.all_campaigns))


def find_campaign(project: "Project", name: str) -> Campaign:
    """Return the campaign of that name; UserError naming those that exist."""
    campaigns = read_campaigns(project)
    for campaign in campaigns:
        if campaign.name.casefold() == name.casefold():
            return campaign
    known = ", ".join(campaign.name for campaign in campaigns) or "none"
    raise UserError(f"there is no campaign {name!r}", f"There are: {known}.")


def _campaign(row: CampaignRow) -> Campaign:
    return Campaign(
        row.id,
        row.name,
        row.digest,
        CampaignFile.model_validate_json(row.content_json),
        tuple(Question.from_json(content) for content in row.questions.values()),
        row.created_at_utc,
    )
