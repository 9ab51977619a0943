"""Two bundles beside each other: which figures moved, and everything that may be the reason."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from genmu_studio.audit.bundle.reading import ReadBundle

Value = float | str | bool | None

# What may move a figure, by its place in metrics.json, in words.
_REASONS: Mapping[str, str] = {
    "evaluator.name": "another evaluator",
    "evaluator.version": "another version of the evaluator",
    "evaluator.weights_sha256": "other weights",
    "evaluator.provider": "another provider ran it",
    "evaluator.digest": "the evaluator's weights, version or options",
    "lens.threshold.value": "another threshold",
    "lens.threshold.preset": "another preset of the threshold",
    "lens.template": "another kind of template",
    "lens.rule": "another decision rule",
    "lens.policy": "another policy for failures",
    "lens.aggregate": "another aggregate of groups",
}
_RESULTS = ("track_value", "policies", "groups", "preservation", "outcomes")


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that differs and may move figures. first, second : what it was."""

    what: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Moved:
    """A figure that is not the same. where : its place in metrics.json, or "audit" and the check."""

    where: str
    first: Value
    second: Value

    @property
    def change(self) -> float | None:
        """Second − first, None where either is no number."""
        numbers = [each for each in (self.first, self.second) if isinstance(each, int | float)]
        return None if len(numbers) < 2 else float(numbers[1]) - float(numbers[0])


@dataclass(frozen=True, slots=True)
class ComparedBundles:
    """What two bundles have not in common. moved : figures, then findings."""

    reasons: tuple[Reason, ...]
    moved: tuple[Moved, ...]


def compare_bundles(first: ReadBundle, second: ReadBundle) -> ComparedBundles:
    """Return what moved from the first bundle to the second, and why it may have."""
    return ComparedBundles(tuple(_reasons(first, second)), tuple(_moved(first, second)))


def _reasons(first: ReadBundle, second: ReadBundle) -> Iterator[Reason]:
    heads = (
        ("another submission", first.head.submission, second.head.submission),
        ("another protocol", first.head.protocol_digest[:12], second.head.protocol_digest[:12]),
        ("another version of the program", first.head.program, second.head.program),
    )
    for what, one, other in heads:
        if one != other:
            yield Reason(what, one, other)
    for where, what in _REASONS.items():
        before, after = (_at(bundle.metrics, where) for bundle in (first, second))
        if before != after:
            yield Reason(what, str(before), str(after))
    if first.references != second.references:
        gone = len(set(first.references) - set(second.references))
        new = len(set(second.references) - set(first.references))
        yield Reason(
            "other references", f"{len(first.references)}", f"{len(second.references)}: {new} new, {gone} gone"
        )
    yield from _media(first, second)


def _media(first: ReadBundle, second: ReadBundle) -> Iterator[Reason]:
    both = first.media.keys() & second.media.keys()
    changed = sum(first.media[cell] != second.media[cell] for cell in both)
    gone, new = len(first.media.keys() - both), len(second.media.keys() - both)
    if changed or gone or new:
        said = ", ".join(
            f"{count} {word}" for count, word in ((changed, "replaced"), (gone, "gone"), (new, "new")) if count
        )
        yield Reason("other samples", f"{len(first.media)}", f"{len(second.media)}: {said}")


def _moved(first: ReadBundle, second: ReadBundle) -> Iterator[Moved]:
    for name in _RESULTS:
        yield from _walk(name, first.metrics.get(name), second.metrics.get(name))
    for id_ in [*first.findings, *(each for each in second.findings if each not in first.findings)]:
        one, other = first.findings.get(id_), second.findings.get(id_)
        if one != other:
            yield Moved(f"audit.{id_}", _messages(one), _messages(other))


def _messages(findings: object) -> str:
    if not isinstance(findings, list) or not findings:
        return "nothing raised"
    return "; ".join(f"{each['severity']}: {each['message']}" for each in findings)


def _walk(where: str, one: object, other: object) -> Iterator[Moved]:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in [*one, *(key for key in other if key not in one)]:
            yield from _walk(f"{where}.{key}", one.get(key), other.get(key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (each, its) in enumerate(zip(one, other, strict=True)):
            name = str(each.get("group") or each.get("identity") or place) if isinstance(each, Mapping) else place
            yield from _walk(f"{where}[{name}]", each, its)
    elif one != other:
        yield Moved(where, _plain(one), _plain(other))


def _plain(value: object) -> Value:
    return value if isinstance(value, int | float | str | bool) or value is None else f"{value}"


def _at(metrics: Mapping[str, object], where: str) -> object:
    found: object = metrics
    for name in where.split("."):
        found = found.get(name) if isinstance(found, Mapping) else None
    return found
