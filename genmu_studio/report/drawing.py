"""From a page to the bytes of its file. Whatever a stranger wrote comes out escaped, and nothing of it unseen."""

from genmu_studio.export import visible
from genmu_studio.report.page import Page
from genmu_studio.report.pictures import SIDE_PX, WAVE_HEIGHT


def draw(page: Page) -> bytes:
    """Return the page as HTML that needs no other file, no network and no script."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 - only a report needs it

    environment = Environment(
        loader=PackageLoader("resources", "templates/report"),
        autoescape=True,
        finalize=_finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    template = environment.get_template("page.html")
    return template.render(page=page, wave_width=SIDE_PX, wave_height=WAVE_HEIGHT).encode()


def _finalize(value: object) -> object:
    """Return what is written in place of an expression: text without what is there and not seen, "" for None."""
    if value is None:
        return ""
    return visible(value) if type(value) is str and not value.isprintable() else value
