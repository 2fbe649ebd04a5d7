"""What is said of the next token, with memory and without: as a small table, and as plain text."""

from __future__ import annotations

import html
import math
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from relviz.core.percent import percent
from relviz.core.units import of_nats
from relviz.figure.lettering.fonts import NOTE, text_width
from relviz.figure.lettering.ticks import elide
from relviz.figure.views.units import unit_name

if TYPE_CHECKING:
    from relviz.core.reading.next_tokens import NextTokens
    from relviz.core.units import Unit
    from relviz.figure.colours.palette import Palette

GAP, BETWEEN = 4.0, 10.0
"""Room between a token and its number, and between the two halves of the table."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Inspector", text)


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
