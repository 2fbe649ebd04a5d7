"""The results as a table."""

from __future__ import annotations

import pytest

from relviz.core.lab.table import BEGIN, END, lab_table, put_between_marks
from relviz.errors import TextError
from tests.core.lab.results import at_memory, result


def test_a_row_a_scheme() -> None:
    """A scheme of one seed has its numbers, one of several their mean and spread, and each claim its verdict."""
    results = [
        result("learned", inside=2.88, beyond=4.13, by_memory=at_memory(m0=3.1, m64=2.9)),
        *(result("xl", seed, inside=2.3 + seed / 10) for seed in range(3)),
    ]
    lines = lab_table(results).splitlines()
    assert "| `learned` | 1 | 2.88 | 4.13 | 3.10 | 3.10 | 2.90 | 2.90 | 2.90 | 2.90 |" in lines
    assert any(line.startswith("| `xl` | 3 | 2.40 ± 0.10 | 2.50 ± 0.00 |") for line in lines)
    assert (
        "| learned: clearly worse at positions that were never trained | yes | 2.88 inside 0 to 511, 4.13 beyond |"
    ) in lines
    assert any(line.startswith("| xl: no worse at positions that were never trained | **no** |") for line in lines)
    assert not any("shaw" in line for line in lines)


def test_the_table_goes_between_its_marks() -> None:
    """What was between the marks is replaced, and the rest stays."""
    document = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    once = put_between_marks(document, "| new |")
    assert once == f"before\n{BEGIN}\n\n| new |\n\n{END}\nafter\n"
    assert put_between_marks(once, "| new |") == once


@pytest.mark.parametrize("document", ["", BEGIN, f"{END} {BEGIN}", f"{BEGIN} {END} {BEGIN} {END}"])
def test_without_marks_it_is_an_error(document: str) -> None:
    """Where the marks are missing, turned around or double, nobody guesses where the table belongs."""
    with pytest.raises(TextError, match="no one place"):
        put_between_marks(document, "")
