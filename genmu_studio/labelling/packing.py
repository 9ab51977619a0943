"""Packs for several annotators at once, each under a name that tells no more than whose it is."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from genmu_studio.jobs import Progress
from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.packs import WrittenPack, write_pack
from genmu_studio.watching import UNWATCHED, Watch

if TYPE_CHECKING:
    from genmu_studio.project import Project


def pack_names(annotators: Iterable[str]) -> Mapping[str, str]:
    """Return the name of a file for each annotator, all different on any system, in the order given."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for annotator in annotators:
        kept = "".join(each if each.isalnum() or each in "-_" else "-" for each in annotator).strip("-") or "pack"
        name, number = kept, 1
        while name.casefold() in taken:
            number += 1
            name = f"{kept}-{number}"
        taken.add(name.casefold())
        names[annotator] = f"{name}.zip"
    return names


def write_packs(
    project: "Project", campaign: Campaign, annotators: Sequence[str], folder: Path, watch: Watch = UNWATCHED
) -> tuple[WrittenPack, ...]:
    """Write a pack of each annotator into `folder`; those that are whole stay where it is cancelled or fails."""
    names = pack_names(campaign.file.campaign.annotators)
    written: list[WrittenPack] = []
    for place, annotator in enumerate(annotators, start=1):
        phase = f"packing for {annotator}, {place} of {len(annotators)}"
        one = Watch(partial(_tell, watch.on_progress, phase), watch.cancellation)
        written.append(write_pack(project, campaign, annotator, folder / names[annotator], one))
    return tuple(written)


def _tell(on_progress: Callable[[Progress], None], phase: str, progress: Progress) -> None:
    on_progress(replace(progress, phase=phase))


def left_out(written: Iterable[WrittenPack]) -> Mapping[str, int]:
    """Return how many entries were left out of packs because they cannot be shown, by code."""
    return dict(sorted(Counter(code for pack in written for code in pack.unreadable.values()).items()))
