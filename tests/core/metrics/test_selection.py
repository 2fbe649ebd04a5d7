"""Several cells, summed."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.metrics.selection import selected
from relviz.core.reading.trace import Part, Terms
from relviz.core.schemes.transformer_xl import TransformerXLScheme

NAN = np.nan


def _terms() -> Terms:
    """Two queries over a memory of one: (a) 1 to 5 over visible cells, (c) 10, 20, 30 over keys."""
    content, bias = (next(kind for kind in TransformerXLScheme.kinds if kind.letter == letter) for letter in "ac")
    mask = np.array([[True, True, False], [True, True, True]])
    values = np.array([[1, 2, 99], [3, 4, 5]], np.float32)
    return Terms(
        parts=(Part(content, values), Part(bias, np.array([10, 20, 30], np.float32))),
        mask=mask,
        masking=np.where(mask, 0, NAN).astype(np.float32),
        distance=np.array([[1, 0, -1], [2, 1, 0]]),
        score=np.array([[11, 22, NAN], [13, 24, 35]], np.float32),
        attention=np.array([[0.25, 0.75, 0], [0.5, 0.125, 0.375]], np.float32),
        layer=0,
        head=0,
        memory=1,
    )


def test_one_cell_is_itself() -> None:
    """The numbers of query 1 and key 0."""
    one = selected(_terms(), slice(1, 2), slice(0, 1))

    assert [(kind.letter, value) for kind, value in one.parts] == [("a", 3.0), ("c", 10.0)]
    assert (one.score, one.attention, one.visible, one.cells) == (13.0, 0.5, 1, 1)


def test_several_are_summed_over_what_can_be_seen() -> None:
    """Both queries and the last two keys: 2 + 4 + 5 of (a), 20 + 20 + 30 of (c); queries give 0.75 and 0.5."""
    some = selected(_terms(), slice(0, 2), slice(1, 3))

    assert [value for _, value in some.parts] == [11.0, 70.0]
    assert some.score == 81.0
    assert some.attention == pytest.approx(0.625)
    assert (some.visible, some.cells) == (3, 4)
