"""`genmu`: the engine without a window. One JSON object with `--json`, readable tables without.

Exit codes: 0 success (samples that failed are data), 1 user error, 2 wrong usage, 3 where a check answers "no",
130 on interruption.
"""

import errno
import io
import os
import sys
from collections.abc import Sequence

import click

from genmu_studio.cli.checking import doctor
from genmu_studio.cli.intake import import_, references, results
from genmu_studio.cli.projects import create, demo, open_, template
from genmu_studio.cli.reading import export, leaderboard, metrics
from genmu_studio.cli.scoring import calibrate, evaluators, score
from genmu_studio.cli.terminal import print_error
from genmu_studio.hashing import CancelledError
from scoring.errors import UserError

EXIT_USER_ERROR = 1
EXIT_INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="genmu-studio", prog_name="genmu")
def genmu() -> None:
    """Judge, label and understand submissions to the Genμ 2.0 machine-unlearning challenge."""


for command in (
    demo,
    create,
    references,
    import_,
    results,
    evaluators,
    calibrate,
    score,
    metrics,
    leaderboard,
    export,
    template,
    doctor,
    open_,
):
    genmu.add_command(command)


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
    except CancelledError as error:
        print_error(error)
        code = EXIT_INTERRUPTED
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
