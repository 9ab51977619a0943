"""What this program is: versions of everything that shapes a number, and the licences of what it carries."""

from functools import partial

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QTabWidget

from genmu_studio.licences import licence_texts
from genmu_studio.versions import program_versions
from ui.dialogs.dialog import PlainDialog, push_button
from ui.studio_window import StudioWindow
from ui.widgets.basics import label

SIZE = QSize(720, 560)


class AboutDialog(PlainDialog):
    """Shows versions and licences."""

    def __init__(self, window: StudioWindow) -> None:
        super().__init__(window, "About Genmu Studio", SIZE)
        versions = program_versions()
        title = label(f"Genmu Studio {versions['genmu-studio']}")
        title.setStyleSheet("font-size: 18px; font-weight: 700;")
        text = label(
            "The studio in which submissions to the Genμ 2.0 machine-unlearning challenge are judged, labelled and "
            "understood.",
            "muted",
        )
        text.setWordWrap(True)
        self.body.addWidget(title)
        self.body.addWidget(text)
        width = max(map(len, versions))
        listed = "\n".join(f"{name:<{width}}  {version}" for name, version in versions.items())
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName("Versions and licences")
        self.tabs.setToolTip("Versions, and the licences of what the program carries")
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(_page("Versions", listed), "Versions")
        for name, licence in licence_texts().items():
            self.tabs.addTab(_page(f"Licence of {name}", licence), name)
        self.body.addWidget(self.tabs, 1)
        copy = push_button("Copy versions", "Copy the versions, for a report", partial(_copy, listed))
        self.add_foot(copy, self.close_button())


def _page(name: str, text: str) -> QPlainTextEdit:
    page = QPlainTextEdit(text)
    page.setReadOnly(True)
    page.setTabChangesFocus(True)
    page.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    page.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    page.setAccessibleName(name)
    page.setToolTip(f"{name} (can be selected and copied)")
    return page


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
