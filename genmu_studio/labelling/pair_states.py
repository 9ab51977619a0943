"""Which pairs of a submission people have judged, and where their answers differ: for the filter of Review."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from genmu_studio.domain import SubmissionRow
from genmu_studio.labelling.pair_labels import answers_differ
from genmu_studio.labelling.people_answers import latest, people_answers
from genmu_studio.pair_table import CONFLICTING, LABELLED, PairTable
from genmu_studio.store.contents import samples_with
from scoring.types import Track

if TYPE_CHECKING:
    from genmu_studio.project import Project


@dataclass(frozen=True, slots=True)
class _Contents:
    """What files hold of which people said something. conflicting : those of which they said different things."""

    labelled: frozenset[str]
    conflicting: frozenset[str]


@dataclass(frozen=True, eq=False, slots=True)
class _Samples:
    """Labelled samples of a submission and the state of each, (n,)."""

    ids: NDArray[np.int64]
    states: NDArray[np.int8]


def pair_states(project: "Project", submission: SubmissionRow, table: PairTable) -> NDArray[np.int8]:
    """Return the state of each pair, (n,): 0, `LABELLED` or `CONFLICTING`, the higher one of its two samples.

    Kept by sample until somebody says something: another threshold costs milliseconds at 100,000 pairs.
    """
    known = latest(project, ("label states", submission.id), lambda: _samples(project, submission))
    states = np.zeros(len(table), dtype=np.int8)
    places = table.index.by_sample.find(known.ids)
    found = places >= 0
    np.maximum.at(states, places[found] // 2, known.states[found])
    return states


def _samples(project: "Project", submission: SubmissionRow) -> _Samples:
    contents = latest(project, ("label states", submission.track), lambda: _contents(project, submission.track))
    rows = project.store.read(lambda db: samples_with(db, submission.id, contents.labelled))
    states = [CONFLICTING if sha256 in contents.conflicting else LABELLED for _, sha256 in rows]
    return _Samples(np.array([id_ for id_, _ in rows], dtype=np.int64), np.array(states, dtype=np.int8))


def _contents(project: "Project", track: Track) -> _Contents:
    labelled: set[str] = set()
    conflicting: set[str] = set()
    for answers in people_answers(project, track):
        labelled |= answers.by_content.keys() | answers.adjudicated.keys()
        conflicting |= {content for content in answers.by_content if answers_differ(answers, content)}
    return _Contents(frozenset(labelled), frozenset(conflicting))
