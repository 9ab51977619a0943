"""What the protocol file says shapes the numbers: another value of a rule changes exactly what it should."""

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from genmu_studio.metrics_json import evaluation_json
from genmu_studio.project import Project
from genmu_studio.protocol import Protocol
from genmu_studio.store import projects
from genmu_studio.verdicts import verdicts
from genmu_studio.view import View
from scoring.frame import Decision
from scoring.metrics.track import score_track
from tests.core import world

ENTRY = "example-lab-face-r1"
Flat = dict[str, Any]


@pytest.fixture(scope="module")
def entry_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a scored project: 6 conditions per identity; some samples fail, show another, or a stranger."""
    folder = tmp_path_factory.mktemp("rules")
    protocol = world.two_groups()
    samples = world.grid(protocol, conditions=6, seeds=2)
    odd = ["", world.DAMAGED, world.STRANGER, "", "2", ""]
    shown = [
        replace(sample, shows=odd[int(sample.condition[1:])] if sample.side == "unlearned" else "")
        for sample in samples
    ]
    # The original of group Two shows a stranger in one condition of six: original FA and RA are 83.3 % there.
    shown = [
        replace(sample, shows=world.STRANGER)
        if (sample.side, sample.group, sample.condition) == ("original", "Two", "c0")
        else sample
        for sample in shown
    ]
    world.write_submission(folder / "entry", shown)
    world.write_references(folder / "references", [*protocol.identities_of("face"), "900", "901"])
    with Project.create(folder / "project.genmu", protocol) as project:
        project.intake.references(folder / "references", cohort=2)
        world.take_in(project, folder / "entry")
        world.score_with_fake(project)
    return folder / "project.genmu"


@pytest.fixture
def under(entry_folder: Path, tmp_path: Path) -> Iterator[Callable[[Protocol], Flat]]:
    """Return a function that gives every number of the entry under a protocol, flat by path."""
    with Project.open(entry_folder, "read") as project:

        def numbers(protocol: Protocol) -> Flat:
            project.protocol = protocol
            return flat(evaluation_json(world.look(project, ENTRY)))

        yield numbers


def flat(data: object, path: str = "") -> Flat:
    if isinstance(data, dict):
        return {name: value for key, each in data.items() for name, value in flat(each, f"{path}/{key}").items()}
    if isinstance(data, list) and not path.endswith("interval"):
        return {name: value for at, each in enumerate(data) for name, value in flat(each, f"{path}/{at}").items()}
    return {path: data}


def differing(before: Flat, after: Flat) -> set[str]:
    """Return the paths of what differs, without the list of rules itself."""
    names = before.keys() | after.keys()
    return {name for name in names if before.get(name) != after.get(name) and not name.startswith("/lens/rules/")}


def test_another_bootstrap_seed_moves_intervals_of_erb_and_nothing_else(under: Callable[[Protocol], Flat]) -> None:
    protocol = world.two_groups()
    moved = differing(under(protocol), under(world.changed(protocol, "intervals", bootstrap_seed=1)))

    assert "/groups/0/unlearned/ERB/interval" in moved
    assert "/track_value/ERB/interval" in moved
    assert all(name.endswith(("ERB/interval", "ERB_mean_of_groups/interval")) for name in moved)


def test_another_level_moves_every_interval_and_no_value(under: Callable[[Protocol], Flat]) -> None:
    protocol = world.two_groups()
    shipped, narrow = under(protocol), under(world.changed(protocol, "intervals", level=0.8))
    moved = differing(shipped, narrow)

    # Stage 1 compares intervals, so its flags may follow; everything else that moves is an interval, and narrower.
    intervals = {name for name in moved if name.endswith("/interval")}
    assert intervals == {name for name, value in shipped.items() if name.endswith("/interval") and value is not None}
    assert {name for name in moved - intervals if "/stage1/" not in name} == set()
    for name in intervals:
        assert narrow[name][1] - narrow[name][0] < shipped[name][1] - shipped[name][0], name


def test_fewer_conditions_than_the_rule_asks_for_give_the_badge(under: Callable[[Protocol], Flat]) -> None:
    protocol = world.two_groups()
    shipped, strict = under(protocol), under(world.changed(protocol, "intervals", min_conditions=7))

    assert "few conditions" not in str(shipped["/groups/0/unlearned/ERB/badge"])
    assert "few conditions" in strict["/groups/0/unlearned/ERB/badge"]
    assert all(name.endswith(("/interval", "/badge")) for name in differing(shipped, strict))


def test_other_stage_1_limits_move_the_gate_and_nothing_else(under: Callable[[Protocol], Flat]) -> None:
    protocol = world.two_groups()
    shipped = under(protocol)
    assert shipped["/groups/1/stage1/passed"] is True
    strict = under(world.changed(protocol, "gates", original_fa_min=90.0))

    assert strict["/groups/1/stage1/passed"] is False
    assert strict["/groups/1/stage1/flags/0"].startswith("the original's FA is 83.3 %, under 90 %")
    assert differing(shipped, strict) == {"/groups/1/stage1/passed", "/groups/1/stage1/flags/0"}


def test_another_spread_moves_the_policy_badges_and_nothing_else(under: Callable[[Protocol], Flat]) -> None:
    protocol = world.two_groups()
    shipped = under(protocol)
    assert str(shipped["/policy_badge"]).startswith("policies differ by")
    wide = under(world.changed(protocol, "gates", policy_spread_points=100.0))

    assert wide["/policy_badge"] is None
    assert {name.rsplit("/", 1)[-1] for name in differing(shipped, wide)} == {"policy_badge"}


@pytest.mark.parametrize("values", [{"exact_up_to": 2, "permutations": 100}, {"exact_up_to": 2, "seed": 5}])
def test_how_points_lost_are_sampled_moves_them_alone(
    under: Callable[[Protocol], Flat], values: dict[str, int]
) -> None:
    protocol = world.two_groups()
    moved = differing(under(protocol), under(world.changed(protocol, "points_lost", **values)))

    assert moved
    assert {name.rsplit("/", 1)[-1] for name in moved} == {"points_lost"}


def test_another_draw_of_strangers_moves_their_value_alone(under: Callable[[Protocol], Flat]) -> None:
    protocol = world.two_groups()
    moved = differing(under(protocol), under(world.changed(protocol, "preservation", stranger_seed=2)))

    assert moved == {"/preservation/GP/parts/stranger"}


def test_a_sample_at_the_threshold_verifies_as_the_comparison_says(entry_folder: Path) -> None:
    with Project.open(entry_folder, "read") as project:
        frame = world.look(project, ENTRY).frames[0]
        at = View(threshold=repr(float(frame.own[frame.own < 0.99999].max())))
        inclusive = world.look(project, ENTRY, at)
        project.protocol = world.changed(project.protocol, "decision", comparison=">")
        exclusive = world.look(project, ENTRY, at)

    on_it = int((frame.own == frame.own.dtype.type(float(at.threshold or ""))).sum())
    counts = [sum(each.verified for each in found.groups[0].identities) for found in (inclusive, exclusive)]
    assert on_it > 0
    assert counts[0] - counts[1] == on_it


def test_the_tables_of_samples_follow_the_comparison(entry_folder: Path) -> None:
    with Project.open(entry_folder, "read") as project:
        own = [float(each["similarity_to_own_template"] or 0) for each in verdicts(project).values()]
        highest = max(value for value in own if value < 1)
        threshold = {"value": highest, "origin": "a score"}
        rules = project.protocol.evaluators["face_sface"].model_copy(
            update={"fallback": project.protocol.evaluators["face_sface"].fallback.model_copy(update=threshold)}
        )
        protocol = project.protocol.model_copy(
            update={"evaluators": {**project.protocol.evaluators, "fake_image": rules}}
        )
        found = []
        for comparison in (">=", ">"):
            project.protocol = world.changed(protocol, "decision", comparison=comparison)
            found.append(sum(int(each["verified"] or 0) for each in verdicts(project).values()))

    assert found[0] - found[1] == own.count(highest)


def test_the_aggregate_of_the_protocol_is_the_track_value_everywhere(entry_folder: Path) -> None:
    with Project.open(entry_folder, "read") as project:
        mean = world.look(project, ENTRY)
        what_if = world.look(project, ENTRY, View(aggregate="erb_of_means"))
        project.protocol = world.changed(project.protocol, "decision", aggregate="erb_of_means")
        ours = world.look(project, ENTRY)
        (row,) = project.leaderboard("face")

    assert mean.track.erb.value != mean.track.erb_of_means.value
    assert ours.track.erb.value == what_if.track.erb.value == mean.track.erb_of_means.value
    assert ours.track.erb.interval is not None
    assert (mean.official_lens, what_if.official_lens, ours.official_lens) == (True, False, True)
    assert row.rank == 1
    assert row.evaluation is not None
    assert row.evaluation.track.erb == ours.track.erb
    before, after = flat(evaluation_json(mean)), flat(evaluation_json(ours))
    assert after["/lens/aggregate"] == "erb_of_means"
    assert after["/track_value/ERB/value"] == after["/track_value/ERB_of_means/value"]
    assert after["/track_value/ERB_mean_of_groups/value"] == before["/track_value/ERB/value"]
    moved = {name for name in differing(before, after) if not name.startswith(("/track_value/", "/policies/"))}
    assert moved <= {"/lens/aggregate", "/policy_badge"}
    assert ours.track == score_track(["One", "Two"], ours.groups, "erb_of_means", ours.decision.rules)


def test_the_badge_of_a_calibration_follows_its_limit(entry_folder: Path) -> None:
    with Project.open(entry_folder, "read") as project:
        (evaluator,) = project.evaluators()
        few = project.calibrate(evaluator).result
        project.protocol = world.changed(project.protocol, "calibration", badge_below_non_mated=few.non_mated)
        enough = project.calibrate(evaluator).result

    assert "under 30,000" in str(few.badge)
    assert enough.badge is None
    assert (enough.eer, enough.fmr) == (few.eer, few.fmr)


def test_the_rules_that_shaped_the_numbers_stand_beside_them(entry_folder: Path, tmp_path: Path) -> None:
    folder = tmp_path / "other.genmu"
    shutil.copytree(entry_folder, folder)
    other = world.changed(world.two_groups(), "intervals", level=0.9)
    world.put_under(folder, other)

    with Project.open(folder, "read") as project:
        assert project.store.read(projects.read_protocol) == other
        evaluation = world.look(project, ENTRY)

    one = evaluation.own_lens
    assert evaluation.decision == Decision(one.threshold.value, one.rule, evaluation.lens.policy, other.rules())
    shown = json.loads(json.dumps(evaluation_json(evaluation)))["lens"]["rules"]
    assert shown["level"] == 0.9
    assert shown["bootstrap_seed"] == 20260711
