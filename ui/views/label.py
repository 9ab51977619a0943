"""Label: the campaigns of the project and how far they are; from here people sit down to label."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from genmu_studio.labelling.progress import CampaignProgress
from genmu_studio.project import ChangeSet, Project
from ui import label_dialogs
from ui.actions import Actions
from ui.context import Context
from ui.label_sitting import LabelSitting
from ui.labelling.unkept import unkept_notice
from ui.views.page import Page
from ui.widgets.campaigns.home import CampaignsHome
from ui.widgets.campaigns.names import NameChoice
from ui.widgets.campaigns.states import CampaignStates
from ui.widgets.label.desk import LabelDesk

if TYPE_CHECKING:
    from ui.widgets.label_results.page import LabelResults

_ALONE = {
    "new": label_dialogs.new_campaign,
    "import": label_dialogs.import_labels,
    "template": label_dialogs.write_template,
}


class LabelView(Page):
    """Home, with a card per campaign; the choice of one's name; the desk; what came of a campaign.

    While somebody sits at the desk nothing else is kept here, not even the name of the campaign.
    """

    def __init__(self, context: Context, actions: Actions) -> None:
        super().__init__(context, actions)
        self._project: Project | None = None
        self._campaigns: tuple[CampaignProgress, ...] | None = None
        self._asked = 0
        self._chosen = ""  # the campaign that was looked at last
        self._last: dict[str, str] = {}  # who sat down last, by campaign
        self.states = CampaignStates(actions)
        self.home = CampaignsHome()
        self.names = NameChoice()
        self.results: LabelResults | None = None
        self.sitting = LabelSitting(context, actions, self)
        self.pages = QStackedWidget()
        for page in (self.states, self.home, self.names):
            self.pages.addWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.pages)
        self.states.wanted.connect(self._do_first)
        self.home.wanted.connect(self.do)
        self.names.left.connect(self.go_home)
        self.names.chosen.connect(self.sit_down)
        self.sitting.began.connect(self._show_desk)
        self.sitting.ended.connect(self._leave_desk)
        self.sitting.said.connect(self.said)
        self.sitting.unkept.connect(lambda texts: self.noticed.emit(unkept_notice(texts)))

    # ---- which campaigns there are ----

    def refresh(self, changes: ChangeSet | None = None) -> None:
        """Show the campaigns as they are now."""
        project = self.context.project
        if self.sitting.desk is not None:
            return
        if project is not self._project:
            self._project, self._campaigns = project, None
            self._forget()
            self._turn_to(self.states)
        if project is None:
            self.states.setCurrentWidget(self.states.no_project)
        elif self._campaigns is None or changes is None or "labels" in changes or changes.moves_numbers:
            self._read(project)

    def _read(self, project: Project) -> None:
        self._asked += 1
        if self._campaigns is None:
            self.states.setCurrentWidget(self.states.loading)
        number = self._asked
        self.context.ask(partial(_progress, project), partial(self._take, number), partial(self._fail, number))

    def _take(self, number: int, found: Sequence[CampaignProgress]) -> None:
        project = self.context.project
        if number != self._asked or project is None or self.sitting.desk is not None:
            return
        self._campaigns = tuple(found)
        if found:
            self.home.show_campaigns(found, writable=project.mode == "write")
            if self._shown is self.states:
                self.go_home()
            return
        self.home.clear()
        self.states.explain(has_submissions=bool(project.submissions()), writable=project.mode == "write")
        self._turn_to(self.states)

    def _fail(self, number: int, error: BaseException) -> None:
        if number == self._asked and self._campaigns is None:
            self.states.fail(error)

    # ---- pages ----

    @property
    def _shown(self) -> QWidget | None:
        return self.pages.currentWidget()

    def _turn_to(self, page: QWidget) -> None:
        # Of this window, whether or not a dialog is in front: it will have the keys again.
        focused: QWidget | None = self.window().focusWidget()
        had_focus = focused is not None and (focused is self or self.isAncestorOf(focused))
        self.pages.setCurrentWidget(page)
        if had_focus:
            self._take_focus()

    def _take_focus(self) -> None:
        if self._shown is self.home:
            self.home.go_to(self._chosen)
        elif self._shown is self.names:
            self.names.list.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._shown is not None and self._shown is not self.states:  # the desk, or results
            self._shown.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the keys to what is shown."""
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.OtherFocusReason:
            self._take_focus()

    def go_home(self) -> None:
        """Show the campaigns."""
        if self._campaigns:
            self._turn_to(self.home)
        self.names.clear()
        self._put_results_away()

    def _forget(self) -> None:
        """Let no name be left on any page but the desk."""
        self.home.clear()
        self.names.clear()
        self._put_results_away()

    def _put_results_away(self) -> None:
        results, self.results = self.results, None
        if results is not None:
            self.pages.removeWidget(results)
            results.hide()
            results.close_down()
            results.deleteLater()

    # ---- what a person does ----

    def _do_first(self, wanted: str) -> None:
        if wanted == "again" and self._project is not None:
            self._read(self._project)
        else:
            self.do(wanted, "")

    def do(self, wanted: str, name: str) -> None:
        """Do what a person wants: "new", "import", "template", or something with the campaign of that name."""
        from ui.main_window import MainWindow  # noqa: PLC0415 - it builds the views

        window = self.window()
        if isinstance(window, MainWindow) and wanted in _ALONE:
            _ALONE[wanted](window)
            return
        found = next((each for each in self._campaigns or () if each.campaign.name == name), None)
        if found is None:
            return
        self._chosen = name
        if wanted == "label":
            self.names.show_names(found, self._last.get(name, ""))
            self._turn_to(self.names)
        elif wanted == "results":
            self._show_results(name)
        elif isinstance(window, MainWindow):
            {"pack": label_dialogs.pack, "export": label_dialogs.export_labels}[wanted](window, found)

    def _show_results(self, name: str) -> None:
        from ui.widgets.label_results.page import LabelResults  # noqa: PLC0415 - only where somebody wants them

        self._put_results_away()
        self.results = LabelResults(self.context, self.actions_table)
        self.results.asked.connect(self.asked)
        self.results.noticed.connect(self.noticed)
        self.results.job_wanted.connect(self.job_wanted)
        self.results.left.connect(self.go_home)
        self.results.export_asked.connect(partial(self.do, "export"))
        self.pages.addWidget(self.results)
        self._turn_to(self.results)
        self.results.show_campaign(name)

    # ---- the desk ----

    def sit_down(self, campaign: str, annotator: str) -> None:
        """Let an annotator of a campaign label: everything else goes out of sight first."""
        found = next((each.campaign for each in self._campaigns or () if each.campaign.name == campaign), None)
        if found is not None:
            self._chosen, self._last[campaign] = campaign, annotator
            self.sitting.begin(found, annotator)

    def _show_desk(self, desk: LabelDesk, title: str) -> None:
        self.blinded.emit(True, title)
        self._forget()
        self.pages.addWidget(desk)
        self.pages.setCurrentWidget(desk)
        desk.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_desk(self) -> None:
        self._campaigns = None
        self._turn_to(self.states)
        self.blinded.emit(False, "")
        self.refresh()

    def make_way(self) -> None:
        """Leave the desk: every answer is kept."""
        self.sitting.end()

    def close_down(self) -> None:
        """Leave the desk."""
        self.sitting.end()
        super().close_down()

    def take_keys(self, keys: str) -> bool:
        """Act on a key of the question that is asked, or settled."""
        if self.sitting.desk is not None:
            return self.sitting.desk.take_keys(keys)
        return self.results is not None and self._shown is self.results and self.results.take_keys(keys)

    def act(self, name: str) -> bool:
        """Do an action of scope "label", undo or redo; whether there was something to do."""
        if self.sitting.desk is not None:
            return self.sitting.desk.act(name) or name in {"undo", "redo"}
        if self._shown is self.home and name in {"label_question_down", "label_question_up"}:
            return self.home.step(1 if name == "label_question_down" else -1)
        if self._shown is self.names and name == "label_leave":
            self.go_home()
            return True
        if self.results is not None and self._shown is self.results:
            return self.results.act(name)
        return False

    # ---- memory ----

    def state(self) -> dict[str, object]:
        """Return which campaign was looked at, and who sat down last."""
        return {"campaign": self._chosen, "last": dict(self._last)}

    def restore(self, state: dict[str, object]) -> None:
        """Look as `state` says; what it says wrongly stays."""
        campaign, last = state.get("campaign"), state.get("last")
        self._chosen = campaign if isinstance(campaign, str) else self._chosen
        if isinstance(last, dict):
            self._last = {str(name): one for name, one in last.items() if isinstance(one, str)}


def _progress(project: Project) -> tuple[CampaignProgress, ...]:
    room = project.labelling
    return tuple(room.progress(each) for each in room.campaigns())
