"""Reproduction: how many outputs came out again when they were generated again, by how equal they are."""

from ui.actions import Actions
from ui.models.audit_reading import EntryAudit
from ui.numbers import count
from ui.widgets.action_button import ActionButton
from ui.widgets.audit.lines import MISSING, OK, WARNING, Fact, Facts
from ui.widgets.basics import Card, label

_CHECK = "reproduction"
_WITHOUT = "not generated again"
_EMPTY = (
    "Nothing was generated again. Run the team's commands with its seeds, then import what came out: it is held "
    "against what was submitted, cell by cell."
)
# By the words of the levels: what is as good as the same, and what lies between.
_MARKS = {
    "same bytes": OK, "same content": OK, "within tolerance": OK, "alike": WARNING, "same identity": WARNING,
    "different": MISSING, "unreadable": MISSING,
}  # fmt: skip


class ReproductionCard(Card):
    """A line per level, or what to do first."""

    def __init__(self, actions: Actions) -> None:
        super().__init__("Reproduction")
        self.levels = Facts("Outputs generated again")
        self._empty = label(_EMPTY, "muted")
        self._empty.setWordWrap(True)
        self.bring = ActionButton(actions["audit_import_side"], "Import re-generated outputs…")
        for widget in (self.levels, self._empty, self.bring):
            self.body.addWidget(widget)

    def show_audit(self, audit: EntryAudit) -> None:
        """Show what came out again of a submission."""
        outcome = next((each for each in audit.findings.outcomes if each.info.id == _CHECK), None)
        numbers = outcome.findings[0].numbers if outcome is not None and outcome.findings else {}
        counts = {
            name: round(value) for name, value in numbers.items() if isinstance(value, float) and name != _WITHOUT
        }
        self.set_title(
            f"Reproduction · {count(sum(counts.values()), 're-generated output')}" if counts else "Reproduction"
        )
        facts = []
        for name, many in counts.items():
            mark, role = _MARKS.get(name, WARNING)
            facts.append(Fact(mark, role, name, f"{many:,}"))
        left = numbers.get(_WITHOUT)
        if counts and isinstance(left, float) and left:
            facts.append(Fact("–", "muted", _WITHOUT, f"{round(left):,}"))
        self.levels.show_facts(facts)
        self.levels.setVisible(bool(facts))
        self._empty.setVisible(not facts)
