"""Profiles of a whole text, gathered in the worker."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

import relviz
from relviz.app.engine.engine import Engine, Request
from relviz.app.engine.models import Options
from relviz.app.work.demands import Gathering
from relviz.app.work.on_demand import Found
from relviz.core.metrics.profiles import GatheredProfiles, profiles_of
from relviz.errors import Cancelled
from tests.fixtures.texts import ENGLISH

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.core.metrics.profiles import Profiles

COUNT = 6
"""Segments that are gone through."""


@pytest.fixture
def requests(model_folder: Path) -> list[Request]:
    """The first segments of a text, 8 tokens over a memory of 16."""
    options = Options(model=str(model_folder), segment_length=8, memory_length=16, device="cpu")
    return [Request(options, ENGLISH, token=8 * index, layer=1, head=2) for index in range(COUNT)]


def test_all_segments_are_gathered_and_what_there_is_is_told(requests: list[Request], model_folder: Path) -> None:
    """The result is that of gathering them one by one; before, at least the first is told of, as not all of it."""
    told: list[Found[Profiles]] = []
    shares: list[float] = []
    found = Gathering().go_on(Engine(), requests, ("key",), told.append, shares.append, lambda: False)
    reading = relviz.read(relviz.load_model(model_folder), ENGLISH, segment_length=8, memory_length=16)
    expected = GatheredProfiles()
    for index in range(COUNT):
        expected.add(profiles_of(reading.step(index)))

    assert (found.key, found.whole, found.value.segments) == (("key",), True, COUNT)
    np.testing.assert_allclose(found.value.attention, expected.mean.attention, rtol=1e-5)
    assert shares == pytest.approx([n / COUNT for n in range(1, COUNT + 1)])
    assert (told[0].whole, told[0].value.segments) == (False, 1)


def test_taken_back_it_goes_on_where_it_was(requests: list[Request]) -> None:
    """After two segments it is cancelled; asked again, it begins with the third; asked for another key, anew."""
    gathering, engine = Gathering(), Engine()
    shares: list[float] = []
    with pytest.raises(Cancelled):
        gathering.go_on(engine, requests, ("key",), lambda found: None, shares.append, lambda: len(shares) == 2)
    shares.clear()
    whole = gathering.go_on(engine, requests, ("key",), lambda found: None, shares.append, lambda: False)
    assert shares[0] == pytest.approx(3 / COUNT)
    assert whole.value.queries[0] == 8 * COUNT  # each query sees itself, and is counted once

    shares.clear()
    others = [replace(request, head=0) for request in requests[:3]]
    gathering.go_on(engine, others, ("other",), lambda found: None, shares.append, lambda: False)
    assert shares == pytest.approx([1 / 3, 2 / 3, 1])
