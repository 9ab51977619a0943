"""What the window remembers: recent projects, small values; losing them harms nobody."""

from pathlib import Path

import pytest

from genmu_studio.memory import Memory


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "window.json"


def test_values_are_there_at_the_next_start(path: Path) -> None:
    Memory(path).put("view", "review")
    again = Memory(path)
    assert (again.text("view"), again.get("nothing"), again.text("nothing")) == ("review", None, "")
    again.put("view", 3)
    assert again.text("view") == ""


@pytest.mark.parametrize("text", ["", "{", "[1]", "7", '{"recent": 3}', '{"recent": [1, null]}', '{"view": {}}'])
def test_a_damaged_file_is_forgotten(path: Path, text: str) -> None:
    path.parent.mkdir()
    path.write_text(text)
    memory = Memory(path)
    assert (memory.text("view"), list(memory.recent_projects)) == ("", [])
    memory.put("view", "overview")
    assert Memory(path).text("view") == "overview"


def test_recent_projects_come_latest_first_once_and_only_those_that_exist(path: Path, tmp_path: Path) -> None:
    folders = [tmp_path / f"{number}.genmu" for number in range(15)]
    memory = Memory(path)
    for folder in folders:
        folder.mkdir()
        memory.remember_project(folder)
    memory.remember_project(folders[5])
    folders[14].rmdir()
    recent = list(Memory(path).recent_projects)
    assert recent[:3] == [folders[5], folders[13], folders[12]]
    assert len(recent) <= 12
    assert len(set(recent)) == len(recent)


def test_a_folder_that_takes_nothing_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    memory = Memory(tmp_path / "config" / "window.json")
    memory.put("view", "review")
    assert memory.text("view") == "review"
