"""Run the benchmarks, all or those whose name contains `--only`; rows on standard output, the rest on the errors."""

import argparse
import sys

import tests.bench.map  # noqa: F401 - as below; a name of its own would hide Python's
from tests.bench import (  # noqa: F401 - each registers its benchmarks
    audit,
    faces,
    filters,
    grid,
    label_next,
    large_window,
    memory,
    runs,
    sound_desk,
    store,
    threshold,
    voices,
    window,
)
from tests.bench.harness import BENCHMARKS, only_rows_on_stdout, run


def main() -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--only", default="", metavar="SUBSTRING", help="only those whose name contains it")
    chosen = parser.parse_args()
    with only_rows_on_stdout() as rows:
        return run(BENCHMARKS.values(), chosen.only, rows)


if __name__ == "__main__":
    sys.exit(main())
