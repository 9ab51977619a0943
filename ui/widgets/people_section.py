"""What people said about the samples of a pair, in the inspector: each question with the answers to either side."""

from collections.abc import Sequence

from genmu_studio.labelling.pair_labels import QuestionLabels, SideLabels
from ui.numbers import count
from ui.widgets.inspector_parts import Section, text

_DIFFER = "they differ"


class PeopleSection(Section):
    """A block for each question; hidden while nobody has said anything about the pair."""

    def __init__(self) -> None:
        super().__init__("What people said", (0, 1))
        self.setAccessibleName("What people said")

    def show_labels(self, labels: Sequence[QuestionLabels]) -> None:
        """Show the labels of a pair."""
        self.clear()
        for each in labels:
            self.add(text(each.question, "muted", wrap=True))
            for side, said in (("original", each.original), ("unlearned", each.unlearned)):
                self._add_side(side, said)

    def _add_side(self, side: str, said: SideLabels) -> None:
        if said.answers:
            words = ", ".join(
                f"{answer} × {number}" if len(said.answers) > 1 else answer for answer, number in said.answers
            )
            self.add(text(side, side), text(f"{words} · {count(said.annotators, 'annotator')}", wrap=True, copies=True))
        if said.adjudicated is not None:
            self.add(text(side, side), text(f"adjudicated: {said.adjudicated}", "strong", wrap=True, copies=True))
        if said.differ:
            self.add(None, text(f"▲ {_DIFFER}", "warning", wrap=True))
