"""The schema, one migration a file. A released migration never changes; a later step of the program adds its own."""

from genmu_studio.store.migrations import (
    m001_first,
    m002_review,
    m003_aspects,
    m004_labels,
    m005_judges,
    m006_audit,
    m007_attributes,
)
from genmu_studio.store.migrations.registry import migrations

__all__ = [
    "m001_first",
    "m002_review",
    "m003_aspects",
    "m004_labels",
    "m005_judges",
    "m006_audit",
    "m007_attributes",
    "migrations",
]
