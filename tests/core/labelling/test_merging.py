"""Label files: what went out comes back once, whatever the order; what was written apart stays, and is listed."""

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genmu_studio.labelling.events import LabelLog, Place
from genmu_studio.labelling.label_files import event_line
from genmu_studio.labelling.merging import export_labels, read_conflicts
from genmu_studio.project import Project
from genmu_studio.store.labels import LabelEvent, LabelKind
from scoring.errors import UserError
from tests.core.labelling.test_queue import log, queue_of, values
from tests.core.listening import listen_to


@contextmanager
def copy_of(project: Project, folder: Path) -> Iterator[Project]:
    """Open a copy of a project as it is now."""
    shutil.copytree(project.folder, folder, ignore=shutil.ignore_patterns("lock", ".lock"))
    with Project.open(folder) as copy:
        yield copy


def export(project: Project, out: Path, annotator: str = "") -> Path:
    export_labels(project, project.labelling.campaign("faces"), out, annotator)
    return out


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_labels_of_another_copy_are_taken_in_once(asked: Project, tmp_path: Path) -> None:
    ada = queue_of(asked)
    ada.answer(ada.entries[0].token, "smile", "yes").result()
    with copy_of(asked, tmp_path / "copy.genmu") as other:
        ben = queue_of(other, "ben")
        ben.answer(ben.entries[0].token, "age", 30).result()
        ben.skip(ben.entries[1].token, "age", "dark").result()
        ben.note(ben.entries[1].token, "Ж <b>").result()
        ben.undo().result()
        out = export(other, tmp_path / "labels.jsonl")
    told = listen_to(asked)

    merged = asked.labelling.merge(out)
    assert (merged.campaign, merged.added, merged.known, merged.refused, merged.conflicts) == ("faces", 4, 1, (), ())
    assert told == [frozenset({"labels"})]
    here = queue_of(asked, "ben")
    assert (values(here, 0), values(here, 1)) == ({"age": ("answer", 30.0)}, {"age": ("skip", "dark")})
    redone = here.redo().result()
    assert redone is not None
    assert redone.value == "Ж <b>"

    before = log(asked.folder)
    again = asked.labelling.merge(out)
    assert (again.added, again.known) == (0, 5)
    assert log(asked.folder) == before


def test_a_file_of_one_annotator_holds_one_queue(asked: Project, tmp_path: Path) -> None:
    for name in ("ada", "ben"):
        queue = queue_of(asked, name)
        queue.answer(queue.entries[0].token, "smile", "yes").result()
    head, event = lines(export(asked, tmp_path / "out.jsonl", "ben"))
    assert (head["annotator"], event["author"]) == ("ben", "ben")
    with pytest.raises(UserError, match="no annotator 'mallory'"):
        export(asked, tmp_path / "out.jsonl", "mallory")


def test_what_was_written_apart_is_a_conflict_that_is_kept_and_adjudicated(asked: Project, tmp_path: Path) -> None:
    ada = queue_of(asked)
    token = ada.entries[0].token
    ada.answer(token, "smile", "yes").result()
    ada.answer(token, "age", 30).result()
    with copy_of(asked, tmp_path / "copy.genmu") as other:
        there = queue_of(other)
        there.answer(token, "smile", "no").result()
        there.answer(token, "age", 40).result()
        out = export(other, tmp_path / "labels.jsonl")
    ada.skip(token, "smile", "a mask").result()
    ada.answer(token, "age", 40).result()

    (conflict,) = asked.labelling.merge(out).conflicts  # that both gave 40 is none
    assert (conflict.annotator, conflict.place, conflict.question, conflict.adjudicated) == ("ada", 0, "smile", False)
    assert sorted((event.kind, event.value) for event in conflict.events) == [("answer", "no"), ("skip", "a mask")]
    assert asked.labelling.merge(out).conflicts == (conflict,)

    judge = asked.labelling.adjudication(asked.labelling.campaign("faces"), "judge")
    judge.adjudicate(token, "smile", "no").result()
    (kept,) = read_conflicts(asked, asked.labelling.campaign("faces"))
    assert kept == replace(conflict, adjudicated=True)
    assert [event.value for event in judge.adjudicated(token, "smile")] == ["no"]

    ada = queue_of(asked)
    ada.answer(token, "smile", "yes").result()  # an annotator who looks again settles it too
    assert read_conflicts(asked, asked.labelling.campaign("faces")) == ()
    ada.undo().result()
    assert len(read_conflicts(asked, asked.labelling.campaign("faces"))) == 1


def change(**fields: object) -> Callable[[dict[str, object]], dict[str, object]]:
    return lambda line: {**line, **fields}


@pytest.mark.parametrize(
    ("alter", "reason"),
    [
        (change(value="no"), "another event has its name"),
        (change(uid="0" * 32, token="f" * 20), "no entry of this campaign"),
        (change(uid="0" * 32, author="eve"), "the entry is ada's, not eve's"),
        (change(uid="0" * 32, question="a" * 64), "that the campaign does not ask"),
        (change(uid="0" * 32, value="perhaps"), "'perhaps' is no answer to"),
        (change(uid="0" * 32, value=None), "is no answer to"),
        (change(uid="0" * 32, replaces=["1" * 32]), "follows on an event that is not there"),
        (change(uid="0" * 32, kind="undo", undoes="1" * 32, value=None), "follows on an event that is not there"),
        (change(uid="0" * 32, kind="undo", value=None), "an undo names what it takes back"),
        (change(uid="0" * 32, kind="skip", value=" "), "skipped for a reason"),
        (change(uid="0" * 32, kind="skip", value=" dark "), "not in the form it has"),
        (change(uid="0" * 32, kind="note"), "a note is about no question"),
        (change(uid="0" * 32, at_utc="yesterday"), "at_utc"),
        (change(uid="0" * 32, at_utc="2026-01-01"), "no instant in UTC"),
        (change(uid="0" * 32, at_utc="2026-01-01T00:00:00.000+02:00"), "no instant in UTC"),
        (change(uid="0" * 32, at_utc="0001-01-01T00:00:00.000+00:00"), "no clock shows the year 1"),
        (change(uid="0" * 32, at_utc="9999-12-31T23:59:59.000+00:00"), "no clock shows the year 9999"),
        (change(uid="0" * 32, value=10**400), "a number of more than 80 digits is no answer to"),
        (change(uid="0" * 32, value="perhaps" * 1000), "perhapspe… is no answer to"),
        (change(uid="short"), "uid"),
        (change(colour="red"), "colour"),
    ],
)
def test_a_line_that_cannot_be_taken_is_refused_alone(
    asked: Project, tmp_path: Path, alter: Callable[[dict[str, object]], dict[str, object]], reason: str
) -> None:
    queue = queue_of(asked)
    queue.answer(queue.entries[0].token, "smile", "yes").result()
    out = export(asked, tmp_path / "out.jsonl")
    head, event = lines(out)
    good = {**event, "uid": "2" * 32, "token": queue.entries[1].token}
    text = "".join(json.dumps(line) + "\n" for line in (head, alter(event), good))
    out.write_text(text, encoding="utf-8")

    merged = asked.labelling.merge(out)
    assert [(refused.line, reason in refused.reason) for refused in merged.refused] == [(2, True)], merged.refused
    assert merged.added == 1
    assert values(queue_of(asked), 0) == {"smile": ("answer", "yes")}
    assert values(queue_of(asked), 1) == {"smile": ("answer", "yes")}


def test_a_number_beyond_every_float_is_refused_alone(asked: Project, tmp_path: Path) -> None:
    queue = queue_of(asked)
    queue.answer(queue.entries[0].token, "age", 30).result()
    out = export(asked, tmp_path / "out.jsonl")
    head, event = lines(out)
    large = {**event, "uid": "0" * 32, "value": 10**400}
    good = {**event, "uid": "2" * 32, "token": queue.entries[1].token}
    out.write_text("".join(json.dumps(line) + "\n" for line in (head, large, good)), encoding="utf-8")
    merged = asked.labelling.merge(out)
    assert (merged.added, [each.line for each in merged.refused]) == (1, [2])


def test_an_event_that_has_the_name_of_one_of_another_campaign_is_refused_alone(asked: Project, tmp_path: Path) -> None:
    pairs = asked.labelling.queue(asked.labelling.campaign("pairs"), "ada")
    (asked_there, *_) = pairs.questions
    there = pairs.answer(pairs.entries[0].token, asked_there.id, "same").result()
    queue = queue_of(asked)
    queue.answer(queue.entries[0].token, "smile", "yes").result()
    assert there is not None
    out = export(asked, tmp_path / "out.jsonl")
    head, event = lines(out)
    taken = {**event, "uid": there.uid}
    good = {**event, "uid": "2" * 32, "token": queue.entries[1].token}
    out.write_text("".join(json.dumps(line) + "\n" for line in (head, taken, good)), encoding="utf-8")
    merged = asked.labelling.merge(out)
    assert [(each.line, "another event has its name" in each.reason) for each in merged.refused] == [(2, True)]
    assert merged.added == 1
    assert [act.value for act in pairs.standing(pairs.entries[0].token, asked_there.id)] == ["same"]


def test_a_file_of_more_lines_than_events_have_room_for_is_no_label_file(asked: Project, tmp_path: Path) -> None:
    out = export(asked, tmp_path / "out.jsonl")
    out.write_bytes(out.read_bytes() + b"\n" * 1_000_000)
    with pytest.raises(UserError, match="more than 1,000,000 lines"):
        asked.labelling.merge(out)


def test_an_undo_is_of_ones_own_act(asked: Project, tmp_path: Path) -> None:
    queue = queue_of(asked)
    first = queue.answer(queue.entries[0].token, "smile", "yes").result()
    asked.labelling.adjudication(asked.labelling.campaign("faces"), "judge").adjudicate(
        queue.entries[0].token, "smile", "no"
    ).result()
    assert first is not None
    out = export(asked, tmp_path / "out.jsonl")
    false = replace(first, uid="3" * 32, kind="undo", value=None, author="eve", undoes=first.uid)
    out.write_bytes(out.read_bytes() + event_line(false))
    (refused,) = asked.labelling.merge(out).refused
    assert "somebody else" in refused.reason


def test_a_journal_brings_answers_only(asked: Project, tmp_path: Path) -> None:
    queue = queue_of(asked)
    queue.answer(queue.entries[0].token, "smile", "yes").result()
    out = export(asked, tmp_path / "out.jsonl", "ada")
    head, event = lines(out)
    other = queue_of(asked, "ben").entries[0].token
    forged = [
        {**event, "uid": "4" * 32, "kind": "adjudication"},
        {**event, "uid": "5" * 32, "author": "ben", "token": other},
    ]
    out.write_text("".join(json.dumps(line) + "\n" for line in (head, *forged)), encoding="utf-8")
    merged = asked.labelling.merge(out, answers_only=True)
    assert (merged.added, [refused.line for refused in merged.refused]) == (0, [2, 3])
    with pytest.raises(UserError, match="no journal of one annotator"):
        asked.labelling.merge(export(asked, tmp_path / "all.jsonl"), answers_only=True)


def test_what_was_cut_short_is_left_out(asked: Project, tmp_path: Path) -> None:
    queue = queue_of(asked)
    for entry in queue.entries[:2]:
        queue.answer(entry.token, "smile", "yes").result()
    out = export(asked, tmp_path / "out.jsonl")
    out.write_bytes(out.read_bytes()[:-10])
    merged = asked.labelling.merge(out)
    assert (merged.known, merged.refused) == (1, ())


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{}\n", b'{"format": "genmu labels", "version": 9}\n'])
def test_what_is_no_label_file_is_an_error_of_the_person(asked: Project, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "out.jsonl").write_bytes(content)
    with pytest.raises(UserError, match="holds no labels"):
        asked.labelling.merge(tmp_path / "out.jsonl")
    with pytest.raises(UserError, match="cannot be read"):
        asked.labelling.merge(tmp_path / "none.jsonl")


def test_labels_of_another_campaign_are_refused(asked: Project, tmp_path: Path) -> None:
    out = export(asked, tmp_path / "out.jsonl")
    head = {**lines(out)[0], "campaign": "0" * 64}
    out.write_text(json.dumps(head) + "\n", encoding="utf-8")
    with pytest.raises(UserError, match="does not have"):
        asked.labelling.merge(out)


# ---- the log alone ----


def an_event(uid: str, value: str, *replaces: str, undoes: str | None = None, author: str = "ada") -> LabelEvent:
    kind: LabelKind = "answer" if undoes is None else "undo"
    return LabelEvent(uid, "2026-07-01", author, "t", "q", kind, value, replaces, undoes)


def standing(events: Sequence[LabelEvent]) -> set[str]:
    return {event.uid for event in LabelLog(events).standing(Place("t", "q"))}


def test_what_stands_worked_by_hand() -> None:
    one, two, three = an_event("1", "a"), an_event("2", "b", "1"), an_event("3", "c", "1")
    assert standing([one]) == {"1"}
    assert standing([one, two]) == {"2"}
    assert standing([one, two, three]) == standing([one, three, two]) == {"2", "3"}
    both = an_event("4", "d", "2", "3")
    assert standing([one, two, three, both]) == {"4"}
    back = an_event("5", "", undoes="4")
    assert standing([one, two, three, both, back]) == {"2", "3"}
    redo = an_event("6", "", undoes="5")
    assert standing([one, two, three, both, back, redo]) == {"4"}
    # Undone on one copy, built on in the other: what was built stands, and what it replaced does not come back.
    assert standing([one, two, an_event("7", "e", "2"), an_event("8", "", undoes="2")]) == {"7"}
    assert standing([one, two, an_event("8", "", undoes="2"), an_event("9", "", undoes="2")]) == {"1"}
    # Undone on both copies, done again on one: still undone on the other.
    twice = [one, an_event("8", "", undoes="1"), an_event("9", "", undoes="1")]
    assert standing([*twice, an_event("10", "", undoes="8")]) == set()
    assert standing([*twice, an_event("10", "", undoes="8"), an_event("11", "", undoes="9")]) == {"1"}


@st.composite
def a_log(draw: st.DrawFn) -> list[LabelEvent]:
    events: list[LabelEvent] = []
    for number in range(draw(st.integers(0, 7))):
        known = [event.uid for event in events]
        is_undo = draw(st.booleans())
        if known and is_undo:
            events.append(an_event(str(number), "", undoes=draw(st.sampled_from(known))))
        else:
            acts = [event.uid for event in events if event.undoes is None]
            replaces: list[str] = draw(st.lists(st.sampled_from(acts), unique=True, max_size=2)) if acts else []
            events.append(an_event(str(number), str(number % 3), *replaces))
    return events


def slowly(events: Sequence[LabelEvent]) -> set[str]:
    """Return what stands, from the definition alone."""

    def holds(uid: str) -> bool:
        return not any(event.undoes == uid and holds(event.uid) for event in events)

    by_uid = {event.uid: event for event in events}

    def ancestors(uid: str) -> set[str]:
        return {each for first in by_uid[uid].replaces for each in {first} | ancestors(first)}

    held = [event.uid for event in events if event.undoes is None and holds(event.uid)]
    return set(held).difference(*(ancestors(uid) for uid in held)) if held else set()


@given(a_log())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_what_stands_follows_from_the_events_not_from_their_order(events: list[LabelEvent]) -> None:
    assert standing(events) == slowly(events)
    for order in list(permutations(events))[:200] if len(events) < 6 else ():
        log = LabelLog()
        try:
            for event in order:
                log.add(event)
        except ValueError:
            continue  # no order in which it could have come
        assert {event.uid for event in log.standing(Place("t", "q"))} == slowly(events)


def test_an_event_that_names_one_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="not there"):
        LabelLog([an_event("2", "a", "1")])
    with pytest.raises(ValueError, match="not there"):
        LabelLog([an_event("2", "", undoes="1")])


def test_undoing_again_and_again_is_no_deep_matter() -> None:
    log = LabelLog([an_event("0", "a")])
    for number in range(1, 1001):
        log.add(an_event(str(number), "", undoes=str(number - 1)))
    assert {event.uid for event in log.standing(Place("t", "q"))} == {"0"}
    undo = log.next_undo("ada")
    assert undo is not None
    assert log.act_behind(undo).uid == "0"
