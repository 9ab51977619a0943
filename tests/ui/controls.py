"""What a person can use in a window, and what is missing on it: names, tooltips, the Tab key, literal text."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QDockWidget,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QWidget,
)

CONTROLS = (
    QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit,
)  # fmt: skip
# What Qt itself puts into its controls
_WHOLE = (QAbstractSpinBox, QComboBox, QLineEdit, QAbstractItemView, QTabBar, QDockWidget, QMenu)


def controls(root: QWidget) -> Iterator[QWidget]:
    """Yield the controls of `root` that can be seen, those inside other controls left out."""
    for widget in root.findChildren(QWidget):
        is_control = isinstance(widget, CONTROLS) and not isinstance(widget, QScrollBar | QHeaderView)
        if is_control and widget.isVisibleTo(root) and not _is_part(widget, root):
            yield widget


def _is_part(widget: QWidget, root: QWidget) -> bool:
    above = widget.parentWidget()
    while above is not None and above is not root:
        other_window = isinstance(above, QDialog) and above.isWindow()
        if (isinstance(above, _WHOLE) and not isinstance(above, QDockWidget)) or other_window:
            return True
        if isinstance(above, QDockWidget) and widget.parentWidget() is above and isinstance(widget, QAbstractButton):
            return True
        above = above.parentWidget()
    return False


def described(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton | QLineEdit | QLabel) else ""
    return f"{type(widget).__name__} {widget.objectName()} {text!r}"


def without_name(root: QWidget) -> list[str]:
    return [described(each) for each in controls(root) if not each.accessibleName()]


def without_tip(root: QWidget) -> list[str]:
    return [described(each) for each in controls(root) if not each.toolTip()]


def beyond_tab(root: QWidget) -> list[str]:
    return [described(each) for each in controls(root) if not each.focusPolicy() & Qt.FocusPolicy.TabFocus]


def not_literal(root: QWidget, foreign: str) -> list[str]:
    """Return what would show `foreign`, which is markup, as markup: rich labels and tooltips."""
    found = []
    for widget in (root, *root.findChildren(QWidget)):
        if isinstance(widget, QLabel) and foreign in widget.text() and widget.textFormat() != Qt.TextFormat.PlainText:
            found.append(f"text of {described(widget)}")
        if foreign in widget.toolTip():
            found.append(f"tooltip of {described(widget)}")
    return found


def texts(root: QWidget) -> list[str]:
    """Return every text of labels, buttons, boxes and lists of `root` that can be seen."""
    found: list[str] = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisibleTo(root):
            continue
        if isinstance(widget, QLabel | QAbstractButton):
            found.append(widget.text())
        elif isinstance(widget, QComboBox):
            found.append(widget.currentText())
        elif isinstance(widget, QListView):
            model = widget.model()
            found += [str(model.data(model.index(row, 0))) for row in range(model.rowCount())]
    return [text for text in found if text]
