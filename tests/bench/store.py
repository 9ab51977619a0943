"""The store: results through its write thread, against a bare connection that writes the same rows."""

import time
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path

import numpy as np
from sqlite_utils import Database

from genmu_studio.domain import RunId
from genmu_studio.project import Project
from genmu_studio.protocol import load_protocol
from genmu_studio.store import media, results
from genmu_studio.store.connection import open_for_writing
from genmu_studio.store.results import NewResult
from genmu_studio.store.store import DATABASE_FILE
from scoring.registry import EvaluatorIdentity, find_evaluator
from scoring.types import Measurement
from tests.bench.harness import Figure, benchmark, interleaved
from tests.bench.projects import SPEECH, copy_of, scratch

SUBJECTS = 8_000
UNIT = 16
DIGEST = "bench"


# The write thread also makes JSON, refuses what is no number, and removes what it replaces: twice the time on top.
@benchmark("store_write_vs_executemany", unit="ratio", better="higher", goal=0.33)
def write_results() -> Figure:
    """Rows per second of `put_results` over those of bare `executemany`, each committed in units of 16 results."""
    with scratch() as folder:
        project = _project_without_results(folder)
        units = _units(np.random.default_rng(11))
        with copy_of(project) as copy:
            _put(copy, units)
            rows, vectors = copy.store.read(lambda db: [db.execute(query).fetchall() for query in _WRITTEN])

        def product() -> float:
            with copy_of(project) as copy:
                return SUBJECTS / _put(copy, units)

        def bare() -> float:
            with copy_of(project) as copy:
                path = copy.folder / DATABASE_FILE
                with closing(open_for_writing(path)) as db:
                    return SUBJECTS / _execute_many(db, rows, vectors)

        return interleaved(product, bare)


_WRITTEN = ("SELECT * FROM result ORDER BY subject_id", "SELECT * FROM embedding ORDER BY subject_id")


def _project_without_results(folder: Path) -> Path:
    """Make a project that knows `SUBJECTS` pictures, an evaluator and a run, and holds no result."""
    digests = [sha256(str(number).encode()).hexdigest() for number in range(SUBJECTS)]
    files = [media.HashedFile(f"{digest}.flac", "audio", digest, 1, 1) for digest in digests]
    facts = dict.fromkeys(("executor", "device", "provider", "notice", "versions_json"), "")

    def fill(db: Database) -> None:
        media.put_files(db, media.put_root(db, folder), files)
        identity = EvaluatorIdentity(SPEECH.name, "1", "", (), DIGEST)
        results.put_evaluator(db, find_evaluator(SPEECH.name).info, identity, official=False)
        results.begin_run(db, DIGEST, facts)

    with Project.create(folder / "bench.genmu", load_protocol()) as project:
        project.store.write(fill).result()
        return project.folder


def _units(chance: np.random.Generator) -> list[list[NewResult]]:
    """Return results as the speaker evaluators give them, by units; subjects are numbered from 1."""
    detail = {"source_rate_hz": 16_000, "channels": 1, "channel_used": "mono", "notes": []}
    vectors = chance.standard_normal((SUBJECTS, 256), dtype=np.float32)
    found = [
        NewResult(number, Measurement({"duration_s": 4.1, "speech_s": 3.7}, vector, (), detail), "torch:cpu")
        for number, vector in enumerate(vectors, start=1)
    ]
    return [found[start : start + UNIT] for start in range(0, SUBJECTS, UNIT)]


def _put(project: Project, units: Sequence[Sequence[NewResult]]) -> float:
    """Write `units` as a run does; return the seconds until the last is committed."""
    began = time.perf_counter()
    futures = [project.store.write(partial(_put_unit, unit)) for unit in units]
    for future in futures:
        future.result()
    return time.perf_counter() - began


def _put_unit(unit: Sequence[NewResult], db: Database) -> None:
    results.put_results(db, RunId(1), DIGEST, unit)


def _execute_many(db: Database, rows: Sequence[Sequence[object]], vectors: Sequence[Sequence[object]]) -> float:
    began = time.perf_counter()
    for start in range(0, SUBJECTS, UNIT):
        chosen = slice(start, start + UNIT)
        db.execute("BEGIN IMMEDIATE")
        db.conn.executemany("INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows[chosen])
        db.conn.executemany("INSERT INTO embedding VALUES (?, ?, ?)", vectors[chosen])
        db.execute("COMMIT")
    return time.perf_counter() - began
