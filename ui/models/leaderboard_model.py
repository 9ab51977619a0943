"""The leaderboard of a track as a table model: ranked entries first, the others below with the reason in words."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from genmu_studio.domain import SubmissionId
from genmu_studio.evaluation import Evaluation
from genmu_studio.leaderboard import LeaderboardRow
from genmu_studio.leaderboard_table import mean_fa
from genmu_studio.metrics_json import KIND_TITLES, kind_words
from scoring.types import MetricValue
from ui.models.leaderboard_audit import Audits, flags_column, verdict_column
from ui.models.leaderboard_column import Column
from ui.numbers import NONE, exact, interval, percent
from ui.theme import current
from ui.widgets.interval_bar import DIMMED, VALUE
from ui.widgets.segments import SEGMENTS, Lines, Segment
from ui.widgets.tips import tip

if TYPE_CHECKING:
    from genmu_studio.labelling.people import PeopleValue

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
NEVER_RANKED = "reported, never ranked"
BY_PEOPLE = "people"  # what stands before a figure that rests on people's judgments, among those of evaluators


def _nothing(row: LeaderboardRow) -> str:
    return ""


def _number(title: str, about: str, of: Callable[[Evaluation], MetricValue], *, is_bar: bool = False) -> Column:
    def value(row: LeaderboardRow) -> MetricValue | None:
        return None if row.evaluation is None else of(row.evaluation)

    def key(row: LeaderboardRow) -> float | None:
        found = value(row)
        return None if found is None else found.value

    def tip(row: LeaderboardRow) -> str:
        found = value(row)
        if found is None or row.evaluation is None:
            return "not scored yet"
        level = row.evaluation.decision.rules.level
        facts = (exact(found), interval(found, level), found.reason, found.badge, f"{found.n:,} samples")
        return "\n".join(fact for fact in facts if fact)

    return Column(title, about, lambda row: percent(key(row)), key, tip, is_number=not is_bar, value=value)


def _preserved(name: str, title: str, about: str) -> Column:
    """Return a column of another aspect: people's figure where there is one and says so, else that of an evaluator."""

    def is_of_people(row: LeaderboardRow) -> bool:
        return name in row.people and (row.people[name].value.value is not None or name not in row.preserved)

    def value(row: LeaderboardRow) -> MetricValue | None:
        if is_of_people(row):
            return row.people[name].value
        return row.preserved[name].value if name in row.preserved else None

    def key(row: LeaderboardRow) -> float | None:
        found = value(row)
        return None if found is None else found.value

    def text(row: LeaderboardRow) -> str:
        shown = percent(key(row))
        return f"{BY_PEOPLE} {shown}" if is_of_people(row) else shown

    def tip(row: LeaderboardRow) -> str:
        facts: list[str | None] = []
        if name in row.people:
            facts += _people_facts(row.people[name])
        if name in row.preserved:
            found, by = row.preserved[name].value, row.preserved[name].evaluator
            facts += [exact(found), found.reason, found.badge, f"{by.name} {by.version}, {kind_words(by)}"]
        return "\n".join(fact for fact in (*facts, NEVER_RANKED) if fact) if facts else "not measured"

    return Column(title, about, text, key, tip, is_number=True, value=value)


def _people_facts(found: "PeopleValue") -> list[str | None]:
    value = found.value
    return [exact(value), value.reason, value.badge, f"n {value.n:,}", found.source]


def _opinion(name: str, title: str, about: str) -> Column:
    """Return a column of what people think of how natural samples are: never in one with what is predicted."""

    def value(row: LeaderboardRow) -> MetricValue | None:
        return row.people[name].value if name in row.people else None

    def key(row: LeaderboardRow) -> float | None:
        found = value(row)
        return None if found is None else found.value

    def tip(row: LeaderboardRow) -> str:
        found = row.people.get(name)
        if found is None:
            return "nobody was asked"
        limits = found.value.interval
        said = f"interval {limits[0]:.2f} to {limits[1]:.2f}" if limits is not None else None
        facts = (said, *_people_facts(found), f"scale {found.info.unit}", NEVER_RANKED)
        return "\n".join(fact for fact in facts if fact)

    return Column(title, about, lambda row: percent(key(row), digits=2), key, tip, is_number=True, value=value)


def _labelled_text(row: LeaderboardRow) -> str:
    return NONE if row.labelled is None else f"{percent(row.labelled.percent, digits=0)} %"


def _labelled_tip(row: LeaderboardRow) -> str:
    if row.labelled is None:
        return "in no queue of a campaign"
    return f"{row.labelled.finished:,} of {row.labelled.entries:,} entries finished"


def _team_lines(row: LeaderboardRow) -> Lines:
    submission = row.submission
    color = "text" if row.rank is not None else "muted"
    first = (Segment(submission.team, color, bold=True), Segment(submission.method, "muted"))
    return (first,) if row.reason is None else (first, (Segment(row.reason, "muted"),))


def _team_tip(row: LeaderboardRow) -> str:
    submission = row.submission
    claimed = "" if submission.team == submission.team_claimed else f"claims to be {submission.team_claimed}"
    facts = (submission.team, claimed, submission.method, submission.claim, submission.id, row.reason)
    return "\n".join(fact for fact in facts if fact)


def _team_text(row: LeaderboardRow) -> str:
    return " – ".join(text for text in (row.submission.team, row.submission.method, row.reason) if text)


def _kind(row: LeaderboardRow) -> str:
    if row.evaluation is None:
        return NONE
    evaluator = row.evaluation.evaluator
    return "official" if evaluator.official else KIND_TITLES[evaluator.kind]


def _kind_tip(row: LeaderboardRow) -> str:
    if row.evaluation is None:
        return "not scored yet"
    evaluator = row.evaluation.evaluator
    return f"{evaluator.name} {evaluator.version}\n{_kind(row)}\nlicence {evaluator.licence}"


def _complete(row: LeaderboardRow) -> str:
    return "✓ yes" if row.submission.complete else "✕ no"


def _complete_tip(row: LeaderboardRow) -> str:
    contract = row.submission.scan.get("contract")
    missing = [each["item"] for each in contract if not each["ok"]] if isinstance(contract, list) else []
    return f"Not named: {', '.join(missing)}" if missing else "Everything is named"


def _received(row: LeaderboardRow) -> str:
    at = row.submission.received_at_utc
    return "not noted" if at is None else f"{datetime.fromisoformat(at):%d %b %H:%M}"


RANK = 0
TEAM = 1
COLUMNS: tuple[Column, ...] = (
    Column(
        "rank", "Equal ERB, equal rank. Only entries in time and complete are ranked.",
        lambda row: NONE if row.rank is None else str(row.rank), lambda row: row.rank, lambda row: row.reason or "",
    ),
    Column(
        "team", "Team as confirmed, method as claimed; why an entry is not ranked.",
        _team_text, lambda row: row.submission.team.casefold(), _team_tip, lines=_team_lines,
    ),
    Column(
        "rev", "Revision; the latest complete one in time counts.",
        lambda row: str(row.submission.revision), lambda row: row.submission.revision, _nothing, is_number=True,
    ),
    _number(
        "ERB with interval", "Harmonic mean of erasure and retain accuracy, %.", lambda it: it.track.erb,
        is_bar=True,
    ),
    _number("FA ↓", "Forget accuracy, %: lower is better.", mean_fa),
    _number("RA ↑", "Retain accuracy, %: higher is better.", lambda it: it.track.ra),
    _number("GP", "Geometry preservation.", lambda it: it.gp),
    _preserved("AR", "AR", f"Attributes of faces that are kept, %, of people where it says so: {NEVER_RANKED}."),
    _preserved("SAR", "SAR", f"Attributes of voices that are kept, %, of people where it says so: {NEVER_RANKED}."),
    _preserved("PPS", "PPS", f"Prosody preservation, %: {NEVER_RANKED}."),
    _preserved("WER", "WER ↓", f"Word error rate, %, lower is better: {NEVER_RANKED}."),
    _opinion("MOS unlearned", "MOS", f"How natural people find the unlearned side, mean of votes: {NEVER_RANKED}."),
    flags_column({}),
    verdict_column({}),
    Column(
        "labelled", "How much of what people are asked about the entry is done.",
        _labelled_text, lambda row: None if row.labelled is None else row.labelled.percent, _labelled_tip,
        is_number=True,
    ),
    Column("evaluator", "What measured the entry.", _kind, _kind, _kind_tip),
    Column(
        "complete", "Weights, repository at a commit and instructions are named.",
        _complete, lambda row: float(row.submission.complete), _complete_tip,
    ),
    Column(
        "received UTC", "When the organizer received it.",
        _received, lambda row: row.submission.received_at_utc, lambda row: row.submission.received_at_utc or "",
        is_number=True,
    ),
)  # fmt: skip
COLUMN_OF = {column.title: place for place, column in enumerate(COLUMNS)}
ERB = next(place for place, column in enumerate(COLUMNS) if column.title.startswith("ERB"))
# Columns that are shown where some entry has them, by the name of their metric.
PRESERVED = {"AR": COLUMN_OF["AR"], "SAR": COLUMN_OF["SAR"], "PPS": COLUMN_OF["PPS"], "WER": COLUMN_OF["WER ↓"]}
# Those for which people are asked, by the name in a written table, which has AR and SAR of people in columns apart.
OF_PEOPLE = {
    "AR people": PRESERVED["AR"],
    "SAR people": PRESERVED["SAR"],
    "MOS": COLUMN_OF["MOS"],
    "labelled": COLUMN_OF["labelled"],
}
FLAGS, VERDICT = COLUMN_OF["flags"], COLUMN_OF["verdict"]


class LeaderboardModel(QAbstractTableModel):
    """The entries of one track. `stale` ones belong to a lens that has just been changed, and are shown greyed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[LeaderboardRow] = []
        self._in_order: tuple[LeaderboardRow, ...] = ()
        self._sorted_by = (RANK, Qt.SortOrder.AscendingOrder)
        self._stale = False
        self._columns = COLUMNS
        self.audits: Audits = {}
        self.has_verdicts = False

    def show_audits(self, audits: Audits) -> None:
        """Show where the entries stand in the audit, beside their other flags."""
        self.audits = audits
        columns = list(COLUMNS)
        columns[FLAGS], columns[VERDICT] = flags_column(audits), verdict_column(audits)
        self.beginResetModel()
        self._columns = tuple(columns)
        self.has_verdicts = any(standing.verdict is not None for standing in audits.values())
        self._rows = self._sorted()
        self.endResetModel()

    def show_rows(self, rows: Sequence[LeaderboardRow]) -> None:
        """Show other entries, in the order chosen before."""
        self.beginResetModel()
        self._in_order = tuple(rows)
        self._rows = self._sorted()
        self._stale = False
        self.endResetModel()

    def set_stale(self) -> None:
        """Grey all entries: the numbers are not of the lens that is shown."""
        if self._rows and not self._stale:
            self._stale = True
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(COLUMNS) - 1))

    @property
    def entries(self) -> tuple[LeaderboardRow, ...]:
        """The entries, ranked ones first."""
        return self._in_order

    def row_at(self, number: int) -> LeaderboardRow:
        """Return the entry in that row."""
        return self._rows[number]

    def place_of(self, submission: SubmissionId | None) -> int | None:
        """Return the row of a submission, None where it is not here."""
        return next((n for n, row in enumerate(self._rows) if row.submission.id == submission), None)

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return how many entries there are."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title and what it means."""
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(COLUMNS):
            return None
        column = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{column.about} Click to sort."
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], self._columns[index.column()]
        is_dimmed = self._stale or row.rank is None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return column.text(row)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(column.tip(row))
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
            case Qt.ItemDataRole.ForegroundRole:
                return QColor(current().muted if is_dimmed else current().text)
        own = {
            DIMMED: is_dimmed,
            VALUE: column.value and column.value(row),
            SEGMENTS: column.lines and column.lines(row),
        }
        return own.get(role)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; entries without a value go last in either order, equal ones keep the order of rank."""
        self._sorted_by = (column, order)
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        kept = [self._rows[index.row()] for index in before]
        self._rows = self._sorted()
        places = {id(row): place for place, row in enumerate(self._rows)}
        after = [self.index(places[id(row)], index.column()) for row, index in zip(kept, before, strict=True)]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def _sorted(self) -> list[LeaderboardRow]:
        place, order = self._sorted_by
        key = self._columns[place].key if 0 <= place < len(COLUMNS) else COLUMNS[RANK].key
        known = [row for row in self._in_order if key(row) is not None]
        # mypy cannot know that one column's keys are all numbers or all text.
        known.sort(key=key, reverse=order == Qt.SortOrder.DescendingOrder)  # type: ignore[arg-type]  # see above
        return known + [row for row in self._in_order if key(row) is None]


def _alignment(column: Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
