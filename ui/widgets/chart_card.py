"""A card around a plot: its title, and a menu to copy the picture, save picture or numbers, and reset the view."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from genmu_studio.chart_table import ChartTable, csv_of
from genmu_studio.writing import write_atomically
from scoring.errors import UserError
from ui.icons import icon
from ui.theme import GRID_PX, color, current, watch
from ui.widgets.basics import label

_SCALE = 2  # of a picture that is saved: sharp in print
_FORMATS = {"png": "Picture (*.png)", "svg": "Drawing (*.svg)", "csv": "Numbers (*.csv)"}


class Content(Protocol):
    """What a card holds, besides being a widget."""

    def table(self) -> ChartTable:
        """Return the numbers that are shown."""
        ...

    def reset_view(self) -> None:
        """Show everything."""
        ...

    def paint_on(self, painter: QPainter, area: QRectF) -> None:
        """Paint what is shown into `area`, as on the screen."""
        ...


class ChartCard(QFrame):
    """Shows `content`, a widget that is a `Content`. name : of a file that is saved, without its ending.

    show_error : is told of a file that cannot be written.
    """

    def __init__(
        self, title: str, name: str, content: QWidget, show_error: Callable[[UserError], object], *, hint: str = ""
    ) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.setAccessibleName(title)
        self._name = name
        self._show_error = show_error
        self.content = content
        self._title = label(title, "heading")
        self._hint = label(hint, "muted")
        self.tools = QToolButton()
        self.tools.setProperty("flat", True)
        self.tools.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.tools.setAccessibleName(f"Tools of {title}")
        self.tools.setToolTip("Copy, save as picture or numbers, reset the view")
        self.tools.setMenu(self._make_menu())
        self.head = QHBoxLayout()
        self.head.setSpacing(GRID_PX)
        self.head.addWidget(self._title)
        self.head.addWidget(self._hint, 1)
        self.head.addWidget(self.tools)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID_PX + 4, GRID_PX, GRID_PX, GRID_PX)
        column.setSpacing(GRID_PX // 2)
        column.addLayout(self.head)
        column.addWidget(content, 1)
        watch().changed.connect(self._dress)
        self._dress()

    def set_title(self, title: str, hint: str = "") -> None:
        """Show another title, and what is to be said beside it."""
        self._title.setText(title)
        self._hint.setText(hint)
        self.setAccessibleName(title)
        self.tools.setAccessibleName(f"Tools of {title}")

    def _dress(self) -> None:
        self.tools.setIcon(icon("more"))

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        for text, do in (
            ("Copy picture", self.copy_picture),
            ("Save as PNG…", lambda: self._ask("png")),
            ("Save as SVG…", lambda: self._ask("svg")),
            ("Save numbers as CSV…", lambda: self._ask("csv")),
            ("Reset view", self._part.reset_view),
        ):
            menu.addAction(text).triggered.connect(lambda *_, do=do: do())
        return menu

    @property
    def _part(self) -> Content:
        content: Content = self.content  # type: ignore[assignment]  # a QWidget as well, which no Protocol can say
        return content

    # ---- what can be had of it ----

    def picture(self) -> QImage:
        """Return what is shown, in twice as many pixels."""
        size = self.content.size()
        image = QImage(size * _SCALE, QImage.Format.Format_RGB32)
        image.fill(color(current().surface))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(_SCALE, _SCALE)
        self._part.paint_on(painter, QRectF(0, 0, size.width(), size.height()))
        painter.end()
        return image

    def drawing(self) -> bytes:
        """Return what is shown as SVG."""
        size = self.content.size()
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(QSize(size))
        generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
        generator.setTitle(self.accessibleName())
        painter = QPainter(generator)
        painter.fillRect(QRectF(0, 0, size.width(), size.height()), color(current().surface))
        self._part.paint_on(painter, QRectF(0, 0, size.width(), size.height()))
        painter.end()
        return bytes(buffer.data().data())

    def copy_picture(self) -> None:
        """Put what is shown on the clipboard."""
        QGuiApplication.clipboard().setImage(self.picture())

    def save(self, path: Path) -> None:
        """Write picture, drawing or numbers, as the ending of `path` says; UserError where that cannot be done."""
        kind = path.suffix.lower().removeprefix(".")
        if kind == "csv":
            write_atomically(path, csv_of(self._part.table()))
        elif kind == "svg":
            write_atomically(path, self.drawing())
        elif kind == "png":
            write_atomically(path, _png(self.picture()))
        else:
            raise UserError(f"{path.name} says no form that is known", "End it in .png, .svg or .csv.")

    def _ask(self, kind: str) -> None:
        dialog = QFileDialog(self.window(), "Save")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(_FORMATS[kind])
        dialog.setDefaultSuffix(kind)
        dialog.selectFile(f"{self._name}.{kind}")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self._save_chosen(Path(path)))
        dialog.open()

    def _save_chosen(self, path: Path) -> None:
        try:
            self.save(path)
        except UserError as error:
            self._show_error(error)


def _png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # a name of a format is text, and a device will do
    return bytes(data.data())
