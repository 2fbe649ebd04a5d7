"""What schemes hold for a position, as a figure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from relviz.core.lab.probe import Kind, Probe
from relviz.figure.colours.palette import LIGHT
from relviz.figure.spec import Curves, Heatmap
from relviz.figure.views.schemes.probe import probe_figure
from relviz.figure.writing.write import to_image

AT = np.array([0, 1, 10, 100, 1000, 100_000])
TABLE = np.arange(12, dtype=np.float32).reshape(6, 2)


def _probe(scheme: str, asked: int, vector: list[float] | None, used: int | None) -> Probe:
    values = None if vector is None else np.array(vector, np.float32)
    kind: Kind = "nothing" if vector is None else "vector"
    return Probe(scheme, "position", asked, values, kind, used, (0, 99), None, None, f"Of {scheme}.")


def test_a_vector_and_its_place_among_all() -> None:
    """The vector asked for is drawn as stems, and a cursor marks its column beside the end of training."""
    figure = probe_figure([_probe("count", 1000, [0.5, -0.5], 1000)], AT, [TABLE])
    vector, table = figure.grid[0]

    assert isinstance(vector, Curves)
    assert (vector.title, vector.note, vector.stems) == ("Counting on: position 1,000", "never trained", True)
    np.testing.assert_allclose(vector.series[0].values, [0.5, -0.5])
    assert isinstance(table, Heatmap)
    np.testing.assert_array_equal(table.values, TABLE.T)
    assert table.rows.title == vector.columns.title == "dimension"
    assert table.columns.labels == ("0", "1", "10", "100", "1.0k", "100k")
    assert [(marker.style, marker.at) for marker in table.markers] == [("cursor", 4.5), ("limit", 3.0)]


def test_no_vector_is_said_and_not_drawn_as_zero() -> None:
    """Where a scheme has no vector there are no stems, the title says so, and the figure can be drawn."""
    ended = TABLE.copy()
    ended[3:] = np.nan
    figure = probe_figure([_probe("learned", 512_000, None, None), _probe("none", 5, None, None)], AT, [ended, None])
    learned, none = (row[0] for row in figure.grid)

    assert (learned.title, none.title) == ("Learned: no vector", "None: no vector")
    assert isinstance(learned, Curves)
    assert not learned.series[0].values.size
    assert not learned.columns.title
    assert not to_image(figure, LIGHT).isNull()


def test_a_borrowed_row_is_said() -> None:
    """Where a scheme takes another position's row, the note says whose."""
    figure = probe_figure([_probe("restart", 600, [1.0, 0.0], 24)], AT, [TABLE])

    assert figure.grid[0][0].note == "that of 24"


def test_what_is_added_to_the_values_stands_after_the_rest() -> None:
    """Shaw's two vectors of a distance are drawn one after the other, each with its name, and in the table, too."""
    found = replace(_probe("shaw", 3, [1.0, 2.0], 3), for_values=np.array([-3.0, 4.0], np.float32))
    vector, table = probe_figure([found], AT, [np.zeros((6, 4), np.float32)]).grid[0]

    assert isinstance(vector, Curves)
    assert isinstance(table, Heatmap)
    assert table.rows.title == vector.columns.title == "dimension, for keys and then for values"
    assert [one.label for one in vector.series] == ["for keys", "for values"]
    np.testing.assert_array_equal(vector.series[0].values, [1, 2, np.nan, np.nan])
    np.testing.assert_array_equal(vector.series[1].values, [np.nan, np.nan, -3, 4])
