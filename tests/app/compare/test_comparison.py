"""What is compared, without its widgets: kept in a project, and brought back from it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from relviz.app.compare.comparison import Comparison
from relviz.app.engine.engine import Engine
from relviz.app.engine.models import Options
from relviz.app.engine.runner import LatestRunner
from relviz.app.projects.project import Project
from relviz.app.session.session import Session
from relviz.errors import ProjectError

TEXT = "the sand and the pits of the sand by the sea, and the sand again and again. " * 4


@pytest.fixture
def executor() -> Iterator[ThreadPoolExecutor]:
    """One worker thread."""
    with ThreadPoolExecutor(max_workers=1) as made:
        yield made


class Desk:
    """A session with its worker and its comparison, as a window has them."""

    def __init__(self, executor: ThreadPoolExecutor) -> None:
        self.session = Session(Options("en-small", 8, 16, device="cpu"), TEXT)
        self.engine = Engine()
        self.looker = LatestRunner(executor, self.session)
        self.comparison = Comparison(self.session, self.engine, executor, self.session)
        self.session.asked.connect(self._on_asked)
        self.looker.done.connect(self.session.answer)

    def _on_asked(self, request: object) -> None:
        self.looker.submit(partial(self.engine.look, request))  # type: ignore[arg-type]


@pytest.fixture
def desk(qtbot: QtBot, executor: ThreadPoolExecutor) -> Desk:
    """A desk with a first picture on it."""
    made = Desk(executor)
    with qtbot.waitSignal(made.session.answered, timeout=30_000):
        made.session.ask()
    return made


def _compare(qtbot: QtBot, desk: Desk) -> None:
    """Pin segment 2, layer 1, head 2 with (b) halved, and look at segment 4 as it is, as a difference by distance."""
    session = desk.session
    with qtbot.waitSignal(session.answered, timeout=30_000):
        session.choose_head(1, 2)
    with qtbot.waitSignal(session.answered, timeout=30_000):
        session.gains.set("position", 0.5)
    desk.comparison.pin()
    with qtbot.waitSignal(session.answered, timeout=30_000):
        session.gains.reset()
    with qtbot.waitSignal(session.answered, timeout=30_000):
        session.go_to_segment(4)
    desk.comparison.set_mode("difference")
    desk.comparison.set_match("distances")
    desk.comparison.set_map("content")


def test_nothing_is_told_of_nothing(desk: Desk) -> None:
    """Without A a project has no word on it, and there is nothing to swap with or to go to."""
    desk.comparison.swap()
    desk.comparison.go_to_a()
    desk.comparison.set_mode("beside")

    assert desk.comparison.to_dict() == {}
    assert desk.comparison.mode == "off"
    assert not desk.comparison.shown


def test_a_project_brings_a_and_the_way_of_comparing_back(
    qtbot: QtBot, desk: Desk, executor: ThreadPoolExecutor
) -> None:
    """Through JSON and into another session: the same A, to the bit, the same B, and the same difference of them."""
    _compare(qtbot, desk)
    told = json.loads(json.dumps(desk.session.project("terms").to_dict()))
    assert desk.comparison.a is not None
    assert "text" not in told["parts"]["comparison"]["a"]

    other = Desk(executor)
    with qtbot.waitSignal(other.comparison.changed, timeout=30_000):
        other.session.take(Project.from_dict(told))
        qtbot.waitUntil(lambda: other.comparison.a is not None, timeout=30_000)
    restored = other.comparison.a
    assert restored is not None
    np.testing.assert_array_equal(restored.look.terms.score, desk.comparison.a.look.terms.score)
    assert restored.look.interventions.gain("position") == 0.5
    assert (restored.look.index, restored.look.terms.layer, restored.look.terms.head) == (2, 1, 2)
    assert other.session.look is not None
    assert other.session.look.index == 4
    assert (other.comparison.mode, other.comparison.match, other.comparison.map) == (
        "difference",
        "distances",
        "content",
    )
    assert other.comparison.shown


def test_another_text_of_a_is_told_too(qtbot: QtBot, desk: Desk) -> None:
    """If B reads another text, that of A is in the project, and A is read from it again."""
    desk.comparison.pin()
    with qtbot.waitSignal(desk.session.answered, timeout=30_000):
        desk.session.set_text("Another text altogether, and not a word about beaches. " * 6)
    told = json.loads(json.dumps(desk.comparison.to_dict()))
    before = desk.comparison.a
    assert told["a"]["text"] == TEXT
    assert before is not None

    desk.comparison.take({})
    assert desk.comparison.a is None
    desk.comparison.take(told)
    qtbot.waitUntil(lambda: desk.comparison.a is not None, timeout=30_000)
    assert desk.comparison.a is not None
    assert desk.comparison.a.text == TEXT
    np.testing.assert_array_equal(desk.comparison.a.look.terms.score, before.look.terms.score)


@pytest.mark.parametrize("data", [{"mode": "sideways", "a": {}}, {"mode": "off"}, {"match": 3, "a": {}}])
def test_what_makes_no_sense_is_refused(desk: Desk, data: dict[str, object]) -> None:
    """A damaged project leaves nothing pinned and says what is wrong."""
    with pytest.raises(ProjectError):
        desk.comparison.take(data)
    assert desk.comparison.to_dict() == {}


def test_a_swap_that_comes_to_nothing_leaves_a_as_it_is(qtbot: QtBot, desk: Desk) -> None:
    """If something else is asked for before A is shown, A stays A."""
    _compare(qtbot, desk)
    a = desk.comparison.a
    with qtbot.waitSignal(desk.session.answered, timeout=30_000):
        desk.comparison.swap()
        desk.session.choose_head(0, 0)

    assert desk.comparison.a is a


def test_a_swap_exchanges_the_two(qtbot: QtBot, desk: Desk) -> None:
    """A becomes what was shown, with its very numbers, and what is shown becomes A; twice, and all is as before."""
    _compare(qtbot, desk)
    a, b = desk.comparison.a, desk.session.response
    assert a is not None
    with qtbot.waitSignal(desk.session.answered, timeout=30_000):
        desk.comparison.swap()
    assert desk.comparison.a is not None
    assert desk.comparison.a.response is b
    assert desk.session.look is not None
    np.testing.assert_array_equal(desk.session.look.terms.attention, a.look.terms.attention)
    with qtbot.waitSignal(desk.session.answered, timeout=30_000):
        desk.comparison.swap()
    assert b is not None
    np.testing.assert_array_equal(desk.session.look.terms.attention, b.look.terms.attention)
    assert desk.comparison.mode == "difference"
