"""Which figures a run takes."""

from __future__ import annotations

from relviz.bench.plan import Plan
from relviz.bench.suite import FAMILIES, chosen, left_out


def test_all_thirteen_figures_are_there() -> None:
    """Each number of the table belongs to one family, in order."""
    assert [number for family in FAMILIES for number in family.numbers] == list(range(1, 14))


def test_quick_leaves_out_what_takes_long() -> None:
    """They are 2, 9, 11, 12 and 13; otherwise none is left out."""
    assert left_out(chosen(Plan(quick=True))) == [2, 9, 11, 12, 13]
    assert left_out(chosen(Plan())) == []


def test_some_figures_alone() -> None:
    """Asking for one takes the family that it is taken with, quick or not."""
    assert [family.numbers for family in chosen(Plan(quick=True), [6, 13])] == [(5, 6), (13,)]
