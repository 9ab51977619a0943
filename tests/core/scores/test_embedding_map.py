"""The map against a singular value decomposition of all embeddings, and what it says of each sample."""

import shutil
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation
from genmu_studio.look import Look
from genmu_studio.pair_building import build_table
from genmu_studio.pair_outcomes import OUTCOME_WORDS, PairOutcome
from genmu_studio.project import Project
from genmu_studio.scores.embedding_map import EmbeddingMap, _evenly, outcomes_of, principal_map, umap_map
from genmu_studio.store.results import decode_embedding
from genmu_studio.view import View
from scoring.errors import UserError
from scoring.frame import Side, Status
from scoring.projection import has_umap
from tests.core.scores.conftest import ALPHA
from tests.core.scores.made import FEWER, MadeBase, bases

BOTH = ("One", "Two")


def look_at(project: Project, threshold: str | None = None) -> Look:
    base = project.look_base(project.submission(ALPHA), View())
    assert base is not None
    return base.through(View(threshold=threshold))


@pytest.fixture
def look(varied: Project) -> Look:
    return look_at(varied)


@pytest.fixture
def changeable(varied_folder: Path, tmp_path: Path) -> Iterator[Project]:
    with Project.open(shutil.copytree(varied_folder, tmp_path / "copy.genmu")) as project:
        yield project


def vectors_of(project: Project, samples: list[int]) -> np.ndarray:
    """Return the embeddings of samples, float64."""
    rows = "SELECT s.id, e.vector FROM sample s JOIN embedding e ON e.subject_id = s.subject_id"
    known = dict(project.store.read(lambda db: db.execute(rows).fetchall()))
    return np.stack([decode_embedding(known[id_]).astype(float) for id_ in samples])


def references_of(project: Project, identity: str) -> np.ndarray:
    """Return the embeddings of an identity's references, float64."""
    rows = "SELECT e.vector FROM reference r JOIN embedding e USING (subject_id) WHERE r.identity = ?"
    found = project.store.read(lambda db: db.execute(rows, [identity]).fetchall())
    return np.stack([decode_embedding(blob).astype(float) for (blob,) in found])


@pytest.mark.parametrize("groups", [BOTH, ("Two",)])
def test_places_are_the_first_two_principal_components(varied: Project, look: Look, groups: tuple[str, ...]) -> None:
    found = principal_map(varied, look, groups)
    vectors = vectors_of(varied, found.samples.tolist())
    mean = vectors.mean(axis=0)
    _, values, axes = np.linalg.svd(vectors - mean, full_matrices=False)
    signs = np.sign(axes[np.arange(2), np.abs(axes[:2]).argmax(axis=1)])
    plane = axes[:2] * signs[:, np.newaxis]
    np.testing.assert_allclose(found.places, (vectors - mean) @ plane.T, atol=1e-5)
    assert found.explained == pytest.approx(tuple(values[:2] ** 2 / (values**2).sum()))
    assert found.notes == ()
    for name, place in zip(found.templates, found.template_places, strict=True):
        direction = references_of(varied, name).sum(axis=0)
        np.testing.assert_allclose(place, (direction / np.linalg.norm(direction) - mean) @ plane.T, atol=1e-5)


def test_every_scored_sample_is_there_with_its_facts(varied: Project, look: Look) -> None:
    found = principal_map(varied, look, BOTH)
    facts = "SELECT id, group_name, identity, side FROM sample WHERE submission_id = ?"
    known = {row[0]: row[1:] for row in varied.store.read(lambda db: db.execute(facts, [ALPHA]).fetchall())}
    pairs = varied.store.read(lambda db: db.execute("SELECT original_id, unlearned_id FROM pair").fetchall())
    other = {**dict(pairs), **{second: first for first, second in pairs}}
    scored = {int(id_) for frame in look.frames for id_ in frame.sample_id[frame.status == Status.SCORED]}
    samples = found.samples.tolist()
    assert set(samples) == scored
    assert len(samples) == len(scored) < len(known)  # some pictures are damaged
    assert found.groups == BOTH
    assert found.templates == found.identities == ("1", "2", "3", "4", "11", "12", "13")
    for place, sample in enumerate(samples):
        side = Side(int(found.side[place])).name.lower()
        said = found.groups[found.group[place]], found.identities[found.identity[place]], side
        assert said == known[sample]
        partner = int(found.partner[place])
        assert (samples[partner] if partner >= 0 else None) == (other[sample] if other[sample] in scored else None)


def test_colours_follow_the_lens_and_places_stay(varied: Project, look: Look) -> None:
    found = principal_map(varied, look, BOTH)
    seen = set()
    for threshold in ("-0.2", "0.1", "0.3", "0.9"):
        there = look_at(varied, threshold)
        table = build_table(there.frames, there.decision)
        outcomes = outcomes_of(found, there)
        for sample, outcome in zip(found.samples.tolist(), outcomes.tolist(), strict=True):
            row = table.row_of(sample)
            assert row is not None
            assert outcome == table.outcome[row]
        seen |= set(outcomes.tolist())
    assert {OUTCOME_WORDS[PairOutcome(each)] for each in seen} >= {"forgotten", "still verified", "kept", "lost"}


def test_it_is_the_same_every_time(varied: Project, varied_folder: Path, tmp_path: Path) -> None:
    with Project.open(shutil.copytree(varied_folder, tmp_path / "copy.genmu"), "read") as other:
        maps = [principal_map(project, look_at(project), BOTH) for project in (varied, varied, other)]
    for again in maps[1:]:
        assert again.samples.tolist() == maps[0].samples.tolist()
        assert again.places.tolist() == maps[0].places.tolist()


def test_of_many_samples_some_make_the_axes_and_all_are_shown(varied: Project, look: Look) -> None:
    whole = principal_map(varied, look, BOTH)
    found = principal_map(varied, look, BOTH, most=40)
    assert found.samples.tolist() == whole.samples.tolist()
    (note,) = found.notes
    assert note.startswith("axes from ")
    assert note.endswith(f" of {len(whole)} samples, taken evenly")
    chosen = _evenly(look.frames, 40)
    assert f"axes from {sum(map(len, chosen))} of" in note
    ids = [int(id_) for frame, rows in zip(look.frames, chosen, strict=True) for id_ in frame.sample_id[rows]]
    vectors = vectors_of(varied, ids)
    mean = vectors.mean(axis=0)
    axes = np.linalg.svd(vectors - mean, full_matrices=False)[2][:2]
    axes *= np.sign(axes[np.arange(2), np.abs(axes).argmax(axis=1)])[:, np.newaxis]
    np.testing.assert_allclose(found.places, (vectors_of(varied, found.samples.tolist()) - mean) @ axes.T, atol=1e-5)


@FEWER
@given(bases(), st.integers(2, 30))
def test_pairs_are_taken_evenly_and_whole(made: MadeBase, most: int) -> None:
    frames = made.base.built.groups
    chosen = _evenly(frames, most)
    scored = [set(np.flatnonzero(frame.status == Status.SCORED).tolist()) for frame in frames]
    every = sum(map(len, scored))
    taken = [set(rows.tolist()) for rows in chosen]
    assert sum(map(len, taken)) <= max(most, 0)
    assert (taken == scored) == (every <= most)
    for frame, rows, of_frame in zip(frames, taken, scored, strict=True):
        assert rows <= of_frame
        partners = {int(frame.partner[row]) for row in rows} & of_frame
        assert partners <= rows
    if every > most:
        pairs = [
            sorted({min(row, int(frame.partner[row])) if frame.partner[row] >= 0 else row for row in of_frame})
            for frame, of_frame in zip(frames, scored, strict=True)
        ]
        flags = [
            pair in rows or (frame.partner[pair] in rows)
            for frame, rows, each in zip(frames, taken, pairs, strict=True)
            for pair in each
        ]
        gaps = np.diff(np.flatnonzero(flags))
        assert not len(gaps) or gaps.max() - gaps.min() <= 1


# ---- what cannot be drawn ----


def test_imported_results_have_no_map(varied: Project, look: Look) -> None:
    imported = replace(look, base=replace(look.base, evaluator=replace(look.evaluator, kind="imported")))
    with pytest.raises(UserError, match="imported results bring no embeddings"):
        principal_map(varied, imported, BOTH)


def test_an_evaluator_without_embeddings_has_no_map(changeable: Project) -> None:
    look = look_at(changeable)
    changeable.store.write(lambda db: db.execute("DELETE FROM embedding")).result()
    with pytest.raises(UserError, match="no embeddings by fake_image"):
        principal_map(changeable, look, BOTH)


def test_a_sample_whose_embedding_is_not_finite_has_no_place(changeable: Project) -> None:
    look = look_at(changeable)
    whole = principal_map(changeable, look, BOTH)
    broken = int(whole.samples[0])
    nothing = np.full_like(vectors_of(changeable, [broken])[0], np.nan, dtype="<f4")
    row = [nothing.tobytes(), broken]
    update = "UPDATE embedding SET vector = ? WHERE subject_id = (SELECT subject_id FROM sample WHERE id = ?)"
    changeable.store.write(lambda db: db.execute(update, row)).result()
    found = principal_map(changeable, look, BOTH)
    assert set(whole.samples.tolist()) - set(found.samples.tolist()) >= {broken}
    assert np.isfinite(found.places).all()


def test_a_group_without_samples_is_said(varied: Project, look: Look) -> None:
    with pytest.raises(UserError, match="has no sample of Three"):
        principal_map(varied, look, ["Three"])


def test_reading_can_be_cancelled(varied: Project, look: Look) -> None:
    cancellation = Cancellation()
    cancellation.request()
    with pytest.raises(CancelledError):
        principal_map(varied, look, BOTH, cancellation)


# ---- UMAP, in a worker process ----

FAKE_UMAP = """
import os, socket

class UMAP:
    def __init__(self, metric, random_state, n_jobs):
        assert (metric, n_jobs) == ("cosine", 1)

    def fit_transform(self, vectors):
        if os.environ.get("FAKE_UMAP") == "die":
            os._exit(3)
        if port := os.environ.get("FAKE_UMAP_PORT"):
            with socket.create_connection(("127.0.0.1", int(port))) as waiting:
                waiting.recv(1)
        return 2 * vectors[:, :2]
"""


@pytest.fixture
def fake_umap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a package on the path of this process and its workers that passes for UMAP and doubles two components."""
    (tmp_path / "path" / "umap").mkdir(parents=True)
    (tmp_path / "path" / "umap" / "__init__.py").write_text(FAKE_UMAP, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "path"))


@pytest.mark.skipif(has_umap(), reason="UMAP is installed")
def test_without_umap_that_is_said_before_anything_is_read(varied: Project, look: Look) -> None:
    with pytest.raises(UserError, match="UMAP is not installed"):
        umap_map(varied, look, BOTH, Cancellation())


@pytest.mark.usefixtures("fake_umap")
@pytest.mark.parametrize("most", [1000, 40])
def test_umap_lays_out_samples_and_templates(varied: Project, look: Look, most: int) -> None:
    found = umap_map(varied, look, BOTH, Cancellation(), most)
    whole = principal_map(varied, look, BOTH)
    expected = (
        whole.samples.tolist()
        if most == 1000
        else [
            int(id_)
            for frame, rows in zip(look.frames, _evenly(look.frames, most), strict=True)
            for id_ in frame.sample_id[rows]
        ]
    )
    assert found.samples.tolist() == expected
    np.testing.assert_allclose(found.places, 2 * vectors_of(varied, expected)[:, :2], atol=1e-6)
    assert found.templates == whole.templates
    assert found.explained is None
    assert bool(found.notes) == (most == 40)
    assert_partners(found)


def assert_partners(found: EmbeddingMap) -> None:
    paired = np.flatnonzero(found.partner >= 0)
    assert len(paired)
    assert (found.partner[found.partner[paired]] == paired).all()
    assert (found.side[found.partner[paired]] != found.side[paired]).all()


@pytest.mark.usefixtures("fake_umap")
def test_umap_of_a_handful_is_refused(varied: Project, look: Look) -> None:
    with pytest.raises(UserError, match="at least 10 embeddings"):
        umap_map(varied, look, BOTH, Cancellation(), most=8)


@pytest.mark.usefixtures("fake_umap")
def test_a_cancel_ends_the_worker_at_once(varied: Project, look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    cancellation = Cancellation()
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as thread:
        monkeypatch.setenv("FAKE_UMAP_PORT", str(server.getsockname()[1]))
        running = thread.submit(umap_map, varied, look, BOTH, cancellation)
        connection, _ = server.accept()  # it lays out, and would never end
        with connection:
            cancellation.request()
            with pytest.raises(CancelledError):
                running.result()


@pytest.mark.usefixtures("fake_umap")
def test_a_worker_that_dies_is_said(varied: Project, look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_UMAP", "die")
    with pytest.raises(UserError, match="the process that made the map has died"):
        umap_map(varied, look, BOTH, Cancellation())
