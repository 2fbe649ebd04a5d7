"""The short form of ``python -m tests.torture``."""

from __future__ import annotations

import pytest

from tests.torture import torture


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_breaks_whatever_is_done(qapp: object, seed: int) -> None:
    """Random keys, clicks, drags, commands, pastes and drops end without exception, warning or anything left."""
    assert torture(150, seed) == []
