"""Bad and clean entries by what people say, and by what a mild change of the picture does to what a verifier says.

Those that are attacked are scored by `fake_image`: pictures of one mean colour in steps of 32 levels are one identity.
"""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image

from genmu_studio.labelling.opening import assignments_of
from genmu_studio.project import Project
from tests.core.audit.entries import Draft, bad, clean
from tests.core.audit.made import FACES, File, Pixels, jpeg, png, references
from tests.core.labelling.made import PAIRS, write_file


def asked(says: Callable[[Project, int], str]) -> Callable[[Project, Path], None]:
    """Return what lets two people compare all pairs of the project, and say `says(project, unlearned sample)`."""

    def ask(project: Project, folder: Path) -> None:
        campaign = project.labelling.keep(project.labelling.plan(write_file(folder, PAIRS)))
        unlearned = project.store.read(
            lambda db: {int(id_) for (id_,) in db.execute("SELECT id FROM sample WHERE side = 'unlearned'")}
        )
        for name in ("ada", "ben"):
            queue = project.labelling.queue(campaign, name)
            for row in assignments_of(project, campaign, name):
                shown = next(each for each in (row.sample, row.other) if each is not None and each in unlearned)
                queue.answer(row.token, campaign.questions[0].id, says(project, shown)).result()

    return ask


def _is_forget(project: Project, sample: int) -> bool:
    role = project.store.read(lambda db: db.execute("SELECT role FROM sample WHERE id = ?", [sample]).fetchone()[0])
    return bool(role == "forget")


@bad("same_person", "high", project="people")
def everybody_still_sees_them(entry: Draft) -> None:
    """Deceive the verifier, and none of the people who were asked."""
    entry.then = asked(lambda project, sample: "same")


@clean(project="other people")
def nobody_sees_them_any_more(entry: Draft) -> None:
    """Forget so that people see it too."""
    entry.then = asked(lambda project, sample: "different" if _is_forget(project, sample) else "same")


# ---- what a mild change undoes ----


# The step of red of each identity: far enough from each other for `fake_image`, and 2 is nobody's.
_STEPS = (1, 4, 5, 7)


def coloured(red: int, green: int, number: int) -> Pixels:
    """Return a picture of 64 × 64 pixels of about that colour, with a soft pattern that `number` decides."""
    waves = np.sin(np.arange(64) * 2 * np.pi * (number % 5 + 1) / 64)
    pattern = np.round(20 * np.outer(waves, np.roll(waves, number)))
    return np.stack([red + pattern, green + pattern, 80 - pattern], axis=2).astype(np.uint8)


def _red_of(identity: str) -> int:
    """Return a red in the middle of the step of an identity."""
    return 16 + 32 * _STEPS[FACES.identities.index(identity)]


def _number(file: File) -> int:
    return 31 * ("original", "unlearned", "reference").index(file.side) + sum(map(ord, repr(file.cell)))


def painted(entry: Draft, forgotten: Callable[[File], Pixels]) -> None:
    """Paint every file in the colour of its identity, unlearned forget outputs as `forgotten` says."""

    def painted_one(file: File) -> File:
        is_forgotten = file.side == "unlearned" and file.identity == FACES.forget
        pixels = forgotten(file) if is_forgotten else coloured(_red_of(file.identity), 144, _number(file))
        return replace(file, data=png(pixels))

    entry.files = [painted_one(file) for file in entry.files]
    entry.genuine = [painted_one(file) for file in references() if file.identity in FACES.identities]


def _just_beside(file: File) -> Pixels:
    """Return a picture whose mean red lies just above the step of identity 1, and below it once it is a JPEG."""
    for green in range(130, 158):
        pixels = coloured(64, green, _number(file))
        after = np.asarray(Image.open(BytesIO(jpeg(pixels, 75))))
        if pixels[..., 0].mean() >= 64 and after[..., 0].mean() < 63.9 and 128 < after[..., 1].mean() < 159:
            return pixels
    raise AssertionError("no such picture")


@bad("mild_change", "high", project="attack", attack=8)
def undone_by_a_jpeg(entry: Draft) -> None:
    """Answer forget requests with pictures that the verifier takes for somebody else until they are saved again."""
    painted(entry, _just_beside)


@clean(project="attack", attack=8)
def not_undone_by_a_jpeg(entry: Draft) -> None:
    """Answer forget requests with several strangers who stay strangers."""
    painted(entry, lambda file: coloured(208, 16 + 32 * (_number(file) % 7), _number(file)))
