"""Keep a filter under a name; a name that is taken is asked for twice."""

from collections.abc import Callable, Collection

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFormLayout, QLineEdit

from genmu_studio.pair_filter import PairFilter
from genmu_studio.saved_filters import LONGEST_NAME
from scoring.errors import UserError
from ui.dialogs.dialog import Dialog, push_button
from ui.main_window import MainWindow
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.filter_words import filter_words

SIZE = QSize(440, 190)


class SaveFilterDialog(Dialog):
    """Asks for a name, and closes when `save(name, replace)` has kept the filter; its UserError is shown.

    names : those that are taken. replace : whether the person agreed to lose what has the name now.
    """

    def __init__(
        self, window: MainWindow, wanted: PairFilter, names: Collection[str], save: Callable[[str, bool], object]
    ) -> None:
        super().__init__(window, "Save this filter", SIZE)
        self._taken = frozenset(names)
        self._keep = save
        self._is_asked = False
        words = filter_words(wanted)
        what = label(f"Shows {words}, in the order that is chosen now.", "muted")
        what.setWordWrap(True)
        self.name = QLineEdit(words[:LONGEST_NAME])
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setAccessibleName("Name")
        self.name.setToolTip("The filter is listed under this name")
        form = QFormLayout()
        form.setSpacing(GRID_PX + 2)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.addRow(label("Name"), self.name)
        self.body.addWidget(what)
        self.body.addLayout(form)
        self.body.addStretch(1)
        self._save = push_button("Save", "Keep the filter (Enter)", self.save, primary=True)
        self.add_foot(self.close_button("Cancel"), self._save)
        self.name.textChanged.connect(self._check)
        self._check()
        self.name.setFocus()
        self.name.selectAll()

    @property
    def _shown_name(self) -> str:
        return " ".join(self.name.text().split())

    def _check(self) -> None:
        self.say_error(None)
        self._ask(asked=False)
        self._save.setEnabled(bool(self._shown_name))

    def _ask(self, *, asked: bool) -> None:
        self._is_asked = asked
        self._save.setText("Replace" if asked else "Save")
        self._save.setAccessibleName(self._save.text())

    def save(self) -> None:
        """Keep the filter; where the name is taken, ask first."""
        name = self._shown_name
        if name in self._taken and not self._is_asked:
            self._ask(asked=True)
            self.say_error(UserError("There is a filter of this name.", "Replace puts this one in its place."))
            return
        try:
            self._keep(name, self._is_asked)
        except UserError as error:
            self.say_error(error)
        else:
            self.accept()
