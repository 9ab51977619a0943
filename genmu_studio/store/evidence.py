"""The rows of one submission and of all that its figures rest on: taken out of a database, put into another.

Columns keep their names and types. What is put in comes from strangers: only known tables and columns are taken, and
the database's own checks and references decide on every value.
"""

from collections.abc import Mapping, Sequence

from sqlite_utils import Database

from genmu_studio.domain import SubmissionId

Rows = Sequence[tuple[object, ...]]

_SAMPLES = "SELECT id FROM sample WHERE submission_id = :submission"
_TRACK = "(SELECT track FROM submission WHERE id = :submission)"
_REFERENCES = f"SELECT id FROM reference WHERE track = {_TRACK}"  # noqa: S608 - constants
_PAIRS = "SELECT id FROM pair WHERE submission_id = :submission"
_SUBJECTS = f"""
SELECT subject_id FROM sample WHERE submission_id = :submission
UNION SELECT subject_id FROM reference WHERE track = {_TRACK}
UNION SELECT subject_id FROM compared_pair WHERE pair_id IN ({_PAIRS})
UNION SELECT subject_id FROM mismatched_originals WHERE original_id IN ({_SAMPLES}) AND other_id IN ({_SAMPLES})
"""  # noqa: S608 - constants
_FILES = f"""
SELECT file_id FROM sample WHERE submission_id = :submission
UNION SELECT file_id FROM reference WHERE track = {_TRACK}
"""  # noqa: S608 - constants
_MEDIA = f"""
SELECT media_id FROM media_file WHERE id IN ({_FILES})
UNION SELECT media_id FROM subject WHERE id IN ({_SUBJECTS})
UNION SELECT partner_media_id FROM subject WHERE id IN ({_SUBJECTS})
"""  # noqa: S608 - constants
_RUNS = f"SELECT run_id FROM result WHERE subject_id IN ({_SUBJECTS})"  # noqa: S608 - constants
_ROOTS = f"""
SELECT root_id FROM media_file WHERE id IN ({_FILES})
UNION SELECT root_id FROM submission WHERE id = :submission
"""  # noqa: S608 - constants
# Those of another track too, where an entry of it shows the same files.
_EVALUATORS = f"""
SELECT digest FROM evaluator WHERE track = {_TRACK}
UNION SELECT evaluator_digest FROM result WHERE subject_id IN ({_SUBJECTS})
"""  # noqa: S608 - constants

# Table by table, in an order in which no row refers to one that is not there yet.
TABLES: Mapping[str, str] = {
    "evaluator": f"digest IN ({_EVALUATORS})",
    "declared_attribute": f"evaluator_digest IN ({_EVALUATORS})",
    "root": f"id IN ({_ROOTS})",
    "media": f"id IN ({_MEDIA})",
    "media_file": f"id IN ({_FILES})",
    "subject": f"id IN ({_SUBJECTS})",
    "submission": "id = :submission",
    "condition": "digest IN (SELECT condition_digest FROM sample WHERE submission_id = :submission)",
    "sample": "submission_id = :submission",
    "pair": "submission_id = :submission",
    "reference": f"id IN ({_REFERENCES})",
    "run": f"id IN ({_RUNS})",
    "result": f"subject_id IN ({_SUBJECTS})",
    "embedding": f"subject_id IN ({_SUBJECTS})",
    "comparison": f"sample_id IN ({_SAMPLES})",
    "calibration": f"evaluator_digest IN ({_EVALUATORS})",
    "compared_pair": f"pair_id IN ({_PAIRS})",
    "mismatched_originals": f"original_id IN ({_SAMPLES}) AND other_id IN ({_SAMPLES})",
    "check_run": "submission_id = :submission",
}


# Which evaluator counts hangs on which came first, and that is their rows' order.
_ORDER: Mapping[str, str] = {"evaluator": "rowid"}

# Where files lie on this machine is nobody's matter.
_INSTEAD: Mapping[tuple[str, str], str] = {
    ("root", "name"): "'root ' || id AS name",
    ("root", "path"): "'/root ' || id AS path",
    ("submission", "source"): "'' AS source",
}


def columns_of(db: Database, table: str) -> dict[str, str]:
    """Return the columns of a table with their declared types, in their order."""
    return {name: kind for _, name, kind, *_ in db.execute("SELECT * FROM pragma_table_info(?)", [table])}


def evidence_rows(db: Database, table: str, submission: SubmissionId) -> Rows:
    """Return the rows of a table that belong to a submission, without a word on where files lie."""
    chosen = ", ".join(_INSTEAD.get((table, name), f'"{name}"') for name in columns_of(db, table))
    order = _ORDER.get(table, "1")
    query = f'SELECT {chosen} FROM "{table}" WHERE {TABLES[table]} ORDER BY {order}'  # noqa: S608 - names of our tables
    found: Rows = db.execute(query, {"submission": submission}).fetchall()
    return found


def put_evidence(db: Database, table: str, names: Sequence[str], rows: Rows) -> None:
    """Put rows into a table of an empty database; ValueError for columns that it has not."""
    known = columns_of(db, table)
    if list(names) != list(known):
        raise ValueError(f"the columns of {table} are not those of this version")
    marks = ", ".join("?" * len(names))
    db.conn.executemany(f'INSERT INTO "{table}" VALUES ({marks})', rows)  # noqa: S608 - names of our tables
