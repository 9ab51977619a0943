"""What is preserved besides identity: prosody, words, sound, and apart from them what people judge of it.

Each figure with its parts, who measured it, and how.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from genmu_studio.metrics_json import METHOD, PUBLISHED
from genmu_studio.people_figures import OPINION
from genmu_studio.report.figures import Figure, Form, Number, Place, count, percent
from scoring.registry import metrics

_ELSEWHERE = "GP"  # stands with the track values
_PERCENT = "%"
# Parts in the order in which they are told, and those that are counts. Others come after them by their own names.
_PARTS: Mapping[str, tuple[str, Form]] = {
    "original": ("original samples", percent),
    "change": ("mean change", percent),
    "forget": ("forget", percent),
    "retain": ("retain", percent),
    "floor": ("floor, of sounds that do not match", percent),
    "floor_n": ("comparisons behind the floor", count),
    "skipped": ("pairs not measurable", count),
    "mismatched": ("pairs whose settings differ", count),
    "insertions": ("words inserted", count),
    "deletions": ("words deleted", count),
    "substitutions": ("words substituted", count),
    "hits": ("words right", count),
    "reference_words": ("words asked for", count),
    "empty_references": ("texts without a word, left out", count),
    "inserted_apart": ("words heard for those", count),
    "left_out": ("samples left out", count),
    "coverage": ("values that were judged", percent),
    "requested": ("mean over what was requested", percent),
    "items": ("files", count),
    "raters": ("annotators", count),
    "macro": ("mean of the files' means", percent),
}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a figure: what it is, and its number."""

    words: str
    number: Number


@dataclass(frozen=True, slots=True)
class KeptFigure:
    """A figure. evaluator, kind, provider : who measured. warning : a stand-in did. definition : how it is computed.

    weights : their SHA-256, "" where there are none, as of people. A second side has no definition of its own.
    """

    symbol: str
    unit: str
    figure: Figure
    parts: tuple[Part, ...]
    evaluator: str
    kind: str
    provider: str
    weights: str
    warning: bool
    definition: str


def kept_figures(of: Place) -> tuple[KeptFigure, ...]:
    """Return the figures of other aspects and those of people from the JSON of a submission, if there are any."""
    places = of["preservation"]
    known = metrics()
    names = {key: key.partition(" by ")[0] for key in places.keys if key != _ELSEWHERE}  # of a second evaluator
    measured = (_kept(places[key], name) for key, name in names.items() if name in known)
    return (*measured, *people_figures(of))


def people_figures(of: Place) -> tuple[KeptFigure, ...]:
    """Return the figures of people's judgments from the JSON of a submission, MOS by side."""
    places = of["people"] if "people" in of else Place({})
    one_sided = [_judged(places[name], name, name) for name in places.keys if name != OPINION]
    sides = places[OPINION] if OPINION in places else Place({})
    both = [_judged(sides[side], OPINION, f"{OPINION} {side}") for side in sides.keys]
    return (*one_sided, *both[:1], *(replace(each, definition="") for each in both[1:]))


def _judged(of: Place, name: str, symbol: str) -> KeptFigure:
    """Return a figure of people; its attributes, with their intervals, are its parts."""
    rows = [_attribute(each) for each in of["attributes"]] if "attributes" in of else []
    others = _parts(of["parts"], only=_PARTS) if "parts" in of else ()
    unit = of["unit"].text
    return KeptFigure(
        symbol=symbol,
        unit=unit,
        figure=figure_in(of, unit),
        parts=(*others, *(part for part in rows if part is not None)),
        evaluator=of["source"].text,
        kind="people's judgments",
        provider="",
        weights="",
        warning=False,
        definition=metrics()[name].info.definition,
    )


def _attribute(of: Place) -> Part | None:
    share = of["share"]["value"].number(percent)
    words = of["attribute"].text.replace("_", " ") + (", requested" if of["against"].text == "requested" else "")
    return None if share is None else Part(words, share)


def _kept(of: Place, name: str) -> KeptFigure:
    info, by = metrics()[name].info, of["evaluator"]
    kind = by["kind"].text
    return KeptFigure(
        symbol=info.symbol,
        unit=info.unit,
        figure=figure_in(of, info.unit),
        parts=_parts(of["parts"]) if "parts" in of else (),
        evaluator=f"{by['name'].text} {by['version'].text}",
        kind=kind,
        provider=by["provider"].text,
        weights=by["weights_sha256"].text,
        warning=kind not in {"official", METHOD, PUBLISHED},
        definition=info.definition,
    )


def figure_in(of: Place, unit: str) -> Figure:
    """Return the value object that stands at a place, a percentage or a rating."""
    if unit == _PERCENT:
        return of.figure()
    low, high = of["interval"] if of["interval"].is_there else (Place(None), Place(None))
    return replace(of.figure(_rating), low=low.number(_rating), high=high.number(_rating))


def _rating(value: float) -> str:
    """Return a rating from 1 to 5."""
    return f"{value:.2f}".replace("-", "−")


def _parts(of: Place, only: Collection[str] | None = None) -> tuple[Part, ...]:
    """Return the parts in their order. only : those of these names."""
    names = [*(name for name in _PARTS if name in of), *(name for name in of.keys if name not in _PARTS)]
    names = [name for name in names if only is None or name in only]
    said = ((name, _PARTS.get(name, (name.replace("_", " "), percent))) for name in names)
    found = ((words, of[name].number(_rating if form is percent else form)) for name, (words, form) in said)
    return tuple(Part(words, number) for words, number in found if number is not None)
