"""What a folder without a samples table says by its layout. Nothing is ever paired by listing order.

Each path is read by the words in it: side, group, identity and seed are taken out, all that is left is the condition.
So two files pair only if their paths say the same but for the side. In a face or speech tree the identity stands at the
same place in all paths of one depth: the place that explains most of them. What stays unclear is listed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from genmu_studio.submission.groups import Groups
from genmu_studio.submission.path_parts import Correction, Found, Part, Reading
from genmu_studio.submission.tables import TableRow
from scoring.types import Track

_EXAMPLES = 5
NO_CORRECTION = Correction()


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A medium that enters nothing, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Inference:
    """What was understood. rows : cells as a samples table would hold them; line : the file's number in the folder.

    layouts : how many files have each layout. guesses : assumptions for a person to confirm.
    """

    rows: tuple[TableRow, ...]
    unmatched: tuple[Unmatched, ...]
    layouts: Mapping[str, int]
    guesses: tuple[str, ...]

    def summary(self) -> dict[str, object]:
        """Return what a person is shown, as JSON can hold it."""
        sides = Counter(row.cells["side"] for row in self.rows)
        return {
            "layouts": dict(self.layouts),
            "sides": dict(sides),
            "examples": [dict(row.cells) for row in self.rows[:_EXAMPLES]],
            "guesses": list(self.guesses),
        }


class _File:
    """One path on its way to a row: its parts, what they were found to be, and the cells found so far."""

    __slots__ = ("cells", "kinds", "number", "parts", "path", "reason")

    def __init__(self, number: int, path: str, parts: list[Part]) -> None:
        self.number = number
        self.path = path
        self.parts = parts
        self.kinds = [""] * len(parts)
        self.cells = {"path": path}
        self.reason = ""

    def take(self, place: int, kind: str, column: str, found: Found) -> None:
        self.cells[column] = found.value
        self.parts[place] = found.left
        self.kinds[place] += f"<{kind}>"


def infer_layout(
    paths: Iterable[str], track: Track, groups: Groups, correction: Correction = NO_CORRECTION
) -> Inference:
    """Return what the layout of `paths` (relative POSIX paths of media) says."""
    reading = Reading(groups, correction)
    files = [_file(number, path, reading) for number, path in enumerate(sorted(paths), start=1)]
    guesses: Counter[str] = Counter()
    _set_aside(files, correction)
    _find_sides(_open(files), track, reading, guesses)
    if track == "concept":
        _find_concepts(_open(files), reading, guesses)
    else:
        _find_groups(_open(files), reading)
        _find_identities(_open(files), reading)
    understood = _open(files)
    for file in understood:
        _find_seed(file, reading, guesses)
    _set_conditions(understood)
    return Inference(
        tuple(TableRow(file.number, file.cells) for file in understood),
        tuple(Unmatched(file.path, file.reason) for file in files if file.reason),
        dict(Counter(_layout_name(file) for file in understood).most_common()),
        tuple(f"{text} ({count} files)" for text, count in guesses.items()),
    )


def _file(number: int, path: str, reading: Reading) -> _File:
    *folders, name = path.split("/")
    stem, dot, _ = name.rpartition(".")
    return _File(number, path, [reading.part(each) for each in (*folders, stem if dot else name)])


def _open(files: Iterable[_File]) -> list[_File]:
    return [file for file in files if not file.reason]


def _set_aside(files: Iterable[_File], correction: Correction) -> None:
    for file in files:
        if correction.ignored and any(part.text in correction.ignored for part in file.parts[:-1]):
            file.reason = "the folder was set aside by a person"


def _by_depth(files: Iterable[_File]) -> list[list[_File]]:
    depths: defaultdict[int, list[_File]] = defaultdict(list)
    for file in files:
        depths[len(file.parts)].append(file)
    return list(depths.values())


# ---- side -----------------------------------------------------------------------------------------------------------


def _find_sides(files: Sequence[_File], track: Track, reading: Reading, guesses: Counter[str]) -> None:
    """Set the side of each file from the place that tells most sides apart, then names one in most files of its depth.

    So a folder around everything may be named after the method.
    """
    anywhere = False
    for siblings in _by_depth(files):
        named = Counter(
            (place, side.value)
            for file in siblings
            for place, part in enumerate(file.parts)
            if (side := reading.side(part))
        )
        kinds = Counter(place for place, _ in named)
        votes = {place: sum(count for (other, _), count in named.items() if other == place) for place in kinds}
        order = sorted(kinds, key=lambda place: (-kinds[place], -votes[place], place))
        anywhere = anywhere or bool(order)
        for file in siblings:
            place = next((place for place in order if reading.side(file.parts[place])), None)
            side = reading.side(file.parts[place]) if place is not None else None
            if place is not None and side is not None:
                file.take(place, "side", "side", side)
    for file in files:
        if "side" in file.cells:
            continue
        if track == "concept" and not anywhere:
            file.cells["side"] = "unlearned"
            guesses["no side is named anywhere: all files were read as unlearned"] += 1
        else:
            file.reason = "no folder or file name says whether it is original or unlearned"


# ---- face and speech: group and identity ----------------------------------------------------------------------------


def _find_groups(files: Iterable[_File], reading: Reading) -> None:
    for file in files:
        for place, part in enumerate(file.parts):
            group = reading.group(part) if "group" not in file.cells else None
            if group:
                file.take(place, "group", "group", group)
            file.parts[place] = reading.without_role(file.parts[place])


def _find_identities(files: Sequence[_File], reading: Reading) -> None:
    """Set each file's identity from the place that explains most of its depth: files times different identities.

    Of equal places one with marked (`ID_84`) or whole names comes first, then folders.
    """
    for siblings in _by_depth(files):
        named = Counter(
            (place, found.value, found.trust)
            for file in siblings
            for place, part in enumerate(file.parts)
            if (found := reading.identity(part))
        )
        last = len(siblings[0].parts) - 1
        ranks = {place: _rank(named, place, is_file_name=place == last) for place, _, _ in named}
        chosen = min(ranks, key=lambda place: (ranks[place], place), default=None)
        for file in siblings:
            _take_identity(file, chosen, reading)


def _rank(named: Mapping[tuple[int, str, int], int], place: int, *, is_file_name: bool) -> tuple[int, int, bool]:
    here = {(value, trust): count for (other, value, trust), count in named.items() if other == place}
    explained = sum(here.values()) * len({value for value, _ in here})
    return -explained, -sum(count * trust for (_, trust), count in here.items()), is_file_name


def _take_identity(file: _File, chosen: int | None, reading: Reading) -> None:
    """Take the identity at the chosen place, unless another folder names one as surely."""
    found = reading.identity(file.parts[chosen]) if chosen is not None else None
    if chosen is None or found is None:
        file.reason = "no identity of the protocol is named where the other files name theirs"
        return
    for part in file.parts[:-1]:
        other = reading.identity(part)
        if other and other.value != found.value and other.trust >= max(1, found.trust):
            file.reason = (
                f"two folders name identities, {found.value} and {other.value}; a guess would be {found.value}"
            )
            return
    file.take(chosen, "identity", "identity", found)


# ---- concept: <model concept>/<checked concept>/* -------------------------------------------------------------------


def _find_concepts(files: Iterable[_File], reading: Reading, guesses: Counter[str]) -> None:
    for file in files:
        for place, part in enumerate(file.parts):
            prompt_type = reading.prompt_type(part) if "prompt_type" not in file.cells else None
            if prompt_type:
                file.take(place, "prompt-type", "prompt_type", prompt_type)
        folders = [place for place in range(len(file.parts) - 1) if not file.kinds[place]]
        if len(folders) != 2:
            file.reason = f"it lies in {len(folders)} folders, not in two: the model's concept, the checked concept"
            continue
        _take_concept(file, folders[0], "model-concept", "group")
        _take_concept(file, folders[1], "checked-concept", "concept")
        if "prompt_type" not in file.cells:
            file.cells["prompt_type"] = "direct"
            guesses["no prompt type is named: read as direct"] += 1


def _take_concept(file: _File, place: int, kind: str, column: str) -> None:
    part = file.parts[place]
    file.take(place, kind, column, Found(part.text.replace("_", " ").strip(), Part("", ())))


# ---- seed and condition ---------------------------------------------------------------------------------------------


def _find_seed(file: _File, reading: Reading, guesses: Counter[str]) -> None:
    for place in reversed(range(len(file.parts))):
        marked = reading.marked_seed(file.parts[place])
        if marked:
            file.take(place, "seed", "seed", marked)
            return
    last = len(file.parts) - 1
    number = reading.last_number(file.parts[last])
    if number:
        file.take(last, "n", "seed", number)
        guesses["the last number in the file name was read as the seed"] += 1
    else:
        file.cells["seed"] = "0"
        guesses["the file name has no number: the seed was set to 0"] += 1


def _set_conditions(files: Sequence[_File]) -> None:
    """Set each condition to what nothing explains; what is left of a side folder counts only if both sides have it."""
    rests: defaultdict[str, set[str]] = defaultdict(set)
    for file in files:
        rests[file.cells["side"]].update(file.parts[place].rest for place in _side_folders(file))
    shared = len({frozenset(rest) for rest in rests.values()}) == 1 and any(len(rest) > 1 for rest in rests.values())
    for file in files:
        left_out = () if shared else _side_folders(file)
        rest = (part.rest for place, part in enumerate(file.parts) if place not in left_out)
        file.cells["condition"] = "/".join(each for each in rest if each) or "default"


def _side_folders(file: _File) -> list[int]:
    return [place for place, kind in enumerate(file.kinds[:-1]) if "<side>" in kind]


def _layout_name(file: _File) -> str:
    return "/".join(
        kind or ("<condition>" if part.rest else "*") for kind, part in zip(file.kinds, file.parts, strict=True)
    )
