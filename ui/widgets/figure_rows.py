"""Rows of a name, a figure and a word beside it: what the small cards of the overview are made of."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from scoring.types import MetricValue
from ui.widgets.basics import label
from ui.widgets.figure import Figure

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
_TOP = Qt.AlignmentFlag.AlignTop
_ANYWHERE = Qt.AlignmentFlag(0)


class FigureRows(QWidget):
    """A grid that is filled anew whenever what it shows changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        self._next = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is no row."""
        return self._next == 0

    def clear(self) -> None:
        """Remove every row."""
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._next = 0

    def value(
        self,
        name: str,
        value: MetricValue,
        text: str,
        what_if: bool,
        *,
        spoken: str = "",
        detail: str = "",
        role: str = "number",
        name_role: str = "",
    ) -> None:
        """Add a row. spoken : the figure's full name where `name` is short. detail : a muted word after the figure."""
        figure = Figure(role)
        figure.show_value(spoken or name, value, text, what_if)
        self._add(name, name_role, figure, detail)

    def sentence(self, text: str, role: str = "muted") -> None:
        """Add a row of words."""
        made = label(text, role)
        made.setWordWrap(True)
        self._put(made, 0, span=3)
        self._next += 1

    def _add(self, name: str, name_role: str, figure: Figure, detail: str) -> None:
        title = label(name, name_role)
        title.setWordWrap(True)
        self._put(title, 0, where=_TOP)
        self._put(figure, 1, span=1 if detail else 2, where=_RIGHT)
        if detail:
            self._put(label(detail, "muted"), 2, where=_RIGHT)
        self._next += 1

    def _put(self, widget: QLabel, column: int, span: int = 1, where: Qt.AlignmentFlag = _ANYWHERE) -> None:
        self._grid.addWidget(widget, self._next, column, 1, span, where)
        # The layout would show it with the next turn of the event loop only: rows would flicker.
        widget.show()
