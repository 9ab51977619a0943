"""Commands that make and open projects: demo, create, template, open."""

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import click

from genmu_studio.cli.lines import print_line, say
from genmu_studio.cli.reading import print_leaderboard
from genmu_studio.cli.terminal import PATH, json_option, print_json, progress_bar
from genmu_studio.domain import TRACKS
from genmu_studio.manifest_template import write_template
from genmu_studio.project import Project
from genmu_studio.protocol import load_groups, load_protocol
from scoring.errors import UserError
from scoring.types import Track


@click.command()
@click.argument("folder", metavar="DIR", type=PATH)
@click.option("--all-aspects", is_flag=True, help="Measure also attributes, words, naturalness, signal: minutes.")
@json_option
def demo(folder: Path, all_aspects: bool, as_json: bool) -> None:
    """Build the demo references and submissions in DIR, score them, and print the tables.

    The project is DIR/demo.genmu. Everything is made on this machine from pictures that installed packages carry and
    from synthesised voices; the evaluators are light stand-ins.
    """
    # It draws and records, which nothing else here does.
    from genmu_studio.choosing import OTHER_ASPECTS  # noqa: PLC0415
    from genmu_studio.demo.project import QUICK_ASPECTS, make_demo  # noqa: PLC0415

    with progress_bar(quiet=as_json) as show:
        made = make_demo(folder, show, OTHER_ASPECTS if all_aspects else QUICK_ASPECTS)
    if as_json:
        print_json(made.to_json())
        return
    with Project.open(made.project, "read") as project:
        for track in ("face", "speech"):
            print_leaderboard(project, track)
    print_line(f"Project: {made.project}  ({made.seconds:.1f} s)")
    say("These numbers come from light stand-in evaluators, not from the challenge's own.")


@click.command()
@click.argument("project", type=PATH)
@click.option("--protocol", default="genmu-2.0", metavar="NAME|FILE", show_default=True)
@click.option("--groups", type=PATH, metavar="CSV", help="Further identity groups, in the published form.")
@json_option
def create(project: Path, protocol: str, groups: Path | None, as_json: bool) -> None:
    """Make a project."""
    rules = load_protocol(protocol)
    if groups is not None:
        rules = rules.with_groups(load_groups(groups))
    with Project.create(project, rules) as made:
        facts = {"name": rules.name, "version": rules.version, "digest": rules.digest}
        data: dict[str, object] = {"project": str(made.folder), "protocol": facts, "groups": len(rules.groups)}
    if as_json:
        print_json(data)
    else:
        print_line(
            f"{project}: protocol {rules.name} {rules.version} ({rules.digest[:12]}), {len(rules.groups)} groups"
        )


@click.command()
@click.argument("track", type=click.Choice(TRACKS))
@click.argument("folder", metavar="DIR", type=PATH)
@json_option
def template(track: Track, folder: Path, as_json: bool) -> None:
    """Write a ready manifest for participants of TRACK into DIR."""
    written = write_template(track, folder)
    if as_json:
        print_json({"written": [str(path) for path in written]})
    else:
        for path in written:
            print_line(str(path))


@click.command("open")
@click.argument("path", type=PATH, required=False)
@json_option
def open_(path: Path | None, as_json: bool) -> None:
    """Open the window, with a project, a submission or a blind pack where one is named."""
    if path is not None and not path.exists():
        raise UserError(f"there is nothing at {path}", "Name a project folder; genmu create makes one.")
    scripts = entry_points(group="gui_scripts", name="genmu-studio")
    if not scripts:
        raise UserError("the window is not installed", "Install genmu-studio, or run python main.py from the checkout.")
    module = next(iter(scripts)).module
    # A process of its own: the core never imports the window.
    arguments = [] if path is None else [str(path)]
    ended = subprocess.run([sys.executable, "-m", module, *arguments], check=False)  # noqa: S603 - our own module
    if ended.returncode:
        raise click.exceptions.Exit(ended.returncode)
    if as_json:
        print_json({"exit": ended.returncode})
