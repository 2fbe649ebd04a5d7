"""Where what is looked at leaves what the model has met in training."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from relviz.app.engine.engine import Engine, Request, Response
from relviz.app.engine.options import Options
from relviz.app.session.bounds import Beyond, beyond
from tests.fixtures.texts import ENGLISH


@pytest.fixture(scope="module")
def response(model_folder: Path) -> Response:
    """T = 8 and M = 16, as if those were the longest in training."""
    options = Options(model=str(model_folder), segment_length=8, memory_length=16, device="cpu")
    request = Request(options, ENGLISH, token=None, layer=0, head=0)
    return replace(Engine().look(request, lambda share: None, lambda: False), trained=(8, 16))


def test_what_was_met_in_training_is_not_beyond(response: Response) -> None:
    """The longest lengths are within, and so is the distance of the last query to the first key, 8 - 1 + 16 = 23."""
    for distance in (0, 1, 23, -23):
        assert beyond(response, distance) == Beyond()
        assert not beyond(response, distance)


def test_each_length_and_the_distance_have_their_limit(response: Response) -> None:
    """One more of anything is beyond, and is named."""
    assert beyond(response, 24) == Beyond(distance=24)
    assert beyond(response, -24) == Beyond(distance=-24)
    assert beyond(replace(response, trained=(7, 16)), 1) == Beyond(segment=8)
    assert beyond(replace(response, trained=(8, 15)), 1) == Beyond(memory=16)
    assert beyond(replace(response, trained=(8, None)), 1) == Beyond(memory=16)
    assert beyond(replace(response, trained=(7, 15)), 22) == Beyond(8, 16, 22)


def test_a_model_that_does_not_say_has_no_limit(response: Response) -> None:
    """Nothing is known of somebody else's model's training, and nothing is said."""
    assert not beyond(replace(response, trained=(None, None)), 1000)
