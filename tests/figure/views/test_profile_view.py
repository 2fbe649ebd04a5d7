"""The columns that relative distances are shown in."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.figure.views.profile_view import Bins


def test_near_distances_have_a_column_each_and_far_ones_share() -> None:
    """Four columns an octave: singles up to 7, then 8 to 9, 10 to 11, 12 to 13, 14 to 15, 16 to 19 and so on."""
    bins = Bins.logarithmic(np.arange(40))

    assert [bins.range(column) for column in range(len(bins.starts))] == [
        *((distance, distance) for distance in range(8)),
        *((8, 9), (10, 11), (12, 13), (14, 15), (16, 19), (20, 22), (23, 26), (27, 31), (32, 38), (39, 39)),
    ]


def test_negative_distances_are_the_mirror_image() -> None:
    """What lies ahead has columns as what lies back does, named by their nearest distance."""
    bins = Bins.logarithmic(np.arange(-9, 10))

    assert bins.labels == (
        "\u22128",
        "\u22127",
        "\u22126",
        "\u22125",
        "\u22124",
        "\u22123",
        "\u22122",
        "\u22121",
        *"012345678",
    )
    assert bins.range(0) == (-9, -8)


def test_a_mean_counts_every_query() -> None:
    """Distances 8 and 9, seen by 3 queries and by 1, have 0.4 and 0.8: (3 x 0.4 + 0.8) / 4 = 0.5."""
    bins = Bins.logarithmic(np.arange(10))
    values = np.array([[0.1] * 8 + [0.4, 0.8], [0.0] * 10], np.float32)

    means = bins.mean(values, np.array([4] * 8 + [3, 1]))
    assert means.shape == (2, 9)
    assert means[0, -1] == pytest.approx(0.5)
    assert means[0, 0] == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("distance", "column", "place"),
    [(0, 0, 0.5), (7, 7, 7.5), (8, 8, 8.25), (9, 8, 8.75), (12, 8, 11.5), (-2, 0, -1.5)],
)
def test_a_distance_has_a_place_among_the_columns(distance: int, column: int, place: float) -> None:
    """Within a column of two distances they are a quarter from its edges; beyond the ends it is no longer inside."""
    bins = Bins.logarithmic(np.arange(10))

    assert bins.index(distance) == column
    assert bins.place(distance) == pytest.approx(place)


def test_linear_columns_change_nothing() -> None:
    """One column a distance: the means are the values, to the bit."""
    distances = np.arange(-3, 5)
    bins, values = Bins.linear(distances), np.arange(8, dtype=np.float32)

    assert bins.mean(values, np.ones(8, np.int64)) is values
    assert [bins.place(distance) for distance in distances.tolist()] == [n + 0.5 for n in range(8)]
