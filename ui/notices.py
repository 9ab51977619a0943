"""Banners above the views: what went wrong or needs attention, with a hint, details to copy, and a way to retry."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from scoring.errors import UserError
from ui.icons import icon
from ui.theme import GRID_PX
from ui.widgets.basics import Card, label, literal
from ui.widgets.tips import tip

Severity = Literal["info", "warning", "error"]
_MOST_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Notice:
    """One banner. details : what the copy button takes. action, second : text of a button and what it does."""

    severity: Severity
    text: str
    hint: str = ""
    details: str = ""
    action: tuple[str, Callable[[], object]] | None = None
    second: tuple[str, Callable[[], object]] | None = None

    @classmethod
    def of(cls, error: BaseException, report: str = "") -> "Notice":
        """Return the banner of an error: a person's own in its words, ours as a report to copy."""
        if isinstance(error, UserError):
            return cls("warning", error.message, error.hint, error.detail)
        text = f"Something went wrong that should not: {type(error).__name__}"
        return cls("error", text, "Copy the report and send it to the developers; nothing that was saved is lost.",
                   report or f"{type(error).__name__}: {error}")  # fmt: skip


class NoticeBar(QWidget):
    """The banners, latest first; an equal one is not shown twice."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Notices")
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(GRID_PX // 2)
        self._shown: list[tuple[Notice, QWidget]] = []
        self._held: list[Notice] | None = None
        self.hide()

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What is shown, latest first."""
        return tuple(notice for notice, _ in self._shown)

    def hold(self) -> None:
        """Take every banner away, and keep what is to be shown until `release`."""
        self._held = [] if self._held is None else self._held
        self.clear()

    def release(self) -> None:
        """Show what was held back in place of what is shown."""
        held, self._held = self._held or [], None
        self.clear()
        for notice in held:
            self.show_notice(notice)

    def show_notice(self, notice: Notice) -> None:
        """Show a banner; while they are held, keep it."""
        if self._held is None:
            self.show_now(notice)
        else:
            self._held = [*self._held[1 - _MOST_SHOWN :], notice]

    def show_now(self, notice: Notice) -> None:
        """Show a banner, held or not."""
        if any((known.text, known.details) == (notice.text, notice.details) for known, _ in self._shown):
            return
        banner = self._banner(notice)
        self._layout.insertWidget(0, banner)
        self._shown.insert(0, (notice, banner))
        while len(self._shown) > _MOST_SHOWN:
            self._drop(self._shown[-1][1])
        self.show()

    def clear(self, severity: Severity | None = None) -> None:
        """Take every banner away, or those of one severity."""
        for notice, banner in tuple(self._shown):
            if severity in (None, notice.severity):
                self._drop(banner)

    def _banner(self, notice: Notice) -> QWidget:
        card = Card()
        card.setAccessibleName(f"{notice.severity}: {notice.text}")
        card.body.setContentsMargins(12, 8, 8, 8)
        row = QHBoxLayout()
        symbol = label()
        symbol.setPixmap(
            icon({"info": "about", "warning": "warning", "error": "error"}[notice.severity]).pixmap(18, 18)
        )
        text = label(notice.text + (f"  {notice.hint}" if notice.hint else ""))
        text.setWordWrap(True)
        row.addWidget(symbol)
        row.addWidget(text, 1)
        for name, function in filter(None, (notice.action, notice.second)):
            row.addWidget(_small_button(name, name, function))
        if notice.details:
            hint = "Copy the details to the clipboard"
            row.addWidget(
                _small_button("Copy details", hint, lambda: QGuiApplication.clipboard().setText(notice.details))
            )
        close = QToolButton()
        close.setIcon(icon("close"))
        close.setProperty("flat", True)
        close.setToolTip("Take this notice away")
        close.setAccessibleName("Close notice")
        close.clicked.connect(lambda: self._drop(card))
        row.addWidget(close)
        card.body.addLayout(row)
        return card

    def _drop(self, banner: QWidget) -> None:
        self._shown = [(notice, widget) for notice, widget in self._shown if widget is not banner]
        self._layout.removeWidget(banner)
        banner.hide()
        banner.deleteLater()
        self.setVisible(bool(self._shown))


def _small_button(text: str, hint: str, function: Callable[[], object]) -> QPushButton:
    button = QPushButton(literal(text))
    button.setToolTip(tip(hint))
    button.setAccessibleName(text)
    button.clicked.connect(lambda *_: function())
    return button
