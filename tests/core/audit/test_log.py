"""The log of an audit: every altered, missing, moved or added row is found, a cut tail by the printed head."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.audit.bundle.verifying import verify_bundle
from genmu_studio.audit.drafts import Draft
from genmu_studio.domain import SubmissionId
from genmu_studio.project import Project
from genmu_studio.store.audit_log import (
    BEGINNING,
    AuditEvent,
    NewAuditEvent,
    audit_events,
    check_chain,
    hash_of,
    put_audit_event,
)
from genmu_studio.store.store import DATABASE_FILE
from tests.core import world


def chain_of(count: int) -> list[AuditEvent]:
    events: list[AuditEvent] = []
    for number in range(1, count + 1):
        previous = events[-1].hash if events else BEGINNING
        bare = AuditEvent(
            number, f"2026-07-{number:02}T00:00:00Z", "ada", "verdict", SubmissionId("a"), f'{{"n": {number}}}',
            previous, "",
        )  # fmt: skip
        events.append(AuditEvent(*bare_columns(bare), hash_of(bare)))
    return events


def bare_columns(
    event: AuditEvent,
) -> tuple[int, str, str, str, SubmissionId | None, str, str]:
    return (
        event.id, event.at_utc, event.author, event.kind, event.submission, event.content_json, event.previous
    )  # fmt: skip


def test_a_chain_as_it_was_written_holds() -> None:
    events = chain_of(4)

    checked = check_chain(events)

    assert checked.ok
    assert (checked.events, checked.head) == (4, events[-1].hash)
    assert check_chain([]).head == BEGINNING


COLUMNS = ("at_utc", "author", "kind", "submission", "content_json", "previous", "hash")


@given(row=st.integers(0, 4), column=st.sampled_from(COLUMNS), at=st.integers(0, 200), bit=st.integers(0, 6))
def test_one_flipped_bit_is_found_and_located(row: int, column: str, at: int, bit: int) -> None:
    events = chain_of(5)
    fields = {name: getattr(events[row], name) for name in ("id", *COLUMNS)}
    text = fields[column]
    place = at % len(text)
    fields[column] = text[:place] + chr(ord(text[place]) ^ (1 << bit)) + text[place + 1 :]
    events[row] = AuditEvent(**fields)

    checked = check_chain(events)

    assert not checked.ok
    assert checked.broken_at == row + 1


@pytest.mark.parametrize("gone", range(3))
def test_a_row_taken_out_is_found_where_it_was(gone: int) -> None:
    events = chain_of(4)
    del events[gone]

    assert not check_chain(events).ok
    assert check_chain(events).broken_at == gone + 2


def test_rows_that_changed_places_are_found() -> None:
    events = chain_of(4)
    events[1], events[2] = events[2], events[1]

    assert check_chain(events).broken_at == 3


def test_a_row_made_up_anew_breaks_the_chain_behind_it() -> None:
    events = chain_of(4)
    bare = AuditEvent(*bare_columns(events[1])[:5], '{"n": 99}', events[1].previous, "")
    events[1] = AuditEvent(*bare_columns(bare), hash_of(bare))

    assert check_chain(events).broken_at == 3


def test_a_cut_tail_is_found_by_the_head_that_was_printed() -> None:
    events = chain_of(4)
    printed = events[-1].hash

    assert check_chain(events[:-1]).ok
    checked = check_chain(events[:-1], printed)
    assert not checked.ok
    assert "missing" in checked.reason
    assert check_chain(events, printed).ok
    assert check_chain(events, events[1].hash.upper()).ok  # what was printed earlier is still in it


def test_the_database_refuses_to_change_the_log(tmp_path: Path) -> None:
    with Project.create(tmp_path / "p.genmu", world.one_group()) as project:
        new = NewAuditEvent("2026-07-01T00:00:00Z", "ada", "verdict", None, {"decision": "accept"})
        for _ in range(3):
            project.store.write(lambda db: put_audit_event(db, new)).result()
        assert check_chain(project.store.read(audit_events)).ok
        for statement in ("DELETE FROM audit_event", "UPDATE audit_event SET author = 'eve'"):
            with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
                project.store.write(lambda db, s=statement: db.execute(s)).result()  # type: ignore[misc]  # the default binds the loop's value

    with closing(sqlite3.connect(tmp_path / "p.genmu" / DATABASE_FILE)) as db:  # who has the file can do anything
        db.execute("DROP TRIGGER audit_event_no_update")
        db.execute("UPDATE audit_event SET author = 'eve' WHERE id = 2")
        db.commit()
    with Project.open(tmp_path / "p.genmu") as project:
        checked = project.audit.chain()
        assert (checked.broken_at, checked.reason) == (2, "row 2 was altered")


@pytest.mark.parametrize(
    "altered",
    [
        "CAST(x'ff' || substr(CAST(content_json AS BLOB), 2) AS TEXT)",  # no text any more
        "substr(content_json, 2)",  # no JSON any more
        "replace(content_json, 'accept', 'accepu')",  # no decision any more
        "replace(content_json, 'accept', 'reject')",
    ],
)
def test_an_altered_verdict_is_located_and_decides_nothing(tmp_path: Path, altered: str) -> None:
    protocol = world.one_group()
    with Project.create(tmp_path / "p.genmu", protocol) as project:
        world.take_in(project, world.write_submission(tmp_path / "entry", world.grid(protocol)))
        (entry,) = project.submissions()
        project.audit.sign(entry, Draft("query", "which checkpoint?"))
        project.audit.sign(entry, Draft("accept"))
    with closing(sqlite3.connect(tmp_path / "p.genmu" / DATABASE_FILE)) as db:
        db.execute("DROP TRIGGER audit_event_no_update")
        db.execute(f"UPDATE audit_event SET content_json = {altered} WHERE id = 2")  # noqa: S608 - of this test
        db.commit()

    with Project.open(tmp_path / "p.genmu") as project:
        assert (project.audit.chain().broken_at, project.audit.chain().reason) == (2, "row 2 was altered")
        assert project.audit.verdicts()[entry.id].decision == "query"
        assert project.audit.history(entry)[-1].content == {}
        bundle = project.audit.bundle(entry, tmp_path / "evidence.zip").path
        assert verify_bundle(bundle).altered == ("row 2 of the log",)
