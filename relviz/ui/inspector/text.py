"""What the inspector says: as plain text, for the clipboard and for screen readers; and the table of next tokens."""

from __future__ import annotations

import html
import math
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication

from relviz.core.metrics.attention import Selected, selected
from relviz.core.percent import percent
from relviz.core.units import of_nats
from relviz.figure.lettering.fonts import NOTE, text_width
from relviz.figure.lettering.ticks import MINUS, elide
from relviz.figure.words import comma, unit_name

if TYPE_CHECKING:
    from relviz.app.projects.project import Cell, Region
    from relviz.core.reading.look import Look
    from relviz.core.reading.next_tokens import NextTokens
    from relviz.core.units import Unit
    from relviz.figure.colours.palette import Palette

SPAN = " … "
"""Stands between the first and the last of several tokens."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Inspector", text)


@dataclass(frozen=True)
class Reading:
    """What is read off.

    Attributes:
        heading: the queries and the keys, each as a name and what they are.
        numbers: the sums of the cells; None if none of them can be seen.
        mean: whether they are means over heads.
        several: whether they are sums over several cells.
        row: shares of memory, segment and self in the attention of the queries, the mean over them, 0 to 1.
        where: model, segment, layer and head.
        renormalised: whether keys are hidden, and the attention is that on the others.
        hidden: whether all keys of the cells are among those.
    """

    heading: tuple[tuple[str, str, str], ...]
    numbers: Selected | None
    mean: bool
    several: bool
    row: tuple[tuple[str, float], ...]
    where: str
    renormalised: bool = False
    hidden: bool = False

    @property
    def score_name(self) -> str:
        """What the sum of the parts is called."""
        if self.several:
            return _tr("sum")
        return _tr("mean") if self.mean else _tr("score")

    def as_text(self) -> str:
        """Return all of it, one thing a line, numbers behind a tab."""
        lines = [self.where, *("\t".join(filter(None, line)) for line in self.heading)]
        if self.numbers is None:
            lines.append(_tr("hidden") if self.hidden else _tr("none of these can be seen"))
        else:
            lines += [f"({kind.letter}) {kind.formula}\t{value:.6f}" for kind, value in self.numbers.parts]
            lines += [f"{self.score_name}\t{self.numbers.score:.6f}", f"{self.attention_name}\t{self.attention}"]
            if self.several:
                lines.append(_tr("{0} of {1} cells can be seen").format(self.numbers.visible, self.numbers.cells))
        if self.renormalised:
            lines.append(_tr("renormalised without the hidden keys"))
        lines += [f"{name}\t{percent(share, 2)}" for name, share in self.row]
        return "\n".join(lines)

    @property
    def attention_name(self) -> str:
        """What the attention is called."""
        if self.several:
            return _tr("attention per query")
        return _tr("mean attention") if self.mean else _tr("attention")

    @property
    def attention(self) -> str:
        """The attention as a percentage."""
        return "" if self.numbers is None else percent(self.numbers.attention, 2)


def read_off(look: Look, cell: Cell | None, region: Region | None, hidden: tuple[int, ...] = ()) -> Reading | None:
    """Return what is said of a cell, or of several; None where there is nothing selected.

    Args:
        look: what is looked at.
        cell: a cell that is pointed at, which goes first.
        region: the cells that are selected.
        hidden: positions in the text of keys that are taken away; ``look`` is without them.
    """
    if cell is not None:
        row, column, rows, columns = *cell, 1, 1
    elif region is not None:
        row, column, rows, columns = region.row, region.column, region.rows, region.columns
    else:
        return None
    terms = look.terms
    numbers = selected(terms, slice(row, row + rows), slice(column, column + columns))
    queries, first = look.query_tokens[row : row + rows], look.start + row
    keys, back = look.key_tokens[column : column + columns], int(terms.distance[row, column])
    tokens = _tr("token {0}").format(first if rows == 1 else f"{first}–{first + rows - 1}")
    in_memory = _tr("memory") if column + columns <= terms.memory else _tr("segment")
    parts_of = _tr("memory and segment") if column < terms.memory < column + columns else in_memory
    distance = _distance(back) if rows == columns == 1 else ""
    shares = (
        (_tr("memory"), look.shares.memory),
        (_tr("segment"), look.shares.segment),
        (_tr("self"), look.shares.self),
    )
    return Reading(
        heading=(
            (_tr("query") if rows == 1 else _tr("{0} queries").format(rows), _span(queries), tokens),
            (
                _tr("key") if columns == 1 else _tr("{0} keys").format(columns),
                _span(keys),
                comma().join(filter(None, (parts_of, distance))),
            ),
        ),
        numbers=numbers if numbers.visible else None,
        mean=terms.head == "mean",
        several=rows * columns > 1,
        row=tuple((name, float(np.mean(values[row : row + rows]))) for name, values in shares),
        where=_tr("{0}, segment {1}, layer {2}, head {3}").format(look.model, look.index, terms.layer, terms.head),
        renormalised=bool(np.isin(look.key_positions, hidden).any()),
        hidden=bool(np.isin(look.key_positions[column : column + columns], hidden).all()),
    )


def signed(value: float, decimals: int = 4) -> str:
    """Return a number with its sign; what is written as zero has none."""
    written = f"{value:+.{decimals}f}"
    return written.replace("-", MINUS) if float(written) else f"{0:.{decimals}f}"


def _span(tokens: list[str]) -> str:
    return tokens[0] if len(tokens) == 1 else SPAN.join((tokens[0], tokens[-1]))


def _distance(back: int) -> str:
    if back == 0:
        return _tr("itself")
    return _tr("{0} back").format(back) if back > 0 else _tr("{0} ahead").format(-back)


GAP, BETWEEN = 4.0, 10.0
"""Room between a token and its number, and between the two halves of the table."""


def next_table(found: NextTokens, token: str, palette: Palette, unit: Unit = "nats", width: float = 180) -> str:
    """Return a table as rich text: the likeliest tokens side by side, and below them, in bold, the one that came.

    Args:
        found: what is expected.
        token: what it is expected after, as it is shown.
        palette: the theme.
        unit: what the losses of the token that came are told in.
        width: room for the table, in device-independent pixels; tokens that do not fit end in an ellipsis.
    """
    lines = [
        [(one.label, percent(one.probability)) if one else ("", "") for one in pair]
        for pair in zip_longest(found.with_memory, found.without_memory)
    ]
    if found.came is not None:
        lines.append([(found.came, percent(chance)) for chance in (found.came_with, found.came_without)])
        lines.append([(unit_name(unit), cost) for cost in _costs(found, unit)])
    numbers = [math.ceil(max(_width(line[half][1]) for line in lines)) for half in (0, 1)]
    room = math.floor((width - sum(numbers) - 2 * GAP - BETWEEN) / 2)  # columns are of whole pixels
    rows = [f"<td colspan='2'>{_tr('with memory')}</td><td colspan='2' {_pad(BETWEEN)}>{_tr('without')}</td>"]
    came = len(lines) - 2 if found.came is not None else None
    for n, line in enumerate(lines):
        cells = []
        for half, (name, number) in enumerate(line):
            is_unit = came is not None and n > came
            label = _short(name, room, bold=n == came)
            ink = palette.muted if is_unit else palette.text
            cells.append(f"<td {_pad(BETWEEN * half, ink)}>{label}</td>")
            ink = palette.text if is_unit else palette.muted
            cells.append(f"<td align='right' {_pad(GAP, ink)}>{html.escape(number)}</td>")
        rows.append("".join(cells))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    title = _tr("Expected after {0}").format(_short(token, width / 3, bold=True))
    shape = f"cellspacing='0' width='100%' style='color:{palette.muted}; font-size:{NOTE}px'"
    return f"<div style='color:{palette.muted}'>{title}</div><table {shape}>{body}</table>"


def next_text(found: NextTokens, unit: Unit = "nats") -> str:
    """Return the same as plain text, one thing a line."""
    lines = []
    for name, candidates in ((_tr("with memory"), found.with_memory), (_tr("without memory"), found.without_memory)):
        lines += [f"{_tr('next')}, {name}\t{one.label}\t{percent(one.probability, 2)}" for one in candidates]
    if found.came is not None:
        lines.append(f"{_tr('came')}\t{found.came}\t{percent(found.came_with, 2)}\t{percent(found.came_without, 2)}")
        lines.append("\t".join((_tr("its loss, {0}").format(unit_name(unit)), *_costs(found, unit))))
    return "\n".join(lines)


def _costs(found: NextTokens, unit: Unit) -> tuple[str, str]:
    """Return the losses of the token that came, with memory and without."""
    with_memory, without = (
        math.inf if chance == 0 else of_nats(-math.log(chance), unit)
        for chance in (found.came_with, found.came_without)
    )
    return _cost(with_memory), _cost(without)


def _cost(loss: float) -> str:
    """Return a loss with two decimals; what was held for impossible costs without end."""
    return "∞" if math.isinf(loss) else f"{abs(loss):.2f}"  # of what was certain it would be minus zero


def _short(label: str, room: float, *, bold: bool = False) -> str:
    """Return as much of a token as there is room for, as rich text."""
    shown = html.escape(elide(label, room, partial(_width, bold=bold)))
    return f"<b>{shown}</b>" if bold else shown


def _width(text: str, *, bold: bool = False) -> float:
    return text_width(text, NOTE, bold=bold)


def _pad(left: float, ink: str | None = None) -> str:
    colour = f"; color:{ink}" if ink else ""
    return f"style='padding-left:{left:g}px{colour}'"
