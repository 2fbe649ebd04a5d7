"""Looks: what was looked at last, within a budget."""

from __future__ import annotations

import pytest

from relviz.app.engine.looks import Looks, Place, size_of
from relviz.core.interventions import NONE
from relviz.core.reading.look import Look, look_at
from tests.fixtures import models


@pytest.fixture(scope="module")
def look() -> Look:
    """A look at a segment."""
    return look_at(models.reading(models.model(), 50, 8, 16).step(3), 1, 2)


def _place(segment: int) -> Place:
    return segment, 0, 0, NONE


def test_size_counts_all_arrays(look: Look) -> None:
    """The size is that of the arrays, those within the parts of the score included."""
    cells = 8 * 24 * 4  # T x K float32

    assert size_of(look.terms.parts[0]) == cells
    assert size_of(look) > size_of(look.terms) > 4 * cells


def test_the_one_asked_for_longest_ago_goes_first(look: Look) -> None:
    """With room for two, a third drives out the one that was not asked for since."""
    looks = Looks(2 * size_of(look))
    looks.keep(_place(0), look)
    looks.keep(_place(1), look)
    assert looks.get(_place(0)) is look
    looks.keep(_place(2), look)

    assert looks.get(_place(0)) is look
    assert looks.get(_place(1)) is None
    assert looks.get(_place(2)) is look


def test_the_last_one_stays_however_large(look: Look) -> None:
    """A look larger than the budget is kept until the next one comes, and nothing is kept once cleared."""
    looks = Looks(1)
    looks.keep(_place(0), look)
    assert looks.get(_place(0)) is look
    looks.keep(_place(1), look)
    assert looks.get(_place(0)) is None
    looks.clear()

    assert looks.get(_place(1)) is None
