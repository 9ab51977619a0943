"""The form of a new campaign: what a campaign file says, but for gold and training, which name single samples."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from genmu_studio.domain import ROLES, SIDES, SubmissionRow
from genmu_studio.labelling.question_sets import QuestionSet, load_set, shipped_sets
from scoring.types import Track
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.path_field import PathField
from ui.widgets.tick_list import TickList

_USUAL_SIDES = ("original", "unlearned")
_LARGEST = 2**31 - 1


class CampaignForm(QWidget):
    """`changed` comes with every change. submissions : those that samples can be taken from."""

    changed = Signal()

    def __init__(self, submissions: Sequence[SubmissionRow]) -> None:
        super().__init__()
        self._submissions = tuple(submissions)
        self._sets = tuple(load_set(name) for name in shipped_sets())
        self.name = _line("Name", "What the campaign is called here; annotators do not read it")
        self.title = _line("Title", "What annotators read above the items; tell nothing of submissions or sides")
        self.instructions = _text("Instructions", "What annotators read first")
        self.track = _box("Track", "Whose samples are asked about", _tracks(submissions))
        self.questions = TickList("Questions", "Shipped sets of questions")
        self.own = PathField("Questions of your own", "A set of questions of your own, in TOML", "file",
                             "Questions (*.toml)")  # fmt: skip
        self.own.line.setPlaceholderText("none; a set in TOML adds questions of your own")
        self.annotators = _text("Annotators", "Who is asked: a name a line")
        self.submissions = TickList("Submissions", "Whose samples are asked about; none ticked = all", 5)
        self.sides = _checks("Sides", {side: side for side in SIDES}, _USUAL_SIDES)
        self.roles = _checks("Roles", {role: role for role in ROLES}, ())
        self.per_identity = _number("Per identity", "At most so many of each submission, group, identity and side", 0)
        self.most = _number("At most", "So many samples in all, drawn by the seed", 0)
        for number in (self.per_identity, self.most):
            number.setSpecialValueText("all")
        self.overlap = _number("Seen by", "How many annotators see each item", 1)
        self.seed = _number("Seed", "Of every draw and order; another seed is another draw", 0)
        self.repeats = _percent("Repeats", "Items shown twice, as a share of an annotator's own: self-consistency")
        self.attention = _percent("Attention", "Items that ask for one given answer: who does not look is seen")
        self.seconds = _decimal("Seconds per answer", "For the estimate of how long it takes", 6, 3600)
        self.must_play = QCheckBox("Sounds are heard to their end before they are judged")
        self.must_play.setAccessibleName("Must play")
        self.must_play.setToolTip("Answers wait until the sound was heard whole")
        self.must_play.setChecked(True)
        self.break_every = _number("Break after", "A break is proposed after so many items", 0)
        self.break_every.setSpecialValueText("never")
        self.break_every.setValue(50)
        self.break_minutes = _decimal("Minutes of a break", "How long the proposed break is", 2, 120)
        self.name.setText("round-1")
        self.seed.setValue(1)
        self._lay_out()
        self._offer()
        self._connect()

    def _lay_out(self) -> None:
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, GRID_PX, 0)
        form.setHorizontalSpacing(2 * GRID_PX)
        form.setVerticalSpacing(GRID_PX)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        for text, widget in (
            ("Name", self.name),
            ("Title", self.title),
            ("Instructions", self.instructions),
            ("Track", self.track),
            ("Questions", self.questions),
            ("Own questions", self.own),
            ("Annotators", self.annotators),
            ("Seen by", self.overlap),
            ("Submissions", self.submissions),
            ("Sides", _row(self.sides)),
            ("Roles", _row(self.roles)),
            ("Per identity", self.per_identity),
            ("At most", self.most),
            ("Repeats", self.repeats),
            ("Attention", self.attention),
            ("Seed", self.seed),
            ("Sounds", self.must_play),
            ("Break after", self.break_every),
            ("Break, minutes", self.break_minutes),
            ("Seconds per answer", self.seconds),
        ):
            form.addRow(label(text), widget)

    def _connect(self) -> None:
        self.track.currentIndexChanged.connect(lambda _: self._offer())
        for signal in (
            self.name.textChanged, self.title.textChanged, self.instructions.textChanged,
            self.track.currentIndexChanged, self.questions.changed, self.own.changed, self.annotators.textChanged,
            self.submissions.changed, self.must_play.toggled,
            *(each.toggled for each in (*self.sides, *self.roles)),
            *(each.valueChanged for each in (
                self.overlap, self.per_identity, self.most, self.repeats, self.attention, self.seed, self.break_every,
                self.break_minutes, self.seconds,
            )),
        ):  # fmt: skip
            signal.connect(lambda *_: self.changed.emit())

    def _offer(self) -> None:
        """Offer the questions and submissions of the track; what was ticked stays ticked."""
        track = self.track.currentData()
        sets = [(each.name, each.set.title) for each in self._sets if _is_of(each, track)]
        rows = [(row.id, f"{row.team}, revision {row.revision}") for row in self._submissions if row.track == track]
        for box, offered, first in ((self.questions, sets, "naturalness"), (self.submissions, rows, "")):
            ticked = set(box.ticked) or {first}
            box.offer((value, text, value in ticked) for value, text in offered)

    # ---- what it says ----

    @property
    def folder(self) -> Path:
        """Where questions of one's own lie."""
        return self.own.path.parent if self.own.path is not None else Path()

    def data(self) -> Mapping[str, object]:
        """Return what a campaign file of the same content holds."""
        own = [self.own.path.name] if self.own.path is not None else []
        lines = (line.strip() for line in self.annotators.toPlainText().splitlines())
        select = {
            "track": self.track.currentData(),
            "submissions": self.submissions.ticked,
            "sides": _checked(self.sides),
            "roles": _checked(self.roles),
            "per_identity": self.per_identity.value() or None,
            "most": self.most.value() or None,
        }
        return {
            "campaign": {
                "name": self.name.text().strip(),
                "title": self.title.text().strip(),
                "instructions": self.instructions.toPlainText().strip(),
                "questions": [*self.questions.ticked, *own],
                "annotators": [line for line in lines if line],
                "overlap": self.overlap.value(),
                "seed": self.seed.value(),
                "seconds_per_answer": self.seconds.value(),
            },
            "select": {name: value for name, value in select.items() if value is not None},
            "rates": {"repeats": self.repeats.value() / 100, "attention": self.attention.value() / 100},
            "pace": {
                "must_play": self.must_play.isChecked(),
                "break_every": self.break_every.value(),
                "break_minutes": self.break_minutes.value(),
            },
        }


def _tracks(submissions: Iterable[SubmissionRow]) -> list[Track]:
    return list(dict.fromkeys(row.track for row in submissions))


def _is_of(questions: QuestionSet, track: Track) -> bool:
    return all(question.track in {None, track} for question in questions.questions)


def _checked(boxes: Iterable[QCheckBox]) -> list[str]:
    return [each.objectName() for each in boxes if each.isChecked()]


def _checks(what: str, values: Mapping[str, str], on: Iterable[str]) -> tuple[QCheckBox, ...]:
    boxes = []
    for value, text in values.items():
        box = QCheckBox(text)
        box.setObjectName(value)
        box.setAccessibleName(f"{what}: {text}")
        box.setToolTip(f"Ask about {text} samples; none ticked = all")
        box.setChecked(value in on)
        boxes.append(box)
    return tuple(boxes)


def _row(boxes: Iterable[QWidget]) -> QWidget:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(GRID_PX)
    for box in boxes:
        layout.addWidget(box)
    layout.addStretch(1)
    return row


def _line(name: str, tip: str) -> QLineEdit:
    line = QLineEdit()
    line.setAccessibleName(name)
    line.setToolTip(tip)
    return line


def _text(name: str, tip: str) -> QPlainTextEdit:
    text = QPlainTextEdit()
    text.setAccessibleName(name)
    text.setToolTip(tip)
    text.setTabChangesFocus(True)
    text.setFixedHeight(72)
    return text


def _box(name: str, tip: str, values: Iterable[str]) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    box.setToolTip(tip)
    for value in values:
        box.addItem(value, value)
    return box


def _number(name: str, tip: str, smallest: int) -> QSpinBox:
    number = QSpinBox()
    number.setAccessibleName(name)
    number.setToolTip(f"{tip} (↑ and ↓)")
    number.setRange(smallest, _LARGEST)
    number.setGroupSeparatorShown(True)
    return number


def _percent(name: str, tip: str) -> QSpinBox:
    number = _number(name, tip, 0)
    number.setRange(0, 50)
    number.setSuffix(" %")
    return number


def _decimal(name: str, tip: str, value: float, largest: float) -> QDoubleSpinBox:
    number = QDoubleSpinBox()
    number.setAccessibleName(name)
    number.setToolTip(f"{tip} (↑ and ↓)")
    number.setDecimals(1)
    number.setRange(0.1, largest)
    number.setValue(value)
    return number
