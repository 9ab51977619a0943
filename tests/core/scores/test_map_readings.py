"""What is read off a map, against loops over its samples and the table of pairs."""

from math import isnan
from pathlib import Path

import numpy as np
import pytest

from genmu_studio.look import Look
from genmu_studio.pair_building import build_table
from genmu_studio.pair_outcomes import OUTCOME_WORDS
from genmu_studio.pair_table import NO_SAMPLE, PairTable
from genmu_studio.project import Project
from genmu_studio.scores.embedding_map import EmbeddingMap, outcomes_of, principal_map
from genmu_studio.scores.map_readings import map_table, pairs_on, sample_at, whereabouts
from genmu_studio.view import View
from scoring.frame import Side
from tests.core import world
from tests.core.scores.conftest import ALPHA, BETA, drawn

BOTH = ("One", "Two")


def look_at(project: Project, name: str = ALPHA, threshold: str | None = None) -> Look:
    base = project.look_base(project.submission(name), View())
    assert base is not None
    return base.through(View(threshold=threshold))


@pytest.fixture
def look(varied: Project) -> Look:
    return look_at(varied, threshold="0.3")


@pytest.fixture
def shown(varied: Project, look: Look) -> EmbeddingMap:
    return principal_map(varied, look, BOTH)


def table_of(look: Look) -> PairTable:
    names = dict(enumerate(look.base.built.conditions))
    return build_table(look.frames, look.decision, conditions=names)


def test_pairs_have_both_ends_on_the_map(shown: EmbeddingMap, look: Look) -> None:
    table, ids = table_of(look), shown.samples.tolist()
    expected = {
        (original, unlearned)
        for original, unlearned in zip(table.original.tolist(), table.unlearned.tolist(), strict=True)
        if original in ids and unlearned in ids
    }
    assert {(ids[one], ids[other]) for one, other in pairs_on(shown).tolist()} == expected
    assert 0 < len(expected) < len(table)  # some samples failed


def test_identities_lie_where_their_originals_lie(shown: EmbeddingMap) -> None:
    found = whereabouts(shown)
    for number, name in enumerate(shown.identities):
        of_it = [place for place in range(len(shown)) if shown.identities[shown.identity[place]] == name]
        originals = [place for place in of_it if shown.side[place] == Side.ORIGINAL]
        mean = np.mean([shown.places[place].astype(float) for place in originals], axis=0)
        away = [float(np.hypot(*(shown.places[place] - mean))) for place in originals]
        assert found.n[number] == len(of_it)
        assert found.places[number].tolist() == pytest.approx(mean.tolist(), abs=1e-6)
        assert found.spread[number] == pytest.approx(np.median(away), abs=1e-6)


def test_a_sample_is_what_the_table_of_pairs_says(shown: EmbeddingMap, look: Look) -> None:
    table, outcomes = table_of(look), outcomes_of(shown, look)
    became = 0
    for place in range(len(shown)):
        sample = sample_at(shown, outcomes, look, place)
        row = table.row_of(sample.sample)
        assert row is not None
        assert sample.sample == shown.samples[place]
        assert sample.side == (Side.ORIGINAL if sample.sample == table.original[row] else Side.UNLEARNED)
        ends = [NO_SAMPLE if id_ is None else id_ for id_ in (sample.original, sample.unlearned)]
        assert tuple(ends) == table.samples(row)
        assert (sample.identity, sample.role) == (table.identity_of(row), table.role_of(row))
        assert (sample.group, sample.seed) == (table.groups[table.group[row]], table.seed[row])
        assert sample.condition == table.conditions[table.condition[row]]
        assert sample.outcome_words == table.words_of(row)
        for value, expected in (
            (sample.own_original, table.own_original[row]),
            (sample.own_unlearned, table.own_unlearned[row]),
        ):
            assert value == expected or (isnan(value) and np.isnan(expected))
        assert [sample.x, sample.y] == shown.places[place].tolist()
        became += sample.became is not None
    assert became


def test_the_table_has_every_sample_and_template(shown: EmbeddingMap, look: Look) -> None:
    outcomes = outcomes_of(shown, look)
    table = map_table(shown, outcomes, look)
    assert len(table.rows) == len(shown) + len(shown.templates)
    for place, row in enumerate(table.rows[: len(shown)]):
        sample = sample_at(shown, outcomes, look, place)
        assert dict(zip(table.columns, row, strict=True)) == {
            "sample": sample.sample,
            "group": sample.group,
            "identity": sample.identity,
            "side": sample.side.name.lower(),
            "condition": sample.condition,
            "seed": sample.seed,
            "outcome of the pair": OUTCOME_WORDS[sample.outcome],
            "x": sample.x,
            "y": sample.y,
        }
    assert [row[2] for row in table.rows[len(shown) :]] == list(shown.templates)
    wanted = shown.side == Side.UNLEARNED
    fewer = map_table(shown, outcomes, look, wanted)
    assert len(fewer.rows) == np.count_nonzero(wanted) + len(shown.templates)


@pytest.fixture(scope="session")
def imported_backwards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project with the entries of `varied`, taken in in another order, their samples listed backwards."""
    folder = tmp_path_factory.mktemp("backwards")
    protocol = world.two_groups()
    with Project.create(folder / "project.genmu", protocol) as project:
        for seed, team, revision in ((2, "Beta", 1), (1, "Alpha", 2)):
            samples = list(reversed(drawn(protocol, seed)))
            path = world.write_submission(folder / team, samples, team=team, revision=revision)
            world.take_in(project, path, team=team)
        world.write_references(folder / "references", reversed([*protocol.identities_of("face"), "900", "901"]), each=4)
        project.intake.references(folder / "references", cohort=2)
        world.score_with_fake(project)
    return folder / "project.genmu"


def test_the_order_of_imports_does_not_turn_the_map(varied: Project, imported_backwards: Path) -> None:
    with Project.open(imported_backwards, "read") as other:
        for name in (ALPHA, BETA):
            looks = [look_at(project, name) for project in (varied, other)]
            maps = [principal_map(project, look, BOTH) for project, look in zip((varied, other), looks, strict=True)]
            one, again = (places_by_sample(shown, look) for shown, look in zip(maps, looks, strict=True))
            assert one.keys() == again.keys()
            for key, place in one.items():
                assert again[key] == pytest.approx(place, abs=1e-5)
            assert maps[0].explained == pytest.approx(maps[1].explained)


def places_by_sample(shown: EmbeddingMap, look: Look) -> dict[tuple[object, ...], list[float]]:
    """Return places by what a sample is, whatever its id."""
    outcomes = outcomes_of(shown, look)
    samples = [sample_at(shown, outcomes, look, place) for place in range(len(shown))]
    keys = [(each.group, each.identity, each.side, each.condition, each.seed) for each in samples]
    return dict(zip(keys, shown.places.tolist(), strict=True))
