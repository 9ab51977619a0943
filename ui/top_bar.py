"""The bar at the top: menu, project, submission switcher, lens, score, commands."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from ui.actions import Actions
from ui.blind_line import BlindLine
from ui.context import Context
from ui.lens_menu import LensButton
from ui.theme import GRID_PX
from ui.widgets.basics import literal
from ui.widgets.elided_box import ElidedBox
from ui.widgets.tips import tip

POLICIES = (
    ("forgotten", "count as forgotten"),
    ("failure", "count against the entry"),
    ("exclude", "left out"),
)
MOST_OF_A_NAME_PX = 150
_SHORT_POLICIES = (("forgotten", "failures: forgotten"), ("failure", "failures: against"), ("exclude", "failures: out"))


class TopBar(QWidget):
    """Shows and changes what the window looks at."""

    recent_asked = Signal(QMenu)

    def __init__(self, context: Context, actions: Actions, menu: QMenu) -> None:
        super().__init__()
        self.setObjectName("topbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._context = context
        self._is_blind = False
        self._project = self._make_project_button()
        self._submissions = self._make_switcher(actions)
        self._what_if = QPushButton("▲ what-if")
        self._what_if.setProperty("what_if", True)
        self._what_if.setToolTip(actions["official_lens"].toolTip())
        self._what_if.setAccessibleName("What-if lens: back to the official one")
        self._what_if.clicked.connect(actions["official_lens"].trigger)
        self._lens = LensButton(context)
        self._policy = self._make_policy()
        self._score = _button(actions, "score", Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._blind = BlindLine()
        self._blind.hide()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GRID_PX, 6, 2 * GRID_PX, 6)
        layout.setSpacing(GRID_PX)
        layout.addWidget(_menu_button(menu))
        layout.addWidget(self._project)
        layout.addWidget(self._submissions, 2)
        layout.addWidget(self._blind, 4)
        spacer = QWidget()
        spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        layout.addWidget(spacer, 1)
        for widget in (self._what_if, self._lens, self._policy, self._score):
            layout.addWidget(widget)
        layout.addWidget(_button(actions, "palette", Qt.ToolButtonStyle.ToolButtonIconOnly))
        context.project_changed.connect(self.refresh)
        context.submission_changed.connect(self.refresh)
        context.lens_changed.connect(self._show_lens)
        context.look_ready.connect(lambda _: self._show_lens())
        context.data_changed.connect(lambda _: self.refresh())
        self.refresh()

    def _make_project_button(self) -> QToolButton:
        button = QToolButton()
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setAccessibleName("Project")
        recent = QMenu(button)
        recent.aboutToShow.connect(lambda: self.recent_asked.emit(recent))
        button.setMenu(recent)
        self._recent = recent
        return button

    def _make_switcher(self, actions: Actions) -> QComboBox:
        switcher = ElidedBox()
        switcher.setAccessibleName("Submission")
        self._tip = actions["next_submission"].toolTip()
        switcher.setMinimumContentsLength(14)
        switcher.setMaximumWidth(380)
        switcher.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        switcher.activated.connect(lambda index: self._context.select(switcher.itemData(index)))
        return switcher

    def _make_policy(self) -> QComboBox:
        policy = QComboBox()
        policy.setAccessibleName("Policy for failures")
        policy.setToolTip("What a sample that cannot be verified counts for")
        _fill_policies(policy)
        policy.activated.connect(lambda index: self._look_with(policy.itemData(index)))
        return policy

    def _look_with(self, policy: str) -> None:
        project = self._context.project
        is_default = project is not None and policy == project.protocol.decision.policy
        self._context.look(policy=None if is_default else policy)

    def set_blind(self, on: bool, title: str = "") -> None:
        """Show the title of a campaign and nothing of what is looked at, or all again."""
        self._is_blind = on
        self._blind.show_title(title)
        self._blind.setVisible(on)
        for widget in (self._project, self._submissions, self._lens, self._policy, self._score):
            widget.setVisible(not on)
        self._what_if.hide()
        self._policy.clear()
        if not on:
            _fill_policies(self._policy)
            self.refresh()
            return
        self._recent.clear()
        self._submissions.clear()
        self._project.setText("")
        for widget in (self._project, self._submissions):
            widget.setToolTip("")
        self._lens.blank()

    def refresh(self) -> None:
        """Show the context as it is now."""
        if self._is_blind:
            return
        project = self._context.project
        name = "No project" if project is None else project.name
        elided = self._project.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, MOST_OF_A_NAME_PX)
        self._project.setText(literal(elided))
        self._project.setToolTip(tip(f"{name}\nOpen project, recent projects"))
        rows = project.submissions() if project is not None else []
        self._submissions.clear()
        for row in rows:
            self._submissions.addItem(f"{row.track.title()}  {row.team}  rev {row.revision}", row.id)
        shown = self._context.submission
        self._submissions.setCurrentIndex(next((n for n, row in enumerate(rows) if shown and row.id == shown.id), -1))
        self._submissions.setEnabled(bool(rows))
        self._submissions.setPlaceholderText("No submission")
        named = f"{self._submissions.currentText()}\n" if shown else ""
        self._submissions.setToolTip(tip(f"{named}The submission that is shown. {self._tip}"))
        self._show_lens()

    def _show_lens(self) -> None:
        if self._is_blind:
            return
        self._lens.refresh()
        project, view = self._context.project, self._context.view
        self._policy.setEnabled(project is not None)
        default = project.protocol.decision.policy if project is not None else "forgotten"
        self._policy.setCurrentIndex(self._policy.findData(view.policy or default))
        look = self._context.current_look()
        self._what_if.setVisible(look is not None and not look.is_official)


def _fill_policies(box: QComboBox) -> None:
    for (name, short), (_, text) in zip(_SHORT_POLICIES, POLICIES, strict=True):
        box.addItem(short, name)
        box.setItemData(box.count() - 1, f"Failures {text}", Qt.ItemDataRole.ToolTipRole)


def _menu_button(menu: QMenu) -> QToolButton:
    button = QToolButton()
    button.setText("Genmu Studio")
    button.setProperty("flat", True)
    button.setStyleSheet("font-weight: 700;")
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setMenu(menu)
    button.setToolTip("Menu of all commands")
    button.setAccessibleName("Menu")
    return button


def _button(actions: Actions, name: str, style: Qt.ToolButtonStyle) -> QToolButton:
    button = QToolButton()
    action = actions[name]
    button.setText(action.iconText().rstrip("…"))
    button.setIcon(action.icon())
    button.setToolTip(action.toolTip())
    button.setAccessibleName(action.iconText())
    button.setToolButtonStyle(style)
    button.clicked.connect(action.trigger)

    def follow() -> None:
        button.setEnabled(action.isEnabled())
        button.setIcon(action.icon())
        button.setToolTip(action.toolTip())

    action.changed.connect(follow)
    follow()
    return button
