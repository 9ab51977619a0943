"""The words below the panes: what was asked for and what was heard in both sounds, each change to be looped."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from genmu_studio.heard_words import HeardSide, HeardWords, Piece
from ui.actions import Actions
from ui.models.transcript_diff import MARKS, Side, can_loop, rate_words, remarks, sentence, shown, spoken
from ui.theme import GRID_PX, current, watch
from ui.widgets.action_button import ActionButton
from ui.widgets.basics import label, literal
from ui.widgets.flow import FlowLayout
from ui.widgets.tips import tip

_WORDS_TOGETHER = 4  # that do not change: lines break between such groups
_LINES_PX = 104  # that are seen of long texts; the rest is scrolled
_GAP_PX = 4
_LINE_PX = 20
_STYLES = {
    "plain": "",
    "struck": "text-decoration: line-through;",
    "boxed": "border: 1px solid @ink;",
    "underlined": "border-bottom: 2px dashed @ink;",
}


class ChangedWords(QToolButton):
    """Words that changed. Enter, Space or a click loops them where it is known when they were said."""

    def __init__(self, piece: Piece, side: Side, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.piece = piece
        self.setText(literal(shown(piece)))
        said = f"{sentence(piece)} ({side})"
        self.setAccessibleName(said)
        why = "Enter or a click loops it in both sounds" if can_loop(piece) else "No times: it cannot be looped"
        self.setToolTip(tip(f"{said}\n{why}"))
        self.setAccessibleDescription(why)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedHeight(_LINE_PX)
        self.dress()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter as a click, which Qt does not."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def dress(self) -> None:
        """Take the colours of the theme."""
        mark, tokens = MARKS[self.piece.kind], current()
        ink = getattr(tokens, mark.ink)
        look = _STYLES[mark.shape].replace("@ink", ink)
        self.setStyleSheet(
            f"QToolButton {{ background: {tokens.raised}; color: {ink}; border: 1px solid transparent; "
            f"border-radius: 3px; padding: 0px 3px; {look} }}"
            f"QToolButton:hover {{ border-color: {ink}; }} QToolButton:focus {{ border: 1px solid {tokens.accent}; }}"
        )


class TranscriptLine(QFrame):
    """`loop_wanted` carries a changed piece and the side in whose words it stands; `chosen` the number of a hearer."""

    loop_wanted = Signal(object, str)
    chosen = Signal(int)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setAccessibleName("Transcript")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._words: HeardWords | None = None
        self.asked = _Words("asked", "muted")
        self.original = _Words("original", "original")
        self.unlearned = _Words("unlearned", "unlearned")
        self.remark = label("", "muted")
        self.hearer = QToolButton()
        self.hearer.setProperty("flat", True)
        self.hearer.setAccessibleName("Who heard the words")
        self.hearer.setToolTip("Which evaluator's words are shown")
        self.hearer.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._hearers = QMenu(self.hearer)
        self.hearer.setMenu(self._hearers)
        self.nobody = _Nobody(actions)
        self._lay_out()
        self.hide()  # until it is known for the first time whether there are words
        watch().changed.connect(self._dress)

    def _lay_out(self) -> None:
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GRID_PX)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        for row, each in enumerate((self.asked, self.original, self.unlearned)):
            grid.addWidget(each.name, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(each.body, row, 1)
            grid.addWidget(each.rate, row, 2, Qt.AlignmentFlag.AlignTop)
        self._texts = _Lines(inside)
        below = QHBoxLayout()
        below.setContentsMargins(0, 0, 0, 0)
        below.addWidget(self.remark, 1)
        below.addWidget(self.hearer)
        self._foot = QWidget()
        self._foot.setLayout(below)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID_PX + 2, GRID_PX - 2, GRID_PX + 2, GRID_PX - 2)
        column.setSpacing(2)
        column.addWidget(self._texts)
        column.addWidget(self.nobody)
        column.addWidget(self._foot)

    def begin(self) -> None:
        """Show the words of no pair; what was shown keeps its place, so that nothing jumps as pairs pass."""
        self._words = None
        for row in (self.asked, self.original, self.unlearned):
            row.show_text("")
        for each in (self.remark, self.nobody.words):
            each.setText("")
        self.setAccessibleDescription("")

    def show_words(self, heard: Sequence[HeardWords], asked: str | None, number: int = 0, *, why: str = "") -> None:
        """Show what the evaluator of that number heard, of all that heard something.

        asked : what was to be said. why : why there are no words, where that is not that nobody heard any.
        """
        words = self._words = heard[number] if heard else None
        loop = self.loop_wanted.emit
        self.asked.show_text(asked if asked is not None else "not known")
        for row in (self.original, self.unlearned):
            row.set_visible(words is not None)
        if words is not None:
            self.original.show_side(words.original, "original", words.asked, loop)
            self.unlearned.show_side(words.unlearned, "unlearned", words.asked, loop)
        self.nobody.say(why)
        self.nobody.setVisible(words is None)
        said = remarks(words) if words is not None else ()
        self.remark.setText(" · ".join(said))
        self._show_hearers(heard, number)
        self._foot.setVisible(bool(said) or len(heard) > 1)
        self.setAccessibleDescription(self._described(asked))
        self.show()
        self._texts.fit()

    def _described(self, asked: str | None) -> str:
        if self._words is None:
            return self.nobody.words.text()
        words = self._words
        return "\n".join(
            (
                f"asked: {asked if asked is not None else 'not known'}",
                spoken(words.original, "original", words.asked),
                spoken(words.unlearned, "unlearned", words.asked),
            )
        )

    def _show_hearers(self, heard: Sequence[HeardWords], number: int) -> None:
        self.hearer.setVisible(len(heard) > 1)
        self._hearers.clear()
        for place, each in enumerate(heard):
            action = self._hearers.addAction(literal(each.evaluator))
            action.setCheckable(True)
            action.setChecked(place == number)
            action.triggered.connect(partial(self._choose, place))
        self.hearer.setText(literal(f"heard by {heard[number].evaluator}") if heard else "")

    def _choose(self, number: int, _checked: bool = False) -> None:
        self.chosen.emit(number)

    @property
    def changed_words(self) -> list[ChangedWords]:
        """What can be looped, from above."""
        return [each for row in (self.original, self.unlearned) for each in row.changes]

    def _dress(self) -> None:
        for each in self.changed_words:
            each.dress()


class _Words:
    """A row: whose words, the words, how many are wrong."""

    def __init__(self, name: str, role: str) -> None:
        self.name = label(name, role)
        self.body = QWidget()
        self.body.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.rate = label("", "muted")
        self.changes: list[ChangedWords] = []
        self._flow = FlowLayout(self.body, _GAP_PX)
        for beside in (self.name, self.rate):
            beside.setFixedHeight(_LINE_PX)

    def set_visible(self, is_shown: bool) -> None:
        """Be seen, or not."""
        for widget in (self.name, self.body, self.rate):
            widget.setVisible(is_shown)

    def show_text(self, text: str) -> None:
        """Show words of which none changed."""
        self._clear()
        self.rate.setText("")
        self.body.setAccessibleName(text)
        self._add_plain(text)

    def show_side(self, side: HeardSide, name: Side, asked: str | None, loop: Callable[[Piece, str], object]) -> None:
        """Show what was heard in one sound."""
        self._clear()
        self.rate.setText(rate_words(side, asked))
        self.body.setAccessibleName(spoken(side, name, asked))
        for piece in side.pieces:
            if piece.kind == "equal":
                self._add_plain(piece.heard)
                continue
            made = ChangedWords(piece, name)
            made.clicked.connect(partial(_tell, loop, piece, name))
            self.changes.append(made)
            self._flow.addWidget(made)
        if side.text is None:
            self._add(f"✕ {side.why}", "bad")
        elif not side.text:
            self._add("no word was heard", "muted")
        elif side.why:
            self._add(f"({side.why})", "muted")

    def _add_plain(self, text: str) -> None:
        words = text.split()
        for start in range(0, len(words), _WORDS_TOGETHER):
            self._add(" ".join(words[start : start + _WORDS_TOGETHER]))

    def _add(self, text: str, role: str = "") -> None:
        made = label(text, role)
        made.setFixedHeight(_LINE_PX)
        self._flow.addWidget(made)

    def _clear(self) -> None:
        self.changes = []
        while (item := self._flow.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()


class _Nobody(QWidget):
    """That nobody heard anything, and what to do about it."""

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.words = label("", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.words)
        self.offer = ActionButton(actions["score_aspects"])
        row.addWidget(self.offer)
        row.addStretch(1)
        self.say("")

    def say(self, why: str) -> None:
        """Say why there are no words; "" = nobody has heard any, which can be changed."""
        self.words.setText(why or "No evaluator has heard these sounds: what was said is not known.")
        self.offer.setVisible(not why)


class _Lines(QScrollArea):
    """As high as what it holds, up to a few lines."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self._inside = inside
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(inside)
        inside.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    def fit(self) -> None:
        """Take the height that the words need."""
        layout = self._inside.layout()
        if layout is not None:
            layout.invalidate()
        needed = self._inside.heightForWidth(max(1, self.viewport().width()))
        self.setFixedHeight(max(1, min(needed, _LINES_PX)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break lines anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()

    def minimumSizeHint(self) -> QSize:
        """Be as narrow as need be."""
        return QSize(120, 20)


def _tell(loop: Callable[[Piece, str], object], piece: Piece, side: Side, _checked: bool = False) -> None:
    loop(piece, side)
