"""Points lost per identity, longest first: a bar each, what happened in words, and the way to its samples."""

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from genmu_studio.overview.lost import LostRow
from genmu_studio.overview.summary import Overview
from ui import theme
from ui.numbers import signed
from ui.widgets.basics import Card, label
from ui.widgets.figure import WHAT_IF
from ui.widgets.tips import tip

Index = QModelIndex | QPersistentModelIndex
_ROW_ROLE = Qt.ItemDataRole.UserRole
_ROW_PX = 56
_MOST_ROWS = 7


class LostModel(QAbstractListModel):
    """The rows, dearest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[LostRow, ...] = ()
        self.what_if = False
        self.several_groups = False

    def show_rows(self, rows: tuple[LostRow, ...], what_if: bool, several_groups: bool) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows, self.what_if, self.several_groups = rows, what_if, several_groups
        self.endResetModel()

    @property
    def most(self) -> float:
        """The points of the first row, which has the longest bar."""
        return self._rows[0].points if self._rows else 0.0

    def rowCount(self, parent: Index | None = None) -> int:
        """Return how many identities there are."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a row says."""
        row = self._rows[index.row()]
        if role == _ROW_ROLE:
            return row
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return f"{row.identity}, {self.words(row)}: {signed(-row.points)} points"
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole}:
            text = _explanation(row, self.what_if)
            return tip(text) if role == Qt.ItemDataRole.ToolTipRole else text
        return None

    def words(self, row: LostRow) -> str:
        """Return what happened, with the role and, where it is needed, the group."""
        where = f"{row.group} · " if self.several_groups else ""
        return f"{where}{row.role} · {row.words}"


class LostDelegate(QStyledItemDelegate):
    """Draws identity, words, bar and points."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Two lines of text."""
        return QSize(200, _ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        tokens = theme.current()
        row, model = index.data(_ROW_ROLE), index.model()
        if not isinstance(row, LostRow) or not isinstance(model, LostModel):
            return
        painter.save()
        rect: QRect = option.rect
        _draw_state(painter, option, rect)
        inner = rect.adjusted(8, 4, -8, -4)
        number = QRect(inner.right() - 60, inner.top(), 60, 18)
        color = tokens.what_if if model.what_if else tokens.text
        _draw_text(painter, number, signed(-row.points), color, 13, bold=True, right=True)
        name = QRect(inner.left(), inner.top(), inner.width() - number.width() - 8, 18)
        _draw_text(painter, name, row.identity, tokens.text, 13, bold=True)
        words = QRect(inner.left(), inner.top() + 18, inner.width(), 17)
        _draw_text(painter, words, model.words(row), tokens.muted, 12, bold=False)
        track = QRect(inner.left(), inner.bottom() - 6, inner.width(), 6)
        _draw_bar(painter, track, row, model.most)
        painter.restore()


class PointsLost(Card):
    """The card; a click or Enter on a row asks for that identity's samples."""

    opened = Signal(object)  # LostRow

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Points lost", parent)
        self.model = LostModel(self)
        self.list = _List()
        self.list.setModel(self.model)
        self.list.setItemDelegate(LostDelegate(self.list))
        self.list.setAccessibleName("Points lost per identity")
        self.list.chosen.connect(self._open)
        self._said = label("", "muted")
        self._said.setWordWrap(True)
        self.body.addWidget(self.list)
        self.body.addWidget(self._said)
        self.body.addStretch(1)
        theme.watch().changed.connect(self.list.viewport().update)

    def show_overview(self, shown: Overview) -> None:
        """Show what each identity of a submission costs."""
        self.model.show_rows(shown.lost, shown.is_what_if, len(shown.group_names) > 1)
        self.list.setVisible(bool(shown.lost))
        self.list.setFixedHeight(min(len(shown.lost), _MOST_ROWS) * _ROW_PX + 4)
        said = "The points of a group add up to 100 − ERB. A click or Enter opens the samples of an identity."
        if not shown.lost:
            said = "No group has an ERB yet, so there is nothing to share out."
        elif shown.lost[0].points == 0:
            said = "Nothing lost: everything was forgotten, everybody else was kept."
        self._said.setText(said)

    def _open(self, index: QModelIndex) -> None:
        row = index.data(_ROW_ROLE)
        if isinstance(row, LostRow):
            self.opened.emit(row)


class _List(QListView):
    """A list where one click or Enter chooses a row."""

    chosen = Signal(QModelIndex)

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self.chosen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the current row on Enter."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self.chosen.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


def _explanation(row: LostRow, what_if: bool) -> str:
    lines = [
        f"{row.identity}, {row.role} identity of {row.group}: {row.words}",
        f"points lost {row.points!r}",
        f"gain if it alone were perfect {row.gain!r}",
    ]
    return "\n".join([*lines, WHAT_IF] if what_if else lines)


def _draw_state(painter: QPainter, option: QStyleOptionViewItem, rect: QRect) -> None:
    state: QStyle.StateFlag = option.state
    tokens = theme.current()
    if state & QStyle.StateFlag.State_MouseOver or state & QStyle.StateFlag.State_Selected:
        painter.fillRect(rect, QColor(tokens.raised))
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QColor(tokens.accent))
        painter.drawRect(rect.adjusted(0, 0, -1, -1))


def _draw_text(
    painter: QPainter, rect: QRect, text: str, color: str, size_px: int, *, bold: bool, right: bool = False
) -> None:
    """Draw a text on one line, elided where there is no room."""
    painter.setFont(theme.font(size_px, QFont.Weight.DemiBold if bold else QFont.Weight.Normal))
    painter.setPen(QColor(color))
    metrics = painter.fontMetrics()
    shown = metrics.elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, rect.width())
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.drawText(rect, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)


def _draw_bar(painter: QPainter, track: QRect, row: LostRow, most: float) -> None:
    tokens = theme.current()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tokens.raised))
    painter.drawRoundedRect(track, 3, 3)
    if row.points > 0:
        painter.setBrush(QColor(tokens.unlearned if row.role == "forget" else tokens.bad))
        width = max(4, round(track.width() * row.points / most))
        painter.drawRoundedRect(QRect(track.left(), track.top(), width, track.height()), 3, 3)
