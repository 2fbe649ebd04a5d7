"""Shares as percentages."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

import relviz
from relviz.core.percent import percent, short_percent
from relviz.resources import resource


@pytest.mark.parametrize(
    ("share", "written"),
    [
        (1.0, "100%"),
        (0.99951, "99.95%"),
        (0.9994, "99.9%"),
        (0.9996, "99.96%"),
        (0.99996, ">99.99%"),
        (0.99999, ">99.99%"),
        (1 - 6e-8, "100%"),
        (1 + 1.2e-7, "100%"),
        (0.9, "90.0%"),
        (0.4747, "47.5%"),
        (0.0331, "3.3%"),
        (0.0034, "0.34%"),
        (0.0001, "0.01%"),
        (0.00004, "<0.01%"),
        (1e-30, "<0.01%"),
        (0.0, "0%"),
        (math.nan, "–"),
    ],
)
def test_a_share_has_one_decimal_and_two_below_one_percent(share: float, written: str) -> None:
    """Only 0 is written as zero, and only 1, give or take a rounding of float32, as all; NaN is a dash."""
    assert percent(share) == written


@pytest.mark.parametrize(
    ("share", "decimals", "written"),
    [
        (0.19828, 2, "19.83%"),
        (0.00003, 2, "<0.01%"),
        (0.12, 0, "12%"),
        (0.004, 0, "0.4%"),
        (0.0004, 0, "0.04%"),
        (0.00001, 0, "<0.01%"),
        (0.0, 2, "0%"),
        (1.0, 0, "100%"),
        (1.0, 2, "100.00%"),
        (0.994, 0, "99%"),
        (0.996, 0, "99.6%"),
        (0.9996, 0, "99.96%"),
        (0.9996, 1, "99.96%"),
        (0.99998, 0, ">99.99%"),
        (0.99998, 2, ">99.99%"),
        (0.99998, 3, "99.998%"),
        (1.02, 0, "102%"),
    ],
)
def test_decimals_that_are_asked_for(share: float, decimals: int, written: str) -> None:
    """They are given, and more where there would be nothing but zeros, or all of it."""
    assert percent(share, decimals) == written


@pytest.mark.parametrize(
    ("share", "written"),
    [
        (0.684, "68"),
        (0.0051, "1"),
        (0.005, "<1"),
        (1e-9, "<1"),
        (0.0, "0"),
        (0.9949, "99"),
        (0.995, ">99"),
        (0.9999, ">99"),
        (1 - 6e-8, "100"),
        (1.0, "100"),
        (math.nan, "–"),
    ],
)
def test_a_share_in_a_cell_is_whole_and_without_the_sign(share: float, written: str) -> None:
    """Next to nothing is less than one, not zero, and next to all is more than 99, not 100."""
    assert short_percent(share) == written


def test_nothing_else_writes_percentages() -> None:
    """No module formats a share by itself, and nothing that people read has a space before the sign."""
    package = Path(relviz.__file__).parent
    read = [*package.rglob("*.py"), *resource("help").glob("*.md"), *resource("models").glob("*/MODEL_CARD.md")]
    read.append(resource("i18n", "relviz_zh.ts"))
    by_itself = re.compile(r"[0-9}][ \u00a0\u202f]%(?![ (\w])|:[<>^,]?[0-9.]*%\}")
    found = [(path.name, match[0]) for path in read for match in by_itself.finditer(path.read_text(encoding="utf-8"))]
    assert found == []
