"""The strip at the bottom: phase, bar, rate, time left, failed, cancel. Hidden while nothing runs."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QToolButton, QWidget

from genmu_studio.jobs import Progress
from ui.actions import Actions
from ui.jobs import Ended, Job, Jobs
from ui.numbers import duration
from ui.theme import GRID_PX
from ui.widgets.basics import label


class JobStrip(QWidget):
    """Shows the job that runs."""

    failed_asked = Signal()

    def __init__(self, jobs: Jobs, actions: Actions) -> None:
        super().__init__()
        self.setObjectName("jobstrip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Job")
        self._title = label()
        self._title.setStyleSheet("font-weight: 600;")
        self._phase = label("", "muted")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName("Progress of the job")
        self._count = label()
        self._rate = label("", "muted")
        self._failed = QToolButton()
        self._failed.setProperty("flat", True)
        self._failed.setToolTip("Show the samples without a measurement")
        self._failed.setAccessibleName("Samples without a measurement")
        self._failed.clicked.connect(self.failed_asked)
        self._cancel = QPushButton("Cancel")
        self._cancel.setAccessibleName("Cancel the job")
        self._cancel.setToolTip(actions["cancel_job"].toolTip())
        self._cancel.clicked.connect(actions["cancel_job"].trigger)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2 * GRID_PX, 6, 2 * GRID_PX, 6)
        layout.setSpacing(2 * GRID_PX)
        layout.addWidget(self._title)
        layout.addWidget(self._phase)
        layout.addWidget(self._bar, 1)
        for widget in (self._count, self._rate, self._failed, self._cancel):
            layout.addWidget(widget)
        self._job: Job | None = None
        self._is_blind = False
        self.hide()
        jobs.started.connect(self._start)
        jobs.progressed.connect(self._show)
        jobs.ended.connect(self._end)

    def set_blind(self, on: bool) -> None:
        """Say no more than that a job runs, or say all again."""
        self._is_blind = on
        for widget in (self._bar, self._cancel):
            widget.setVisible(not on)
        self._count.setText("")
        self._rate.setText("")
        self._failed.setText("")
        self._failed.hide()
        self._phase.setText("")
        self._name()

    def _name(self) -> None:
        title = "" if self._job is None else self._job.title
        self._title.setText("a job is running" if title and self._is_blind else title)

    def _start(self, job: Job) -> None:
        self._job = job
        self._name()
        self._cancel.setEnabled(True)
        self._show(Progress("starting"))
        self.show()

    def _show(self, progress: Progress) -> None:
        if self._is_blind:
            return
        self._phase.setText(progress.phase)
        # A range of 0 to 0 is Qt's "busy": the end is not known while the model loads.
        self._bar.setRange(0, progress.total if progress.done else 0)
        self._bar.setValue(progress.done)
        self._count.setText(f"{progress.done:,} / {progress.total:,}" if progress.total else "")
        parts = []
        if progress.per_second:
            parts.append(
                f"{progress.per_second:.0f} per s" if progress.per_second >= 10 else f"{progress.per_second:.1f} per s"
            )
        if progress.eta_s is not None:
            parts.append(f"{duration(progress.eta_s)} left")
        self._rate.setText(" · ".join(parts))
        self._failed.setText(f"{progress.failed:,} without a measurement")
        self._failed.setVisible(progress.failed > 0)

    def cancelling(self) -> None:
        """Say that the job ends as soon as it can."""
        self._phase.setText("stopping after what is being measured")
        self._cancel.setEnabled(False)

    def _end(self, ended: Ended) -> None:
        self._job = None
        self._name()
        self.hide()
