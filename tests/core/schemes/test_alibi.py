"""ALiBi: slopes and the line they make."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.schemes.alibi import alibi_slopes
from tests.fixtures import models


@pytest.mark.parametrize(
    ("heads", "exponents"),
    [
        (1, [8]),
        (2, [4, 8]),
        (4, [2, 4, 6, 8]),
        (8, [1, 2, 3, 4, 5, 6, 7, 8]),
        (16, [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8]),
        (3, [4, 8, 2]),
        (6, [2, 4, 6, 8, 1, 3]),
        (12, [1, 2, 3, 4, 5, 6, 7, 8, 0.5, 1.5, 2.5, 3.5]),
    ],
)
def test_slopes_are_those_of_the_paper(heads: int, exponents: list[float]) -> None:
    """Slopes are powers of 2^(-8/n); for n no power of two, those of the one below and every other of the one above."""
    assert alibi_slopes(heads) == pytest.approx([2**-exponent for exponent in exponents], rel=1e-12)


def test_the_bias_is_a_line_that_is_not_scaled() -> None:
    """Term (d) is minus the slope times the distance, whatever the width of a head, and there is no (b) or (c)."""
    trace = models.reading(models.model(scheme="alibi"), 30, 8, 12).step(3)
    for head, slope in enumerate((1 / 16, 1 / 256, 1 / 4)):
        terms = trace.terms(1, head)
        assert terms.position_bias is not None
        np.testing.assert_allclose(terms.position_bias[terms.mask], -slope * terms.distance[terms.mask], rtol=1e-6)
        assert terms.position is terms.content_bias is None


def test_later_keys_count_by_how_far_they_are() -> None:
    """Read in both directions, the penalty is the same ahead as back."""
    terms = models.reading(models.model(scheme="alibi", causal=False), 12, 6, 6).step(1).terms(0, 0)
    assert terms.position_bias is not None
    np.testing.assert_allclose(terms.position_bias, -abs(terms.distance) / 16, rtol=1e-6)


def test_its_numbers_are_known_without_a_run() -> None:
    """For a distance it holds one number a head."""
    scheme = models.network(scheme="alibi").layers[0].attention.scheme
    vector = scheme.vector(512)
    assert vector is not None
    assert vector.tolist() == [-32, -2, -128]
