"""Nats and bits."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.units import of_bits, of_nats


def test_a_fair_coin_costs_a_bit() -> None:
    """The loss of one half is 1 bit and 0.6931 nats, whichever it was told in."""
    assert of_nats(0.69314718, "bits") == pytest.approx(1.0)
    assert of_bits(1.0, "nats") == pytest.approx(0.69314718)


def test_what_is_in_the_unit_stays_as_it_is() -> None:
    """Nats in nats and bits in bits are the very numbers, arrays included, and their type stays."""
    values = np.array([0.1, np.nan, 7.0], np.float32)
    assert of_nats(values, "nats") is values
    assert of_bits(values, "bits") is values
    np.testing.assert_allclose(of_nats(values, "bits"), [0.1442695, np.nan, 10.098865], rtol=1e-6)
    assert of_nats(values, "bits").dtype == np.float32
