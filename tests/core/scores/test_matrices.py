"""Matrices of identities against loops over samples and embeddings."""

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation
from genmu_studio.look import Look
from genmu_studio.project import Project
from genmu_studio.scores.matrices import (
    Cell,
    frame_of,
    load_outside,
    samples_of_cell,
    similarity_matrix,
    transfer,
)
from genmu_studio.store.results import decode_embedding
from genmu_studio.view import View
from scoring.errors import UserError
from scoring.frame import GroupFrame, Side, Status, published_order
from tests.core.scores.conftest import ALPHA, COHORT
from tests.core.scores.made import FEWER, MadeBase, at, bases, thresholds

CELLS: tuple[Cell, ...] = ("all", "verified", "nearest")


def rows_of(frame: GroupFrame, side: Side, column: int) -> list[int]:
    return [
        row
        for row in range(len(frame))
        if (frame.side[row], frame.identity[row], frame.status[row]) == (side, column, Status.SCORED)
    ]


@FEWER
@given(bases(), st.sampled_from(Side))
def test_means_are_those_of_the_samples(made: MadeBase, side: Side) -> None:
    look = made.base.through(View())
    for frame in look.frames:
        found = similarity_matrix(look, frame.group, side)
        assert (found.identities, found.templates) == (frame.identities, frame.identities)
        for row in range(len(frame.identities)):
            for column in range(len(frame.identities)):
                values = [float(frame.similarity[each, column]) for each in rows_of(frame, side, row)]
                assert found.n[row, column] == len(values)
                expected = (fmean(values) if values else np.nan, stdev(values) if len(values) > 1 else np.nan)
                assert (found.mean[row, column], found.sd[row, column]) == pytest.approx(expected, nan_ok=True)


@FEWER
@given(bases(), st.sampled_from(Side), thresholds())
def test_the_samples_behind_a_cell_are_those_that_it_counts(made: MadeBase, side: Side, threshold: float) -> None:
    look = made.base.through(at(View(), threshold))
    limit = np.float32(threshold)
    for frame in look.frames:
        counts = transfer(look, frame.group, side)
        for row, identity in enumerate(frame.identities):
            scored = rows_of(frame, side, row)
            seen: Counter[int] = Counter()
            for column, template in enumerate(frame.identities):
                ids = {
                    which: samples_of_cell(look, frame.group, side, identity=identity, template=template, which=which)
                    for which in CELLS
                }
                score_of = {int(frame.sample_id[each]): frame.similarity[each, column] for each in scored}
                inclusive = look.decision.rules.comparison == ">="
                assert set(ids["all"].tolist()) == set(score_of)
                assert set(ids["verified"].tolist()) == {
                    id_ for id_, score in score_of.items() if (score >= limit if inclusive else score > limit)
                }
                assert counts.verified[row, column] == len(ids["verified"])
                assert counts.nearest[row, column] == len(ids["nearest"])
                seen.update(ids["nearest"].tolist())
                for each in ids.values():
                    keys = [(-score_of[id_], id_) for id_ in each.tolist()]
                    assert keys == sorted(keys)
            assert seen == Counter(int(frame.sample_id[each]) for each in scored)
            nobody = samples_of_cell(look, frame.group, side, identity=identity, template=None, which="verified")
            assert len(nobody) == counts.nobody[row]
            assert counts.n[row] == len(scored)


@pytest.fixture
def look(varied: Project) -> Look:
    base = varied.look_base(varied.submission(ALPHA), View())
    assert base is not None
    return base.through(View(threshold="0.3"))


def similarity_by_loop(folder: Path, ids: list[int], identity: str) -> dict[int, float]:
    """Return the cosine of each sample's embedding and the mean of an identity's references."""
    with closing(sqlite3.connect(folder / "project.db")) as db:
        vectors = {key: decode_embedding(blob) for key, blob in db.execute("SELECT subject_id, vector FROM embedding")}
        references = [
            vectors[key].astype(float)
            for (key,) in db.execute("SELECT subject_id FROM reference WHERE identity = ?", [identity])
        ]
        subjects = dict(db.execute("SELECT id, subject_id FROM sample").fetchall())
    mean = sum(each / np.linalg.norm(each) for each in references)
    mean = mean / np.linalg.norm(mean)
    known = {id_: vectors[subjects[id_]].astype(float) for id_ in ids if subjects[id_] in vectors}
    return {id_: float(vector @ mean / np.linalg.norm(vector)) for id_, vector in known.items()}


def test_identities_beyond_the_group_are_compared_too(varied: Project, look: Look, varied_folder: Path) -> None:
    outside = load_outside(varied, look, "One")
    assert outside is not None
    assert outside.identities == ("11", "12", "13", *COHORT)
    assert outside.left_out == 0
    frame = frame_of(look, "One")
    for column, identity in enumerate(outside.identities):
        expected = similarity_by_loop(varied_folder, frame.sample_id.tolist(), identity)
        for row, id_ in enumerate(frame.sample_id.tolist()):
            value = outside.similarity[row, column]
            assert value == pytest.approx(expected.get(id_, np.nan), abs=1e-6, nan_ok=True)
    found = similarity_matrix(look, "One", Side.UNLEARNED, outside)
    assert found.templates == (*frame.identities, *outside.identities)
    inside = similarity_matrix(look, "One", Side.UNLEARNED)
    assert np.array_equal(found.mean[:, :4], inside.mean, equal_nan=True)
    counts = transfer(look, "One", Side.UNLEARNED, outside)
    assert counts.templates == found.templates
    for row, identity in enumerate(counts.identities):
        for column, template in enumerate(counts.templates):
            ids = samples_of_cell(
                look, "One", Side.UNLEARNED, identity=identity, template=template, which="nearest", outside=outside
            )
            assert len(ids) == counts.nearest[row, column]
    assert counts.nearest[:, 4:].sum() > 0  # some show strangers


def test_of_many_identities_those_that_most_samples_are_nearest_to_are_shown(
    varied: Project, look: Look, varied_folder: Path
) -> None:
    outside = load_outside(varied, look, "One", shown=2)
    assert outside is not None
    assert outside.left_out == 3
    ids = frame_of(look, "One").sample_id.tolist()
    names = ["11", "12", "13", *COHORT]
    scores = [similarity_by_loop(varied_folder, ids, name) for name in names]
    nearest = Counter(max(range(5), key=lambda place: scores[place][id_]) for id_ in scores[0])
    most = sorted((-count, place) for place, count in nearest.items())[:2]
    assert outside.identities == tuple(sorted((names[place] for _, place in most), key=published_order))


def test_where_nobody_else_is_known_there_is_nothing_outside(scored: Project) -> None:
    base = scored.look_base(scored.submission("example-lab-face-r1"), View())
    assert base is not None
    with pytest.raises(UserError, match="has no sample of Nowhere"):
        load_outside(scored, base.through(View()), "Nowhere")
    scored.store.write(lambda db: db.execute("DELETE FROM reference WHERE identity IN ('11', '12', '13')")).result()
    scored.kept.forget()
    base = scored.look_base(scored.submission("example-lab-face-r1"), View())
    assert base is not None
    assert load_outside(scored, base.through(View()), "One") is None


def test_reading_can_be_cancelled(varied: Project, look: Look) -> None:
    cancellation = Cancellation()
    cancellation.request()
    with pytest.raises(CancelledError):
        load_outside(varied, look, "One", cancellation)
