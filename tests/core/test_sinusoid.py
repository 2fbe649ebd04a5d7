"""R_d, the sinusoidal encoding of a distance."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest

from relviz.core.sinusoid import frequencies, sinusoid

TWO_PI = 2 * Decimal("3.14159265358979323846264338327950288419716939937510582097494459")


def test_frequencies_fall_from_one_by_the_paper() -> None:
    """Frequency i is 10000 to the power of -2i / d_model."""
    assert frequencies(4).tolist() == pytest.approx([1.0, 0.01])
    assert frequencies(8).tolist() == pytest.approx([1.0, 0.1, 0.01, 0.001])


def test_two_tokens_ahead_by_hand() -> None:
    """R_-2 at d_model 4 is what one works out on paper, in both layouts."""
    sines, cosines = (-0.9092974268, -0.0199986667), (-0.4161468365, 0.9998000067)
    halves, interleaved = sinusoid([-2], 4)[0], sinusoid([-2], 4, "interleaved")[0]
    assert halves.tolist() == pytest.approx([*sines, *cosines], abs=1e-7)
    assert interleaved.tolist() == pytest.approx([sines[0], cosines[0], sines[1], cosines[1]], abs=1e-7)


def test_equals_the_closed_form() -> None:
    """Every entry is the sine or cosine of distance times frequency, in float32."""
    distances, width = [-3, 0, 1, 7, 640], 10
    encoded = sinusoid(distances, width)
    assert encoded.shape == (5, 10)
    assert encoded.dtype == np.float32
    for row, distance in zip(encoded, distances, strict=True):
        for n in range(width // 2):
            angle = distance / 10000 ** (2 * n / width)
            assert row[n] == pytest.approx(math.sin(angle), abs=1e-7)
            assert row[n + width // 2] == pytest.approx(math.cos(angle), abs=1e-7)


def test_is_exact_at_a_distance_of_half_a_million() -> None:
    """At 512,000 tokens the encoding is right to float32, by an angle reduced with fifty digits."""
    distance, width = 512_000, 16
    encoded = sinusoid([distance], width)[0]
    with localcontext() as context:
        context.prec = 60
        for n in range(width // 2):
            exponent = Decimal(-2 * n) / width
            angle = float(distance * Decimal(10000) ** exponent % TWO_PI)
            assert encoded[n] == pytest.approx(math.sin(angle), abs=1e-7)
            assert encoded[n + width // 2] == pytest.approx(math.cos(angle), abs=1e-7)


def test_the_other_direction_turns_the_sines_around() -> None:
    """R_-d has the sines of R_d negated and the same cosines."""
    ahead, back = sinusoid([-5, -9], 12), sinusoid([5, 9], 12)
    np.testing.assert_array_equal(ahead[:, :6], -back[:, :6])
    np.testing.assert_array_equal(ahead[:, 6:], back[:, 6:])


def test_similarity_depends_on_the_difference_alone() -> None:
    """R_m . R_n is a function of m - n."""
    left, right = sinusoid([3, 103, 1003], 20), sinusoid([10, 110, 1010], 20)
    np.testing.assert_allclose((left * right).sum(1), (left[0] * right[0]).sum(), atol=1e-5)
