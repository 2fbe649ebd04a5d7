"""What is said of the next token, with memory and without: as a small table, and as plain text."""

from __future__ import annotations

import html
from itertools import zip_longest
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from relviz.figure.fonts import NOTE

if TYPE_CHECKING:
    from relviz.core.next_tokens import NextTokens
    from relviz.figure.palette import Palette

LONGEST = 7
"""Characters of a token that are shown in the table."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Inspector", text)


def next_table(found: NextTokens, token: str, palette: Palette) -> str:
    """Return a table as rich text: the likeliest tokens side by side, and below them, in bold, the one that came.

    Args:
        found: what is expected.
        token: what it is expected after, as it is shown.
        palette: the theme.
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
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    title = _tr("Expected after {0}").format(f"<b>{html.escape(_short(token))}</b>")
    style = f"color:{palette.muted}; font-size:{NOTE}px"
    return f"<div style='color:{palette.muted}'>{title}</div><table cellspacing='0' style='{style}'>{body}</table>"


def next_text(found: NextTokens) -> str:
    """Return the same as plain text, one thing a line."""
    lines = []
    for name, candidates in ((_tr("with memory"), found.with_memory), (_tr("without memory"), found.without_memory)):
        lines += [f"{_tr('next')}, {name}\t{one.label}\t{one.probability:.2%}" for one in candidates]
    if found.came is not None:
        lines.append(f"{_tr('came')}\t{found.came}\t{found.came_with:.2%}\t{found.came_without:.2%}")
    return "\n".join(lines)


def _short(label: str) -> str:
    return label if len(label) <= LONGEST else label[: LONGEST - 1] + "…"


def _percent(share: float) -> str:
    return f"{share:.0%}" if share >= 0.0995 else f"{share:.1%}"
