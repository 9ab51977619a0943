"""Two journeys through the whole program, from no project to one pair: by keys only, and by mouse only."""

import json
import subprocess
import sys
from dataclasses import replace
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.project import Project
from tests.core import world
from tests.ui.controls import texts
from tests.ui.driving import Person, live, stored
from tests.ui.keyboard import CTRL, click
from ui.dialogs.import_submission import ImportDialog
from ui.dialogs.new_project import NewProjectDialog
from ui.dialogs.palette import PaletteDialog
from ui.dialogs.references import ReferencesDialog
from ui.views.overview import OverviewView
from ui.views.review import ReviewView

CHECKOUT = Path(__file__).resolve().parents[2]
CONDITIONS, SEEDS = 5, 6
SAMPLES = 3 * 7 * 2 * CONDITIONS * SEEDS
REFERENCES = 7 * 3
# What each entry's pictures show in place of whom they were asked for. Gamma Lab forgets 1, still shows 11, loses 13.
SHOWS = {
    "Alpha Lab": {("unlearned", "1"): world.STRANGER, ("unlearned", "11"): world.STRANGER},
    "Beta Lab": {("unlearned", "1"): "2", ("unlearned", "11"): world.STRANGER},
    "Gamma Lab": {("unlearned", "1"): world.STRANGER, ("unlearned", "13"): world.STRANGER},
}
WORST = "11"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home folder with three submissions, references, and a protocol that measures with `fake_image`."""
    protocol = world.two_groups()
    samples = world.grid(protocol, CONDITIONS, SEEDS)
    for number, (team, shows) in enumerate(SHOWS.items()):
        # Shades of its own for each: equal files would be measured once.
        samples = [replace(each, shade=number * len(samples) + place) for place, each in enumerate(samples)]
        world.write_submission(tmp_path / "entries" / team.split()[0], world.showing(samples, shows), team=team)
    world.write_references(tmp_path / "references", protocol.identities_of("face"))
    text = (files("resources") / "protocols" / "genmu-2.0.toml").read_text(encoding="utf-8")
    text = text[: text.index("[[groups]]")]
    text = text.replace('official_evaluator = "face_arcface"', 'official_evaluator = ""')
    text = text.replace('"face_sface"', '"fake_image"').replace("[evaluators.face_sface]", "[evaluators.fake_image]")
    groups = "".join(
        f'[[groups]]\nname = "{each.name}"\ntrack = "face"\ndataset = "{each.dataset}"\n'
        f'forget = "{each.forget}"\nretain = {json.dumps(list(each.retain))}\n'
        for each in (world.ONE, world.TWO)
    )
    (tmp_path / "rules.toml").write_text(text + groups, encoding="utf-8")
    return tmp_path


# ---- what is to be seen and what is stored, the same for both ----


def check_cancelled(person: Person, folder: Path) -> None:
    person.wait_for_jobs()
    assert 0 < stored(folder) < SAMPLES + REFERENCES


def check_overview(person: Person, folder: Path) -> OverviewView:
    """Compare what the overview shows with what the command line says of the same project."""
    page = person.window.page
    assert isinstance(page, OverviewView)
    person.wait(lambda: page.shown is not None)
    assert stored(folder) == SAMPLES + REFERENCES
    numbers = said_by_the_command_line(folder, "Gamma Lab")
    assert page.erb.erb.text() == f"{numbers['track_value']['ERB']['value']:.1f}"
    assert f"ERB {numbers['track_value']['ERB']['value']!r}" in page.erb.erb.accessibleDescription()
    assert any("Gamma Lab" in text for text in texts(person.window.top_bar))
    first = page.points_lost.model.index(0, 0).data()
    assert first.startswith(f"{WORST}, Two · forget")
    return page


def said_by_the_command_line(folder: Path, team: str) -> Any:
    command = [sys.executable, "-m", "genmu_studio.cli", "metrics", "--json", str(folder)]
    ended = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    (numbers,) = [each for each in json.loads(ended.stdout)["submissions"] if each["team"] == team]
    return numbers


def check_samples(person: Person) -> ReviewView:
    """See every pair of the worst identity, and no other."""
    page = person.window.page
    assert isinstance(page, ReviewView)
    person.wait(lambda: page.grid.isVisible() and len(page.grid.rows) > 0)
    table = page.table
    assert table is not None
    assert len(page.grid.rows) == CONDITIONS * SEEDS
    assert {table.identity_of(int(row)) for row in page.grid.rows} == {WORST}
    return page


def check_pair(person: Person, page: ReviewView) -> None:
    person.wait(lambda: page.is_large and page.pair.isVisible())
    seen = texts(page.pair)
    assert any(f"{WORST} forget" in text for text in seen)
    assert any("still" in text for text in seen)
    assert any(f"1 of {CONDITIONS * SEEDS}" in text for text in seen)


def check_end(folder: Path) -> None:
    with Project.open(folder, "read") as project:
        assert sorted(row.team for row in project.submissions()) == sorted(SHOWS)
    assert not (folder.parent / "config" / "settings.json").exists()  # nobody changed a setting


# ---- by keys ----


def by_keys(home: Path, person: Person) -> None:
    folder = home / "audit.genmu"
    person.key(Qt.Key.Key_N, CTRL)
    person.dialog(NewProjectDialog)
    person.write("audit")
    person.tab_to("In folder")
    person.write(str(home))
    person.tab_to("Protocol")
    person.key(Qt.Key.Key_End)
    person.tab_to("Protocol file")
    person.write(str(home / "rules.toml"))
    person.key(Qt.Key.Key_Return)
    person.wait(lambda: person.window.context.project is not None)
    assert person.window.windowTitle() == "audit – Genmu Studio"
    person.come_forward()

    person.key(Qt.Key.Key_I, CTRL)
    person.dialog(ImportDialog)
    person.tab_to("Add folder…")
    person.key(Qt.Key.Key_Space)
    person.write_path(home / "entries")
    importing = person.dialog(ImportDialog)
    person.wait(lambda: person.button("Import 3 submissions", importing).isEnabled())
    person.tab_to("Submissions found")
    person.key(Qt.Key.Key_Return)
    person.wait_for_jobs()
    person.come_forward()

    person.key(Qt.Key.Key_R, CTRL)
    references = person.dialog(ReferencesDialog)
    person.tab_to("Folder")
    person.write(str(home / "references"))
    person.wait(lambda: person.button("Take in", references).isEnabled())
    person.key(Qt.Key.Key_Return)
    person.wait_for_jobs()
    person.key(Qt.Key.Key_Escape)
    person.wait(lambda: person.top is person.window)
    person.come_forward()

    person.key(Qt.Key.Key_Return, CTRL)
    person.wait(lambda: person.done > 0)
    person.key(Qt.Key.Key_K, CTRL)
    person.dialog(PaletteDialog)
    person.write("cancel job")
    person.key(Qt.Key.Key_Return)
    check_cancelled(person, folder)
    person.come_forward()
    person.key(Qt.Key.Key_Return, CTRL)
    person.wait(lambda: person.window.jobs.current is not None)
    person.wait_for_jobs()

    person.key(Qt.Key.Key_2, CTRL)
    check_overview(person, folder)
    person.tab_to("Points lost per identity")
    person.key(Qt.Key.Key_Home)
    person.key(Qt.Key.Key_Return)
    page = check_samples(person)
    person.key(Qt.Key.Key_Return)
    check_pair(person, page)
    person.key(Qt.Key.Key_Escape)
    person.wait(lambda: not page.is_large)
    person.key(Qt.Key.Key_Q, CTRL)
    person.wait(lambda: not person.window.isVisible())


def test_by_keys_alone(home: Path, dressed: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    assert live(partial(by_keys, home), qtbot, monkeypatch, home) == 0
    check_end(home / "audit.genmu")


# ---- by mouse ----


def by_mouse(home: Path, person: Person) -> None:
    folder = home / "audit.genmu"
    click(person.button("New project"))
    dialog = person.dialog(NewProjectDialog)
    person.choose(dialog.protocol, "from a file…")
    click(dialog.file.button)
    person.pick(home / "rules.toml")
    dialog = person.dialog(NewProjectDialog)
    click(person.button("Create", dialog))
    person.wait(lambda: person.window.context.project is not None)
    assert person.window.windowTitle() == "audit – Genmu Studio"

    click(person.button("Import submission", person.window.page))
    importing = person.dialog(ImportDialog)
    click(person.button("Choose a folder…", importing))
    person.pick(home / "entries")
    importing = person.dialog(ImportDialog)
    person.wait(lambda: person.button("Import 3 submissions", importing).isEnabled())
    click(person.button("Import 3 submissions", importing))
    person.wait_for_jobs()

    person.choose_in_menu("File", "References")
    references = person.dialog(ReferencesDialog)
    click(references.folder.button)
    person.pick(home / "references")
    references = person.dialog(ReferencesDialog)
    person.wait(lambda: person.button("Take in", references).isEnabled())
    click(person.button("Take in", references))
    person.wait_for_jobs()
    click(person.button("Close", references))
    person.wait(lambda: person.top is person.window)

    click(person.button("Score", person.window.top_bar))
    person.wait(lambda: person.done > 0)
    click(person.button("Cancel", person.window.job_strip))
    check_cancelled(person, folder)
    click(person.button("Score", person.window.top_bar))
    person.wait(lambda: person.window.jobs.current is not None)
    person.wait_for_jobs()

    click(person.button("Overview", person.window.rail))
    overview = check_overview(person, folder)
    person.click_item(overview.points_lost.list, overview.points_lost.model.index(0, 0))
    page = check_samples(person)
    QTest.mouseDClick(page.grid.viewport(), Qt.MouseButton.LeftButton, pos=page.grid.tile_rect(0).center())
    check_pair(person, page)
    person.choose_in_menu("File", "Quit")
    person.wait(lambda: not person.window.isVisible())


def test_by_mouse_alone(home: Path, dressed: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    assert live(partial(by_mouse, home), qtbot, monkeypatch, home) == 0
    check_end(home / "audit.genmu")
