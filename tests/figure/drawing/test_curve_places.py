"""Where things are on curves."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from relviz.figure.drawing.curve_places import LABEL_ROOM, clear_of, place_labels, x_range, y_range
from relviz.figure.lettering.fonts import text_width
from relviz.figure.spec import Axis, Curves, Series

pytestmark = pytest.mark.usefixtures("qapp")
PLOT = QRectF(100, 50, 400, 200)


def _at(panel: Curves, x: float, value: float) -> tuple[float, float]:
    """Return where a value is on the page, by the ends of the axes."""
    (first, last), (low, high) = x_range(panel), y_range(panel, PLOT.height())
    return 100 + 400 * (x - first) / (last - first), 250 - 200 * (value - low) / (high - low)


def _around(x: float, y: float, size: float = 6.0) -> QRectF:
    return QRectF(x - size / 2, y - size / 2, size, size)


def test_a_place_on_a_curve_is_not_clear() -> None:
    """Neither on a value nor between two of them, where the curve only passes; beside it and in its gaps it is."""
    panel = Curves("c", "", np.arange(5.0), (Series("", np.array([0.0, 4.0, np.nan, 4.0, 0.0])),), Axis())
    is_clear = clear_of(panel, PLOT)
    assert not is_clear(_around(*_at(panel, 1, 4)))
    assert not is_clear(_around(*_at(panel, 0.5, 2)))
    assert not is_clear(_around(*_at(panel, 0.5, 2), size=0.1))
    assert is_clear(_around(*_at(panel, 2, 4)))
    assert is_clear(_around(*_at(panel, 0.5, 0.5)))


def test_a_place_on_a_stem_is_not_clear() -> None:
    """A stem takes all from 0 to its value, up or down, and nothing between it and the next."""
    panel = Curves("c", "", np.arange(3.0), (Series("", np.array([2.0, -2.0, 1.0])),), Axis(), stems=True)
    is_clear = clear_of(panel, PLOT)
    assert not is_clear(_around(*_at(panel, 0, 1)))
    assert not is_clear(_around(*_at(panel, 1, -1)))
    assert is_clear(_around(*_at(panel, 1, 1)))
    assert is_clear(_around(*_at(panel, 0.5, 1)))


FRAME = QRectF(50, 20, 400, 200)
ROW = QRectF(50, 20, 400, LABEL_ROOM)


def _anywhere(_plate: QRectF) -> bool:
    return True


def _first_row_alone(plate: QRectF) -> bool:
    """Say that curves are everywhere but in the row that is kept free for labels."""
    return ROW.contains(plate)


def test_a_line_alone_has_its_words_on_its_right() -> None:
    """Right of its line, in the first row, unless the plot ends there: then left of it."""
    (middle,) = place_labels(FRAME, [(200, "d = 1")], _anywhere)
    (end,) = place_labels(FRAME, [(445, "d = 1")], _anywhere)
    assert 200 < middle.plate.left() < 206
    assert 439 < end.plate.right() < 445
    assert ROW.contains(middle.plate)
    assert ROW.contains(end.plate)


def test_two_lines_side_by_side_have_their_words_on_both_sides() -> None:
    """The left one's are on its left, the right one's on its right: no words are over the other line."""
    left, right = place_labels(FRAME, [(200, "T = 32"), (206, "M = 32")], _anywhere)
    assert left.plate.right() < 200
    assert right.plate.left() > 206


@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize("start", [52.0, 200.0, 430.0])
@pytest.mark.parametrize("words", ["T = {0}", "trained to {0}", "训练至 {0}"])
def test_words_are_in_the_plot_and_on_no_other_words(words: str, start: float, count: int) -> None:
    """However close lines are and however full the plot, labels are apart and end before its edges."""
    lines = [(start + 3 * n, words.format(n)) for n in range(count)]
    for clear in (_anywhere, _first_row_alone):
        plates = [one.plate for one in place_labels(FRAME, lines, clear)]
        assert all(FRAME.contains(plate) for plate in plates)
        assert not any(one.intersects(other) for one, other in combinations(plates, 2))
        assert all(plate.width() > text_width(label) for plate, (_, label) in zip(plates, lines, strict=True))


def test_in_a_full_plot_all_words_stand_in_the_row_kept_for_them() -> None:
    """Where curves leave no other place, what is pushed away from its line has a leader, and nothing else has one."""
    lines = [(250.0, "d = 40"), (253.0, "T = 41"), (256.0, "clamp_len")]
    placed = place_labels(FRAME, lines, _first_row_alone)
    assert all(ROW.contains(one.plate) for one in placed)
    for (x, _), one in zip(lines, placed, strict=True):
        near = one.plate.left() - 6 <= x <= one.plate.right() + 6
        assert one.leader is not near
    assert sum(one.leader for one in placed) == 1


def test_words_avoid_what_is_written_already() -> None:
    """The name of a shaded range in the first row stays readable."""
    name = QRectF(200, 22, 60, 15)
    (label,) = place_labels(FRAME, [(205, "d = 1")], _anywhere, taken=[name])
    assert not label.plate.intersects(name)
