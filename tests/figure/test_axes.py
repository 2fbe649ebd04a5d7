"""Which labels stand where beside a plot."""

from __future__ import annotations

import pytest

from relviz.figure.axes import LINE, column_labels, row_labels
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
