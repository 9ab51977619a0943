"""The results of a campaign, for its organizers: opened from the Label view, after the labels are in."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedLayout, QTabWidget, QVBoxLayout, QWidget

from genmu_studio.project import ChangeSet
from ui.actions import Actions
from ui.context import Context
from ui.numbers import count
from ui.theme import GRID_PX
from ui.widgets.basics import label, literal
from ui.widgets.elided import ElidedLabel
from ui.widgets.label_results.adjudication_part import AdjudicationPart
from ui.widgets.label_results.agreement_part import AgreementPart
from ui.widgets.label_results.annotators_part import AnnotatorsPart
from ui.widgets.label_results.disagreements_part import DisagreementsPart
from ui.widgets.label_results.part import ResultPart, listed, push_button
from ui.widgets.label_results.questions_part import QuestionsPart
from ui.widgets.label_results.reading import Read, ResultsReading
from ui.widgets.label_results.states import ResultStates
from ui.widgets.tips import tip


class LabelResults(QWidget):
    """Sections as tabs. What a person looks at stays while labels change around it.

    To be closed down by whoever takes it away. `left` : the person goes back. `export_asked` : labels shall be written
    as a file. The others are those of a view.
    """

    asked = Signal(str, object)  # another view's name, and what it shall show
    noticed = Signal(object)  # a Notice
    job_wanted = Signal(str, object, object)  # a title, the work, and what takes its end
    export_asked = Signal(str)  # the campaign's name
    left = Signal()

    def __init__(self, context: Context, actions: Actions) -> None:
        super().__init__()
        self._context = context
        self._campaign = ""
        self._is_behind = False  # labels changed while nobody looked
        self.setAccessibleName("Results of a campaign")
        self.reading = ResultsReading(context, self)
        self.states = ResultStates()
        self.questions = QuestionsPart()
        self.agreement = AgreementPart()
        self.annotators = AnnotatorsPart(context)
        self.disagreements = DisagreementsPart(context)
        self.adjudication = AdjudicationPart(context, actions)
        self.tabs = QTabWidget()
        self._lay_out()
        self._connect()

    # ---- building ----

    def _lay_out(self) -> None:
        self.back = push_button("Campaigns", "Back to the campaigns (Esc)", self.left.emit)
        self.back.setText("‹ Campaigns")
        self.export = push_button("Export…", "Write the labels of the campaign as a file", self._ask_for_export)
        self._title = ElidedLabel("", "strong")
        self._title.setStyleSheet("font-size: 15px;")
        self._summary = ElidedLabel("", "muted")
        self._warning = label("", "warning")
        self._warning.setWordWrap(True)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._title)
        words.addWidget(self._summary)
        head = QHBoxLayout()
        head.setSpacing(2 * GRID_PX)
        head.addWidget(self.back)
        head.addLayout(words, 1)
        head.addWidget(self.export)
        self.tabs.setAccessibleName("Results")
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName("Results")
        self.tabs.tabBar().setExpanding(False)
        self.tabs.tabBar().setToolTip("What came of the campaign (← and →)")
        for part in self.parts:
            place = self.tabs.addTab(part, part.title)
            self.tabs.setTabToolTip(place, tip(part.about))
        inner = QWidget()
        self._stack = QStackedLayout(inner)
        self._stack.addWidget(self.states)
        self._stack.addWidget(self.tabs)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX)
        column.addLayout(head)
        column.addWidget(self._warning)
        column.addWidget(inner, 1)

    def _connect(self) -> None:
        self.reading.changed.connect(self._show)
        self.states.again.connect(self._try_again)
        self.states.left.connect(self.left)
        for part in self.parts:
            part.asked.connect(self.asked)
            part.noticed.connect(self.noticed)
        self._context.data_changed.connect(self._hear)
        self._context.project_changed.connect(self.forget)

    @property
    def parts(self) -> tuple[ResultPart, ...]:
        """The sections, in the order of their tabs."""
        return self.questions, self.agreement, self.annotators, self.disagreements, self.adjudication

    @property
    def front(self) -> ResultPart:
        """The section that is shown."""
        part = self.tabs.currentWidget()
        return part if isinstance(part, ResultPart) else self.questions

    # ---- which campaign ----

    def show_campaign(self, campaign_name: str) -> None:
        """Show what came of a campaign of the open project."""
        self.adjudication.forget()
        self._campaign, self._is_behind = campaign_name, False
        self._title.show_text(campaign_name)
        self._summary.show_text("")
        self._warning.hide()
        self.reading.look_at(campaign_name)
        self._show()

    def forget(self) -> None:
        """Show nothing and hold nothing of any campaign: who labels next must not come upon it."""
        self._campaign = ""
        self.reading.look_at("")
        self._title.show_text("")
        self._summary.show_text("")
        self._warning.clear()
        self._warning.hide()
        for place, part in enumerate(self.parts):
            part.forget()
            self.tabs.setTabText(place, part.title)
        self.states.forget()
        self._turn_to(self.states)

    def close_down(self) -> None:
        """Forget everything, and end what runs: the page is about to be taken away."""
        self.forget()
        self.disagreements.thumbnails.close()

    def _hear(self, changes: ChangeSet) -> None:
        """Read once more where labels changed, or what an evaluator says; when somebody looks."""
        if not self._campaign or not ("labels" in changes or changes.moves_numbers):
            return
        if self.isVisible():
            self.reading.ask_again()
        else:
            self._is_behind = True

    def showEvent(self, event: QShowEvent) -> None:
        """Read what changed while nobody looked."""
        super().showEvent(event)
        if self._is_behind:
            self._is_behind = False
            self.reading.ask_again()

    def _try_again(self) -> None:
        self.reading.ask_again()
        self._show()

    # ---- showing ----

    def _show(self) -> None:
        read, error = self.reading.read, self.reading.error
        if read is None:
            self._turn_to(self.states)
            if error is None:
                self.states.load()
            else:
                self.states.fail(error)
            return
        self._show_head(read)
        if read.is_empty:
            self.states.say_empty(read)
            self._turn_to(self.states)
            return
        for place, part in enumerate(self.parts):
            part.show_results(read)
            self.tabs.setTabText(place, literal(part.tab_title(read)))
        self._turn_to(self.tabs)

    def _show_head(self, read: Read) -> None:
        campaign = read.results.campaign
        title = campaign.file.campaign.title
        self._title.show_text(f"{campaign.name} · {title}" if title else campaign.name)
        names = [each.name for each in read.results.annotators]
        labels = read.results.labels.labels
        parts = [
            campaign.file.select.track,
            count(len(names), "annotator"),
            count(len(campaign.questions), "question"),
            count(len({each.item for each in labels if each.kind == "item"}), "item") + " judged",
            count(len(labels), "label"),
            "revealed: not for annotators",
        ]
        self._summary.show_text(" · ".join(parts))
        out = [each.name for each in read.results.annotators if each.excluded is not None]
        self._warning.setText(
            f"▲ Left out: {listed(out)}. All figures but those under Annotators go without their labels."
        )
        self._warning.setVisible(bool(out))

    def _turn_to(self, page: QWidget) -> None:
        if self._stack.currentWidget() is page:
            return
        focused = QApplication.focusWidget()
        had_focus = focused is not None and (focused is self or self.states.isAncestorOf(focused))
        self._stack.setCurrentWidget(page)
        if had_focus or focused is self.states:
            self.take_focus()

    # ---- what a person does ----

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the keys to what is shown; the page itself wants none."""
        super().focusInEvent(event)
        self.take_focus()

    def take_focus(self) -> None:
        """Give the keys to the section in front, or to what stands in its place."""
        if self._stack.currentWidget() is self.tabs:
            self.front.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.states.setFocus(Qt.FocusReason.OtherFocusReason)

    def _ask_for_export(self) -> None:
        if self._campaign:
            self.export_asked.emit(self._campaign)

    @property
    def _has_results(self) -> bool:
        return self._stack.currentWidget() is self.tabs

    def act(self, name: str) -> bool:
        """Do an action of scope "label", undo or redo; whether there was something to do."""
        if self._has_results and self.front.act(name):
            return True
        if name == "label_leave":
            self.left.emit()
            return True
        return False

    def take_keys(self, keys: str) -> bool:
        """Act on keys that no table knows, such as those of a question's answers; whether they meant something."""
        return self._has_results and self.front.take_keys(keys)
