"""What evaluators of pairs compare: matched pairs, and originals that do not match.

What a comparison says of originals of two conditions is its floor: whoever gets no more has kept nothing.
"""

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from sqlite_utils import Database

from genmu_studio.store.media import subject_digest
from scoring.types import MediaKind, Track


class _Medium(NamedTuple):
    """What a sample shows."""

    id: int
    sha256: str
    kind: MediaKind


class _Original(NamedTuple):
    """An original sample, and what it says where that is known."""

    id: int
    submission: str
    group: str
    identity: str
    condition: str
    transcript: str | None
    media: int
    sha256: str
    kind: MediaKind

    @property
    def medium(self) -> _Medium:
        """What it shows."""
        return _Medium(self.media, self.sha256, self.kind)


_WANTED = """
(:all OR u.id IN (SELECT value FROM json_each(:submissions))) AND u.track = :track
"""

_NEW_PAIRS = f"""
SELECT p.id, mu.id, mu.sha256, mu.kind, mo.id, mo.sha256, mo.kind
FROM pair p
JOIN submission u ON u.id = p.submission_id
JOIN sample su ON su.id = p.unlearned_id JOIN subject ju ON ju.id = su.subject_id JOIN media mu ON mu.id = ju.media_id
JOIN sample so ON so.id = p.original_id JOIN subject jo ON jo.id = so.subject_id JOIN media mo ON mo.id = jo.media_id
WHERE {_WANTED} AND NOT EXISTS (SELECT 1 FROM compared_pair c WHERE c.pair_id = p.id)
ORDER BY p.id
"""  # noqa: S608 - constants

# One of each identity and condition, of the smallest seed.
_ORIGINALS = f"""
SELECT s.id, s.submission_id, s.group_name, s.identity, c.name, json_extract(c.settings_json, '$.transcript'),
       m.id, m.sha256, m.kind, min(s.seed)
FROM sample s
JOIN submission u ON u.id = s.submission_id
JOIN condition c ON c.digest = s.condition_digest
JOIN subject j ON j.id = s.subject_id JOIN media m ON m.id = j.media_id
WHERE {_WANTED} AND s.side = 'original' AND u.id NOT IN (
    SELECT known.submission_id FROM mismatched_originals o JOIN sample known ON known.id = o.original_id
)
GROUP BY s.submission_id, s.group_name, s.identity, c.digest
ORDER BY s.submission_id, s.group_name, s.identity, c.name, c.digest
"""  # noqa: S608 - constants


def put_compared_pairs(db: Database, track: Track, submissions: Sequence[str]) -> None:
    """Make the subjects of all pairs of these submissions, none = of all of the track, that have none yet."""
    wanted = {"track": track, "all": not submissions, "submissions": json.dumps(submissions)}
    pairs = [(row[0], _Medium(*row[1:4]), _Medium(*row[4:7])) for row in db.execute(_NEW_PAIRS, wanted)]
    subjects = _put_subjects(db, [(medium, partner) for _, medium, partner in pairs])
    db.conn.executemany(
        "INSERT INTO compared_pair VALUES (?, ?)",
        [(pair, subject) for (pair, *_), subject in zip(pairs, subjects, strict=True)],
    )
    originals = [_Original(*row[:9]) for row in db.execute(_ORIGINALS, wanted)]
    mismatched = list(_mismatched(originals))
    subjects = _put_subjects(db, [(one.medium, other.medium) for one, other in mismatched])
    db.conn.executemany(
        "INSERT INTO mismatched_originals VALUES (?, ?, ?)",
        [(one.id, other.id, subject) for (one, other), subject in zip(mismatched, subjects, strict=True)],
    )


def _put_subjects(db: Database, pairs: Sequence[tuple[_Medium, _Medium]]) -> list[int]:
    """Return the subject of each medium with its partner, made where it is new."""
    digests = [subject_digest(medium.sha256, medium.kind, partner.sha256) for medium, partner in pairs]
    db.conn.executemany(
        "INSERT OR IGNORE INTO subject (digest, media_id, partner_media_id, context_json) VALUES (?, ?, ?, '{}')",
        [(digest, medium.id, partner.id) for digest, (medium, partner) in zip(digests, pairs, strict=True)],
    )
    rows = db.execute(
        "SELECT digest, id FROM subject WHERE digest IN (SELECT value FROM json_each(?))", [json.dumps(digests)]
    )
    ids = {str(digest): int(id_) for digest, id_ in rows}
    return [ids[digest] for digest in digests]


def _mismatched(originals: Iterable[_Original]) -> Iterable[tuple[_Original, _Original]]:
    """Pair each original with the next one of its identity that says something else, the last ones with the first."""
    for _, found in groupby(originals, key=attrgetter("submission", "group", "identity")):
        of_identity = list(found)
        for place, one in enumerate(of_identity):
            following = of_identity[place + 1 :] + of_identity[:place]
            other = next((each for each in following if _differ(one, each)), None)
            if other is not None:
                yield one, other


def _differ(one: _Original, other: _Original) -> bool:
    if one.sha256 == other.sha256:
        return False
    known = one.transcript is not None and other.transcript is not None
    return one.transcript != other.transcript if known else one.condition != other.condition
