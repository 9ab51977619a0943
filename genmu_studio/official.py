"""Which results are official: the protocol's evaluator of a track, with the published weights and its own options.

Another model of the same architecture, a random one included, runs through the same code; it must never pass for the
official evaluator. So the protocol pins the SHA-256 of each published file that shapes a result.
"""

from genmu_studio.protocol import Protocol
from scoring.digests import files_digest
from scoring.registry import find_evaluator
from scoring.types import EvaluatorSpec


def is_official(protocol: Protocol, spec: EvaluatorSpec) -> bool:
    """Whether `spec` is its track's official evaluator with the weights that the protocol pins, all options default."""
    registered = find_evaluator(spec.name)
    track = protocol.tracks.get(registered.info.track)
    rules = protocol.evaluators.get(spec.name)
    if track is None or rules is None or track.official_evaluator != spec.name or not rules.weights:
        return False
    options = registered.options(dict(spec.options))
    if options != {**dict(registered.info.defaults), **rules.options}:
        return False
    digests = {path.name: files_digest([path]) for path in registered.locate_weights(options)}
    return digests == {file.file: file.sha256 for file in rules.weights}
