"""What the papers say, held against numbers."""

from __future__ import annotations

import pytest

from relviz.core.lab.checks import Check, checks, mean, spread
from relviz.core.lab.measure import LabResult
from tests.core.lab.results import at_memory, result


def check(start: str, *results: LabResult) -> Check:
    """Return the one claim about a scheme that starts with some words, ``scheme: words``."""
    (found,) = (one for one in checks(results) if f"{one.schemes[0]}: {one.claim}".startswith(start))
    return found


@pytest.mark.parametrize("scheme", ["count", "learned"])
def test_worse_beyond_what_was_trained(scheme: str) -> None:
    """A tenth of a bit more beyond position 511 is clearly worse, less is not, and the numbers are told."""
    found = check(f"{scheme}: clearly worse", result(scheme, inside=2.43, beyond=3.5))
    assert found.met is True
    assert found.measured == "2.43 inside 0 to 511, 3.50 beyond"
    assert check(f"{scheme}: clearly worse", result(scheme, inside=2.43, beyond=2.5)).met is False


def test_a_claim_about_a_missing_model_is_open() -> None:
    """Without the model a claim is neither met nor not met."""
    assert {found.met for found in checks([])} == {None}


def test_shaw_gains_nothing_past_its_clip() -> None:
    """Met where memory helps up to what was trained and no more beyond; not where it helps on, or never did."""
    flat, on, never = at_memory(m0=2.6, m16=2.4), at_memory(m0=2.6, m16=2.4, m64=2.3), at_memory()
    claims = [check("shaw: stops", result("shaw", by_memory=losses)).met for losses in (flat, on, never)]
    assert claims == [True, False, False]


def test_transformer_xl_gets_no_worse() -> None:
    """Met while the loss at twice and four times the trained memory is that at 64; what happens at 512 is told only."""
    good, bad = at_memory(m64=2.32, m512=2.9), at_memory(m64=2.32, m256=2.36)
    assert check("xl: not worse", result("xl", by_memory=good)).met is True
    assert "2.900 at M = 512" in check("xl: not worse", result("xl", by_memory=good)).measured
    assert check("xl: not worse", result("xl", by_memory=bad)).met is False


def test_transformer_xl_is_no_worse_at_positions_never_trained() -> None:
    """Met while it loses no more beyond than inside but for two hundredths of a bit."""
    assert check("xl: no worse at positions", result("xl", inside=2.32, beyond=2.33)).met is True
    assert check("xl: no worse at positions", result("xl", inside=2.32, beyond=2.29)).met is True
    assert check("xl: no worse at positions", result("xl", inside=2.32, beyond=2.35)).met is False


def test_memory_hurts_restarting_positions() -> None:
    """Met where each memory length loses more than none."""
    assert check("restart: worse", result("restart", by_memory=at_memory(m0=2.9, m16=3.0))).met is True
    assert check("restart: worse", result("restart", by_memory=at_memory(m0=2.9, m16=3.0, m256=2.8))).met is False


def test_alibi_is_flat() -> None:
    """Met where neither memory nor position makes it worse than in training."""
    assert check("alibi: stays", result("alibi")).met is True
    assert check("alibi: stays", result("alibi", by_memory=at_memory(m512=2.6))).met is False
    assert check("alibi: stays", result("alibi", beyond=2.6)).met is False


def test_two_ways_of_reading() -> None:
    """Relative schemes and counting on must agree to a thousandth of a bit, restarting must differ by a tenth."""
    assert check("xl: reading", result("xl")).met is True
    assert check("xl: reading", result("xl", largest_difference=0.01)).met is False
    assert check("restart: reading", result("restart", largest_difference=3.0)).met is True
    assert check("restart: reading", result("restart")).met is False


def test_seeds_are_averaged() -> None:
    """Three seeds of 2.3, 2.4 and 2.5 have the mean 2.4 and the standard deviation 0.1."""
    results = [result("xl", seed, inside=2.3 + seed / 10) for seed in range(3)]
    assert mean(results, "xl", lambda found: found.inside) == pytest.approx(2.4)
    assert spread(results, "xl", lambda found: found.inside) == pytest.approx(0.1)
    assert spread(results[:1], "xl", lambda found: found.inside) is None
