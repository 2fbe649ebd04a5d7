"""The performance figures: what one is, which there are, which of them a run takes, and how they are told."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from relviz.core.whole_file import replace_file

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from pathlib import Path

    from rich.table import Table

LESS, MORE = "<=", ">="
MET = {True: ("met", "green"), False: ("not met", "red"), None: ("–", "dim")}


@dataclass(frozen=True)
class Figure:
    """A number that was measured, beside its target.

    Attributes:
        id: the number of its family and a letter, e.g. ``1a``.
        figure: what it is, for people.
        target: a sign and a number, e.g. ``<= 1.05``; None where it is only to be shown.
        measured: the number; None where it could not be taken, and the detail says why.
        unit: what it counts.
        met: whether it meets its target; None without a target or without a number.
        detail: what it was measured on, and what came out besides.
    """

    id: str
    figure: str
    target: str | None
    measured: float | None
    unit: str
    met: bool | None
    detail: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the six fields that ``--json`` writes."""
        names = ("id", "figure", "target", "measured", "unit", "met")
        return {name: getattr(self, name) for name in names}


def at_most(id: str, figure: str, limit: float, measured: float, unit: str, detail: str = "") -> Figure:  # noqa: A002
    """Return a figure that should be no more than its limit."""
    return Figure(id, figure, f"{LESS} {limit:g}", measured, unit, measured <= limit, detail)


def at_least(id: str, figure: str, limit: float, measured: float, unit: str, detail: str = "") -> Figure:  # noqa: A002
    """Return a figure that should be no less than its limit."""
    return Figure(id, figure, f"{MORE} {limit:g}", measured, unit, measured >= limit, detail)


def shown(id: str, figure: str, measured: float, unit: str, detail: str = "") -> Figure:  # noqa: A002
    """Return a figure without a target."""
    return Figure(id, figure, None, measured, unit, None, detail)


def missing(id: str, figure: str, target: str | None, unit: str, why: str) -> Figure:  # noqa: A002
    """Return a figure that could not be taken."""
    return Figure(id, figure, target, None, unit, None, why)


def never(id: str, figure: str, target: str, unit: str, detail: str) -> Figure:  # noqa: A002
    """Return a figure whose target is met because what relviz is compared with comes to no end."""
    return Figure(id, figure, target, None, unit, True, detail)


@dataclass(frozen=True)
class Plan:
    """A run of the benchmark.

    Attributes:
        quick: less time for each figure, so that all end within 45 seconds on two cores.
        devices: where models are run, e.g. ``cpu`` and ``cuda``.
        versus: compare with BertViz and seaborn, too.
    """

    quick: bool = False
    devices: tuple[str, ...] = ("cpu",)
    versus: bool = False

    def seconds(self, thorough: float, quick: float) -> float:
        """Return how long to go on measuring."""
        return quick if self.quick else thorough


@dataclass(frozen=True)
class Family:
    """Figures that are taken together.

    To add some, write a function that is given a ``Plan`` and yields a ``Figure`` each, in the file of their subject or
    in one of its own, and put it into ``FAMILIES`` with the next number. What ``relviz bench`` offers and says of them
    follows from there.

    Attributes:
        numbers: their numbers.
        name: what they are about.
        taker: the function, behind its file's name; the file is loaded when they are taken, since what parses the
            command line does without torch.
        quick: whether ``--quick`` takes them.
    """

    numbers: tuple[int, ...]
    name: str
    taker: str
    quick: bool = True

    def measure(self, plan: Plan) -> Iterator[Figure]:
        """Take them."""
        file, _, function = self.taker.partition(".")
        take: Callable[[Plan], Iterator[Figure]] = getattr(import_module(f"relviz.bench.{file}"), function)
        return take(plan)


FAMILIES = (
    Family((1,), "recording", "forward.measure"),
    Family((2,), "Hugging Face", "hugging_face.measure", quick=False),
    Family((3,), "terms", "pictures.measure_terms"),
    Family((4,), "bytes", "memory.measure_bytes"),
    Family((5, 6), "window", "gui.measure_window"),
    Family((7,), "start", "startup.measure"),
    Family((8,), "text", "gui.measure_text"),
    Family((9,), "long texts", "memory.measure_long_texts", quick=False),
    Family((10,), "export", "pictures.measure_export"),
    Family((11,), "BertViz and seaborn", "versus.measure", quick=False),
    Family((12,), "memory", "memory.measure_per_token", quick=False),
    Family((13,), "training", "training.measure", quick=False),
)


def chosen(plan: Plan, only: Collection[int] = ()) -> list[Family]:
    """Return the families that a run takes: those asked for, or all, or all that are quick."""
    if only:
        return [family for family in FAMILIES if set(family.numbers) & set(only)]
    return [family for family in FAMILIES if family.quick or not plan.quick]


def left_out(families: Collection[Family]) -> list[int]:
    """Return the numbers of the figures that a run does not take."""
    return [number for family in FAMILIES if family not in families for number in family.numbers]


def table(figures: Sequence[Figure]) -> Table:
    """Return a table: figure, target, measured, met or not; the details below each figure."""
    from rich.table import Table  # noqa: PLC0415 # where Hugging Face's model is measured there is none
    from rich.text import Text  # noqa: PLC0415

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
