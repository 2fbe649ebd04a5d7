"""R of one distance, dimension by dimension."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.lab.worked_example import worked_example
from relviz.core.sinusoid import sinusoid
from relviz.errors import SettingError

# sin and cos of -2, -0.2, -0.02 and -0.002: d_model 8 has the frequencies 1, 1/10, 1/100 and 1/1000
SINES = [-0.909297, -0.198669, -0.019999, -0.002000]
COSINES = [-0.416147, 0.980067, 0.999800, 0.999998]


def test_two_tokens_back_in_the_articles_sign() -> None:
    """Interleaved, R for -2 is sin(-2), cos(-2), sin(-0.2), cos(-0.2) and so on, each with its formula."""
    shown = worked_example(2, 8, "interleaved", "article")

    assert shown.number == -2
    assert [component.formula for component in shown.components] == [
        "sin(-2 / 10000^(0/8))",
        "cos(-2 / 10000^(0/8))",
        "sin(-2 / 10000^(2/8))",
        "cos(-2 / 10000^(2/8))",
        "sin(-2 / 10000^(4/8))",
        "cos(-2 / 10000^(4/8))",
        "sin(-2 / 10000^(6/8))",
        "cos(-2 / 10000^(6/8))",
    ]
    np.testing.assert_allclose(shown.vector[0::2], SINES, atol=1e-6)
    np.testing.assert_allclose(shown.vector[1::2], COSINES, atol=1e-6)


def test_halves_hold_the_sines_first() -> None:
    """In Transformer-XL's layout the same numbers come as all sines, then all cosines."""
    shown = worked_example(2, 8, "halves", "article")
    np.testing.assert_allclose(shown.vector, SINES + COSINES, atol=1e-6)
    assert [component.pair for component in shown.components] == [0, 1, 2, 3, 0, 1, 2, 3]
    assert shown.components[5].formula == "cos(-2 / 10000^(2/8))"


def test_the_other_sign_turns_the_sines_around() -> None:
    """Counted as Transformer-XL's code counts, the number is 2: sines change their sign and cosines do not."""
    shown = worked_example(2, 8, "halves", "back")
    assert shown.number == 2
    np.testing.assert_allclose(shown.vector, [-value for value in SINES] + COSINES, atol=1e-6)
    assert "2 tokens back" in shown.sentence


@pytest.mark.parametrize("layout", ["halves", "interleaved"])
@pytest.mark.parametrize("d_model", [2, 6, 64])
def test_it_is_the_vector_the_model_uses(d_model: int, layout: str) -> None:
    """In the code's sign it is R as the model computes it, at any size and distance."""
    for distance in (-3, 0, 1, 500_000):
        shown = worked_example(distance, d_model, layout, "back")  # type: ignore[arg-type]
        np.testing.assert_allclose(shown.vector, sinusoid([distance], d_model, layout)[0], atol=1e-6)  # type: ignore[arg-type]


@pytest.mark.parametrize("d_model", [0, 7])
def test_an_odd_width_is_an_error(d_model: int) -> None:
    """A width that has no pairs of sine and cosine is refused, with what to give instead."""
    with pytest.raises(SettingError, match="even d_model"):
        worked_example(2, d_model)
