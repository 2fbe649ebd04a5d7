"""Curves."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from relviz.figure.draw_curves import y_range
from relviz.figure.grid import layout
from relviz.figure.palette import LIGHT
from relviz.figure.spec import Axis, Curves, FigureSpec, Series
from relviz.figure.write import to_image


def _curve(*values: float, percent: bool = False) -> Curves:
    x = np.arange(len(values), dtype=np.float32)
    return Curves("weights", "", x, (Series("", np.array(values), "memory"),), Axis("key"), percent=percent)


@pytest.mark.parametrize("values", [(0.4,), (float("nan"), 0.4, float("nan"))])
def test_a_single_value_is_a_dot(values: tuple[float, ...]) -> None:
    """A value without neighbours is drawn large enough to be seen."""
    spec = FigureSpec("one", "", ((_curve(*values),),), size=(400, 300))
    plot = layout(spec, QRectF(0, 0, 400, 300)).boxes[0][0].plot
    image = to_image(spec, LIGHT)
    ink = [
        (x, y)
        for x in range(round(plot.left()), round(plot.right()))
        for y in range(round(plot.top()), round(plot.bottom()))
        if image.pixelColor(x, y).name() == LIGHT.inks["memory"]
    ]
    assert len(ink) > 12
    assert np.mean([x for x, _ in ink]) == pytest.approx(plot.center().x(), abs=1.5)


def test_shares_end_at_one_hundred_percent() -> None:
    """An axis of shares goes up to 100% at most; other numbers have some air above them."""
    assert y_range(_curve(0.2, 1.0, percent=True)) == (0.0, 1.0)
    assert y_range(_curve(0.1, 0.5, percent=True))[1] == pytest.approx(0.53)
    assert y_range(_curve(0.2, 1.0))[1] > 1.0
