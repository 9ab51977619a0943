"""Adjudication: what annotators disagree on, one after another; a digit says what counts, nothing is overwritten."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QWidget

from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.questions import Answer
from ui.actions import Actions
from ui.context import Context
from ui.labelling.acts import Act
from ui.theme import GRID_PX
from ui.widgets.basics import EmptyState
from ui.widgets.label_results.adjudicable import Adjudicable, adjudicables
from ui.widgets.label_results.adjudication_desk import AdjudicationDesk
from ui.widgets.label_results.adjudication_list import AdjudicationList
from ui.widgets.label_results.deciding import Deciding
from ui.widgets.label_results.part import ResultPart
from ui.widgets.label_results.reading import Read

_NOTHING = {
    "open": ("Nothing waits for a decision", "Where annotators tie, or merged files differ, it is listed here."),
    "settled": ("Nothing has been decided yet", "What is decided is listed here, and can be changed."),
    "all": ("There is nothing to settle", "Everywhere most annotators agree, and no merged files differ."),
}
_STEPS = {
    "label_next": 1, "label_question_down": 1, "label_previous": -1, "label_question_up": -1,
    "label_next_open": 1, "label_previous_open": -1,
}  # fmt: skip
_ANSWER = "answer_"


class AdjudicationPart(ResultPart):
    """A list, the item that is chosen, and what can be said of it. After a decision the next open one is shown."""

    title = "Adjudication"
    about = "Items on which annotators disagree, and what merged files say differently"

    def __init__(self, context: Context, actions: Actions) -> None:
        super().__init__()
        self._campaign: Campaign | None = None
        self._done = ""  # what was done last, in a word
        self.deciding = Deciding(context, self)
        self.list = AdjudicationList()
        self.desk = AdjudicationDesk(actions, self.act)
        self.nothing = EmptyState("check", *_NOTHING["open"])
        right = QWidget()
        self._stack = QStackedLayout(right)
        self._stack.addWidget(self.desk)
        self._stack.addWidget(self.nothing)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, GRID_PX, 0, 0)
        row.setSpacing(GRID_PX)
        row.addWidget(self.list, 1)
        row.addWidget(right, 4)
        self.list.chosen.connect(self._present)
        self.list.opened.connect(self.desk.take_keys_back)
        self.desk.panel.given.connect(self._decide)
        self.desk.panel.mistaken.connect(self.desk.said.setText)
        self.desk.bar.again.connect(self._try_again)
        self.deciding.changed.connect(self._follow)
        self.deciding.decided.connect(self._kept)
        self.deciding.taken_back.connect(lambda act: self._moved(act, "undone", "undo"))
        self.deciding.done_again.connect(lambda act: self._moved(act, "redone", "redo"))
        for signal in (context.leaving, context.closing):
            signal.connect(self.forget)
        self.setFocusProxy(self.desk)

    # ---- what there is ----

    def show_results(self, read: Read) -> None:
        """Show what waits for a decision now; whoever is at one stays there."""
        self._campaign = read.results.campaign
        self.list.show_items(adjudicables(read.results))
        if self.isVisible():
            self.deciding.open(self._campaign)

    def tab_title(self, read: Read) -> str:
        """Say how many wait."""
        waiting = sum(each.is_open for each in self.list.items)
        return f"{self.title} · {waiting:,} open" if waiting else self.title

    def showEvent(self, event: QShowEvent) -> None:
        """Be ready to decide."""
        super().showEvent(event)
        if self._campaign is not None:
            self.deciding.open(self._campaign)
        self._present(self.list.current)

    def forget(self) -> None:
        """Fall silent, show nothing, and forget everything."""
        self._campaign = None
        self.deciding.close()
        self.list.forget()
        self.desk.bar.follow(None, can_try_again=False)
        self.desk.said.clear()

    def _present(self, item: Adjudicable | None) -> None:
        """Show an item; where it is not in sight, only what needs no picture."""
        if item is None:
            self.desk.clear()
            self.nothing.say(*_NOTHING[self.list.filter.value])
            self._stack.setCurrentWidget(self.nothing)
            return
        self._stack.setCurrentWidget(self.desk)
        following = self.list.following
        is_seen = self.isVisible()
        self.desk.show_item(
            item,
            self.deciding.entry(item.token) if is_seen else None,
            self.deciding.entry(following.token) if is_seen and following is not None else None,
            may_write=self.deciding.may_write,
        )

    # ---- deciding ----

    def _decide(self, answer: Answer) -> None:
        item = self.list.current
        if item is not None and self.deciding.may_write:
            self.deciding.decide(item, answer)

    def _kept(self, item: Adjudicable, answer: Answer) -> None:
        self._done = "decided"
        self.list.settle(item.name, answer)

    def _moved(self, act: Act | None, word: str, verb: str) -> None:
        """Go to what was undone or redone; the reading that follows tells how it stands."""
        if act is None:
            self.desk.said.setText(f"no decision to {verb}")
            return
        self._done = word
        item = self._item_of(act)
        if item is not None:
            self.list.go_to(item.name)

    def _item_of(self, act: Act) -> Adjudicable | None:
        found = (each for each in self.list.items if each.question is not None and each.token == act.token)
        return next((each for each in found if each.question and each.question.digest == act.question), None)

    def _follow(self) -> None:
        """Show what became of a decision: kept, being written, or refused."""
        pen = self.deciding.pen
        if pen is not None:
            self.desk.bar.follow(pen.refusal, can_try_again=pen.can_try_again)
            if pen.saved_at is not None and pen.refusal is None and not pen.is_writing:
                self.desk.said.setText(f"{self._done} · saved {pen.saved_at:%H:%M:%S}")
        self._present(self.list.current)

    def _try_again(self) -> None:
        if self.deciding.pen is not None:
            self.deciding.pen.try_again()

    # ---- keys ----

    def act(self, name: str) -> bool:
        """Go through the list, answer, undo, or do with the item what can be done at a desk."""
        if name in _STEPS:
            return self.list.step(_STEPS[name], only_open=name.endswith("_open"))
        if name.startswith(_ANSWER):
            return self.take_keys(name.removeprefix(_ANSWER))
        if name == "label_leave":
            return self.desk.stage.silence() or self.desk.leave_field()
        if name in {"undo", "redo"}:
            done = self.deciding.undo() if name == "undo" else self.deciding.redo()
            return done or self.deciding.pen is not None
        return self.list.current is not None and self.desk.stage.act(name)

    def take_keys(self, keys: str) -> bool:
        """Answer with the key of an answer."""
        answer = self.desk.panel.answer_of(keys)
        if answer is None:
            return False
        self._decide(answer)
        return True
