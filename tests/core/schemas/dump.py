"""Write the dump of a small database of the newest schema: `python -m tests.core.schemas.dump`, once per release.

A dump of a released schema never changes again: the tests open it as an old project.
"""

import os
import re
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

from genmu_studio.audit.drafts import Draft
from genmu_studio.marks import Mark
from genmu_studio.project import Project
from genmu_studio.store.migrations import migrations
from genmu_studio.store.store import DATABASE_FILE
from tests.core import world

FOLDER = Path(__file__).parent


def dump() -> Path:
    """Make the project, and return the file that was written, named after the newest migration."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        protocol = world.one_group()
        samples = world.showing(world.grid(protocol), {("unlearned", "1"): "2", ("unlearned", "4"): world.STRANGER})
        with Project.create(folder / "old.genmu", protocol) as project:
            project.intake.references(
                world.write_references(folder / "references", protocol.identities_of("face"), each=2)
            )
            world.take_in(project, world.write_submission(folder / "entry", samples))
            world.score_with_fake(project)
            (evaluator,) = project.evaluators()
            project.freeze(evaluator, project.calibrate(evaluator))
            _review(project)
            _label(project, folder)
            _audit(project)
        with closing(sqlite3.connect(folder / "old.genmu" / DATABASE_FILE)) as db:
            text = "\n".join(db.iterdump()) + "\n"
    path = FOLDER / f"{migrations._migrations[-1].name}.sql"
    path.write_text(re.sub(re.escape(str(folder.resolve())), "/data", text), encoding="utf-8")
    return path


def _review(project: Project) -> None:
    """Leave each kind of mark, and a step that was undone."""
    (submission,) = project.submissions()
    first, second, *_ = (int(row) for row in world.look(project, submission.id).frames[0].sample_id)
    with patch.dict(os.environ, LOGNAME="reviewer"):
        project.mark("Pick 2 pairs", [Mark("pick", first, "pick"), Mark("pick", second, "reject")]).result()
        project.mark("Bookmark", [Mark("bookmark", first, "yes")]).result()
        project.mark("Note", [Mark("note", first, "look at the hair")]).result()
        project.mark("Clear pick", [Mark("pick", first, None)]).result()
        project.undo()


_CAMPAIGN = """
[campaign]
name = "smiles"
questions = ["face-attributes/smile", "note"]
annotators = ["ada", "ben"]
overlap = 2
[select]
track = "face"
roles = ["forget"]
"""


def _label(project: Project, folder: Path) -> None:
    """Leave each kind of act of labelling, and one that was undone."""
    (folder / "campaign.toml").write_text(_CAMPAIGN, encoding="utf-8")
    campaign = project.labelling.keep(project.labelling.plan(folder / "campaign.toml"))
    queue = project.labelling.queue(campaign, "ada")
    first, second = (entry.token for entry in queue.entries[:2])
    queue.answer(first, "smile", "yes", seconds=2.5).result()
    queue.skip(second, "smile", "too dark").result()
    queue.note(second, "look at the hair").result()
    queue.answer(first, "smile", "no").result()
    queue.undo().result()
    project.labelling.adjudication(campaign, "judge").adjudicate(first, "smile", "no").result()
    project.labelling.exclude(campaign, "ben", "answers at random")


def _audit(project: Project) -> None:
    """Leave what the checks found, a draft that was undone, one that stands, and a verdict."""
    (submission,) = project.submissions()
    with patch.dict(os.environ, LOGNAME="auditor"):
        project.audit.run(executor=world.INLINE)
        project.audit.sign(submission, Draft("query", "which weights were used?"))
        project.audit.write_draft(submission, Draft("accept"))
        project.undo()
        project.audit.write_draft(submission, Draft("reject", "weights equal"))


if __name__ == "__main__":
    dump()
