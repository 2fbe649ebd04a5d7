"""Everything that the pages show, brought to the host."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.reading.look import look_at
from relviz.errors import Cancelled, SettingError
from tests.fixtures import models


def test_holds_what_the_trace_says() -> None:
    """A look has the trace's labels, terms, shares and place in the text."""
    trace = models.reading(models.model(), 50, 8, 16).step(3)
    look = look_at(trace, 1, 2)
    assert (look.model, look.index, look.segments, look.start, look.memory_length) == ("tiny", 3, 7, 24, 16)
    assert look.query_tokens == trace.query_tokens
    assert look.key_tokens == trace.key_tokens
    np.testing.assert_array_equal(look.terms.score, trace.terms(1, 2).score)
    np.testing.assert_array_equal(look.shares.memory, trace.memory_share(1, 2))
    np.testing.assert_array_equal(look.share_map, trace.share_map)
    assert look.weights.shape == (24,)
    assert look.encoding is not None
    assert look.encoding.position.shape[0] == 8


def test_an_unknown_head_is_refused() -> None:
    """There is no look at a head that the model does not have."""
    with pytest.raises(SettingError, match="no head 9"):
        look_at(models.reading(models.model(), 20, 8, 8).step(0), 0, 9)


def test_a_look_can_be_taken_back() -> None:
    """Cancelled while it goes through the layers, a look ends there; asked again, it is whole."""
    trace = models.reading(models.model(), 50, 8, 16).step(3)
    asked = []

    def is_cancelled() -> bool:
        asked.append(True)
        return len(asked) == 2

    with pytest.raises(Cancelled):
        look_at(trace, 1, 2, is_cancelled)
    assert len(asked) == 2

    look = look_at(trace, 1, 2)
    np.testing.assert_allclose(
        look.share_map, [[trace.memory_share(layer, head).mean() for head in range(3)] for layer in range(2)], rtol=1e-6
    )
