"""The one number and what stands beside it: ERB with interval and badges, the policies, track values, GP, notes."""

from dataclasses import dataclass

from genmu_studio.report.figures import Figure, Number, Place
from genmu_studio.report.head import AGGREGATE_WORDS, POLICY_WORDS
from genmu_studio.report.texts import cut

_NOTES_SHOWN = 20
_TRACK_VALUES = (
    ("EA", "EA, erasure"),
    ("RA", "RA, retain accuracy"),
    ("ERB_mean_of_groups", "mean of the groups' ERB"),
    ("ERB_of_means", "ERB of means"),
)


@dataclass(frozen=True, slots=True)
class PolicyFigure:
    """ERB where failures to acquire count as `words` say. chosen : by the lens."""

    words: str
    figure: Figure
    chosen: bool


@dataclass(frozen=True, slots=True)
class Named:
    """A figure with its name."""

    name: str
    figure: Figure


@dataclass(frozen=True, slots=True)
class Summary:
    """The track values.

    aggregate, level : what ERB is of all groups and what an interval covers, in words. stranger : what GP would be with
    a stranger in the place of every retained identity. notes : sentences, `more_notes` are left out.
    """

    erb: Figure
    aggregate: str
    level: str
    policies: tuple[PolicyFigure, ...]
    policy_badge: str
    values: tuple[Named, ...]
    partial: Figure | None
    gp: Figure
    stranger: Number | None
    notes: tuple[str, ...]
    more_notes: int


def summary_of(metrics: Place) -> Summary:
    """Return the track values of a scored submission from its JSON."""
    track, gp, policies = metrics["track_value"], metrics["preservation"]["GP"], metrics["policies"]
    notes = metrics["notes"].keys
    return Summary(
        erb=track["ERB"].figure(),
        aggregate=AGGREGATE_WORDS[metrics["lens"]["aggregate"].text],
        level=f"{100 * metrics['lens']['rules']['level'].amount:g} %",
        policies=tuple(
            PolicyFigure(words, policies[policy]["ERB"].figure(), policy == metrics["lens"]["policy"].text)
            for policy, words in POLICY_WORDS.items()
        ),
        policy_badge=metrics["policy_badge"].text,
        values=tuple(Named(words, track[name].figure()) for name, words in _TRACK_VALUES),
        partial=track["partial"].figure() if track["partial"].is_there else None,
        gp=gp.figure(),
        stranger=gp["parts"]["stranger"].number() if "parts" in gp and "stranger" in gp["parts"] else None,
        notes=tuple(cut(metrics["notes"][place].text) for place in notes[:_NOTES_SHOWN]),
        more_notes=max(0, len(notes) - _NOTES_SHOWN),
    )
