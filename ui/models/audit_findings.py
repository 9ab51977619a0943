"""The findings of a submission as a table, the gravest first; below, folded, checks that passed or did not run."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal

from genmu_studio.audit.check import Finding, Severity
from genmu_studio.audit.findings import CheckOutcome, SubmissionFindings
from ui.models.column_table import Column, ColumnTable, Index
from ui.numbers import NONE, count
from ui.widgets.audit.severity import COLORS, MARKS
from ui.widgets.segments import Lines, Segment

Kind = Literal["finding", "fold", "passed", "not_run"]
Fold = Literal["passed", "not_run"]
LINK, SEVERITY, FINDING, VALUE_COLUMN, EVIDENCE = range(5)
_FOLD_WORDS: dict[Fold, str] = {"passed": "passed", "not_run": "could not be run"}


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One row: a finding, a check without one, or what opens those. number : how many a fold holds."""

    kind: Kind
    outcome: CheckOutcome | None = None
    finding: Finding | None = None
    fold: Fold = "passed"
    number: int = 0
    is_open: bool = False
    is_linked: bool = False

    @property
    def name(self) -> tuple[str, ...]:
        """By what it is known again when the findings are read anew."""
        if self.outcome is None:
            return ("fold", self.fold)
        return (self.kind, self.outcome.info.id, self.finding.message if self.finding is not None else "")

    @property
    def samples(self) -> tuple[int, ...]:
        """The samples of its evidence."""
        return self.finding.samples if self.finding is not None else ()


def rows_of(
    findings: SubmissionFindings, severity: Severity | None, opened: frozenset[Fold], linked: frozenset[str]
) -> list[AuditRow]:
    """Return the rows. severity : of which findings alone, None = all. opened : folds. linked : ids of checks."""
    by_id = {outcome.info.id: outcome for outcome in findings.outcomes}
    rows = [
        AuditRow("finding", by_id[info.id], finding, is_linked=info.id in linked)
        for info, finding in findings.raised
        if severity in (None, finding.severity)
    ]
    if severity is not None:
        return rows
    quiet = [outcome for outcome in findings.outcomes if not outcome.findings]
    folds: tuple[tuple[Fold, list[CheckOutcome]], ...] = (
        ("not_run", [outcome for outcome in quiet if outcome.not_run]),
        ("passed", [outcome for outcome in quiet if not outcome.not_run]),
    )
    for fold, outcomes in folds:
        if outcomes:
            is_open = fold in opened
            rows.append(AuditRow("fold", fold=fold, number=len(outcomes), is_open=is_open))
            rows += [AuditRow(fold, outcome) for outcome in outcomes if is_open]
    return rows


def _severity_lines(row: AuditRow) -> Lines:
    if row.finding is not None:
        severity = row.finding.severity
        return ((Segment(MARKS[severity], COLORS[severity]), Segment(severity, COLORS[severity])),)
    if row.kind == "passed":
        return ((Segment("✓", "good"), Segment("passed", "muted")),)
    if row.kind == "not_run":
        return ((Segment("–", "muted"), Segment("not run", "muted")),)
    return ()


def _finding_lines(row: AuditRow) -> Lines:
    if row.outcome is None:
        sign = "▾" if row.is_open else "▸"
        return ((Segment(f"{sign}  {count(row.number, 'check')} {_FOLD_WORDS[row.fold]}", "muted", bold=True),),)
    first = [Segment(row.outcome.info.title, bold=row.finding is not None)]
    if row.outcome.stale:
        first.append(Segment("▲ inputs changed since", "what_if"))
    if row.finding is not None:
        return (tuple(first), (Segment(row.finding.message, "muted"),))
    return (tuple(first), (Segment(row.outcome.not_run, "muted"),)) if row.kind == "not_run" else (tuple(first),)


def _finding_tip(row: AuditRow) -> str:
    if row.outcome is None:
        verb = "folds" if row.is_open else "opens"
        return f"{count(row.number, 'check')} {_FOLD_WORDS[row.fold]}: Enter or a click {verb} them"
    said = row.finding.message if row.finding is not None else row.outcome.not_run or "raised nothing"
    stale = "\nIts inputs changed since it ran: run the checks again." if row.outcome.stale else ""
    return f"{row.outcome.info.title}\n{said}{stale}"


def number(value: float) -> str:
    """Return a measured number in as few digits as tell it."""
    text = f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}" if abs(value) >= 10 else f"{value:.3g}"
    return text.replace("-", "−")


def value_text(finding: Finding) -> str:
    """Return value and limit, such as "0.30 > 0.05"."""
    if finding.value is None:
        return NONE
    if finding.limit is None:
        return number(finding.value)
    sign = ">" if finding.value > finding.limit else "=" if finding.value == finding.limit else "<"
    return f"{number(finding.value)} {sign} {number(finding.limit)}"


def _value(row: AuditRow) -> str:
    return "" if row.finding is None else value_text(row.finding)


def _evidence(row: AuditRow) -> str:
    if row.finding is None:
        return ""
    return f"{count(len(row.samples), 'sample')} ›" if row.samples else NONE


def _nothing(row: AuditRow) -> str:
    return ""


COLUMNS: tuple[Column[AuditRow], ...] = (
    Column("", text=_nothing, about="What the verdict rests on (L)"),
    Column("severity", _severity_lines, about="■ high, ▲ medium, ● info"),
    Column("finding", _finding_lines, tip=_finding_tip, about="What a check raised, in a sentence"),
    Column("value", text=_value, about="What was measured, and where it begins to count"),
    Column("evidence", text=_evidence, about="Samples that show it; Enter opens them in Review"),
)


class FindingsModel(ColumnTable[AuditRow]):
    """The rows. `linked` says that somebody links the findings of a check with the verdict, or no longer."""

    linked = Signal(str, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._may_link: Callable[[], bool] = lambda: False
        self.show_rows(COLUMNS, ())

    def let_link(self, may_link: Callable[[], bool]) -> None:
        """Ask `may_link` whether a verdict can be drafted."""
        self._may_link = may_link

    def show_findings(self, rows: Sequence[AuditRow]) -> None:
        """Show other rows; equal ones stay as they are."""
        if self.is_stale or tuple(rows) != tuple(self._rows):
            self.show_rows(COLUMNS, rows)

    def place_of(self, name: tuple[str, ...]) -> int | None:
        """Return where the row of that name stands."""
        return next((place for place in range(self.rowCount()) if self.row_at(place).name == name), None)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that findings can be linked."""
        flags = super().flags(index)
        is_box = index.isValid() and index.column() == LINK and self.row_at(index.row()).kind == "finding"
        return flags | Qt.ItemFlag.ItemIsUserCheckable if is_box and self._may_link() else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows."""
        if not index.isValid():
            return None
        row, column = self.row_at(index.row()), index.column()
        if column == LINK:
            return self._link_data(row, role)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in (VALUE_COLUMN, EVIDENCE):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return super().data(index, role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title, above its cells."""
        if role == Qt.ItemDataRole.TextAlignmentRole and orientation == Qt.Orientation.Horizontal:
            side = Qt.AlignmentFlag.AlignRight if section in (VALUE_COLUMN, EVIDENCE) else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return super().headerData(section, orientation, role)

    def _link_data(self, row: AuditRow, role: int) -> object:
        if row.kind != "finding":
            return None
        words = "linked with the verdict" if row.is_linked else "not linked with the verdict"
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if row.is_linked else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return words
        return f"{words.capitalize()} (L or Space)" if role == Qt.ItemDataRole.ToolTipRole else None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Say that a box was checked or cleared."""
        if role != Qt.ItemDataRole.CheckStateRole or not self.flags(index) & Qt.ItemFlag.ItemIsUserCheckable:
            return False
        outcome = self.row_at(index.row()).outcome
        if outcome is not None:
            self.linked.emit(outcome.info.id, Qt.CheckState(value) == Qt.CheckState.Checked)
        return True
