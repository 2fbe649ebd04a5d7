"""What a figure says of itself, and which of them a run takes."""

from __future__ import annotations

import inspect
import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from relviz.bench.figure import (
    FAMILIES,
    Family,
    Figure,
    Plan,
    at_least,
    at_most,
    chosen,
    left_out,
    missing,
    never,
    number,
    shown,
    summary,
    table,
    write_json,
)
from relviz.errors import OutputError

FIGURES = [
    at_most("1a", "slower", 1.05, 1.02, "x", "3 ms against 2.9 ms"),
    at_least("8a", "speed [of light]", 3, 2.5, "MB/s"),
    shown("12a", "saving", 812.4, "x"),
    missing("2a", "faster", ">= 2.5", "x", "not installed"),
]


def test_a_figure_meets_its_target_up_to_the_limit_itself() -> None:
    """At most and at least include the limit; without a target or a number nothing is judged."""
    assert at_most("1", "a", 2, 2.0, "x").met
    assert not at_most("1", "a", 2, 2.001, "x").met
    assert at_least("1", "a", 2, 2.0, "x").met
    assert not at_least("1", "a", 2, 1.999, "x").met
    assert [figure.met for figure in FIGURES] == [True, False, None, None]
    assert [figure.target for figure in FIGURES] == ["<= 1.05", ">= 3", None, ">= 2.5"]


def test_what_comes_to_no_end_is_faster_than_never() -> None:
    """A figure whose rival never ends is met without a number, and not said to be left out."""
    figure = never("11a", "faster", ">= 200", "x", "a blank page")
    assert (figure.met, figure.measured, number(figure)) == (True, None, "never")
    assert summary([figure, FIGURES[1]]) == "1 of 2 targets met"


def test_json_is_a_list_of_six_fields(tmp_path: Path) -> None:
    """The file holds exactly the fields that the design names, with null for what was not taken."""
    write_json(FIGURES, tmp_path / "out.json")
    read = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert [list(row) for row in read] == [["id", "figure", "target", "measured", "unit", "met"]] * 4
    assert read[0] == {
        "id": "1a",
        "figure": "slower",
        "target": "<= 1.05",
        "measured": 1.02,
        "unit": "x",
        "met": True,
    }
    assert read[3]["measured"] is None
    assert list(tmp_path.iterdir()) == [tmp_path / "out.json"]


def test_json_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """A folder that is not there is an error with the path in it."""
    with pytest.raises(OutputError, match="nowhere"):
        write_json(FIGURES, tmp_path / "nowhere" / "out.json")


def test_the_table_shows_every_figure_with_its_detail() -> None:
    """Brackets in words are no markup, and a row says whether its target is met."""
    console = Console(width=120, file=io.StringIO())
    console.print(table(FIGURES))
    text = console.file.getvalue()  # type: ignore[attr-defined] # it is the one above
    for words in ("speed [of light]", "not met", "3 ms against 2.9 ms", "not taken", "812 x", "<= 1.05 x"):
        assert words in text


@pytest.mark.parametrize(("measured", "written"), [(1234.5, "1,234 x"), (34.56, "34.6 x"), (0.987, "0.99 x")])
def test_numbers_have_the_digits_that_mean_something(measured: float, written: str) -> None:
    """Large numbers are whole, small ones have two digits after the point."""
    assert number(Figure("1", "a", None, measured, "x", None)) == written


def test_the_summary_counts_targets() -> None:
    """Figures without a target or a number are not counted."""
    assert summary(FIGURES) == "1 of 2 targets met"


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


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_every_entry_names_what_takes_it(family: Family) -> None:
    """The function is in the file that the entry names; asked for, it gives figures one by one."""
    assert inspect.isgenerator(family.measure(Plan()))
