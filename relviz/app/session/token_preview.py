"""The cell that a token of the text stands for while it is pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from relviz.app.session.pin import Cell
    from relviz.core.reading.look import Look


def previewed_cell(look: Look, token: int, pinned: Cell | None) -> Cell | None:
    """Return the cell to read off for a token, None for one that is neither query nor memory.

    A token of the segment is taken as query, with the key that it attends to most, as a click on it would. A token of
    the memory is taken as key of the pinned query; of the one that attends to it most if none is pinned.

    Args:
        look: what is shown, without the keys that are hidden.
        token: its position in the text.
        pinned: the cell that stays selected, if there is one.
    """
    attention = look.terms.attention
    row = token - look.start
    if 0 <= row < len(look.query_tokens):
        return row, int(attention[row].argmax())
    keys = np.flatnonzero(look.key_positions[: look.terms.memory] == token)
    if token < 0 or not len(keys):  # below 0 are zero vectors
        return None
    key = int(keys[0])
    return (int(attention[:, key].argmax()) if pinned is None else pinned[0]), key
