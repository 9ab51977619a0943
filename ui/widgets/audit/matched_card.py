"""Matched evaluation: which settings are equal within the pairs; those that differ open in Review."""

from functools import partial

from PySide6.QtCore import Signal

from genmu_studio.audit.matched import MatchedSetting
from ui.models.audit_reading import EntryAudit
from ui.numbers import count
from ui.widgets.audit.lines import MISSING, OK, WARNING, Fact, Facts
from ui.widgets.basics import Card, label
from ui.widgets.fold import Fold


class MatchedCard(Card):
    """A line per setting; `opened` carries what Review is asked to show."""

    opened = Signal(object)

    def __init__(self) -> None:
        super().__init__("Matched evaluation")
        self._none = label("No pairs: nothing can be compared.", "muted")
        self._none.setWordWrap(True)
        self.open = Facts("Settings that differ or are not declared")
        self.fold = Fold("Settings that are equal", "Show or fold the settings that are equal in all pairs", "equal")
        self.fold.setChecked(False)
        self.ok = Facts("Settings that are equal")
        self.ok.hide()
        for widget in (self._none, self.open, self.fold, self.ok):
            self.body.addWidget(widget)
        self.fold.toggled.connect(self.ok.setVisible)

    def show_audit(self, audit: EntryAudit) -> None:
        """Show the settings of a submission."""
        pairs = max((each.equal + each.differing + each.undeclared for each in audit.matched), default=0)
        self.set_title(f"Matched evaluation · {count(pairs, 'pair')}")
        self._none.setVisible(not pairs)
        wrong = [each for each in audit.matched if pairs and not each.ok]
        right = [each for each in audit.matched if pairs and each.ok]
        self.open.show_facts([self._fact(each) for each in sorted(wrong, key=lambda each: not each.differing)])
        self.open.setVisible(bool(wrong))
        self.fold.set_title(f"✓ {count(len(right), 'setting')} equal in every pair")
        self.fold.setVisible(bool(right))
        self.ok.show_facts([self._fact(each) for each in right])
        self.ok.setVisible(bool(right) and self.fold.isChecked())

    def _fact(self, row: MatchedSetting) -> Fact:
        origin = "asked for by the protocol" if row.required else "declared by the team"
        about = (
            f"equal in {row.equal:,}, differs in {row.differing:,}, not declared in {row.undeclared:,} pairs; {origin}"
        )
        name = row.name.replace("_", " ")
        if row.differing:
            mark, role = MISSING
            opens = partial(self.opened.emit, {"samples": row.samples, "title": f"{name} differs"})
            return Fact(
                mark,
                role,
                name,
                f"{row.differing:,} differ{'s' if row.differing == 1 else ''}",
                f"{about}\nEnter: show them in Review",
                opens,
            )
        if row.undeclared:
            mark, role = WARNING if row.required else ("–", "muted")
            every = not row.equal
            return Fact(mark, role, name, "not declared" if every else f"{row.undeclared:,} not declared", about)
        mark, role = OK
        return Fact(mark, role, name, f"{row.equal:,} equal", about)
