"""A campaign file as text: written from what a form says, so that reading it back gives the same; and a template."""

import json
from collections.abc import Iterator, Sequence

from pydantic import BaseModel

from genmu_studio.labelling.campaign_file import CampaignFile, KnownItem

_TABLES = ("campaign", "select", "rates", "pace")

TEMPLATE = '''\
# A campaign: whom to ask what about which samples. What has a # in front may be left out.

[campaign]
name = "round-1"                         # stays with you
title = "What do you see?"               # annotators read it, and the instructions
instructions = """
One picture at a time. Go by what you see.
"""
questions = ["naturalness", "note"]      # shipped sets, one question of a set ("face-attributes/smile"), or a .toml of
                                         # your own beside this file
annotators = ["ada", "ben"]
overlap = 2                              # how many annotators see each sample
seed = 1                                 # of every draw and order
# seconds_per_answer = 6                 # for the estimate of how long it takes

[select]
track = "face"                           # face, speech or concept; each line below narrows what is asked about
# submissions = ["example-lab-face-r1"]
# sides = ["original", "unlearned"]
# roles = ["forget", "retain"]
# groups = []
# identities = []
per_identity = 3                         # of each submission, group, identity and side, drawn by the seed
# most = 200                             # of all

[rates]                                  # of an annotator's own items
repeats = 0.1                            # shown twice, for self-consistency
gold = 0.1                               # of known answer, below
attention = 0.05                         # "here, whatever you see, answer …"

[pace]
must_play = true                         # sounds are heard to their end before they are judged
break_every = 50                         # a break is proposed after so many items; 0 = never
break_minutes = 2

# Items whose answers are known: gold is mixed in unseen, training comes first and tells the answer.
#
# [[gold]]
# submission = "example-lab-face-r1"
# path = "original/Face Set 1/1/c0/0.png"
# answers.naturalness = [4, 5]           # all that are accepted
#
# [[training]]
# submission = "example-lab-face-r1"
# path = "original/Face Set 1/2/c0/0.png"
# answers.naturalness = [5]
# remark = "Skin, eyes and hair look like a photograph."
'''


def campaign_text(wanted: CampaignFile) -> str:
    """Return the file that says what `wanted` says; what is as it is without saying so is left out."""
    lines: list[str] = []
    for name in _TABLES:
        said = list(_said(getattr(wanted, name)))
        if said:
            lines += [f"[{name}]", *said, ""]
    for name, items in (("gold", wanted.gold), ("training", wanted.training)):
        for item in items:
            lines += [f"[[{name}]]", *_known(name, item), ""]
    return "\n".join(lines)


def _said(table: BaseModel) -> Iterator[str]:
    for name, field in type(table).model_fields.items():
        value = getattr(table, name)
        if field.is_required() or value != field.default:
            yield f"{name} = {_value(value)}"


def _known(name: str, item: KnownItem) -> Iterator[str]:
    yield f"submission = {_value(item.submission)}"
    yield f"path = {_value(item.path)}"
    if item.remark:
        yield f"remark = {_value(item.remark)}"
    if item.answers:
        yield f"[{name}.answers]"
        yield from (f"{_value(id_)} = {_value(accepted)}" for id_, accepted in item.answers.items())


def _value(value: object) -> str:
    """Return a value as TOML writes it. Its strings are JSON's but for one character, which JSON need not escape."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Sequence):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value)
