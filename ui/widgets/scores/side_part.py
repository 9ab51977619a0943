"""What every part of the column beside the plots is, and the column: tabs, of which one is shown."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabWidget, QWidget

from genmu_studio.look import Look
from genmu_studio.scores.distributions import Selection
from ui.widgets.tips import tip


class SidePart(QWidget):
    """Base of the parts. A part is told what to show while it is in front, and nothing otherwise."""

    asked = Signal(str, object)  # another view's name, and what it shall show
    noticed = Signal(object)  # a Notice
    again = Signal()  # what could not be had is wanted once more

    def follow(self, look: Look, selection: Selection) -> None:
        """Show what is looked at, at its threshold, of what is selected: called with each step of a drag."""
        raise NotImplementedError


class SideTabs(QTabWidget):
    """The parts by name; what `asked`, `noticed` and `again` of one say is told for all."""

    asked = Signal(str, object)
    noticed = Signal(object)
    again = Signal()
    turned = Signal()  # another part is in front

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Beside the plots")
        self.setDocumentMode(True)
        self.tabBar().setAccessibleName("Beside the plots")
        self.tabBar().setExpanding(False)
        self.tabBar().setToolTip("What stands beside the plots (← and →)")
        self._names: list[str] = []
        self.currentChanged.connect(lambda _: self.turned.emit())

    def add(self, name: str, title: str, about: str, part: SidePart) -> None:
        """Add a part. name : by which it is remembered. about : what it shows, as a tooltip."""
        self._names.append(name)
        self.setTabToolTip(self.addTab(part, title), tip(about))
        part.asked.connect(self.asked)
        part.noticed.connect(self.noticed)
        part.again.connect(self.again)

    def follow(self, look: Look, selection: Selection) -> None:
        """Let the part in front show what is looked at."""
        part = self.currentWidget()
        if isinstance(part, SidePart):
            part.follow(look, selection)

    @property
    def front(self) -> str:
        """The name of the part in front."""
        return self._names[self.currentIndex()]

    def bring_to_front(self, name: object) -> None:
        """Show the part of that name, where there is one."""
        if name in self._names:
            self.setCurrentIndex(self._names.index(str(name)))
