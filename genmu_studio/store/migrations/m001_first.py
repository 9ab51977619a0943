"""What import, scoring and metrics need."""

from sqlite_utils import Database

from genmu_studio.store.migrations.registry import execute_all, migrations

_TABLES = """
CREATE TABLE protocol (
    digest TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    content_json TEXT NOT NULL
) STRICT;

CREATE TABLE project (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    created_at_utc TEXT NOT NULL,
    program_version TEXT NOT NULL,
    protocol_digest TEXT NOT NULL REFERENCES protocol (digest)
) STRICT;

-- A named folder outside the project: media are found by root + relative path, so a moved folder is re-linked once.
CREATE TABLE root (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL
) STRICT;

CREATE TABLE media (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    kind TEXT NOT NULL CHECK (kind IN ('image', 'audio')),
    size_bytes INTEGER NOT NULL,
    UNIQUE (sha256, kind)  -- the same bytes, empty ones say, may be handed in as a picture and as a sound
) STRICT;

CREATE TABLE media_file (
    id INTEGER PRIMARY KEY,
    media_id INTEGER NOT NULL REFERENCES media (id),
    root_id INTEGER NOT NULL REFERENCES root (id),
    path TEXT NOT NULL,
    mtime_ns INTEGER NOT NULL,
    UNIQUE (root_id, path)
) STRICT;
CREATE INDEX media_file_by_media ON media_file (media_id);

-- Exactly what an evaluator sees: an original that many submissions share is scored once.
CREATE TABLE subject (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    media_id INTEGER NOT NULL REFERENCES media (id),
    partner_media_id INTEGER REFERENCES media (id),
    context_json TEXT NOT NULL
) STRICT;

CREATE TABLE submission (
    id TEXT PRIMARY KEY,
    track TEXT NOT NULL CHECK (track IN ('face', 'speech', 'concept')),
    team_claimed TEXT NOT NULL,
    team TEXT NOT NULL,
    revision INTEGER NOT NULL,
    claim TEXT NOT NULL,
    method TEXT NOT NULL,
    submitted_at_utc TEXT,
    received_at_utc TEXT,
    complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
    root_id INTEGER NOT NULL REFERENCES root (id),
    content_digest TEXT NOT NULL,
    source TEXT NOT NULL,
    scan_json TEXT NOT NULL,
    imported_at_utc TEXT NOT NULL
) STRICT;

CREATE TABLE condition (
    digest TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    settings_json TEXT NOT NULL
) STRICT;

CREATE TABLE sample (
    id INTEGER PRIMARY KEY,
    submission_id TEXT NOT NULL REFERENCES submission (id),
    side TEXT NOT NULL CHECK (side IN ('original', 'unlearned', 'reproduced', 'quantized')),
    group_name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('forget', 'retain', 'adjacent')),
    identity TEXT NOT NULL,
    concept TEXT NOT NULL,
    prompt_type TEXT CHECK (prompt_type IN ('direct', 'indirect', 'adversarial')),
    condition_digest TEXT NOT NULL REFERENCES condition (digest),
    seed INTEGER NOT NULL,
    requested_json TEXT NOT NULL,
    file_id INTEGER NOT NULL REFERENCES media_file (id),
    subject_id INTEGER NOT NULL REFERENCES subject (id)
) STRICT;
CREATE INDEX sample_by_submission ON sample (submission_id, group_name, side);
CREATE INDEX sample_by_subject ON sample (subject_id);

CREATE TABLE pair (
    id INTEGER PRIMARY KEY,
    submission_id TEXT NOT NULL REFERENCES submission (id),
    original_id INTEGER NOT NULL UNIQUE REFERENCES sample (id),
    unlearned_id INTEGER NOT NULL UNIQUE REFERENCES sample (id),
    differing_json TEXT NOT NULL
) STRICT;
CREATE INDEX pair_by_submission ON pair (submission_id);

CREATE TABLE reference (
    id INTEGER PRIMARY KEY,
    track TEXT NOT NULL CHECK (track IN ('face', 'speech', 'concept')),
    identity TEXT NOT NULL,
    cohort INTEGER NOT NULL CHECK (cohort IN (0, 1)),
    file_id INTEGER NOT NULL REFERENCES media_file (id),
    subject_id INTEGER NOT NULL REFERENCES subject (id),
    UNIQUE (track, identity, subject_id)
) STRICT;

CREATE TABLE evaluator (
    digest TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('reference', 'light', 'imported', 'fake')),
    track TEXT NOT NULL,
    weights_sha256 TEXT NOT NULL,
    options_json TEXT NOT NULL,
    official INTEGER NOT NULL CHECK (official IN (0, 1)),
    licence TEXT NOT NULL
) STRICT;

CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    executor TEXT NOT NULL,
    device TEXT NOT NULL,
    provider TEXT NOT NULL,
    notice TEXT NOT NULL,
    versions_json TEXT NOT NULL,
    started_at_utc TEXT NOT NULL,
    finished_at_utc TEXT,
    ending TEXT CHECK (ending IN ('finished', 'cancelled', 'failed'))
) STRICT;

CREATE TABLE result (
    subject_id INTEGER NOT NULL REFERENCES subject (id),
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    run_id INTEGER NOT NULL REFERENCES run (id),
    status TEXT NOT NULL CHECK (status IN ('ok', 'failure', 'error')),
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    flags_json TEXT NOT NULL,
    values_json TEXT NOT NULL,
    detail_json TEXT NOT NULL,
    provider TEXT NOT NULL,
    PRIMARY KEY (subject_id, evaluator_digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX result_by_evaluator ON result (evaluator_digest, status);

CREATE TABLE embedding (
    subject_id INTEGER NOT NULL REFERENCES subject (id),
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    vector BLOB NOT NULL CHECK (length(vector) > 0 AND length(vector) % 4 = 0),
    PRIMARY KEY (subject_id, evaluator_digest)
) STRICT;

-- Similarities that somebody else computed; those of our own evaluators follow from the embeddings.
CREATE TABLE comparison (
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    sample_id INTEGER NOT NULL REFERENCES sample (id),
    identity TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('ok', 'failure', 'error')),
    code TEXT NOT NULL,
    similarity REAL,
    PRIMARY KEY (evaluator_digest, sample_id, identity),
    CHECK ((status = 'ok') = (similarity IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE calibration (
    id INTEGER PRIMARY KEY,
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    template TEXT NOT NULL,
    inputs_digest TEXT NOT NULL,
    content_json TEXT NOT NULL,
    frozen_at_utc TEXT NOT NULL,
    UNIQUE (evaluator_digest, template)
) STRICT;
"""


@migrations()
def m001_first(db: Database) -> None:
    """Create everything that import, scoring and metrics need."""
    execute_all(db, _TABLES)
