"""The cell that a token of the text stands for."""

from __future__ import annotations

import numpy as np

from relviz.app.engine.engine import Engine, Request
from relviz.app.engine.options import Options
from relviz.app.sample import sample_text
from relviz.app.session.token_preview import previewed_cell
from relviz.core.metrics.hidden_keys import without_keys


def test_every_token_has_the_cell_that_its_kind_asks_for() -> None:
    """Queries have their strongest key, hidden ones left out; memory has the pinned query, or its strongest one."""
    options = Options(segment_length=6, memory_length=10, initial_memory="empty", device="cpu")
    look = Engine().look(Request(options, sample_text(), 18, 0, 0), lambda share: None, lambda: False).look
    assert (look.start, look.terms.memory) == (18, 10)  # tokens 8 to 17 are memory, 18 to 23 the segment
    attention = look.terms.attention
    for row in range(6):
        strongest = max(range(16), key=attention[row].__getitem__)
        assert previewed_cell(look, 18 + row, (2, 3)) == (row, strongest)
        left = without_keys(look, [8 + strongest])
        second = max(set(range(16)) - {strongest}, key=attention[row].__getitem__)
        if row or second != strongest:
            assert previewed_cell(left, 18 + row, None) == (row, second)
    for key in range(10):
        assert previewed_cell(look, 8 + key, (2, 3)) == (2, key)
        assert previewed_cell(look, 8 + key, None) == (max(range(6), key=attention[:, key].__getitem__), key)
    assert {previewed_cell(look, token, (2, 3)) for token in (-1, 0, 7, 24, 300)} == {None}


def test_zero_vectors_of_an_empty_memory_are_no_tokens() -> None:
    """Before the first segment there is nothing to point at, whatever stands in the columns of the memory."""
    options = Options(segment_length=6, memory_length=10, initial_memory="zeros", device="cpu")
    look = Engine().look(Request(options, sample_text(), 0, 0, 0), lambda share: None, lambda: False).look
    assert np.all(look.key_positions[:10] < 0)
    assert {previewed_cell(look, token, (2, 3)) for token in (-10, -1)} == {None}
