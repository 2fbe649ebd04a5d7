"""LatestRunner: one worker, the newest request wins; garbage is collected in the GUI thread."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from pytestqt.qtbot import QtBot

from relviz.app.engine.runner import GarbageCollector, IsCancelled, LatestRunner, Progress, Runner
from relviz.errors import Cancelled, TextError

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[LatestRunner]:
    executor = ThreadPoolExecutor(max_workers=1)
    yield LatestRunner(executor)
    executor.shutdown(wait=True)


def test_result_arrives_in_the_gui_thread_from_another(qtbot: QtBot, runner: LatestRunner) -> None:
    """A job runs in the worker thread, and its result is delivered."""
    with qtbot.waitSignal(runner.done) as done:
        runner.submit(lambda progress, is_cancelled: threading.get_ident())

    assert done.args is not None
    assert done.args[0] != threading.get_ident()
    assert not runner.busy


def test_only_the_newest_is_delivered(qtbot: QtBot, runner: LatestRunner) -> None:
    """Of many jobs in a row only the last one's result is delivered, and the running one is told to stop."""
    started = threading.Event()
    results: list[object] = []
    runner.done.connect(results.append)

    def until_cancelled(progress: Progress, is_cancelled: IsCancelled) -> object:
        started.set()
        while not is_cancelled():
            pass
        return "stale"

    runner.submit(until_cancelled)
    assert started.wait(5)
    for number in range(20):
        runner.submit(lambda progress, is_cancelled, number=number: number)  # type: ignore[misc]
    qtbot.waitUntil(lambda: not runner.busy)

    assert results == [19]


def test_error_is_delivered(qtbot: QtBot, runner: LatestRunner) -> None:
    """An exception in a job is delivered as it is."""

    def fail(progress: Progress, is_cancelled: IsCancelled) -> object:
        raise TextError("no text")

    with qtbot.waitSignal(runner.failed) as failed:
        runner.submit(fail)

    assert failed.args is not None
    assert isinstance(failed.args[0], TextError)


def test_cancel_is_no_error(qtbot: QtBot, runner: LatestRunner) -> None:
    """A job that is taken back ends with ``cancelled``."""
    started = threading.Event()

    def wait(progress: Progress, is_cancelled: IsCancelled) -> object:
        started.set()
        while not is_cancelled():
            pass
        raise Cancelled("taken back")

    runner.submit(wait)
    assert started.wait(5)
    with qtbot.waitSignal(runner.cancelled):
        runner.cancel()


def test_progress_of_the_newest_is_delivered(qtbot: QtBot, runner: LatestRunner) -> None:
    """The shares that a job reports arrive in order."""
    shares: list[float] = []
    runner.progressed.connect(shares.append)

    def count(progress: Progress, is_cancelled: IsCancelled) -> object:
        for share in (0.25, 0.5, 1.0):
            progress(share)
        return None

    with qtbot.waitSignal(runner.done):
        runner.submit(count)

    assert shares == [0.25, 0.5, 1.0]


def test_queue_loses_nothing(qtbot: QtBot) -> None:
    """A plain runner carries out every job in turn, and delivers what comes of each."""
    executor = ThreadPoolExecutor(max_workers=1)
    runner = Runner(executor)
    results: list[object] = []
    runner.done.connect(results.append)
    for number in range(5):
        runner.submit(lambda progress, is_cancelled, number=number: number)  # type: ignore[misc]
    qtbot.waitUntil(lambda: not runner.busy)
    executor.shutdown(wait=True)

    assert results == [0, 1, 2, 3, 4]


def test_stopped_runner_takes_no_more(runner: LatestRunner) -> None:
    """After ``stop`` a job is not run, even when the worker is gone."""
    runner.stop()
    runner.submit(lambda progress, is_cancelled: None)

    assert not runner.busy


class Knot:
    """Something that refers to itself, and so is collected only by the collector."""

    def __init__(self, ends: list[threading.Thread]) -> None:
        self.itself = self
        weakref.finalize(self, lambda: ends.append(threading.current_thread()))


@pytest.fixture
def collector(qapp: QApplication) -> Iterator[GarbageCollector]:
    """A collector at work."""
    enabled, other = gc.isenabled(), qapp.findChild(GarbageCollector)
    if other is not None:
        other.pause()  # that of the application, if a test before has made one
    collector = GarbageCollector()
    collector.start()
    yield collector
    collector.pause()
    if other is not None:
        other.start()
    (gc.enable if enabled else gc.disable)()


def make_garbage(ends: list[threading.Thread]) -> None:
    """Leave a knot behind, and far more than the threshold of things that the collector counts."""
    Knot(ends)
    kept: list[list[int]] = [[] for _ in range(100_000)]
    assert len(kept) == 100_000


def test_a_worker_does_not_collect_and_the_gui_thread_does(qtbot: QtBot, collector: GarbageCollector) -> None:
    """What a worker's allocations would have had collected there is collected in the GUI thread a little later."""
    ends: list[threading.Thread] = []
    worker = threading.Thread(target=make_garbage, args=(ends,))
    worker.start()
    worker.join()
    assert ends == []
    kept: list[list[int]] = [[] for _ in range(2_000)]

    qtbot.waitUntil(lambda: bool(ends), timeout=10_000)

    assert ends == [threading.main_thread()]
    assert kept


def test_paused_it_collects_nothing(qtbot: QtBot, collector: GarbageCollector) -> None:
    """While a window loads, nothing is looked through."""
    collector.pause()
    ends: list[threading.Thread] = []
    make_garbage(ends)
    kept: list[list[int]] = [[] for _ in range(2_000)]

    qtbot.wait(700)

    assert ends == []
    assert kept
