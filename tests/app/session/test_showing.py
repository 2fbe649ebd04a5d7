"""How things are shown, and the gains."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from relviz.app.projects.project import Shown
from relviz.app.session.showing import PACES, Gains, Showing
from relviz.core.interventions import NONE, Interventions


@pytest.fixture
def showing(qapp: object) -> Showing:
    """All as at first."""
    return Showing()


def test_the_nearest_pace_is_taken(showing: Showing) -> None:
    """Of 50, 300, 700, 1500 and 3000 ms the nearest is taken, and steps end at the fastest and the slowest."""
    showing.set(pace=1200)
    assert showing.view.pace == 1500
    for by, end in ((1, PACES[-1]), (-1, PACES[0])):
        for _ in PACES:
            showing.change_pace(by)
        assert showing.view.pace == end


def test_what_was_kept_is_taken_over_without_telling(qtbot: QtBot, showing: Showing) -> None:
    """Whoever takes all that was kept tells of it once, at the end."""
    with qtbot.assertNotEmitted(showing.changed):
        showing.arrive(Shown(interleaved=True, token_boundaries=True, pace=1200))
    assert (showing.view.interleaved, showing.view.token_boundaries, showing.view.pace) == (True, True, 1500)


def test_only_changes_are_told(qtbot: QtBot, showing: Showing) -> None:
    """What is as it is already is not told; another shading is told as such, too."""
    with qtbot.assertNotEmitted(showing.changed):
        showing.set_interleaved(False)
        showing.set_token_boundaries(False)
        showing.set_shading("none")
    with qtbot.assertNotEmitted(showing.shading_changed), qtbot.waitSignal(showing.changed):
        showing.set_interleaved(True)
    with qtbot.waitSignals([showing.changed, showing.shading_changed]):
        showing.set_shading("loss")


@pytest.fixture
def gains(qapp: object) -> Gains:
    """Gains as at first."""
    return Gains()


@pytest.mark.parametrize(("asked", "taken"), [(0.504, 0.5), (-1.0, 0.0), (7.0, 2.0)])
def test_a_gain_is_taken_to_hundredths_within_its_range(qtbot: QtBot, gains: Gains, asked: float, taken: float) -> None:
    """A gain is rounded to hundredths and lies from 0 to 2; it is told and its numbers are asked for."""
    with qtbot.waitSignals([gains.changed, gains.asked]):
        gains.set("position", asked)
    assert gains.interventions.gain("position") == taken


def test_a_part_comes_back_with_the_gain_it_had(gains: Gains) -> None:
    """Off and on again, a part has its gain of before; after a reset it has 1."""
    gains.set("content", 0.3)
    gains.toggle("content")
    assert gains.interventions.gain("content") == 0
    assert gains.before == (("content", 0.3),)
    gains.toggle("content")
    assert gains.interventions.gain("content") == 0.3
    gains.toggle("content")
    gains.reset()
    assert gains.interventions == NONE
    assert not gains.before


def test_without_gains_it_is_no_matter_since_when_they_act(qtbot: QtBot, gains: Gains) -> None:
    """Since when gains act is told; numbers are asked for where there are gains, and not where there are none."""
    with qtbot.assertNotEmitted(gains.asked), qtbot.waitSignal(gains.changed):
        gains.set_since("start")
    gains.set("position", 0.5)
    with qtbot.waitSignal(gains.asked):
        gains.set_since("segment")
    assert gains.interventions == Interventions((("position", 0.5),), "segment")


def test_what_is_shown_is_taken_over_without_asking(qtbot: QtBot, gains: Gains) -> None:
    """Where a request comes to nothing, gains are those of what is shown again."""
    shown = Interventions((("content", 0.5),), "start")
    gains.set("position", 0.0)
    with qtbot.assertNotEmitted(gains.asked):
        gains.show(shown)
    assert (gains.interventions, gains.since) == (shown, "start")
