"""Pictures of every view and dialog in each of its states, dark and light, small and large: `make screenshots`.

Everything is drawn without a screen, so that nothing but the program decides what is on the pictures.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from genmu_studio.executors import ExecutorChoice
from genmu_studio.importing import Receipt
from genmu_studio.labelling.campaign_text import TEMPLATE
from genmu_studio.memory import Memory
from genmu_studio.project import Project
from genmu_studio.settings import Settings, config_folder
from genmu_studio.submission.scan import find_submissions, scan_submission
from scoring.errors import BugError
from ui import label_dialogs
from ui import theme as themes
from ui.jobs import Job
from ui.main_window import MainWindow
from ui.models.sound_store import SoundStore
from ui.notices import Notice
from ui.widgets.campaigns.card import CampaignCard
from ui.widgets.campaigns.names import NameChoice
from ui.widgets.comparisons import ComparisonStore
from ui.widgets.thumbnails import ThumbnailStore

THEMES = ("dark", "light")
SCALES = ("1", "1.5")
SIZES = ((1440, 900), (1100, 700))
# The offscreen platform's own screen is smaller than the window.
SCREEN = {
    "name": "wide",
    "x": 0,
    "y": 0,
    "width": 6000,
    "height": 4000,
    "logicalDpi": 96,
    "logicalBaseDpi": 96,
    "dpr": 1,
}
STILL_MS = 150
MOST_WAITS = 200


def main() -> int:
    """Draw everything, a process for each theme and scale; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument("demo", type=Path, help="folder of the demo, as `genmu demo` makes it")
    parser.add_argument("out", type=Path, help="folder of the pictures")
    parser.add_argument("--theme", choices=THEMES, help="draw this one, in this process")
    given = parser.parse_args()
    if given.theme is not None:
        _draw(given.demo, given.out, given.theme)
        return 0
    for theme in THEMES:
        for scale in SCALES:
            folder = given.out / f"{theme}-{round(100 * float(scale))}"
            folder.mkdir(parents=True, exist_ok=True)
            for old in folder.glob("*.png"):
                old.unlink()
            _draw_apart(given.demo, folder, theme, scale)
            sys.stdout.write(f"{folder}: {len(list(folder.glob('*.png')))} pictures\n")
            sys.stdout.flush()
    return 0


def _draw_apart(demo: Path, folder: Path, theme: str, scale: str) -> None:
    with TemporaryDirectory(prefix="genmu-screenshots-") as scratch:
        screen = Path(scratch) / "screen.json"
        screen.write_text(json.dumps({"screens": [SCREEN]}), encoding="utf-8")
        surroundings = {
            "QT_QPA_PLATFORM": f"offscreen:configfile={screen}",
            "QT_SCALE_FACTOR": scale,
            "GENMU_CONFIG": scratch,
        }
        command = [sys.executable, "-m", "tools.screenshots", str(demo), str(folder), "--theme", theme]
        subprocess.run(command, env={**os.environ, **surroundings}, check=True)  # noqa: S603 - ourselves


# ---- one theme and scale --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scene:
    """A state of the window. project : which one is open. prepare : brings the window there."""

    name: str
    project: str
    prepare: Callable[[MainWindow], None]


def _view(name: str, request: object = None) -> Callable[[MainWindow], None]:
    return lambda window: window.show_view(name, request)


def _select(track: str) -> Callable[[MainWindow], None]:
    """Look at the first submission of a track."""

    def prepare(window: MainWindow) -> None:
        project = window.context.project
        if project is not None:
            window.context.select(next(row.id for row in project.submissions() if row.track == track))

    return prepare


def _then(*steps: Callable[[MainWindow], None]) -> Callable[[MainWindow], None]:
    def prepare(window: MainWindow) -> None:
        for step in steps:
            step(window)
            _rest(window)

    return prepare


def _what_if(window: MainWindow) -> None:
    window.context.look(policy="failure")


def _audit(window: MainWindow) -> None:
    """Run the checks that were not run yet."""
    if window.context.project is not None:
        window.context.project.audit.run(executor=ExecutorChoice("threads", 2))


def _problem(window: MainWindow) -> None:
    window.notices.show_notice(Notice("error", "The project database is damaged.", "Take the copy of a backup.", "…"))
    window.notices.show_notice(Notice("info", "Example Lab, face, revision 1 is imported.", action=("Score", print)))


def _act(name: str) -> Callable[[MainWindow], None]:
    return lambda window: window.table[name].trigger()


def _card(window: MainWindow) -> CampaignCard:
    return next(each for each in window.findChildren(CampaignCard) if each.isVisible())


def _sit_down(window: MainWindow) -> None:
    _card(window).buttons["label"].click()


def _begin(window: MainWindow) -> None:
    names = next(each for each in window.findChildren(NameChoice) if each.isVisible())
    names.take()


def _look_at_results(window: MainWindow) -> None:
    _card(window).buttons["results"].click()


def _scenes() -> Iterator[Scene]:
    views = ("submissions", "overview", "review", "scores", "label", "audit")
    for project in ("none", "empty", "unscored"):
        for view in views:
            yield Scene(f"{project}-{view}", project, _view(view))
    for track in ("face", "speech"):
        yield Scene(f"full-submissions-{track}", "demo", _then(_select(track), _view("submissions")))
        yield Scene(f"full-overview-{track}", "demo", _then(_select(track), _view("overview")))
        yield Scene(f"full-review-{track}", "demo", _then(_select(track), _view("review")))
        yield Scene(f"full-pair-{track}", "demo", _then(_select(track), _view("review"), _act("open_pair")))
        yield Scene(f"full-scores-{track}", "demo", _then(_select(track), _view("scores")))
        yield Scene(f"full-audit-{track}", "demo", _then(_select(track), _audit, _view("audit")))
    yield Scene("full-audit-folds", "demo", _then(_audit, _view("audit"), _act("audit_folds")))
    yield Scene("full-audit-all", "demo", _then(_audit, _view("audit"), _act("audit_all")))
    for mode in ("wipe", "flicker", "difference"):
        opened = (_select("face"), _view("review"), _act("open_pair"), _act(f"mode_{mode}"))
        yield Scene(f"pair-{mode}", "demo", _then(*opened))
    yield Scene("what-if-scores", "demo", _then(_select("face"), _view("scores"), _act("threshold_down")))
    yield Scene("what-if-overview", "demo", _then(_select("face"), _view("overview"), _what_if))
    yield Scene("what-if-submissions", "demo", _then(_view("submissions"), _what_if))
    yield Scene("notices", "demo", _then(_view("submissions"), _problem))
    yield Scene("asked-label", "asked", _view("label"))
    yield Scene("asked-names", "asked", _then(_view("label"), _sit_down))
    yield Scene("asked-desk", "asked", _then(_view("label"), _sit_down, _begin))
    yield Scene("asked-results", "asked", _then(_view("label"), _look_at_results))


def _dialogs(window: MainWindow, demo: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    commands = window.commands
    for name in (
        "settings",
        "palette",
        "key_sheet",
        "about",
        "evaluators",
        "export",
        "report",
        "compare",
        "new_project",
    ):
        yield name, getattr(commands, name)
    yield "references", commands.import_references
    yield "campaign", partial(label_dialogs.new_campaign, window)
    yield "labels-import", partial(label_dialogs.import_labels, window)
    yield "import-empty", commands.import_submission
    yield "import", lambda: commands.import_submission([demo / "submissions"])


def _draw(demo: Path, out: Path, theme: str) -> None:
    application = QApplication(sys.argv[:1])
    themes.load_font()
    themes.apply(application, theme)
    settings = Settings()
    settings.set("appearance.theme", theme)
    projects = _projects(demo, config_folder())
    for width, height in SIZES:
        for scene in _scenes():
            with _window(settings, (width, height), projects.get(scene.project)) as window:
                _rest(window)
                scene.prepare(window)
                _rest(window)
                _save(window, out / f"{width}x{height}-{scene.name}.png")
    with _window(settings, SIZES[0], projects["demo"]) as window:
        for name, ask in _dialogs(window, demo):
            ask()
            _rest(window)
            open_ones = (each for each in window.findChildren(QDialog) if each.isVisible())
            dialog = QApplication.activeModalWidget() or next(open_ones, None)
            if dialog is None:
                raise BugError(f"{name} shows no dialog")
            _save(dialog, out / f"dialog-{name}.png")
            dialog.close()
            _rest(window)


def _projects(demo: Path, scratch: Path) -> dict[str, Path]:
    """Return a project of each kind: the demo, the same without results, one without submissions."""
    with Project.open(demo / "demo.genmu", "read") as scored:
        protocol = scored.protocol
    Project.create(scratch / "empty.genmu", protocol).close()
    with Project.create(scratch / "unscored.genmu", protocol) as project:
        for entry in find_submissions(demo / "submissions"):
            project.intake.submission(scan_submission(entry, protocol), Receipt())
    shutil.copytree(scratch / "unscored.genmu", scratch / "asked.genmu")
    (scratch / "campaign.toml").write_text(TEMPLATE, encoding="utf-8")
    with Project.open(scratch / "asked.genmu") as project:
        project.labelling.keep(project.labelling.plan(scratch / "campaign.toml"))
        _answer(project)
    return {
        "asked": scratch / "asked.genmu",
        "demo": demo / "demo.genmu",
        "unscored": scratch / "unscored.genmu",
        "empty": scratch / "empty.genmu",
    }


def _answer(project: Project) -> None:
    """Let the first annotator answer some of it."""
    (campaign,) = project.labelling.campaigns()
    queue = project.labelling.queue(campaign, campaign.file.campaign.annotators[0])
    for place, entry in enumerate(queue.entries[:20]):
        queue.answer(entry.token, "naturalness", 1 + place % 5, 3.4).result()


@contextmanager
def _window(settings: Settings, size: tuple[int, int], project: Path | None) -> Iterator[MainWindow]:
    """Yield the window in that size, as it is when it is started the first time."""
    with TemporaryDirectory(prefix="genmu-screenshots-") as folder:
        window = MainWindow(settings, Memory(Path(folder) / "window.json"))
        window.resize(*size)
        window.show()
        if project is not None:
            window.commands.open(project)
        yield window
        window.close()
        window.jobs.close()
        window.deleteLater()


def _rest(window: MainWindow) -> None:
    """Let the window work until it has had nothing left to do for a moment: what moves has come to rest then."""
    for _ in range(MOST_WAITS):
        QTest.qWait(STILL_MS)
        if not _is_busy(window):
            QTest.qWait(STILL_MS)
            if not _is_busy(window):
                return
    raise BugError("the window does not come to rest")


def _is_busy(window: MainWindow) -> bool:
    jobs = any(job.is_running for job in window.findChildren(Job))
    pictures = any(store.is_busy for store in window.findChildren(ThumbnailStore))
    compared = any(store.is_busy for store in window.findChildren(ComparisonStore))
    heard = any(store.is_busy for store in window.findChildren(SoundStore))
    return jobs or pictures or compared or heard or window.context.is_busy


def _save(widget: QWidget, path: Path) -> None:
    if not widget.grab().save(str(path)):
        raise OSError(f"{path} cannot be written")


if __name__ == "__main__":
    sys.exit(main())
