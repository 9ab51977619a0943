"""Filters that are kept under a name: in the project, across a restart, whatever somebody wrote into it."""

import json
import shutil
from pathlib import Path

import pytest

from genmu_studio.pair_filter import PairFilter
from genmu_studio.pair_orders import PairOrder
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.project import Project
from genmu_studio.saved_filters import LONGEST_NAME, SavedFilter, delete_filter, save_filter, saved_filters
from scoring.errors import UserError
from tests.core import world
from tests.core.conftest import MakeProject

LOST = PairFilter(identities=frozenset({("One", "2")}), outcomes=frozenset({PairOutcome.LOST}), own=(0.1, 0.4))
ORDER = PairOrder("own", descending=True)


@pytest.fixture
def project(new_project: MakeProject) -> Project:
    return new_project(world.one_group())


def contents(project: Project) -> dict[str, object]:
    rows = project.store.read(lambda db: db.execute("SELECT name, content_json FROM saved_filter").fetchall())
    return {name: json.loads(content) for name, content in rows}


def test_a_filter_is_kept_with_its_order_and_is_there_again_after_a_restart(project: Project, tmp_path: Path) -> None:
    assert saved_filters(project) == ()
    assert save_filter(project, "  lost\nof 2 ", LOST, ORDER) == SavedFilter("lost of 2", LOST, ORDER)
    shutil.copytree(project.folder, tmp_path / "copy.genmu")
    with Project.open(tmp_path / "copy.genmu", "write") as copy:
        assert saved_filters(copy) == (SavedFilter("lost of 2", LOST, ORDER),)
    assert contents(project) == {
        "lost of 2": {
            "filter": {"identities": [["One", "2"]], "outcomes": ["lost"], "own": [0.1, 0.4]},
            "order": {"by": "own", "descending": True},
        }
    }


def test_filters_come_by_name_and_names_differ_by_case(project: Project) -> None:
    for name in ("b", "a", "B", "Ä <b>"):
        save_filter(project, name, LOST)
    assert [saved.name for saved in saved_filters(project)] == ["a", "B", "b", "Ä <b>"]
    assert {saved.order for saved in saved_filters(project)} == {PairOrder()}


def test_a_name_that_is_taken_is_replaced_only_when_asked(project: Project) -> None:
    save_filter(project, "lost", LOST, ORDER)
    with pytest.raises(UserError, match="there is a filter named 'lost' already") as error:
        save_filter(project, "lost", PairFilter())
    assert error.value.hint == "Take another name, or replace it."
    assert saved_filters(project) == (SavedFilter("lost", LOST, ORDER),)
    save_filter(project, "lost", PairFilter(problems=True), replace=True)
    assert saved_filters(project) == (SavedFilter("lost", PairFilter(problems=True), PairOrder()),)


def test_a_filter_is_deleted_and_one_that_is_not_there_is_no_error(project: Project) -> None:
    save_filter(project, "lost", LOST)
    save_filter(project, "Lost", LOST)
    delete_filter(project, "lost")
    delete_filter(project, "nobody")
    assert [saved.name for saved in saved_filters(project)] == ["Lost"]


@pytest.mark.parametrize("name", ["", "  \n\t ", "\u202e\x00", "x" * (LONGEST_NAME + 1)])
def test_a_name_is_a_few_words(project: Project, name: str) -> None:
    with pytest.raises(UserError) as error:
        save_filter(project, name, LOST)
    assert error.value.hint
    assert saved_filters(project) == ()


def test_half_a_character_in_a_name_or_a_search_can_be_kept(project: Project) -> None:
    saved = save_filter(project, "lost \ud800", PairFilter(text="\ud800"))
    assert saved_filters(project) == (saved,)
    assert saved.name == "lost"


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "null",
        "{",
        "[" * 100_000,
        '{"filter": [], "order": 3}',
        '{"filter": {"own": [NaN, "a"]}}',
        "9" * 5_000,
    ],
)
def test_a_filter_that_cannot_be_read_lets_everything_through(project: Project, content: str) -> None:
    row = ["odd", content, ""]
    project.store.write(lambda db: db.execute("INSERT INTO saved_filter VALUES (?, ?, ?)", row)).result()
    assert saved_filters(project) == (SavedFilter("odd", PairFilter(), PairOrder()),)


def test_in_a_project_that_is_read_only_nothing_is_kept(project: Project) -> None:
    save_filter(project, "lost", LOST)
    with Project.open(project.folder, "read") as reader:
        assert [saved.name for saved in saved_filters(reader)] == ["lost"]
        with pytest.raises(UserError, match="read-only"):
            save_filter(reader, "other", LOST)
        with pytest.raises(UserError, match="read-only"):
            delete_filter(reader, "lost")
    assert [saved.name for saved in saved_filters(project)] == ["lost"]
