"""Schemes side by side."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.lab.comparison import compare
from relviz.errors import SettingError
from tests.fixtures import models

TERMS = {
    "restart": ("abcd", ""),
    "count": ("abcd", ""),
    "learned": ("abcd", ""),
    "shaw": ("ab", "cd"),
    "xl": ("abcd", ""),
    "none": ("a", "bcd"),
    "alibi": ("ad", "bc"),
    "rotary": ("ab", "cd"),
    "t5": ("ad", "bc"),
}


def test_what_each_scheme_has_and_lacks() -> None:
    """The letters are those of the terms that the schemes' papers have."""
    traces = [models.reading(models.model(scheme=scheme), 24, 8, 8).step(2) for scheme in TERMS]
    views = compare(traces, layer=0, head=1)
    assert {view.scheme: ("".join(view.has), "".join(view.lacks)) for view in views} == TERMS
    assert all(view.key_tokens == views[0].key_tokens and view.memory == 8 for view in views)


@pytest.mark.parametrize("scheme", ["count", "shaw", "xl", "alibi"])
def test_position_is_all_but_content(scheme: str) -> None:
    """What is called position is the score without q.k, computed here from the queries and keys themselves."""
    trace = models.reading(models.model(scheme=scheme), 24, 8, 8).step(2)
    (view,) = compare([trace], layer=1, head=0)
    queries, keys, _ = (part[0, 0].numpy() for part in trace.chunk.project(1))
    memory = trace.chunks[-1].keys_values(1)[0][0, 0].numpy()
    content = queries @ np.concatenate([memory, keys]).T / 6**0.5
    assert view.position is not None
    np.testing.assert_allclose(view.position, np.where(view.mask, view.score - content, np.nan), atol=1e-4)
    np.testing.assert_allclose(view.attention.sum(1), 1, atol=1e-5)


def test_rotary_and_none_have_no_position_term() -> None:
    """Rotary's one term cannot be taken apart, and without positions there is none."""
    traces = [models.reading(models.model(scheme=scheme), 24, 8, 8).step(2) for scheme in ("rotary", "none")]
    assert [view.position for view in compare(traces, 0, 0)] == [None, None]


def test_segments_of_other_shapes_are_an_error() -> None:
    """Schemes are compared on the same segment or not at all."""
    traces = [models.reading(models.model(scheme="xl"), 24, 8, memory).step(2) for memory in (8, 4)]
    with pytest.raises(SettingError, match="same lengths"):
        compare(traces, 0, 0)
