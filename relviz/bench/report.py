"""Figures for people and for programs: a table, and JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from relviz.core.whole_file import replace_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from relviz.bench.figure import Figure

MET = {True: ("met", "green"), False: ("not met", "red"), None: ("–", "dim")}


def table(figures: Sequence[Figure]) -> Table:
    """Return a table: figure, target, measured, met or not; the details below each figure."""
    made = Table(box=None, pad_edge=False)
    made.add_column("#", no_wrap=True)
    made.add_column("figure", ratio=1)
    for name in ("target", "measured"):
        made.add_column(name, justify="right", no_wrap=True)
    made.add_column("", no_wrap=True)
    for figure in figures:
        target = f"{figure.target} {figure.unit}" if figure.target else "shown"
        what = Text.assemble(figure.figure, "\n", (figure.detail, "dim"))
        made.add_row(figure.id, what, target, number(figure), Text(*MET[figure.met]))
    return made


def number(figure: Figure) -> str:
    """Return what was measured in so many digits as mean something."""
    if figure.measured is None:
        return "never" if figure.met else "not taken"
    size = abs(figure.measured)
    digits = 0 if size >= 100 else 1 if size >= 20 else 2
    return f"{figure.measured:,.{digits}f} {figure.unit}"


def summary(figures: Sequence[Figure]) -> str:
    """Return how many figures meet their targets."""
    judged = [figure.met for figure in figures if figure.met is not None]
    return f"{sum(judged)} of {len(judged)} targets met"


def write_json(figures: Sequence[Figure], path: Path) -> None:
    """Write a list of ``{id, figure, target, measured, unit, met}``; the file appears when it is complete.

    Raises:
        OutputError: it cannot be written; what was there before is untouched.
    """
    data = json.dumps([figure.to_dict() for figure in figures], indent=2, ensure_ascii=False) + "\n"
    replace_file(path, data.encode())
