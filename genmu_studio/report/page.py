"""The page: a head and sections, in the order in which they are read, each drawn by the template of its name."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from genmu_studio.evaluation import Evaluation
from genmu_studio.leaderboard import LeaderboardRow
from genmu_studio.project import Project
from genmu_studio.report.audited import audit_section
from genmu_studio.report.board import BoardProvenance, board_entries
from genmu_studio.report.breakdown import group_breakdowns
from genmu_studio.report.definitions import definitions
from genmu_studio.report.distributions import Distributions, distributions
from genmu_studio.report.head import SubmissionHead, board_head, entry_of, looked
from genmu_studio.report.marked_pairs import marked_pairs
from genmu_studio.report.material import Material
from genmu_studio.report.preserved import kept_figures
from genmu_studio.report.provenance import provenance, report_facts
from genmu_studio.report.summary import summary_of
from genmu_studio.report.worst_pairs import dear_identities
from scoring.types import Track


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page. name : its id, and that of its template. title : its heading. data : what is drawn."""

    name: str
    title: str
    data: object


@dataclass(frozen=True, slots=True)
class Page:
    """A page. title : of the browser's window. head : of which `title` is the page's own heading."""

    title: str
    head: Section
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A section of a submission's report. build : returns its data, or nothing where there is nothing to show."""

    name: str
    title: str
    build: Callable[[Material], object]


# A later part of the program adds its section here, and a template of that name.
SUBMISSION_SECTIONS = (
    SectionRow("summary", "ERB", lambda of: of.evaluation and summary_of(of.metrics)),
    SectionRow("breakdown", "By group and identity", lambda of: group_breakdowns(of.metrics)),
    SectionRow("preserved", "What is preserved besides identity", lambda of: kept_figures(of.metrics)),
    SectionRow("distributions", "Similarity", lambda of: of.evaluation and _distributions(of.evaluation)),
    SectionRow("worst-pairs", "Pairs that cost points", lambda of: dear_identities(of.metrics, of.worst, of.pairs)),
    SectionRow("marked-pairs", "Bookmarks and picks", lambda of: of.marked.rows and marked_pairs(of.marked, of.pairs)),
    SectionRow("audit", "Audit", audit_section),
    SectionRow("definitions", "What the figures mean", lambda of: of.evaluation and definitions(of.submission.track)),
    SectionRow("provenance", "Where this comes from", provenance),
)


def _distributions(evaluation: Evaluation) -> Distributions:
    return distributions(evaluation.frames, evaluation.own_lens.threshold.value)


def submission_page(of: Material) -> Page:
    """Return the page of a submission."""
    entry = entry_of(of.submission, of.standing)
    head = SubmissionHead(entry, looked(of.evaluation, of.metrics) if of.evaluation is not None else None)
    built = ((row, row.build(of)) for row in SUBMISSION_SECTIONS)
    return Page(
        title=f"{entry.team}, {entry.track}, revision {entry.revision}",
        head=Section("submission-head", entry.team, head),
        sections=tuple(Section(row.name, row.title, data) for row, data in built if data),
    )


def board_page(project: Project, track: Track, rows: Sequence[LeaderboardRow], written_at_utc: str) -> Page:
    """Return the page of a leaderboard."""
    entries = board_entries(project, rows, project.protocol.tracks[track].rank_by)
    title = f"{track.title()} track"
    return Page(
        title=f"{title}, {project.protocol.name}",
        head=Section("board-head", title, board_head(project.protocol.name, rows)),
        sections=(
            Section("board", "Leaderboard", entries),
            Section("entries", "Entry by entry", entries),
            Section("definitions", "What the figures mean", definitions(track)),
            Section(
                "board-provenance",
                "Where this comes from",
                BoardProvenance(report_facts(project, written_at_utc), entries),
            ),
        ),
    )
