"""Settings: one table of rows, from which the dialog, the documentation and the checks come. The file holds overrides.

A file that cannot be read is put aside and the defaults are used; nothing a person chose is overwritten silently.
"""

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import platformdirs

from genmu_studio.writing import write_atomically
from scoring.errors import UserError

Value = str | int | bool
Kind = Literal["choice", "bool", "int", "text"]

CONFIG_VARIABLE = "GENMU_CONFIG"
# Of the setting playback.device: whatever the system plays on
DEFAULT_DEVICE = "default"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. section, title, tip : for a person. choices : of a `choice`. minimum, maximum : of an `int`."""

    key: str
    section: str
    title: str
    tip: str
    kind: Kind
    default: Value
    choices: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0

    def check(self, value: object) -> Value:
        """Return `value` where this setting can hold it, else raise UserError."""
        if self.kind == "bool" and isinstance(value, bool):
            return value
        if self.kind == "int" and isinstance(value, int) and not isinstance(value, bool):
            if self.minimum <= value <= self.maximum:
                return value
            raise UserError(f"{self.title} must lie between {self.minimum} and {self.maximum}")
        if self.kind == "choice" and isinstance(value, str) and value in self.choices:
            return value
        if self.kind == "text" and isinstance(value, str):
            return value
        raise UserError(f"{value!r} is no value of the setting {self.title}")


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "appearance.theme", "Appearance", "Theme", "Colours of the window", "choice", "dark",
        ("dark", "light", "system"),
    ),
    Setting(
        "appearance.font", "Appearance", "Font", "The bundled font looks the same everywhere", "choice", "Inter",
        ("Inter", "system"),
    ),
    Setting(
        "scoring.lanes", "Scoring", "Worker processes", "0 = as many as there are processors, up to 8", "int", 0,
        minimum=0, maximum=64,
    ),
    Setting(
        "scoring.device", "Scoring", "Device", "Where evaluators run", "choice", "auto", ("auto", "cpu", "cuda")
    ),
    Setting(
        "scoring.stuck_s", "Scoring", "Give up on a stuck worker after (seconds)",
        "A worker that says nothing for so long is ended, and its samples fail", "int", 600, minimum=30, maximum=86_400,
    ),
    Setting(
        "review.thumbnail_px", "Review", "Thumbnail size", "Longest side in pixels", "int", 112, minimum=64, maximum=512
    ),
    Setting(
        "review.cache_mib", "Review", "Memory for thumbnails (MiB)", "Older ones are dropped beyond it", "int", 256,
        minimum=32, maximum=8192,
    ),
    Setting(
        "playback.device", "Playback", "Output device",
        "The name of a device, as the player's menu lists it; default = the system's own", "text", DEFAULT_DEVICE,
    ),
    Setting(
        "playback.equally_loud", "Playback", "Match levels",
        "Play both sounds of a pair equally loud (ITU-R BS.1770)", "bool", False,
    ),
    Setting(
        "playback.from_start", "Playback", "Start again on every switch",
        "Another sound begins at its start, or that of the loop, and not where the last one is", "bool", False,
    ),
    Setting(
        "labelling.autoplay", "Labelling", "Play at once",
        "While labelling, a sound plays as soon as it is shown", "bool", True,
    ),
)  # fmt: skip


def config_folder() -> Path:
    """Return the folder of the user's settings: `GENMU_CONFIG`, else the platform's."""
    chosen = os.environ.get(CONFIG_VARIABLE)
    return Path(chosen) if chosen else Path(platformdirs.user_config_dir("genmu-studio"))


class Settings:
    """The values of all settings. `notice` says what was wrong with the file, "" where nothing was."""

    def __init__(self, path: Path | None = None, table: tuple[Setting, ...] = SETTINGS) -> None:
        self._path = path or config_folder() / "settings.json"
        self.table: Mapping[str, Setting] = MappingProxyType({setting.key: setting for setting in table})
        self._listeners: list[Callable[[str], None]] = []
        self._overrides, self._keys, self.notice = self._load()

    def get(self, key: str) -> Value:
        """Return the value of a setting; KeyError for an unknown one."""
        return self._overrides.get(key, self.table[key].default)

    def text(self, key: str) -> str:
        """Return the value of a setting that is text or a choice."""
        return str(self.get(key))

    def number(self, key: str) -> int:
        """Return the value of a setting that is a number."""
        return int(self.get(key))

    def set(self, key: str, value: Value) -> None:
        """Set and save one; a value equal to the default is not written. UserError where it does not fit."""
        setting = self.table[key]
        checked = setting.check(value)
        if checked == self.get(key):
            return
        overrides = {**self._overrides, key: checked}
        if checked == setting.default:
            del overrides[key]
        self._save(overrides, self._keys)
        self._overrides = overrides
        self._tell(key)

    @property
    def keys(self) -> Mapping[str, tuple[str, ...]]:
        """The keys that a person gave to actions, by action; actions that are not in it have their own."""
        return MappingProxyType(self._keys)

    def set_keys(self, action: str, keys: tuple[str, ...] | None) -> None:
        """Give an action other keys and save them; None gives it its own back."""
        changed = {**self._keys}
        if keys is None:
            changed.pop(action, None)
        else:
            changed[action] = keys
        self._save(self._overrides, changed)
        self._keys = changed
        self._tell("keys")

    def subscribe(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener` with the key of each setting that changes ("keys" for keys); returns what ends that."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            with suppress(ValueError):
                self._listeners.remove(listener)

        return unsubscribe

    def _tell(self, key: str) -> None:
        for listener in tuple(self._listeners):
            listener(key)

    def _load(self) -> tuple[dict[str, Value], dict[str, tuple[str, ...]], str]:
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
            values = data["values"]
            keys = {action: _checked_keys(given) for action, given in data["keys"].items()}
            overrides = {key: self.table[key].check(value) for key, value in values.items() if key in self.table}
        except FileNotFoundError:
            return {}, {}, ""
        except (OSError, ValueError, KeyError, TypeError, AttributeError, UserError) as error:
            aside = self._path.with_suffix(".unreadable.json")
            try:
                self._path.replace(aside)
            except OSError:
                return {}, {}, f"the settings in {self._path} cannot be read ({error}); the defaults are used"
            return {}, {}, f"the settings could not be read ({error}); they were put aside as {aside.name}"
        return overrides, keys, ""

    def _save(self, overrides: Mapping[str, Value], keys: Mapping[str, tuple[str, ...]]) -> None:
        data = {
            "version": _VERSION,
            "values": dict(overrides),
            "keys": {name: list(each) for name, each in keys.items()},
        }
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"{self._path.parent} cannot be made: {error.strerror or error}") from None
        write_atomically(self._path, (json.dumps(data, indent=1, sort_keys=True) + "\n").encode())


def _checked_keys(given: object) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise ValueError(f"{given!r} is no list of keys")
    return tuple(given)
