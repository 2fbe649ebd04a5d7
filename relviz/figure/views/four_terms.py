"""The parts of the score alone on one sheet, larger than beside the score and the attention."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from relviz.figure.spec import FigureSpec, Heatmap
from relviz.figure.views.term_view import TermView
from relviz.figure.views.terms import terms_figure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.core.reading.look import Look
    from relviz.figure.spec import Scale

USUAL = TermView()


def four_terms_figure(
    look: Look,
    view: TermView = USUAL,
    selected: tuple[int, int] | None = None,
    extent: tuple[int, int] = (1, 1),
    before: Mapping[str, Scale] | None = None,
) -> FigureSpec:
    """Draw (a) (b) over (c) (d), as ``terms_figure`` does; a scheme with other parts has those."""
    whole = terms_figure(look, view, selected, extent, before)
    parts = {part.kind.name for part in look.terms.parts}
    maps = [panel for row in whole.grid for panel in row if isinstance(panel, Heatmap) and panel.name in parts]
    half = (len(maps) + 1) // 2 if len(maps) > 2 else len(maps)
    rows = [tuple(maps[first : first + half]) for first in range(0, len(maps), half)]
    return replace(whole, name="four_terms", grid=tuple(rows))
