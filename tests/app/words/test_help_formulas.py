"""Where lines of help pages may end."""

from __future__ import annotations

import pytest

from relviz.app.words.help_formulas import JOINER, NO_BREAK, hold_together


@pytest.mark.parametrize(
    ("formula", "pieces"),
    [
        ("`score(i, j) = (a) q·k + (b) q·W R`", ["`score(i, j) = (a) q·k +", "(b) q·W R`"]),
        ("`BD = rel_shift((q + v) · W_kR R)`", ["`BD = rel_shift((q + v) · W_kR R)`"]),
        ("`[sin(d / 2), cos(d / 2) …]`", ["`[sin(d / 2),", "cos(d / 2) …]`"]),
        ("**(d) v · W R_d** over", ["**(d) v · W R_d**", "over"]),
        ("`relviz render FILE`", ["`relviz", "render", "FILE`"]),
        ("**this segment**: it is", ["**this", "segment**:", "it", "is"]),
        ("times W R_d, summed", ["times", "W R_d,", "summed"]),
        ("a row of W_kR R.", ["a", "row", "of", "W_kR R."]),
        ("With R_d, When RoPE turns", ["With", "R_d,", "When", "RoPE", "turns"]),
    ],
)
def test_a_formula_ends_a_line_between_its_terms_only(formula: str, pieces: list[str]) -> None:
    """What may stand on lines of its own are the terms of a sum and of a list; words are as they were."""
    held = hold_together(formula)

    assert [piece.replace(NO_BREAK, " ").replace(JOINER, "") for piece in held.split(" ")] == pieces
    assert held.replace(NO_BREAK, " ").replace(JOINER, "") == formula


def test_a_fraction_stays_on_its_line() -> None:
    """A line may end after a slash, unless it is joined to what follows."""
    assert hold_together("`d^(2i/D)`") == f"`d^(2i/{JOINER}D)`"
