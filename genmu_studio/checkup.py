"""What `genmu doctor` checks: the environment, each evaluator on itself, and a project's database."""

import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from genmu_studio.executors import ExecutorChoice
from genmu_studio.jobs import Cancellation, Unit, run_units
from genmu_studio.store import store as stores
from genmu_studio.store.audit_log import ChainCheck, audit_events, check_chain
from genmu_studio.store.checks import broken_references, quick_check
from genmu_studio.store.migrations import migrations
from scoring.errors import UserError
from scoring.selftest import self_test_evaluator
from scoring.types import EvaluatorInfo, EvaluatorSpec


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is right or not."""

    id: str
    ok: bool
    message: str
    hint: str = ""


def check_environment() -> Iterator[Check]:
    """Check the versions of Python and SQLite, and that files can be written."""
    yield Check("python", sys.version_info >= (3, 11), f"Python {sys.version.split()[0]}", "3.11 or newer is needed.")
    # STRICT tables came with 3.37.
    yield Check(
        "sqlite", sqlite3.sqlite_version_info >= (3, 37), f"SQLite {sqlite3.sqlite_version}", "3.37 or newer is needed."
    )
    yield Check("numpy", bool(np.isfinite(np.float32(1))), f"NumPy {np.__version__}")
    try:
        with tempfile.TemporaryDirectory():
            yield Check("temporary files", True, tempfile.gettempdir())
    except OSError as error:
        yield Check("temporary files", False, str(error), "Set TMPDIR to a folder that can be written.")


def self_test(info: EvaluatorInfo) -> Check:
    """Run an evaluator in a worker process on media made for it: same again, any order, alone or in a batch."""
    lanes = ExecutorChoice("processes", 1).open()
    try:
        unit = Unit((), self_test_evaluator, (EvaluatorSpec(info.name, (), "auto"),))
        for done in run_units([unit], lanes, Cancellation()):
            if done.error is not None:
                hint = done.error.hint if isinstance(done.error, UserError) else ""
                return Check(info.name, False, f"{type(done.error).__name__}: {done.error}", hint)
            return Check(info.name, True, str(done.value))
    finally:
        lanes.close()
    return Check(info.name, False, "the worker ended")


def check_project(folder: Path, expected_head: str | None = None) -> Iterator[Check]:
    """Check that a project's database opens, is sound, that each of its references leads somewhere, and its audit log.

    expected_head : the head of the log as a report printed it; the check says no where its rows are no longer there.
    """
    try:
        store = stores.open_readable(folder)
    except UserError as error:
        yield Check("database", False, error.message, error.hint)
        return
    try:
        problems = store.read(quick_check)
        yield Check("database", not problems, "; ".join(problems) or "sound", "Restore it from a copy.")
        broken = store.read(broken_references)
        yield Check("references", not broken, "; ".join(broken) or "every row leads somewhere")
        applied = store.read(lambda db: [migration.name for migration in migrations.applied(db)])
        yield Check("schema", bool(applied), applied[-1] if applied else "no schema")
        yield _check_log(check_chain(store.read(audit_events), expected_head))
    finally:
        store.close()


def _check_log(chain: ChainCheck) -> Check:
    text = chain.reason or (f"{chain.events} rows, head {chain.head}" if chain.events else "nothing was audited yet")
    return Check("audit log", chain.ok, text, "Compare it with a copy and with the heads that reports have printed.")
