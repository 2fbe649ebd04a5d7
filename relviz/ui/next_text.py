"""What is said of the next token, with memory and without: as a small table, and as plain text."""

from __future__ import annotations

import html
import math
from itertools import zip_longest
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from relviz.core.units import of_nats
from relviz.figure.fonts import NOTE
from relviz.figure.views.units import unit_name

if TYPE_CHECKING:
    from relviz.core.next_tokens import NextTokens
    from relviz.core.units import Unit
    from relviz.figure.palette import Palette

LONGEST = 7
"""Characters of a token that are shown in the table."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Inspector", text)


def next_table(found: NextTokens, token: str, palette: Palette, unit: Unit = "nats") -> str:
    """Return a table as rich text: the likeliest tokens side by side, and below them, in bold, the one that came.

    Args:
        found: what is expected.
        token: what it is expected after, as it is shown.
        palette: the theme.
        unit: what the losses of the token that came are told in.
    """

    def cell(text: str, colour: str = palette.muted) -> str:
        return f"<td style='padding-right:4px; color:{colour}'>{text}</td>"

    rows = [f"<td colspan='2' style='padding-right:8px'>{_tr('with memory')}</td><td colspan='2'>{_tr('without')}</td>"]
    for pair in zip_longest(found.with_memory, found.without_memory):
        cells = [
            cell(html.escape(_short(one.label)), palette.text) + cell(_percent(one.probability))
            if one
            else "<td/><td/>"
            for one in pair
        ]
        rows.append("".join(cells))
    if found.came is not None:
        came = cell(f"<b>{html.escape(_short(found.came))}</b>", palette.text)
        rows.append(came + cell(_percent(found.came_with)) + came + cell(_percent(found.came_without)))
        costs = [cell(unit_name(unit)) + cell(cost, palette.text) for cost in _costs(found, unit)]
        rows.append("".join(costs))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    title = _tr("Expected after {0}").format(f"<b>{html.escape(_short(token))}</b>")
    style = f"color:{palette.muted}; font-size:{NOTE}px"
    return f"<div style='color:{palette.muted}'>{title}</div><table cellspacing='0' style='{style}'>{body}</table>"


def next_text(found: NextTokens, unit: Unit = "nats") -> str:
    """Return the same as plain text, one thing a line."""
    lines = []
    for name, candidates in ((_tr("with memory"), found.with_memory), (_tr("without memory"), found.without_memory)):
        lines += [f"{_tr('next')}, {name}\t{one.label}\t{one.probability:.2%}" for one in candidates]
    if found.came is not None:
        lines.append(f"{_tr('came')}\t{found.came}\t{found.came_with:.2%}\t{found.came_without:.2%}")
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
    return "∞" if math.isinf(loss) else f"{loss:.2f}"


def _short(label: str) -> str:
    return label if len(label) <= LONGEST else label[: LONGEST - 1] + "…"


def _percent(share: float) -> str:
    return f"{share:.0%}" if share >= 0.0995 else f"{share:.1%}"
