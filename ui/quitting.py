"""The question that is asked where a window is closed while a job runs."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


def ask_to_quit(window: QWidget, quit_now: Callable[[], object]) -> None:
    """Ask once whether the job is to be stopped; `quit_now` is called where it is."""
    if window.findChild(QMessageBox, "quit_question") is not None:
        return
    question = QMessageBox(window)
    question.setObjectName("quit_question")
    question.setIcon(QMessageBox.Icon.Question)
    question.setWindowTitle("A job is running")
    question.setTextFormat(Qt.TextFormat.PlainText)
    question.setText("A job is running. Stop it and quit?")
    question.setInformativeText("What has been measured is kept; scoring goes on from there next time.")
    stop = question.addButton("Stop and quit", QMessageBox.ButtonRole.AcceptRole)
    go_on = question.addButton("Go on", QMessageBox.ButtonRole.RejectRole)
    question.setDefaultButton(go_on)
    for button, tip in ((stop, "Cancel the job and close the window"), (go_on, "Let the job run (Esc)")):
        button.setToolTip(tip)
        button.setAccessibleName(button.text())
    question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    stop.clicked.connect(lambda *_: quit_now())
    question.open()
