"""Who may write: one process at a time, never a stale file, and others are told who it is."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from genmu_studio.project import Project
from genmu_studio.store import ownership
from genmu_studio.store import store as stores
from scoring.errors import UserError

HOLDER = """
import sys
from pathlib import Path
from genmu_studio.store import store as stores
store = stores.open_writable(Path(sys.argv[1]))
store.write(lambda db: db.execute("INSERT INTO root (name, path) VALUES ('theirs', '/theirs')")).result()
print("open", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def holder(scored: Project) -> Iterator["subprocess.Popen[str]"]:
    """Return another process that has the project open for writing, and has written to it."""
    scored.close()
    command = [sys.executable, "-c", HOLDER, str(scored.folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process
        process.kill()


def test_a_second_instance_reads_says_who_writes_and_takes_over_after_a_kill(
    scored: Project, holder: "subprocess.Popen[str]"
) -> None:
    with Project.open(scored.folder) as second:
        assert second.mode == "read"
        assert f"process {holder.pid}" in second.notice
        assert second.store.read(lambda db: db.execute("SELECT 1 FROM root WHERE name = 'theirs'").fetchone())
        with pytest.raises(UserError, match="open read-only"):
            second.store.write(lambda db: None)
    with pytest.raises(UserError, match=f"process {holder.pid}"):
        Project.open(scored.folder, "write")

    holder.kill()
    holder.wait(10)

    assert (scored.folder / ownership.OWNER_FILE).exists()  # which is what a pid file would have trusted
    with Project.open(scored.folder) as heir:
        assert heir.mode == "write"
        assert heir.store.read(lambda db: db.execute("SELECT 1 FROM root WHERE name = 'theirs'").fetchone())


def test_one_process_cannot_open_it_for_writing_twice(tmp_path: Path) -> None:
    first = stores.create(tmp_path / "p.genmu")
    second = stores.open_best(tmp_path / "p.genmu")

    assert (first.mode, second.mode) == ("write", "read")
    second.close()
    first.close()
    again = stores.open_best(tmp_path / "p.genmu")
    assert again.mode == "write"
    again.close()


def test_releasing_takes_the_name_away_and_may_be_repeated(tmp_path: Path) -> None:
    owner = ownership.take(tmp_path)
    assert owner is not None
    facts = json.loads((tmp_path / ownership.OWNER_FILE).read_text())
    assert {"user", "host", "pid", "since_utc"} == set(facts)

    owner.release()
    owner.release()

    assert not (tmp_path / ownership.OWNER_FILE).exists()


@pytest.mark.parametrize("text", ["", "[]", "{}", "\x00\xff", '{"user": 1}'])
def test_an_owner_whose_file_says_nothing_is_another_process(tmp_path: Path, text: str) -> None:
    (tmp_path / ownership.OWNER_FILE).write_text(text)

    assert ownership.describe_owner(tmp_path) == "another process"
