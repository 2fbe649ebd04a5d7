"""Where the keys move the selected cell of a heatmap to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from relviz.app.session.pin import Cell

LEAP = 10
"""Cells that an arrow key moves by with Ctrl."""
_Key, _Modifier = Qt.Key, Qt.KeyboardModifier
_ARROWS = {
    _Key.Key_Up: (-1, 0),
    _Key.Key_Down: (1, 0),
    _Key.Key_Left: (0, -1),
    _Key.Key_Right: (0, 1),
}
_PAGES = {_Key.Key_PageUp: -1, _Key.Key_PageDown: 1}
_ENDS = {_Key.Key_Home: False, _Key.Key_End: True}


def moved_cell(
    key: Qt.Key, modifiers: Qt.KeyboardModifier, cell: Cell | None, shape: tuple[int, int], page: int
) -> Cell | None:
    """Return the cell that a key goes to, held within the map; None for a key that does not move.

    Arrow keys move by one, with Ctrl by ten; Page Up and Page Down by the rows in view; Home and End go to the ends of
    the row, with Ctrl to the first and last cell. What Shift does is left to the caller.

    Args:
        key: the key.
        modifiers: what is held down with it; with Alt it belongs to somebody else.
        cell: where the cell is; None for the last one of the map.
        shape: how many rows and columns there are, at least one of each.
        page: rows in view.
    """
    if modifiers & (_Modifier.AltModifier | _Modifier.MetaModifier):
        return None
    rows, columns = shape
    row, column = cell or (rows - 1, columns - 1)
    ctrl = bool(modifiers & _Modifier.ControlModifier)
    if key in _ARROWS:
        down, across = _ARROWS[key]
        row, column = (at + by * (LEAP if ctrl else 1) for at, by in ((row, down), (column, across)))
    elif key in _PAGES and not ctrl:
        row += _PAGES[key] * max(page, 1)
    elif key in _ENDS:
        column = columns - 1 if _ENDS[key] else 0
        row = row if not ctrl else rows - 1 if _ENDS[key] else 0
    else:
        return None
    return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)
