"""Several files of one campaign come together: the union of what was said, with what differs listed and settled."""

import json
from collections.abc import Sequence
from pathlib import Path

from genmu_studio.labelling.label_table import label_rows
from genmu_studio.labelling.merging import export_labels
from genmu_studio.labelling.opening import assignments_of
from genmu_studio.labelling.questions import Question
from genmu_studio.labelling.queue import LabelQueue
from genmu_studio.project import Project
from tests.core.labelling.made import FACES, write_file
from tests.core.labelling.test_merging import copy_of, lines
from tests.core.labelling.test_queue import log, queue_of, values


def answered(queue: LabelQueue, said: Sequence[str], first: int) -> None:
    for place, value in enumerate(said, start=first):
        queue.answer(queue.entries[place].token, "smile", value).result()


def desks(project: Project, folder: Path) -> list[Path]:
    """Return two files of what Ada said at two desks: of four entries she saw at both, she answers three otherwise."""
    files = []
    for name, first, said in (
        ("desk", 1, ("yes", "no", "yes", "no", "yes")),
        ("home", 2, ("yes", "yes", "yes", "no", "no", "yes")),
    ):
        with copy_of(project, folder / f"{name}.genmu") as copy:
            answered(queue_of(copy), said, first)
            files.append(folder / f"{name}.jsonl")
            export_labels(copy, copy.labelling.campaign("faces"), files[-1])
    return files


def test_what_was_said_alike_at_two_desks_counts_once_and_no_note_is_lost(asked: Project, tmp_path: Path) -> None:
    campaign = asked.labelling.campaign("faces")
    token = next(row.token for row in assignments_of(asked, campaign, "ada") if row.kind == "item")
    for name, note in (("desk", "a scar"), ("home", "a hat")):
        with copy_of(asked, tmp_path / f"{name}.genmu") as copy:
            ada = queue_of(copy)
            ada.skip(token, "smile", "too dark").result()
            ada.answer(token, "age", 30).result()
            ada.note(token, note).result()
            export_labels(copy, copy.labelling.campaign("faces"), tmp_path / f"{name}.jsonl")
    for name in ("desk", "home"):
        asked.labelling.merge(tmp_path / f"{name}.jsonl")
    found = asked.labelling.results(campaign)
    assert [each.question for each in found.conflicts] == [""]
    by_id = {each.question.id: each for each in found.questions}
    assert by_id["smile"].skipped == {"too dark": 1}
    assert (by_id["age"].n, found.unsettled) == (1, ())
    assert found.labels.notes == {token: "a scar\na hat"}
    assert [row["skipped"] for row in label_rows(asked, campaign, blind=True)].count("too dark") == 1


def test_two_files_with_three_conflicts_merge(asked: Project, tmp_path: Path) -> None:
    campaign = asked.labelling.campaign("faces")
    files = desks(asked, tmp_path)
    assert [asked.labelling.merge(file).added for file in files] == [5, 6]
    everything = log(asked.folder)
    assert len(everything) == 11
    conflicts = asked.labelling.results(campaign).conflicts
    assert [(each.place, {event.value for event in each.events}) for each in conflicts] == [
        (place, {"yes", "no"}) for place in (2, 4, 5)
    ]
    ada = queue_of(asked)
    same = ada.standing(ada.entries[3].token, "smile")  # said twice alike: two events, and one answer
    assert [event.value for event in same] == ["yes", "yes"]

    for file in files:
        again = asked.labelling.merge(file)
        assert (again.added, again.refused, again.conflicts) == (0, (), conflicts)
    assert log(asked.folder) == everything

    judge = asked.labelling.adjudication(campaign, "judge")
    for each in conflicts:
        judge.adjudicate(each.token, "smile", "yes").result()
    found = asked.labelling.results(campaign)
    assert [each.adjudicated for each in found.conflicts] == [True, True, True]
    assert log(asked.folder)[:11] == everything
    assert sorted(label.place for label in found.labels.labels if len(label.values) == 2) == [2, 4, 5]
    assert set(found.labels.adjudicated.values()) == {"yes"}


def test_the_order_of_the_files_is_nothing(asked: Project, tmp_path: Path) -> None:
    files = desks(asked, tmp_path)
    seen = []
    for name, order in (("one", files), ("other", files[::-1])):
        with copy_of(asked, tmp_path / f"{name}.genmu") as copy:
            for file in order:
                copy.labelling.merge(file)
            found = copy.labelling.results(copy.labelling.campaign("faces"))
            standing = {
                (label.token, label.question.id, frozenset(label.values), label.at_utc) for label in found.labels.labels
            }
            places = [(each.place, frozenset(event.uid for event in each.events)) for each in found.conflicts]
            seen.append((standing, places))
    assert seen[0] == seen[1]


def test_what_stands_in_two_ways_is_no_answer_until_it_is_settled(asked: Project, tmp_path: Path) -> None:
    campaign = asked.labelling.campaign("faces")
    for file in desks(asked, tmp_path):
        asked.labelling.merge(file)
    found = asked.labelling.results(campaign)
    (smile,) = [each for each in found.questions if each.question.id == "smile"]
    items = {label.token for label in found.labels.of_items("smile")}
    apart = {each.token for each in found.conflicts} & items
    assert smile.n == len(items) - len(apart)
    assert smile.agreement is not None
    assert smile.agreement.unsettled == len(apart)
    assert {each.token for each in found.unsettled} == apart

    ada = queue_of(asked)  # Ada looks again
    for each in found.conflicts:
        ada.answer(each.token, "smile", "no").result()
    again = asked.labelling.results(campaign)
    assert (again.conflicts, again.unsettled) == ((), ())


def test_an_answer_to_another_version_of_a_question_is_refused_by_name(asked: Project, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        '[set]\nname = "own"\ntitle = "Own"\n[[questions]]\nid = "smile"\ntext = "A smile?"\nkind = "yes_no"\n'
        '[[questions]]\nid = "hair"\ntext = "Long hair?"\nkind = "yes_no"\n',
        encoding="utf-8",
    )
    questions = '["face-attributes/age", "face-attributes/smile", "note"]'
    text = FACES.replace(questions, '["own.toml"]').replace('"faces"', '"otherwise"')
    other = asked.labelling.keep(asked.labelling.plan(write_file(tmp_path, text)))
    queue = queue_of(asked)
    queue.answer(queue.entries[1].token, "smile", "yes").result()
    out = tmp_path / "out.jsonl"
    export_labels(asked, asked.labelling.campaign("faces"), out)
    head, event = lines(out)
    never = Question(id="never", text="Asked nowhere?", kind="yes_no")
    digests = [*(question.digest for question in other.questions), never.digest]
    forged = [
        {**event, "uid": str(number) * 32, "question": digest, "token": queue.entries[2].token}
        for number, digest in enumerate(digests)
    ]
    out.write_text("".join(json.dumps(line) + "\n" for line in (head, event, *forged)), encoding="utf-8")
    merged = asked.labelling.merge(out)
    assert (merged.added, merged.known) == (0, 1)
    assert [refused.reason for refused in merged.refused] == [
        "it answers another version of 'smile' than the campaign asks",
        "it answers 'hair', a question that the campaign does not ask",
        "it answers a question, or a version of one, that the campaign does not ask",
    ]
    assert values(queue, 2) == {}
