"""The embeddings that a check compares: of the groups of a submission, row by row of their frames."""

import numpy as np

from genmu_studio.audit.check import NotRunError
from genmu_studio.audit.material import Material
from genmu_studio.scores.vectors import embeddings_of
from genmu_studio.templates import Templates, load_templates
from scoring.errors import UserError
from scoring.frame import GroupFrame
from scoring.types import FloatArray


def group_vectors(material: Material, frame: GroupFrame) -> FloatArray:
    """Return the embeddings of a group, float32 (n, d), NaN where a sample has none; NotRunError where none has one."""

    def read() -> FloatArray | None:
        return embeddings_of(material.store, material.look, frame.sample_id)

    found = material.once(("vectors", frame.group), read)
    if found is None:
        raise NotRunError(f"{material.look.evaluator.name} keeps no embeddings")
    return found


def templates_of(material: Material) -> Templates:
    """Return the templates of all identities that have references, the cohort's included."""
    look = material.look
    rule = look.base.template
    return material.once(
        "templates", lambda: load_templates(material.store, look.submission.track, look.evaluator.digest, rule)
    )


def non_mated(material: Material) -> FloatArray:
    """Return the similarities of references to other identities' templates; NotRunError where there are none."""
    look = material.look

    def read() -> FloatArray:
        try:
            calibrated = material.project.calibrate(look.evaluator, look.base.template)
        except UserError as error:
            raise NotRunError(error.message) from None
        return calibrated.comparisons.non_mated

    found = material.once("non-mated", read)
    if not np.isfinite(found).any():
        raise NotRunError("the references allow no comparison of two identities")
    return found
