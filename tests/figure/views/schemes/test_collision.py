"""Equal position vectors as a figure."""

from __future__ import annotations

import numpy as np

from relviz.core.lab.collision import Collisions, Pair, Place
from relviz.figure.colours.palette import LIGHT
from relviz.figure.drawing.cells import cell_texts
from relviz.figure.drawing.heatmap import bar_labels
from relviz.figure.spec import Heatmap
from relviz.figure.views.schemes.collision import collision_figure
from relviz.figure.writing.write import to_image

PLACES = (Place("A", 0, 0, True), Place("B", 1, 1, True), Place("C", 2, 0, False), Place("D", 3, 1, False))
VECTORS = np.array([[0, 0], [3, 4], [0, 0], [3, 4]], np.float32)
PAIRS = (Pair(PLACES[0], PLACES[2]), Pair(PLACES[1], PLACES[3]))
RESTART = Collisions("restart", PLACES, VECTORS, PAIRS, "They collide.")
BARE = tuple(Place(place.token, place.text_position, None, place.in_memory) for place in PLACES)
SHAW = Collisions("shaw", BARE, None, (), "There are none.")


def test_distances_of_vectors_by_hand() -> None:
    """A 3-4-5 triangle: equal vectors are 0 apart and framed, the others 5; positions count from 1 if asked."""
    panel = collision_figure([RESTART], from_one=True).panel("collision_restart")

    assert isinstance(panel, Heatmap)
    np.testing.assert_allclose(panel.values, [[0, 5, 0, 5], [5, 0, 5, 0]])
    assert panel.framed == ((0, 0), (1, 1))
    assert panel.columns.labels == ("A 1", "B 2", "C 1", "D 2")
    panel = collision_figure([RESTART], from_one=False).panel("collision_restart")
    assert isinstance(panel, Heatmap)
    assert panel.columns.labels[0] == "A 0"


def test_no_number_in_a_cell_is_beyond_the_colour_bar() -> None:
    """Vectors 11.64 apart: the cells and the end of the bar both say 11.6, where two digits would say 12."""
    vectors = np.array([[0], [9.83], [0], [11.64]], np.float32)
    panel = collision_figure([Collisions("count", PLACES, vectors, (), "")], from_one=False).panel("collision_count")

    assert isinstance(panel, Heatmap)
    assert cell_texts(panel.values, panel.scale, 60) == ["0", "9.8", "0", "11.6", "11.6", "1.8", "11.6", "0"]
    assert (1.0, "11.6") in bar_labels(panel.scale, 200)


def test_where_all_vectors_are_equal_that_is_said() -> None:
    """Clipped to the last row of a table, all keys are 0 apart: bar and note say so, and promise no other number."""
    same = Collisions("learned", PLACES, np.ones((4, 2), np.float32), PAIRS, "")
    panel, other = (collision_figure([one], from_one=False).panel(f"collision_{one.scheme}") for one in (same, RESTART))

    assert isinstance(panel, Heatmap)
    assert isinstance(other, Heatmap)
    assert bar_labels(panel.scale, 200) == [(0.0, "0")]
    assert panel.note == "distance of position vectors: 0 everywhere, all are equal"
    assert (1.0, "5") in bar_labels(other.scale, 200)
    assert "everywhere" not in other.note


def test_frames_are_drawn() -> None:
    """Around each equal cell there is a frame in the colour of the cursor, and without pairs there is none."""
    alone = Collisions("count", PLACES, VECTORS, (), "")
    framed, plain = (_cursor_pixels(collisions) for collisions in (RESTART, alone))

    assert framed > 25
    assert plain == 0


def test_schemes_without_positions_make_room() -> None:
    """A scheme that gives tokens no positions has a map only if no other scheme has one."""
    assert [panel.name for row in collision_figure([SHAW, RESTART], from_one=True).grid for panel in row] == [
        "collision_restart"
    ]
    alone = collision_figure([SHAW], from_one=True).panel("collision_shaw")
    assert isinstance(alone, Heatmap)
    assert np.isnan(alone.values).all()


def _cursor_pixels(collisions: Collisions) -> int:
    image = to_image(collision_figure([collisions], from_one=True), LIGHT)
    return sum(
        image.pixelColor(x, y).name() == LIGHT.cursor
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
    )
