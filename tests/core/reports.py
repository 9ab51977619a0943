"""Read a report as a strict browser does, and say what a careful one would complain about."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element

import html5lib

from genmu_studio.domain import TRACKS
from genmu_studio.executors import ExecutorChoice
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.project import Project
from genmu_studio.report.request import ReportRequest, WrittenReport, write_report
from genmu_studio.view import View
from tests.core.world import INLINE

SVG = "{http://www.w3.org/2000/svg}"
_ADDRESS = re.compile(r"https?:|//|url\(|@import|javascript:", re.IGNORECASE)


def parse(content: bytes) -> Element:
    """Return the page as a tree; ParseError at the first thing that HTML does not allow."""
    tree: Element = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(content.decode("utf-8"))
    return tree


@dataclass(frozen=True)
class Printed:
    """A number of the page. entry : the submission that it is about where the page is about several, "" elsewhere."""

    name: str
    value: float
    shown: str
    entry: str


class Report:
    """A report that has been written, and what stands in it."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.source = content.decode("utf-8")
        self.tree = parse(content)

    def all(self, tag: str, root: Element | None = None) -> list[Element]:
        """Return the elements of that tag, those of drawings included."""
        return [each for each in (root or self.tree).iter() if each.tag in {tag, SVG + tag}]

    def of_class(self, name: str, root: Element | None = None) -> list[Element]:
        """Return the elements of that class."""
        where = self.tree if root is None else root
        return [each for each in where.iter() if name in each.get("class", "").split()]

    def section(self, name: str) -> Element:
        """Return the section of that id."""
        (found,) = [each for each in self.all("section") if each.get("id") == name]
        return found

    @property
    def sections(self) -> list[str]:
        """The ids of the sections, in their order."""
        return [each.get("id", "") for each in self.all("section")]

    @property
    def text(self) -> str:
        """Everything that is to be read, without style."""
        return words(self.tree.find("body"))

    def numbers(self) -> list[Printed]:
        """Return every number of a metric that the page prints."""
        return list(_numbers(self.tree, ""))


def words(root: Element | None) -> str:
    """Return the text in an element, with single spaces."""
    assert root is not None
    return " ".join(" ".join(root.itertext()).split())


def _numbers(root: Element, entry: str) -> Iterator[Printed]:
    entry = root.get("data-submission", entry)
    if root.tag == "data":
        yield Printed(root.attrib["data-name"], float(root.attrib["value"]), words(root), entry)
    for each in root:
        yield from _numbers(each, entry)


def stands_at(data: Any, name: str) -> Any:
    """Return what stands in JSON at a name of the page."""
    for step in name.split("."):
        data = data[int(step)] if isinstance(data, list) else data[step]
    return data


def all_numbers(data: Any, name: str = "") -> Iterator[tuple[str, float]]:
    """Return every number in JSON with its name."""
    if isinstance(data, Mapping):
        items: Sequence[tuple[object, Any]] = list(data.items())
    elif isinstance(data, list | tuple):
        items = list(enumerate(data))
    else:
        items = []
        if isinstance(data, int | float) and not isinstance(data, bool):
            yield name, data
    for key, each in items:
        yield from all_numbers(each, f"{name}.{key}" if name else str(key))


def check_page(report: Report) -> None:
    """Assert what holds for every report: valid, self-contained, quiet, accessible."""
    assert report.source.startswith("<!doctype html>\n")
    _check_alone(report)
    _check_structure(report)
    _check_tables(report)
    assert all(character in "\n\t" or character.isprintable() for character in report.source)


def _check_alone(report: Report) -> None:
    tags = {str(each.tag).removeprefix(SVG) for each in report.tree.iter()}
    assert not tags & {"script", "iframe", "object", "embed", "link", "base", "form", "input", "button", "use"}
    policies = [each.get("content", "") for each in report.all("meta") if each.get("http-equiv")]
    assert len(policies) == 1
    assert {"default-src 'none'", "img-src data:", "style-src 'unsafe-inline'"} <= set(policies[0].split("; "))
    for each in report.tree.iter():
        for name, value in each.attrib.items():
            local = str(name).rpartition("}")[2]
            assert not local.startswith("on"), f"{each.tag} has {name}"
            if local == "href":
                assert value.startswith("#"), value
            elif local == "src":
                assert value.startswith("data:image/jpeg;base64,"), value[:40]
            elif local in {"style", "action", "srcset", "background"}:
                raise AssertionError(f"{each.tag} has {name}")
    style = "".join(words(each) for each in report.all("style"))
    assert not _ADDRESS.search(style)


def _check_structure(report: Report) -> None:
    ids = Counter(each.attrib["id"] for each in report.tree.iter() if "id" in each.attrib)
    assert [name for name, times in ids.items() if times > 1] == []
    targets = [each.attrib["href"][1:] for each in report.all("a")]
    targets += [name for each in report.tree.iter() for name in each.get("aria-labelledby", "").split()]
    assert set(targets) <= set(ids)
    for image in report.all("img"):
        assert image.get("alt", "").strip()
    for drawing in report.all("svg"):
        assert drawing.get("aria-hidden") == "true" or (drawing.get("role") == "img" and drawing.get("aria-label"))
    levels = [int(str(each.tag)[1]) for each in report.tree.iter() if re.fullmatch(r"h[1-6]", str(each.tag))]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    (html,) = report.all("html")
    assert html.get("lang") == "en"
    (title,) = report.tree.findall("./head/title")
    assert words(title)


def _check_tables(report: Report) -> None:
    for table in report.all("table"):
        assert words(table.find("caption"))
        heads = table.findall("./thead/tr/*") + table.findall("./tbody/tr/th")
        assert all(cell.tag == "td" or cell.get("scope") for cell in heads)
        widths = {sum(int(cell.get("colspan", 1)) for cell in row) for row in report.all("tr", table)}
        assert len(widths) == 1, f"rows of unlike length: {words(table.find('caption'))}"


def quiet(progress: Progress) -> None:
    """Take no notice."""


def write(
    project: Project,
    about: str,
    view: View | None = None,
    *,
    lanes: ExecutorChoice = INLINE,
    name: str = "report.html",
) -> tuple[Report, WrittenReport]:
    """Write the report about a submission, or about the leaderboard of a track, and check the page."""
    out = project.folder.parent / name
    track = next((track for track in TRACKS if track == about), None)
    if track is not None:
        request = ReportRequest(out, track, None, view or View(), True, lanes)
    else:
        row = project.submission(about)
        request = ReportRequest(out, row.track, row, view or View(), True, lanes)
    written = write_report(project, request, quiet, Cancellation())
    report = Report(out.read_bytes())
    assert written.size_bytes == len(report.content)
    check_page(report)
    return report, written
