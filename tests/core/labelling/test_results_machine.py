"""Where people and evaluators differ: the verifier about persons, predicted naturalness by ranks; both by hand."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.opening import assignments_of
from genmu_studio.labelling.results.naturalness import mean_places
from genmu_studio.project import Project
from tests.core import spoken_world as spoken
from tests.core.labelling.made import PAIRS, write_file

VOICES = """
[campaign]
name = "voices"
questions = ["naturalness"]
annotators = ["ada", "ben"]
overlap = 2
[select]
track = "speech"
"""


def begun(project: Project, folder: Path, text: str) -> Campaign:
    return project.labelling.keep(project.labelling.plan(write_file(folder, text)))


def say(project: Project, campaign: Campaign, name: str, value: Callable[[tuple[str, str]], object]) -> None:
    """Answer the first question of each entry by side and identity of the sample that comes last."""
    facts = project.store.read(
        lambda db: {
            id_: (side, identity) for id_, side, identity in db.execute("SELECT id, side, identity FROM sample")
        }
    )
    queue = project.labelling.queue(campaign, name)
    for row in assignments_of(project, campaign, name):
        last = max(
            (facts[sample] for sample in (row.sample, row.other) if sample is not None), key=lambda each: each[0]
        )
        if (given := value(last)) is not None:
            queue.answer(row.token, campaign.questions[0].id, given).result()


# ---- persons: of the unlearned samples identity 1 shows 2, 13 a stranger, the others whom they should ----


def test_people_who_see_the_same_person_where_the_verifier_does_not(scored: Project, tmp_path: Path) -> None:
    campaign = begun(scored, tmp_path, PAIRS)
    for name in ("ada", "ben"):
        say(scored, campaign, name, lambda _: "same")
    found = scored.labelling.results(campaign).machine
    facts = scored.store.read(
        lambda db: {
            id_: (side, identity) for id_, side, identity in db.execute("SELECT id, side, identity FROM sample")
        }
    )
    assert sorted(facts[each.sample] for each in found) == [("unlearned", "1")] * 4 + [("unlearned", "13")] * 4
    assert {each.kind for each in found} == {"same person"}
    one = found[0]
    assert (one.submission, one.people, one.apart) == ("example-lab-face-r1", "the same person (2 of 2)", 1)
    assert one.machine.startswith("not verified as 1")
    assert one.sentence.startswith("People see the same person (2 of 2); to fake_image")
    assert one.sample in one.samples


def test_people_who_see_another_where_the_verifier_does_not(scored: Project, tmp_path: Path) -> None:
    campaign = begun(scored, tmp_path, PAIRS)
    for name in ("ada", "ben"):
        say(scored, campaign, name, lambda _: "different")
    found = scored.labelling.results(campaign).machine
    assert len(found) == 28 - 8
    assert {each.people for each in found} == {"different persons (2 of 2)"}
    assert all(each.machine.startswith("verified as") for each in found)


def test_who_cannot_tell_or_is_divided_says_nothing_until_adjudicated(scored: Project, tmp_path: Path) -> None:
    campaign = begun(scored, tmp_path, PAIRS)
    say(scored, campaign, "ada", lambda last: "cannot tell" if last[1] == "13" else "same")
    say(scored, campaign, "ben", lambda last: "cannot tell" if last[1] == "13" else "different")
    assert scored.labelling.results(campaign).machine == ()
    (waiting, *_) = [
        each
        for each in scored.labelling.results(campaign).unsettled
        if {answer for _, answer in each.answers} == {"same", "different"}
    ]
    judge = scored.labelling.adjudication(campaign, "judge")
    judge.adjudicate(waiting.token, "same_person", "same").result()
    judge.adjudicate(waiting.token, "same_person", "different").result()
    found = scored.labelling.results(campaign).machine
    assert all(each.item == waiting.item for each in found)
    assert {each.people for each in found} <= {"different persons (adjudicated)"}


def test_without_a_verifier_nobody_disagrees(unscored: Project, tmp_path: Path) -> None:
    campaign = begun(unscored, tmp_path, PAIRS)
    say(unscored, campaign, "ada", lambda _: "different")
    assert unscored.labelling.results(campaign).machine == ()


# ---- naturalness: the evaluator gives originals 4, unlearned samples 3 and a tenth more by condition ----


@pytest.fixture(scope="module")
def spoken_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return spoken.make(tmp_path_factory.mktemp("spoken"), scored=False)


@pytest.fixture
def voices(spoken_folder: Path, tmp_path: Path) -> Iterator[Project]:
    with Project.open(spoken.copied(spoken_folder, tmp_path)) as opened:
        yield opened


def test_samples_far_apart_in_the_two_orders(voices: Project, tmp_path: Path) -> None:
    campaign = begun(voices, tmp_path, VOICES)
    say(voices, campaign, "ada", lambda last: 1 if last[0] == "original" else 5)
    found = voices.labelling.results(campaign).machine
    # People: unlearned at place 8, originals at 23. Evaluator: originals at 8, unlearned at 17, 20, 23, 26 and 29 by
    # condition. Half of all places is 14.5: the originals are 15 apart, unlearned ones 9, 12, 15, 18 and 21.
    assert [round(29 * each.apart) for each in found] == [21] * 3 + [18] * 3 + [15] * 18
    assert {each.kind for each in found} == {"naturalness"}
    assert found[0].people == "5.00, place 8 of 30"
    assert found[0].machine == "3.00, place 29 of 30"
    assert found[0].sentence == (
        "People rate it 5.00, place 8 of 30; naturalness_distillmos 1 predicts 3.00, place 29 of 30."
    )


def test_who_agrees_in_order_is_not_told_whatever_the_scale(voices: Project, tmp_path: Path) -> None:
    campaign = begun(voices, tmp_path, VOICES)
    say(voices, campaign, "ada", lambda last: 2 if last[0] == "original" else 1)
    assert voices.labelling.results(campaign).machine == ()


def test_few_samples_have_no_order_worth_telling(voices: Project, tmp_path: Path) -> None:
    campaign = begun(voices, tmp_path, VOICES.replace('track = "speech"', 'track = "speech"\nmost = 7'))
    say(voices, campaign, "ada", lambda last: 1 if last[0] == "original" else 5)
    assert voices.labelling.results(campaign).machine == ()


@given(st.lists(st.integers(0, 4), min_size=1, max_size=12))
def test_places_are_those_of_a_slow_count(values: Sequence[int]) -> None:
    expected = [
        (sum(other > value for other in values) + 1 + sum(other >= value for other in values)) / 2 for value in values
    ]
    assert mean_places(np.array(values, dtype=np.float64)).tolist() == expected
