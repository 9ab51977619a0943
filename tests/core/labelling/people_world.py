"""Two scored entries that share their originals, of which three people have judged a little: every figure by hand."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from genmu_studio.labelling.opening import assignments_of
from genmu_studio.project import Project
from tests.core import world
from tests.core.labelling.made import write_file

CAMPAIGN = "what-is-seen"
ENTRY, OTHER = "example-lab-face-r1", "other-lab-face-r1"
ANNOTATORS = ("ada", "ben", "eve")
ASKED = f"""
[campaign]
name = "{CAMPAIGN}"
questions = ["face-attributes/smile", "face-attributes/age", "naturalness"]
annotators = ["ada", "ben", "eve"]
overlap = 3
[select]
track = "face"
[rates]
gold = 0
"""
# What is answered, by annotator and question, of identities 1, 2, … as they are seen on each side of `ENTRY`.
SAID: Mapping[tuple[str, str], Mapping[tuple[str, str], object]] = {
    ("ada", "smile"): {("original", "1"): "yes", ("original", "2"): "no", ("original", "3"): "yes",
                       ("unlearned", "1"): "yes", ("unlearned", "2"): "yes"},
    ("ben", "smile"): {("original", "1"): "yes", ("original", "2"): "no"},
    ("ada", "age"): {("original", "1"): 30, ("unlearned", "1"): 50},
    ("ada", "naturalness"): {("original", "1"): 5, ("unlearned", "1"): 4, ("unlearned", "2"): 3},
    ("ben", "naturalness"): {("unlearned", "1"): 5, ("unlearned", "2"): 4},
}  # fmt: skip
# Smile is kept of 1 and not of 2, 3 has one end; the age of 1 is not kept: the mean of 50 and 0, of three values.
AR, AR_N = 25.0, 3
MOS, MOS_N = 4.0, 4
MOS_ORIGINAL = 5.0


def make(folder: Path, *, answered: bool = True) -> Path:
    """Make the project under `folder`, closed; return where it is."""
    protocol = world.two_groups()
    samples = world.grid(protocol, conditions=1, seeds=1)
    with Project.create(folder / "project.genmu", protocol) as project:
        project.intake.references(world.write_references(folder / "references", protocol.identities_of("face")))
        for team in ("Example Lab", "Other Lab"):
            rows = [
                world.Sample(each.side, each.group, each.identity, each.condition, each.seed, shade=place + shift)
                for place, each in enumerate(samples)
                for shift in [100 if team == "Other Lab" and each.side == "unlearned" else 0]
            ]
            world.write_submission(folder / team, rows, team=team)
            world.take_in(project, folder / team)
        world.score_with_fake(project)
        project.labelling.keep(project.labelling.plan(write_file(folder, ASKED)))
        if answered:
            answer(project)
    return folder / "project.genmu"


def copied(folder: Path, to: Path) -> Path:
    """Return a copy of the closed project under the folder `to`."""
    return Path(shutil.copytree(folder, to / "project.genmu"))


def answer(project: Project) -> None:
    """Answer all that is in `SAID`."""
    campaign = project.labelling.campaign(CAMPAIGN)
    names = project.store.read(
        lambda db: {
            id_: (submission, side, identity)
            for id_, submission, side, identity in db.execute("SELECT id, submission_id, side, identity FROM sample")
        }
    )
    for annotator in ANNOTATORS:
        queue = project.labelling.queue(campaign, annotator)
        for row in assignments_of(project, campaign, annotator):
            submission, side, identity = names[row.sample]
            for (name, question), said in SAID.items():
                value = said.get((side, identity))
                if name == annotator and value is not None and (side == "original" or submission == ENTRY):
                    queue.answer(row.token, question, value).result()
