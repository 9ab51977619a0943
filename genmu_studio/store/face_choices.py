"""What a choice of another face needs to know: the picture of a sample, what evaluators saw in it, whom it concerns."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from sqlite_utils import Database

from genmu_studio.domain import MediaId, SampleId, SubmissionId
from genmu_studio.store.media import chosen_faces
from scoring.faces import FACE_AT
from scoring.types import MediaKind, Track


@dataclass(frozen=True, slots=True)
class ShownMedium:
    """What a sample shows. subject : as evaluators see it. face : the one that was chosen, None = by the protocol."""

    media: MediaId
    kind: MediaKind
    subject: int
    face: str | None


@dataclass(frozen=True, slots=True)
class Seen:
    """What an evaluator made of a subject. status : "ok", "failure" or "error". detail : as measured."""

    status: str
    message: str
    detail: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Concerned:
    """How many samples and references show a medium, and the submissions of these samples."""

    samples: int
    references: int
    submissions: tuple[SubmissionId, ...]


@dataclass(frozen=True, slots=True)
class PickedFaces:
    """How many samples of a submission, and references of its track, were measured on a face that a person picked."""

    samples: int = 0
    references: int = 0


# CROSS JOIN lets SQLite begin with the log, which names the few pictures of which a face was ever picked; of subjects,
# results and samples there are 100,000.
_PICKED = """
WITH picked AS (
    SELECT j.id
    FROM (SELECT DISTINCT media_id FROM review_event WHERE media_id IS NOT NULL) e
    CROSS JOIN subject j ON j.media_id = e.media_id
    CROSS JOIN result r ON r.subject_id = j.id AND r.evaluator_digest = :evaluator
    WHERE r.status = 'ok' AND json_extract(j.context_json, :face_at) IS NOT NULL
)
SELECT
    (SELECT count(*) FROM picked CROSS JOIN sample s ON s.subject_id = picked.id
        WHERE s.submission_id = :submission AND s.side IN ('original', 'unlearned')),
    (SELECT count(*) FROM picked CROSS JOIN reference ref ON ref.subject_id = picked.id WHERE ref.track = :track)
"""


def picked_faces(db: Database, submission: SubmissionId, track: Track, evaluator_digest: str) -> PickedFaces:
    """Return how much of what an evaluator found rests on faces that people picked."""
    wanted = {"submission": submission, "track": track, "evaluator": evaluator_digest, "face_at": f"$.{FACE_AT}"}
    return PickedFaces(*db.execute(_PICKED, wanted).fetchone())


def shown_by(db: Database, sample: SampleId) -> ShownMedium:
    """Return what a sample shows."""
    media, kind, subject = db.execute(
        "SELECT m.id, m.kind, j.id FROM sample s JOIN subject j ON j.id = s.subject_id "
        "JOIN media m ON m.id = j.media_id WHERE s.id = ?",
        [sample],
    ).fetchone()
    return ShownMedium(media, kind, subject, chosen_faces(db).get(media))


def subject_by_protocol(db: Database, media: MediaId) -> int:
    """Return the subject of a medium of which no face was chosen."""
    (subject,) = db.execute(
        "SELECT id FROM subject WHERE media_id = ? AND partner_media_id IS NULL AND context_json = '{}'", [media]
    ).fetchone()
    return int(subject)


def seen_in(db: Database, subject: int) -> dict[str, Seen]:
    """Return what evaluators made of a subject, by digest."""
    rows = db.execute(
        "SELECT evaluator_digest, status, message, detail_json FROM result WHERE subject_id = ?", [subject]
    )
    return {digest: Seen(status, message, json.loads(detail)) for digest, status, message, detail in rows}


def concerned(db: Database, media: MediaId) -> Concerned:
    """Return who shows a medium."""
    showing = "subject_id IN (SELECT id FROM subject WHERE media_id = ?)"
    rows = db.execute(
        f"SELECT submission_id, count(*) FROM sample WHERE {showing} GROUP BY submission_id ORDER BY 1",  # noqa: S608 - a constant
        [media],
    ).fetchall()
    (references,) = db.execute(f"SELECT count(*) FROM reference WHERE {showing}", [media]).fetchone()  # noqa: S608
    return Concerned(sum(count for _, count in rows), references, tuple(submission for submission, _ in rows))
