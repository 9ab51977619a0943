"""What the texts in a file claim about how it was made, as common user interfaces write it there.

Read: the `parameters` of AUTOMATIC1111 and its kin (prompt, "Negative prompt:", "Steps: 20, Seed: 1, …"), JSON as
ComfyUI, InvokeAI and NovelAI write it (`"seed": 1`), and plain `name=value` comments. Nothing is parsed that nests: one
pattern looks for known names, on texts whose length is bounded. What several nodes claim is a set of claims.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import isclose

from scoring.media.foreign_text import plain
from scoring.traces import MOST_CHARACTERS

# The name of a claim as settings name it, by how it is written.
_NAMES: Mapping[str, str] = {
    "seed": "seed", "noise_seed": "seed", "rand_seed": "seed",
    "steps": "steps", "num_inference_steps": "steps",
    "cfg scale": "guidance", "cfg_scale": "guidance", "cfg": "guidance", "guidance_scale": "guidance",
    "guidance scale": "guidance", "guidance": "guidance",
    "sampler": "sampler", "sampler_name": "sampler", "scheduler_name": "sampler",
    "negative prompt": "negative_prompt", "negative_prompt": "negative_prompt",
    "prompt": "prompt", "positive_prompt": "prompt",
    "model": "model", "ckpt_name": "model", "model_name": "model", "checkpoint": "model",
    "model hash": "model hash", "model_hash": "model hash",
    "sample_rate": "sample_rate", "transcript": "transcript",
}  # fmt: skip
NUMBERS = frozenset({"seed", "steps", "guidance", "sample_rate"})
_OF_INTERFACES = frozenset({"parameters", "user comment", "comment", "description"})
_MOST_TEXT = 4_000
_MOST_CLAIMS = 64
_LONGEST = 500
_WRITTEN = "|".join(re.escape(name) for name in sorted(_NAMES, key=len, reverse=True))
_CLAIM = re.compile(
    rf'(?<![\w"])"?(?P<name>{_WRITTEN})"?\s{{0,4}}[:=]\s{{0,4}}'
    rf'(?:"(?P<quoted>[^"\n]{{0,{_LONGEST}}})"|(?P<bare>[^,;\n"{{}}\[\]]{{1,{_LONGEST}}}))',
    re.IGNORECASE,
)
_SETTINGS_LINE = re.compile(r"(?:^|\n)Steps:", re.IGNORECASE)
_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")

Claims = Mapping[str, frozenset[str]]


def claims_of(says: Iterable[tuple[str, str]]) -> Claims:
    """Return the values that a file claims, by the name of the setting.

    >>> text = "a red door\\nNegative prompt: blur\\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 41, Model: sd14"
    >>> found = claims_of([("text “parameters”", text)])
    >>> {name: sorted(found[name])[0] for name in ("prompt", "negative_prompt", "sampler", "guidance", "seed")}
    {'prompt': 'a red door', 'negative_prompt': 'blur', 'sampler': 'Euler a', 'guidance': '7', 'seed': '41'}
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    facts = list(says)
    is_full = sum(len(name) + len(value) for name, value in facts) >= MOST_CHARACTERS
    for name, value in facts:
        text = value[:_MOST_TEXT]
        keyword = name.removeprefix("text “").removesuffix("”").removeprefix("EXIF ").strip().lower()
        if keyword in _NAMES and not text.lstrip().startswith(("{", "[")):
            _put(found, _NAMES[keyword], text)
            continue
        if keyword in _OF_INTERFACES and (settings := _SETTINGS_LINE.search(text)):
            prompt, _, negative = text[: settings.start()].partition("Negative prompt:")
            _put(found, "prompt", prompt)
            _put(found, "negative_prompt", negative)
            text = text[settings.start() :]
        is_json = text.lstrip().startswith(("{", "["))
        for match in _CLAIM.finditer(text):
            if match.end() == len(text) and match["quoted"] is None and (is_json or is_full):
                break  # the text was cut, and this value with it
            _put(found, _NAMES[match["name"].lower()], match["bare"] if match["quoted"] is None else match["quoted"])
    return {name: frozenset(values) for name, values in found.items()}


def _put(found: defaultdict[str, set[str]], name: str, value: str) -> None:
    text = plain(value.strip(), _LONGEST)
    if name in NUMBERS and _number(text) is None:
        return
    if text and sum(map(len, found.values())) < _MOST_CLAIMS:
        found[name].add(text)


def agree(name: str, claimed: Iterable[str], declared: str) -> bool:
    """Whether one of the values claimed is the one declared: numbers by value, texts by their letters and digits.

    Of texts one may go on where the other ends: samplers are abbreviated, prompts cut.

    >>> agree("guidance", {"7.5"}, "7.50"), agree("sampler", {"Euler a"}, "euler_ancestral"), agree("seed", {"1"}, "2")
    (True, True, False)
    """
    if name in NUMBERS:
        wanted = _number(declared)
        known = [_number(value) for value in claimed]
        return wanted is None or any(value is not None and isclose(value, wanted, rel_tol=1e-9) for value in known)
    wanted_text = _letters(declared)
    texts = [_letters(value) for value in claimed]
    return not wanted_text or any(text.startswith(wanted_text) or wanted_text.startswith(text) for text in texts)


def _number(text: str) -> float | None:
    try:
        return float(text) if len(text) <= 40 else None
    except ValueError:
        return None


def _letters(text: str) -> str:
    return _NOT_ALPHANUMERIC.sub("", text.casefold())
