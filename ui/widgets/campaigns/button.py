"""A button of a page: the space bar and Enter press it."""

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton


def page_button(
    text: str, tip: str, function: Callable[[], object], *, name: str = "", primary: bool = False
) -> QPushButton:
    """Return a button that does `function()`. name : what it is called, where its text does not say enough."""
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAccessibleName(name or text)
    button.setProperty("primary", primary)
    button.setAutoDefault(True)
    button.clicked.connect(lambda *_: function())
    return button
