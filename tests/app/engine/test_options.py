"""How a text is read."""

from __future__ import annotations

import pytest

from relviz.app.engine.options import Options


@pytest.mark.parametrize(
    ("saved", "start", "found"), [("cuda", 5, ("cuda", 5)), ("mps", 90, ("auto", 49)), ("cpu", 0, ("cpu", 0))]
)
def test_what_is_not_here_is_the_nearest_there_is(saved: str, start: int, found: tuple[str, int]) -> None:
    """A device of another machine becomes the best of this one, and a place beyond the text its last character."""
    here = Options("en-small", 32, device=saved, start=start).here(("cuda", "cpu"), 50)
    assert (here.device, here.start) == found
    assert (here.model, here.segment_length) == ("en-small", 32)
