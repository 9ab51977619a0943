"""Where everything on the page comes from: what was measured, by what, under which rules, and when."""

from dataclasses import dataclass
from importlib.metadata import version

from genmu_studio.calibrations import frozen
from genmu_studio.domain import SubmissionRow
from genmu_studio.evaluation import Evaluation
from genmu_studio.metrics_json import KIND_TITLES
from genmu_studio.project import Project
from genmu_studio.report.figures import count
from genmu_studio.report.material import Material
from genmu_studio.report.texts import NAME_CHARACTERS, cut, instant
from genmu_studio.store.provenance import RunFacts, runs_of, sample_counts

MOST_RUNS = 12


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact. is_code : a digest or an id, which is shown so that its characters can be told apart."""

    name: str
    value: str
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts under one heading."""

    title: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """A run. where : executor, device and provider. versions : of the libraries that shape numbers."""

    id: int
    when: str
    where: str
    notice: str
    versions: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """Everything of one entry; `more_runs` are not listed."""

    facts: tuple[Facts, ...]
    runs: tuple[Run, ...]
    more_runs: int


def report_facts(project: Project, written_at_utc: str) -> tuple[Facts, Facts]:
    """Return what holds for the page as a whole: program, project, protocol."""
    protocol = project.protocol
    return (
        Facts(
            "Report",
            (
                Fact("written", instant(written_at_utc)),
                Fact("by", f"Genmu Studio {version('genmu-studio')}"),
                Fact("project", cut(project.name, NAME_CHARACTERS)),
                Fact("head of the audit log", project.audit.chain().head, is_code=True),
            ),
        ),
        Facts(
            "Protocol",
            (
                Fact("name", cut(protocol.name, NAME_CHARACTERS)),
                Fact("version", cut(protocol.version, NAME_CHARACTERS)),
                Fact("SHA-256", protocol.digest, is_code=True),
            ),
        ),
    )


def entry_facts(project: Project, row: SubmissionRow) -> Facts:
    """Return what a submission is known by."""
    samples = project.store.read(lambda db: sample_counts(db, row.id))
    references = project.reference_counts(row.track)
    counts = ", ".join(f"{count(n)} {side}" for side, n in sorted(samples.items())) or "none"
    return Facts(
        "Submission",
        (
            Fact("id", row.id, is_code=True),
            Fact("content SHA-256", row.content_digest, is_code=True),
            Fact("samples", counts),
            Fact("references", f"{count(sum(references.values()))} of {count(len(references))} identities"),
        ),
    )


def evaluator_facts(project: Project, evaluation: Evaluation) -> Facts:
    """Return what measured it, and where its threshold was calibrated."""
    evaluator, one = evaluation.evaluator, evaluation.own_lens
    calibration = frozen(project.store, evaluator.digest, one.template)
    kind = "official" if evaluator.official else KIND_TITLES[evaluator.kind]
    return Facts(
        "Evaluator",
        (
            Fact("name", f"{evaluator.name} {evaluator.version} ({kind})"),
            Fact("weights SHA-256", evaluator.weights_sha256 or "none", is_code=True),
            Fact("digest", evaluator.digest, is_code=True),
            Fact("provider", ", ".join(evaluation.providers) or "none of ours"),
            Fact("licence of the weights", cut(evaluator.licence, NAME_CHARACTERS)),
            Fact("calibration", "none frozen" if calibration is None else calibration.digest, calibration is not None),
            *([Fact("frozen", instant(calibration.frozen_at_utc))] if calibration is not None else []),
        ),
    )


def provenance(of: Material) -> Provenance:
    """Return where everything that is said of a submission comes from."""
    project, row, evaluation = of.project, of.submission, of.evaluation
    measured: tuple[Facts, ...] = ()
    runs: list[RunFacts] = []
    if evaluation is not None:
        digest = evaluation.evaluator.digest
        measured = (evaluator_facts(project, evaluation),)
        runs = project.store.read(lambda db: runs_of(db, row.id, row.track, digest))
    return Provenance(
        facts=(*report_facts(project, of.written_at_utc), entry_facts(project, row), *measured),
        runs=tuple(_run(run) for run in runs[-MOST_RUNS:]),
        more_runs=max(0, len(runs) - MOST_RUNS),
    )


def _run(run: RunFacts) -> Run:
    ended = instant(run.finished_at_utc) or "no end was noted"
    return Run(
        id=run.id,
        when=f"{instant(run.started_at_utc)} to {ended}" + (f", {run.ending}" if run.ending else ""),
        where=", ".join(part for part in (run.executor, run.device, run.provider) if part),
        notice=cut(run.notice, NAME_CHARACTERS),
        versions=", ".join(f"{name} {number}" for name, number in run.versions.items() if number != "not installed"),
    )
