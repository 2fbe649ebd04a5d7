"""``relviz bench``: the performance figures."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from relviz.bench.figure import FAMILIES, Plan, chosen, left_out, summary, table, write_json
from relviz.cli.options import DeviceOption
from relviz.cli.progress import progress_bar

NUMBERS = [number for family in FAMILIES for number in family.numbers]
_SLOW = [str(number) for number in left_out(chosen(Plan(quick=True)))]
WIDTH = 140
"""Of the table where there is no terminal to ask."""


def _numbers(words: list[str] | None) -> list[str]:
    """Check that words are numbers of figures, alone or with commas between them."""
    numbers = [number for word in words or [] for number in word.split(",")]
    for number in numbers:
        if not (number.isascii() and number.isdecimal() and int(number) in NUMBERS):
            raise typer.BadParameter(f"{number!r} is no figure: they are 1 to {NUMBERS[-1]}.")
    return numbers


def bench(
    *,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick", help=f"End within 45 seconds: leaves out figures {', '.join(_SLOW[:-1])} and {_SLOW[-1]}."
        ),
    ] = False,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="OUT", help="Write the figures into a file, too.")
    ] = None,
    versus: Annotated[
        bool, typer.Option("--versus", help="Compare with BertViz and seaborn, where they are installed.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="N", help="Take these figures; may be given several times.", callback=_numbers),
    ] = None,
    device: DeviceOption = "auto",
) -> None:
    """Measure how fast relviz is, and print a table.

    Figures are ratios within one run wherever possible, and medians after a warm-up. A missed target is a result, not
    a failure.
    """
    from relviz.app.display import choose_offscreen  # noqa: PLC0415 # loads Qt

    choose_offscreen()
    from rich.console import Console  # noqa: PLC0415

    from relviz.bench.harness import describe  # noqa: PLC0415 # loads torch
    from relviz.ui.program.launch import make_application  # noqa: PLC0415 # loads Qt's widgets

    make_application()
    plan = Plan(quick, devices(device), versus)
    families = chosen(plan, [int(number) for number in only or []])
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    console.print(describe(), highlight=False)
    if quick and (missing := left_out(families)):
        console.print(f"quick: leaves out {', '.join(map(str, missing))}", highlight=False)
    figures = []
    for family in families:
        with progress_bar(f"measuring {' and '.join(map(str, family.numbers))}, {family.name}"):
            figures += list(family.measure(plan))
    console.print(table(figures))
    console.print(summary(figures), highlight=False)
    if json:
        write_json(figures, json)
        typer.echo(json)


def devices(word: str) -> tuple[str, ...]:
    """Return where to measure: everywhere that models can be run for ``auto``, else there alone."""
    from relviz.core.device import available_devices, choose_device  # noqa: PLC0415 # loads torch

    if word != "auto":
        return (choose_device(word).type,)
    return tuple(sorted({"cpu", *available_devices()} & {"cpu", "cuda"}))
