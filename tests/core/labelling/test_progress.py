"""How far a campaign is: finished entries, who was there last, whose labels do not count."""

from pathlib import Path

from genmu_studio.project import Project
from tests.core.labelling.made import FACES, write_file


def test_a_campaign_that_nobody_has_begun(asked: Project, tmp_path: Path) -> None:
    planned = asked.labelling.plan(write_file(tmp_path, FACES)).preview
    shown = asked.labelling.progress(asked.labelling.campaign("faces"))
    assert shown.items == planned.items
    assert [(each.name, each.queue.entries) for each in shown.annotators] == [
        (load.annotator, load.entries) for load in planned.loads
    ]
    assert shown.entries == sum(load.entries for load in planned.loads)
    assert shown.finished == 0
    assert all(each.queue.last_at_utc is None and each.excluded is None for each in shown.annotators)


def test_an_entry_is_finished_when_each_question_is_answered_or_skipped(asked: Project) -> None:
    campaign = asked.labelling.campaign("faces")
    queue = asked.labelling.queue(campaign, "ben")
    queue.answer(queue.entries[0].token, "age", 40).result()
    assert asked.labelling.progress(campaign).finished == 0
    last = queue.skip(queue.entries[0].token, "smile", "it is hidden").result()
    asked.labelling.exclude(campaign, "ada", "was asleep")
    shown = asked.labelling.progress(campaign)
    ada, ben, _ = shown.annotators
    assert (shown.finished, ben.queue.finished, ben.queue.answered, ben.queue.skipped) == (1, 1, 1, 1)
    assert last is not None
    assert ben.queue.last_at_utc == last.at_utc
    assert (ada.excluded, ben.excluded) == ("was asleep", None)


def test_a_pair_is_one_item_whichever_way_round_it_is_shown(asked: Project) -> None:
    campaign = asked.labelling.campaign("pairs")
    shown = asked.labelling.progress(campaign)
    assert shown.items < shown.entries / 2  # two annotators, and repeats


def test_what_was_undone_and_answered_again_counts_once(asked: Project) -> None:
    campaign = asked.labelling.campaign("faces")
    queue = asked.labelling.queue(campaign, "eve")
    for given in (40, 50):
        queue.answer(queue.entries[1].token, "age", given).result()
    queue.answer(queue.entries[1].token, "smile", "yes").result()
    assert asked.labelling.progress(campaign).finished == 1
    queue.undo().result()
    assert asked.labelling.progress(campaign).finished == 0
    queue.redo().result()
    shown = asked.labelling.progress(campaign)
    assert shown.annotators[2].queue == queue.progress()
