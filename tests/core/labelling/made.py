"""Campaign files about the small projects of `tests.core`."""

from pathlib import Path

FACES = """
[campaign]
name = "faces"
title = "What do you see?"
instructions = "Take your time."
questions = ["face-attributes/age", "face-attributes/smile", "note"]
annotators = ["ada", "ben", "eve"]
overlap = 2
seed = 5
seconds_per_answer = 5
[select]
track = "face"
[rates]
repeats = 0.1
gold = 0.02
attention = 0.05
[[gold]]
submission = "example-lab-face-r1"
path = "original/One/1/c0/0.png"
[gold.answers]
smile = ["yes"]
[[training]]
submission = "example-lab-face-r1"
path = "original/One/2/c0/0.png"
remark = "Here the person smiles."
[training.answers]
smile = ["yes"]
"""

PAIRS = """
[campaign]
name = "pairs"
questions = ["same-person"]
annotators = ["ada", "ben"]
overlap = 2
seed = 9
[select]
track = "face"
[rates]
repeats = 0.1
attention = 0.1
"""


def write_file(folder: Path, text: str) -> Path:
    path = folder / "campaign.toml"
    path.write_text(text, encoding="utf-8")
    return path
