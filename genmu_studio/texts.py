"""Texts that people type or that submissions bring, made fit to be kept: whole characters, and none that controls."""

import re

# The control characters but tab and newline, and halves of surrogate pairs: they are no characters, and no UTF-8.
_NOT_KEPT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def clean_text(text: str) -> str:
    """Return `text` with newlines as line ends, without spaces around it or control characters but newline and tab."""
    return _NOT_KEPT.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def clean_line(text: str, longest: int) -> str:
    """Return `text` as one line of at most `longest` characters."""
    return " ".join(clean_text(text).split())[:longest]
