"""A number on screen that tells on demand every digit it has, what it rests on, and whether the lens is a what-if."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from scoring.types import MetricValue
from ui.numbers import NONE, count, exact
from ui.widgets.basics import restyle
from ui.widgets.tips import tip

WHAT_IF = "what-if: not the protocol's own lens"
NOT_COMPUTABLE = "not computable"


class Figure(QLabel):
    """Shows a `MetricValue` shortly; tooltip and accessible description hold it exactly."""

    def __init__(self, role: str = "number", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._role = role
        self._looks: tuple[object, ...] = ()
        restyle(self, role)

    def show_value(self, name: str, value: MetricValue, text: str, what_if: bool) -> None:
        """Show `text` for `value`, which is called `name`; amber where it is a what-if."""
        self._show(name, text, explain(name, value, what_if), what_if)

    def show_number(self, name: str, value: float | None, text: str, what_if: bool) -> None:
        """Show a number that is no metric value, such as a p."""
        self._show(name, text, explain(name, MetricValue(value), what_if), what_if)

    def _show(self, name: str, text: str, explanation: str, what_if: bool) -> None:
        self.setText(text)
        self.setAccessibleName(f"{name} {text}")
        self.setAccessibleDescription(explanation)
        self.setToolTip(tip(explanation))
        looks = (what_if, self.property("small"))
        if looks != self._looks:  # a style costs more than a text
            self._looks = looks
            self.setProperty("whatif", what_if)
            restyle(self, self._role)


def explain(name: str, value: MetricValue, what_if: bool) -> str:
    """Return all that is known of a value, a line each: every digit, interval, counts, parts, badge, reason."""
    lines = [f"{name} {exact(value) if value.value is not None else NOT_COMPUTABLE}"]
    if value.reason:
        lines.append(value.reason)
    if value.interval is not None:
        lines.append(f"interval {value.interval[0]!r} to {value.interval[1]!r}")
    if value.n:
        lines.append(f"{count(value.n, 'sample')}, {count(value.failures, 'failure')}")
    lines += [f"{part} {NONE if number is None else repr(number)}" for part, number in value.parts.items()]
    if value.badge:
        lines.append(value.badge)
    if what_if:
        lines.append(WHAT_IF)
    return "\n".join(lines)
