"""Which cells are selected."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from relviz.app.session.selection import Selection, strongest
from relviz.core.model.model import Model
from relviz.core.reading.look import Look, look_at
from relviz.core.reading.reading import read

TEXT = "the sand and the pits of the sand by the sea, and the sand again and again. " * 4


@pytest.fixture(scope="module")
def looks(model: Model) -> list[Look]:
    """The segments of a text, T = 8, M = 16."""
    reading = read(model, TEXT, 8, 16)
    return [look_at(reading.step(index), 0, 0) for index in range(5)]


@pytest.fixture
def selection(qapp: object, looks: list[Look]) -> Selection:
    """Nothing selected in segment 3."""
    made = Selection()
    made.show(looks[3])
    return made


def test_a_pinned_pair_keeps_its_place_in_the_text(selection: Selection, looks: list[Look]) -> None:
    """It is out of view with its query, and in view again at the same tokens; the memory may be of another length."""
    selection.pin((2, 20))
    query, key = looks[3].start + 2, int(looks[3].key_positions[20])
    selection.show(looks[4])
    assert selection.pinned is None
    assert selection.kept is not None
    assert (selection.kept.query, selection.kept.key) == (query, key)
    selection.show(looks[3])
    assert selection.pinned == (2, 20)


def test_what_is_pointed_at_is_read_off_first(qtbot: QtBot, selection: Selection) -> None:
    """The cell under the pointer goes before the pinned one, until the pointer leaves or another is pinned."""
    selection.pin((2, 20))
    with qtbot.assertNotEmitted(selection.pin_changed), qtbot.waitSignal(selection.changed):
        selection.hover((1, 1))
    assert selection.cell == (1, 1)
    selection.pin((4, 4))
    assert selection.cell == (4, 4)
    assert selection.hovered is None


def test_a_selection_is_extended_from_the_pinned_cell(selection: Selection) -> None:
    """All between two cells is selected, whichever corners they are; pinned again, the cell is alone."""
    selection.extend((5, 9))
    assert selection.pinned == (5, 9)
    selection.extend((3, 12))
    region = selection.region
    assert region is not None
    assert (region.row, region.column, region.extent, region.corner) == (3, 9, (3, 4), (3, 12))
    selection.pin((5, 9))
    assert selection.region is not None
    assert selection.region.single


@pytest.mark.parametrize(("row", "pinned", "anew"), [(None, None, True), (6, None, False), (2, (2, 20), False)])
def test_another_place_has_its_strongest_cell(
    selection: Selection, looks: list[Look], row: int | None, pinned: tuple[int, int] | None, anew: bool
) -> None:
    """A new text has the strongest cell of all selected, a query asked for that of its row, unless it has one."""
    selection.pin((2, 20))
    selection.follow(row, anew=anew, elsewhere=False)
    attention = looks[3].terms.attention
    rows = range(len(attention)) if row is None else [row]
    best = max(((i, j) for i in rows for j in range(attention.shape[1])), key=lambda cell: attention[cell])
    assert selection.pinned == (pinned or best)
    assert strongest(looks[3], row) == best


def test_a_distance_beyond_those_there_are_is_taken_to_the_nearest(selection: Selection, looks: list[Look]) -> None:
    """Far below and far above it ends at the first and the last distance of the encoding."""
    encoding = looks[3].encoding
    assert encoding is not None
    for asked, end in ((-(10**6), encoding.distances[0]), (10**6, encoding.distances[-1])):
        selection.set_distance(asked)
        assert selection.distance == end


def test_pinning_what_is_pinned_alone_tells_nobody(qtbot: QtBot, selection: Selection) -> None:
    """The same cell again is no change; where others are selected with it, it is alone again."""
    selection.pin((2, 20))
    with qtbot.assertNotEmitted(selection.changed):
        selection.pin((2, 20))
    selection.extend((4, 21))
    with qtbot.waitSignal(selection.changed):
        selection.pin((2, 20))
    assert selection.region is not None
    assert selection.region.single
