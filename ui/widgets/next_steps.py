"""A strip above the cards: what to do so that a missing value becomes computable."""

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from genmu_studio.overview.summary import NextStep, Overview
from ui.actions import Actions
from ui.widgets.basics import Card, label


class NextSteps(Card):
    """Hidden where nothing is missing."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__("Some values cannot be computed yet", parent)
        self._actions = actions
        self._rows: list[QWidget] = []
        self.hide()

    def show_overview(self, shown: Overview) -> None:
        """Show the steps of a submission."""
        for row in self._rows:
            self.body.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [self._row(step) for step in shown.steps]
        for row in self._rows:
            self.body.addWidget(row)
        self.setVisible(bool(shown.steps))

    def _row(self, step: NextStep) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        text = label(f"▲ {step.text}", "warning")
        text.setWordWrap(True)
        layout.addWidget(text, 1)
        action = self._actions[step.command]
        button = QPushButton(action.iconText())
        button.setToolTip(action.toolTip())
        button.setAccessibleName(action.iconText())
        button.setEnabled(action.isEnabled())
        button.clicked.connect(action.trigger)
        layout.addWidget(button)
        return row
