"""Colours, font and spacing: two sets of tokens, and the small style sheet made of them on top of Fusion.

Widgets that paint themselves ask `current()` for tokens, and repaint when `ThemeWatch.changed` says so.
"""

import re
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Literal

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

Scheme = Literal["dark", "light"]

BASE_PX = 13
GRID_PX = 8
FONT = "Inter"
_FONT_FILES = ("Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf", "Inter-Bold.otf")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colours of a theme. original, unlearned : the two sides, everywhere. good, bad, changed : outcomes."""

    background: str
    surface: str
    raised: str
    line: str
    text: str
    muted: str
    accent: str
    on_accent: str
    original: str
    unlearned: str
    good: str
    bad: str
    what_if: str
    changed: str


DARK = Tokens(
    background="#14171c",
    surface="#1a1e25",
    raised="#222732",
    line="#313847",
    text="#e7eaf0",
    muted="#9aa4b5",
    accent="#8ab4f8",
    on_accent="#14171c",
    original="#56B4E9",
    unlearned="#E69F00",
    good="#2fb488",
    bad="#ef6b3b",
    what_if="#f2c744",
    changed="#cc79a7",
)
LIGHT = Tokens(
    background="#f3f4f6",
    surface="#ffffff",
    raised="#eceef2",
    line="#d5dae2",
    text="#1a1e25",
    muted="#566072",
    accent="#1f5fbf",
    on_accent="#ffffff",
    original="#0069b0",
    unlearned="#945a00",
    good="#0b7355",
    bad="#b93a10",
    what_if="#7a5c00",
    changed="#9c3d74",
)
SCHEMES: dict[Scheme, Tokens] = {"dark": DARK, "light": LIGHT}


class ThemeWatch(QObject):
    """Says when the theme changed."""

    changed = Signal()


_WATCH = ThemeWatch()
_STATE: dict[str, Scheme] = {"scheme": "dark"}


def current() -> Tokens:
    """Return the tokens of the theme in use."""
    return SCHEMES[_STATE["scheme"]]


def scheme() -> Scheme:
    """Return which theme is in use."""
    return _STATE["scheme"]


def watch() -> ThemeWatch:
    """Return what says that the theme changed."""
    return _WATCH


def color(value: str, alpha: float = 1.0) -> QColor:
    """Return a token as a colour, with an opacity of 0..1."""
    made = QColor(value)
    made.setAlphaF(alpha)
    return made


def load_font() -> None:
    """Make the bundled font known to Qt; where that fails the system's font is used."""
    folder = files("resources") / "fonts"
    for name in _FONT_FILES:
        QFontDatabase.addApplicationFontFromData((folder / name).read_bytes())


def font(size_px: int = BASE_PX, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the application's font with tabular figures."""
    return QFont(_made(size_px, weight))


@cache
def _made(size_px: int, weight: QFont.Weight) -> QFont:
    made = QFont(QApplication.font())
    made.setPixelSize(size_px)
    made.setWeight(weight)
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


def apply(application: QApplication, choice: str, family: str = FONT) -> None:
    """Dress the application: `choice` is "dark", "light" or "system"; `family` is the bundled font or "system"."""
    hints = application.styleHints()
    wanted = {"dark": Qt.ColorScheme.Dark, "light": Qt.ColorScheme.Light}.get(choice, Qt.ColorScheme.Unknown)
    hints.setColorScheme(wanted)
    is_light = choice == "light" or (choice == "system" and hints.colorScheme() == Qt.ColorScheme.Light)
    _STATE["scheme"] = "light" if is_light else "dark"
    application.setStyle("Fusion")
    base = QFont() if family == "system" else QFont(family)
    base.setPixelSize(BASE_PX)
    base.setFeature(QFont.Tag("tnum"), 1)
    application.setFont(base)
    _made.cache_clear()
    application.setPalette(_palette(current()))
    QDir.setSearchPaths("icons", [str(files("resources") / "icons")])  # `icons:` in the style sheet
    application.setStyleSheet(style_sheet(current()))
    _WATCH.changed.emit()


def _palette(tokens: Tokens) -> QPalette:
    palette = QPalette()
    roles = {
        QPalette.ColorRole.Window: tokens.background,
        QPalette.ColorRole.WindowText: tokens.text,
        QPalette.ColorRole.Base: tokens.surface,
        QPalette.ColorRole.AlternateBase: tokens.raised,
        QPalette.ColorRole.Text: tokens.text,
        QPalette.ColorRole.Button: tokens.raised,
        QPalette.ColorRole.ButtonText: tokens.text,
        QPalette.ColorRole.BrightText: tokens.text,
        QPalette.ColorRole.Highlight: tokens.accent,
        QPalette.ColorRole.HighlightedText: tokens.on_accent,
        QPalette.ColorRole.ToolTipBase: tokens.raised,
        QPalette.ColorRole.ToolTipText: tokens.text,
        QPalette.ColorRole.PlaceholderText: tokens.muted,
        QPalette.ColorRole.Link: tokens.accent,
        QPalette.ColorRole.Mid: tokens.line,
        QPalette.ColorRole.Midlight: tokens.line,
        QPalette.ColorRole.Dark: tokens.line,
        QPalette.ColorRole.Shadow: tokens.background,
        QPalette.ColorRole.Accent: tokens.accent,
    }
    for role, value in roles.items():
        palette.setColor(role, QColor(value))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, color(tokens.muted, 0.6))
    return palette


def style_sheet(tokens: Tokens) -> str:
    """Return the style sheet of a theme: `resources/style.qss` with the tokens filled in."""
    text = (files("resources") / "style.qss").read_text(encoding="utf-8")
    values = {field.name: str(getattr(tokens, field.name)) for field in fields(tokens)}
    return re.sub(r"@(\w+)", lambda found: values.get(found[1], found[0]), text)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1..21 (WCAG 2.2)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(value: str) -> float:
    made = QColor(value)
    channels = (made.redF(), made.greenF(), made.blueF())
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
