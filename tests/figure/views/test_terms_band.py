"""Keys that same_length takes away."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.reading.look import Look, look_at
from relviz.core.reading.reading import read
from relviz.core.text.tokens import Tokenizer
from relviz.figure.spec import Heatmap
from relviz.figure.views.term_view import TermView
from relviz.figure.views.terms import terms_figure
from tests.fixtures import models

TEXT = "It was a bright cold day in April, and the clocks were striking thirteen. " * 4
T, M = 6, 8


def _look(tokenizer: Tokenizer, same_length: bool) -> Look:
    model = models.model(tokenizer=tokenizer, vocab_size=tokenizer.vocab_size, same_length=same_length)
    return look_at(read(model, TEXT, segment_length=T, memory_length=M).step(3), 0, 0)


def _dimmed(look: Look, view: TermView) -> list[np.ndarray | None]:
    maps = [panel for row in terms_figure(look, view).grid for panel in row]
    return [panel.dimmed for panel in maps if isinstance(panel, Heatmap)]


@pytest.mark.parametrize("mass", [1.0, 0.5])
def test_they_are_drawn_unlike_later_keys(tokenizer: Tokenizer, mass: float) -> None:
    """Masked keys at a distance of M or more are pale in every map; masked keys that come later are not."""
    look = _look(tokenizer, same_length=True)
    assert look.terms.memory == M
    for dimmed in _dimmed(look, TermView(mass=mass)):
        assert dimmed is not None
        for i in range(T):
            for j in range(M + T):
                distance = M + i - j
                if distance >= M:  # kimiyoung's rule: a query sees distances below the memory's length
                    assert dimmed[i, j]
                elif distance < 0:
                    assert not dimmed[i, j]


def test_without_same_length_nothing_is_pale(tokenizer: Tokenizer) -> None:
    """Where only later keys are masked, there is no second kind of them."""
    assert _dimmed(_look(tokenizer, same_length=False), TermView()) == [None] * 6
