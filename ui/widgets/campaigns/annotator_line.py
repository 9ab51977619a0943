"""One annotator of a campaign in a line: name, how far, when last, and whether the labels count."""

from PySide6.QtWidgets import QGridLayout, QProgressBar

from genmu_studio.labelling.progress import AnnotatorProgress
from ui.widgets.basics import label
from ui.widgets.campaigns.words import last_seen, so_far
from ui.widgets.elided import ElidedLabel
from ui.widgets.tips import tip

NAME_PX = 130


def add_line(grid: QGridLayout, row: int, one: AnnotatorProgress) -> None:
    """Put the line of an annotator into a row of `grid`."""
    name = ElidedLabel(one.name)
    bar = QProgressBar()
    bar.setTextVisible(False)
    bar.setRange(0, max(one.queue.entries, 1))
    bar.setValue(one.queue.finished)
    bar.setAccessibleName(f"Progress of {one.name}")
    bar.setAccessibleDescription(so_far(one))
    bar.setMinimumWidth(120)
    done = label(so_far(one))
    last = label(last_seen(one), "muted")
    said = label("", "warning")
    if one.excluded is not None:
        said.setText("▲ does not count")
        said.setToolTip(tip(f"The labels of {one.name} are left out: {one.excluded}"))
        bar.setEnabled(False)
    elif one.queue.entries and one.queue.finished == one.queue.entries:
        said.setProperty("role", "good")
        said.setText("● done")
    for column, widget in enumerate((name, bar, done, last, said)):
        grid.addWidget(widget, row, column)
