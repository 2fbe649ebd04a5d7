"""Work that is done only while somebody looks, on a small model in a worker thread."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from relviz.app.engine.engine import Engine
from relviz.app.engine.models import Options
from relviz.app.engine.runner import IsCancelled, LatestRunner, Progress
from relviz.app.session.session import Session
from relviz.app.work.on_demand import OnDemand
from relviz.core.reading.trace import SegmentTrace
from relviz.errors import Cancelled, RelvizError

TEXT = "the sand and the pits of the sand by the sea, and the sand again and again. " * 4
GATE = Event()
"""Work ends once it is set."""
begun: list[int] = []
"""Segments on which work began."""
wrong: list[RelvizError] = []
"""What work ends with, if anything."""


class Indices(OnDemand[int]):
    """Finds out the index of the segment shown, as late as the test wants."""

    @staticmethod
    def compute(trace: SegmentTrace, progress: Progress, is_cancelled: IsCancelled) -> int:
        begun.append(trace.index)
        while not GATE.wait(0.005):
            if is_cancelled():
                raise Cancelled("The request was taken back.")
        if wrong:
            raise wrong[0]
        return trace.index


class Desk:
    """A session, its worker, and a demand, as a window has them."""

    def __init__(self, executor: ThreadPoolExecutor, model: Path) -> None:
        self.session = Session(Options(str(model), 8, 16, device="cpu"), TEXT)
        self.engine = Engine()
        self.looker = LatestRunner(executor, self.session)
        self.demand = Indices(self.session, self.engine, executor, self.session)
        self.came: list[int | None] = []
        self.errors: list[Exception] = []
        self.session.asked.connect(self._on_asked)
        self.looker.done.connect(self.session.answer)
        self.demand.changed.connect(self._on_changed)
        self.demand.failed.connect(self.errors.append)

    def _on_asked(self, request: object) -> None:
        self.looker.submit(partial(self.engine.look, request))  # type: ignore[arg-type]

    def _on_changed(self) -> None:
        self.came.append(self.demand.found)


@pytest.fixture
def desk(qtbot: QtBot, model_folder: Path) -> Iterator[Desk]:
    """A desk with a first picture on it, whose demand nobody looks at."""
    GATE.clear()
    with ThreadPoolExecutor(max_workers=1) as executor:
        made = Desk(executor, model_folder)
        with qtbot.waitSignal(made.session.answered, timeout=30_000):
            made.session.ask()
        yield made
        GATE.set()
    for kept in (begun, wrong, made.errors):  # an error holds on to all that it went through, weights among it
        kept.clear()


def _rest(qtbot: QtBot, desk: Desk) -> None:
    """Wait until nothing is under way."""
    qtbot.waitUntil(lambda: not (desk.demand.busy or desk.looker.busy), timeout=30_000)


def _shown(desk: Desk) -> int:
    assert desk.session.look is not None
    return desk.session.look.index


def test_work_waits_until_somebody_looks(qtbot: QtBot, desk: Desk) -> None:
    """Nothing is done while nobody looks, whatever is shown; then it is done once, and kept."""
    GATE.set()
    with qtbot.waitSignal(desk.session.answered, timeout=30_000):
        desk.session.step(1)
    _rest(qtbot, desk)
    assert begun == []
    assert not desk.demand.current

    desk.demand.want(True)
    _rest(qtbot, desk)
    desk.demand.want(False)
    desk.demand.want(True)
    _rest(qtbot, desk)
    assert begun == [_shown(desk)]
    assert (desk.demand.found, desk.demand.current) == (_shown(desk), True)


def test_the_newest_request_wins(qtbot: QtBot, desk: Desk) -> None:
    """Of three segments shown one after the other while work is under way, only the last one's result arrives."""
    desk.demand.want(True)
    qtbot.waitUntil(lambda: len(begun) == 1)
    desk.session.go_to_segment(0)
    desk.session.go_to_segment(3)
    qtbot.waitUntil(lambda: begun[-1] == 3)
    assert desk.came == []
    GATE.set()
    _rest(qtbot, desk)

    assert _shown(desk) == 3
    assert desk.came == [3]
    assert desk.demand.current


def test_work_taken_back_yields_nothing(qtbot: QtBot, desk: Desk) -> None:
    """What is taken back, since nobody looks any more, never arrives; looked at again, it is done anew."""
    desk.demand.want(True)
    qtbot.waitUntil(lambda: len(begun) == 1)
    desk.demand.want(False)
    _rest(qtbot, desk)
    assert desk.came == []
    assert not desk.demand.stopped

    GATE.set()
    desk.demand.want(True)
    _rest(qtbot, desk)
    assert desk.came == [_shown(desk)]


def test_what_the_user_takes_back_waits_to_be_asked_for(qtbot: QtBot, desk: Desk) -> None:
    """Cancelled by the user, work on the same segment is not begun again by itself, but by going on."""
    desk.demand.want(True)
    qtbot.waitUntil(lambda: len(begun) == 1)
    desk.demand.runner.cancel()
    _rest(qtbot, desk)
    assert desk.demand.stopped
    assert desk.demand.found is None

    GATE.set()
    with qtbot.waitSignal(desk.session.answered, timeout=30_000):
        desk.session.choose_head(1, 1)
    _rest(qtbot, desk)
    assert len(begun) == 1
    desk.demand.go_on()
    _rest(qtbot, desk)
    assert desk.came[-1] == _shown(desk)
    assert not desk.demand.stopped


def test_an_error_arrives_once(qtbot: QtBot, desk: Desk) -> None:
    """What fails is said once, however often the same segment is shown, until it is asked for again or left."""
    GATE.set()
    wrong.append(RelvizError("It cannot be found out."))
    desk.demand.want(True)
    _rest(qtbot, desk)
    for head in (1, 2):
        with qtbot.waitSignal(desk.session.answered, timeout=30_000):
            desk.session.choose_head(0, head)
    _rest(qtbot, desk)
    assert desk.errors == wrong
    assert desk.demand.stopped

    failed, wrong[:] = wrong[0], []
    with qtbot.waitSignal(desk.session.answered, timeout=30_000):
        desk.session.go_to_segment(0)
    _rest(qtbot, desk)
    assert (desk.demand.found, desk.demand.stopped) == (0, False)
    assert desk.errors == [failed]
