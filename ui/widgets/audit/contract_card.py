"""The contract of a submission: what is missing first; what is in order is folded."""

from genmu_studio.audit.checklist import ChecklistItem
from ui.models.audit_reading import EntryAudit
from ui.widgets.audit.lines import MISSING, OK, WARNING, Fact, Facts
from ui.widgets.audit.times import moment
from ui.widgets.basics import Card
from ui.widgets.fold import Fold

_MARKS = {"ok": OK, "warning": WARNING, "missing": MISSING}
_RECEIVED = "received before the deadline"


class ContractCard(Card):
    """Lines of the checklist."""

    def __init__(self) -> None:
        super().__init__("Contract")
        self.open = Facts("What is missing")
        self.fold = Fold("Items in order", "Show or fold the items in order", "in order")
        self.fold.setChecked(False)
        self.ok = Facts("Items in order")
        self.ok.hide()
        for widget in (self.open, self.fold, self.ok):
            self.body.addWidget(widget)
        self.fold.toggled.connect(self.ok.setVisible)

    def show_audit(self, audit: EntryAudit) -> None:
        """Show the checklist of a submission."""
        first = [each for each in audit.checklist if each.state == "missing"]
        first += [each for each in audit.checklist if each.state == "warning"]
        rest = [each for each in audit.checklist if each.state == "ok"]
        self.open.show_facts([_fact(each) for each in first])
        self.open.setVisible(bool(first))
        self.fold.set_title(f"✓ {len(rest)} of {len(audit.checklist)} in order")
        self.ok.show_facts([_fact(each) for each in rest])


def _fact(item: ChecklistItem) -> Fact:
    mark, role = _MARKS[item.state]
    note = moment(item.note) if item.item == _RECEIVED else item.note
    if not note and item.state != "ok":
        note = "missing" if item.state == "missing" else "not named"
    return Fact(mark, role, item.item, note, item.note)
