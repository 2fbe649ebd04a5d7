"""Relative positions from a learned table (its formula is tested with the files that have it, in test_authors)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from relviz.core.reading.encoding import encode
from relviz.core.reading.look import look_at
from relviz.errors import ModelError
from tests.fixtures import models

LEARNED: dict[str, Any] = {"scheme": "learned-relative", "n_positions": 11}


def test_terms_add_up_and_the_fast_path_agrees() -> None:
    """The sum a + b + c + d is the score of the forward pass, beyond the table too; (d) is the distance's alone."""
    trace = models.reading(models.model(**LEARNED), 50, 8, 16).step(4)
    terms = trace.terms(1, 2)
    assert terms.sum_error < 1e-5
    assert terms.position_bias is not None
    bias = trace.model.network.layers[1].attention.scheme.get_parameter("bias").detach().numpy()
    expected = bias[np.clip(terms.distance, 0, 10), 2] / 6**0.5
    np.testing.assert_allclose(terms.position_bias[terms.mask], expected[terms.mask], atol=1e-6)
    assert np.isfinite(trace.loss[:-1]).all()


@pytest.mark.parametrize("head", [1, "mean"])
def test_curves_are_the_terms_of_the_maps(head: Any) -> None:
    """Terms (b) and (d) over distance are those of the cells at that distance, and what is looked at can be shown."""
    trace = models.reading(models.model(**LEARNED), 50, 8, 16).step(3)
    encoding, terms = encode(trace, 1, head), trace.terms(1, head)
    assert encoding.learned
    assert encoding.clamp == 10
    assert encoding.distances[0] == 0
    assert encoding.vectors.shape == (len(encoding.distances), 18)
    seen, at = terms.mask, np.clip(terms.distance, 0, None)
    assert terms.position is not None
    assert terms.position_bias is not None
    np.testing.assert_allclose(encoding.position[np.arange(8)[:, None], at][seen], terms.position[seen], atol=1e-5)
    np.testing.assert_allclose(encoding.position_bias[at][seen], terms.position_bias[seen], atol=1e-5)
    looked = look_at(trace, 1, head).encoding
    assert looked is not None
    assert looked.clamp == 10


@pytest.mark.parametrize(
    ("changes", "reason"), [({"n_positions": None}, "n_positions"), ({"causal": False}, "causal must be true")]
)
def test_settings_that_it_cannot_have_are_refused(changes: dict[str, Any], reason: str) -> None:
    """Without a number of rows, or with keys ahead, there is no such scheme."""
    with pytest.raises(ModelError, match=reason):
        models.network(**LEARNED | changes)
