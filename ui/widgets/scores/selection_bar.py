"""Which samples the plots show: of a group, of an identity, or all."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from genmu_studio.look import Look
from genmu_studio.scores.distributions import Selection
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.group_switch import GroupSwitch

_EVERYBODY = "All identities"


class SelectionBar(QWidget):
    """`changed` says that `selection` is another. What was chosen stays where the next submission has it too."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._wanted = Selection()
        self._offered: tuple[tuple[str, str], ...] = ()
        self._look: Look | None = None
        self.groups = GroupSwitch()
        self.identities = QComboBox()
        self.identities.setAccessibleName("Identity")
        self.identities.setToolTip("Show the samples of one identity")
        self.identities.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.note = label("", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID_PX)
        row.addWidget(self.groups)
        row.addWidget(self.identities)
        row.addWidget(self.note)
        row.addStretch(1)
        self.groups.changed.connect(lambda group: self._choose(Selection(group or None)))
        self.identities.activated.connect(
            lambda place: self._choose(Selection(self._wanted.group, self.identities.itemData(place)))
        )

    @property
    def wanted(self) -> Selection:
        """What was chosen, whether this submission has it or not."""
        return self._wanted

    @property
    def selection(self) -> Selection:
        """What is shown of the submission."""
        if self._look is None:
            return self._wanted
        names = [frame.group for frame in self._look.frames]
        group = self._wanted.group if self._wanted.group in names else None
        known = [identity for identity, _ in _offers(self._look, group)]
        return Selection(group, self._wanted.identity if self._wanted.identity in known else None)

    def prefer(self, selection: Selection) -> None:
        """Choose, where there is such a group and identity."""
        self._wanted = selection
        if self._look is not None:
            self.show_look(self._look)

    def show_look(self, look: Look) -> None:
        """Offer the groups and identities of what is looked at."""
        self._look = look
        chosen = self.selection
        self.groups.show_groups(tuple(frame.group for frame in look.frames))
        self.groups.choose(chosen.group or "")
        offered = _offers(look, chosen.group)
        if offered != self._offered:
            self._offered = offered
            self.identities.clear()
            self.identities.addItem(_EVERYBODY, None)
            for identity, role in offered:
                self.identities.addItem(f"{identity}  ·  {role}", identity)
        self.identities.setCurrentIndex(max(0, self.identities.findData(chosen.identity)))

    def _choose(self, selection: Selection) -> None:
        self.prefer(selection)
        self.changed.emit()


def _offers(look: Look, group: str | None) -> tuple[tuple[str, str], ...]:
    """Return the identities of a group, None = of all, each with its roles."""
    roles: dict[str, list[str]] = {}
    for frame in look.frames:
        if group in (None, frame.group):
            for column, identity in enumerate(frame.identities):
                role = "retain" if column else "forget"
                if role not in roles.setdefault(identity, []):
                    roles[identity].append(role)
    return tuple((identity, " and ".join(each)) for identity, each in roles.items())
