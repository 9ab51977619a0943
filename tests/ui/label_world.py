"""A project that people are asked about: campaigns of every kind of question, of pictures, sounds and pairs.

Everything that must not be known while labelling is named by a word of its own, so that a test can look for it.
"""

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
from PIL import Image, ImageDraw

from genmu_studio.labelling.packs import write_pack
from genmu_studio.labelling.queue import LabelQueue
from genmu_studio.project import Project
from genmu_studio.protocol import Protocol, load_protocol
from genmu_studio.protocol_tables import GroupTable
from scoring.types import Track
from tests.core import world

SENTINEL = "Zyzzyva"  # in every name of project, submission, group, identity, condition, file and campaign
HIDDEN = (SENTINEL.casefold(), "original", "unlearned", "forget", "retain")  # what no string may hold, in small letters
TITLE = "What do you see?"
INSTRUCTIONS = "Take your time.\nJudge each item by itself, and trust your first impression."
ANNOTATORS = ("ada", "ben", "eve")
PICTURE_PX = 160
RATE = 16_000
SOUND_S = 0.4

# A set of one's own, with a question of every kind that is asked of one sample
EVERY_KIND = """
[set]
name = "every-kind"
title = "A question of every kind"
[[questions]]
id = "natural"
text = "How natural does this face look?"
kind = "scale"
minimum = 1
maximum = 5
labels = ["completely unnatural", "mostly unnatural", "equally natural and unnatural", "mostly natural",
  "completely natural"]
note = "Judge the picture as a photograph of a person. Ignore who it is."
[[questions]]
id = "eyewear"
text = "Which eyewear does the person wear?"
kind = "choice"
choices = ["none", "glasses", "sunglasses"]
[[questions]]
id = "age"
text = "How old does the person look?"
kind = "number"
minimum = 0
maximum = 110
unit = "years"
[[questions]]
id = "smile"
text = "Does the person smile?"
kind = "yes_no"
[[questions]]
id = "remark"
text = "Anything to remark?"
kind = "text"
"""
PREFERRED = """
[set]
name = "preferred"
title = "One of two"
[[questions]]
id = "preferred"
text = "Which of the two is more natural?"
kind = "ab"
"""
WHICH_IS_X = """
[set]
name = "which-is-x"
title = "Which is X"
[[questions]]
id = "which"
text = "Is X the same as A or as B?"
kind = "abx"
"""
LETTERS = """
[set]
name = "letters"
title = "Answered by letters, one of which goes about elsewhere"
[[questions]]
id = "smile"
text = "Does the person smile?"
kind = "yes_no"
keys = ["y", "d"]
"""
SETS = {
    "letters.toml": LETTERS, "every.toml": EVERY_KIND, "preferred.toml": PREFERRED, "abx.toml": WHICH_IS_X,
}  # fmt: skip

# Campaigns by the last word of their names: questions, track
CAMPAIGNS: dict[str, tuple[Sequence[str], Track]] = {
    "every": (("every.toml", ), "face"),
    "smile": (("face-attributes/smile",), "face"),
    "natural": (("naturalness", "face-attributes/eyewear"), "face"),
    "letters": (("letters.toml",), "face"),
    "words": (("note",), "face"),
    "same": (("same-person",), "face"),
    "preferred": (("preferred.toml",), "face"),
    "voices": (("naturalness", "note"), "speech"),
    "voices-ab": (("preferred.toml",), "speech"),
    "voices-abx": (("abx.toml",), "speech"),
}  # fmt: skip


def name_of(campaign: str) -> str:
    """Return the whole name of a campaign, which nobody sees who labels."""
    return f"{SENTINEL} {campaign}"


def submission_of(track: Track) -> str:
    """Return the name of the one submission of a track."""
    return f"{SENTINEL.casefold()}-{track}-r1"


def protocol() -> Protocol:
    """Return a protocol of a group of faces and one of voices."""
    groups = [
        GroupTable(
            name=f"{SENTINEL} {track}",
            track=track,
            dataset=SENTINEL,
            forget=f"{SENTINEL}-{track}-0",
            retain=(f"{SENTINEL}-{track}-1", f"{SENTINEL}-{track}-2"),
        )
        for track in ("face", "speech")
    ]
    return load_protocol().with_only_groups(groups, SENTINEL)


@dataclass(frozen=True, slots=True)
class Asked:
    """What else a campaign file says. known : how many items of training and of gold there are."""

    known: tuple[int, int] = (0, 0)
    attention: float = 0
    repeats: float = 0.1
    must_play: bool = True
    break_every: int = 0
    break_minutes: float = 2
    most: int = 0


NOTHING_ELSE = Asked()
TRAINED = Asked(known=(1, 1), attention=0.1)


def make(folder: Path, conditions: int = 4) -> Path:
    """Make the project under `folder`, with every campaign, closed; return where it is.

    Each identity has so many conditions, on both sides: 6 × `conditions` samples in each track. "every" and "voices"
    begin with an item of training.
    """
    path = make_bare(folder, conditions)
    with Project.open(path) as project:
        for campaign in CAMPAIGNS:
            keep(project, campaign, TRAINED if campaign in {"every", "voices"} else NOTHING_ELSE)
    return path


def make_bare(folder: Path, conditions: int = 4, tracks: Iterable[Track] = ("face", "speech"), px: int = 0) -> Path:
    """Make the project without any campaign, closed. px : the size of its pictures."""
    path = folder / f"{SENTINEL}.genmu"
    with Project.create(path, protocol()) as project:
        for track in tracks:
            _write_submission(folder / SENTINEL / track, project.protocol, track, conditions, px or PICTURE_PX)
            world.take_in(project, folder / SENTINEL / track)
    return path


def keep(project: Project, campaign: str, asked: Asked = NOTHING_ELSE, name: str = "") -> str:
    """Keep one of the campaigns in a project, under a name of its own where one is given; return its name."""
    questions, track = CAMPAIGNS[campaign]
    folder = project.folder.parent / f"{SENTINEL} campaigns"
    folder.mkdir(exist_ok=True)
    for file, text in SETS.items():
        (folder / file).write_text(text, encoding="utf-8")
    path = folder / "campaign.toml"
    called = name_of(name or campaign)
    path.write_text(campaign_text(called, questions, track, asked), encoding="utf-8")
    return project.labelling.keep(project.labelling.plan(path)).name


def campaign_text(name: str, questions: Sequence[str], track: Track, asked: Asked = NOTHING_ELSE) -> str:
    """Return a campaign file; the training says of "smile" or "naturalness" what is accepted."""
    names, people = (", ".join(f'"{each}"' for each in many) for many in (questions, ANNOTATORS))
    lines = [
        "[campaign]", f'name = "{name}"', f'title = "{TITLE}"', f'instructions = """{INSTRUCTIONS}"""',
        f"questions = [{names}]", f"annotators = [{people}]", "overlap = 3", "seed = 5", "[select]",
        f'track = "{track}"', *([f"most = {asked.most}"] if asked.most else []),
        "[rates]", f"repeats = {asked.repeats}", f"gold = {0.1 if asked.known[1] else 0}",
        f"attention = {asked.attention}",
        "[pace]", f"must_play = {str(asked.must_play).lower()}", f"break_every = {asked.break_every}",
        f"break_minutes = {asked.break_minutes}",
    ]  # fmt: skip
    answers = 'smile = ["yes"]' if track == "face" else "naturalness = [4, 5]"
    for kind, count in zip(("training", "gold"), asked.known, strict=True):
        for number in range(count):
            at = f"original/{SENTINEL} {track}/{SENTINEL}-{track}-{1 + (kind == 'gold')}"
            lines += [
                f"[[{kind}]]", f'submission = "{submission_of(track)}"',
                f'path = "{at}/{SENTINEL}-c{number}/7{_SUFFIX[track]}"',
                *(['remark = "Here there is a smile: the corners of the mouth go up."'] * (kind == "training")),
                f"[{kind}.answers]", answers,
            ]  # fmt: skip
    return "\n".join(lines) + "\n"


def queue_of(project: Project, campaign: str = "every", annotator: str = "ada") -> LabelQueue:
    """Return an annotator's queue in one of the campaigns."""
    return project.labelling.queue(project.labelling.campaign(name_of(campaign)), annotator)


def pack_of(project: Project, campaign: str, out: Path, annotator: str = "ada") -> Path:
    """Write an annotator's queue as a pack, and return where it is."""
    return write_pack(project, project.labelling.campaign(name_of(campaign)), annotator, out).path


def copied(made: Path, to: Path) -> Path:
    """Return a copy of a closed project under the folder `to`; its media stay where they were."""
    return Path(shutil.copytree(made, to / made.name))


# ---- what is shown ----

_SUFFIX = {"face": ".png", "speech": ".wav"}


def _write_submission(folder: Path, rules: Protocol, track: Track, conditions: int, px: int) -> None:
    lines = ["path,side,group,identity,condition,seed,prompt"]
    number = 0
    for side in ("original", "unlearned"):
        for group in rules.groups_of(track):
            for identity in group.identities:
                for condition in range(conditions):
                    words = f"{SENTINEL}-c{condition}"
                    path = f"{side}/{group.name}/{identity}/{words}/7{_SUFFIX[track]}"
                    (folder / path).parent.mkdir(parents=True, exist_ok=True)
                    if track == "face":
                        write_face(folder / path, number, px)
                    else:
                        write_tone(folder / path, number)
                    lines.append(f"{path},{side},{group.name},{identity},{words},7,{SENTINEL}")
                    number += 1
    (folder / "samples.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    manifest = world.COMPLETE.format(team=SENTINEL, track=track, revision=1)
    (folder / "submission.toml").write_text(manifest, encoding="utf-8")


def write_face(path: Path, number: int, px: int = PICTURE_PX) -> None:
    """Write a drawn face; each number is another one."""
    shade = (number * 37 % 120, number * 53 % 120, number * 71 % 120)
    drawn = Image.new("RGB", (px, px), (75, 70 + number % 64, 60 + number // 64 % 64))
    if px >= 16:
        pen = ImageDraw.Draw(drawn)
        unit = px / 16
        skin = (230 - shade[0] // 2, 180 - shade[1] // 2, 150 - shade[2] // 2)
        pen.ellipse([3 * unit, 2 * unit, 13 * unit, 14.5 * unit], fill=skin)
        pen.pieslice([3 * unit, 1.4 * unit, 13 * unit, 11 * unit], 180, 360, fill=shade)
        for x in (6, 10):
            pen.ellipse([(x - 0.7) * unit, 7 * unit, (x + 0.7) * unit, 8.2 * unit], fill="white")
            pen.ellipse([(x - 0.3) * unit, 7.3 * unit, (x + 0.3) * unit, 7.9 * unit], fill="black")
        turn = (10, 170) if number % 2 else (190, 350)
        pen.arc([6 * unit, 10 * unit, 10 * unit, 12 * unit], *turn, fill=(150, 50, 60), width=max(1, round(unit / 3)))
    drawn.save(path)


def write_tone(path: Path, number: int) -> None:
    """Write a tone that swells and fades; each number is another one."""
    time_s = np.arange(round(RATE * SOUND_S)) / RATE
    swell = np.sin(np.pi * time_s / SOUND_S)
    soundfile.write(path, 0.3 * swell * np.sin(2 * np.pi * (200 + 23 * number) * time_s), RATE, subtype="PCM_16")
