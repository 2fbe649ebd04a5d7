"""Where garbage is collected."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import TYPE_CHECKING

import pytest

from relviz.app.garbage import GarbageCollector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


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
