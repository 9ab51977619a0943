"""The JSON of `genmu labels results`, `agreement` and `figures`: stable names, null where there is no figure."""

from dataclasses import asdict

from genmu_studio.labelling.agreeing import QuestionAgreement
from genmu_studio.labelling.merging import Conflict
from genmu_studio.labelling.people import PeopleValue
from genmu_studio.labelling.results.annotators import AnnotatorResult, Share
from genmu_studio.labelling.results.answers import CategoryCount
from genmu_studio.labelling.results.campaign import CampaignResults
from genmu_studio.labelling.results.machine import MachineDisagreement
from genmu_studio.labelling.results.questions import QuestionResult
from genmu_studio.labelling.results.strata import StratumResult
from genmu_studio.labelling.results.unsettled import UnsettledItem
from genmu_studio.metrics_json import Json, value_json
from genmu_studio.people_figures import attributes_json


def results_json(found: CampaignResults) -> Json:
    """Return what came of a campaign."""
    return {
        "campaign": found.campaign.name,
        "digest": found.campaign.digest,
        "questions": [_question(each) for each in found.questions],
        "annotators": [_annotator(each) for each in found.annotators],
        "conflicts": [conflict_json(each) for each in found.conflicts],
        "unsettled": [_unsettled(each) for each in found.unsettled],
        "machine": [_machine(each) for each in found.machine],
    }


def agreement_json(found: QuestionAgreement) -> Json:
    """Return the agreement on one question."""
    summary = found.summary
    percent = summary.percent.value
    return {
        "id": found.question.id,
        "digest": found.question.digest,
        "level": found.question.measured_as,
        "n": found.n,
        "items": found.items,
        "raters": found.raters,
        "shared_items": summary.percent.items,
        "percent": None if percent is None else 100 * percent,
        "alpha": summary.alpha.value,
        "kappa": summary.kappa.value,
        "fleiss": summary.fleiss.value,
        "ac1": summary.ac1.value,
        "skipped": found.skipped,
        "unsettled": found.unsettled,
        "note": found.note,
    }


def conflict_json(conflict: Conflict) -> Json:
    """Return what stands at one place in several ways."""
    return {
        "annotator": conflict.annotator,
        "place": conflict.place,
        "entry": conflict.token,
        "question": conflict.question or None,
        "adjudicated": conflict.adjudicated,
        "standing": [
            {"kind": event.kind, "value": event.value, "by": event.author, "at_utc": event.at_utc}
            for event in conflict.events
        ],
    }


def people_json(submission: str, found: PeopleValue) -> Json:
    """Return a figure of a submission from people's labels."""
    return {
        "submission": submission,
        "figure": found.info.name,
        "side": found.side,
        "unit": found.info.unit,
        "value": value_json(found.value),
        "source": found.source,
        "attributes": attributes_json(found.rows),
    }


def _question(found: QuestionResult) -> Json:
    question = found.question
    return {
        "id": question.id,
        "digest": question.digest,
        "text": question.text,
        "kind": question.kind,
        "n": found.n,
        "skipped": dict(found.skipped),
        "categories": _categories(found.categories),
        "numbers": None if found.numbers is None else asdict(found.numbers),
        "texts": [{"annotator": name, "text": text} for name, text in found.texts],
        "MOS": None if found.opinion is None else value_json(found.opinion),
        "agreement": None if found.agreement is None else agreement_json(found.agreement),
        "strata": [_stratum(each) for each in found.strata],
    }


def _categories(found: tuple[CategoryCount, ...]) -> list[Json]:
    return [{"category": each.category, "label": each.label, "n": each.n} for each in found]


def _stratum(found: StratumResult) -> Json:
    return {
        "submission": found.submission,
        "team": found.team,
        "side": found.side,
        "role": found.role,
        "n": found.n,
        "categories": _categories(found.categories),
        "numbers": None if found.numbers is None else asdict(found.numbers),
        "MOS": None if found.opinion is None else value_json(found.opinion),
    }


def _annotator(found: AnnotatorResult) -> Json:
    return {
        **asdict(found),
        "gold": _share(found.gold),
        "attention": _share(found.attention),
        "repeats": _share(found.repeats),
    }


def _share(share: Share) -> Json:
    return {
        "right": share.right,
        "n": share.n,
        "percent": 100 * share.right / share.n if share.n else None,
        "interval": None if share.interval is None else [100 * limit for limit in share.interval],
    }


def _unsettled(found: UnsettledItem) -> Json:
    return {
        "question": found.question_id,
        "samples": list(found.samples),
        "entry": found.token,
        "answers": [{"annotator": name, "answer": answer} for name, answer in found.answers],
        "adjudicated": found.adjudicated,
    }


def _machine(found: MachineDisagreement) -> Json:
    return {
        "kind": found.kind,
        "question": found.question_id,
        "samples": list(found.samples),
        "sample": found.sample,
        "submission": found.submission,
        "people": found.people,
        "machine": found.machine,
        "sentence": found.sentence,
        "apart": found.apart,
    }
