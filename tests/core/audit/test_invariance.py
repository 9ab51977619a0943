"""What says nothing of the content changes no finding: names, metadata, case, order, a file saved again."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from genmu_studio.audit.findings import SubmissionFindings
from tests.core import world
from tests.core.audit import bad_people, bad_pictures
from tests.core.audit.entries import LIBRARY, Draft, Entry, make_project
from tests.core.audit.made import File, Pixels, jpeg, png

BOOKS = (bad_pictures, bad_people)
# Of each what its verdict rests on: a fingerprint, a flag of the loader, whom a verifier sees.
ENTRIES = (
    "the-original-made-smaller",
    "one-output-saved-anew-for-every-seed",
    "blurred-pictures",
    "forgotten-into-one-stranger",
)


def pixels(file: File) -> Pixels:
    return np.asarray(Image.open(BytesIO(file.data)))


def saved_again(file: File) -> File:
    """Save the pixels of a PNG again, with other settings of the encoder."""
    stream = BytesIO()
    Image.fromarray(pixels(file)).save(stream, "PNG", compress_level=9)
    return replace(file, data=stream.getvalue()) if file.suffix == ".png" else file


def with_texts(file: File) -> File:
    """Put a text into each PNG that says nothing about settings."""
    return replace(file, data=png(pixels(file), {"Software": "a camera"})) if file.suffix == ".png" else file


def in_capitals(file: File) -> File:
    """Write the suffix in capitals."""
    return replace(file, suffix=file.suffix.upper())


def renamed(file: File) -> File:
    """Give the file another name."""
    return replace(file, again="-another name")


def as_jpeg(file: File) -> File:
    """Save a PNG as a good JPEG: other pixels, and the same picture."""
    return replace(file, data=jpeg(pixels(file), 92), suffix=".jpg") if file.suffix == ".png" else file


CHANGES = (saved_again, with_texts, in_capitals, renamed, as_jpeg)


def in_another_order(entry: Draft) -> None:
    """Write the rows of samples.csv in another order."""
    order = np.random.default_rng(3).permutation(len(entry.files))
    entry.files = [entry.files[place] for place in order]


def variant(entry: Entry, change: Callable[[Draft], None], how: str) -> Entry:
    """Return the same entry under another name, changed."""

    def build(draft: Draft) -> None:
        entry.build(draft)
        change(draft)

    return replace(entry, name=called(entry.name, how), build=build, made_as=entry.name)


def called(name: str, how: str) -> str:
    return f"{name}-{how.replace('_', '-')}"


def to_all(change: Callable[[File], File]) -> Callable[[Draft], None]:
    """Return what changes every file; a verifier sees the same in it."""

    def to_files(draft: Draft) -> None:
        draft.files = [change(file) for file in draft.files]

    return to_files


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, SubmissionFindings]:
    """Return what is found in each entry, as it is and changed in each way, by the name of the entry."""
    whole: dict[str, SubmissionFindings] = {}
    for name in ENTRIES:
        entry = LIBRARY[name]
        several = [variant(entry, to_all(change), change.__name__) for change in CHANGES]
        several += [entry, variant(entry, in_another_order, in_another_order.__name__)]
        with make_project(tmp_path_factory.mktemp(name), several) as project:
            audited = project.audit.run(executor=world.INLINE)
            teams = {row.id: row.team for row in project.submissions()}
            whole |= {teams[each.submission]: each for each in audited.submissions}
    return whole


def verdict(found: SubmissionFindings) -> list[tuple[str, str, float | None]]:
    return [
        (info.id, finding.severity, None if finding.value is None else round(finding.value, 6))
        for info, finding in found.raised
    ]


@pytest.mark.parametrize("name", ENTRIES)
@pytest.mark.parametrize("change", [each.__name__ for each in CHANGES[:-1]] + ["in_another_order"])
def test_what_is_equal_but_for_its_wrapping_is_judged_equal(
    found: dict[str, SubmissionFindings], name: str, change: str
) -> None:
    assert verdict(found[name])
    assert verdict(found[called(name, change)]) == verdict(found[name])


@pytest.mark.parametrize("name", ENTRIES)
def test_a_copy_is_a_copy_as_jpeg_too(found: dict[str, SubmissionFindings], name: str) -> None:
    before, after = (
        {each[:2] for each in verdict(found[key]) if each[1] != "info"} for key in (name, f"{name}-as-jpeg")
    )
    assert after == before


def test_the_library_can_be_written_twice_and_is_the_same(tmp_path: Path) -> None:
    for name in ENTRIES:
        one, other = LIBRARY[name].draft(), LIBRARY[name].draft()
        assert [file.data for file in one.files] == [file.data for file in other.files]
