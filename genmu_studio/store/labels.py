"""Campaigns, queues and the log of labels as rows: written whole, read as they were written."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from sqlite_utils import Database

from genmu_studio.store.results import now_utc
from scoring.types import Track

EntryKind = Literal["training", "item", "gold", "attention", "repeat"]
LabelKind = Literal["answer", "skip", "note", "adjudication", "undo"]
LabelValue = str | int | float | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sample, or a pair, that may be shown. sample, other : ids, of a pair the original and the unlearned one.

    stratum : submission, group, identity and side. path, other_path : as submitted. content : what the files hold.
    """

    sample: int
    other: int | None
    stratum: tuple[str, str, str, str]
    role: str
    path: str
    other_path: str
    content: str


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A campaign as it is kept. content : of its file. questions : their JSON, in order, by digest."""

    id: int
    name: str
    digest: str
    content_json: str
    questions: Mapping[str, str]
    created_at_utc: str


@dataclass(frozen=True, slots=True)
class AssignmentRow:
    """A place in a queue, to be written or read. sample : shown alone or as A. other : as B. x : which of them X is.

    shown_before : the place in this queue at which the item was shown first. accepted_json : answers that are known.
    """

    token: str
    annotator: str
    place: int
    kind: EntryKind
    sample: int
    other: int | None
    x: str | None
    notice: str
    accepted_json: str
    shown_before: int | None


@dataclass(frozen=True, slots=True)
class NewCampaign:
    """A campaign to be written. questions : their id and JSON by digest, in order."""

    name: str
    digest: str
    content_json: str
    questions: Mapping[str, tuple[str, str]]
    assignments: Sequence[AssignmentRow]


@dataclass(frozen=True, slots=True)
class LabelEvent:
    """One thing that somebody did about an entry of a queue.

    uid : its name in every copy of the log. token : of the entry. question : digest, None for a note. value : the
    answer, the reason of a skip, the text of a note (None = no note). replaces : the events that stood there before.
    undoes : the event that an undo takes back. seconds : how long the entry had been looked at, None where not known.
    """

    uid: str
    at_utc: str
    author: str
    token: str
    question: str | None
    kind: LabelKind
    value: LabelValue
    replaces: tuple[str, ...] = ()
    undoes: str | None = None
    seconds: float | None = None


_SAMPLES = """
SELECT s.id, s.submission_id, s.group_name, s.identity, s.side, s.role, f.path, m.sha256
FROM sample s
JOIN submission u ON u.id = s.submission_id
JOIN media_file f ON f.id = s.file_id
JOIN media m ON m.id = f.media_id
WHERE u.track = ?
ORDER BY s.submission_id, f.path, s.id
"""

_PAIRS = """
SELECT o.id, s.id, s.submission_id, s.group_name, s.identity, s.side, s.role, ofile.path, f.path,
       omedia.sha256, m.sha256
FROM pair p
JOIN sample s ON s.id = p.unlearned_id
JOIN sample o ON o.id = p.original_id
JOIN submission u ON u.id = s.submission_id
JOIN media_file f ON f.id = s.file_id
JOIN media m ON m.id = f.media_id
JOIN media_file ofile ON ofile.id = o.file_id
JOIN media omedia ON omedia.id = ofile.media_id
WHERE u.track = ?
ORDER BY s.submission_id, f.path, s.id
"""


def sample_candidates(db: Database, track: Track) -> list[Candidate]:
    """Return every sample of a track, by submission and path."""
    return [
        Candidate(id_, None, (submission, group, identity, side), role, path, "", sha256)
        for id_, submission, group, identity, side, role, path, sha256 in db.execute(_SAMPLES, [track])
    ]


def pair_candidates(db: Database, track: Track) -> list[Candidate]:
    """Return every matched pair of a track, by submission and path of its unlearned sample."""
    return [
        Candidate(original, id_, (submission, group, identity, side), role, original_path, path, f"{first} {second}")
        for original, id_, submission, group, identity, side, role, original_path, path, first, second in db.execute(
            _PAIRS, [track]
        )
    ]


def put_campaign(db: Database, new: NewCampaign) -> bool:
    """Write a campaign with its questions, annotators and queues; False where one of that name or content is there."""
    if db.execute("SELECT 1 FROM campaign WHERE name = ? OR digest = ?", [new.name, new.digest]).fetchone():
        return False
    at_utc = now_utc()
    db.conn.executemany(
        "INSERT OR IGNORE INTO question VALUES (?, ?, ?)",
        [(each, id_, content) for each, (id_, content) in new.questions.items()],
    )
    (campaign,) = db.execute(
        "INSERT INTO campaign (name, digest, content_json, questions_json, created_at_utc) VALUES (?, ?, ?, ?, ?)"
        " RETURNING id",
        [new.name, new.digest, new.content_json, json.dumps(list(new.questions)), at_utc],
    ).fetchone()
    ids: dict[tuple[str, int], int] = {}
    for row in new.assignments:
        db.execute("INSERT OR IGNORE INTO annotator (name, added_at_utc) VALUES (?, ?)", [row.annotator, at_utc])
        before = None if row.shown_before is None else ids[row.annotator, row.shown_before]
        (ids[row.annotator, row.place],) = db.execute(
            "INSERT INTO assignment (campaign_id, annotator_id, place, token, kind, sample_id, other_id, x, notice,"
            " accepted_json, shown_before)"
            " VALUES (?, (SELECT id FROM annotator WHERE name = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            [
                *(campaign, row.annotator, row.place, row.token, row.kind, row.sample, row.other, row.x, row.notice),
                *(row.accepted_json, before),
            ],
        ).fetchone()
    return True


def all_campaigns(db: Database) -> list[CampaignRow]:
    """Return the campaigns, oldest first."""
    contents = dict(db.execute("SELECT digest, content_json FROM question").fetchall())
    rows = db.execute("SELECT id, name, digest, content_json, questions_json, created_at_utc FROM campaign ORDER BY id")
    return [
        CampaignRow(id_, name, digest, content, {each: contents[each] for each in json.loads(questions)}, at_utc)
        for id_, name, digest, content, questions, at_utc in rows
    ]


_ASSIGNMENTS = """
SELECT a.token, n.name, a.place, a.kind, a.sample_id, a.other_id, a.x, a.notice, a.accepted_json, b.place
FROM assignment a
JOIN annotator n ON n.id = a.annotator_id
LEFT JOIN assignment b ON b.id = a.shown_before
WHERE a.campaign_id = ?
ORDER BY a.annotator_id, a.place
"""


def assignments(db: Database, campaign: int) -> list[AssignmentRow]:
    """Return the queues of a campaign, annotator by annotator, in their order."""
    return [AssignmentRow(*row) for row in db.execute(_ASSIGNMENTS, [campaign])]


def put_event(db: Database, event: LabelEvent) -> None:
    """Add an event to the log."""
    db.execute(
        "INSERT INTO label_event (uid, at_utc, author, assignment_id, question_digest, kind, value_json, replaces_json,"
        " undoes, seconds) VALUES (?, ?, ?, (SELECT id FROM assignment WHERE token = ?), ?, ?, ?, ?, ?, ?)",
        [
            *(event.uid, event.at_utc, event.author, event.token, event.question, event.kind),
            None if event.value is None else json.dumps(event.value, ensure_ascii=False, allow_nan=False),
            json.dumps(event.replaces),
            event.undoes,
            event.seconds,
        ],
    )


_EVENTS = """
SELECT e.id, e.uid, e.at_utc, e.author, a.token, e.question_digest, e.kind, e.value_json, e.replaces_json, e.undoes,
  e.seconds
FROM label_event e
CROSS JOIN assignment a ON a.id = e.assignment_id  -- the other way round would look at every assignment each time
WHERE e.id > :after AND a.campaign_id = :campaign
  AND (:annotator IS NULL OR a.annotator_id = (SELECT id FROM annotator WHERE name = :annotator))
ORDER BY e.id
"""


def events_after(
    db: Database, campaign: int, annotator: str | None = None, after: int = 0
) -> list[tuple[int, LabelEvent]]:
    """Return id and event of what was done in a campaign, in one queue where `annotator` is named, since `after`."""
    rows = db.execute(_EVENTS, {"campaign": campaign, "annotator": annotator, "after": after})
    return [(id_, _event(*rest)) for id_, *rest in rows]


def has_event(db: Database, uid: str) -> bool:
    """Whether the log holds an event of that name, in whichever campaign."""
    return db.execute("SELECT 1 FROM label_event WHERE uid = ?", [uid]).fetchone() is not None


def newest_event(db: Database) -> int:
    """Return the id of the last event in the log, 0 where there is none."""
    return int(db.execute("SELECT coalesce(max(id), 0) FROM label_event").fetchone()[0])


def annotators(db: Database) -> list[str]:
    """Return the names of all annotators, oldest first."""
    return [name for (name,) in db.execute("SELECT name FROM annotator ORDER BY id")]


def _event(uid: str, at_utc: str, author: str, token: str, *rest: Any) -> LabelEvent:
    question, kind, value, replaces, undoes, seconds = rest
    return LabelEvent(
        uid,
        at_utc,
        author,
        token,
        question,
        cast("LabelKind", kind),
        None if value is None else json.loads(value),
        tuple(json.loads(replaces or "[]")),
        undoes,
        seconds,
    )


def settle(database: Path) -> None:
    """Return when what was committed is on the disk, not only in the system's memory; OSError where it cannot be.

    A commit in WAL mode survives the end of the program; until its file is flushed, not the end of the power.
    """
    wal = database.with_name(database.name + "-wal")
    try:
        descriptor = os.open(wal, os.O_RDWR)
    except FileNotFoundError:  # all of it is in the database, which was flushed when it got there
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
