"""Answers that are kept: computed once, by one thread, until told to forget, within a budget."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from genmu_studio.kept import Kept

WAIT_S = 30


def test_an_answer_is_computed_once_until_forgotten() -> None:
    kept = Kept(10, lambda _: 1)
    asked: list[str] = []

    def answer() -> int:
        asked.append("")
        return len(asked)

    assert [kept.get("key", answer) for _ in range(3)] == [1, 1, 1]
    kept.forget()
    assert kept.get("key", answer) == 2


def test_none_is_an_answer_too() -> None:
    kept = Kept(10, lambda _: 1)
    assert kept.get("key", lambda: None) is None
    assert kept.get("key", lambda: 1) is None


def test_what_was_used_longest_ago_leaves_when_the_budget_is_spent() -> None:
    kept = Kept(10, lambda answer: len(str(answer)))
    kept.get("a", lambda: "1234")
    kept.get("b", lambda: "1234")
    kept.get("a", lambda: "other")
    kept.get("c", lambda: "1234")
    assert kept.get("a", lambda: "again") == "1234"
    assert kept.get("c", lambda: "again") == "1234"
    assert kept.get("b", lambda: "5678") == "5678"


def test_an_answer_larger_than_the_budget_is_kept_until_the_next() -> None:
    kept = Kept(3, lambda answer: len(str(answer)))
    assert kept.get("a", lambda: "12345") == kept.get("a", lambda: "again") == "12345"
    kept.get("b", lambda: "12345")
    assert kept.get("a", lambda: "again") == "again"


def test_two_threads_that_ask_the_same_share_one_computation() -> None:
    kept = Kept(10, lambda _: 1)
    begun, go = threading.Event(), threading.Event()
    asked: list[int] = []

    def answer() -> int:
        asked.append(threading.get_ident())
        begun.set()
        assert go.wait(WAIT_S)
        return 7

    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(kept.get, "key", answer)
        assert begun.wait(WAIT_S)
        others = [pool.submit(kept.get, "key", answer) for _ in range(2)]
        assert kept.get("other", lambda: 1) == 1  # nobody else waits
        go.set()
        assert [each.result(WAIT_S) for each in (first, *others)] == [7, 7, 7]
    assert len(asked) == 1


def test_what_was_computed_from_data_that_changed_meanwhile_is_handed_out_but_not_kept() -> None:
    kept = Kept(10, lambda _: 1)
    begun, go = threading.Event(), threading.Event()

    def old() -> str:
        begun.set()
        assert go.wait(WAIT_S)
        return "old"

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(kept.get, "key", old)
        assert begun.wait(WAIT_S)
        kept.forget()
        assert kept.get("key", lambda: "new") == "new"
        go.set()
        assert first.result(WAIT_S) == "old"
    assert kept.get("key", lambda: "again") == "new"


def test_a_failure_reaches_all_who_wait_and_is_not_kept() -> None:
    kept = Kept(10, lambda _: 1)
    begun, go = threading.Event(), threading.Event()

    def fail() -> int:
        begun.set()
        assert go.wait(WAIT_S)
        raise ValueError("no answer")

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(kept.get, "key", fail)
        assert begun.wait(WAIT_S)
        second = pool.submit(kept.get, "key", fail)
        go.set()
        for each in (first, second):
            with pytest.raises(ValueError, match="no answer"):
                each.result(WAIT_S)
    assert kept.get("key", lambda: 1) == 1
