"""One performance figure: what was measured, and what it should be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

LESS, MORE = "<=", ">="


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
