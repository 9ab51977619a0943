"""What has a media file that can be looked at: the samples of submissions, and the references of identities."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from genmu_studio.store import references as reference_store
from genmu_studio.store import review as review_store
from scoring.types import Media

if TYPE_CHECKING:
    from genmu_studio.project import Project


class MediaKey(NamedTuple):
    """A sample or a reference, by its id in the project."""

    kind: Literal["sample", "reference"]
    id: int


def find_media(project: "Project", keys: Sequence[MediaKey]) -> dict[MediaKey, Media]:
    """Return the media file of each of these; what the project does not know is left out."""
    samples = [key.id for key in keys if key.kind == "sample"]
    references = [key.id for key in keys if key.kind == "reference"]
    of_samples = project.store.read(lambda db: review_store.read_media(db, samples)) if samples else {}
    of_references = project.store.read(lambda db: reference_store.read_media(db, references)) if references else {}
    return {
        **{MediaKey("sample", id_): media for id_, media in of_samples.items()},
        **{MediaKey("reference", id_): media for id_, media in of_references.items()},
    }
