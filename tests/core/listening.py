"""What a project announces, for tests that listen."""

from genmu_studio.project import Project


def listen_to(project: Project) -> list[frozenset[str]]:
    """Return a list to which the areas of each change are added from now on."""
    told: list[frozenset[str]] = []
    project.subscribe(lambda changes: told.append(frozenset(changes.areas)))
    return told
