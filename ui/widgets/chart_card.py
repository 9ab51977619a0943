"""A card around a plot: its title and legend, and a menu to copy or save picture or numbers, and reset the view."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from genmu_studio.chart_table import ChartTable, csv_of
from genmu_studio.writing import write_atomically
from scoring.errors import UserError
from ui.icons import icon
from ui.theme import GRID_PX, current, font, watch
from ui.widgets.basics import label
from ui.widgets.chart_legend import ChartLegend
from ui.widgets.elided import ElidedLabel
from ui.widgets.tips import tip

_SCALE = 2  # of a picture that is saved: sharp in print
_FORMATS = {"png": "Picture (*.png)", "svg": "Drawing (*.svg)", "csv": "Numbers (*.csv)"}
_MARGIN_PX = 10.0  # of a picture that is saved
_TITLE_PX = 26.0


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

    show_error : is told of a file that cannot be written. `saved` carries the path of one that was.
    """

    saved = Signal(object)  # Path

    def __init__(
        self, title: str, name: str, content: QWidget, show_error: Callable[[UserError], object], *, hint: str = ""
    ) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._name = name
        self._show_error = show_error
        self.content = content
        self.legend = ChartLegend()
        self._title = ElidedLabel("", "heading")
        self._title.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._hint = label("", "muted")
        self.menu = QMenu(self)
        self.tools = _menu_button(self.menu)
        self.head = QHBoxLayout()
        self.head.setSpacing(GRID_PX)
        self.head.addWidget(self._title, 1)
        self.head.addWidget(self._hint)
        self.head.addWidget(self.tools)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID_PX + 4, 4, 4, 4)
        column.setSpacing(2)
        column.addLayout(self.head)
        column.addWidget(self.legend)
        column.addWidget(content, 1)
        self.set_title(title, hint)
        self._fill_menu()
        watch().changed.connect(self._dress)
        self._dress()

    def set_title(self, title: str, hint: str = "") -> None:
        """Show another title, and what is to be said beside it."""
        self._title.show_text(title)
        self._hint.setText(hint)
        self.setAccessibleName(title)
        self.tools.setAccessibleName(f"Tools of {title}")

    def _dress(self) -> None:
        self.tools.setIcon(icon("more"))

    def _fill_menu(self) -> None:
        for text, do in (
            ("Copy picture", self.copy_picture),
            ("Save as PNG…", lambda: self._ask("png")),
            ("Save as SVG…", lambda: self._ask("svg")),
            ("Save numbers as CSV…", lambda: self._ask("csv")),
            ("Reset view", self._part.reset_view),
        ):
            self.menu.addAction(text).triggered.connect(lambda *_, do=do: do())

    @property
    def _part(self) -> Content:
        content: Content = self.content  # type: ignore[assignment]  # a QWidget as well, which no Protocol can say
        return content

    # ---- what can be had of it ----

    def picture(self) -> QImage:
        """Return title, legend and plot, in twice as many pixels."""
        size = self._picture_size()
        image = QImage((size * _SCALE).toSize(), QImage.Format.Format_RGB32)
        painter = QPainter(image)
        painter.scale(_SCALE, _SCALE)
        self._paint(painter, size)
        painter.end()
        return image

    def drawing(self) -> bytes:
        """Return title, legend and plot as SVG."""
        size = self._picture_size()
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(QSize(size.toSize()))
        generator.setViewBox(QRectF(QPointF(), size))
        painter = QPainter(generator)
        self._paint(painter, size)
        painter.end()
        return bytes(buffer.data().data())

    @property
    def _top_px(self) -> float:
        return _TITLE_PX + (self.legend.height() if self.legend.isVisibleTo(self) else 0)

    def _picture_size(self) -> QSizeF:
        size = self.content.size().expandedTo(self.content.minimumSizeHint())
        return QSizeF(size.width() + 2 * _MARGIN_PX, size.height() + self._top_px + 2 * _MARGIN_PX)

    def _paint(self, painter: QPainter, size: QSizeF) -> None:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.fillRect(QRectF(QPointF(), size), QColor(current().surface))
        inside = QRectF(QPointF(), size).adjusted(_MARGIN_PX, _MARGIN_PX, -_MARGIN_PX, -_MARGIN_PX)
        painter.setFont(font(12, QFont.Weight.DemiBold))
        painter.setPen(QColor(current().muted))
        metrics = QFontMetricsF(painter.font())
        title = metrics.elidedText(self._title.text(), Qt.TextElideMode.ElideMiddle, inside.width())
        painter.drawText(inside.topLeft() + QPointF(0, metrics.ascent()), title)
        if self.legend.isVisibleTo(self):
            line = QRectF(inside.left(), inside.top() + _TITLE_PX, inside.width(), self.legend.height())
            self.legend.paint_on(painter, line)
        self._part.paint_on(painter, inside.adjusted(0, self._top_px, 0, 0))

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
        else:
            self.saved.emit(path)


def _menu_button(menu: QMenu) -> QToolButton:
    button = QToolButton()
    button.setProperty("flat", True)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setMenu(menu)
    button.setToolTip(tip("Copy, save as picture or numbers, reset the view"))
    # Three dots say that there is a menu.
    button.setStyleSheet("QToolButton { padding: 2px 5px; } QToolButton::menu-indicator { image: none; }")
    return button


def _png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # a name of a format is text, and a device will do
    return bytes(data.data())
