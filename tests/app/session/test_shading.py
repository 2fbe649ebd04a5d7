"""What the text is shaded by."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import relviz
from relviz.app.engine.engine import Engine, Request, Response
from relviz.app.engine.models import Options
from relviz.app.session.shading import shades_of
from tests.fixtures.texts import ENGLISH


@pytest.fixture(scope="module")
def response(model_folder: Path) -> Response:
    """Segment 3 of 8 tokens over a memory of 16, with its losses."""
    options = Options(model=str(model_folder), segment_length=8, memory_length=16, device="cpu")
    request = Request(options, ENGLISH, token=24, layer=1, head=2, losses=True)
    return Engine().look(request, lambda share: None, lambda: False)


def test_attention_shades_the_keys_of_the_query(response: Response) -> None:
    """Each key's token gets the query's attention on it, and the strongest is the end of the scale."""
    shades = shades_of(response.look, response.losses, "attention", 5)
    assert shades is not None
    row = response.look.terms.attention[5]
    assert shades.tokens.tolist() == list(range(8, 32))
    np.testing.assert_array_equal(shades.values, row)
    assert (shades.low, shades.high) == (0, row.max())
    assert shades.levels.max() == 1
    assert shades_of(response.look, response.losses, "attention", None) is None


def test_the_most_attended_memory_tokens_are_shaded_in_the_order_of_the_text(response: Response) -> None:
    """A fifth of 16 memory tokens, 4, by the mean of their columns, or by one row; each with the attention it gets."""
    for query, weights in ((None, response.look.terms.attention.mean(0)), (5, response.look.terms.attention[5])):
        shades = shades_of(response.look, None, "attended", query)
        assert shades is not None
        keys = np.sort(np.argsort(-weights[:16])[:4])
        assert shades.tokens.tolist() == (8 + keys).tolist()
        np.testing.assert_allclose(shades.values, weights[keys], rtol=1e-5)
        assert (shades.low, shades.high) == (0, shades.values.max())


def test_zero_vectors_are_no_tokens(model_folder: Path) -> None:
    """What is attended to before the text has no token to shade."""
    options = Options(str(model_folder), 8, 16, "zeros", "cpu")
    request = Request(options, ENGLISH, token=8, layer=1, head=2)
    shades = shades_of(Engine().look(request, lambda share: None, lambda: False).look, None, "attention", 0)
    assert shades is not None
    assert shades.tokens.tolist() == list(range(16))


def test_a_loss_belongs_to_the_token_that_was_predicted(response: Response, model_folder: Path) -> None:
    """Token 25 is shaded by what the public surface says predicting it after token 24 cost."""
    step = relviz.read(relviz.load_model(model_folder), ENGLISH, segment_length=8, memory_length=16).step(3)
    shades = shades_of(response.look, response.losses, "loss", None)
    assert shades is not None
    assert shades.tokens.tolist() == list(range(25, 33))
    np.testing.assert_allclose(shades.values, step.loss)
    assert (shades.low, shades.high) == (0, step.loss.max())


def test_gain_has_a_scale_with_zero_in_the_middle(response: Response) -> None:
    """What memory gained is loss without minus loss with; it may be negative, and both ends are equally far."""
    shades = shades_of(response.look, response.losses, "gain", None)
    losses = response.losses
    assert shades is not None
    assert losses is not None
    np.testing.assert_array_equal(shades.values, losses.without_memory - losses.with_memory)
    assert shades.low == -shades.high
    assert np.abs(shades.levels).max() == 1
    assert shades.levels.min() < 0


def test_nothing_is_shaded_by_what_is_not_known(response: Response) -> None:
    """Without losses, or without a choice, nothing is shaded."""
    assert shades_of(response.look, response.losses, "none", 0) is None
    assert shades_of(response.look, None, "loss", 0) is None
