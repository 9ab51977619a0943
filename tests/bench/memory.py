"""Memory: the highest that a run takes, over all of its processes."""

import subprocess
import sys

import psutil

from scoring.errors import BugError
from tests.bench.harness import Figure, benchmark, say
from tests.bench.pictures import write_pictures
from tests.bench.projects import FACE, make_project, scratch

PICTURES = 10_000
EVERY_S = 0.2


@benchmark("score_peak_rss_mib", unit="MiB", better="lower", goal=3072)
def peak_while_scoring() -> Figure:
    """Peak of `genmu score` with its workers over 10,000 pictures.

    Linux tells the proportional share of pages that several processes hold (PSS); elsewhere such pages count once per
    process (RSS), which is more.
    """
    with scratch() as folder:
        project = make_project(folder, write_pictures(folder / "pictures", PICTURES), "face")
        command = [sys.executable, "-m", "genmu_studio.cli", "score", str(project), "--evaluator", FACE.name, "--json"]
        with psutil.Popen(command, stdout=subprocess.DEVNULL) as root:
            peak = 0
            while root.poll() is None:
                peak = max(peak, tree_bytes(root))
                try:
                    root.wait(EVERY_S)
                except psutil.TimeoutExpired:
                    continue
        if root.returncode != 0:
            raise BugError(f"genmu score ended with {root.returncode}")
        say(f"  measured as {'PSS' if hasattr(psutil.Process().memory_full_info(), 'pss') else 'RSS'}")
        return Figure(peak / 2**20, None, PICTURES)


def tree_bytes(root: psutil.Process) -> int:
    """Return the memory of `root` and all that descend from it; those that end meanwhile count as nothing."""
    total = 0
    try:
        processes = [root, *root.children(recursive=True)]
    except psutil.NoSuchProcess:
        return 0
    for process in processes:
        try:
            memory = process.memory_full_info()
        except psutil.Error:
            continue
        total += getattr(memory, "pss", memory.rss)
    return total
