"""A campaign that three people have gone through: forty faces with gold, repeats and checks.

Ada is careful. Ben is mostly so. Eve hardly looks: she fails checks, and answers otherwise when she is asked again.
"""

import json
import random
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from genmu_studio.labelling.opening import assignments_of
from genmu_studio.labelling.questions import Answer
from genmu_studio.labelling.queue import LabelQueue, Written
from genmu_studio.project import Project
from genmu_studio.store.labels import AssignmentRow
from tests.core import world

ANNOTATORS = ("ada", "ben", "eve")
CAMPAIGN = """
[campaign]
name = "faces-2026"
title = "What do you see?"
questions = ["face-attributes/smile", "face-attributes/expression", "face-attributes/age", "naturalness", "note"]
annotators = ["ada", "ben", "eve"]
overlap = 3
seed = 7
[select]
track = "face"
most = 40
[rates]
repeats = 0.15
gold = 0.1
attention = 0.1
[[gold]]
submission = "northlight-face-r1"
path = "original/One/1/c0/0.png"
answers.smile = ["yes"]
[[gold]]
submission = "northlight-face-r1"
path = "original/One/2/c0/0.png"
answers.smile = ["yes"]
"""
PAIRS = """
[campaign]
name = "pairs-2026"
title = "The same person?"
questions = ["same-person"]
annotators = ["ada", "ben", "eve"]
overlap = 3
seed = 3
[select]
track = "face"
"""
# of 1: how often an answer is what is to be seen
_CARE: Mapping[str, float] = {"ada": 0.96, "ben": 0.78, "eve": 0.55}
_EXPRESSIONS = ("neutral", "happy", "sad", "angry", "surprised", "other")
_TEAMS = ("Northlight", "Tern")


def make_project(folder: Path, *, scored: bool = False, size: int = 24) -> Path:
    """Return the folder of a closed project of two entries with two campaigns, of which nobody has answered one."""
    protocol = world.one_group()
    with Project.create(folder / "project.genmu", protocol) as project:
        world.write_references(folder / "references", protocol.identities_of("face"))
        project.intake.references(folder / "references")
        for place, team in enumerate(_TEAMS):
            made = world.grid(protocol, conditions=3)
            # Northlight forgot: identity 1 looks like 2 there, but for one that still shows it. Tern forgot nothing.
            shows = {("unlearned", "1"): "2"} if place == 0 else {}
            samples = [
                world.Sample(each.side, each.group, each.identity, each.condition, each.seed, each.shows, shade)
                for shade, each in enumerate(world.showing(made, shows), start=place * 500)
            ]
            world.write_submission(folder / team, samples, team=team, size=size)
            if size > 8:
                for sample in samples:
                    draw_face(folder / team / sample.path, sample.side)
            world.take_in(project, folder / team, team=team)
        for text in (CAMPAIGN, PAIRS):
            (folder / "campaign.toml").write_text(text, encoding="utf-8")
            project.labelling.keep(project.labelling.plan(folder / "campaign.toml"))
        if scored:
            world.score_with_fake(project)
    return folder / "project.genmu"


def draw_face(path: Path, side: str) -> None:
    """Draw a face over a plain picture whose mean colour stays what it is, so that the fake evaluator knows it."""
    plain = Image.open(path).convert("RGB")
    size = plain.width
    mean = np.asarray(plain, dtype=np.float64).mean(axis=(0, 1))
    grey = Image.new("L", (size, size), 96)
    pen = ImageDraw.Draw(grey)
    unit = size / 100
    draw = random.Random("/".join(path.parts[-4:]))  # noqa: S311 - nothing is kept secret by it
    shift = draw.uniform(-6, 6)
    pen.ellipse([unit * v for v in (24 + shift, 14, 76 + shift, 88)], fill=150)
    pen.pieslice([unit * v for v in (20 + shift, 8, 80 + shift, 70)], 180, 360, fill=60)
    for eye in (40, 60):
        pen.ellipse([unit * v for v in (eye - 4 + shift, 44, eye + 4 + shift, 52)], fill=30)
    mouth = (38 + shift, 56, 62 + shift, 76)
    pen.arc([unit * v for v in mouth], 20, 160, fill=40, width=max(1, round(2 * unit)))
    soft = grey.filter(ImageFilter.GaussianBlur(unit if side == "original" else 2.2 * unit))
    shape = np.asarray(soft, dtype=np.float64)
    relief = (shape - shape.mean())[..., np.newaxis]
    relief *= min(1.0, float(min(mean.min(), 255 - mean.max())) / max(1.0, float(np.abs(relief).max())))
    Image.fromarray(np.clip(np.round(mean + relief), 0, 255).astype(np.uint8)).save(path)


def merge_otherwise(project: Project, folder: Path, campaign: str = "faces-2026") -> None:
    """Merge the labels of a copy in which Ada and Ben went on otherwise at some entries."""
    shutil.copytree(project.folder, folder / "copy.genmu", ignore=shutil.ignore_patterns("lock", ".lock"))
    found = project.labelling.campaign(campaign)
    with Project.open(folder / "copy.genmu") as copy:
        for name, values in (("ada", ("yes", "no")), ("ben", ("no", "yes"))):
            for place in (3, 4):
                _turn(copy.labelling.queue(found, name), place, values)
        copy.labelling.queue(found, "ada").note(_token(copy, "ada", 5), "a second look").result()
        copy.labelling.export(found, folder / "copy.jsonl")
    for name in ("ada", "ben"):
        queue = project.labelling.queue(found, name)
        queue.skip(queue.entries[3].token, "smile", "a hand is before it").result()
    _turn(project.labelling.queue(found, "ada"), 4, ("no", "yes"))
    project.labelling.queue(found, "ada").note(_token(project, "ada", 5), "the first look").result()
    project.labelling.merge(folder / "copy.jsonl")


def _turn(queue: LabelQueue, place: int, values: Sequence[str]) -> None:
    """Answer otherwise than what stands, and back again where that is what is wanted first."""
    for value in values:
        queue.answer(queue.entries[place].token, "smile", value).result()


def _token(project: Project, name: str, place: int) -> str:
    return project.labelling.queue(project.labelling.campaign("faces-2026"), name).entries[place].token


def answer_all(
    project: Project, campaign: str = "faces-2026", annotators: Sequence[str] = ANNOTATORS, share: float = 1.0
) -> None:
    """Let everybody answer, `share` of the own queue."""
    found = project.labelling.campaign(campaign)
    sides = project.store.read(lambda db: dict(db.execute("SELECT id, side FROM sample").fetchall()))
    for name in annotators:
        rows = assignments_of(project, found, name)
        person = Person(name, campaign, sides)
        queue = project.labelling.queue(found, name)
        written = [
            person.answer(queue, row, question.id)
            for row in rows[: round(share * len(rows))]
            for question in queue.questions
        ]
        for each in written:
            if each is not None:
                each.result()


class Person:
    """Answers with the care of its own. sides : of samples, which the person does not see but judges by."""

    def __init__(self, name: str, campaign: str, sides: Mapping[int, str]) -> None:
        self._draw = random.Random(f"{campaign} {name}")  # noqa: S311 - nothing is kept secret by it
        self._care = _CARE[name]
        self._pace = 0.35 if name == "eve" else 1.0
        self._sides = sides

    def answer(self, queue: LabelQueue, row: AssignmentRow, question: str) -> Written | None:
        """Answer or skip a question at an entry; None where the person writes nothing."""
        draw, seconds = self._draw, self._pace * self._draw.uniform(1, 4)
        known: list[Answer] | None = json.loads(row.accepted_json).get(question)
        is_careful = draw.random() < self._care
        if question == "note":
            return queue.answer(row.token, question, "the ear is odd", seconds) if draw.random() < 0.06 else None
        if question == "smile" and draw.random() < 0.03:
            return queue.skip(row.token, question, draw.choice(["mouth is covered", "too blurred"]), seconds)
        value = known[0] if known and is_careful else self._see(row.sample, question, is_careful)
        return queue.answer(row.token, question, value, seconds)

    def _see(self, sample: int, question: str, is_careful: bool) -> Answer:
        draw, truth = self._draw, random.Random(sample)  # noqa: S311
        if question == "smile":
            return ("yes" if truth.random() < 0.6 else "no") if is_careful else draw.choice(["yes", "no"])
        if question == "expression":
            return truth.choice(_EXPRESSIONS[:4]) if is_careful else draw.choice(_EXPRESSIONS)
        if question == "age":
            return min(max(round(truth.uniform(20, 60) + draw.gauss(0, 2 if is_careful else 9)), 0), 110)
        if question == "naturalness":
            level = 4.2 if self._sides[sample] == "original" else 3.1
            return min(5, max(1, round(draw.gauss(level, 0.6 if is_careful else 1.2))))
        seen = "same" if truth.random() < 0.7 else "different"
        return seen if is_careful else draw.choice(["same", "different", "cannot tell"])
