"""Asking a scheme for any position or distance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from relviz.core.lab.probe import Probe, grid, probe
from relviz.core.schemes.shaw import ShawScheme
from relviz.core.sinusoid import FARTHEST
from tests.fixtures import models

TRAINED: dict[str, Any] = {"trained_segment_length": 8, "trained_memory_length": 16, "trained_positions": 32}


def ask(scheme: str, at: int, **changes: Any) -> Probe:
    """Ask a small model's scheme."""
    return probe(models.network(scheme=scheme, **TRAINED | changes).layers[0].attention.scheme, at)


def test_the_grid_is_logarithmic() -> None:
    """It has 0, the small numbers one by one and the article's 512,000, and grows by about the same factor."""
    numbers = grid()
    assert (numbers[0], numbers[1], numbers[-1]) == (0, 1, FARTHEST) == (0, 1, 512_000)
    assert (np.diff(numbers) > 0).all()
    factors = numbers[101:] / numbers[100:-1]
    assert factors.max() / factors.min() < 1.02


def test_counting_on_has_a_vector_for_512000() -> None:
    """The sinusoid of position 512,000 is there, by the closed form, and was never seen in training."""
    found = ask("count", 512_000)
    assert found.vector is not None
    assert (found.kind, found.used, found.trained, found.inside) == ("vector", 512_000, (0, 31), False)
    assert found.vector[1] == pytest.approx(np.sin(512_000 / 10000 ** (2 / 22)), abs=1e-5)
    assert "never seen" in found.sentence
    assert ask("count", 31).inside


def test_a_trained_position_is_its_own_nearest() -> None:
    """Within the trained range the nearest trained vector is the position's own; far out none is as near."""
    found = ask("count", 20)
    assert found.nearest == 20
    assert found.similarity == pytest.approx(1, abs=1e-6)
    far = ask("count", 1_000)
    by_hand = max(
        sum(np.cos((1_000 - place) / 10000 ** (2 * pair / 22)) for pair in range(11)) / 11 for place in range(32)
    )
    assert far.similarity == pytest.approx(by_hand, abs=1e-5)


def test_a_learned_table_ends() -> None:
    """Row n - 1 of a table of n rows is there; position n has no vector, and the answer says what can be done."""
    assert ask("learned", 11, n_positions=12).vector is not None
    found = ask("learned", 12, n_positions=12)
    assert (found.vector, found.kind, found.used) == (None, "nothing", None)
    assert "clip" in found.sentence
    assert "fail" in found.sentence


def test_restarting_takes_the_place_in_the_segment() -> None:
    """Position 512,003 of segments of 8 is place 3, whose vector is that of position 3."""
    found, third = ask("restart", 512_003), ask("restart", 3)
    assert found.used == 3
    np.testing.assert_array_equal(found.vector, third.vector)


def test_shaw_is_clipped() -> None:
    """Distances beyond k get the row of k, and the answer says so; those below have rows of their own."""
    at_clip, beyond, before = (ask("shaw", at, clip=5) for at in (5, 9, 4))
    assert (at_clip.used, beyond.used, before.used) == (5, 5, 4)
    np.testing.assert_array_equal(beyond.vector, at_clip.vector)
    assert not np.array_equal(before.vector, at_clip.vector)  # type: ignore[arg-type]
    assert "share one row" in beyond.sentence


def test_shaw_adds_to_the_values_too() -> None:
    """Its other answer is the clipped row of the table for values, heads side by side; other schemes have none."""
    scheme = models.network(scheme="shaw", clip=5).layers[0].attention.scheme
    assert isinstance(scheme, ShawScheme)
    by_hand = scheme.a_v.detach().numpy()  # (rows, H, d_head), from distance 0 or less to the clip
    far, near = probe(scheme, 9).for_values, probe(scheme, 2).for_values

    np.testing.assert_array_equal(far, by_hand[-1].ravel())
    np.testing.assert_array_equal(near, by_hand[-4].ravel())
    assert ask("xl", 2).for_values is None


def test_transformer_xl_knows_every_distance() -> None:
    """R of a distance is there however large; 23 is the largest that T = 8 and M = 16 bring about in training."""
    found = ask("xl", 512_000)
    assert (found.kind, found.trained, found.inside) == ("vector", (0, 23), False)
    assert found.vector is not None
    assert found.vector.shape == (22,)


def test_biases_are_a_number_a_head() -> None:
    """ALiBi's answer for distance 10 is -10 times each head's slope; 3 heads have 1/16, 1/256 and 1/4."""
    found = ask("alibi", 10)
    assert (found.kind, found.similarity) == ("bias", None)
    np.testing.assert_allclose(found.vector, [-10 / 16, -10 / 256, -10 / 4], rtol=1e-6)  # type: ignore[arg-type]
    assert ask("t5", 500).vector.shape == (3,)  # type: ignore[union-attr]
    assert "last bucket" in ask("t5", 500).sentence


def test_rotary_turns() -> None:
    """Its answer is sine and cosine of the angle of each pair: d_head 6 has three, the first of 1 radian a token."""
    found = ask("rotary", 2)
    assert found.kind == "angle"
    assert found.vector is not None
    np.testing.assert_allclose(found.vector[:2], [0.909297, -0.416147], atol=1e-6)


def test_none_holds_nothing() -> None:
    """Without positions there is nothing to ask for."""
    found = ask("none", 2)
    assert (found.vector, found.kind, found.trained) == (None, "nothing", None)
