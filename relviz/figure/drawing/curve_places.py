"""Where things are on curves: the ends of both axes, values on the page, names of ranges, and words beside lines."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF

from relviz.figure.drawing.axes import LINE
from relviz.figure.lettering.fonts import text_width
from relviz.figure.lettering.text import fitted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from relviz.figure.spec import Band, Curves, Marker


NEAR = 2.0
"""How near to a curve a label may come."""


def x_range(panel: Curves) -> tuple[float, float]:
    """Return the ends of the horizontal axis: half a step beyond the first and the last value.

    So a curve over keys lines up with the cells of a map below it.
    """
    if not panel.x.size:
        return 0.0, 1.0
    steps = np.diff(panel.x)
    half = float(np.median(steps)) / 2 if steps.any() else 0.5
    return float(panel.x[0]) - half, float(panel.x[-1]) + half


def y_range(panel: Curves, height: float) -> tuple[float, float]:
    """Return the ends of the vertical axis: all values, some air, and 0 unless that is far away.

    Args:
        panel: the curves.
        height: of the plot in pixels, of which the labels of lines take some: above all values, which they would hide.
    """
    low, high = _extremes(panel)
    if panel.stems or low - 0.6 * (high - low) <= 0 <= high + 0.6 * (high - low):
        low, high = min(low, 0.0), max(high, 0.0)
    if low == high:
        return low - 0.5 * (abs(low) or 1), high + 0.5 * (abs(high) or 1)
    air = 0.06 * (high - low)
    low, top = low - air * (low != 0), high + air * (high != 0)
    share = min(LABEL_ROOM / max(height, 1.0), 0.5)
    with_room = low, max(top, high + (high - low) * share / (1 - share))
    if _are_lines_named(panel):
        return with_room
    plain = low, min(top, largest_number(panel))
    full = any(band.label and max(_free(panel, band, *plain)) * height < LABEL_ROOM for band in panel.bands)
    return with_room if full else plain


def placed_on_curves(panel: Curves, plot: QRectF) -> tuple[tuple[float, Marker], ...]:
    """Return the markers of curves and their distance from the plot's left end, from its top for ``across``."""
    low, high = y_range(panel, plot.height())
    first, last = x_range(panel)
    return tuple(
        (
            (high - marker.at) / (high - low) * plot.height()
            if marker.across
            else (marker.at - first) / (last - first) * plot.width(),
            marker,
        )
        for marker in panel.markers
    )


def in_pixels(panel: Curves, plot: QRectF) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the values of each series as places on the page; NaN where there is none."""
    low, high = y_range(panel, plot.height())
    first, last = x_range(panel)
    x = plot.left() + (np.asarray(panel.x, np.float64) - first) / (last - first) * plot.width()
    return [
        (x, plot.bottom() - (np.asarray(one.values, np.float64) - low) / (high - low) * plot.height())
        for one in panel.series
    ]


def zero_line(panel: Curves, plot: QRectF) -> float:
    """Return how far down the page 0 is."""
    low, high = y_range(panel, plot.height())
    return plot.bottom() + low / (high - low) * plot.height()


def band_area(band: Band, plot: QRectF, panel: Curves) -> QRectF:
    """Return what a band covers of a plot."""
    first, last = x_range(panel)
    left, right = (
        plot.left() + (min(max(end, first), last) - first) / (last - first) * plot.width()
        for end in (band.start, band.end)
    )
    return QRectF(left, plot.top(), right - left, plot.height())


def band_names(panel: Curves, plot: QRectF) -> list[tuple[QRectF, str]]:
    """Return the plates and names of shaded ranges: where curves leave more room, or at the foot if lines are named."""
    low, high = y_range(panel, plot.height())
    found = []
    for band in panel.bands:
        left = band_area(band, plot, panel).left()
        label = fitted(band.label, plot.right() - left - 8)
        plate = QRectF(left + 2, plot.bottom() - LINE - 3, text_width(label) + 6, LINE)
        below, above = _free(panel, band, low, high)
        roomy = below * plot.height() >= LABEL_ROOM
        if above > below and not (roomy and _are_lines_named(panel)):
            plate.moveTop(plot.top() + LABEL_TOP)
        if label:
            found.append((plate, label))
    return found


def named_bands(panel: Curves, plot: QRectF) -> tuple[QRectF, ...]:
    """Return where the names of shaded ranges stand."""
    return tuple(plate for plate, _ in band_names(panel, plot))


def clear_of(panel: Curves, plot: QRectF) -> Callable[[QRectF], bool]:
    """Return what says whether a rectangle of a plot is clear of its curves and stems."""
    drawn = [(x, np.where(np.isfinite(y), y, np.nan)) for x, y in in_pixels(panel, plot)]
    zero = zero_line(panel, plot)

    def is_clear(area: QRectF) -> bool:
        left, top, right, bottom = area.left() - NEAR, area.top() - NEAR, area.right() + NEAR, area.bottom() + NEAR
        for x, y in drawn:
            if panel.stems:
                met = (x >= left) & (x <= right) & (np.minimum(y, zero) <= bottom) & (np.maximum(y, zero) >= top)
            else:
                met = _meets(x, y, left, right, top, bottom)
            if met.any():
                return False
        return True

    return is_clear


def largest_number(panel: Curves) -> float:
    """Return the largest number that the vertical axis may promise: there are no shares above 100%."""
    return 1.0 if panel.percent and _extremes(panel)[1] <= 1 else math.inf


def _are_lines_named(panel: Curves) -> bool:
    """Return whether words stand beside upright lines, in the row above all values."""
    return any(marker.label and marker.style != "divider" and not marker.across for marker in panel.markers)


def _extremes(panel: Curves) -> tuple[float, float]:
    """Return the least and the largest that is to be seen, of values and of levels."""
    values = np.concatenate([np.asarray(one.values, np.float64).ravel() for one in panel.series] or [np.zeros(0)])
    values = values[np.isfinite(values)]
    seen = np.concatenate([values, [marker.at for marker in panel.markers if marker.across]])
    return (float(seen.min()), float(seen.max())) if seen.size else (0.0, 1.0)


def _free(panel: Curves, band: Band, low: float, high: float) -> tuple[float, float]:
    """Return the shares of the vertical axis that are free below and above the curves within a band."""
    within = (panel.x >= band.start) & (panel.x <= band.end)
    values = np.concatenate([np.asarray(one.values)[within] for one in panel.series] or [np.zeros(0)])
    values = values[np.isfinite(values)]
    if not values.size:
        return 1.0, 0.0 if _are_lines_named(panel) else 1.0
    return float(values.min() - low) / (high - low), float(high - values.max()) / (high - low)


def _meets(x: np.ndarray, y: np.ndarray, left: float, right: float, top: float, bottom: float) -> np.ndarray:
    """Return for the values of a curve, and for what joins them, whether they are within these bounds."""
    inside = (x >= left) & (x <= right) & (y >= top) & (y <= bottom)
    start, end = np.maximum(x[:-1], left), np.minimum(x[1:], right)
    slope = np.diff(y) / np.where(np.diff(x) > 0, np.diff(x), 1.0)
    at_start, at_end = y[:-1] + (start - x[:-1]) * slope, y[:-1] + (end - x[:-1]) * slope
    between = (start <= end) & (np.minimum(at_start, at_end) <= bottom) & (np.maximum(at_start, at_end) >= top)
    return np.concatenate([inside, between])


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
