"""Tooltips that show text literally: Qt takes anything that looks like HTML for HTML."""

import html


def tip(text: str) -> str:
    """Return `text` as a tooltip that shows it as it is, line breaks included."""
    lines = html.escape(text).replace("\n", "<br>")
    return f"<p style='white-space: pre-wrap'>{lines}</p>" if text else ""
