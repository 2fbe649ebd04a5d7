"""LatestRunner: one worker, the newest request wins."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from pytestqt.qtbot import QtBot

from relviz.app.engine.runner import IsCancelled, LatestRunner, Progress, Runner
from relviz.errors import Cancelled, TextError


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
