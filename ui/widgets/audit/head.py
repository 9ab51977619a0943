"""The line above the audit room: the submission that is shown, or all; and what can be done beside the findings."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QTabBar, QWidget

from genmu_studio.domain import SubmissionRow
from ui.actions import Actions
from ui.theme import GRID_PX
from ui.widgets.action_button import ActionButton
from ui.widgets.basics import literal
from ui.widgets.tips import tip

ONE, ALL = 0, 1


class AuditHead(QWidget):
    """`turned` says that the other tab was chosen."""

    turned = Signal(int)

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.tabs = QTabBar()
        self.tabs.setAccessibleName("What is audited")
        self.tabs.setToolTip("One submission, or all beside each other (A)")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.addTab("This submission")
        self.tabs.addTab("All submissions")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID_PX)
        row.addWidget(self.tabs, 1)
        for name, text in (("compare", "Compare entries…"), ("audit_verify", "Verify bundle…")):
            row.addWidget(ActionButton(actions[name], text))
        self.tabs.currentChanged.connect(self.turned)

    def show_submission(self, submission: SubmissionRow | None) -> None:
        """Name the submission that is shown."""
        text = "This submission"
        if submission is not None:
            text = f"{submission.team} · {submission.track} · revision {submission.revision}"
        self.tabs.setTabText(ONE, literal(text))
        self.tabs.setTabToolTip(ONE, tip(text))
