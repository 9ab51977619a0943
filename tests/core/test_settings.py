"""Settings: checked, saved as overrides, and a damaged file is put aside rather than lost."""

import json
from pathlib import Path

import pytest

from genmu_studio.settings import CONFIG_VARIABLE, SETTINGS, Settings, config_folder
from scoring.errors import UserError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


def test_every_default_fits_its_own_setting() -> None:
    assert len({setting.key for setting in SETTINGS}) == len(SETTINGS)
    for setting in SETTINGS:
        assert setting.check(setting.default) == setting.default
        assert setting.tip
        assert setting.title
        assert setting.key.partition(".")[0] == setting.section.lower()


def test_what_is_set_is_there_at_the_next_start_and_only_that_is_written(path: Path) -> None:
    settings = Settings(path)
    settings.set("scoring.lanes", 3)
    settings.set("appearance.theme", "light")
    settings.set("appearance.theme", "dark")
    settings.set_keys("score", ("F9",))
    again = Settings(path)
    assert (again.number("scoring.lanes"), again.text("appearance.theme")) == (3, "dark")
    assert dict(again.keys) == {"score": ("F9",)}
    assert json.loads(path.read_text())["values"] == {"scoring.lanes": 3}
    assert again.notice == ""


@pytest.mark.parametrize(
    ("key", "value"),
    [("scoring.lanes", 65), ("scoring.lanes", -1), ("scoring.lanes", True), ("scoring.lanes", "3"),
     ("appearance.theme", "pink"), ("appearance.theme", 1), ("scoring.stuck_s", 1)],
)  # fmt: skip
def test_a_value_that_does_not_fit_changes_nothing(path: Path, key: str, value: int | str) -> None:
    settings = Settings(path)
    with pytest.raises(UserError):
        settings.set(key, value)
    assert settings.get(key) == settings.table[key].default
    assert not path.exists()


DAMAGED = [
    "", "{", "[]", "null", "7", "{}", '{"values": {}}', '{"values": [], "keys": {}}',
    '{"values": {"scoring.lanes": 1000}, "keys": {}}', '{"values": {"scoring.lanes": "many"}, "keys": {}}',
    '{"values": {}, "keys": {"score": "Ctrl+X"}}', '{"values": {}, "keys": {"score": [1]}}', "\ud800",
]  # fmt: skip


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_file_is_put_aside_and_told(path: Path, text: str) -> None:
    path.parent.mkdir()
    content = text.encode("utf-8", "surrogatepass")
    path.write_bytes(content)
    settings = Settings(path)
    assert settings.get("scoring.lanes") == 0
    assert dict(settings.keys) == {}
    assert "put aside as settings.unreadable.json" in settings.notice
    assert (path.parent / "settings.unreadable.json").read_bytes() == content
    settings.set("scoring.lanes", 2)
    assert Settings(path).number("scoring.lanes") == 2


def test_settings_of_another_version_are_left_out(path: Path) -> None:
    path.parent.mkdir()
    path.write_text('{"version": 1, "values": {"later.thing": 1, "scoring.lanes": 4}, "keys": {}}')
    settings = Settings(path)
    assert (settings.number("scoring.lanes"), settings.notice) == (4, "")
    with pytest.raises(KeyError):
        settings.get("later.thing")
    settings.set("scoring.lanes", 5)
    assert json.loads(path.read_text())["values"] == {"scoring.lanes": 5}


def test_a_folder_that_takes_nothing_is_told_and_nothing_changes(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    settings = Settings(tmp_path / "config" / "settings.json")
    told: list[str] = []
    settings.subscribe(told.append)
    with pytest.raises(UserError):
        settings.set("scoring.lanes", 2)
    with pytest.raises(UserError):
        settings.set_keys("score", ("F9",))
    assert (settings.get("scoring.lanes"), dict(settings.keys), told) == (0, {}, [])


def test_listeners_are_told_until_they_leave(path: Path) -> None:
    settings = Settings(path)
    told: list[str] = []
    leave = settings.subscribe(told.append)
    settings.set("scoring.lanes", 1)
    settings.set("scoring.lanes", 1)
    settings.set_keys("score", ("F9",))
    leave()
    leave()
    settings.set("scoring.lanes", 2)
    assert told == ["scoring.lanes", "keys"]


def test_an_action_gets_its_own_keys_back(path: Path) -> None:
    settings = Settings(path)
    settings.set_keys("score", ())
    assert Settings(path).keys["score"] == ()
    settings.set_keys("score", None)
    assert "score" not in Settings(path).keys


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))
    assert config_folder() == tmp_path
    Settings().set("scoring.lanes", 1)
    assert (tmp_path / "settings.json").is_file()
