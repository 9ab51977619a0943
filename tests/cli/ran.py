"""What a command printed, and whether its JSON has the shape of FORMATS §6."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

VALUE_KEYS = {"value", "n", "failures", "interval", "badge"}


@dataclass(frozen=True)
class Ran:
    """One run of `genmu`."""

    code: int
    out: str
    err: str

    def json(self) -> dict[str, Any]:
        """Return the one JSON object that stands on standard output and nothing else; no NaN in it."""
        assert self.code == 0, self.err

        def refuse(name: str) -> None:
            raise AssertionError(f"{name} in JSON")

        data = json.loads(self.out, parse_constant=refuse)
        assert isinstance(data, dict)
        return data

    def refused(self) -> str:
        """Return the message of a user error: exit 1, one line and a hint on standard error, nothing else at all."""
        lines = self.err.splitlines()
        assert (self.code, self.out) == (1, ""), (self.code, self.out, self.err)
        assert lines[0].startswith("genmu: ")
        assert len(lines) == 2, self.err
        assert lines[1].startswith("  ")
        return self.err


def check_shape(data: object, shape: object, where: str = "$") -> None:
    """Assert that `data` has at least the keys and types of `shape`.

    In a shape a dict names keys that must be there, a list of one shape a list of any length, a type or a tuple of
    types what the value must be an instance of, and a function what the value is given to.
    """
    if isinstance(shape, dict):
        assert isinstance(data, Mapping), where
        missing = shape.keys() - data.keys()
        assert not missing, f"{where} lacks {missing}"
        for key, inner in shape.items():
            check_shape(data[key], inner, f"{where}.{key}")
    elif isinstance(shape, list):
        assert isinstance(data, list), where
        for place, each in enumerate(data):
            check_shape(each, shape[0], f"{where}[{place}]")
    elif isinstance(shape, type | tuple):
        assert isinstance(data, shape), f"{where} is {data!r}"
        assert not (isinstance(data, bool) and shape in {int, float}), f"{where} is {data!r}"
    else:
        assert callable(shape)
        shape(data, where)


def a_value(data: object, where: str) -> None:
    """Assert that `data` is a complete value object, with a reason where there is no value."""
    assert isinstance(data, dict), where
    assert data.keys() >= VALUE_KEYS, f"{where} has only {data.keys()}"
    assert isinstance(data["n"], int), where
    assert isinstance(data["failures"], int), where
    assert data["badge"] is None or data["badge"], where
    if data["value"] is None:
        assert data["reason"], where
        assert data["interval"] is None, where
        return
    assert isfinite(data["value"]), where
    if data["interval"] is not None:
        low, high = data["interval"]
        assert low - 1e-9 <= data["value"] <= high + 1e-9, where


def a_percentage(data: object, where: str) -> None:
    """Assert that `data` is a value object in percent."""
    a_value(data, where)
    assert isinstance(data, dict)
    assert data["value"] is None or 0 <= data["value"] <= 100, where


SIDE = {"FA": a_percentage, "EA": a_percentage, "RA": a_percentage, "ERB": a_percentage}
POLICIES = {policy: {"ERB": a_percentage} for policy in ("forgotten", "failure", "exclude")}
OUTCOMES = {
    "forget": {"forgotten": int, "still_verified": int, "became_retain": int, "collapsed": int},
    "retain": {"kept": int, "lost": int, "became_forget": int, "became_retain": int, "collapsed": int},
}
NUMBER = (int, float)
MAYBE_NUMBER = (int, float, type(None))
MAYBE_TEXT = (str, type(None))
SUBMISSION = {"id": str, "team": str, "track": str, "revision": int, "claim": str, "ranked": bool}
METRICS = {
    "project": str,
    "protocol": {"name": str, "version": str, "digest": str},
    "submissions": [
        {
            **SUBMISSION,
            "evaluator": {"name": str, "version": str, "weights_sha256": str, "provider": str, "official": bool},
            "lens": {
                "threshold": {"value": NUMBER, "preset": MAYBE_TEXT, "origin": str},
                "policy": str,
                "aggregate": str,
                "official": bool,
            },
            "track_value": {"ERB": a_percentage, "ERB_of_means": a_percentage},
            "policies": POLICIES,
            "groups": [
                {
                    "group": str,
                    "forget": str,
                    "policies": POLICIES,
                    "unlearned": SIDE,
                    "original": SIDE,
                    "identities": [
                        {
                            "identity": str,
                            "role": str,
                            "side": str,
                            "n": int,
                            "verified": int,
                            "failures": int,
                            "mean_similarity": MAYBE_NUMBER,
                            "points_lost": MAYBE_NUMBER,
                        }
                    ],
                }
            ],
            "preservation": {"GP": a_percentage},
            "outcomes": OUTCOMES,
        }
    ],
}
UNSCORED = {
    **SUBMISSION,
    "evaluator": type(None),
    "lens": type(None),
    "track_value": {"ERB": a_percentage},
    "policies": POLICIES,
    "groups": [dict],
    "preservation": {"GP": a_percentage},
    "outcomes": OUTCOMES,
}
PROBLEM = {"code": str, "path": str, "message": str, "hint": MAYBE_TEXT}
IMPORT = {
    "submissions": [
        {
            "id": MAYBE_TEXT,
            "team": MAYBE_TEXT,
            "track": MAYBE_TEXT,
            "samples": int,
            "pairs": {"matched": int, "mismatched": int},
            "unmatched": {"count": int, "first": [{"path": str, "reason": str}]},
            "ignored": dict,
            "problems": [PROBLEM],
            "inferred": dict,
        }
    ]
}
SCORE = {
    "runs": [
        {
            "run": (int, type(None)),
            "evaluator": str,
            "version": str,
            "provider": str,
            "scored": int,
            "skipped": int,
            "failed": [{"path": str, "code": str, "message": str}],
            "seconds": NUMBER,
            "per_second": MAYBE_NUMBER,
        }
    ]
}
CALIBRATE = {
    "evaluator": str,
    "eer": {"value": MAYBE_NUMBER, "threshold": MAYBE_NUMBER},
    "fmr": {"1e-3": {"threshold": MAYBE_NUMBER, "supported": bool}},
    "mated": int,
    "non_mated": int,
    "templates": int,
    "badge": MAYBE_TEXT,
    "frozen": MAYBE_TEXT,
}
RESULTS_IMPORT = {"accepted": int, "refused": [{"line": int, "reason": str}], "evaluator": str}
LEADERBOARD = {
    "track": str,
    "rows": [
        {
            "rank": (int, type(None)),
            "team": str,
            "submission": str,
            "ERB": a_percentage,
            "ranked": bool,
            "reason": MAYBE_TEXT,
        }
    ],
}
DEMO = {"project": str, "submissions": [str], "seconds": NUMBER}
EVALUATOR = {
    "name": str,
    "available": bool,
    "official": bool,
    "weights": MAYBE_TEXT,
    "licence": str,
    "how": MAYBE_TEXT,
}
DOCTOR = {
    "ok": bool,
    "checks": [{"id": str, "ok": bool, "message": str, "hint": str}],
    "evaluators": [EVALUATOR],
    "versions": dict,
}
