"""Which labels stand where beside a plot."""

from __future__ import annotations

import pytest

from relviz.figure.drawing.axes import LINE, column_labels, row_labels, value_labels
from relviz.figure.spec import Axis

pytestmark = pytest.mark.usefixtures("qapp")

GROUPED = Axis("", ("", "L0", "", "", "L1", "", "", "L2", ""))
"""Three rows a layer, the middle one named."""


def test_a_group_of_rows_has_one_label_where_it_is_named() -> None:
    """Rows of 10 pixels: too low for a label each, but not for one in three, at the middle of the named rows."""
    labels = row_labels(GROUPED, 9, 90)

    assert labels.texts == ("L0", "L1", "L2")
    assert labels.places == (15, 45, 75)
    assert not labels.ticked


def test_labels_of_groups_are_thinned_where_they_would_touch() -> None:
    """Groups that are lower than a line of text: every second is named, and a tick shows which row it means."""
    labels = row_labels(GROUPED, 9, 2.9 * LINE)

    assert labels.texts == ("L0", "L2")
    assert labels.ticked


def test_labels_of_single_rows_are_thinned_as_before() -> None:
    """Without groups, every n-th row is labelled."""
    labels = row_labels(Axis("", tuple("abcdef")), 6, 3 * LINE)

    assert labels.texts == ("a", "c", "e")
    assert labels.places == pytest.approx((0.25 * LINE, 1.25 * LINE, 2.25 * LINE))


def test_single_letters_under_narrow_columns_stay_upright() -> None:
    """Letters half a line apart: every second is written, upright, since turned ones would not be more."""
    labels = column_labels(Axis("", tuple("ilitlijlit")), 10, 5 * LINE)

    assert labels.texts == ("i", "i", "l", "j", "i")
    assert not labels.turned
    assert labels.extent == LINE
    assert labels.ticked


def test_words_under_narrow_columns_are_turned() -> None:
    """Words that would touch their neighbours read upwards, as many as there are lines."""
    labels = column_labels(Axis("", ("segment",) * 10), 10, 5 * LINE)

    assert labels.texts == ("segment",) * 5
    assert labels.turned


def test_a_low_axis_has_more_than_one_number() -> None:
    """From -2.6 to 4.3 there is no step of three numbers that has two of them: four stand closer."""
    labels = value_labels(-2.6, 4.3, 5.6 * LINE)

    assert labels.texts == ("−2", "0", "2", "4")
    assert labels.places[0] - labels.places[1] == pytest.approx(2 / 6.9 * 5.6 * LINE)


def test_no_number_is_beyond_the_largest() -> None:
    """Air above 100% is not labelled."""
    assert value_labels(0.0, 2.0, 100.0, percent=True, largest=1.0).texts == ("0%", "50%", "100%")
