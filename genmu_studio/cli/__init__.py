"""`genmu`: the engine without a window. One JSON object with `--json`, readable tables without.

Exit codes: 0 success (samples that failed are data), 1 user error, 2 wrong usage, 3 where a check answers "no",
130 on interruption.
"""

import errno
import io
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import cast

import click

from genmu_studio.cli.lines import EXIT_INTERRUPTED, print_error
from scoring.errors import UserError

EXIT_USER_ERROR = 1

# Each command in the order of use: the module and the name there, and its help in one line.
COMMANDS: Mapping[str, tuple[str, str, str]] = {
    "demo": ("projects", "demo", "Build the demo references and submissions in DIR, score them, and print the tables."),
    "create": ("projects", "create", "Make a project."),
    "references": ("intake", "references", "Take in the references of the protocol's identities."),
    "import": ("intake", "import_", "Import submissions: folders, archives, or a folder of them."),
    "results": ("intake", "results", "Results that were computed elsewhere."),
    "transcripts": ("intake", "transcripts", "Transcripts from somebody else's speech recognition."),
    "evaluators": ("scoring", "evaluators", "Say what can run here, which weights are missing, and how to get them."),
    "calibrate": ("scoring", "calibrate", "Compute EER and FMR thresholds on the project's references."),
    "score": ("scoring", "score", "Measure what has not been measured yet; go on where an earlier run stopped."),
    "metrics": ("reading", "metrics", "Print FA, EA, RA and ERB with intervals, policies and what stands behind them."),
    "leaderboard": ("reading", "leaderboard", "Print the entries of a track in their order."),
    "compare": (
        "comparing",
        "compare",
        "Put two entries beside each other: what moved in the figures, and which samples ended otherwise.",
    ),
    "labels": (
        "labelling",
        "labels",
        "Judgments of people, given blind: campaigns, packs for annotators, and the labels that come back.",
    ),
    "audit": ("auditing", "audit", "Run the checks of the audit on submissions, and print what they found."),
    "verdict": (
        "auditing",
        "verdict",
        "Sign a verdict on a submission: accept, query or reject. It goes into the log and stays there.",
    ),
    "bundle": (
        "bundling",
        "bundle",
        "Write the evidence bundle of a submission: report, tables, media of findings, hashes, log.",
    ),
    "verify-bundle": (
        "bundling",
        "verify_bundle",
        "Verify an evidence bundle: its files, its log, and every number computed again.",
    ),
    "report": ("reporting", "report", "Write a submission or a leaderboard as one HTML page."),
    "export": ("reading", "export", "Write results, metrics or labels of the whole project as a table."),
    "template": ("projects", "template", "Write a ready manifest for participants of TRACK into DIR."),
    "doctor": ("checking", "doctor", "Check the environment, each installed evaluator, and a project's database."),
    "open": ("projects", "open_", "Open the window, with a project or blind pack where one is named."),
}


class Commands(click.Group):
    """The commands, each loaded when it is called: `--help` has no need of the engine."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, name, _ = COMMANDS[cmd_name]
        command = getattr(import_module(f"genmu_studio.cli.{module}"), name)
        return cast("click.Command", command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without loading one."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, _, text) in COMMANDS.items()])


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="genmu-studio", prog_name="genmu")
def genmu() -> None:
    """Judge, label and understand submissions to the Genμ 2.0 machine-unlearning challenge."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `genmu` and exit; nothing that a person can cause ends in a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name that the terminal cannot show must not end us
    try:
        code = genmu.main(args=arguments, prog_name="genmu", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        code = end.exit_code
    except click.Abort:
        code = EXIT_INTERRUPTED
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except UserError as error:
        print_error(error)
        code = EXIT_USER_ERROR
    except UnicodeEncodeError as error:
        print_error(UserError(f"{error.object[:300]} is not valid text", "Files and folders need names in UTF-8."))
        code = EXIT_USER_ERROR
    except OSError as error:
        _explain(error)
        code = EXIT_USER_ERROR
    except KeyboardInterrupt:
        code = EXIT_INTERRUPTED
    sys.exit(code if isinstance(code, int) else 0)


def _explain(error: OSError) -> None:
    """Say what the disk, a file or the reader of our output did; a reader that has gone away needs no words."""
    try:
        sys.stdout.flush()
    except OSError:
        # What cannot be written now would fail once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if error.errno == errno.EPIPE:
        return
    where = f"{error.filename}: " if error.filename else ""
    print_error(UserError(f"{where}{error.strerror or error}", "Is the file there, readable, and the disk not full?"))
