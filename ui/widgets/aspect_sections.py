"""What other evaluators found in a pair, by aspect: measurements of both samples and of the pair, words, failures."""

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from genmu_studio.aspect_details import AspectSection, Labelled, Missed, PairMeasured, Transcripts
from ui.numbers import NONE
from ui.theme import GRID_PX
from ui.widgets.inspector_parts import Section, code_sentence, measured_cells, measured_head, name_of, number, text

_SIDES = {"original": "original", "unlearned": "unlearned", "pair": ""}  # the colour of each


class AspectSections(QWidget):
    """A section for each evaluator, below the heading of its aspect; hidden while there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Other aspects")
        self._sections: list[Section] = []
        self._shown: Sequence[AspectSection] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GRID_PX + 4)
        self.setVisible(False)

    def show_sections(self, sections: Sequence[AspectSection]) -> None:
        """Show what was found in a pair."""
        if sections == self._shown:
            return
        self._shown = sections
        for section in self._sections:
            section.hide()
            self._column.removeWidget(section)
            section.deleteLater()
        self._sections = []
        heading = ""
        for found in sections:
            made = Section(found.aspect if found.aspect != heading else "", (1, 0, 0, 0))
            heading = found.aspect
            _fill(made, found)
            self._sections.append(made)
            self._column.addWidget(made)
        self.setVisible(bool(sections))


def _fill(section: Section, found: AspectSection) -> None:
    section.add(text(found.evaluator, "muted", wrap=True))
    section.add(text(f"▲ {found.kind}" if found.is_stand_in else found.kind, _kind_role(found), wrap=True))
    if found.samples:
        section.add(*measured_head())
    for row in found.samples:
        section.add(*measured_cells(row))
    for named in found.labels:
        section.add(name_of(named.title))
        section.add(text(_both(named), wrap=True, copies=True))
    if found.pair:
        section.add(None, None, None, text("pair", "muted", right=True))
    for part in found.pair:
        _add_part(section, part)
    if found.texts is not None:
        _add_texts(section, found.texts)
    for missed in found.missed:
        _add_missed(section, missed)
    for side, flag in found.flags:
        section.add(text(f"{side}: {flag}: {code_sentence(flag)}", "warning", wrap=True))


def _both(named: Labelled) -> str:
    return f"{named.original or NONE} → {named.unlearned or NONE}"


def _kind_role(found: AspectSection) -> str:
    return "warning" if found.is_stand_in else "muted"


def _add_part(section: Section, part: PairMeasured) -> None:
    section.add(
        name_of(f"{part.title}, {part.unit}" if part.unit else part.title), None, None,
        text(number(part.value), right=True),
    )  # fmt: skip
    if part.value is None and part.reason:
        section.add(text(f"not measurable: {part.reason}", "muted", wrap=True))


def _add_texts(section: Section, texts: Transcripts) -> None:
    rows = (("asked for", texts.asked, "muted"), ("original", texts.original, ""), ("unlearned", texts.unlearned, ""))
    for name, said, role in rows:
        if said is not None:
            section.add(text(name, _SIDES.get(name) or "muted"))
            section.add(text(said or NONE, role, wrap=True, copies=True))


def _add_missed(section: Section, missed: Missed) -> None:
    section.add(text(missed.side, _SIDES[missed.side] or "muted"))
    if missed.code:
        section.add(text(f"{missed.code}: {code_sentence(missed.code)}", "bad", wrap=True))
    if missed.reason:
        section.add(text(missed.reason if missed.code else f"not measurable: {missed.reason}", "muted", wrap=True))
