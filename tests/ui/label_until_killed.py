"""A program of the tests: a person labels by keys, and each answer is told when the desk shows it as saved.

Arguments: "project" or "pack", where it is, and a folder for what it unpacks and remembers.
"""

import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from genmu_studio.labelling.packs import open_pack
from genmu_studio.labelling.queue import LabelQueue
from genmu_studio.project import Project
from genmu_studio.settings import Settings
from tests.ui import label_world
from tests.ui.label_room import LabelRoom
from ui import theme
from ui.labelling.session import LabelSession


def main(kind: str, where: Path, scratch: Path) -> None:
    """Answer "smile" of one item after another, yes and no in turn, until it is ended."""
    application = QApplication([])
    theme.apply(application, "dark", "system")
    if kind == "project":
        with Project.open(where) as project:
            label(label_world.queue_of(project, "smile"), scratch)
    else:
        with open_pack(where, scratch / "unpacked") as pack:
            label(pack.queue, scratch)


def label(queue: LabelQueue, scratch: Path) -> None:
    """Press a digit for each item, and tell what is on screen as saved."""
    room = LabelRoom(Settings(scratch / "settings.json"), size=(800, 500))
    room.open()
    session = room.begin(queue)
    if session.screen == "instructions":
        room.desk.act("label_confirm")
    room.settle()
    while session.screen == "item":
        place = session.place
        press(room, session, "12"[place % 2])
        sys.stdout.write(f"{place} {'12'[place % 2]}\n")
        sys.stdout.flush()
    room.leave()


def press(room: LabelRoom, session: LabelSession, key: str) -> None:
    """Press a key, and wait until the answer shows as saved."""
    before = session.finished
    room.type(key)
    room.settle()
    assert session.finished == before + 1
    assert room.desk.pacing.saved.startswith("saved ")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
