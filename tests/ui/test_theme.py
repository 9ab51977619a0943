"""The theme: readable text on every surface, in both, and a style sheet without holes."""

import re
from dataclasses import fields

import pytest
from PySide6.QtCore import QFile
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui import theme
from ui.theme import SCHEMES, Scheme, Tokens, contrast, style_sheet

TEXTS = ("text", "muted", "accent", "original", "unlearned", "good", "bad", "what_if", "changed")
SURFACES = ("background", "surface", "raised")


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("token", TEXTS)
@pytest.mark.parametrize("surface", SURFACES)
def test_text_can_be_read_on_every_surface(scheme: Scheme, token: str, surface: str) -> None:
    tokens = SCHEMES[scheme]
    assert contrast(getattr(tokens, token), getattr(tokens, surface)) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_on_the_accent_can_be_read(scheme: Scheme) -> None:
    tokens = SCHEMES[scheme]
    assert contrast(tokens.on_accent, tokens.accent) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_style_sheet_has_no_token_left_and_names_files_that_exist(scheme: Scheme, dressed: QApplication) -> None:
    text = re.sub(r"/\*.*?\*/", "", style_sheet(SCHEMES[scheme]), flags=re.DOTALL)
    assert re.findall(r"@\w+", text) == []
    files = re.findall(r"url\(([^)]*)\)", text)
    assert files
    assert [name for name in files if not QFile.exists(name)] == []


def test_every_token_is_a_colour() -> None:
    for tokens in SCHEMES.values():
        for field in fields(Tokens):
            assert re.fullmatch(r"#[0-9a-fA-F]{6}", getattr(tokens, field.name)), field.name


def test_a_change_of_theme_is_told(dressed: QApplication, qtbot: QtBot) -> None:
    try:
        with qtbot.waitSignal(theme.watch().changed):
            theme.apply(dressed, "light")
        assert (theme.scheme(), theme.current()) == ("light", theme.LIGHT)
    finally:
        theme.apply(dressed, "dark")
    assert theme.current() == theme.DARK


def test_the_bundled_font_is_in_use(dressed: QApplication) -> None:
    assert QFontInfo(dressed.font()).family() == "Inter"
