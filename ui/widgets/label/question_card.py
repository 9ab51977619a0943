"""Another question of the item, small: what was answered, or what comes then."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from genmu_studio.labelling.questions import Question
from ui.theme import GRID_PX
from ui.widgets.basics import label, restyle
from ui.widgets.flow import FlowLayout
from ui.widgets.label.answers import in_order, is_listed
from ui.widgets.label.keyed_button import key_cap
from ui.widgets.tips import tip

_MOST_CHIPS = 7


class QuestionCard(QPushButton):
    """Shows a question in brief; pressed, it is asked."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self._question = question
        self.setProperty("card", True)
        self._said = label("", "heading")
        self._said.setWordWrap(True)
        self._chips = QWidget()
        self._fill(FlowLayout(self._chips))
        for widget in (self._said, self._chips):
            widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID_PX - 2, GRID_PX + 2, 2 * GRID_PX - 2, GRID_PX + 2)
        column.setSpacing(GRID_PX)
        column.addWidget(self._said)
        column.addWidget(self._chips)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setToolTip(tip(f"Go to this question: {question.text}"))

    def _fill(self, flow: FlowLayout) -> None:
        question = self._question
        keys = {answer: key for key, answer in question.answer_keys.items()}
        shown = in_order(question) if is_listed(question) else ()
        for answer in shown[:_MOST_CHIPS]:
            chip = QWidget()
            row = QHBoxLayout(chip)
            row.setContentsMargins(0, 0, GRID_PX // 2, 0)
            row.setSpacing(GRID_PX - 2)
            if answer in keys:
                row.addWidget(key_cap(keys[answer].upper()))
            row.addWidget(label(question.label_of(answer)))
            flow.addWidget(chip)
        if not shown:
            flow.addWidget(label("in your own words" if question.kind == "text" else "a number", "muted"))
        elif len(shown) > _MOST_CHIPS:
            flow.addWidget(label("…", "muted"))

    def show_standing(self, words: str) -> None:
        """Show what stands in a few words, "" for nothing: then what can be answered."""
        self._chips.setVisible(not words)
        said = f"✓ {self._question.text} {words}" if words else f"Then: {self._question.text}"
        self._said.setText(said)
        restyle(self._said, "muted" if words else "heading")
        self.setAccessibleName(said)

    def sizeHint(self) -> QSize:
        """Return the room for its lines."""
        layout = self.layout()
        return super().sizeHint() if layout is None else layout.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return that it may be narrow."""
        return QSize(0, self.sizeHint().height())

    def hasHeightForWidth(self) -> bool:
        """Return that its lines break."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of its lines."""
        layout = self.layout()
        return super().heightForWidth(width) if layout is None else layout.heightForWidth(width)
