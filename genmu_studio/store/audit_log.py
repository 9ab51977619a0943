"""The log of what was audited and decided, as rows: each carries the hash of itself and of the row before.

Whoever alters, takes out or moves a row breaks the chain there; whoever cuts off its end cannot make the last hash be
the one that was printed in a report. So the chain alone proves order and content, the printed head how far it went.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from genmu_studio.domain import SubmissionId

BEGINNING = "0" * 64


@dataclass(frozen=True, slots=True)
class AuditEvent:
    """One row. content : what was found or decided, as JSON. previous : the hash of the row before it."""

    id: int
    at_utc: str
    author: str
    kind: str
    submission: SubmissionId | None
    content_json: str
    previous: str
    hash: str

    @property
    def is_as_written(self) -> bool:
        """Whether the row carries the hash of what it says."""
        return self.hash == hash_of(self)

    @property
    def content(self) -> Mapping[str, object]:
        """What was found or decided; nothing where the row was altered."""
        read: Mapping[str, object] = json.loads(self.content_json) if self.is_as_written else {}
        return read


@dataclass(frozen=True, slots=True)
class NewAuditEvent:
    """What is to be added."""

    at_utc: str
    author: str
    kind: str
    submission: SubmissionId | None
    content: Mapping[str, object]


def hash_of(event: AuditEvent) -> str:
    """Return the hash that the row must carry: SHA-256 of its other columns as one line of JSON."""
    columns = [
        *(event.id, event.at_utc, event.author, event.kind, event.submission),
        *(event.content_json, event.previous),
    ]
    return hashlib.sha256(json.dumps(columns, ensure_ascii=True, separators=(",", ":")).encode()).hexdigest()


def put_audit_event(db: Database, new: NewAuditEvent) -> AuditEvent:
    """Add an event behind the last one, and return it as it was written."""
    last = db.execute("SELECT id, hash FROM audit_event ORDER BY id DESC LIMIT 1").fetchone()
    number, previous = (1, BEGINNING) if last is None else (last[0] + 1, last[1])
    content = json.dumps(new.content, ensure_ascii=False, sort_keys=True, allow_nan=False)
    event = AuditEvent(number, new.at_utc, new.author, new.kind, new.submission, content, previous, "")
    kept = AuditEvent(
        *(event.id, event.at_utc, event.author, event.kind, event.submission, event.content_json, event.previous),
        hash_of(event),
    )
    db.execute(
        "INSERT INTO audit_event (id, at_utc, author, kind, submission_id, content_json, previous, hash)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            *(kept.id, kept.at_utc, kept.author, kept.kind, kept.submission, kept.content_json, kept.previous),
            kept.hash,
        ],
    )
    return kept


# As bytes: those of a row that was altered may be no text at all.
_EVENTS = """
SELECT id, CAST(at_utc AS BLOB), CAST(author AS BLOB), CAST(kind AS BLOB), CAST(submission_id AS BLOB),
       CAST(content_json AS BLOB), CAST(previous AS BLOB), CAST(hash AS BLOB)
FROM audit_event WHERE :submission IS NULL OR submission_id = :submission ORDER BY id
"""


def audit_events(db: Database, submission: SubmissionId | None = None) -> list[AuditEvent]:
    """Return the events in their order, those about one submission where it is named."""
    rows = db.execute(_EVENTS, {"submission": submission})
    return [AuditEvent(id_, *map(_text, columns)) for id_, *columns in rows]


def _text(column: bytes | None) -> Any:
    """Return a column as text; of bytes that are none, their codes: such a row was altered, and its hash says so."""
    return None if column is None else column.decode(errors="backslashreplace")


@dataclass(frozen=True, slots=True)
class ChainCheck:
    """What became of the chain. head : the last hash. broken_at : the first row that is not as it was written.

    reason : in words, "" where it holds.
    """

    events: int
    head: str
    broken_at: int | None = None
    reason: str = ""

    @property
    def ok(self) -> bool:
        """Whether every row is as it was written and where it was."""
        return not self.reason


def check_chain(events: Iterable[AuditEvent], expected_head: str | None = None) -> ChainCheck:
    """Return whether the chain holds, and with `expected_head` whether a row of that hash is still in it."""
    count, head, seen = 0, BEGINNING, {BEGINNING}
    for event in events:
        count += 1
        if event.id != count:
            return ChainCheck(count, head, event.id, f"row {count} is missing: {event.id} stands in its place")
        if event.previous != head:
            return ChainCheck(count, head, event.id, f"row {event.id} does not follow on the row before it")
        if not event.is_as_written:
            return ChainCheck(count, head, event.id, f"row {event.id} was altered")
        head = event.hash
        seen.add(head)
    if expected_head is not None and expected_head.lower() not in seen:
        return ChainCheck(count, head, None, f"no row has the hash {expected_head[:16]}…: rows at the end are missing")
    return ChainCheck(count, head)
