"""What of a figure has changed since it was drawn: panels whose cursor alone moved need not be drawn anew."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

import numpy as np

from relviz.figure.spec import Marker

if TYPE_CHECKING:
    from relviz.figure.axes.layout import Box


def same_places(before: tuple[tuple[Box, ...], ...], after: tuple[tuple[Box, ...], ...]) -> bool:
    """Return whether two figures have their plots and labels in the same places."""
    return [_place(box) for row in before for box in row] == [_place(box) for row in after for box in row]


def same_still(before: object, after: object) -> bool:
    """Return whether two panels look the same but for where their cursors and limits are."""
    if before is after:
        return True
    if type(before) is not type(after):
        return False
    if isinstance(before, np.ndarray) and isinstance(after, np.ndarray):
        return _same_array(before, after)
    if isinstance(before, Marker) and isinstance(after, Marker):
        return _still(before) == _still(after)
    if isinstance(before, tuple) and isinstance(after, tuple):
        return len(before) == len(after) and all(map(same_still, before, after))
    if is_dataclass(before):
        return all(same_still(getattr(before, one.name), getattr(after, one.name)) for one in fields(before))
    return before == after


def _place(box: Box) -> tuple[object, ...]:
    return type(box.panel), box.plot, box.gutters, box.column_labels, box.row_labels, box.spare


def _still(marker: Marker) -> object:
    """Return what of a marker shows in the panel itself; a label makes room above the curves."""
    return marker if marker.style == "divider" or marker.across else (marker.style, bool(marker.label))


def _same_array(before: np.ndarray, after: np.ndarray) -> bool:
    if before.shape != after.shape or before.dtype != after.dtype:
        return False
    if before.ctypes.data == after.ctypes.data and before.strides == after.strides:
        return True
    return np.array_equal(before, after, equal_nan=True)
