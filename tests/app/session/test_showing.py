"""What a session shows in another way without other numbers."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from relviz.app.projects.project import Shown
from relviz.app.session.showing import PACES, Showing


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
