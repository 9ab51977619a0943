"""The pairs that Review shows, without any widget: what is read, when, once, and what of it is still wanted."""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from genmu_studio.domain import SubmissionId, SubmissionRow
from genmu_studio.look import Look
from genmu_studio.marks import Mark
from genmu_studio.pair_filter import PairFilter
from genmu_studio.pair_orders import PairOrder
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.pair_table import PairTable
from genmu_studio.pair_texts import PairTexts
from genmu_studio.project import Project
from genmu_studio.review import ReviewPairs, load_pairs, load_texts
from scoring.errors import UserError
from tests.core import world
from tests.ui.blank import BLANK_VIEWS
from tests.ui.review_desk import FIRST, PAIRS, SECOND, wait
from ui.context import Context
from ui.main_window import MainWindow
from ui.models import pair_list
from ui.models.pair_list import PairList
from ui.views import ViewRow


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    return BLANK_VIEWS


@pytest.fixture
def context(scored_window: MainWindow) -> Context:
    return scored_window.context


@pytest.fixture
def listed(context: Context) -> PairList:
    """Return the list; `start` lets it follow the context."""
    return PairList(context, context)


def start(listed: PairList, context: Context) -> None:
    """Wire the list to the context as the view of it is, and have it read."""
    for signal in (context.project_changed, context.submission_changed, context.lens_changed, context.look_ready):
        signal.connect(listed.refresh)
    context.data_changed.connect(lambda _: listed.refresh())
    listed.refresh()


@pytest.fixture
def read(listed: PairList, context: Context, qtbot: QtBot) -> PairList:
    """Return the list with its pairs and their scores."""
    start(listed, context)
    wait(qtbot, lambda: listed.pairs is not None and not listed.waits_for_scores)
    return listed


def project_of(context: Context) -> Project:
    assert context.project is not None
    return context.project


def table_of(listed: PairList) -> PairTable:
    assert listed.table is not None
    return listed.table


def rest(context: Context, qtbot: QtBot) -> None:
    wait(qtbot, lambda: not context.is_busy)


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Look | None]]:
    """Return for which submission, and under which look, pairs were read."""
    found: list[tuple[str, Look | None]] = []

    def load(project: Project, submission: SubmissionRow, look: Look | None) -> ReviewPairs:
        found.append((submission.id, look))
        return load_pairs(project, submission, look)

    monkeypatch.setattr(pair_list, "load_pairs", load)
    return found


@contextmanager
def held(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> Iterator[threading.Event]:
    """Hold up what `owner.name` answers until the block ends; the event says that it was asked."""
    real: Callable[..., object] = getattr(owner, name)
    asked, may_go = threading.Event(), threading.Event()

    def slow(*arguments: object) -> object:
        answer = real(*arguments)
        asked.set()
        assert may_go.wait(20)
        return answer

    with monkeypatch.context() as patched:
        patched.setattr(owner, name, slow)
        try:
            yield asked
        finally:
            may_go.set()


# ---- two phases ----


def test_pairs_are_there_before_their_scores(
    listed: PairList, context: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with held(monkeypatch, project_of(context), "look_base"):
        context.look(template="max")  # the protocol's own is known to the status line already
        start(listed, context)
        wait(qtbot, lambda: listed.pairs is not None)
        assert listed.waits_for_scores
        assert len(listed.rows) == PAIRS
        assert set(table_of(listed).outcome.tolist()) == {PairOutcome.UNSCORED}
        listed.set_filter(PairFilter(roles=frozenset({"forget"})))
        assert len(listed.rows) == 4
        listed.set_order(PairOrder("costs"))
    wait(qtbot, lambda: not listed.waits_for_scores)
    assert PairOutcome.STILL_VERIFIED in table_of(listed).outcome
    # What a person chose meanwhile holds.
    assert len(listed.rows) == 4
    assert table_of(listed).outcome_of(int(listed.rows[0])) == PairOutcome.STILL_VERIFIED


def test_where_nothing_was_scored_nothing_is_waited_for(unscored_window: MainWindow, qtbot: QtBot) -> None:
    listed = PairList(unscored_window.context, unscored_window.context)
    start(listed, unscored_window.context)
    wait(qtbot, lambda: listed.pairs is not None and not listed.waits_for_scores)
    assert listed.pairs is not None
    assert listed.pairs.look is None
    assert listed.measurements == ()


def test_what_is_known_is_read_once(
    loads: list[tuple[str, Look | None]], read: PairList, context: Context, qtbot: QtBot
) -> None:
    before = len(loads)
    for _ in range(3):
        read.refresh()
    rest(context, qtbot)
    assert len(loads) == before
    assert loads[-1] == (FIRST, context.current_look())


# ---- the lens ----


def test_another_lens_keeps_filter_order_and_rows(read: PairList, context: Context, qtbot: QtBot) -> None:
    read.show(PairFilter(roles=frozenset({"retain"})), PairOrder("seed", descending=True))
    rows = read.rows.tolist()
    outcomes = table_of(read).outcome.tolist()
    context.look(threshold="1.0")
    assert read.rows.tolist() == rows  # still those of the lens before
    wait(qtbot, lambda: table_of(read).outcome.tolist() != outcomes)
    assert read.rows.tolist() == rows
    assert read.filter == PairFilter(roles=frozenset({"retain"}))


def test_of_a_threshold_that_is_dragged_only_the_last_is_read(
    loads: list[tuple[str, Look | None]],
    read: PairList,
    context: Context,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = len(loads)
    with held(monkeypatch, project_of(context), "undo_titles"):
        context.ask(project_of(context).undo_titles, lambda _: None)  # something else is being read
        for step in range(20):
            context.look(threshold=f"{0.5 + step / 100:.2f}")
    rest(context, qtbot)
    assert len(loads) == before + 1
    look = loads[-1][1]
    assert look is not None
    assert look.decision.threshold == 0.69
    assert read.pairs is not None
    assert read.pairs.look is look


# ---- marks ----


def test_of_marks_only_the_marks_are_read(
    loads: list[tuple[str, Look | None]], read: PairList, context: Context, qtbot: QtBot
) -> None:
    before, index = len(loads), table_of(read).index
    key = table_of(read).key(3)
    project_of(context).mark("Pick", [Mark("pick", key, "pick"), Mark("note", key, "look")]).result()
    wait(qtbot, lambda: table_of(read).pick[3] == 1)
    assert table_of(read).notes == {3: "look"}
    assert table_of(read).index is index
    assert len(loads) == before


def test_an_order_by_marks_and_a_filter_by_marks_follow(read: PairList, context: Context, qtbot: QtBot) -> None:
    read.show(PairFilter(marks=frozenset({"bookmarked", "picked"})), PairOrder("marks"))
    assert len(read.rows) == 0
    keys = [table_of(read).key(row) for row in (2, 5)]
    project_of(context).mark("Mark", [Mark("bookmark", keys[0], "yes"), Mark("pick", keys[1], "pick")]).result()
    wait(qtbot, lambda: read.rows.tolist() == [5, 2])
    facets = read.facets()
    assert facets is not None
    assert (facets.marks["picked"], facets.marks["bookmarked"]) == (1, 1)


def test_marks_of_the_submission_before_are_no_marks_of_this_one(
    read: PairList, context: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = project_of(context)
    first = table_of(read).key(1)
    context.select(SubmissionId(SECOND))
    wait(qtbot, lambda: read.table is not None and not read.waits_for_scores)
    own = table_of(read).key(4)
    project.mark("Pick", [Mark("pick", own, "pick")]).result()
    wait(qtbot, lambda: table_of(read).pick[4] == 1)
    context.select(SubmissionId(FIRST))
    wait(qtbot, lambda: read.table is not None and not read.waits_for_scores)
    with held(monkeypatch, project, "marks") as asked:
        project.mark("Pick", [Mark("pick", first, "pick")]).result()
        wait(qtbot, asked.is_set)  # the marks of the first are being read …
        context.select(SubmissionId(SECOND))  # … while the person goes on
    wait(qtbot, lambda: read.table is not None and not read.waits_for_scores)
    rest(context, qtbot)
    assert np.flatnonzero(table_of(read).pick).tolist() == [4]


# ---- texts and measurements ----


def test_texts_are_read_when_somebody_searches_and_once(
    read: PairList, context: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def load(project: Project, pairs: ReviewPairs) -> PairTexts:
        asked.append(pairs)
        return load_texts(project, pairs)

    monkeypatch.setattr(pair_list, "load_texts", load)
    rest(context, qtbot)
    assert asked == []
    for text in ("unlearned/one/2", "unlearned/one/3", "unlearned/one/3 c1"):
        read.set_filter(PairFilter(text=text))
    wait(qtbot, lambda: len(read.rows) == 1)
    read.set_filter(PairFilter(text="unlearned/one/4"))
    assert len(read.rows) == 2
    context.look(threshold="0.9")
    rest(context, qtbot)
    assert len(read.rows) == 2
    assert len(asked) == 1


def test_texts_that_could_not_be_read_are_read_by_the_next_search(
    read: PairList, context: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(project: Project, pairs: ReviewPairs) -> PairTexts:
        raise UserError("the disk cannot be read")

    with monkeypatch.context() as patched, qtbot.waitSignal(context.failed):
        patched.setattr(pair_list, "load_texts", refuse)
        read.set_filter(PairFilter(text="one/2"))
    assert read.failure is None  # the pairs are there
    read.set_filter(PairFilter(text="unlearned/one/2"))
    wait(qtbot, lambda: len(read.rows) == 2)


def test_an_order_by_a_measurement_reads_it_and_follows_the_data(
    read: PairList, context: Context, qtbot: QtBot
) -> None:
    wait(qtbot, lambda: read.measurements)
    by = read.measurements[0].by("unlearned")
    read.set_order(PairOrder(by))
    rest(context, qtbot)
    known = read._values_of(by)
    assert known is not None
    assert np.all(np.diff(known[read.rows]) >= 0)
    context.look(threshold="0.9")
    rest(context, qtbot)
    assert read._values_of(by) is known  # another threshold measures nothing
    name = read.measurements[0].name
    project_of(context).store.write(
        lambda db: db.execute(f"UPDATE result SET values_json = json_set(values_json, '$.{name}', 1e9 - subject_id)")  # noqa: S608 - a test's own
    ).result()
    project_of(context).announce("results")
    wait(qtbot, lambda: not context.is_busy and read._values_of(by) is not known and read._values_of(by) is not None)
    after = read._values_of(by)
    assert after is not None
    assert after.min() > known.max()
    assert np.all(np.diff(after[read.rows]) >= 0)


# ---- answers that nobody wants ----


def test_an_answer_about_a_submission_that_is_shown_no_longer_is_dropped(
    listed: PairList, context: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with held(monkeypatch, pair_list, "load_pairs") as asked:
        start(listed, context)
        wait(qtbot, asked.is_set)
        context.select(SubmissionId(SECOND))
        assert len(listed.rows) == 0
    wait(qtbot, lambda: listed.pairs is not None and not listed.waits_for_scores)
    assert listed.pairs is not None
    assert listed.pairs.submission.id == SECOND


@pytest.fixture
def other(unscored_folder: Path, tmp_path: Path) -> Project:
    """Return another project, not scored, open."""
    shutil.copytree(unscored_folder, tmp_path / "other.genmu")
    return Project.open(tmp_path / "other.genmu")


def test_an_answer_about_a_project_that_is_open_no_longer_is_dropped(
    listed: PairList, context: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, other: Project
) -> None:
    with held(monkeypatch, pair_list, "load_pairs") as asked:
        start(listed, context)
        wait(qtbot, asked.is_set)
        context.set_project(other)
    wait(qtbot, lambda: listed.pairs is not None and not listed.waits_for_scores)
    assert listed.pairs is not None
    assert listed.pairs.look is None
    context.set_project(None)
    assert len(listed.rows) == 0


def test_another_submission_begins_without_filter_and_in_the_same_order(
    read: PairList, context: Context, qtbot: QtBot
) -> None:
    read.show(PairFilter(roles=frozenset({"forget"})), PairOrder("own"))
    context.select(SubmissionId(SECOND))
    wait(qtbot, lambda: read.pairs is not None and not read.waits_for_scores)
    assert read.filter == PairFilter()
    assert read.order == PairOrder("own")
    assert np.all(np.diff(table_of(read).own_unlearned[read.rows]) >= 0)


# ---- failures ----


def test_a_failure_elsewhere_does_not_end_the_waiting(
    listed: PairList, context: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with held(monkeypatch, pair_list, "load_pairs") as asked:
        start(listed, context)
        wait(qtbot, asked.is_set)
        context.failed.emit(UserError("the disk is full: nothing was saved"))  # a mark, say
    wait(qtbot, lambda: listed.pairs is not None and not listed.waits_for_scores)
    assert listed.failure is None


def test_pairs_that_could_not_be_read_are_asked_for_again(
    listed: PairList, context: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> ReviewPairs:
        raise UserError("the disk cannot be read")

    with monkeypatch.context() as patched, qtbot.waitSignal(listed.changed):
        patched.setattr(pair_list, "load_pairs", refuse)
        start(listed, context)
        wait(qtbot, lambda: listed.failure is not None)
    assert str(listed.failure) == "the disk cannot be read"
    listed.refresh()
    wait(qtbot, lambda: listed.pairs is not None and not listed.waits_for_scores)
    assert listed.failure is None


def test_an_order_and_a_filter_change_together(read: PairList) -> None:
    told = []
    read.changed.connect(lambda: told.append((read.filter, read.order, read.rows.tolist())))
    wanted = PairFilter(identities=frozenset({(world.ONE.name, "2")}))
    read.show(wanted, PairOrder("condition", descending=True))
    assert [(found[0], found[1]) for found in told] == [(wanted, PairOrder("condition", descending=True))]
    (rows,) = [found[2] for found in told]
    assert rows == sorted(rows, reverse=True)
    assert len(rows) == 2
