"""The verdict: accept, query or reject, why, and on which findings it rests; a draft until somebody signs it."""

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton

from genmu_studio.audit.drafts import DECISIONS, Decision, Draft
from genmu_studio.audit.verdicts import Verdict
from ui.actions import Actions
from ui.numbers import count
from ui.theme import GRID_PX
from ui.widgets.action_button import ActionButton
from ui.widgets.audit.decisions import PAST, ROLES, SIGNS
from ui.widgets.audit.times import moment
from ui.widgets.basics import Card, label, restyle
from ui.widgets.tips import tip

_LINES = 4
_INVITES = "Why, for the team and for whoever looks at it later (T)"


class VerdictCard(Card):
    """`changed` carries the draft and whether it is to be kept at once; `left` says that somebody is done writing."""

    changed = Signal(object, bool)
    rested = Signal()  # the person went elsewhere: what was written is kept now
    left = Signal()

    def __init__(self, actions: Actions) -> None:
        super().__init__("Verdict")
        self._actions = actions
        self._draft = Draft()
        self._reason = ""  # why nothing can be decided here
        self.standing = label("", "muted")
        self.standing.setWordWrap(True)
        self.buttons: dict[Decision, QPushButton] = {each: self._toggle(each) for each in DECISIONS}
        self.edit = QPlainTextEdit()
        self.edit.setAccessibleName("Reason")
        self.edit.setTabChangesFocus(True)
        self.edit.setFixedHeight(_LINES * self.edit.fontMetrics().lineSpacing() + 2 * GRID_PX)
        self.edit.installEventFilter(self)
        self._state = label("", "muted")
        self._state.setWordWrap(True)
        self.sign = ActionButton(actions["audit_sign"], "Sign…", primary=True)
        self.bundle = ActionButton(actions["audit_bundle"], "Evidence bundle…")
        self._lay_out()
        self.edit.textChanged.connect(self._written)
        for decision in DECISIONS:
            actions[f"audit_{decision}"].changed.connect(self._dress)
        self._dress()

    def _toggle(self, decision: Decision) -> QPushButton:
        button = QPushButton(f"{SIGNS[decision]} {decision}")
        button.setCheckable(True)
        button.setAccessibleName(decision)
        button.setProperty("decision", decision)
        button.clicked.connect(lambda *_: self.decide(decision))
        return button

    def _lay_out(self) -> None:
        choices, foot = QHBoxLayout(), QHBoxLayout()
        for row, widgets in ((choices, tuple(self.buttons.values())), (foot, (self.sign, self.bundle))):
            row.setSpacing(GRID_PX)
            for widget in widgets:
                row.addWidget(widget)
            row.addStretch(1)
        self.body.addWidget(self.standing)
        self.body.addLayout(choices)
        self.body.addWidget(self.edit)
        self.body.addWidget(self._state)
        self.body.addLayout(foot)

    def _dress(self) -> None:
        for decision, button in self.buttons.items():
            button.setToolTip(tip(self._reason) if self._reason else self._actions[f"audit_{decision}"].toolTip())

    # ---- showing ----

    @property
    def draft(self) -> Draft:
        """The draft as it is on the screen."""
        return self._draft

    @property
    def state(self) -> str:
        """What is said of the draft."""
        return self._state.text()

    def show_verdict(self, verdict: Verdict | None) -> None:
        """Show the verdict that stands."""
        self.standing.setVisible(verdict is not None)
        if verdict is None:
            return
        linked = f" Rests on {count(len(verdict.findings), 'check')}." if verdict.findings else ""
        reason = f" {verdict.reason}" if verdict.reason else ""
        by = f"by {verdict.by}, {moment(verdict.at_utc)} UTC."
        self.standing.setText(f"{SIGNS[verdict.decision]} {PAST[verdict.decision].capitalize()} {by}{reason}{linked}")
        self.standing.setToolTip(tip(self.standing.text()))
        restyle(self.standing, ROLES[verdict.decision])

    def show_draft(self, draft: Draft, *, is_kept: bool, refused: str) -> None:
        """Show a draft. is_kept : it is on the disk. refused : why nothing can be decided here, "" where it can."""
        self._draft, self._reason = draft, refused
        self.edit.setReadOnly(bool(refused))
        self.edit.setPlaceholderText("" if refused else _INVITES)
        self.edit.setToolTip(tip(refused or "Kept as you write; Esc goes back to the findings"))
        if draft.reason.strip() != self.edit.toPlainText().strip():  # the cursor stays where one writes
            self.edit.blockSignals(True)
            self.edit.setPlainText(draft.reason)
            self.edit.blockSignals(False)
        for decision, button in self.buttons.items():
            button.setChecked(draft.decision == decision)
            button.setEnabled(not refused)
        self._dress()
        self._say(is_kept=is_kept)

    def _say(self, *, is_kept: bool) -> None:
        if self._reason:
            text = self._reason
        elif self._draft.is_empty:
            text = "No draft. Choose, say why, link findings (L)."
        else:
            linked = f"linked: {count(len(self._draft.linked), 'check')}" if self._draft.linked else "no finding linked"
            text = f"Draft {'saved' if is_kept else 'not saved yet'} · {linked}"
        self._state.setText(text)
        restyle(self._state, "muted" if is_kept or self._draft.is_empty else "warning")

    # ---- what a person does ----

    def decide(self, decision: Decision) -> None:
        """Choose, or choose no longer what is chosen."""
        if self._reason:
            return
        self._put(replace(self._draft, decision=None if self._draft.decision == decision else decision), at_once=True)

    def link(self, check: str, is_linked: bool) -> None:
        """Let the verdict rest on the findings of a check, or no longer."""
        if self._reason:
            return
        others = tuple(each for each in self._draft.linked if each != check)
        self._put(replace(self._draft, linked=(*others, check) if is_linked else others), at_once=True)

    def _written(self) -> None:
        self._put(replace(self._draft, reason=self.edit.toPlainText()), at_once=False)

    def _put(self, draft: Draft, *, at_once: bool) -> None:
        self.show_draft(draft, is_kept=False, refused=self._reason)
        self.changed.emit(draft, at_once)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep what was written when the person goes elsewhere; Esc and Ctrl+Return go back to the findings."""
        if watched is self.edit and event.type() == QEvent.Type.FocusOut:
            self.rested.emit()
        if watched is self.edit and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            ends = event.key() == Qt.Key.Key_Return and event.modifiers() & Qt.KeyboardModifier.ControlModifier
            if ends or event.key() == Qt.Key.Key_Escape:
                self.left.emit()
                return True
        return False
