"""The harness of the benchmarks: which number it takes, what it prints where, what it does when one cannot run."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.errors import UserError
from tests.bench.harness import Benchmark, Figure, interleaved, run

ROW_KEYS = ["name", "value", "unit", "better", "goal", "ok", "baseline", "n"]


def fixed(name: str, value: float, **changes: object) -> Benchmark:
    facts = {"unit": "ratio", "better": "higher", "goal": 1.3, "measure": lambda: Figure(value, 10.0, 5)}
    return Benchmark(name, **{**facts, **changes})  # type: ignore[arg-type]  # values of several types by name


def rows_of(*benchmarks: Benchmark, only: str = "") -> tuple[int, list[dict[str, object]]]:
    stream = io.StringIO()
    code = run(benchmarks, only, stream)
    return code, [json.loads(line) for line in stream.getvalue().splitlines()]


def test_baseline_and_product_run_in_turn_and_the_median_of_neighbours_counts() -> None:
    order: list[str] = []
    # The machine is ten times slower in the third pair, and stalls once within the fifth.
    product_takes = iter([2.0, 2.2, 20.0, 2.1, 9.0])
    baseline_takes = iter([1.0, 1.0, 10.0, 1.0, 1.0])

    def product() -> float:
        order.append("B")
        return next(product_takes)

    def baseline() -> float:
        order.append("A")
        return next(baseline_takes)

    figure = interleaved(product, baseline)
    assert order == ["A", "B"] * 5
    # The ratios are 2.0, 2.2, 2.0, 2.1 and 9.0; the medians of each side would give 2.2.
    assert figure.value == pytest.approx(2.1)
    assert (figure.baseline, figure.n) == (1.0, 5)


def test_a_row_has_these_fields_in_this_order() -> None:
    _, (row,) = rows_of(fixed("speed", 1.5123456))
    assert list(row) == ROW_KEYS
    assert row == {
        "name": "speed",
        "value": 1.512,
        "unit": "ratio",
        "better": "higher",
        "goal": 1.3,
        "ok": True,
        "baseline": 10.0,
        "n": 5,
    }


@pytest.mark.parametrize(
    ("better", "value", "ok"),
    [("higher", 1.3, True), ("higher", 1.299, False), ("lower", 1.3, True), ("lower", 1.301, False)],
)
def test_a_goal_is_reached_from_the_side_that_is_better(better: str, value: float, ok: bool) -> None:
    code, (row,) = rows_of(fixed("speed", value, better=better))
    assert row["ok"] is ok
    assert code == 0, "a missed goal is a row, not an error"


def test_memory_stands_beside_no_baseline() -> None:
    _, (row,) = rows_of(fixed("memory", 0, measure=lambda: Figure(812.5, None, 10_000), unit="MiB"))
    assert (row["value"], row["baseline"], row["n"]) == (812.5, None, 10_000)


def test_only_picks_by_substring() -> None:
    _, rows = rows_of(fixed("face_speed", 2), fixed("face_memory", 2), fixed("voice_speed", 2), only="face")
    assert [row["name"] for row in rows] == ["face_speed", "face_memory"]


def test_one_that_cannot_run_here_is_absent_and_said_on_the_errors(capsys: pytest.CaptureFixture[str]) -> None:
    def no_weights() -> Figure:
        raise UserError("the weights are not there", "Type: genmu evaluators --install-light")

    code, rows = rows_of(fixed("without", 0, measure=no_weights), fixed("with", 2))
    assert [row["name"] for row in rows] == ["with"]
    assert code == 0
    assert "the weights are not there. Type: genmu evaluators --install-light" in capsys.readouterr().err


def test_one_that_breaks_is_absent_and_the_exit_code_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> Figure:
        raise RuntimeError("the sky fell")

    code, rows = rows_of(fixed("broken", 0, measure=broken), fixed("whole", 2))
    assert [row["name"] for row in rows] == ["whole"]
    assert code == 1
    assert "the sky fell" in capsys.readouterr().err


NOISY = """
import os, subprocess, sys
from tests.bench.harness import Benchmark, Figure, only_rows_on_stdout, run

def measure():
    print("a library prints")
    os.write(1, b"a C library prints\\n")
    subprocess.run([sys.executable, "-c", "print('a worker prints')"], check=True)
    return Figure(2.0, 1.0, 1)

with only_rows_on_stdout() as rows:
    run([Benchmark("noisy", "ratio", "higher", 1.0, measure)], "", rows)
print("afterwards")
"""


def test_standard_output_holds_nothing_but_rows() -> None:
    checkout = Path(__file__).resolve().parents[2]
    ended = subprocess.run([sys.executable, "-c", NOISY], cwd=checkout, capture_output=True, text=True, check=True)
    row, after = ended.stdout.splitlines()
    assert json.loads(row)["name"] == "noisy"
    assert after == "afterwards"
    for who in ("a library", "a C library", "a worker"):
        assert f"{who} prints" in ended.stderr


def test_without_a_match_the_command_prints_no_row() -> None:
    checkout = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-m", "tests.bench", "--only", "no such benchmark"]
    ended = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "")
    assert "score_face_vs_plain_loop" in ended.stderr, "it names those that exist"
