"""`genmu audit`, `verdict` and `doctor --expect-head`, as an organizer types them."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from genmu_studio.project import Project
from genmu_studio.store.store import DATABASE_FILE
from tests.cli.conftest import Genmu
from tests.core import world


@pytest.fixture
def audited(tmp_path: Path) -> Path:
    protocol = world.one_group()
    folder = tmp_path / "p.genmu"
    with Project.create(folder, protocol) as project:
        references = world.write_references(tmp_path / "references", protocol.identities_of("face"), each=2)
        project.intake.references(references)
        samples = world.showing(world.grid(protocol, conditions=5), {("unlearned", "1"): "2"})
        world.take_in(project, world.write_submission(tmp_path / "entry", samples))
        world.score_with_fake(project)
    return folder


def test_an_audit_says_what_it_found_and_keeps_it(audited: Path, genmu: Genmu) -> None:
    found = genmu("audit", audited, "--json").json()
    (entry,) = found["submissions"]
    transfer = next(each for each in entry["findings"] if each["check"] == "identity_transfer")

    assert transfer["severity"] == "high"
    assert transfer["value"] == 100
    assert transfer["limit"] == 50
    assert "verify as the retain identity 2" in transfer["message"]
    assert len(transfer["samples"]) == 5
    assert {"item", "ok"} <= set(entry["contract"][0])
    assert entry["verdict"] is None
    assert len(found["head"]) == 64
    assert genmu("audit", audited, "--json").json()["head"] == found["head"]  # nothing was run again


def test_a_verdict_stands_in_the_log_and_a_cut_tail_is_found(audited: Path, genmu: Genmu) -> None:
    entry = genmu("audit", audited, "--json").json()["submissions"][0]["id"]
    refused = genmu("verdict", audited, entry, "reject")
    assert refused.code == 1
    assert "needs a reason" in refused.err

    signed = genmu(
        "verdict", audited, entry, "reject", "--reason", "shows 2", "--finding", "identity_transfer", "--json"
    ).json()
    assert signed["findings"]["identity_transfer"]
    assert genmu("audit", audited, "--json").json()["submissions"][0]["verdict"]["decision"] == "reject"
    assert genmu("doctor", audited, "--expect-head", signed["hash"]).code == 0

    with closing(sqlite3.connect(audited / DATABASE_FILE)) as db:
        db.execute("DROP TRIGGER audit_event_no_delete")
        db.execute("DELETE FROM audit_event WHERE id = (SELECT max(id) FROM audit_event)")
        db.commit()
    cut = genmu("doctor", audited, "--expect-head", signed["hash"])
    assert cut.code == 3
    assert "rows at the end are missing" in cut.out


def test_the_audit_is_a_table_with_a_row_per_check(audited: Path, genmu: Genmu, tmp_path: Path) -> None:
    entry = genmu("audit", audited, "--json").json()["submissions"][0]
    out = tmp_path / "audit.json"

    genmu("export", audited, "audit", out, "--format", "json")

    rows = json.loads(out.read_text(encoding="utf-8"))
    raised = [row for row in rows if row["outcome"] == "raised"]
    assert len(raised) == len(entry["findings"])
    assert {row["outcome"] for row in rows} == {"raised", "passed", "not run"}
    transfer = next(row for row in raised if row["check"] == "identity_transfer")
    assert (transfer["value"], transfer["limit"], transfer["severity"]) == (100, 50, "high")


def test_outputs_generated_again_are_of_an_entry(audited: Path, genmu: Genmu, tmp_path: Path) -> None:
    taken = genmu("import", audited, tmp_path / "entry", "--side", "reproduced", "--json").json()["submissions"][0]
    assert (taken["added"], taken["strangers"]) == (20, [])
    found = genmu("audit", audited, "--json").json()["submissions"][0]["findings"]
    (again,) = [each for each in found if each["check"] == "reproduction"]
    assert again["numbers"]["same bytes"] == 20
    assert again["severity"] == "info"
    assert genmu("import", audited, tmp_path / "entry", "--of", "somebody").code == 2
