"""Icons by what they mean: glyphs of the Material Design font that qtawesome carries, in the theme's colours.

They are drawn here and not by qtawesome itself: importing that makes every class of Qt, which would take a fifth of the
time in which the window opens.
"""

import json
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QIconEngine, QPainter, QPixmap

from ui.theme import Scheme, Tokens, current, scheme

# Of its square, a glyph fills that much: as qtawesome draws it
_SHARE = 0.875

NAMES = {
    "new": "folder-plus-outline",
    "open": "folder-open-outline",
    "import": "tray-arrow-down",
    "references": "account-box-multiple-outline",
    "export": "table-arrow-down",
    "settings": "cog-outline",
    "quit": "exit-to-app",
    "score": "play",
    "cancel": "stop",
    "retry": "refresh",
    "evaluators": "brain",
    "next": "chevron-right",
    "previous": "chevron-left",
    "lens": "magnify",
    "full_screen": "fullscreen",
    "reset": "backup-restore",
    "palette": "console-line",
    "keys": "keyboard-outline",
    "about": "information-outline",
    "open_pair": "image-outline",
    "grid": "view-grid-outline",
    "problems": "alert-outline",
    "zoom_fit": "fit-to-screen-outline",
    "zoom_actual": "magnify-scan",
    "zoom_in": "magnify-plus-outline",
    "zoom_out": "magnify-minus-outline",
    "inspector": "dock-right",
    "clear": "filter-off-outline",
    "submissions": "format-list-bulleted",
    "overview": "chart-bar",
    "review": "view-grid-outline",
    "warning": "alert",
    "error": "alert-octagon-outline",
    "close": "close",
    "copy": "content-copy",
    "lower": "chevron-double-left",
    "raise": "chevron-double-right",
    "flip": "swap-horizontal",
    "scores": "chart-bell-curve",
    "reset_view": "magnify-scan",
    "matrix": "grid",
    "map": "chart-scatter-plot",
    "lasso": "lasso",
    "people": "account-group-outline",
    "report": "file-document-outline",
    "undo": "undo",
    "redo": "redo",
    "side": "view-split-vertical",
    "wipe": "compare",
    "flicker": "flip-horizontal",
    "difference": "vector-difference",
    "align": "face-recognition",
    "align_times": "arrow-expand-horizontal",
    "loop": "repeat",
    "play": "play",
    "pause": "pause",
    "skip_back": "rewind",
    "skip_forward": "fast-forward",
    "faces": "face-man-outline",
    "other_face": "account-switch-outline",
    "pick": "check-circle-outline",
    "reject": "close-circle-outline",
    "unmark": "circle-off-outline",
    "bookmark": "bookmark-outline",
    "bookmarked": "bookmark",
    "note": "note-edit-outline",
    "noted": "note-text-outline",
    "select": "select-all",
    "reveal": "folder-search-outline",
    "open_file": "open-in-new",
    "filter": "filter-outline",
    "search": "magnify",
    "save": "content-save-outline",
    "delete": "trash-can-outline",
    "sort_up": "sort-ascending",
    "sort_down": "sort-descending",
    "heat_map": "gradient-horizontal",
    "more": "dots-horizontal",
    "label": "label-outline",
    "audit": "shield-check-outline",
    "bundle": "package-variant-closed",
    "sign": "draw-pen",
    "check": "check",
}


def icon(name: str) -> QIcon:
    """Return the icon that means `name`, in the colours of the theme in use; KeyError for an unknown one."""
    return _drawn(NAMES[name], scheme())


@lru_cache(maxsize=256)
def _drawn(glyph: str, theme: Scheme) -> QIcon:
    return QIcon(_Engine(_characters()[glyph], current()))


class _Engine(QIconEngine):
    """Draws one glyph, sharp in any size."""

    def __init__(self, character: str, tokens: Tokens) -> None:
        super().__init__()
        self._character = character
        self._tokens = tokens

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Draw it: brighter where it is pointed at or on, faint where it is disabled."""
        font = QFont(_family())
        font.setPixelSize(max(1, round(_SHARE * rect.height())))
        painter.save()
        painter.setFont(font)
        painter.setPen(QColor(self._color(mode, state)))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self._character)
        painter.restore()

    def _color(self, mode: QIcon.Mode, state: QIcon.State) -> str:
        if mode == QIcon.Mode.Disabled:
            return self._tokens.line
        return self._tokens.muted if (mode, state) == (QIcon.Mode.Normal, QIcon.State.Off) else self._tokens.text

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return it as a picture."""
        if size.isEmpty():  # a button that a layout squeezes for a moment
            return QPixmap()
        made = QPixmap(size)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        painter.end()
        return made

    def clone(self) -> "_Engine":
        """Return another one that draws the same."""
        return _Engine(self._character, self._tokens)


def _font_file(pattern: str) -> Path:
    package = find_spec("qtawesome")
    assert package is not None  # noqa: S101 - the project depends on it
    assert package.origin is not None  # noqa: S101 - a package of files
    return next((Path(package.origin).parent / "fonts").glob(pattern))


@cache
def _characters() -> dict[str, str]:
    codes = json.loads(_font_file("materialdesignicons6-webfont-charmap-*.json").read_text(encoding="utf-8"))
    return {name: chr(int(code, 16)) for name, code in codes.items()}


@cache
def _family() -> str:
    number = QFontDatabase.addApplicationFont(str(_font_file("materialdesignicons6-webfont-[0-9]*.ttf")))
    return QFontDatabase.applicationFontFamilies(number)[0]
