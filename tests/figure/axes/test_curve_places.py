"""Where things are on curves."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from relviz.figure.axes.curve_places import clear_of, x_range, y_range
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
