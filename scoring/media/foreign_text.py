"""Text that a stranger's file holds: decoded where its encoding is not stated, and made safe to show."""

import unicodedata


def decoded(content: bytes) -> str:
    """Return a text of unstated encoding up to its first null character: as UTF-8 where it is that, else as Latin-1."""
    content = content.partition(b"\0")[0]
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        # Of a text that was cut the last character may be incomplete; that is no sign against UTF-8.
        is_cut = error.reason == "unexpected end of data"
        return content.decode("utf-8", "ignore") if is_cut else content.decode("latin-1")


def plain(text: str, longest: int) -> str:
    """Return a text without the characters that control the display, cut at `longest` characters, and saying so.

    Of control characters only new lines and tabs stay. Others, which could make a text look like another, become �.
    """
    shown = text[:longest].replace("\r\n", "\n").replace("\r", "\n").strip(" \n\t\0")
    shown = "".join(each if each in "\n\t" or unicodedata.category(each)[0] != "C" else "�" for each in shown)
    return f"{shown} … (more follows)" if len(text) > longest else shown
