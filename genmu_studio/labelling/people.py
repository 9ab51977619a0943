"""The figures of a submission that rest on people: AR or SAR, and MOS of either side."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from genmu_studio.domain import Side, SubmissionRow
from genmu_studio.labelling.attributes import PairContents, judged_pairs
from genmu_studio.labelling.people_answers import PeopleAnswers, latest, people_answers
from genmu_studio.labelling.questions import About
from genmu_studio.store.contents import SampleContent, contents_in
from scoring.frame import GroupFrame
from scoring.frame import Side as FrameSide
from scoring.metrics.attributes import AttributeRow, attribute_rows
from scoring.metrics.opinion import Opinions
from scoring.metrics.values import counted, joined
from scoring.registry import RegisteredMetric, metrics
from scoring.rules import Rules
from scoring.types import MetricInfo, MetricValue, Track

if TYPE_CHECKING:
    from genmu_studio.project import Project

_SIDES: Mapping[Side, FrameSide] = {"unlearned": FrameSide.UNLEARNED, "original": FrameSide.ORIGINAL}


@dataclass(frozen=True, slots=True)
class PeopleValue:
    """A figure from people's judgments. side : whose samples it is about; of pairs the unlearned side.

    source : "people" and the campaigns that it rests on. rows : of AR and SAR, each attribute.
    """

    info: MetricInfo
    value: MetricValue
    side: Side
    source: str
    rows: tuple[AttributeRow, ...] = ()


def people_values(project: "Project", submission: SubmissionRow) -> tuple[PeopleValue, ...]:
    """Return every figure of a submission that people's answers give; none where nobody was asked about its files.

    The samples are those of the protocol's groups, of a track without groups all. Where a question was asked in several
    versions, the one with the most answers counts [ours], since answers to two versions never mix; a badge says so.
    Kept until the data change or somebody says something.
    """
    return latest(project, ("values", submission.id), lambda: _values(project, submission))


def _values(project: "Project", submission: SubmissionRow) -> tuple[PeopleValue, ...]:
    given = [each for each in people_answers(project, submission.track) if each.by_content or each.adjudicated]
    answers = [each for each in given if each.question.enters != "other"]
    if not answers:
        return ()
    asked = _Asked(
        project.unscored_frames(submission).groups,
        project.store.read(lambda db: contents_in(db, submission.id)),
        answers,
        project.protocol.rules(),
        bool(project.protocol.groups_of(submission.track)),
    )
    found = [_preserved(asked, _metric("attribute", submission.track))]
    found += [_opinion(asked, _metric("opinion", submission.track), side) for side in _SIDES]
    return tuple(each for each in found if each is not None)


@dataclass(frozen=True, eq=False, slots=True)
class _Asked:
    """The samples of a submission, what their files hold by id, and what people answered about files."""

    frames: Sequence[GroupFrame]
    contents: Mapping[int, SampleContent]
    answers: Sequence[PeopleAnswers]
    rules: Rules
    has_groups: bool

    def contents_of(self, side: Side) -> frozenset[str]:
        """Return what the files of a side hold."""
        if not self.has_groups:
            return frozenset(each.sha256 for each in self.contents.values() if each.side == side)
        ids = [id_ for frame in self.frames for id_ in frame.sample_id[frame.side == _SIDES[side]].tolist()]
        return frozenset(self.contents[id_].sha256 for id_ in ids)


def _metric(need: str, track: Track) -> RegisteredMetric | None:
    return next((each for each in metrics().values() if each.info.needs == (need,) and track in each.info.track), None)


@dataclass(frozen=True, slots=True)
class _Chosen:
    """One version of each question about something. others : how many versions with answers were left out."""

    answers: tuple[PeopleAnswers, ...]
    others: int

    @property
    def badge(self) -> str | None:
        return f"{counted(self.others, 'other version')} of a question left out" if self.others else None

    @property
    def source(self) -> str:
        names = sorted({name for each in self.answers for name in each.campaigns})
        return f"people (campaign{'s' * (len(names) > 1)} {', '.join(names)})"


def _choose(answers: Iterable[PeopleAnswers], about: About, contents: frozenset[str]) -> _Chosen:
    """Choose what was answered about some contents; questions of one id are versions, those of naturalness all."""
    versions: dict[str, list[PeopleAnswers]] = {}
    for each in answers:
        if each.question.enters == about:
            found = each.about(contents)
            if found.votes or found.adjudicated:
                versions.setdefault("" if about == "naturalness" else each.question.id, []).append(found)
    chosen = tuple(max(same, key=lambda each: each.votes) for same in versions.values())
    return _Chosen(chosen, sum(map(len, versions.values())) - len(chosen))


def _preserved(asked: _Asked, metric: RegisteredMetric | None) -> PeopleValue | None:
    pairs = _pairs(asked.frames, asked.contents)
    chosen = _choose(asked.answers, "attribute", pairs.contents)
    if metric is None or not chosen.answers:
        return None
    judged = judged_pairs(pairs, chosen.answers)
    value = metric.compute(judged, asked.rules)
    assert isinstance(value, MetricValue)  # noqa: S101 - what a metric of judged pairs returns
    value = replace(value, badge=joined(value.badge, chosen.badge))
    return PeopleValue(metric.info, value, "unlearned", chosen.source, attribute_rows(judged, asked.rules))


def _pairs(frames: Sequence[GroupFrame], contents: Mapping[int, SampleContent]) -> PairContents:
    original, unlearned, mismatched = [], [], []
    for frame in frames:
        rows = np.flatnonzero((frame.side == FrameSide.UNLEARNED) & (frame.partner >= 0))
        unlearned += [contents[id_] for id_ in frame.sample_id[rows].tolist()]
        original += [contents[id_] for id_ in frame.sample_id[frame.partner[rows]].tolist()]
        mismatched += frame.mismatched[rows].tolist()
    return PairContents(original, unlearned, np.array(mismatched, dtype=np.bool_))


def _opinion(asked: _Asked, metric: RegisteredMetric | None, side: Side) -> PeopleValue | None:
    """Return the MOS of a side: each content is one item, however many samples hold it."""
    every = asked.contents_of(side)
    chosen = _choose(asked.answers, "naturalness", every)
    if metric is None or not chosen.answers:
        return None
    (one,) = chosen.answers
    low, high = one.question.minimum or 0, one.question.maximum or 0
    rated, votes = one.ratings()
    value = metric.compute(Opinions(votes.values, low, high), asked.rules)
    assert isinstance(value, MetricValue)  # noqa: S101 - what a metric of opinions returns
    partly = f"{len(rated):,} of {counted(len(every), 'file')} rated" if len(rated) < len(every) else None
    value = replace(value, badge=joined(value.badge, partly, chosen.badge))
    return PeopleValue(replace(metric.info, unit=f"{low:g} to {high:g}"), value, side, chosen.source)
