"""Where the words beside lines stand."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF

from relviz.figure.axes.line_labels import LABEL_ROOM, place_labels
from relviz.figure.lettering.fonts import text_width

pytestmark = pytest.mark.usefixtures("qapp")
PLOT = QRectF(50, 20, 400, 200)
ROW = QRectF(50, 20, 400, LABEL_ROOM)


def _anywhere(_plate: QRectF) -> bool:
    return True


def _first_row_alone(plate: QRectF) -> bool:
    """Say that curves are everywhere but in the row that is kept free for labels."""
    return ROW.contains(plate)


def test_a_line_alone_has_its_words_on_its_right() -> None:
    """Right of its line, in the first row, unless the plot ends there: then left of it."""
    (middle,) = place_labels(PLOT, [(200, "d = 1")], _anywhere)
    (end,) = place_labels(PLOT, [(445, "d = 1")], _anywhere)
    assert 200 < middle.plate.left() < 206
    assert 439 < end.plate.right() < 445
    assert ROW.contains(middle.plate)
    assert ROW.contains(end.plate)


def test_two_lines_side_by_side_have_their_words_on_both_sides() -> None:
    """The left one's are on its left, the right one's on its right: no words are over the other line."""
    left, right = place_labels(PLOT, [(200, "T = 32"), (206, "M = 32")], _anywhere)
    assert left.plate.right() < 200
    assert right.plate.left() > 206


@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize("start", [52.0, 200.0, 430.0])
@pytest.mark.parametrize("words", ["T = {0}", "trained to {0}", "训练至 {0}"])
def test_words_are_in_the_plot_and_on_no_other_words(words: str, start: float, count: int) -> None:
    """However close lines are and however full the plot, labels are apart and end before its edges."""
    lines = [(start + 3 * n, words.format(n)) for n in range(count)]
    for clear in (_anywhere, _first_row_alone):
        plates = [one.plate for one in place_labels(PLOT, lines, clear)]
        assert all(PLOT.contains(plate) for plate in plates)
        assert not any(one.intersects(other) for one, other in combinations(plates, 2))
        assert all(plate.width() > text_width(label) for plate, (_, label) in zip(plates, lines, strict=True))


def test_in_a_full_plot_all_words_stand_in_the_row_kept_for_them() -> None:
    """Where curves leave no other place, what is pushed away from its line has a leader, and nothing else has one."""
    lines = [(250.0, "d = 40"), (253.0, "T = 41"), (256.0, "clamp_len")]
    placed = place_labels(PLOT, lines, _first_row_alone)
    assert all(ROW.contains(one.plate) for one in placed)
    for (x, _), one in zip(lines, placed, strict=True):
        near = one.plate.left() - 6 <= x <= one.plate.right() + 6
        assert one.leader is not near
    assert sum(one.leader for one in placed) == 1


def test_words_avoid_what_is_written_already() -> None:
    """The name of a shaded range in the first row stays readable."""
    name = QRectF(200, 22, 60, 15)
    (label,) = place_labels(PLOT, [(205, "d = 1")], _anywhere, taken=[name])
    assert not label.plate.intersects(name)
