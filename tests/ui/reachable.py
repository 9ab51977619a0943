"""Every string that a person, a screen reader or another program can get out of the running window."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QAbstractTableModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    Qt,
)
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAction, QClipboard, QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QTabBar, QWidget

_ROLES = (*range(16), *range(int(Qt.ItemDataRole.UserRole), int(Qt.ItemDataRole.UserRole) + 16))
_MOST_ROWS = 500
_TEXT_TYPES = ("QString", "QStringList", "QVariant")
_SPOKEN = (
    QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value, QAccessible.Text.Help,
    QAccessible.Text.Accelerator,
)  # fmt: skip


def strings() -> Iterator[tuple[str, str]]:
    """Yield where a string is, and the string; what is to be deleted is deleted first."""
    QCoreApplication.sendPostedEvents(None, int(QEvent.Type.DeferredDelete))
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    yield from _of_object(application)
    yield from _of_clipboard()
    seen: set[int] = set()
    for widget in QApplication.allWidgets():
        for each in (widget, *widget.findChildren(QObject), *widget.actions()):
            if id(each) not in seen:
                seen.add(id(each))
                yield from _of_object(each)
                yield from _of_parts(each)


def telling(words: Iterable[str], found: Iterable[tuple[str, str]] | None = None) -> list[tuple[str, str]]:
    """Return the strings that hold one of the words, in whatever case."""
    wanted = [word.casefold() for word in words]
    places = strings() if found is None else found
    return sorted({(where, text) for where, text in places if any(word in text.casefold() for word in wanted)})


def _of_object(each: QObject) -> Iterator[tuple[str, str]]:
    """Yield every property that is text: titles, texts, tips, names, placeholders, those set by hand too."""
    kind = type(each).__name__
    meta = each.metaObject()
    declared = (meta.property(place) for place in range(meta.propertyCount()))
    names = [str(one.name()) for one in declared if str(one.typeName()) in _TEXT_TYPES]
    names += [bytes(name.data()).decode() for name in each.dynamicPropertyNames()]
    for name in names:
        if not (name == "styleSheet" and isinstance(each, QApplication)):  # which is the same always
            with suppress(RuntimeError):  # of Qt's own, without a form in Python: no text
                yield from _texts(f"{kind}.{name}", each.property(name))
    if isinstance(each, QAction):
        yield f"{kind}.data", str(each.data() or "")


def _texts(where: str, value: object) -> Iterator[tuple[str, str]]:
    for text in value if isinstance(value, list | tuple) else (value,):
        if isinstance(text, str) and text:
            yield where, text


def _of_parts(each: QObject) -> Iterator[tuple[str, str]]:
    if isinstance(each, QAbstractItemView):
        model: QAbstractItemModel | None = each.model()
        if model is not None:
            yield from _of_model(type(each).__name__, model)
    elif isinstance(each, QComboBox):
        yield from _of_model("QComboBox", each.model())
    elif isinstance(each, QTabBar):
        for place in range(each.count()):
            for text in (each.tabText(place), each.tabToolTip(place), each.tabWhatsThis(place)):
                yield "QTabBar", text
    if isinstance(each, QWidget) and each.isVisible():
        interface: QAccessibleInterface | None = QAccessible.queryAccessibleInterface(each)
        if interface is not None and interface.isValid():
            for kind in _SPOKEN:
                yield f"{type(each).__name__} as it is read out", interface.text(kind)


def _of_model(where: str, model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[tuple[str, str]]:
    above = parent or QModelIndex()
    for row in range(min(model.rowCount(above), _MOST_ROWS)):
        for column in range(_columns(model, above)):
            index = model.index(row, column, above)
            for role in _ROLES:
                value = index.data(role)
                yield from _texts(f"model of {where}", value)
                if role >= int(Qt.ItemDataRole.UserRole) and value is not None:
                    yield f"model of {where}", repr(value)
            if not isinstance(model, QAbstractListModel | QAbstractTableModel) and model.hasChildren(index):
                yield from _of_model(where, model, index)
    for orientation in (Qt.Orientation.Horizontal, Qt.Orientation.Vertical):
        for section in range(min(_columns(model, QModelIndex()), 50)):
            yield from _texts(f"header of {where}", model.headerData(section, orientation))


def _columns(model: QAbstractItemModel, parent: QModelIndex) -> int:
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)


def _of_clipboard() -> Iterator[tuple[str, str]]:
    clipboard = QGuiApplication.clipboard()
    for mode in (QClipboard.Mode.Clipboard, QClipboard.Mode.Selection):
        data = clipboard.mimeData(mode)
        if data is not None:
            for form in data.formats():
                yield "clipboard", bytes(data.data(form).data()).decode(errors="replace")
