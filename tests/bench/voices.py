"""Scoring voices: the product against a bare loop with the same network."""

from functools import partial
from pathlib import Path

from scoring.model_files import find_light
from tests.bench.harness import Figure, benchmark, interleaved
from tests.bench.loops import Loop, Measure
from tests.bench.projects import SPEECH, default_lanes, make_project, score_per_second, scratch
from tests.bench.sounds import write_sounds

UTTERANCES = 240


# Checked bytes, flags, two processes and a database may cost a tenth of what the bare minimum reaches.
@benchmark("score_speech_vs_bare_threads", unit="ratio", better="higher", goal=0.9)
def against_bare_threads() -> Figure:
    """Utterances per second over those of as many bare threads as there are workers; torch and BLAS use one each."""
    with scratch() as folder:
        sounds = write_sounds(folder / "sounds", UTTERANCES)
        project = make_project(folder, sounds, "speech")
        loop = Loop(partial(open_network, find_light("ge2e")), default_lanes(), threads=1)
        return interleaved(lambda: score_per_second(project, SPEECH), lambda: loop.per_second(sounds))


def open_network(weights: Path, threads: int) -> Measure:
    """Load the GE2E network, and return what reads and embeds one utterance."""
    import soundfile
    import torch
    from threadpoolctl import threadpool_limits

    from scoring.ge2e import Ge2eNetwork

    torch.set_num_threads(threads)
    threadpool_limits(threads, user_api="blas")
    network = Ge2eNetwork(torch.load(weights, map_location="cpu", weights_only=True)["model_state"], "cpu")

    def measure(path: str) -> object:
        samples, _ = soundfile.read(path, dtype="float32")
        return network.embed([samples])[0]

    return measure
