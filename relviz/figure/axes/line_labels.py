"""Where the words beside lines stand: on no curve and on no other words.

A label stands beside its line, at the top of the plot, where curves leave room for one row of them
(``curve_places.y_range``). Where lines are so close that their labels do not all fit there, a label takes the other
side of its line, or a place farther down where nothing is drawn. In a plot so full that there is none, it stands
in the first row all the same, as near to its line as others allow, and a thin leader along the top joins the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from relviz.figure.lettering.fonts import LABEL, line_height, text_width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

LINE = line_height(LABEL)
LABEL_TOP = 3.0
"""From the top of a plot to the label of a line."""
LABEL_ROOM = LABEL_TOP + LINE + 3
"""What a row of labels takes of a plot's height, with the gap to what is below it."""
BESIDE = 3.0
"""From a line to the plate of its label, on which the words have as much on both sides."""
STEP = LINE + 2
"""From one row of labels to the next."""
FRAME = 1.0
"""What stays free between a label and the edge of the plot."""


@dataclass(frozen=True)
class Placed:
    """Where one label goes.

    Attributes:
        plate: what it covers, the words ``BESIDE`` from both ends.
        leader: whether it is so far from its line that a leader joins them.
    """

    plate: QRectF
    leader: bool = False


def place_labels(
    plot: QRectF,
    lines: Sequence[tuple[float, str]],
    clear: Callable[[QRectF], bool],
    taken: Sequence[QRectF] = (),
) -> tuple[Placed, ...]:
    """Return where the labels of upright lines go.

    Args:
        plot: the plot.
        lines: where each line is from left to right on the page, and its label; first come, first served.
        clear: whether nothing is drawn in a rectangle, such as a curve.
        taken: other words in the plot.

    Returns:
        One place for each line, in the same order.
    """
    found: dict[int, Placed] = {}
    sizes = [_width(label, plot) for _, label in lines]
    # Who has a side without another line goes first: the others cross one wherever they stand.
    for crossing in (False, True):
        for number, (x, _) in enumerate(lines):
            if number in found:
                continue
            others = [] if crossing else [other for n, (other, _) in enumerate(lines) if n != number]
            used = [*taken, *(one.plate for one in found.values())]
            for plate in _beside(plot, x, sizes[number]):
                if not any(plate.left() < other < plate.right() for other in others) and _fits(plate, used, clear):
                    found[number] = Placed(plate)
                    break
    for number, (x, _) in enumerate(lines):
        if number not in found:
            used = [*taken, *(one.plate for one in found.values())]
            found[number] = _led(plot, x, sizes[number], used, clear)
    return tuple(found[number] for number in range(len(lines)))


def _width(label: str, plot: QRectF) -> float:
    return min(text_width(label) + 2 * BESIDE, max(plot.width() - 2 * FRAME, 1.0))


def _beside(plot: QRectF, x: float, width: float) -> Iterator[QRectF]:
    """Yield the places beside a line row by row, right of it before left, those that the plot holds."""
    sides = [
        left
        for left in (x + BESIDE, x - BESIDE - width)
        if left >= plot.left() + FRAME and left + width <= plot.right() - FRAME
    ]
    top = plot.top() + LABEL_TOP
    while top + LINE <= plot.bottom() - FRAME or top == plot.top() + LABEL_TOP:
        for left in sides:
            yield QRectF(left, top, width, LINE)
        top += STEP


def _fits(plate: QRectF, used: Sequence[QRectF], clear: Callable[[QRectF], bool]) -> bool:
    """Return whether a label may stand somewhere."""
    return not any(plate.intersects(other) for other in used) and clear(plate)


def _led(plot: QRectF, x: float, width: float, used: Sequence[QRectF], clear: Callable[[QRectF], bool]) -> Placed:
    """Return the place in the first row that is nearest to a line; if even that is full, one below the others."""
    first, last = plot.left() + FRAME, plot.right() - FRAME - width
    ends = [
        x + BESIDE,
        x - BESIDE - width,
        *(one.right() + 1 for one in used),
        *(one.left() - width - 1 for one in used),
    ]
    plates = [QRectF(min(max(left, first), last), plot.top() + LABEL_TOP, width, LINE) for left in ends]
    near = sorted(plates, key=lambda plate: abs(plate.center().x() - x))
    for plate in near:
        if _fits(plate, used, clear):
            return Placed(plate, leader=not plate.left() - 2 * BESIDE <= x <= plate.right() + 2 * BESIDE)
    plate = QRectF(near[0])
    while any(plate.intersects(other) for other in used) and plate.bottom() + STEP < plot.bottom():
        plate.translate(0, STEP)
    return Placed(plate)
