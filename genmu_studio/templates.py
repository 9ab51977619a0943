"""Reference templates of a track under one evaluator, and the similarity of samples to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from genmu_studio.store import references as reference_store
from genmu_studio.store.store import Store
from scoring.types import FloatArray, Track
from scoring.verification import Template, TemplateRule, build_template, similarities


@dataclass(frozen=True, slots=True)
class Templates:
    """One template per identity with a scored reference. failed : references without an embedding, with the code."""

    by_identity: Mapping[str, Template]
    failed: tuple[tuple[str, str], ...]

    def missing(self, identities: Sequence[str]) -> tuple[str, ...]:
        """Return which of `identities` have no template."""
        return tuple(identity for identity in identities if identity not in self.by_identity)

    def similarity(self, vectors: FloatArray, identities: Sequence[str]) -> FloatArray:
        """Return the similarity of `vectors` (n, d) to each of `identities` (n, k); NaN where either is missing."""
        result = np.full((len(vectors), len(identities)), np.nan, dtype=np.float32)
        known = [column for column, identity in enumerate(identities) if identity in self.by_identity]
        if known:
            result[:, known] = similarities(vectors, [self.by_identity[identities[column]] for column in known])
        return result

    def outside(self, identities: Sequence[str]) -> FloatArray | None:
        """Return the mean directions of everybody else (m, d), None where there is nobody else."""
        others = [template for identity, template in self.by_identity.items() if identity not in identities]
        return np.stack([template.vectors.mean(axis=0) for template in others]) if others else None


def load_templates(store: Store, track: Track, evaluator_digest: str, rule: TemplateRule) -> Templates:
    """Build the templates of a track from the references that the evaluator has scored."""
    scored = store.read(lambda db: reference_store.embeddings(db, track, evaluator_digest))
    built = {
        identity: build_template(identity, references.vectors, rule)
        for identity, references in scored.by_identity.items()
    }
    return Templates(built, scored.failed)
