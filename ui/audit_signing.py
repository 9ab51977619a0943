"""The question before a verdict is signed: it names what cannot be taken back."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from genmu_studio.audit.drafts import Draft
from genmu_studio.audit.verdicts import reason_of
from genmu_studio.domain import SubmissionRow
from scoring.errors import UserError
from ui.notices import Notice
from ui.numbers import count
from ui.views.page import Page


def ask_to_sign(page: Page, submission: SubmissionRow, draft: Draft, sign: Callable[[], object]) -> None:
    """Ask whether the draft is to be signed; what is missing in it is said instead."""
    try:
        reason = reason_of(draft)
    except UserError as error:
        page.noticed.emit(Notice.of(error))
        return
    linked = f"It rests on the findings of {count(len(draft.linked), 'check')}. " if draft.linked else ""
    question = QMessageBox(page)
    question.setObjectName("sign_question")
    question.setIcon(QMessageBox.Icon.Question)
    question.setWindowTitle("Sign the verdict")
    question.setTextFormat(Qt.TextFormat.PlainText)
    question.setText(
        f"Sign “{draft.decision}” for {submission.team}, {submission.track}, revision {submission.revision}?"
    )
    question.setInformativeText(
        f"{linked}It goes into the log with your name and the time, and cannot be taken back; a later verdict can "
        f"stand in its place.\n\n{reason}".rstrip()
    )
    yes = question.addButton("Sign", QMessageBox.ButtonRole.AcceptRole)
    no = question.addButton("Do not sign", QMessageBox.ButtonRole.RejectRole)
    question.setDefaultButton(no)
    question.setEscapeButton(no)
    for button, about in ((yes, "Sign it, for good"), (no, "Leave it a draft (Esc)")):
        button.setToolTip(about)
        button.setAccessibleName(button.text())
    question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    yes.clicked.connect(lambda *_: sign())
    question.open()
