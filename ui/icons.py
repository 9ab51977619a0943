"""Icons by what they mean, drawn by qtawesome in the theme's colours."""

from functools import lru_cache

from PySide6.QtGui import QIcon

from ui.theme import Scheme, current, scheme

NAMES = {
    "new": "mdi6.folder-plus-outline",
    "open": "mdi6.folder-open-outline",
    "import": "mdi6.tray-arrow-down",
    "references": "mdi6.account-box-multiple-outline",
    "export": "mdi6.table-arrow-down",
    "settings": "mdi6.cog-outline",
    "quit": "mdi6.exit-to-app",
    "score": "mdi6.play",
    "cancel": "mdi6.stop",
    "retry": "mdi6.refresh",
    "evaluators": "mdi6.brain",
    "next": "mdi6.chevron-right",
    "previous": "mdi6.chevron-left",
    "lens": "mdi6.magnify",
    "full_screen": "mdi6.fullscreen",
    "reset": "mdi6.backup-restore",
    "palette": "mdi6.console-line",
    "keys": "mdi6.keyboard-outline",
    "about": "mdi6.information-outline",
    "open_pair": "mdi6.image-outline",
    "grid": "mdi6.view-grid-outline",
    "problems": "mdi6.alert-outline",
    "zoom_fit": "mdi6.fit-to-screen-outline",
    "zoom_actual": "mdi6.magnify-scan",
    "zoom_in": "mdi6.magnify-plus-outline",
    "zoom_out": "mdi6.magnify-minus-outline",
    "inspector": "mdi6.dock-right",
    "clear": "mdi6.filter-off-outline",
    "submissions": "mdi6.format-list-bulleted",
    "overview": "mdi6.chart-bar",
    "review": "mdi6.view-grid-outline",
    "warning": "mdi6.alert",
    "error": "mdi6.alert-octagon-outline",
    "close": "mdi6.close",
    "copy": "mdi6.content-copy",
    "people": "mdi6.account-group-outline",
}


def icon(name: str) -> QIcon:
    """Return the icon that means `name`, in the colours of the theme in use; KeyError for an unknown one."""
    return _drawn(NAMES[name], scheme())


@lru_cache(maxsize=256)
def _drawn(name: str, theme: Scheme) -> QIcon:
    import qtawesome  # noqa: PLC0415 - its fonts are loaded with the first icon, not with the module

    tokens = current()
    made: QIcon = qtawesome.icon(
        name, color=tokens.muted, color_active=tokens.text, color_on=tokens.text, color_disabled=tokens.line
    )
    return made
