"""The licences of what the program carries, as texts that a person can read in it."""

from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files


def licence_texts() -> dict[str, str]:
    """Return {what: its licence}: the program, its font, the demo's material."""
    resources = files("resources")
    return {
        "Genmu Studio": _own(),
        "Inter (font)": (resources / "fonts" / "OFL.txt").read_text(encoding="utf-8"),
        "Demo voices and pictures": (resources / "demo" / "NOTICE").read_text(encoding="utf-8"),
    }


def _own() -> str:
    try:
        text = distribution("genmu-studio").read_text("licenses/LICENSE")
    except PackageNotFoundError:
        text = None
    return text or "Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0\n"
