"""The settings: a page per section of their table, and one for the keys. What is changed applies at once."""

from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QSpinBox,
    QStackedWidget,
    QWidget,
)

from genmu_studio.settings import Setting, Value
from scoring.errors import UserError
from ui.dialogs.dialog import PlainDialog, push_button
from ui.dialogs.keys_page import KeysPage
from ui.studio_window import StudioWindow
from ui.theme import GRID_PX
from ui.widgets.basics import label

SIZE = QSize(860, 600)
KEYS = "Keys"


class SettingsDialog(PlainDialog):
    """Shows and changes the settings that have to do with a window."""

    def __init__(self, window: StudioWindow) -> None:
        super().__init__(window, "Settings", SIZE)
        self._settings = window.settings
        self.fields: dict[str, QWidget] = {}
        self._sections = QListWidget()
        self._sections.setObjectName("sections")
        self._sections.setAccessibleName("Sections")
        self._sections.setToolTip("Sections of the settings (up and down)")
        self._sections.setFixedWidth(150)
        self._pages = QStackedWidget()
        for section in dict.fromkeys(row.section for row in self._settings.table.values()):
            if window.sections is not None and section not in window.sections:
                continue
            self._add(section, self._page([row for row in self._settings.table.values() if row.section == section]))
        self.keys_page = KeysPage(window.table, self._settings, self.say_error)
        self._add(KEYS, self.keys_page)
        self._sections.currentRowChanged.connect(self._pages.setCurrentIndex)
        self._sections.currentRowChanged.connect(lambda _: self.say_error(None))
        self._sections.setCurrentRow(0)
        row = QHBoxLayout()
        row.setSpacing(2 * GRID_PX)
        row.addWidget(self._sections)
        row.addWidget(self._pages, 1)
        self.body.addLayout(row)
        self.add_foot(label("Changes apply at once.", "muted"), self.close_button())
        self._unsubscribe = self._settings.subscribe(self._show)
        self.finished.connect(lambda _: self._unsubscribe())

    def show_section(self, name: str) -> None:
        """Show the page of a section."""
        for item in self._sections.findItems(name, Qt.MatchFlag.MatchExactly):
            self._sections.setCurrentItem(item)

    def _add(self, title: str, page: QWidget) -> None:
        item = QListWidgetItem(title, self._sections)
        item.setSizeHint(QSize(0, 32))
        self._pages.addWidget(page)

    def _page(self, rows: list[Setting]) -> QWidget:
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, GRID_PX, 0)
        grid.setHorizontalSpacing(2 * GRID_PX)
        grid.setVerticalSpacing(GRID_PX // 2)
        grid.setColumnStretch(0, 1)
        for place, setting in enumerate(rows):
            field = self._field(setting)
            field.setAccessibleName(setting.title)
            field.setAccessibleDescription(setting.tip)
            field.setToolTip(f"{setting.tip}. Default: {_shown(setting.default)}")
            field.setMinimumWidth(170)
            self.fields[setting.key] = field
            title = label(setting.title)
            title.setBuddy(field)
            tip = label(setting.tip, "muted")
            tip.setWordWrap(True)
            reset = push_button("Default", f"Set {setting.title} back to {_shown(setting.default)}",
                                partial(self._set, setting.key, setting.default))  # fmt: skip
            reset.setAccessibleName(f"{setting.title}: default")
            grid.addWidget(title, 3 * place, 0)
            grid.addWidget(tip, 3 * place + 1, 0)
            grid.addWidget(field, 3 * place, 1, 2, 1, Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(reset, 3 * place, 2, 2, 1, Qt.AlignmentFlag.AlignVCenter)
            grid.setRowMinimumHeight(3 * place + 2, GRID_PX)
        grid.setRowStretch(3 * len(rows), 1)
        scrolled = QScrollArea()
        scrolled.setWidgetResizable(True)
        scrolled.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scrolled.setWidget(inside)
        return scrolled

    def _field(self, setting: Setting) -> QWidget:
        """Return the control of a setting, with its value, connected."""
        change = partial(self._set, setting.key)
        if setting.kind == "choice":
            choice = QComboBox()
            for value in setting.choices:
                choice.addItem(_shown(value), value)
            choice.activated.connect(lambda index: change(choice.itemData(index)))
            field: QWidget = choice
        elif setting.kind == "bool":
            box = QCheckBox()
            box.clicked.connect(lambda checked: change(bool(checked)))
            field = box
        elif setting.kind == "int":
            number = QSpinBox()
            number.setRange(setting.minimum, setting.maximum)
            number.setKeyboardTracking(False)
            number.lineEdit().setTextMargins(6, 0, 0, 0)
            number.valueChanged.connect(change)
            field = number
        else:
            text = QLineEdit()
            text.editingFinished.connect(lambda: change(text.text()))
            field = text
        _put(field, self._settings.get(setting.key))
        return field

    def _set(self, key: str, value: Value) -> None:
        try:
            self._settings.set(key, value)
        except UserError as error:
            self.say_error(error)
        else:
            self.say_error(None)
        self._show(key)

    def _show(self, key: str) -> None:
        """Show the value that is kept, which is another one where saving failed."""
        if key in self.fields:
            _put(self.fields[key], self._settings.get(key))


def _put(field: QWidget, value: Value) -> None:
    before = field.blockSignals(True)
    if isinstance(field, QComboBox):
        field.setCurrentIndex(field.findData(value))
    elif isinstance(field, QCheckBox):
        field.setChecked(bool(value))
    elif isinstance(field, QSpinBox):
        field.setValue(int(value))
    elif isinstance(field, QLineEdit):
        field.setText(str(value))
    field.blockSignals(before)


def _shown(value: Value) -> str:
    """Return a value as a person reads it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:,}" if isinstance(value, int) else value[:1].upper() + value[1:]
